"""Letter tables for databases that cannot call Python, made from the fold itself."""

from __future__ import annotations

import dataclasses
import functools
import itertools

from ..text import fold

_RANGES = (
    (0x00A0, 0x024F), (0x0300, 0x036F), (0x0370, 0x03FF), (0x0400, 0x04FF),
    (0x0591, 0x05C7), (0x0600, 0x06FF), (0x0966, 0x096F), (0x1E00, 0x1FFF),
    (0x200B, 0x200F), (0x2010, 0x201F), (0x202A, 0x202E), (0x2066, 0x2069),
    (0xFB00, 0xFB06), (0xFE70, 0xFEFC), (0xFF01, 0xFF5E),
)  # fmt: skip
"""Code points whose folded form is worked out for PostgreSQL."""

_MYSQL_RANGES = (
    (0x00DF, 0x017F), (0x03AC, 0x03CE), (0x0430, 0x045F), (0x0622, 0x0626),
    (0x0629, 0x0629), (0x0640, 0x0640), (0x0643, 0x0643), (0x0649, 0x0652),
    (0x0660, 0x066C), (0x0670, 0x0671), (0x06C0, 0x06C3), (0x06F0, 0x06F9),
    (0x200C, 0x200F), (0x2010, 0x2019),
)  # fmt: skip
"""The most frequent of these, in lower case: each costs one ``REPLACE``."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Letters:
    """A table for ``translate``, and what it cannot say."""

    sources: str
    targets: str
    """One for each of the first sources; the remaining sources are deleted."""
    pairs: tuple[tuple[str, str], ...]
    """Letters that fold to more than one."""


@functools.cache
def postgresql_letters() -> Letters:
    """Return the letters that PostgreSQL is told to exchange.

    Capital letters are among them: ``lower`` of a database with the locale ``C`` knows
    ASCII only.
    """
    points = itertools.chain.from_iterable(range(a, b + 1) for a, b in _RANGES)
    folds = {chr(point): _target(chr(point)) for point in points}
    single = {s: t for s, t in folds.items() if len(t) == 1 and s != t}
    deleted = [s for s, t in folds.items() if not t]
    return Letters(
        sources="".join([*single, *deleted]),
        targets="".join(single.values()),
        pairs=tuple((s, t) for s, t in folds.items() if len(t) > 1 and _is_common(s)),
    )


@functools.cache
def mysql_letters() -> tuple[tuple[str, str], ...]:
    """Return the letters that MySQL and MariaDB are told to exchange."""
    points = itertools.chain.from_iterable(range(a, b + 1) for a, b in _MYSQL_RANGES)
    letters = (chr(point) for point in points)
    return tuple(
        (letter, _target(letter))
        for letter in letters
        if letter == letter.lower() and letter != _target(letter)
    )


def _target(letter: str) -> str:
    return " " if letter.isspace() else fold(letter)


def _is_common(letter: str) -> bool:
    return letter in "ßæœþÆŒÞẞﬀﬁﬂﬃﬄ"
