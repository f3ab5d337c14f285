"""Choose the columns a question is looked up in."""

from __future__ import annotations

import dataclasses
import typing as t
from collections import abc as cabc

import sqlalchemy as sa
from sqlalchemy import orm

from .columns import ColumnSpec
from .kinds import stores_text

IDENTITY_WEIGHT = 10.0
TEXT_WEIGHT = 3.0
MOST_COLUMN_COUNT = 40
"""A statement over more columns is deeper than SQLite allows."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class SearchColumn:
    """One column to search, with its weight."""

    attribute: t.Any
    """Mapped attribute or SQL expression of the model; always of a text type."""
    name: str
    weight: float


def make_search_columns(
    mapper: orm.Mapper[t.Any],
    columns: cabc.Sequence[ColumnSpec],
    identities: cabc.Collection[str],
    weights: cabc.Mapping[str, float],
) -> tuple[SearchColumn, ...]:
    """Return the search columns of a model, heaviest first.

    Only columns that are shown, so that nobody can probe a hidden one. Without declared
    weights every text and enum column and every unique column is searched, at most 40
    of them. A column of a to-one relation is searched when it has a weight.
    """
    chosen = [
        SearchColumn(
            attribute=_as_text(mapper, spec),
            name=spec.name,
            weight=weights.get(spec.name, _weight(spec, identities)),
        )
        for spec in columns
        if spec.attribute is not None
        and not spec.is_many
        and (spec.name in weights if weights else _is_searchable(spec))
    ]
    heaviest_first = sorted(chosen, key=lambda column: -column.weight)
    return tuple(heaviest_first[: len(weights) or MOST_COLUMN_COUNT])


def _as_text(mapper: orm.Mapper[t.Any], spec: ColumnSpec) -> t.Any:
    """Make text of what is none: PostgreSQL has no ``LIKE`` for numbers and enums.

    A type of the application's own would also change what is looked for on its way to
    the database, so only what it stores is compared.
    """
    attribute = spec.attribute
    if spec.relation is not None:
        attribute = _through(mapper, spec.relation, spec.key)
    if spec.column_type is None or not stores_text(spec.column_type):
        return sa.cast(attribute, sa.String(255))
    if isinstance(spec.column_type, sa.types.TypeDecorator):
        return sa.type_coerce(attribute, sa.String())
    return attribute


def _through(mapper: orm.Mapper[t.Any], relation: str, key: str) -> t.Any:
    """Read one column of a to-one relation beside the row it belongs to."""
    related = orm.aliased(mapper.relationships[relation].mapper.class_)
    joined = getattr(mapper.class_, relation).of_type(related)
    column = sa.select(getattr(related, key)).where(joined)
    return column.correlate(mapper.class_).scalar_subquery()


def _is_searchable(spec: ColumnSpec) -> bool:
    if spec.relation is not None:
        return False
    return spec.kind in ("text", "enum") or (spec.is_unique and spec.kind != "json")


def _weight(spec: ColumnSpec, identities: cabc.Collection[str]) -> float:
    return IDENTITY_WEIGHT if spec.name in identities else TEXT_WEIGHT
