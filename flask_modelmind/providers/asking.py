"""Which attributes a question asks for, and which fields of a record hold them."""

from __future__ import annotations

import functools
import re
from collections import abc as cabc

from ..text import fold
from ..text import words
from ..values import Field
from .lexicon import Concept
from .lexicon import CONCEPTS

_SHORTEST_NAME_CHARS = 4
"""Words that tell one field from another, such as "placed" but not "on"."""
_UNSPACED = r"\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff"
"""Scripts that write words without spaces between them."""
_NO_SPACES = re.compile(f"[{_UNSPACED}]")
_SPACED = rf"[^\W{_UNSPACED}]"
"""A letter or digit that goes on with a word; a word may touch an unspaced script."""
_ARABIC = re.compile(r"[\u0600-\u06ff]")
_DAYS = ("order_date", "shipping_date", "delivery_date", "released", "since")
"""Concepts that say which date is meant."""


def asked_concepts(question: str) -> tuple[str, ...]:
    """Return the attributes a folded question asks for, in order of mention."""
    places: dict[str, int] = {}
    for name, pattern in _asked_patterns().items():
        found = pattern.search(question)
        if found:
            places[name] = found.start()
    return tuple(sorted(places, key=lambda name: places[name]))


@functools.cache
def asking_words(labels: frozenset[str]) -> frozenset[str]:
    """Return the words that ask for a column, in every language of the lexicon.

    They tell what is wanted, not which record: "price", "Preis", "کد یاتا". Little
    words of longer phrases are not among them: DEL is an airport, too.

    :param labels: Labels of the columns there are.
    """
    folded = {fold(label) for label in labels}
    phrases = (
        phrase
        for concept in CONCEPTS.values()
        if not folded.isdisjoint(concept.columns)
        for listed in concept.asked.values()
        for phrase in listed
    )
    spoken = (words(fold(phrase)) for phrase in phrases)
    return frozenset(
        word.text
        for found in spoken
        for word in found
        if len(found) == 1 or len(word.text) >= _SHORTEST_NAME_CHARS
    )


def asked_fields(
    question: str, concepts: cabc.Sequence[str], fields: cabc.Iterable[Field]
) -> list[Field]:
    """Return the fields a folded question asks for, in the order it asks.

    :param concepts: What :func:`asked_concepts` returned for the question.
    """
    shown = [field for field in fields if not field.is_key]
    places: dict[str, int] = {}
    for field in shown:
        place = phrase_at(fold(field.label), question)
        if place >= 0:
            places[field.column] = place
    holding = {name: fields_of(CONCEPTS[name], shown) for name in concepts}
    says_which_date = any(holding.get(name) for name in _DAYS)
    for name, found in holding.items():
        if name == "date" and says_which_date:
            continue
        for field in _spelled_out(question, found):
            places.setdefault(field.column, len(question))
    return sorted(
        (f for f in shown if f.column in places), key=lambda f: places[f.column]
    )


def fields_of(
    concept: Concept, fields: cabc.Sequence[Field], *, exact: bool = False
) -> list[Field]:
    """Return the fields of a concept: exact names, else names that contain it.

    :param exact: Whether nothing but exact names will do.
    """
    found = [field for field in fields if _is_of(concept, field, exact=True)]
    if found or exact:
        return found
    return [field for field in fields if _is_of(concept, field, exact=False)]


def concept_of(field: Field) -> str:
    """Return the concept that a field has the exact name of; empty: none."""
    return next(
        (name for name, one in CONCEPTS.items() if _is_of(one, field, exact=True)), ""
    )


def phrase_at(phrase: str, text: str) -> int:
    """Return where a folded phrase stands in a folded text, or -1."""
    place = text.find(phrase) if phrase else -1
    if place < 0:
        return -1
    found = re.search(_whole_words(phrase), text)
    return found.start() if found else -1


@functools.cache
def _asked_patterns() -> cabc.Mapping[str, re.Pattern[str]]:
    """Compile one pattern a concept, at first use: longest phrases first."""
    patterns = {}
    for name, concept in CONCEPTS.items():
        phrases = {fold(p) for listed in concept.asked.values() for p in listed}
        longest_first = sorted(phrases - {""}, key=len, reverse=True)
        patterns[name] = re.compile("|".join(map(_whole_words, longest_first)))
    return patterns


def _whole_words(phrase: str) -> str:
    """Return a pattern that finds a folded phrase as whole words.

    Scripts without spaces match anywhere; Arabic script allows a short ending, such as
    a possessive, behind the last word.
    """
    if _NO_SPACES.search(phrase):
        return re.escape(phrase)
    ending = r"\w{0,3}" if _ARABIC.search(phrase) else ""
    return rf"(?<!{_SPACED}){re.escape(phrase)}{ending}(?!{_SPACED})"


def _spelled_out(question: str, fields: cabc.Sequence[Field]) -> cabc.Sequence[Field]:
    """Keep, of several fields of one concept, those the question spells out.

    "Placed" asks for the day of the order, though it was shipped on a day as well.
    """
    asked = {word.text for word in words(question)}
    spelled = [field for field in fields if not asked.isdisjoint(_words_of(field))]
    return spelled or fields


def _words_of(field: Field) -> set[str]:
    """Return the words of a field's names, the little ones left out."""
    names = f"{field.label} {field.column.replace('_', ' ')}"
    found = {word.text for word in words(fold(names))}
    return {word for word in found if len(word) >= _SHORTEST_NAME_CHARS}


def _is_of(concept: Concept, field: Field, *, exact: bool) -> bool:
    names = {fold(field.label), fold(field.column.replace("_", " "))}
    if exact:
        return any(column in names for column in concept.columns)
    return any(
        phrase_at(column, name) >= 0 for column in concept.columns for name in names
    )
