"""Take nested data apart into named leaves, without the secrets in it."""

from __future__ import annotations

import json
import typing as t
from collections import abc as cabc

from .columns import Hides

MAX_LEAVES = 60
"""Most leaves of one JSON value."""
MAX_DEPTH = 6
"""Levels below which nested data is left out."""


def leaves(name: str, value: t.Any, hides: Hides) -> cabc.Iterator[tuple[str, t.Any]]:
    """Yield ``(dotted name, scalar or list of scalars)``, at most 60.

    A text that is itself JSON, as some drivers and older rows give, is read first.
    Lists of objects are numbered from 0: ``meta.items.0.name``. Keys that ``hides``
    names are dropped with everything below them.
    """
    for number, leaf in enumerate(_walk(name, _parsed(value), hides, 0)):
        if number >= MAX_LEAVES:
            return
        yield leaf


def _walk(
    name: str, value: t.Any, hides: Hides, depth: int
) -> cabc.Iterator[tuple[str, t.Any]]:
    if depth > MAX_DEPTH:
        return
    if isinstance(value, cabc.Mapping):
        for key, item in value.items():
            if hides(str(key)) is None:
                yield from _walk(f"{name}.{key}", item, hides, depth + 1)
    elif _is_list(value) and any(_is_nested(item) for item in value):
        for place, item in enumerate(value):
            yield from _walk(f"{name}.{place}", item, hides, depth + 1)
    else:
        yield name, value


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
