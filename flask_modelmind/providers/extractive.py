"""Answer from the evidence alone: no key, no service, nothing invented.

Every sentence states fields of one record, or quotes one sentence of a text, and
carries the token of what it rests on. Names, numbers and dates are written as the
record has them, so that each can be checked. When no record carries the question, the
fallback is said.
"""

from __future__ import annotations

import dataclasses
import re
from collections import abc as cabc

from ..text import fold
from ..values import Evidence
from ..values import Field
from ..values import Finished
from ..values import Passage
from ..values import ProviderEvent
from ..values import ProviderRequest
from ..values import TextDelta
from .asking import asked_concepts
from .asking import asked_fields
from .asking import concept_of
from .asking import fields_of
from .attribute_labels import ATTRIBUTE_LABELS
from .choosing import choose
from .choosing import distinct_names
from .choosing import LEAST_ASKED
from .choosing import LEAST_SCORE
from .lexicon import CONCEPTS
from .prose import excerpt
from .prose import is_prose
from .prose import shared_count
from .prose import telling_words
from .sentences import COMMAS
from .sentences import IN_STOCK
from .sentences import MISSING
from .sentences import NEUTRAL_MISSING
from .sentences import NEUTRAL_STATEMENT
from .sentences import NO
from .sentences import OUT_OF_STOCK
from .sentences import QUANTITY_WORDS
from .sentences import STATEMENTS
from .sentences import YES

_MAX_SUMMARY_FIELDS = 3
_SUMMARY_ORDER = (
    "price", "total", "stock", "status", "city", "country", "category", "rating",
    "order_date", "date", "elevation",
)  # fmt: skip
"""Concepts that tell most about a record, first ones first."""
_NOISE = frozenset({"currency", "latitude", "longitude", "code", "name"})
"""Concepts that a summary is better without: units stand beside their numbers."""
_CHANGE = re.compile(r"(updated|modified|changed|created|last)(_|$)")
"""Columns about the row, rather than about what it describes."""


class ExtractiveProvider:
    """Write an answer out of this turn's passages, deterministically."""

    name = "extractive"

    def stream(self, request: ProviderRequest) -> cabc.Iterator[ProviderEvent]:
        """Yield one sentence after another, then the end."""
        sentences = dict.fromkeys(_Writer.for_request(request).sentences())
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
            names=distinct_names(request.snapshot.passages),
        )

    def sentences(self) -> list[str]:
        """Return the sentences of the answer; none when nothing carries it."""
        choice = choose(self.question, self.request.snapshot.passages)
        asked = [(passage, self._asked(passage)) for passage in choice.passages]
        holding = [
            (passage, fields)
            for passage, fields in asked
            if fields and (choice.is_named or passage.evidence.score >= LEAST_ASKED)
        ]
        if holding:
            return [
                sentence
                for passage, fields in holding
                for sentence in self._statements(passage, fields)
            ]
        carried = [
            passage
            for passage in choice.passages
            if choice.is_named or passage.evidence.score >= LEAST_SCORE
        ]
        return self._quoted(carried) or self._summaries(
            carried if choice.is_named else self._new(carried)
        )

    def _new(self, passages: cabc.Iterable[Passage]) -> list[Passage]:
        """Leave out what only the conversation brings: "Thanks!" asks nothing of it."""
        subjects = {
            fold(name)
            for message in self.request.question.history
            for name in message.names
        }
        return [p for p in passages if fold(p.evidence.record) not in subjects]

    def _asked(self, passage: Passage) -> list[Field]:
        return asked_fields(self.question, self.concepts, passage.evidence.fields)

    def _quoted(self, passages: cabc.Sequence[Passage]) -> list[str]:
        """Quote the text that fits best, when one fits at all."""
        quoted = max(passages, key=self._text_fit, default=None)
        if quoted and self._text_fit(quoted) > 0:
            return [self._quote(quoted)]
        return []

    def _summaries(self, passages: cabc.Sequence[Passage]) -> list[str]:
        """Tell a little of each record; nothing when it lacks what is asked for."""
        if self.concepts:
            return []
        count = _MAX_SUMMARY_FIELDS if len(passages) == 1 else 1
        summaries = (self._summary(passage, count=count) for passage in passages)
        return [sentence for sentence in summaries if sentence]

    def _text_fit(self, passage: Passage) -> float:
        """Return how well the texts of a record fit: words shared, or half a word."""
        evidence = passage.evidence
        texts = [evidence.text, *(f.text for f in evidence.fields if is_prose(f))]
        asked = telling_words(self.question, evidence)
        shared = shared_count(" ".join(texts), asked) if any(texts) else 0
        tells_else = any(_rank_in_summary(evidence, f) for f in evidence.fields)
        return shared or (0.5 if any(texts) and not tells_else else 0.0)

    def _statements(
        self, passage: Passage, fields: cabc.Sequence[Field]
    ) -> cabc.Iterator[str]:
        for field in fields:
            if is_prose(field):
                yield self._quote(passage, field)
            else:
                text = self._form(field).format(
                    label=self._label(field, passage.evidence),
                    record=self.names[passage.key],
                    value=self._value(field),
                )
                yield self._cited(text, passage, field.column)

    def _form(self, field: Field) -> str:
        if _is_empty(field):
            return MISSING.get(self.lang, NEUTRAL_MISSING)
        state = self._state_form(field)
        return state or STATEMENTS.get(self.lang, NEUTRAL_STATEMENT)

    def _state_form(self, field: Field) -> str:
        """Return a form that says plainly whether there is any stock, or nothing."""
        if field.kind != "number" or concept_of(field) != "stock":
            return ""
        if not field.value:
            return OUT_OF_STOCK.get(self.lang, "")
        counts = any(fold(word) in self.question for word in QUANTITY_WORDS)
        return "" if counts else IN_STOCK.get(self.lang, "")

    def _quote(self, passage: Passage, field: Field | None = None) -> str:
        evidence = passage.evidence
        if field is None and not evidence.text:
            asked = telling_words(self.question, evidence)
            prose = [f for f in evidence.fields if is_prose(f)]
            field = max(prose, key=lambda f: shared_count(f.text, asked))
        text = field.text if field else evidence.text
        columns = (field.column,) if field else ()
        sentence = excerpt(text, self.question, evidence)
        return self._cited(f"{self.names[passage.key]}: {sentence}", passage, *columns)

    def _summary(self, passage: Passage, *, count: int) -> str:
        evidence = passage.evidence
        ranked = [
            (_rank_in_summary(evidence, field), field) for field in evidence.fields
        ]
        told = sorted((one for one in ranked if one[0]), key=lambda one: one[0])
        fields = [field for _, field in told[:count]]
        if not fields:
            return ""
        parts = (f"{self._label(f, evidence)} {self._value(f)}" for f in fields)
        listed = f"{COMMAS.get(self.lang, ',')} ".join(parts)
        columns = [field.column for field in fields]
        return self._cited(f"{self.names[passage.key]}: {listed}", passage, *columns)

    def _cited(self, text: str, passage: Passage, *columns: str) -> str:
        token = self.request.snapshot.tokens.source_token(passage.key, columns)
        text = text.rstrip(" .。")
        end = "。" if self.lang in ("ja", "zh") else "."
        return f"{text[:1].upper()}{text[1:]} {token}{end}"

    def _label(self, field: Field, evidence: Evidence) -> str:
        """Return the name of a field in the answer's language.

        Two dates of one record keep the names the developer gave them, and so does
        every field that has one in English.
        """
        is_given = fold(field.label) != fold(field.column.replace("_", " "))
        for name, concept in CONCEPTS.items():
            label = ATTRIBUTE_LABELS.get(name, {}).get(self.lang)
            if not label or (is_given and self.lang == "en"):
                continue
            if fields_of(concept, evidence.fields, exact=True) == [field]:
                return label
        return _uncapitalised(field.label) if self.lang == "en" else field.label

    def _value(self, field: Field) -> str:
        if isinstance(field.value, bool):
            return (YES if field.value else NO).get(self.lang, field.text)
        return field.text.rstrip(" .。")


def _is_empty(field: Field) -> bool:
    return field.kind == "null" or not field.text.strip()


def _rank_in_summary(evidence: Evidence, field: Field) -> int:
    """Return the place of a field in a summary, from 1 on; 0: it tells nothing."""
    concept = concept_of(field)
    if field.is_key or field.is_identity or _is_empty(field) or is_prose(field):
        return 0
    if concept in _NOISE or field.text == evidence.record:
        return 0
    if _CHANGE.match(field.column):
        return 0
    if concept in _SUMMARY_ORDER:
        return 1 + _SUMMARY_ORDER.index(concept)
    return len(_SUMMARY_ORDER) + (2 if field.kind == "boolean" else 1)


def _uncapitalised(label: str) -> str:
    """Write a label as it stands inside a sentence; acronyms keep their capitals."""
    return " ".join(
        word if len(word) > 1 and word.isupper() else word.lower()
        for word in label.split()
    )
