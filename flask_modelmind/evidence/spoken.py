"""Amounts written in words."""

from __future__ import annotations

import decimal
from collections import abc as cabc

from ..text import Word
from ..text import words
from . import numerals
from .measures import factor_at
from .measures import measure
from .measures import unit_at
from .qualifiers import bound_before
from .quantities import Quantity
from .units import PERCENT


def find_spoken(folded: str, taken: bytearray) -> cabc.Iterator[Quantity]:
    """Find amounts in words ("sixty-four days", "half a minute", ``十分钟``)."""
    spoken = words(folded)
    at = 0
    while at < len(spoken):
        if taken[spoken[at].start]:
            at += 1
            continue
        count, quantity = _spoken_at(folded, spoken, at, taken)
        if quantity:
            yield quantity
        at += count
    yield from _written_in_cjk(folded, taken)


def _spoken_at(
    folded: str, spoken: cabc.Sequence[Word], at: int, taken: bytearray
) -> tuple[int, Quantity | None]:
    """Read a number word at a place; say how many words were read."""
    half = _fraction_at(folded, spoken, at, taken)
    if half:
        return half
    if spoken[at].text not in numerals.FIRST_WORDS:
        return 1, None
    longest = min(numerals.LONGEST_PHRASE_WORDS, len(spoken) - at)
    for count in range(longest, 0, -1):
        run = spoken[at : at + count]
        value = numerals.NUMBER_WORDS.get(" ".join(word.text for word in run))
        if value is None or folded[run[0].start : run[-1].end].count(" ") > count:
            continue
        if any(taken[run[0].start : run[-1].end]):
            return 1, None
        phrase = " ".join(word.text for word in run)
        return count, _spoken(
            folded, run, value, taken, needs_unit=phrase in numerals.WEAK
        )
    word = spoken[at]
    if word.text in numerals.ARTICLES:
        return 1, _spoken(folded, [word], 1, taken, needs_unit=True)
    return 1, None


def _spoken(
    folded: str,
    run: cabc.Sequence[Word],
    value: int,
    taken: bytearray,
    *,
    needs_unit: bool,
) -> Quantity | None:
    start, end = run[0].start, run[-1].end
    unit, _ = unit_at(folded, end)
    factor = factor_at(folded, end)
    is_rate = value == 1 and start > 1 and taken[start - 2]
    if needs_unit and (is_rate or (unit.is_bare and not factor)):
        return None
    return measure(folded, taken, start, end, decimal.Decimal(value))


def _fraction_at(
    folded: str, spoken: cabc.Sequence[Word], at: int, taken: bytearray
) -> tuple[int, Quantity] | None:
    """Read "half a minute", "a quarter of a million", "half of the members"."""
    value = numerals.FRACTIONS.get(spoken[at].text)
    if value is None:
        return None
    last = at
    is_led = at > 0 and spoken[at - 1].text in numerals.ARTICLES
    first = spoken[at - 1 if is_led else at].start
    for word in spoken[at + 1 : at + 3]:
        if word.text not in numerals.ARTICLES | {"of", "de", "از"}:
            break
        last += 1
    end = spoken[last].end
    unit, _ = unit_at(folded, end)
    if not unit.is_bare or factor_at(folded, end):
        count = last - at + 1
        return count, measure(folded, taken, first, end, value, step=value)
    follows = folded[end : end + 8].lstrip()
    if last > at or follows.startswith(("the ", "der ", "des ")):
        bound, begin = bound_before(folded, first)
        share = value * 100
        return 1, Quantity(begin, spoken[at].end, share, share, PERCENT, bound)
    return None


def _written_in_cjk(folded: str, taken: bytearray) -> cabc.Iterator[Quantity]:
    for match in numerals.CJK_NUMBER.finditer(folded):
        start, end = match.span()
        unit, _ = unit_at(folded, end)
        value = numerals.read_cjk(match[0])
        if unit.is_bare or value is None or any(taken[start:end]):
            continue
        yield measure(folded, taken, start, end, decimal.Decimal(value))
