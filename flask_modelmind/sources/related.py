"""Read the rows behind to-many relations: a few for each record, in one query each."""

from __future__ import annotations

import dataclasses
import typing as t
from collections import abc as cabc

import sqlalchemy as sa
from sqlalchemy import orm

from .display import MAX_SCALAR_ITEMS
from .relations import deferred_attributes

Key = tuple[t.Any, ...]


@dataclasses.dataclass(frozen=True, kw_only=True)
class RelatedRows:
    """What one record has on the other side of a relation."""

    members: tuple[t.Any, ...] = ()
    """The first 20 in the relation's order, else by primary key."""
    count: int = 0
    """How many there are in all."""
    is_cut: bool = False
    """Whether there are more, but nobody may know how many."""


def read_related(
    session: orm.Session,
    mapper: orm.Mapper[t.Any],
    relation: str,
    columns: cabc.Sequence[str],
    keys: cabc.Sequence[Key],
) -> dict[Key, RelatedRows]:
    """Return the first rows of a to-many relation for each of several records.

    The records' own collections stay as they are: unloaded, or the application's.

    :param columns: What will be read of the rows.
    :param keys: Primary keys of the records.
    """
    if not keys:
        return {}
    related = mapper.relationships[relation].mapper
    ranked = _ranked(mapper, relation, keys)
    width = len(mapper.primary_key)
    parents = [ranked.c[f"parent_{n}"] for n in range(width)]
    statement = (
        sa.select(related.class_, ranked.c.total, *parents)
        .join(
            ranked,
            sa.and_(
                *(
                    attribute == ranked.c[f"related_{n}"]
                    for n, attribute in enumerate(key_attributes(related.class_))
                )
            ),
        )
        .where(ranked.c.place <= MAX_SCALAR_ITEMS)
        .order_by(ranked.c.place)
        .options(*map(orm.undefer, deferred_attributes(related, columns)))
    )
    found: dict[Key, RelatedRows] = dict.fromkeys(keys, RelatedRows())
    for member, total, *key in session.execute(statement).unique():
        earlier = found[tuple(key)].members
        found[tuple(key)] = RelatedRows(members=(*earlier, member), count=total)
    return found


def key_attributes(entity: t.Any) -> list[t.Any]:
    """Return the primary key attributes of a class or alias, in mapper order."""
    mapper: orm.Mapper[t.Any] = sa.inspect(entity).mapper
    return [
        getattr(entity, mapper.get_property_by_column(column).key)
        for column in mapper.primary_key
    ]


def is_one_of(entity: t.Any, keys: cabc.Sequence[Key]) -> sa.ColumnElement[bool]:
    """Return the condition that a row has one of these primary keys."""
    attributes = key_attributes(entity)
    if len(attributes) == 1:
        condition = attributes[0].in_([key[0] for key in keys])
        return t.cast("sa.ColumnElement[bool]", condition)
    return sa.or_(
        *(
            sa.and_(*(a == part for a, part in zip(attributes, key, strict=True)))
            for key in keys
        )
    )


def _ranked(
    mapper: orm.Mapper[t.Any], relation: str, keys: cabc.Sequence[Key]
) -> sa.Subquery:
    """Number the related rows of each record.

    The parent is aliased, not the related model, so that the relation's own order
    applies as it is written, and a model may be related to itself.
    """
    parent = orm.aliased(mapper.class_)
    prop = mapper.relationships[relation]
    parent_key = key_attributes(parent)
    related_key = key_attributes(prop.mapper.class_)
    order = [*(prop.order_by or ()), *related_key]
    return (
        sa.select(
            *(column.label(f"parent_{n}") for n, column in enumerate(parent_key)),
            *(column.label(f"related_{n}") for n, column in enumerate(related_key)),
            sa.func.row_number()
            .over(partition_by=parent_key, order_by=order)
            .label("place"),
            sa.func.count().over(partition_by=parent_key).label("total"),
        )
        .select_from(parent)
        .join(getattr(parent, relation))
        .where(is_one_of(parent, keys))
        .subquery()
    )
