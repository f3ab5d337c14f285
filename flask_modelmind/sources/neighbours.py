"""The rows around a page of records, as far as the viewer may see them."""

from __future__ import annotations

import itertools
import typing as t
from collections import abc as cabc

from sqlalchemy import orm

from .display import MAX_SCALAR_ITEMS
from .fields import MISSING
from .fields import read_value
from .plans import ModelPlan
from .registry import ModelEntry
from .registry import Registry
from .related import Key
from .related import read_related
from .related import RelatedRows

RelatedGate = cabc.Callable[[ModelEntry, t.Any], bool]
"""``(entry, record) -> bool``: may the viewer see a row of another enabled model?"""


class Neighbours:
    """Gives the rows behind a relation of a record.

    :param allows: Asked for rows of enabled models; a row it refuses is as good as
        absent. ``None``: the developer's declaration of the relation is enough.
    """

    def __init__(
        self, plan: ModelPlan, registry: Registry, allows: RelatedGate | None
    ) -> None:
        self._plan = plan
        self._registry = registry
        self._allows = allows
        self._rows: dict[str, dict[Key, RelatedRows]] = {}

    def load(self, session: orm.Session, keys: cabc.Sequence[Key]) -> None:
        """Read the rows of all to-many relations for some records.

        :param keys: Primary keys of the records.
        """
        columns: dict[str, list[str]] = {}
        for spec in self._plan.columns:
            if spec.relation is not None and spec.is_many:
                columns.setdefault(spec.relation, []).append(spec.key)
        for relation, names in columns.items():
            rows = read_related(session, self._plan.mapper, relation, names, keys)
            self._rows.setdefault(relation, {}).update(rows)

    def __call__(self, record: t.Any, relation: str) -> RelatedRows:
        """Return what a record has behind a relation."""
        key = tuple(self._plan.mapper.primary_key_from_instance(record))
        rows = self._rows.get(relation, {}).get(key)
        rows = _attribute(record, relation) if rows is None else rows
        if self._allows is None or not rows.members:
            return rows
        entry = self._registry.entry_of(rows.members[0])
        if entry is None:
            return rows
        seen = tuple(one for one in rows.members if self._allows(entry, one))
        is_cut = bool(seen) and rows.count > len(rows.members)
        return RelatedRows(members=seen, count=len(seen), is_cut=is_cut)


def _attribute(record: t.Any, relation: str) -> RelatedRows:
    """Read a relation from the record itself."""
    value = read_value(record, relation)
    if value is MISSING or value is None:
        return RelatedRows()
    if isinstance(value, cabc.Mapping):
        value = list(value.values())
    if not isinstance(value, cabc.Collection):
        return RelatedRows(members=(value,), count=1)
    members = tuple(itertools.islice(value, MAX_SCALAR_ITEMS))
    return RelatedRows(members=members, count=len(value))
