"""The words of candidates, as the ranking looks at them."""

from __future__ import annotations

import dataclasses
import itertools
from collections import abc as cabc

from ..text import fold
from ..text import Word
from ..text import words
from ..values import Evidence
from ..values import Field
from .codes import code_key
from .stems import stem

DEFAULT_WEIGHTS: cabc.Mapping[str, float] = {
    "sku": 12, "code": 10, "name": 10, "title": 10, "slug": 8, "label": 8, "brand": 6,
    "category": 5, "summary": 4, "short_description": 3, "description": 2, "id": 1,
    "body": 1,
}  # fmt: skip
"""Weight of a column by its name, for columns that no model weighs itself."""

_IDENTITY_WEIGHT = 10.0
_OTHER_WEIGHT = 2.0
_KEY_WEIGHT = 0.5
_LEAST_FACTOR = 0.75
"""What the lightest column is worth beside the heaviest."""
_LONGEST_ACRONYM = 5
_LONGEST_ECHO_WORDS = 4
"""Longer values are prose, whose words a name may share and still be told by."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Name:
    """One name of a candidate."""

    places: cabc.Mapping[str, frozenset[int]]
    """Word, or letters and number as one code → places of the name it fills."""
    telling: frozenset[int]
    """Places whose words tell this candidate from others of its model."""
    factor: float
    """Worth of the column the name stands in, above 0 to 1."""
    is_acronym: bool
    """Whether it is a few capitals, which in small letters may be a word: CUP, LES."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Indexed:
    """One candidate with its words."""

    evidence: Evidence
    factors: cabc.Mapping[str, float]
    """Word outside of the names → worth of the best column it stands in."""
    names: tuple[Name, ...]
    identities: tuple[str, ...]
    """What names the candidate, as spaced words, longest first; no acronyms."""

    def words(self) -> cabc.Iterator[str]:
        """Yield every word of the candidate, some more than once."""
        yield from self.factors
        for name in self.names:
            yield from name.places


def index_evidence(evidence: Evidence, weights: cabc.Mapping[str, float]) -> Indexed:
    """Index the words of one candidate.

    A name is told by its words without those of the model's label and those that other
    short fields repeat: "London Heathrow Airport" in London is told by "Heathrow".

    :param weights: Column → weight, above 0; beats :data:`DEFAULT_WEIGHTS`.
    """
    factors: dict[str, float] = {}
    echoes: set[str] = set()
    for text, weight in _weighted_texts(evidence, weights):
        found = words(fold(text))
        if len(found) <= _LONGEST_ECHO_WORDS:
            echoes |= {stem(word.text) for word in found}
        for word in _words_with_codes(found):
            factors[word] = max(_factor(weight), factors.get(word, 0.0))
    names = dict(_weighted_names(evidence, weights))
    named = {spaced(text) for text in names if not _is_acronym(text)} - {""}
    label = {stem(word.text) for word in words(fold(evidence.model))}
    return Indexed(
        evidence=evidence,
        factors=factors,
        names=tuple(_name(text, w, echoes, label) for text, w in names.items()),
        identities=tuple(sorted(named, key=len, reverse=True)),
    )


def _factor(weight: float) -> float:
    return _LEAST_FACTOR + (1 - _LEAST_FACTOR) * min(weight / 10, 1.0)


def _name(
    text: str, weight: float, echoes: cabc.Set[str], label: cabc.Set[str]
) -> Name:
    found = words(fold(text))
    places: dict[str, frozenset[int]] = {}
    for at, word in enumerate(found):
        places[word.text] = places.get(word.text, frozenset()) | {at}
    for at, (left, right) in enumerate(itertools.pairwise(found)):
        if _is_code_in_two(left, right):
            places[left.text + right.text] = frozenset((at, at + 1))
    stems = [stem(word.text) for word in found]
    own = {at for at, one in enumerate(stems) if one not in label}
    telling = {at for at in own if stems[at] not in echoes}
    return Name(
        places=places,
        telling=frozenset(telling or own or range(len(found))),
        factor=_factor(weight),
        is_acronym=_is_acronym(text),
    )


def _is_acronym(text: str) -> bool:
    return len(text) <= _LONGEST_ACRONYM and text.isalpha() and text.isupper()


def spaced(text: str) -> str:
    """Return the words of a text, codes levelled, with one space between them."""
    return " ".join(
        code_key(word.text) if word.has_digit else word.text
        for word in words(fold(text))
    )


def _weighted_texts(
    evidence: Evidence, weights: cabc.Mapping[str, float]
) -> cabc.Iterator[tuple[str, float]]:
    """Yield what does not name the candidate, with the weight of its column."""
    for field in evidence.fields:
        if not field.is_identity:
            default = _KEY_WEIGHT if field.is_key else _OTHER_WEIGHT
            yield field.text, _weight_of(field, weights, default)
    if evidence.location and evidence.location.section:
        yield evidence.location.section, DEFAULT_WEIGHTS["title"]
    yield evidence.text, _OTHER_WEIGHT


def _weighted_names(
    evidence: Evidence, weights: cabc.Mapping[str, float]
) -> cabc.Iterator[tuple[str, float]]:
    for field in evidence.fields:
        if field.is_identity:
            yield field.text, _weight_of(field, weights, _IDENTITY_WEIGHT)
    listed = {field.text for field in evidence.fields if field.is_identity}
    for name in evidence.names:
        if name not in listed:
            yield name, _IDENTITY_WEIGHT


def _weight_of(
    field: Field, weights: cabc.Mapping[str, float], default: float
) -> float:
    short = field.column.rpartition(".")[2]
    return weights.get(field.column, DEFAULT_WEIGHTS.get(short, default))


def _words_with_codes(found: list[Word]) -> cabc.Iterator[str]:
    """Yield each word, and letters followed by a number also as one code."""
    yield from (word.text for word in found)
    for left, right in itertools.pairwise(found):
        if _is_code_in_two(left, right):
            yield left.text + right.text


def _is_code_in_two(left: Word, right: Word) -> bool:
    return right.text.isdigit() and left.text.isalpha() and right.start <= left.end + 1
