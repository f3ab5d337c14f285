"""Find amounts in a text: digits of any habit, words, units, ranges, bounds."""

from __future__ import annotations

import dataclasses
import decimal
import re
import typing as t
from collections import abc as cabc

from . import numerals
from .measures import measure
from .qualifiers import JOINS_RANGE
from .quantities import Quantity
from .spoken import find_spoken

_DIGIT_RUN = re.compile(
    r"(?<![0-9a-z\u03b1-\u03c9\u0430-\u044f_])\d+"
    r"(?:[.,']\d+|(?<![\d.,]{4}) \d{3}(?!\d))*"
)
_NO_DIGITS = re.compile(r"\D+")
_LEAD_CHARS = 12


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
        *find_spoken(folded, taken),
    ]
    found.sort(key=lambda quantity: quantity.start)
    return _join_ranges(folded, found)


def _written_in_digits(
    folded: str,
    taken: bytearray,
    uses_decimal_comma: bool | None,  # noqa: FBT001
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
        yield measure(
            folded, taken, start, end, value,
            step=_step(written.value), other=written.other,
        )  # fmt: skip


def _step(value: decimal.Decimal) -> decimal.Decimal:
    """What one of the last significant digit is worth: 260,000 is given to 10,000."""
    exponent = t.cast(int, value.as_tuple().exponent)
    if exponent == 0 and value:
        digits = "".join(map(str, value.as_tuple().digits))
        exponent = len(digits) - len(digits.rstrip("0"))
    return decimal.Decimal(1).scaleb(exponent)


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
    gap = folded[first.end : second.start] + _leading_words(folded, second)
    lead = folded[max(0, first.start - _LEAD_CHARS) : first.start]
    if first.dimension not in {"", second.dimension} or first.low != first.high:
        return False
    worth = second.unit.factor if not first.dimension else decimal.Decimal(1)
    return bool(JOINS_RANGE.match(f"{lead}|{gap}")) and first.low * worth < second.low


def _range(first: Quantity, second: Quantity) -> Quantity:
    worth = second.unit.factor if not first.dimension else decimal.Decimal(1)
    return dataclasses.replace(
        second, start=first.start, low=first.low * worth, bound="exact", other=None
    )


def _leading_words(folded: str, second: Quantity) -> str:
    """Return the words of an upper bound, which may join a range instead ("تا")."""
    if second.bound != "at_most":
        return ""
    match = _NO_DIGITS.match(folded, second.start, second.start + _LEAD_CHARS)
    return match[0] if match else ""
