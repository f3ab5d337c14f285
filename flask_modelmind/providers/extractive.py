"""Answer from the evidence alone: no key, no service, nothing invented.

Every sentence states one field of one record, or quotes one sentence of a text, and
carries the token of what it rests on. Names, numbers and dates are written as the
record has them, so that each can be checked.
"""

from __future__ import annotations

import dataclasses
import functools
import re
from collections import abc as cabc

from ..text import fold
from ..text import words
from ..values import Evidence
from ..values import Field
from ..values import Finished
from ..values import Passage
from ..values import ProviderEvent
from ..values import ProviderRequest
from ..values import Scalar
from ..values import TextDelta
from .lexicon import Concept
from .lexicon import CONCEPTS
from .lexicon import MISSING
from .lexicon import NEUTRAL_MISSING
from .lexicon import NEUTRAL_STATEMENT
from .lexicon import NO
from .lexicon import STATEMENTS
from .lexicon import YES

_MAX_RECORDS = 4
_MAX_SUMMARY_FIELDS = 4
_NEAR_BEST_RATIO = 0.85
"""Unnamed records are listed together when they rank this close to the best one."""
_NAMESAKE_RATIO = 0.95
"""Records of one name are told together unless one of them fits the question better."""
_LEAST_SCORE = 0.45
"""An unnamed record that carries less of the question is not what was asked about."""
_LONG_TEXT_CHARS = 160
"""A longer value is quoted by its most fitting sentence."""
_SHORTEST_NAME_CHARS = 4
"""Words that tell one field from another, such as "placed" but not "on"."""
_SENTENCE_END = re.compile(r"(?<=[.!?。！？؟۔])\s+|\n+|(?<=[。！？])")
_UNSPACED = r"\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff"
"""Scripts that write words without spaces between them."""
_NO_SPACES = re.compile(f"[{_UNSPACED}]")
_SPACED = rf"[^\W{_UNSPACED}]"
"""A letter or digit that goes on with a word; a word may touch an unspaced script."""
_ARABIC = re.compile(r"[\u0600-\u06ff]")


class ExtractiveProvider:
    """Write an answer out of this turn's passages, deterministically."""

    name = "extractive"

    def stream(self, request: ProviderRequest) -> cabc.Iterator[ProviderEvent]:
        """Yield one sentence after another, then the end."""
        sentences = _Writer.for_request(request).sentences()
        for index, sentence in enumerate(sentences):
            yield TextDelta(sentence if index == 0 else f" {sentence}")
        if not sentences:
            yield TextDelta(request.fallback_answer)
        yield Finished(model="extractive")


@dataclasses.dataclass(frozen=True, kw_only=True)
class _Writer:
    request: ProviderRequest
    question: str
    lang: str
    concepts: tuple[str, ...]
    names: cabc.Mapping[str, str]
    """Passage key → how the record is called, unlike every other one."""

    @classmethod
    def for_request(cls, request: ProviderRequest) -> _Writer:
        folded = fold(request.question.text)
        return cls(
            request=request,
            question=folded,
            lang=request.question.lang.partition("-")[0].lower(),
            concepts=asked_concepts(folded),
            names=_distinct_names(request.snapshot.passages),
        )

    def sentences(self) -> list[str]:
        chosen = _choose(self.question, self.request.snapshot.passages)
        asked = [(passage, self._asked_fields(passage)) for passage in chosen]
        if any(fields for _, fields in asked):
            asked = [(passage, fields) for passage, fields in asked if fields]
        return [
            sentence
            for passage, fields in asked
            for sentence in self._about(passage, fields)
        ]

    def _about(self, passage: Passage, fields: cabc.Sequence[Field]) -> list[str]:
        evidence = passage.evidence
        if evidence.text:
            return [self._quote(passage, evidence.text)]
        return [
            self._statement(passage, field)
            for field in fields or _summary_fields(evidence)
        ]

    def _asked_fields(self, passage: Passage) -> list[Field]:
        """Return the fields the question asks for, in the order it asks."""
        fields = [f for f in passage.evidence.fields if not f.is_key]
        places: dict[str, int] = {}
        for field in fields:
            place = _phrase_at(fold(field.label), self.question)
            if place >= 0:
                places[field.column] = place
        for name in self.concepts:
            for field in self._meant(_of_concept(CONCEPTS[name], fields)):
                places.setdefault(field.column, len(self.question))
        return sorted(
            (f for f in fields if f.column in places), key=lambda f: places[f.column]
        )

    def _meant(self, fields: cabc.Sequence[Field]) -> cabc.Sequence[Field]:
        """Keep, of several fields of one concept, those the question spells out.

        "Placed" asks for the day of the order, though it was shipped on a day as well.
        """
        asked = {word.text for word in words(self.question)}
        spelled = [field for field in fields if not asked.isdisjoint(_words_of(field))]
        return spelled or fields

    def _statement(self, passage: Passage, field: Field) -> str:
        forms, neutral = (STATEMENTS, NEUTRAL_STATEMENT)
        if field.kind == "null":
            forms, neutral = (MISSING, NEUTRAL_MISSING)
        text = forms.get(self.lang, neutral).format(
            label=self._label(field, passage.evidence),
            record=self.names[passage.key],
            value=self._value(field, passage.evidence),
        )
        return self._cited(text, passage, field.column)

    def _quote(self, passage: Passage, text: str) -> str:
        return self._cited(
            f"{self.names[passage.key]}: {_excerpt(text, self.question, passage.evidence)}",
            passage,
        )

    def _cited(self, text: str, passage: Passage, *columns: str) -> str:
        token = self.request.snapshot.tokens.source_token(passage.key, columns)
        text = text.rstrip(" .。")
        end = "。" if self.lang in ("ja", "zh") else "."
        return f"{text[:1].upper()}{text[1:]} {token}{end}"

    def _label(self, field: Field, evidence: Evidence) -> str:
        """Return the name of a field in the answer's language.

        Two dates of one record keep the names the developer gave them.
        """
        for concept in CONCEPTS.values():
            if self.lang in concept.label and _of_concept(
                concept, evidence.fields, exact=True
            ) == [field]:
                return concept.label[self.lang]
        return field.label.lower() if self.lang == "en" else field.label

    def _value(self, field: Field, evidence: Evidence) -> str:
        value: Scalar = field.value
        if isinstance(value, bool):
            return (YES if value else NO).get(self.lang, field.text)
        if len(field.text) > _LONG_TEXT_CHARS:
            return _excerpt(field.text, self.question, evidence)
        return field.text


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

    They tell what is wanted, not which record: "price", "Preis", "کد یاتا".

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
    return frozenset(word.text for phrase in phrases for word in words(fold(phrase)))


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


def _phrase_at(phrase: str, text: str) -> int:
    """Return where a folded phrase stands in a folded text, or -1."""
    place = text.find(phrase) if phrase else -1
    if place < 0:
        return -1
    found = re.search(_whole_words(phrase), text)
    return found.start() if found else -1


def _of_concept(
    concept: Concept, fields: cabc.Sequence[Field], *, exact: bool = False
) -> list[Field]:
    """Return the fields of a concept: exact names, else names that contain it.

    :param exact: Whether nothing but exact names will do.
    """
    found = [field for field in fields if _is_of(concept, field, exact=True)]
    if found or exact:
        return found
    return [field for field in fields if _is_of(concept, field, exact=False)]


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
        _phrase_at(column, name) >= 0 for column in concept.columns for name in names
    )


def _choose(question: str, passages: cabc.Sequence[Passage]) -> list[Passage]:
    """Return the records the question names, else the ones that rank best."""
    spans = [(_named_span(question, p.evidence), p) for p in passages]
    named = [(span, p) for span, p in spans if span is not None]
    if named:
        best_of = {
            span: _best_score(p for s, p in named if s == span) for span, _ in named
        }
        chosen = [
            p
            for span, p in named
            if not any(_is_inside(span, other) for other in best_of)
            and p.evidence.score >= best_of[span] * _NAMESAKE_RATIO
        ]
        return chosen[:_MAX_RECORDS]
    best = _best_score(passages)
    if 0 < best < _LEAST_SCORE:
        return []
    near = [p for p in passages if p.evidence.score >= best * _NEAR_BEST_RATIO]
    return near[:_MAX_RECORDS]


def _best_score(passages: cabc.Iterable[Passage]) -> float:
    return max((passage.evidence.score for passage in passages), default=0.0)


def _distinct_names(passages: cabc.Sequence[Passage]) -> dict[str, str]:
    """Name each record; records of one label are told apart by their first other field."""
    groups: dict[str, list[Passage]] = {}
    for passage in passages:
        groups.setdefault(fold(passage.evidence.record), []).append(passage)
    names = {}
    for group in groups.values():
        for passage in group:
            label = passage.evidence.record
            detail = _telling_apart(passage, group) if len(group) > 1 else ""
            names[passage.key] = f"{label} ({detail})" if detail else label
    return names


def _telling_apart(passage: Passage, group: cabc.Sequence[Passage]) -> str:
    for field in passage.evidence.fields:
        texts = {
            other.text
            for each in group
            if (other := each.evidence.field(field.column)) is not None
        }
        if field.kind in ("text", "enum") and field.text and len(texts) > 1:
            return field.text
    return ""


def _named_span(question: str, evidence: Evidence) -> tuple[int, int] | None:
    spans = []
    for name in (evidence.record, *evidence.names):
        folded = fold(name)
        place = _phrase_at(folded, question)
        if place >= 0:
            spans.append((place, place + len(folded)))
    return max(spans, key=lambda span: span[1] - span[0], default=None)


def _is_inside(span: tuple[int, int], other: tuple[int, int]) -> bool:
    return other != span and other[0] <= span[0] and span[1] <= other[1]


def _summary_fields(evidence: Evidence) -> list[Field]:
    """Return the first few telling fields, for a question that asks for none."""
    telling = [
        f
        for f in evidence.fields
        if not f.is_key and f.kind != "null" and f.text != evidence.record
    ]
    plain = [f for f in telling if not f.is_identity] or telling
    return plain[:_MAX_SUMMARY_FIELDS]


def _excerpt(text: str, question: str, evidence: Evidence) -> str:
    """Return the sentence of a text that shares most words with the question.

    Words that name the record are of no help: all of its text is about them.
    """
    named = {word.text for word in words(fold(evidence.record))}
    asked = {word.text for word in words(question)} - named
    sentences = [part.strip() for part in _SENTENCE_END.split(text) if part.strip()]

    def shared(sentence: str) -> int:
        return len(asked & {word.text for word in words(fold(sentence))})

    return max(sentences, key=shared, default=text)
