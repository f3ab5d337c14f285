"""Read what stands around a number: currency, factor, unit, bound."""

from __future__ import annotations

import decimal
import re

from .qualifiers import bound_after
from .qualifiers import bound_before
from .quantities import Quantity
from .units import BARE
from .units import FACTORS
from .units import Unit
from .units import UNITS

_SIGNS = "€$£¥₹₺₽₩"
_CURRENCY = re.compile(rf"(?:(?<![^\W\d_])([a-z]{{3}})|([{_SIGNS}])) ?\Z")
_CURRENCY_CHARS = 5
_LETTER = "(?:[^\\W\\d_]|[\u0900-\u0dff])"
_ATTACHED = re.compile(rf"-?({_LETTER}{{1,24}}\d?|[%°²]+[a-z]?)")
_TWO_WORDS = re.compile(rf" ?({_LETTER}+ {_LETTER}+)(?!{_LETTER})")
_TWO_WORDS_CHARS = 32
_MOST_FACTORS = 2
_UNSPACED_FROM = 0x2E80
"""First code point of the scripts whose units run on into the next word."""
_UNSPACED_FORMS = sorted(
    (form for form in (*UNITS, *FACTORS) if ord(form[-1]) > _UNSPACED_FROM),
    key=len,
    reverse=True,
)


def measure(
    folded: str,
    taken: bytearray,
    start: int,
    end: int,
    value: decimal.Decimal,
    *,
    step: decimal.Decimal = decimal.Decimal(1),
    other: decimal.Decimal | None = None,
) -> Quantity:
    """Read what stands around a number: its currency, factor, unit and bound.

    :param taken: Marked where the number stands.
    :param value: The number itself.
    :param step: What one of its last written digit is worth.
    :param other: Second reading of an ambiguous spelling.
    """
    begin, unit = _currency_before(folded, start)
    scale = decimal.Decimal(1)
    factor = factor_at(folded, end, is_money=not unit.is_bare)
    if factor:
        scale, end = factor
    if unit.is_bare:
        unit, end = unit_at(folded, end)
    else:
        repeated, after = unit_at(folded, end)
        end = after if repeated == unit else end
    bound, begin = bound_before(folded, begin)
    if bound == "exact":
        bound, end = bound_after(folded, end)
    taken[start:end] = b"\x01" * (end - start)
    worth = scale * unit.factor
    return Quantity(
        begin, end, value * worth, value * worth, unit, bound, step * worth,
        None if other is None else other * worth,
    )  # fmt: skip


def _currency_before(folded: str, start: int) -> tuple[int, Unit]:
    """Read a currency written before its amount (``$5``, ``EUR 5``)."""
    near = folded[max(0, start - _CURRENCY_CHARS) : start]
    match = _CURRENCY.search(near)
    unit = UNITS.get(match[1] or match[2], BARE) if match else BARE
    if match and unit.dimension.startswith("money"):
        return start - len(match[0]), unit
    return start, BARE


def factor_at(
    folded: str, end: int, *, is_money: bool = False
) -> tuple[decimal.Decimal, int] | None:
    """Read "million", "k" or "هزار" after a number; a lone m is metres, unless money.

    :return: The factor and where it ends.
    """
    scale, at = decimal.Decimal(1), end
    for _ in range(_MOST_FACTORS):
        form, stop = _form_at(folded, at)
        if form not in FACTORS or (form == "m" and not is_money):
            break
        scale, at = scale * FACTORS[form], stop
    return (scale, at) if at > end else None


def unit_at(folded: str, end: int) -> tuple[Unit, int]:
    """Read the unit after a number, and where it ends; bare if there is none."""
    form, stop = _form_at(folded, end)
    if form in UNITS:
        return UNITS[form], stop
    two = _TWO_WORDS.match(folded[end : end + _TWO_WORDS_CHARS])
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
    if form in UNITS or form in FACTORS or ord(form[0]) < _UNSPACED_FROM:
        return form, match.end()
    for known in _UNSPACED_FORMS:
        if form.startswith(known):
            return known, match.start(1) + len(known)
    return "", end
