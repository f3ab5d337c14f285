"""Words that bound an amount: at least, more than, about, up to."""

# ruff: noqa: RUF001 -- the words are in many scripts on purpose.
from __future__ import annotations

import re
import typing as t

from ..text import fold

Bound = t.Literal["exact", "about", "at_least", "at_most", "above", "below"]

_BEFORE: tuple[tuple[Bound, str], ...] = (
    ("at_least", "at least|no less than|not less than|a minimum of|minimum of|minimum"
     "|from|starting at|حداقل|دست کم|mindestens|wenigstens|ab|au moins|al menos"
     "|por lo menos|como mínimo|almeno|على الأقل|لا يقل عن|не менее|минимум|en az|至少"
     "|最低|少なくとも"),
    ("at_most", "at most|no more than|not more than|up to|a maximum of|maximum of"
     "|maximum|max|max.|within|حداکثر|تا|höchstens|maximal|bis zu|au plus|jusqu'à"
     "|como máximo|hasta|a lo sumo|al massimo|على الأكثر|لا يزيد عن|ما يصل إلى|не более"
     "|до|en fazla|最多|最大|不超过|以内"),
    ("above", "more than|over|above|exceeding|exceeds|greater than|upwards of|بیش از"
     "|بیشتر از|بالای|mehr als|über|plus de|más de|più di|أكثر من|یزید عن|более|больше"
     "|свыше|超过|多于|超過"),
    ("below", "less than|under|below|fewer than|almost|nearly|کمتر از|زیر|weniger als"
     "|unter|moins de|menos de|meno di|أقل من|менее|меньше|不到|少于|低于|未满"),
    ("about", "about|around|approximately|approx|approx.|roughly|circa|ca|ca.|some|~|≈"
     "|حدود|حدودا|تقریبا|نزدیک به|etwa|ungefähr|rund|environ|à peu près"
     "|aproximadamente|unos|unas|cerca de|alrededor de|حوالي|نحو|تقريبا|около"
     "|примерно|yaklaşık|约|大约|约为|約|およそ"),
)  # fmt: skip
_AFTER: tuple[tuple[Bound, str], ...] = (
    ("at_least", "or more|or above|and above|and up|+|یا بیشتر|oder mehr|ou plus|o más"
     "|أو أكثر|或更多|以上"),
    ("at_most", "or less|or fewer|or below|یا کمتر|oder weniger|ou moins|o menos"
     "|أو أقل|以下|以内"),
    ("about", "or so|approximately|ungefähr|environ|左右"),
)  # fmt: skip
_LONGEST_CHARS = 20

JOINS_RANGE = re.compile(
    r".*\| ?(?:-|to|bis|تا|à|a|al|~|until|至|到|إلى|الی|до)(?: )?\Z"
    r"|.*(?:between|بین|zwischen|entre|بين|между)[^|]*\| (?:and|و|und|et|y|и) ?\Z",
    re.DOTALL,
)
"""Matches ``words before|words between`` of two ends of a range."""


def _phrases(table: tuple[tuple[Bound, str], ...]) -> list[tuple[str, Bound]]:
    pairs = [(fold(p), bound) for bound, line in table for p in line.split("|")]
    return sorted(pairs, key=lambda pair: -len(pair[0]))


_LEADING = _phrases(_BEFORE)
_TRAILING = _phrases(_AFTER)


def bound_before(folded: str, start: int) -> tuple[Bound, int]:
    """Read the bound that stands before an amount.

    :return: The bound and where its words start; ``exact`` and ``start`` without one.
    """
    near = folded[max(0, start - _LONGEST_CHARS) : start]
    before = near.rstrip()
    for phrase, bound in _LEADING:
        if before.endswith(phrase) and _stands_alone(before, phrase):
            return bound, start - len(near) + len(before) - len(phrase)
    return "exact", start


def bound_after(folded: str, end: int) -> tuple[Bound, int]:
    """Read the bound that stands behind an amount, and where it ends."""
    for phrase, bound in _TRAILING:
        for gap in ("", " "):
            stop = end + len(gap) + len(phrase)
            if folded[end:stop] != gap + phrase:
                continue
            if not (phrase[-1].isalpha() and folded[stop : stop + 1].isalpha()):
                return bound, stop
    return "exact", end


def _stands_alone(before: str, phrase: str) -> bool:
    """Whether no word runs into the phrase; scripts without spaces always may."""
    rest = before[: -len(phrase)]
    is_spaced = ord(phrase[0]) < 0x2E80
    return not (is_spaced and rest[-1:].isalpha() and phrase[0].isalpha())
