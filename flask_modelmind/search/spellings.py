"""Other spellings, found in the data, of words that no row holds."""

from __future__ import annotations

import functools
import operator
import re
from collections import abc as cabc

import sqlalchemy as sa

from ..spelling import likely_edits
from ..spelling import typo_similarity
from ..text import words
from .reader import Reader
from .statements import folded_rows
from .wanted import Group

_MOST_ROWS = 2_000
"""Rows whose names are compared with a mistyped word."""
_MOST_SPELLINGS = 8
_LEAST_SIMILARITY = 0.72
_LONG_WORD = 6
"""From this length on, pieces of three letters are looked for; below, of two."""


def find_spellings(
    reader: Reader, missing: cabc.Sequence[Group], *, fuzzy: bool
) -> dict[str, list[str]]:
    """Return spellings that the names of rows have for words that were not found.

    At most 2,000 rows a word are read, those that share most with it.

    :param missing: Words that no row holds.
    :param fuzzy: Whether typing mistakes are allowed for.
    :return: ``raw`` of a word → its spellings, likeliest first.
    """
    found: dict[str, list[str]] = {}
    for group in missing:
        spellings = _sounding(reader, group) if group.pattern else []
        if not spellings and fuzzy and not group.is_code:
            spellings = _mistyped(reader, group)
        if spellings:
            found[group.raw] = spellings[:_MOST_SPELLINGS]
    return found


def _sounding(reader: Reader, group: Group) -> list[str]:
    """Find Latin spellings of a name of another script."""
    rows = folded_rows(reader.ground, ())
    bounded = f"(^|[^a-z]){group.pattern}([^a-z]|$)"
    statement = (
        sa.select(rows.c.heavy)
        .where(rows.c.heavy.regexp_match(bounded))
        .distinct()
        .limit(_MOST_ROWS)
    )
    spelled = re.compile(group.pattern)
    return [w for w in _names(reader, statement) if spelled.fullmatch(w)]


def _mistyped(reader: Reader, group: Group) -> list[str]:
    """Find words that the missing one may be a mistyped form of."""
    allowed = likely_edits(group.text)
    if not allowed:
        return []
    pieces = _pieces(group.text)
    rows = folded_rows(reader.ground, pieces)
    shared = functools.reduce(
        operator.add,
        [
            sa.case((reader.ground.dialect.contains(rows.c.heavy, piece), 1), else_=0)
            for piece in pieces
        ],
    )
    statement = (
        sa.select(rows.c.heavy).where(shared > 0).order_by(sa.desc(shared))
    ).limit(_MOST_ROWS)
    likely = {
        word: similarity
        for word in _names(reader, statement)
        if (similarity := typo_similarity(group.text, word, allowed))
        >= _LEAST_SIMILARITY
    }
    return sorted(likely, key=lambda word: -likely[word])


def _pieces(text: str) -> list[str]:
    """Cut a word into the overlapping pieces that survive a typing mistake."""
    size = 3 if len(text) >= _LONG_WORD else 2
    return sorted({text[at : at + size] for at in range(len(text) - size + 1)})


def _names(reader: Reader, statement: sa.Select[tuple[str]]) -> list[str]:
    """Return the distinct words of the names that a statement reads."""
    texts = (row[0] for row in reader.execute(statement))
    return list(dict.fromkeys(word.text for text in texts for word in words(text)))
