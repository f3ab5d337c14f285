"""Load the rows of a page of hits, and keep those the viewer may see."""

from __future__ import annotations

import logging
import typing as t
from collections import abc as cabc

import sqlalchemy as sa
from sqlalchemy import orm

from ..values import Hit
from .plans import ModelPlan
from .related import is_one_of
from .trouble import UNREADABLE

logger = logging.getLogger(__name__)
Key = tuple[t.Any, ...]


def allowed_rows(
    session: orm.Session,
    plan: ModelPlan,
    statement: sa.Select[t.Any],
    page: cabc.Sequence[Hit],
    allows: cabc.Callable[[t.Any], bool],
    *,
    limit: int,
) -> list[tuple[Hit, t.Any]]:
    """Load the rows of a page, relations included, and ask the gate about each.

    A row that holds what its columns cannot is left out, and logged.

    :param statement: Select of the model under the viewer's scope.
    :param page: Hits in order; a key of another length than the model's finds nothing.
    :param limit: Most rows to return; the gate is asked about no more than needed.
    :return: Hits with their rows, in the order of the page.
    """
    rows = _rows(session, plan, statement, [hit.key for hit in page])
    found: list[tuple[Hit, t.Any]] = []
    for hit in page:
        if len(found) == limit:
            break
        record = rows.pop(hit.key, None)
        if record is not None and allows(record):
            found.append((hit, record))
    return found


def _rows(
    session: orm.Session,
    plan: ModelPlan,
    statement: sa.Select[t.Any],
    keys: cabc.Sequence[Key],
) -> dict[Key, t.Any]:
    width = len(plan.mapper.primary_key)
    fitting = [key for key in keys if len(key) == width]
    if not fitting:
        return {}
    try:
        rows = _load(session, plan, statement, fitting)
    except UNREADABLE:
        rows = _load_readable(session, plan, statement, fitting)
    return {tuple(plan.mapper.primary_key_from_instance(row)): row for row in rows}


def _load(
    session: orm.Session,
    plan: ModelPlan,
    statement: sa.Select[t.Any],
    keys: cabc.Sequence[Key],
) -> list[t.Any]:
    narrowed = statement.where(is_one_of(plan.entry.model, keys))
    with session.no_autoflush:
        return list(session.scalars(narrowed.options(*plan.loads)).unique())


def _load_readable(
    session: orm.Session,
    plan: ModelPlan,
    statement: sa.Select[t.Any],
    keys: cabc.Sequence[Key],
) -> list[t.Any]:
    """Load row by row, without those that hold what their columns cannot."""
    rows = []
    for key in keys:
        try:
            rows += _load(session, plan, statement, [key])
        except UNREADABLE as error:
            name, kind = plan.entry.name, type(error).__name__
            logger.warning("A row of '%s' cannot be read: %s.", name, kind)
    return rows
