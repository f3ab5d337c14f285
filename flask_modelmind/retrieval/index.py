"""The words of candidates, as the ranking looks at them."""

from __future__ import annotations

import dataclasses
import itertools
from collections import abc as cabc

from ..text import fold
from ..text import Word
from ..text import words
from ..values import Evidence
from .codes import code_key

DEFAULT_WEIGHTS: cabc.Mapping[str, float] = {
    "sku": 12, "code": 10, "name": 10, "title": 10, "slug": 8, "label": 8, "brand": 6,
    "category": 5, "summary": 4, "short_description": 3, "description": 2, "id": 1,
    "body": 1,
}  # fmt: skip
"""Weight of a column by its name, for columns that no model weighs itself."""

_IDENTITY_WEIGHT = 10.0
_OTHER_WEIGHT = 2.0
_KEY_WEIGHT = 0.5
_LEAST_FACTOR = 0.5
"""What the lightest column is worth beside the heaviest."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Indexed:
    """One candidate with its words."""

    evidence: Evidence
    factors: cabc.Mapping[str, float]
    """Word → worth of the best column it stands in, above 0 to 1."""
    identities: tuple[str, ...]
    """What names the candidate, as spaced words, longest first."""


def index_evidence(evidence: Evidence, weights: cabc.Mapping[str, float]) -> Indexed:
    """Index the words of one candidate.

    :param weights: Column → weight, above 0; beats :data:`DEFAULT_WEIGHTS`.
    """
    factors: dict[str, float] = {}
    for text, weight in _weighted_texts(evidence, weights):
        factor = _LEAST_FACTOR + (1 - _LEAST_FACTOR) * min(weight / 10, 1.0)
        for word in _words_with_codes(words(fold(text))):
            factors[word] = max(factor, factors.get(word, 0.0))
    named = {spaced(text) for text in _identity_texts(evidence)} - {""}
    identities = tuple(sorted(named, key=len, reverse=True))
    return Indexed(evidence=evidence, factors=factors, identities=identities)


def spaced(text: str) -> str:
    """Return the words of a text, codes levelled, with one space between them."""
    return " ".join(
        code_key(word.text) if word.has_digit else word.text
        for word in words(fold(text))
    )


def _weighted_texts(
    evidence: Evidence, weights: cabc.Mapping[str, float]
) -> cabc.Iterator[tuple[str, float]]:
    for field in evidence.fields:
        default = _OTHER_WEIGHT
        if field.is_identity:
            default = _IDENTITY_WEIGHT
        elif field.is_key:
            default = _KEY_WEIGHT
        short = field.column.rpartition(".")[2]
        listed = DEFAULT_WEIGHTS.get(short, default)
        yield field.text, weights.get(field.column, listed)
    for name in evidence.names:
        yield name, _IDENTITY_WEIGHT
    if evidence.location and evidence.location.section:
        yield evidence.location.section, DEFAULT_WEIGHTS["title"]
    yield evidence.text, _OTHER_WEIGHT


def _identity_texts(evidence: Evidence) -> cabc.Iterator[str]:
    yield from evidence.names
    yield from (field.text for field in evidence.fields if field.is_identity)


def _words_with_codes(found: list[Word]) -> cabc.Iterator[str]:
    """Yield each word, and letters followed by a number also as one code."""
    yield from (word.text for word in found)
    for left, right in itertools.pairwise(found):
        if right.text.isdigit() and left.text.isalpha() and right.start <= left.end + 1:
            yield left.text + right.text
