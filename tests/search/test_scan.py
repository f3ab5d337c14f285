"""The contract of a search, on every database there is."""

from __future__ import annotations

import dataclasses
import typing as t
from collections import abc as cabc

import pytest
import sqlalchemy as sa
from sqlalchemy import orm

from flask_modelmind.retrieval import make_query
from flask_modelmind.search import ScanSearch
from flask_modelmind.values import Hit


class Base(orm.DeclarativeBase):
    pass


class Item(Base):
    __tablename__ = "model_mind_test_items"

    id: orm.Mapped[int] = orm.mapped_column(primary_key=True)
    name: orm.Mapped[str | None] = orm.mapped_column(sa.String(200))
    sku: orm.Mapped[str | None] = orm.mapped_column(sa.String(40), unique=True)
    notes: orm.Mapped[str | None] = orm.mapped_column(sa.Text)
    owner: orm.Mapped[int] = orm.mapped_column(default=1)


class Stand(Base):
    __tablename__ = "model_mind_test_stands"

    hall: orm.Mapped[str] = orm.mapped_column(sa.String(10), primary_key=True)
    place: orm.Mapped[int] = orm.mapped_column(primary_key=True)
    name: orm.Mapped[str] = orm.mapped_column(sa.String(200))


@dataclasses.dataclass(frozen=True)
class Column:
    attribute: t.Any
    name: str
    weight: float


COLUMNS = (
    Column(Item.name, "name", 10),
    Column(Item.sku, "sku", 12),
    Column(Item.notes, "notes", 2),
)


@pytest.fixture
def session(engine: sa.Engine) -> cabc.Iterator[orm.Session]:
    Base.metadata.drop_all(engine)
    Base.metadata.create_all(engine)
    with orm.Session(engine) as session:
        yield session
    Base.metadata.drop_all(engine)


def stock(session: orm.Session, *names: str, **values: t.Any) -> None:
    session.add_all(Item(name=name, **values) for name in names)
    session.flush()


def pages(
    session: orm.Session,
    question: str,
    *,
    statement: sa.Select[t.Any] | None = None,
    columns: cabc.Sequence[Column] = COLUMNS,
    page_size: int = 10,
    is_named: bool = False,
    search: ScanSearch | None = None,
) -> cabc.Iterator[list[Hit]]:
    return (search or ScanSearch()).find(
        session,
        sa.select(Item) if statement is None else statement,
        columns,
        make_query(question, generic_words=["Items", "Name"]),
        page_size=page_size,
        is_named=is_named,
    )


def found(session: orm.Session, question: str, **options: t.Any) -> list[str | None]:
    return [
        session.get_one(Item, hit.key).name
        for page in pages(session, question, **options)
        for hit in page
    ]


NAMES = {
    "en-case": ("SAMSUNG", "Samsung Galaxy"),
    "en-accent-missing": ("cafe", "Café Noir"),
    "en-accent-added": ("Gallérie", "Gallerie"),
    "en-decomposed": ("Café", "Cafe\u0301 Bleu"),
    "de-sharp-s": ("Strasse", "Lange Straße"),
    "pl-stroke": ("Lodz", "Łódź"),
    "tr-dot": ("istanbul", "İstanbul"),
    "ru-case": ("ЛАМПА", "Настольная лампа"),
    "el-accent": ("Αθηνα", "Αθήνα"),
    "fa-keyboard": ("كتاب علي", "کتاب علی"),
    "fa-keyboard-back": ("کتاب علی", "كتاب علي"),
    "fa-zwnj": ("میرود", "می‌رود"),
    "fa-digits": ("مدل ۴۰", "مدل 40"),
    "ar-vocalised": ("خِطَّة", "خطة السفر"),
    "ar-alef": ("احمد", "أحمد"),
    "he": ("פלקון", "פלקון 40"),
    "hi": ("किताब", "किताब घर"),
    "th": ("เมาส์ไร้สาย", "เมาส์ไร้สาย"),
    "zh": ("鼠标", "无线鼠标"),
    "zh-one": ("猫", "黑猫"),
    "ja-width": ("ﾏｳｽ", "無線マウス"),
    "ko": ("드론", "팔콘 드론"),
    "name-of-another-script": ("قیمت فالکن", "Falcon Drone"),
    "name-in-cyrillic": ("Сколько стоит Самсунг?", "Samsung Galaxy"),
    "typo": ("samsng", "Samsung Galaxy"),
    "typo-swap": ("flacon", "Falcon Drone"),
    "typo-cyrillic": ("ламппа", "Настольная лампа"),
    "plural": ("drones", "Falcon Drone"),
}


@pytest.mark.parametrize(("question", "name"), NAMES.values(), ids=NAMES)
def test_a_row_is_found_however_it_is_typed(
    session: orm.Session, question: str, name: str
) -> None:
    stock(session, "Garden Chair", "کمد", "桌子", name)

    assert found(session, question)[:1] == [name]


LITERAL = {
    "percent": ('"50% off"', "50% off", "500 off"),
    "underscore": ("FAL_40", "FAL_40 drone", "FALX40 drone"),
    "backslash": ('"C:\\temp"', "C:\\temp", "C:xtemp"),
    "quote": ('"O\'Hara 7"', "O'Hara 7", "OxHara 7"),
    "injection": ("x'); DROP TABLE items; --", "x'); DROP TABLE items; --", "chair"),
}


@pytest.mark.parametrize(("question", "right", "wrong"), LITERAL.values(), ids=LITERAL)
def test_what_a_visitor_types_is_literal(
    session: orm.Session, question: str, right: str, wrong: str
) -> None:
    stock(session, wrong, right)

    assert found(session, question)[0] == right


def test_an_off_topic_question_finds_nothing(session: orm.Session) -> None:
    stock(session, "Samsung Galaxy", "Gaming Mini Lamp")

    assert found(session, "president of France") == []
    assert found(session, "ga mi") == []


def test_the_best_row_is_found_among_many_that_match_a_little(
    session: orm.Session,
) -> None:
    stock(session, *(f"Wireless thing {at}" for at in range(200)))
    stock(session, "Logitech M185 wireless mouse")

    first = next(pages(session, "wireless Logitech M185", page_size=5))

    assert session.get_one(Item, first[0].key).name == "Logitech M185 wireless mouse"
    assert len(first) == 5
    assert first[0].score > first[1].score


def test_scope_holds_before_the_limit(session: orm.Session) -> None:
    stock(session, *(f"Falcon 40 {at}" for at in range(100)), owner=2)
    stock(session, "my notes on the Falcon", owner=1)
    mine = sa.select(Item).where(Item.owner == 1)

    assert found(session, "Falcon 40", statement=mine, page_size=8) == [
        "my notes on the Falcon"
    ]


def test_a_code_of_a_hidden_row_is_not_found(session: orm.Session) -> None:
    stock(session, "Falcon", sku="FAL-40", owner=2)
    mine = sa.select(Item).where(Item.owner == 1)

    assert found(session, "FAL-40", statement=mine) == []


def test_a_scope_with_a_limit_stays_limited(session: orm.Session) -> None:
    stock(session, "Chair", "Falcon")
    oldest = sa.select(Item).order_by(Item.id).limit(1)

    assert found(session, "Falcon", statement=oldest) == []
    assert found(session, "Chair", statement=oldest) == ["Chair"]


def test_pages_go_on_until_all_rows_were_given_once(session: orm.Session) -> None:
    stock(session, *(f"Falcon {at}" for at in range(23)))

    sizes = [len(page) for page in pages(session, "falcon", page_size=10)]

    assert sizes == [10, 10, 3]
    assert len(set(found(session, "falcon", page_size=10))) == 23


def test_rows_that_a_join_repeats_are_given_once(session: orm.Session) -> None:
    stock(session, "Falcon", "Chair", "Table")
    other = orm.aliased(Item)
    joined = sa.select(Item).join(other, other.owner == Item.owner)

    assert found(session, "Falcon", statement=joined, page_size=2) == ["Falcon"]


@pytest.mark.parametrize("asked", ["FAL-40", "fal-40", "FAL40", "fal 40"])
def test_a_code_is_found_in_each_spelling(session: orm.Session, asked: str) -> None:
    stock(session, "Falcon 60", sku="FAL-60")
    stock(session, "Falcon forty", sku="FAL-40")

    assert found(session, f"is {asked} in stock?")[0] == "Falcon forty"


def test_a_code_that_was_found_ends_the_search(
    session: orm.Session, engine: sa.Engine
) -> None:
    stock(session, "Falcon", sku="FAL-40")
    statements: list[str] = []
    sa.event.listen(
        engine,
        "before_cursor_execute",
        lambda _c, _cur, statement, *_: statements.append(statement),
    )

    assert len(list(pages(session, "FAL-40"))) == 1
    assert len(statements) == 1


def test_a_second_name_is_looked_for_beside_a_code(session: orm.Session) -> None:
    stock(session, "Falcon", sku="FAL-40")
    stock(session, "Gatwick lamp")

    assert set(found(session, "compare FAL-40 with Gatwick")) == {
        "Falcon",
        "Gatwick lamp",
    }


def test_a_name_counts_more_than_a_mention(session: orm.Session) -> None:
    stock(session, "Lamp", notes="looks like a mouse")
    stock(session, "Mouse")

    assert found(session, "mouse") == ["Mouse", "Lamp"]


def test_a_whole_word_counts_more_than_a_part(session: orm.Session) -> None:
    stock(session, "Parisienne", "Airport Paris")

    assert found(session, "Paris")[0] == "Airport Paris"


def test_nothing_but_the_given_columns_is_looked_into(session: orm.Session) -> None:
    stock(session, "Lamp", notes="secret falcon")

    assert found(session, "falcon", columns=COLUMNS[:1]) == []


def test_columns_may_be_expressions(session: orm.Session) -> None:
    stock(session, "Lamp", owner=4711)
    owner = Column(sa.cast(Item.owner, sa.String(20)), "owner", 1)

    assert found(session, "4711", columns=[owner]) == ["Lamp"]


def test_a_number_is_searched_in_a_number_column_when_told(
    session: orm.Session,
) -> None:
    stock(session, "Lamp", owner=4711)

    assert found(session, "4711", columns=[Column(Item.owner, "owner", 1)]) == ["Lamp"]


def test_empty_columns_do_not_hide_a_row(session: orm.Session) -> None:
    stock(session, "Falcon", sku=None, notes=None)

    assert found(session, "Falcon") == ["Falcon"]


def test_keys_of_several_columns_come_whole(session: orm.Session) -> None:
    session.add(Stand(hall="A", place=7, name="Falcon"))
    session.flush()
    name = Column(Stand.name, "name", 1)

    (page,) = pages(
        session, "Falcon", statement=sa.select(Stand), columns=[name], page_size=5
    )

    assert [hit.key for hit in page] == [("A", 7)]


def test_a_named_model_gives_its_first_rows_in_its_own_order(
    session: orm.Session,
) -> None:
    stock(session, "b", "a", "c")
    ordered = sa.select(Item).order_by(Item.name.desc())

    assert found(session, "which items are there?", is_named=True) == ["b", "a", "c"]
    assert found(
        session, "which items are there?", statement=ordered, is_named=True
    ) == ["c", "b", "a"]


def test_a_model_that_was_not_named_gives_nothing(session: orm.Session) -> None:
    stock(session, "b", "a")

    assert found(session, "what is there?") == []


def test_typing_mistakes_can_be_switched_off(session: orm.Session) -> None:
    stock(session, "Samsung Galaxy")

    assert found(session, "samsng", search=ScanSearch(fuzzy=False)) == []


def test_other_spellings_are_looked_for_only_of_the_words_that_are_said(
    session: orm.Session,
) -> None:
    stock(session, "Samsung Galaxy")

    def spelled(*words: str) -> list[list[Hit]]:
        pages = ScanSearch().find(
            session,
            sa.select(Item),
            COLUMNS,
            make_query("samsng"),
            page_size=5,
            is_named=False,
            spelled=words,
        )
        return list(pages)

    assert spelled() == spelled("galaxi") == []
    assert len(spelled("samsng")) == 1


def test_a_mistyped_word_is_corrected_beside_a_word_that_is_right(
    session: orm.Session,
) -> None:
    stock(session, *(f"Drone number {at}" for at in range(30)))
    stock(session, "Falcon Drone")

    assert found(session, "Falcn drone", page_size=5)[0] == "Falcon Drone"


def test_a_model_without_search_columns_gives_rows_only_when_named(
    session: orm.Session,
) -> None:
    stock(session, "Falcon")

    assert found(session, "Falcon", columns=[]) == []
    assert found(session, "the items called Falcon", columns=[], is_named=True) == [
        "Falcon"
    ]
