"""Amounts as typed values: digits of any habit, words, units, ranges, bounds.

What is compared is the value, never its spelling: 1,299.00 = 1.299,00 = ۱٬۲۹۹٫۰۰ and
60 seconds = one minute, while no likeness of spelling makes 62 into 64.
"""

from __future__ import annotations

import dataclasses
import decimal
import re
import typing as t
from collections import abc as cabc

from ..text import Word
from ..text import words
from . import numerals
from .dates import Relation
from .qualifiers import Bound
from .qualifiers import bound_after
from .qualifiers import bound_before
from .qualifiers import JOINS_RANGE
from .units import BARE
from .units import FACTORS
from .units import PERCENT
from .units import Unit
from .units import UNITS

_MATH = decimal.Context(prec=60)
_ROUNDING_RATIO = decimal.Decimal("0.02")
"""How far "about" reaches when the written digits allow less."""
_SAME_RATIO = decimal.Decimal("1e-9")
_DIGIT_RUN = re.compile(
    r"(?<![0-9a-z\u03b1-\u03c9\u0430-\u044f_])\d+"
    r"(?:[.,']\d+|(?<![\d.,]{4}) \d{3}(?!\d))*"
)
_SIGNS = "€$£¥₹₺₽₩"
_LETTER = "(?:[^\\W\\d_]|[\u0900-\u0dff])"
_ATTACHED = re.compile(rf"-?({_LETTER}{{1,24}}\d?|[%°²]+[a-z]?)")
_FORMS_BY_LENGTH = sorted(
    (form for form in (*UNITS, *FACTORS) if ord(form[-1]) > 0x2E80),
    key=len,
    reverse=True,
)
"""Units of scripts without spaces, which run on into the next word."""


@dataclasses.dataclass(frozen=True)
class Quantity:
    """A value, or a range of values, with its unit."""

    start: int
    end: int
    """Code-point offsets into the folded text."""
    low: decimal.Decimal
    high: decimal.Decimal
    """In base units of the dimension; equal unless a range is written."""
    unit: Unit = BARE
    bound: Bound = "exact"
    step: decimal.Decimal = decimal.Decimal(1)
    """What one unit of the last written digit is worth, in base units."""
    other: decimal.Decimal | None = None
    """Second reading of an ambiguous spelling, in base units."""

    @property
    def dimension(self) -> str:
        """Name of the dimension; empty for a bare number."""
        return self.unit.dimension


def find_quantities(
    folded: str, *, taken: bytearray, uses_decimal_comma: bool | None = None
) -> list[Quantity]:
    """Find amounts in a folded text, in reading order.

    :param taken: One byte a character; what is not zero belongs to names, codes and
        dates and holds no amount. What is found here is marked in it.
    :param uses_decimal_comma: Habit of the language of the text; ``None`` if unknown.
    """
    found = [
        *_written_in_digits(folded, taken, uses_decimal_comma),
        *_written_in_words(folded, taken),
    ]
    found.sort(key=lambda quantity: quantity.start)
    return _join_ranges(folded, found)


def compare_quantities(claim: Quantity, fact: Quantity) -> Relation:
    """Say how a claimed amount stands to one of the evidence.

    ``equal`` and ``compatible`` support the claim (the latter by rounding, a bound or a
    missing unit), ``conflicting`` cannot be true together with the evidence, and
    ``unrelated`` says nothing: another dimension, or a spelling with two readings.
    """
    if claim.dimension != fact.dimension:
        return _compare_across(claim, fact)
    if _is_same(claim.low, fact.low) and _is_same(claim.high, fact.high):
        return _compare_bounds(claim, fact)
    if claim.other is not None or fact.other is not None:
        readings = {claim.low, claim.other} & {fact.low, fact.other} - {None}
        if readings:
            return "unrelated"
    return "compatible" if _admits(claim, fact) else _refute(claim, fact)


def _compare_across(claim: Quantity, fact: Quantity) -> Relation:
    """Compare where one side lacks the unit; a share may be written as a fraction."""
    if claim.dimension and fact.dimension:
        return "unrelated"
    pair = {claim.dimension, fact.dimension}
    if pair == {"", "percent"}:
        share, bare = (claim, fact) if claim.dimension else (fact, claim)
        if bare.high <= 1 and _is_same(share.low, bare.low * 100):
            return "compatible"
    factor = (claim.unit if claim.dimension else fact.unit).factor
    plain = dataclasses.replace(
        fact, unit=claim.unit, low=fact.low * _ratio(claim, fact, factor),
        high=fact.high * _ratio(claim, fact, factor),
    )  # fmt: skip
    result = compare_quantities(claim, plain)
    return "compatible" if result == "equal" else result


def _ratio(claim: Quantity, fact: Quantity, factor: decimal.Decimal) -> decimal.Decimal:
    """What the bare side is worth when it is read in the unit of the other side."""
    return factor if not fact.dimension else _MATH.divide(decimal.Decimal(1), factor)


def _compare_bounds(claim: Quantity, fact: Quantity) -> Relation:
    if claim.bound == fact.bound or fact.bound == "exact":
        return _EXACT_AGAINST[claim.bound]
    if claim.bound in {"exact", "about"}:
        return "compatible" if fact.bound != "above" != fact.bound else "unrelated"
    return "compatible" if claim.bound == _LOOSER.get(fact.bound) else "unrelated"


_EXACT_AGAINST: dict[Bound, Relation] = {
    "exact": "equal",
    "about": "compatible",
    "at_least": "compatible",
    "at_most": "compatible",
    "above": "conflicting",
    "below": "conflicting",
}
_LOOSER: dict[Bound, Bound] = {"above": "at_least", "below": "at_most"}


def _is_same(a: decimal.Decimal, b: decimal.Decimal) -> bool:
    return a == b or abs(a - b) <= _SAME_RATIO * max(abs(a), abs(b))


def _admits(claim: Quantity, fact: Quantity) -> bool:
    """Whether everything the fact may be is allowed by the claim."""
    if claim.bound == "about":
        reach = max(claim.step / 2, abs(claim.low) * _ROUNDING_RATIO)
        return claim.low - reach <= fact.low and fact.high <= claim.high + reach
    lowest = None if fact.bound in {"at_most", "below"} else fact.low
    highest = None if fact.bound in {"at_least", "above"} else fact.high
    if claim.bound in {"at_least", "above"}:
        return lowest is not None and lowest >= claim.low
    if claim.bound in {"at_most", "below"}:
        return highest is not None and highest <= claim.high
    is_range = claim.low != claim.high
    return is_range and fact.low == fact.high and claim.low <= fact.low <= claim.high


def _refute(claim: Quantity, fact: Quantity) -> Relation:
    """Tell what the evidence excludes from what it leaves open."""
    if fact.bound in {"at_least", "above"} and claim.high >= fact.low:
        return "unrelated"
    if fact.bound in {"at_most", "below"} and claim.low <= fact.high:
        return "unrelated"
    if fact.bound == "about" and _admits(dataclasses.replace(
        fact, bound="about"), claim):  # fmt: skip
        return "compatible"
    return "conflicting"


def _written_in_digits(
    folded: str, taken: bytearray, uses_decimal_comma: bool | None
) -> cabc.Iterator[Quantity]:
    for match in _DIGIT_RUN.finditer(folded):
        start, end = match.span()
        if any(taken[start:end]):
            continue
        written = numerals.read_digits(match[0], uses_decimal_comma=uses_decimal_comma)
        if not written:
            continue
        is_negative = folded[start - 1 : start] == "-" and not folded[
            max(0, start - 2) : start - 1
        ].strip(" (:=")
        value = -written.value if is_negative else written.value
        yield _with_unit(
            folded, taken, start, end, value,
            step=_step(match[0], written.value), other=written.other,
        )  # fmt: skip


def _step(run: str, value: decimal.Decimal) -> decimal.Decimal:
    """What one of the last significant digit is worth: 260,000 is given to 10,000."""
    exponent = t.cast(int, value.as_tuple().exponent)
    if exponent == 0 and value:
        digits = "".join(map(str, value.as_tuple().digits))
        exponent = len(digits) - len(digits.rstrip("0"))
    return decimal.Decimal(1).scaleb(exponent)


def _with_unit(
    folded: str,
    taken: bytearray,
    start: int,
    end: int,
    value: decimal.Decimal,
    *,
    step: decimal.Decimal = decimal.Decimal(1),
    other: decimal.Decimal | None = None,
) -> Quantity:
    """Read the factor and the unit around a number."""
    begin, unit = _unit_before(folded, start)
    scale = decimal.Decimal(1)
    factor = _factor_at(folded, end, is_money=not unit.is_bare)
    if factor:
        scale, end = factor
    if unit.is_bare:
        unit, end = _unit_at(folded, end)
    elif not scale.is_signed() and unit.dimension.startswith("money"):
        _, after = _unit_at(folded, end)
        end = after if _unit_at(folded, end)[0] == unit else end
    bound, begin = bound_before(folded, begin)
    if bound == "exact":
        bound, end = bound_after(folded, end)
    taken[start:end] = b"\x01" * (end - start)
    worth = scale * unit.factor
    return Quantity(
        begin, end, value * worth, value * worth, unit, bound, step * worth,
        None if other is None else other * worth,
    )  # fmt: skip


def _unit_before(folded: str, start: int) -> tuple[int, Unit]:
    """Read a currency written before its amount (``$5``, ``EUR 5``)."""
    before = folded[max(0, start - 6) : start].rstrip()
    sign = before[-1:]
    if sign and sign in _SIGNS:
        return start - (len(folded[:start]) - len(folded[:start].rstrip())) - 1 if (
            folded[start - 1 : start] == " "
        ) else start - 1, UNITS.get(sign, BARE)
    code = re.search(r"(?<![^\W\d_])([a-z]{3}) ?\Z", folded[max(0, start - 6) : start])
    if code and code[1] in UNITS and UNITS[code[1]].dimension.startswith("money"):
        return start - len(code[0]), UNITS[code[1]]
    return start, BARE


def _factor_at(
    folded: str, end: int, *, is_money: bool
) -> tuple[decimal.Decimal, int] | None:
    """Read "million", "k", "هزار" after a number; a lone m is metres unless money."""
    form, stop = _form_at(folded, end)
    if form not in FACTORS or (form == "m" and not is_money):
        return None
    scale = FACTORS[form]
    further = _factor_at(folded, stop, is_money=is_money)
    return (scale * further[0], further[1]) if further else (scale, stop)


def _unit_at(folded: str, end: int) -> tuple[Unit, int]:
    form, stop = _form_at(folded, end)
    if form in UNITS:
        return UNITS[form], stop
    two = re.match(r" ?([^\W\d_]+ [^\W\d_]+)(?![^\W\d_])", folded[end : end + 32])
    if two and two[1] in UNITS:
        return UNITS[two[1]], end + two.end()
    return BARE, end


def _form_at(folded: str, end: int) -> tuple[str, int]:
    """Return the word, sign or attached letters after a number, and where they end."""
    gap = 1 if folded[end : end + 1] == " " else 0
    sign = folded[end + gap : end + gap + 1]
    if sign and sign in _SIGNS:
        return sign, end + gap + 1
    match = _ATTACHED.match(folded, end + gap)
    if not match:
        return "", end
    form = match[1]
    if form in UNITS or form in FACTORS or ord(form[0]) < 0x0E00:
        return form, match.end()
    for known in _FORMS_BY_LENGTH:
        if form.startswith(known):
            return known, match.start(1) + len(known)
    return "", end


def _written_in_words(folded: str, taken: bytearray) -> cabc.Iterator[Quantity]:
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
    longest = min(numerals.LONGEST_PHRASE_WORDS, len(spoken) - at)
    for count in range(longest, 0, -1):
        run = spoken[at : at + count]
        value = numerals.NUMBER_WORDS.get(" ".join(word.text for word in run))
        if value is None or folded[run[0].start : run[-1].end].count(" ") > count:
            continue
        if any(taken[run[0].start : run[-1].end]):
            return 1, None
        phrase = " ".join(word.text for word in run)
        return count, _spoken(folded, run, value, phrase in numerals.WEAK, taken)
    word = spoken[at]
    if word.text in numerals.ARTICLES:
        return 1, _spoken(folded, [word], 1, True, taken)
    return 1, None


def _spoken(
    folded: str,
    run: cabc.Sequence[Word],
    value: int,
    needs_unit: bool,  # noqa: FBT001
    taken: bytearray,
) -> Quantity | None:
    start, end = run[0].start, run[-1].end
    unit, _ = _unit_at(folded, end)
    factor = _factor_at(folded, end, is_money=False)
    is_rate = value == 1 and start > 1 and taken[start - 2]
    if needs_unit and (is_rate or (unit.is_bare and not factor)):
        return None
    return _with_unit(folded, taken, start, end, decimal.Decimal(value))


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
    unit, _ = _unit_at(folded, end)
    if not unit.is_bare or _factor_at(folded, end, is_money=False):
        count = last - at + 1
        return count, _with_unit(folded, taken, first, end, value, step=value)
    follows = folded[end : end + 8].lstrip()
    if last > at or follows.startswith(("the ", "der ", "des ")):
        bound, begin = bound_before(folded, first)
        share = value * 100
        return 1, Quantity(begin, spoken[at].end, share, share, PERCENT, bound)
    return None


def _written_in_cjk(folded: str, taken: bytearray) -> cabc.Iterator[Quantity]:
    for match in numerals.CJK_NUMBER.finditer(folded):
        start, end = match.span()
        unit, _ = _unit_at(folded, end)
        value = numerals.read_cjk(match[0])
        if unit.is_bare or value is None or any(taken[start:end]):
            continue
        yield _with_unit(folded, taken, start, end, decimal.Decimal(value))


def _join_ranges(folded: str, found: list[Quantity]) -> list[Quantity]:
    """Make one range of two amounts that "to", "–", "تا" or "and" hold together."""
    joined: list[Quantity] = []
    for quantity in found:
        before = joined[-1] if joined else None
        if before and _makes_range(folded, before, quantity):
            joined[-1] = _range(before, quantity)
        else:
            joined.append(quantity)
    return joined


def _makes_range(folded: str, first: Quantity, second: Quantity) -> bool:
    gap = folded[first.end : second.start]
    lead = folded[max(0, first.start - 12) : first.start]
    if first.dimension not in {"", second.dimension} or first.low != first.high:
        return False
    worth = second.unit.factor if not first.dimension else decimal.Decimal(1)
    return bool(JOINS_RANGE.match(f"{lead}|{gap}")) and first.low * worth < second.low


def _range(first: Quantity, second: Quantity) -> Quantity:
    worth = second.unit.factor if not first.dimension else decimal.Decimal(1)
    return dataclasses.replace(
        second, start=first.start, low=first.low * worth, bound="exact", other=None
    )
