"""Every kind of column, read from a real database."""

from __future__ import annotations

import datetime as dt
import decimal
import logging
import typing as t

import pytest
import sqlalchemy as sa
from sqlalchemy import orm

from flask_modelmind.declarations import ModelOptions
from flask_modelmind.settings import Settings
from flask_modelmind.sources import Records
from flask_modelmind.sources import Registry
from flask_modelmind.values import Field
from flask_modelmind.values import Hit


def hides(name: str) -> str | None:
    words = ("password", "token", "secret", "api_key")
    return next((f"'{word}' is sensitive" for word in words if word in name), None)


UID = "7b0e0c6e-3f0a-4a86-9d9b-0d2a4c1d8f11"


class Read(t.Protocol):
    def __call__(self, options: ModelOptions = ...) -> dict[str, Field]: ...


@pytest.fixture
def read(gadget: t.Any, registry: Registry, records: Records) -> Read:
    def read(options: ModelOptions = ModelOptions()) -> dict[str, Field]:  # noqa: B008
        entry = registry.add(gadget, options)
        record = records.session(entry).get(gadget, 1)
        return {f.column: f for f in records.evidence(entry, record).fields}

    return read


@pytest.mark.parametrize(
    ("column", "kind", "value", "text"),
    [
        ("name", "text", "Falcon 40", "Falcon 40"),
        ("price", "number", decimal.Decimal("1299.00"), "1299.00"),
        ("weight", "number", 1.5, "1.5"),
        ("stock", "number", 0, "0"),
        ("is_new", "boolean", False, "no"),
        ("released", "date", dt.date(2026, 4, 3), "2026-04-03"),
        (
            "created_at",
            "datetime",
            dt.datetime(2026, 4, 3, 22, 30),  # noqa: DTZ001
            "2026-04-03 22:30",
        ),
        ("opens", "time", dt.time(9, 0), "09:00"),
        ("warranty", "interval", dt.timedelta(days=730, hours=2), "730 days 2 h"),
        ("status", "enum", "sold_out", "sold out"),
        ("state", "enum", "in_repair", "in repair"),
        ("uid", "uuid", UID, UID),
        ("meta.seats", "number", 5, "5"),
        ("meta.plan", "null", None, ""),
        ("meta.tags", "text", "a, b", "a, b"),
        ("note", "null", None, ""),
        ("body", "text", "Long text", "Long text"),
        ("rare", "text", "Rare text", "Rare text"),
        ("former", "text", "Falcon 4", "Falcon 4"),
        ("full_name", "text", "Falcon 40 FAL-40", "Falcon 40 FAL-40"),
        ("double", "number", 0, "0"),
    ],
)
def test_a_column_comes_out_typed_and_readable(
    gadget: t.Any,
    registry: Registry,
    records: Records,
    column: str,
    kind: str,
    value: object,
    text: str,
) -> None:
    entry = registry.add(gadget)
    statement = records.rows_statement(entry)

    [(_, evidence)] = records.collect(
        entry, statement, [[Hit(key=(1,), score=1)]], lambda _: True, 1
    )
    field = evidence.field(column)

    assert field is not None
    assert (field.kind, field.value, field.text) == (kind, value, text)


def test_what_is_sensitive_binary_or_internal_is_left_out(read: Read) -> None:
    fields = read()

    hidden = {
        "api_token", "pin_code", "phone", "internal", "margin", "image", "tenant_id",
        "parent_id", "meta.smtp_password", "hidden_alias", "leak", "shout", "broken",
        "python_only", "article", "_old",
    }  # fmt: skip
    assert not hidden & set(fields)
    assert "TOP" not in {field.text for field in fields.values()}


@pytest.mark.parametrize(
    "column",
    [
        "api_token", "pin_code", "phone", "internal", "margin", "hidden_alias", "leak",
        "user_secret", "second_alias", "keyed",
    ],
)  # fmt: skip
def test_an_explicit_list_never_bypasses_the_block_list(
    read: Read, column: str, caplog: pytest.LogCaptureFixture
) -> None:
    fields = read(ModelOptions(columns=("name", column)))

    assert set(fields) == {"name"}
    assert f"'Gadget.{column}' is listed but stays hidden" in caplog.text


@pytest.mark.parametrize("column", ["api_token", "phone", "internal"])
def test_unblock_shows_a_blocked_column_with_a_warning(
    read: Read, column: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        fields = read(ModelOptions(columns=("name", column), unblock=(column,)))

    assert fields[column].text == "TOP"
    assert f"'Gadget.{column}' is shown because unblock names it" in caplog.text


def test_columns_come_in_the_order_they_are_listed(read: Read) -> None:
    fields = read(ModelOptions(columns=("stock", "name", "shout")))

    assert list(fields) == ["stock", "name", "shout"]
    assert fields["shout"].text == "Falcon 40!"


def test_a_property_that_raises_is_left_out_and_logged(
    read: Read, caplog: pytest.LogCaptureFixture
) -> None:
    fields = read(ModelOptions(columns=("name", "broken")))

    assert list(fields) == ["name"]
    assert "Reading 'Gadget.broken' failed" in caplog.text


def test_include_is_an_allow_list(read: Read) -> None:
    fields = read(ModelOptions(include=("sku", "name")))

    assert set(fields) == {"sku", "name"}


def test_exclude_beats_every_other_option(read: Read) -> None:
    options = ModelOptions(
        columns=("name", "sku"), unblock=("sku",), exclude=("sku", "meta.seats")
    )

    assert set(read(options)) == {"name"}


def test_one_leaf_of_a_json_column_can_be_listed_or_excluded(
    registry: Registry, gadget: t.Any, records: Records
) -> None:
    entry = registry.add(gadget, ModelOptions(columns=("meta.seats",)))
    record = records.session(entry).get(gadget, 1)

    assert [f.column for f in records.evidence(entry, record).fields] == ["meta.seats"]


def test_keys_are_marked_and_names_identify(read: Read) -> None:
    fields = read(ModelOptions(columns=("id", "tenant_id", "parent_id", "name", "sku")))

    assert [c for c, f in fields.items() if f.is_key] == [
        "id",
        "tenant_id",
        "parent_id",
    ]
    assert [c for c, f in fields.items() if f.is_identity] == ["name", "sku"]


def test_a_text_that_is_the_primary_key_is_a_fact_that_names_its_record(
    registry: Registry,
) -> None:
    class Base(orm.DeclarativeBase):
        pass

    class Country(Base):
        __tablename__ = "country"
        code: orm.Mapped[str] = orm.mapped_column(sa.String(2), primary_key=True)
        title: orm.Mapped[str]

    entry = registry.add(Country)
    records = Records(registry, Settings(), lambda _: None)
    evidence = records.evidence(entry, Country(code="NO", title="Norway"))

    code = evidence.field("code")
    assert code is not None
    assert (code.is_key, code.is_identity) == (False, True)
    assert "NO" in evidence.names


def test_a_listed_secret_cannot_name_a_record(
    registry: Registry, gadget: t.Any, records: Records
) -> None:
    entry = registry.add(gadget, ModelOptions(source_label="{name} ({api_token})"))
    record = records.session(entry).get(gadget, 1)

    assert records.evidence(entry, record).record == "Falcon 40"


def test_long_text_is_cut_with_an_ellipsis(registry: Registry, gadget: t.Any) -> None:
    records = Records(registry, Settings(field_characters=20), hides)
    entry = registry.add(gadget, ModelOptions(columns=("body",)))
    record = gadget(id=5, body="word " * 50)

    [field] = records.evidence(entry, record).fields

    assert len(field.text) <= 20
    assert field.text.endswith("…")


def test_leaves_of_a_json_column_can_be_chosen_named_and_unblocked(
    read: Read,
) -> None:
    options = ModelOptions(
        exclude=("meta.tags",),
        unblock=("meta.smtp_password",),
        labels={"meta.seats": "Seats"},
        units={"meta.seats": "persons"},
    )

    fields = read(options)

    assert fields["meta.smtp_password"].text == "x"
    assert "meta.tags" not in fields
    assert (fields["meta.seats"].label, fields["meta.seats"].text) == (
        "Seats",
        "5 persons",
    )


def test_rows_come_in_the_declared_order(
    db: t.Any, gadget: t.Any, registry: Registry, records: Records
) -> None:
    db.session.add_all([gadget(id=2, price=5), gadget(id=3, price=5000)])
    db.session.commit()
    entry = registry.add(gadget, ModelOptions(order_by={"price": "desc"}))

    rows = records.session(entry).scalars(records.rows_statement(entry))

    assert [row.id for row in rows] == [3, 1, 2]
