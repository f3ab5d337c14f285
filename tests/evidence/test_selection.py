"""Which records an answer without tokens cites: by identity only."""

from __future__ import annotations

import datetime as dt
import decimal
import unicodedata

import pytest

from flask_modelmind.evidence import CitationRules
from flask_modelmind.evidence import examine
from flask_modelmind.evidence import Examined
from flask_modelmind.values import Evidence
from flask_modelmind.values import Field
from flask_modelmind.values import Passage
from flask_modelmind.values import PlacedToken
from flask_modelmind.values import Scalar
from flask_modelmind.values import Snapshot


def record(number: int, name: str, *, model: str = "Products", **values: Scalar) -> Passage:  # fmt: skip
    fields = [
        Field(column="id", label="Id", value=number, text=str(number), is_key=True),
        Field(column="name", label="Name", value=name, text=name, is_identity=True),
    ]
    fields += [
        Field(
            column=column,
            label=column.replace("_", " ").capitalize(),
            value=value,
            text="yes" if value is True else "no" if value is False else str(value),
        )
        for column, value in values.items()
    ]
    return Passage(
        key=f"{number:016x}",
        evidence=Evidence(
            kind="record", source_id=f"{model}:{number}", model=model, record=name,
            names=(name,), fields=tuple(fields),
        ),
    )  # fmt: skip


def cite(text: str, *passages: Passage) -> Examined:
    snapshot = Snapshot(turn_id="t", passages=passages)
    return examine(text, [], snapshot, CitationRules())


def cited(text: str, *passages: Passage) -> list[str]:
    return [c.record for c in cite(text, *passages).citations]


SONY = record(9, "Sony WH-1000XM5", category="Headphones", price="299.00 EUR")
OTHERS = [record(n, f"Item {n}", category="Headphones") for n in range(1, 6)]


def test_a_shared_category_cites_nothing() -> None:
    text = "The Sony WH-1000XM5 headphones cost 299 EUR."

    assert cited(text, *OTHERS, SONY) == ["Sony WH-1000XM5"]
    assert cited("All headphones are wireless.", *OTHERS, SONY) == []


def test_a_valid_token_switches_inference_off_for_its_claim() -> None:
    text = "The Sony WH-1000XM5 costs 299 EUR, unlike Item 1."
    token = PlacedToken(kind="source", keys=(SONY.key,), at=len(text))
    snapshot = Snapshot(turn_id="t", passages=(*OTHERS, SONY))

    examined = examine(text, [token], snapshot, CitationRules())

    assert [c.record for c in examined.citations] == ["Sony WH-1000XM5"]
    assert examined.citations[0].status == "given"


@pytest.mark.parametrize("name", ["Information", "Application", "Context", "Enabled"])
def test_a_refusal_cites_no_record_that_shares_a_word_with_it(name: str) -> None:
    refusal = "I do not have that information in the enabled application context."

    assert cited(refusal, record(1, name, status="enabled")) == []


@pytest.mark.parametrize(
    "text",
    [
        "Order 100234 costs $1,299.00, placed on 2024-05-01.",
        "Order 100234 was placed on May 1, 2024 and costs 1.299,00 $.",
        "سفارش 100234 در 1 می 2024 به قیمت ۱٬۲۹۹٫۰۰ دلار ثبت شد.",
    ],
)
def test_a_record_named_by_number_is_cited_with_price_and_date(text: str) -> None:
    order = record(
        4, "100234", model="Orders", total="1299.00 USD",
        placed_at=dt.date(2024, 5, 1), items=decimal.Decimal(7),
    )  # fmt: skip

    (citation,) = cite(text, order).citations

    assert citation.columns == ("name", "total", "placed_at")


def test_the_longer_name_is_cited_alone() -> None:
    plain, pro = record(1, "iPhone 15", stock=12), record(2, "iPhone 15 Pro", stock=3)

    assert cited("The iPhone 15 Pro has 3 units in stock.", plain, pro) == [
        "iPhone 15 Pro"
    ]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("ソニーのヘッドホンの価格は5円です。", "ソニーのヘッドホン"),
        ("Apple iPhone 15の価格は5円です。", "Apple iPhone 15"),
        ("المتجر يبيع وiPhone 15 بسعر 5 يورو.", "iPhone 15"),
        (unicodedata.normalize("NFD", "Der Café Tisch kostet 5 EUR."), "Café Tisch"),
        ("فريق الدَّعْم الفني متاح.", "الدعم الفني"),
    ],
)
def test_a_name_is_recovered_in_every_script(text: str, name: str) -> None:
    assert cited(text, record(1, name, price="5 EUR")) == [name]


def test_an_answer_in_arabic_cites_the_record_it_names_in_english() -> None:
    headset = record(1, "Nimbus Headset", price="99.00 USD")

    (citation,) = cite("سعر Nimbus Headset هو 99 دولار.", headset).citations

    assert (citation.record, citation.status) == ("Nimbus Headset", "inferred")


def test_a_token_name_in_the_text_is_no_record() -> None:
    """The visible text is free of tokens, so a type called like one is not named."""
    products = record(1, "Anvil", category="Products")

    assert cited("Everything is in the catalogue.", products) == []


@pytest.mark.parametrize("name", ["Home", "Blue", "Open", "Best"])
def test_an_everyday_word_cites_its_record_only_with_a_value(name: str) -> None:
    row = record(1, name, price="5.00 EUR")

    assert cited(f"{name} is where the best offers open in blue.", row) == []
    assert cited(f"{name} costs 5 EUR.", row) == [name]


@pytest.mark.parametrize("name", ["TV", "S24"])
def test_a_short_name_is_cited(name: str) -> None:
    assert cited(f"The {name} costs 5 EUR.", record(1, name, price="5 EUR")) == [name]


@pytest.mark.parametrize(
    "text", ["We do not stock the Sony WH-1000XM5.", "The Sony WH-1000XM5 costs 5 EUR."]
)
def test_what_denies_or_gets_a_record_wrong_does_not_cite_it(text: str) -> None:
    assert cited(text, SONY) == []


OSLO = record(1, "Mara Holm", model="Customers", city="Oslo", credit_limit=5000)
LIMA = record(2, "Mara Holm", model="Customers", city="Lima", credit_limit=750)


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("Mara Holm has a credit limit of 5000.", [OSLO.key]),
        ("Mara Holm from Lima has a credit limit of 750.", [LIMA.key]),
        ("Mara Holm is a customer.", []),
        ("Mara Holm from Oslo has a credit limit of 750.", []),
    ],
)
def test_two_records_of_one_name_are_told_apart_by_value(
    text: str, keys: list[str]
) -> None:
    assert [c.key for c in cite(text, OSLO, LIMA).citations] == keys


def test_a_record_the_model_was_not_shown_is_never_cited() -> None:
    assert cited("The Falcon 40 costs 5 EUR.", SONY) == []


def test_a_following_sentence_goes_on_about_the_record_it_carries() -> None:
    falcon = record(1, "Falcon 40", price="5.00 EUR", stock=12)
    examined = cite(
        "The Falcon 40 costs 5 EUR. It has 12 units in stock. It is heavy.", falcon
    )

    assert [c.citations for c in examined.claims] == [(1,), (1,), ()]


def test_inference_can_be_switched_off() -> None:
    snapshot = Snapshot(turn_id="t", passages=(SONY,))
    text = "The Sony WH-1000XM5 costs 299 EUR."

    assert examine(text, [], snapshot, CitationRules(infers=False)).citations == ()
