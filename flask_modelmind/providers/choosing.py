"""Which of the passages a question is about, and how each is called."""

from __future__ import annotations

import dataclasses
from collections import abc as cabc

from ..text import fold
from ..values import Evidence
from ..values import Passage
from .asking import phrase_at

_MAX_RECORDS = 4
_NEAR_BEST_RATIO = 0.85
"""Unnamed records are listed together when they rank this close to the best one."""
_NAMESAKE_RATIO = 0.95
"""Records of one name are told together unless one of them fits the question better."""

LEAST_NAMED = 0.3
"""A record whose name the question spells answers from this score on. Below, the name
is one word of many: airports are called "Moon" and "Hope"."""
LEAST_ASKED = 0.5
"""An unnamed record that has the attribute asked for answers from this score on: the
question tells most of its name, with some courtesy around."""
LEAST_SCORE = 0.65
"""An unnamed record of which nothing is asked that it has answers from this score on.
What a shop does not know shares a word or two with its records: "Who is the
president?" finds "Presidente Prudente" at .6, "What is the capital of France?" finds
"Dan France Airport" at .4; questions that are carried by a description reach .7."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Choice:
    """The passages that may answer, best first."""

    passages: tuple[Passage, ...] = ()
    is_named: bool = False
    """Whether the question spells their names."""


def choose(question: str, passages: cabc.Sequence[Passage]) -> Choice:
    """Return the records a folded question names, else the ones that rank best.

    Those that carry too little of the question to be named are left out; whether the
    unnamed ones carry enough is the caller's to say, who knows what is asked of them.
    """
    named = _named(question, passages)
    if named:
        return Choice(passages=tuple(named[:_MAX_RECORDS]), is_named=True)
    best = _best_score(passages)
    near = [p for p in passages if p.evidence.score >= best * _NEAR_BEST_RATIO]
    return Choice(passages=tuple(near[:_MAX_RECORDS]))


def distinct_names(passages: cabc.Sequence[Passage]) -> dict[str, str]:
    """Name each record; records of one label are told apart by their first other field.

    :return: Passage key → name.
    """
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


def _named(question: str, passages: cabc.Sequence[Passage]) -> list[Passage]:
    spans = [
        (span, passage)
        for passage in passages
        if passage.evidence.score >= LEAST_NAMED
        and (span := _named_span(question, passage.evidence))
    ]
    best_of = {span: _best_score(p for s, p in spans if s == span) for span, _ in spans}
    return [
        passage
        for span, passage in spans
        if not any(_is_inside(span, other) for other in best_of)
        and passage.evidence.score >= best_of[span] * _NAMESAKE_RATIO
    ]


def _best_score(passages: cabc.Iterable[Passage]) -> float:
    return max((passage.evidence.score for passage in passages), default=0.0)


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
        place = phrase_at(folded, question)
        if place >= 0:
            spans.append((place, place + len(folded)))
    return max(spans, key=lambda span: span[1] - span[0], default=None)


def _is_inside(span: tuple[int, int], other: tuple[int, int]) -> bool:
    return other != span and other[0] <= span[0] and span[1] <= other[1]
