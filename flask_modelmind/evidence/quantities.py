"""Amounts as typed values, and how two of them stand to one another.

What is compared is the value, never its spelling: 1,299.00 EUR is €1.299,00 and
60 seconds are one minute, while no likeness of spelling makes 62 into 64.
"""

from __future__ import annotations

import dataclasses
import decimal

from .dates import Relation
from .qualifiers import Bound
from .units import BARE
from .units import Unit

_ROUNDING_RATIO = decimal.Decimal("0.02")
"""How far "about" reaches when the written digits allow less."""
_SAME_RATIO = decimal.Decimal("1e-9")


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
        share, ratio = (claim, fact) if claim.dimension else (fact, claim)
        if ratio.high <= 1 and _is_same(share.low, ratio.low * 100):
            return "compatible"
    measured, bare = (claim, fact) if claim.dimension else (fact, claim)
    factor = measured.unit.factor
    read = dataclasses.replace(
        bare,
        unit=measured.unit,
        low=bare.low * factor,
        high=bare.high * factor,
        step=bare.step * factor,
        other=None if bare.other is None else bare.other * factor,
    )
    pair_read = (claim, read) if bare is fact else (read, fact)
    result = compare_quantities(*pair_read)
    return "compatible" if result == "equal" else result


def _compare_bounds(claim: Quantity, fact: Quantity) -> Relation:
    if claim.bound == fact.bound:
        return "equal"
    if fact.bound == "exact":
        return _EXACT_AGAINST[claim.bound]
    if claim.bound in {"exact", "about"}:
        return "compatible" if fact.bound == "about" else "unrelated"
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
    if fact.bound == "about" and _admits(fact, claim):
        return "compatible"
    return "conflicting"
