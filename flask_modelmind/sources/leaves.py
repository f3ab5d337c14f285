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
    names, by themselves or with the keys above them, are dropped with all below them.
    """
    walk = _Walk(name, hides, rules or LeafRules())
    return itertools.islice(walk.over((), _parsed(value)), MAX_LEAVES)


class _Walk:
    def __init__(self, column: str, hides: Hides, rules: LeafRules) -> None:
        self._column = column
        self._hides = hides
        self._rules = rules

    def over(
        self, path: tuple[str, ...], value: t.Any
    ) -> cabc.Iterator[tuple[str, t.Any]]:
        if len(path) > MAX_DEPTH:
            return
        if isinstance(value, cabc.Mapping):
            for key, item in value.items():
                if self._may_enter((*path, str(key))):
                    yield from self.over((*path, str(key)), item)
        elif _is_list(value) and any(_is_nested(item) for item in value):
            for place, item in enumerate(value):
                yield from self.over((*path, str(place)), item)
        elif self._rules.shows(name := self._name(path)):
            yield name, value

    def _may_enter(self, path: tuple[str, ...]) -> bool:
        if _is_below(self._name(path), self._rules.unblock):
            return True
        reason = self._hides(path[-1]) or self._hides(".".join(path))
        return reason is None

    def _name(self, path: tuple[str, ...]) -> str:
        return ".".join((self._column, *path))


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
