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
from ..transliteration import closeness
from .reader import Reader
from .statements import folded_rows
from .statements import name_texts
from .wanted import Group

_MOST_ROWS = 30_000
"""Rows whose names are compared with words that were not found."""
_MOST_ALIKE = 2_000
"""Rows of a larger table, those that share most with a mistyped word."""
_MOST_GROUPS = 3
_MOST_SPELLINGS = 8
_LEAST_SIMILARITY = 0.72
_LEAST_CLOSENESS = 0.7
"""Below, a spelling has the consonants of the name and is another name."""
_LONG_WORD = 6
"""From this length on, pieces of three letters are looked for; below, of two."""

_PLAIN_WORD = re.compile(r"[a-z0-9]+")


def find_spellings(
    reader: Reader, missing: cabc.Sequence[Group], *, fuzzy: bool
) -> dict[str, list[str]]:
    """Return spellings that the names of rows have for words that were not found.

    The names of at most 30,000 rows are read. In a larger table, names of another
    script are looked for in these rows only; for a mistyped word the 2,000 rows are
    read that share most of its letters.

    :param missing: Words that no row holds; the three heaviest are tried.
    :param fuzzy: Whether typing mistakes are allowed for.
    :return: ``raw`` of a word → its spellings, likeliest first.
    """
    tried = [
        group
        for group in missing[:_MOST_GROUPS]
        if group.pattern or (fuzzy and _may_be_mistyped(group))
    ]
    if not tried:
        return {}
    known, is_complete = _all_words(reader)
    found: dict[str, list[str]] = {}
    for group in tried:
        spellings = _sounding(group, known)
        if not spellings and fuzzy and _may_be_mistyped(group):
            pool = known if is_complete else _alike_words(reader, group)
            spellings = _mistyped(group, pool)
        if spellings:
            found[group.raw] = spellings[:_MOST_SPELLINGS]
    return found


def _may_be_mistyped(group: Group) -> bool:
    return not group.is_code and likely_edits(group.text) > 0


def _all_words(reader: Reader) -> tuple[set[str], bool]:
    """Return the words of the names of all rows, or of many, and whether of all."""
    texts = reader.execute(name_texts(reader.ground).limit(_MOST_ROWS))
    return _words(texts), len(texts) < _MOST_ROWS


def _alike_words(reader: Reader, group: Group) -> set[str]:
    """Return the words of the names that share most pieces with a word."""
    pieces = _pieces(group.text)
    rows = folded_rows(reader.ground, pieces)
    places = (reader.ground.dialect.position(rows.c.text, piece) for piece in pieces)
    shared = functools.reduce(
        operator.add, [sa.case((place > 0, 1), else_=0) for place in places]
    )
    names = sa.func.substr(rows.c.text, 1, rows.c.mark, type_=sa.String)
    alike = sa.select(names).where(shared > 0).order_by(sa.desc(shared))
    return _words(reader.execute(alike.limit(_MOST_ALIKE)))


def _words(texts: cabc.Iterable[cabc.Sequence[str]]) -> set[str]:
    """Cut at spaces first: most words of names are there many times."""
    rough = set(" ".join(text[0] for text in texts).split())
    plain = " ".join(word for word in rough if word.isascii())
    others = " ".join(word for word in rough if not word.isascii())
    return {*_PLAIN_WORD.findall(plain), *(word.text for word in words(others))}


def _sounding(group: Group, known: set[str]) -> list[str]:
    """Find Latin spellings of a name of another script."""
    if not group.pattern:
        return []
    spelled = re.compile(group.pattern)
    close = {
        word: fit
        for word in known
        if spelled.fullmatch(word)
        and (fit := closeness(group.text, word)) >= _LEAST_CLOSENESS
    }
    return sorted(close, key=lambda word: (-close[word], word))


def _mistyped(group: Group, known: set[str]) -> list[str]:
    """Find words that the missing one may be a mistyped form of."""
    allowed = likely_edits(group.text)
    lengths = range(len(group.text) - allowed, len(group.text) + allowed + 1)
    starts = {group.text[:1], group.text[1:2]}
    likely = {
        word: similarity
        for word in known
        if len(word) in lengths
        and word[0] in starts
        and (similarity := typo_similarity(group.text, word, allowed))
        >= _LEAST_SIMILARITY
    }
    return sorted(likely, key=lambda word: (-likely[word], word))


def _pieces(text: str) -> list[str]:
    """Cut a word into the overlapping pieces that survive a typing mistake."""
    size = 3 if len(text) >= _LONG_WORD else 2
    return sorted({text[at : at + size] for at in range(len(text) - size + 1)})
