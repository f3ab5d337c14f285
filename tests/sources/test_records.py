from __future__ import annotations

import decimal
import typing as t

import pytest
from flask_sqlalchemy import SQLAlchemy

from flask_modelmind.declarations import ModelOptions
from flask_modelmind.sources import Records
from flask_modelmind.sources import Registry
from flask_modelmind.values import Hit


def pages(*keys: t.Any, size: int = 10) -> list[list[Hit]]:
    """Pages of hits for single keys, best first."""
    hits = [Hit(key=(key,), score=1 / (n + 1)) for n, key in enumerate(keys)]
    return [hits[n : n + size] for n in range(0, len(hits), size)]


def everything(_: object) -> bool:
    return True


@pytest.fixture
def product(db: SQLAlchemy) -> t.Any:
    class Product(db.Model):  # type: ignore[name-defined,misc]
        id = db.Column(db.Integer, primary_key=True)
        name = db.Column(db.String(80))
        sku = db.Column(db.String(20), unique=True)
        price = db.Column(db.Numeric(10, 2))
        currency = db.Column(db.String(3))

    db.create_all()
    for number in range(1, 31):
        db.session.add(
            Product(
                id=number,
                name=f"Falcon {number}",
                sku=f"FAL-{number}",
                price=decimal.Decimal(number),
                currency="EUR",
            )
        )
    db.session.commit()
    return Product


def test_a_record_becomes_evidence(
    product: t.Any, registry: Registry, records: Records
) -> None:
    options = ModelOptions(
        label="Products", source_label="{name} ({sku})", units={"price": "{currency}"}
    )
    entry = registry.add(product, options)

    [(_, evidence)] = records.collect(
        entry, records.rows_statement(entry), pages(7), everything, 5
    )

    assert evidence.kind == "record"
    assert evidence.source_id == "record:Product:[7]"
    assert evidence.model == "Products"
    assert evidence.record == "Falcon 7 (FAL-7)"
    assert evidence.names == ("Falcon 7 (FAL-7)", "FAL-7", "Falcon 7")
    assert evidence.score == 1.0
    price = evidence.field("price")
    assert price is not None
    assert (price.value, price.text) == (decimal.Decimal("7.00"), "7.00 EUR")
    assert price.unit == "EUR"


def test_records_keep_the_order_of_their_hits(
    product: t.Any, registry: Registry, records: Records
) -> None:
    entry = registry.add(product)

    found = records.collect(
        entry, records.rows_statement(entry), pages(9, 3, 5), everything, 5
    )

    assert [record.id for record, _ in found] == [9, 3, 5]


def test_pages_are_read_until_enough_records_are_allowed(
    product: t.Any, registry: Registry, records: Records
) -> None:
    entry = registry.add(product)

    found = records.collect(
        entry,
        records.rows_statement(entry),
        pages(*range(1, 31), size=5),
        lambda record: record.id == 30,
        8,
    )

    assert [record.id for record, _ in found] == [30]


def test_no_page_is_asked_for_once_enough_are_found(
    product: t.Any, registry: Registry, records: Records
) -> None:
    entry = registry.add(product)
    asked = iter(pages(*range(1, 31), size=5))

    records.collect(entry, records.rows_statement(entry), asked, everything, 5)

    assert len(list(asked)) == 5


def test_a_row_outside_the_scope_is_not_read(
    product: t.Any, registry: Registry, records: Records
) -> None:
    entry = registry.add(product)
    scoped = records.rows_statement(entry).where(product.id > 3)

    found = records.collect(entry, scoped, pages(3, 4), everything, 5)

    assert [record.id for record, _ in found] == [4]


def test_a_record_is_reloaded_by_its_source_id(
    product: t.Any, registry: Registry, records: Records
) -> None:
    registry.add(product)

    found = records.reload("record:Product:[4]", records.rows_statement, everything)

    assert found is not None
    assert found[1].record == "Falcon 4"


@pytest.mark.parametrize(
    "source_id",
    ["record:Product:[99]", "record:Nothing:[4]", "record:Product:[4,5]", "x", ""],
)
def test_what_is_gone_or_unknown_is_not_reloaded(
    product: t.Any, registry: Registry, records: Records, source_id: str
) -> None:
    registry.add(product)

    assert records.reload(source_id, records.rows_statement, everything) is None


def test_what_is_not_allowed_any_more_is_not_reloaded(
    product: t.Any, registry: Registry, records: Records
) -> None:
    registry.add(product)

    found = records.reload(
        "record:Product:[4]", records.rows_statement, lambda _: False
    )

    assert found is None
