"""Everything typed in a text: dates, amounts, codes."""

from __future__ import annotations

import dataclasses
import re
import typing as t

from ..text import Word
from ..text import words
from .amounts import find_quantities
from .dates import compare_moments
from .dates import find_moments
from .dates import Moment
from .dates import Relation
from .quantities import compare_quantities
from .quantities import Quantity
from .units import FACTORS
from .units import UNITS

_LETTER_FIRST = re.compile(r"[^\W\d_]")
_MEASURED = re.compile(r"(\d+(?:[.,]\d+)*)-?([^\W\d_]+\d?)\Z")
_ORDINAL = frozenset({"st", "nd", "rd", "th", "er", "eme", "x"})
_AMOUNT_OR_RANGE = re.compile(r"[\d.,:/'-]+\Z")
_VERSION = re.compile(r"\d+(?:\.\d+){2,}\Z")
_THOUSANDS = re.compile(r"\d{1,3}(?:\.\d{3})+\Z")
_SCORE = re.compile(r"(\d{1,3})[-:](\d{1,3})\Z")


@dataclasses.dataclass(frozen=True)
class Code:
    """A model number, a version, an address: equal letter by letter or not at all."""

    start: int
    end: int
    text: str


Typed = Quantity | Moment | Code


def find_typed(
    folded: str,
    *,
    taken: bytearray | None = None,
    uses_decimal_comma: bool | None = None,
) -> list[Typed]:
    """Find all typed values of a folded text, in reading order.

    :param taken: One byte a character; what is not zero is a name and holds no value.
    :param uses_decimal_comma: Habit of the language of the text; ``None`` if unknown.
    """
    taken = taken if taken is not None else bytearray(len(folded))
    masked = _mask(folded, taken)
    moments = find_moments(masked)
    for moment in moments:
        taken[moment.start : moment.end] = b"\x01" * (moment.end - moment.start)
    codes = [
        Code(word.start, word.end, word.text)
        for word in words(masked)
        if word.has_digit and not any(taken[word.start : word.end]) and _is_code(word)
    ]
    for code in codes:
        taken[code.start : code.end] = b"\x01" * (code.end - code.start)
    quantities = find_quantities(
        folded, taken=taken, uses_decimal_comma=uses_decimal_comma
    )
    return sorted([*moments, *codes, *quantities], key=lambda value: value.start)


def compare_typed(claim: Typed, fact: Typed) -> Relation:
    """Say how a claimed value stands to one of the evidence, whatever their types."""
    if isinstance(claim, Quantity) and isinstance(fact, Quantity):
        return compare_quantities(claim, fact)
    if isinstance(claim, Moment) and isinstance(fact, Moment):
        return compare_moments(claim, fact)
    if isinstance(claim, Code) and isinstance(fact, Code):
        return "equal" if claim.text == fact.text else "unrelated"
    year, amount = (claim, fact) if isinstance(claim, Moment) else (fact, claim)
    if isinstance(year, Moment) and isinstance(amount, Quantity):
        is_year = not amount.dimension and year.month is None and year.year
        return "equal" if is_year and amount.low == is_year else "unrelated"
    return "unrelated"


def _is_code(word: Word) -> bool:
    text = word.text
    if _AMOUNT_OR_RANGE.match(text):
        if _VERSION.match(text):
            return not _THOUSANDS.match(text)
        score = _SCORE.match(text)
        return bool(score) and int(score[1]) >= int(score[2]) if score else False
    measured = _MEASURED.match(text)
    if measured:
        letters = measured[2]
        return not (
            letters in UNITS
            or letters in FACTORS
            or letters in _ORDINAL
            or ord(letters[0]) > 0x2E80
            or (letters.isalpha() and len(letters) > 3)
        )
    return bool(_LETTER_FIRST.search(text)) and not _is_prefixed_amount(text)


def _is_prefixed_amount(text: str) -> bool:
    """Whether a word is an amount with a preposition of another script before it."""
    letters = text.rstrip("0123456789.,")
    return letters != text and not letters.isascii() and len(letters) <= 2


def _mask(folded: str, taken: t.Sequence[int]) -> str:
    if not any(taken):
        return folded
    return "".join("\x00" if hit else c for c, hit in zip(folded, taken, strict=True))
