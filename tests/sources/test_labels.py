from __future__ import annotations

import pytest
from sqlalchemy import orm

from flask_modelmind.declarations import ModelOptions
from flask_modelmind.settings import Settings
from flask_modelmind.sources import Records
from flask_modelmind.sources import Registry
from flask_modelmind.sources.names import readable_name
from flask_modelmind.sources.templates import fill


class Base(orm.DeclarativeBase):
    pass


class Part(Base):
    __tablename__ = "label_part"
    id: orm.Mapped[int] = orm.mapped_column(primary_key=True)
    name: orm.Mapped[str | None]
    title: orm.Mapped[str | None]
    sku: orm.Mapped[str | None]
    serial: orm.Mapped[str | None] = orm.mapped_column(unique=True)
    city: orm.Mapped[str | None]


def part(**values: str) -> Part:
    return Part(id=7, **values)


def label_of(record: Part, registry: Registry, **options: str) -> str:
    records = Records(registry, Settings(), lambda _: None)
    entry = registry.add(Part, ModelOptions(**options))  # type: ignore[arg-type]
    return records.evidence(entry, record).record


def test_a_declared_column_names_the_record(registry: Registry) -> None:
    assert label_of(part(name="A", serial="S-1"), registry, source_label="serial") == (
        "S-1"
    )


def test_a_template_names_the_record(registry: Registry) -> None:
    record = part(name="A", sku="B")

    assert label_of(record, registry, source_label="{name} ({sku})") == "A (B)"


def test_a_missing_part_leaves_no_brackets(registry: Registry) -> None:
    assert label_of(part(name="A"), registry, source_label="{name} ({sku})") == "A"


def test_an_empty_template_falls_back_to_the_label_columns(registry: Registry) -> None:
    assert label_of(part(title="T"), registry, source_label="{name} ({sku})") == "T"


def test_the_first_label_column_with_a_value_is_taken(registry: Registry) -> None:
    assert label_of(part(title="T", sku="S"), registry) == "T"


def test_without_any_name_the_key_is_the_label(registry: Registry) -> None:
    assert label_of(part(city="Ulm"), registry) == "#7"


def test_a_label_is_cut_at_a_hundred_characters(registry: Registry) -> None:
    label = label_of(part(name="x" * 300), registry)

    assert len(label) == 100
    assert label.endswith("…")


def test_names_are_the_most_specific_first_and_leave_out_shared_values(
    registry: Registry,
) -> None:
    records = Records(registry, Settings(), lambda _: None)
    entry = registry.add(Part, ModelOptions(source_label="{name} ({city})"))
    record = part(name="Falcon", sku="FAL", serial="S-1", title="Dr.", city="Ulm")

    names = records.evidence(entry, record).names

    assert names == ("Falcon (Ulm)", "S-1", "FAL", "Falcon")


def test_a_label_column_that_is_not_shown_still_names_the_record(
    registry: Registry,
) -> None:
    records = Records(registry, Settings(), lambda _: None)
    entry = registry.add(Part, ModelOptions(columns=("city",), source_label="serial"))

    evidence = records.evidence(entry, part(city="Ulm", serial="S-1"))

    assert evidence.record == "S-1"
    assert [field.column for field in evidence.fields] == ["city"]


def test_an_excluded_column_never_names_the_record(registry: Registry) -> None:
    records = Records(registry, Settings(), lambda _: None)
    options = ModelOptions(exclude=("serial",), source_label="{name} ({serial})")
    entry = registry.add(Part, options)

    evidence = records.evidence(entry, part(name="A", serial="S-1"))

    assert evidence.record == "A"
    assert "S-1" not in evidence.names


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("{a} ({b})", "A"),
        ("{b} - {a}", "A"),
        ("{a}, {b}", "A"),
        ("#{a}", "#A"),
        ("{b}", ""),
        ("{ a }", "A"),
        ("{a", "{a"),
    ],
)
def test_a_template_is_filled(template: str, expected: str) -> None:
    assert fill(template, {"a": "A", "b": ""}) == expected


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("stock_status", "Stock status"),
        ("sku", "SKU"),
        ("category.name", "Category name"),
        ("productId", "Product ID"),
        ("createdAt", "Created at"),
        ("line2", "Line 2"),
        ("قیمت", "قیمت"),
        ("größe", "Größe"),
    ],
)
def test_a_column_name_is_made_readable(name: str, label: str) -> None:
    assert readable_name(name) == label
