"""Which words may be another word with typing mistakes."""

from __future__ import annotations

from rapidfuzz.distance import OSA

_SHORTEST = 4
_LONG = 7


def likely_edits(word: str) -> int:
    """Return how many typing mistakes a word may hold before it is another word.

    :param word: One folded word.
    :return: 0 below four code points, 1 below seven, else 2.
    """
    return 0 if len(word) < _SHORTEST else 1 if len(word) < _LONG else 2


def typo_similarity(one: str, other: str, allowed: int) -> float:
    """Return how alike two words are if one may be the other mistyped, else 0.

    Typing mistakes leave the first letter alone, or exchange the first two: "mouse" is
    no mistyped "house".

    :param one: A folded word.
    :param other: A folded word.
    :param allowed: Most edits, of code points; a swap of two neighbours is one.
    :return: 1 - edits / length of the longer word.
    """
    if not (allowed and one and other):
        return 0.0
    if one[0] != other[0] and one[:2] != other[1::-1]:
        return 0.0
    edits = OSA.distance(one, other, score_cutoff=allowed)
    if edits > allowed:
        return 0.0
    return 1 - edits / max(len(one), len(other))
