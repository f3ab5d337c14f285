"""Take nested data apart into named leaves, without the secrets in it."""

from __future__ import annotations

import dataclasses
import itertools
import json
import typing as t
from collections import abc as cabc

from ..declarations import ModelOptions

Hides = cabc.Callable[[str], str | None]
"""``(column or JSON key) -> why it is sensitive``, or ``None``."""

MAX_LEAVES = 60
"""Most leaves of one JSON value."""
MAX_DEPTH = 6
"""Levels below which nested data is left out."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class LeafRules:
    """What was declared for the leaves of one JSON column, by dotted name."""

    only: frozenset[str] = frozenset()
    """The listed leaves, with everything below them; empty: all."""
    exclude: frozenset[str] = frozenset()
    """Leaves that are never shown, with everything below them."""
    unblock: frozenset[str] = frozenset()
    """Leaves to show although their key is sensitive."""
    labels: cabc.Mapping[str, str] = dataclasses.field(default_factory=dict)
    units: cabc.Mapping[str, str] = dataclasses.field(default_factory=dict)

    def shows(self, name: str) -> bool:
        """Whether the declared lists let a leaf through."""
        is_listed = not self.only or _is_below(name, self.only)
        return is_listed and not _is_below(name, self.exclude)


def make_leaf_rules(column: str, options: ModelOptions) -> LeafRules:
    """Pick what the options of a model say about the leaves of one column."""
    listed = options.columns or options.include
    return LeafRules(
        only=frozenset() if column in listed else _inside(column, listed),
        exclude=_inside(column, options.exclude),
        unblock=_inside(column, options.unblock),
        labels=options.labels,
        units=options.units,
    )


def leaves(
    name: str, value: t.Any, hides: Hides, rules: LeafRules | None = None
) -> cabc.Iterator[tuple[str, t.Any]]:
    """Yield ``(dotted name, scalar or list of scalars)``, at most 60.

    A text that is itself JSON, as some drivers and older rows give, is read first.
    Lists of objects are numbered from 0: ``meta.items.0.name``. Keys that ``hides``
    names are dropped with everything below them.
    """
    walk = _Walk(hides, rules or LeafRules())
    return itertools.islice(walk.over(name, _parsed(value), 0), MAX_LEAVES)


class _Walk:
    def __init__(self, hides: Hides, rules: LeafRules) -> None:
        self._hides = hides
        self._rules = rules

    def over(
        self, name: str, value: t.Any, depth: int
    ) -> cabc.Iterator[tuple[str, t.Any]]:
        if depth > MAX_DEPTH:
            return
        if isinstance(value, cabc.Mapping):
            for key, item in value.items():
                below = f"{name}.{key}"
                if self._hides(str(key)) is None or below in self._rules.unblock:
                    yield from self.over(below, item, depth + 1)
        elif _is_list(value) and any(_is_nested(item) for item in value):
            for place, item in enumerate(value):
                yield from self.over(f"{name}.{place}", item, depth + 1)
        elif self._rules.shows(name):
            yield name, value


def _inside(column: str, names: cabc.Iterable[str]) -> frozenset[str]:
    return frozenset(name for name in names if name.startswith(f"{column}."))


def _is_below(name: str, listed: frozenset[str]) -> bool:
    return any(name == one or name.startswith(f"{one}.") for one in listed)


def _parsed(value: t.Any) -> t.Any:
    if not isinstance(value, str) or value.lstrip()[:1] not in ("{", "["):
        return value
    try:
        return json.loads(value)
    except ValueError:
        return value


def _is_list(value: t.Any) -> bool:
    return isinstance(value, cabc.Sequence | cabc.Set) and not isinstance(
        value, str | bytes | bytearray | memoryview
    )


def _is_nested(value: t.Any) -> bool:
    return isinstance(value, cabc.Mapping) or _is_list(value)
