from __future__ import annotations

import typing as t

import pytest
import sqlalchemy as sa
from sqlalchemy import orm

from flask_modelmind.declarations import ModelOptions
from flask_modelmind.settings import Settings
from flask_modelmind.sources import Records
from flask_modelmind.sources import Registry


def test_only_shown_columns_are_searched_and_names_weigh_most(
    registry: Registry, gadget: t.Any, records: Records
) -> None:
    entry = registry.add(gadget)

    names = {column.name: column.weight for column in records.search_columns(entry)}

    assert names["sku"] == names["name"] == 10
    assert not {"api_token", "phone", "internal", "leak", "price"} & set(names)


def test_declared_weights_choose_the_search_columns(
    registry: Registry, gadget: t.Any, records: Records
) -> None:
    options = ModelOptions(search={"note": 2, "sku": 12, "api_token": 5})
    entry = registry.add(gadget, options)

    found = [(column.name, column.weight) for column in records.search_columns(entry)]

    assert found == [("sku", 12), ("note", 2)]


@pytest.mark.parametrize(
    ("column", "pattern"),
    [
        ("id", "1"),
        ("name", "%con 4%"),
        ("status", "SOLD%"),
        ("state", "in_re%"),
        ("motto", "%CON RULES"),
        ("full_name", "%40 FAL%"),
        ("former", "%con 4"),
    ],
)
def test_every_search_column_is_text_on_every_database(
    gadget: t.Any, registry: Registry, records: Records, column: str, pattern: str
) -> None:
    entry = registry.add(gadget)
    columns = {one.name: one.attribute for one in records.search_columns(entry)}
    statement = records.rows_statement(entry).where(columns[column].like(pattern))

    assert len(records.session(entry).scalars(statement).all()) == 1


def test_a_search_term_is_not_changed_by_a_column_s_own_type(
    gadget: t.Any, registry: Registry, records: Records
) -> None:
    entry = registry.add(gadget)
    columns = {one.name: one.attribute for one in records.search_columns(entry)}

    condition = columns["motto"].like("%con rules")

    assert "%con rules" in condition.compile().params.values()
    assert type(condition.right.type) is sa.String


def test_of_very_many_columns_the_naming_ones_are_searched(registry: Registry) -> None:
    class Base(orm.DeclarativeBase):
        pass

    columns = {f"field_{n}": sa.Column(sa.String(20)) for n in range(200)}
    wide = type(
        "Wide",
        (Base,),
        {
            "__tablename__": "wide",
            "id": sa.Column(sa.Integer, primary_key=True),
            **columns,
            "name": sa.Column(sa.String(20)),
        },
    )
    records = Records(registry, Settings(), lambda _: None)

    found = records.search_columns(registry.add(wide))

    assert len(found) == 40
    assert found[0].name == "name"
