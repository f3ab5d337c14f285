from __future__ import annotations

import datetime as dt
import decimal
import typing as t
import uuid

import pytest
import sqlalchemy as sa
from sqlalchemy import orm

from flask_modelmind.sources import Records
from flask_modelmind.sources import Registry
from flask_modelmind.sources.source_ids import make_source_id
from flask_modelmind.sources.source_ids import read_source_id
from flask_modelmind.values import Hit

Column: t.Any = sa.Column
UID = uuid.UUID("7b0e0c6e-3f0a-4a86-9d9b-0d2a4c1d8f11")


@pytest.mark.parametrize(
    "key",
    [
        (1,),
        ("a/b:c",),
        ('["x"]', 'q"uote\\'),
        ("فارسی",),
        (UID,),
        (1, "x", UID),
        (dt.date(2026, 4, 3),),
        (dt.datetime(2026, 4, 3, 22, 30, tzinfo=dt.UTC),),
        (dt.time(1, 2),),
        (decimal.Decimal("1.50"),),
        (b"\x00\xff",),
        (True,),
    ],
    ids=str,
)
def test_a_key_comes_back_as_it_was(key: tuple[t.Any, ...]) -> None:
    assert read_source_id(make_source_id("shop.models.Product", key)) == (
        "shop.models.Product",
        key,
    )


@pytest.mark.parametrize(
    "source_id",
    [
        "", "record", "record:", "record::[1]", "record:X:", "record:X:1", "record:X:[",
        "document:X:[1]", 'record:X:[{"evil":"1"}]', 'record:X:[{"uuid":"no"}]',
        'record:X:[{"uuid":"1","date":"2"}]', "record:X:[{}]", "record:X:null",
        'record:X:[{"decimal":"x"}]',
    ],
)  # fmt: skip
def test_what_is_no_record_s_id_is_refused(source_id: str) -> None:
    assert read_source_id(source_id) is None


@pytest.fixture
def shapes(db: t.Any) -> dict[str, tuple[t.Any, tuple[t.Any, ...]]]:
    class Seat(db.Model):  # type: ignore[misc]
        row = Column(sa.String(5), primary_key=True)
        number = Column(sa.Integer, primary_key=True, autoincrement=False)

    class Ticket(db.Model):  # type: ignore[misc]
        uid = Column(sa.Uuid, primary_key=True)

    class File(db.Model):  # type: ignore[misc]
        path = Column(sa.String(50), primary_key=True)

    class Day(db.Model):  # type: ignore[misc]
        date = Column(sa.Date, primary_key=True)

    class Pair(db.Model):  # type: ignore[misc]
        uid = Column(sa.Uuid, primary_key=True)
        date = Column(sa.Date, primary_key=True)

    class Person(db.Model):  # type: ignore[misc]
        id = Column(sa.Integer, primary_key=True)
        name = Column(sa.String(20))
        type = Column(sa.String(20))
        __mapper_args__: t.ClassVar = {
            "polymorphic_on": "type",
            "polymorphic_identity": "person",
        }

    class Engineer(Person):  # joined table
        id = Column(sa.ForeignKey("person.id"), primary_key=True)
        skill = Column(sa.String(20))
        __mapper_args__: t.ClassVar = {"polymorphic_identity": "engineer"}

    class Manager(Person):  # single table
        __mapper_args__: t.ClassVar = {"polymorphic_identity": "manager"}

    db.create_all()
    day = dt.date(2026, 4, 3)
    db.session.add_all(
        [
            Seat(row="A/1", number=7),
            Ticket(uid=UID),
            File(path="a/b:c"),
            Day(date=day),
            Pair(uid=UID, date=day),
            Engineer(id=1, name="Ada", skill="welding"),
            Manager(id=2, name="Bo"),
        ]
    )
    db.session.commit()
    return {
        "composite": (Seat, ("A/1", 7)),
        "uuid": (Ticket, (UID,)),
        "text": (File, ("a/b:c",)),
        "date": (Day, (day,)),
        "uuid and date": (Pair, (UID, day)),
        "joined": (Engineer, (1,)),
        "joined by its base": (Person, (1,)),
        "single": (Manager, (2,)),
    }


@pytest.mark.parametrize(
    "shape",
    [
        "composite", "uuid", "text", "date", "uuid and date", "joined",
        "joined by its base", "single",
    ],
)  # fmt: skip
def test_a_record_of_any_shape_is_found_again_by_its_source_id(
    shapes: dict[str, tuple[t.Any, tuple[t.Any, ...]]],
    registry: Registry,
    records: Records,
    shape: str,
) -> None:
    model, key = shapes[shape]
    entry = registry.add(model)
    statement = records.rows_statement(entry)
    hits = [[Hit(key=key, score=1.0)]]

    [(_, evidence)] = records.collect(entry, statement, hits, lambda _: True, 1)
    found = records.reload(evidence.source_id, records.rows_statement, lambda _: True)

    assert found is not None
    assert found[1].source_id == evidence.source_id
    assert found[1].fields == evidence.fields


def test_a_joined_record_shows_the_columns_of_both_tables(
    shapes: dict[str, tuple[t.Any, tuple[t.Any, ...]]],
    registry: Registry,
    records: Records,
) -> None:
    entry = registry.add(shapes["joined"][0])

    names = [column.name for column in records.columns(entry)]

    assert {"name", "skill"} <= set(names)


def test_one_table_s_other_kinds_are_not_read(
    shapes: dict[str, tuple[t.Any, tuple[t.Any, ...]]],
    registry: Registry,
    records: Records,
) -> None:
    entry = registry.add(shapes["single"][0])
    statement = records.rows_statement(entry)
    hits = [[Hit(key=(1,), score=1.0)]]

    assert records.collect(entry, statement, hits, lambda _: True, 1) == []


def test_a_dataclass_mapped_record_is_read(
    db: t.Any, registry: Registry, records: Records
) -> None:
    class Base(orm.MappedAsDataclass, orm.DeclarativeBase):
        pass

    class Coin(Base):
        __tablename__ = "coin"
        id: orm.Mapped[int] = orm.mapped_column(primary_key=True)
        name: orm.Mapped[str] = orm.mapped_column(sa.String(20))

    entry = registry.add(Coin)

    evidence = records.evidence(entry, Coin(id=3, name="Dime"))

    assert (evidence.record, evidence.source_id) == ("Dime", "record:Coin:[3]")
