"""Decide which evidence each claim of an answer cites, and number it."""

from __future__ import annotations

import dataclasses
import typing as t
from collections import abc as cabc

from ..settings import Settings
from ..text import fold
from ..values import Citation
from ..values import CitationStatus
from ..values import Claim
from ..values import Coverage
from ..values import Passage
from ..values import PlacedToken
from ..values import Snapshot
from .cards import CitedClaim
from .cards import make_citation
from .claims import split_claims
from .placement import place_tokens
from .selection import Selection
from .selection import Selector


@dataclasses.dataclass(frozen=True, kw_only=True)
class CitationRules:
    """How an answer is cited."""

    is_enabled: bool = True
    """Whether claims carry citations at all."""
    infers: bool = True
    """Whether a claim without a valid token cites the evidence it names."""
    max_citations: int = 4
    """Sources of one answer, 0 or more. Claims that need more stay without a marker."""
    max_columns: int = 4
    """Columns of one citation, at least 1."""
    fallback_texts: tuple[str, ...] = ()
    """Sentences that say nothing was found: an answer of these alone cites nothing."""

    @classmethod
    def from_settings(
        cls, settings: Settings, *, fallback_texts: cabc.Iterable[str] = ()
    ) -> CitationRules:
        """Take the rules from the settings of an application.

        :param fallback_texts: What the provider says when it has nothing, in every
            language it may have used; ``MODEL_MIND_FALLBACK_ANSWER`` is added.
        """
        return cls(
            is_enabled=settings.citations_enabled,
            infers=settings.infer_source_citations,
            max_citations=settings.max_citations,
            max_columns=settings.citation_columns,
            fallback_texts=tuple(
                text for text in (settings.fallback_answer, *fallback_texts) if text
            ),
        )


@dataclasses.dataclass(frozen=True, kw_only=True)
class Examined:
    """An answer with its claims judged and its sources numbered."""

    claims: tuple[Claim, ...] = ()
    citations: tuple[Citation, ...] = ()
    """Cited sources only, numbered 1 to N by first use."""
    coverage: Coverage = dataclasses.field(default_factory=Coverage)


_STATUS_ORDER: tuple[CitationStatus, ...] = ("given", "repointed", "inferred")
"""A source that several claims cite has the status it has soonest in this order."""


@dataclasses.dataclass(frozen=True)
class _Cited:
    """What one claim cites, before numbering."""

    claim: Claim
    selection: Selection | None = None
    """``None`` when nothing is stated."""

    @property
    def passages(self) -> tuple[Passage, ...]:
        """The cited passages."""
        return self.selection.passages if self.selection else ()


def examine(
    text: str,
    tokens: cabc.Sequence[PlacedToken],
    snapshot: Snapshot,
    rules: CitationRules,
) -> Examined:
    """Tie every claim of an answer to the evidence of its own turn.

    Only passages of ``snapshot`` can be cited: a key that is unknown, made up or of an
    earlier turn is dropped. Nothing is cited for a refusal, a question or a greeting.

    :param text: The visible answer.
    :param tokens: Where the model put which tokens; route tokens are ignored.
    :param snapshot: What the model was shown in this turn.
    :return: Claims with verdicts and the numbers they cite; the numbered citations.
    """
    claims = _judgeable(split_claims(text), rules)
    placed = place_tokens(text, claims, tokens)
    selector = Selector(snapshot, infers=rules.infers and rules.is_enabled)
    cited: list[_Cited] = []
    for claim, given in zip(claims, placed, strict=True):
        cited.append(_select(text, claim, given, selector, cited[-1:]))
    return _number(cited, selector, rules)


def _judgeable(
    claims: cabc.Sequence[Claim], rules: CitationRules
) -> cabc.Sequence[Claim]:
    """Take the sentences of the fallback out of what is judged."""
    fallback = {
        fold(sentence.text).strip(" .!\u3002")
        for text in rules.fallback_texts
        for sentence in (*split_claims(text), Claim(text=text, start=0, end=len(text)))
    }
    return [
        dataclasses.replace(claim, verdict="no_claim")
        if fold(claim.text).strip(" .!\u3002") in fallback
        else claim
        for claim in claims
    ]


def _select(
    text: str,
    claim: Claim,
    tokens: cabc.Sequence[PlacedToken],
    selector: Selector,
    before: cabc.Sequence[_Cited],
) -> _Cited:
    """Choose what one claim cites, and take over the verdict on it."""
    if claim.verdict == "no_claim":
        return _Cited(claim)
    previous = before[0] if before else None
    is_going_on = previous and "\n" not in text[previous.claim.end : claim.start]
    selection = selector.select(
        claim.text,
        tokens,
        before=previous.passages if previous and is_going_on else (),
    )
    support = selection.support
    judged = dataclasses.replace(
        claim, verdict=support.verdict, score=support.score, reasons=support.reasons
    )
    return _Cited(judged, selection)


def _number(
    cited: cabc.Sequence[_Cited], selector: Selector, rules: CitationRules
) -> Examined:
    """Number sources by first use, and let each claim refer to the numbers."""
    limit = rules.max_citations if rules.is_enabled else 0
    uses: dict[str, list[_Cited]] = {}
    claims: list[Claim] = []
    for item in cited:
        for passage in item.passages:
            if passage.key in uses or len(uses) < limit:
                uses.setdefault(passage.key, []).append(item)
        numbers = [
            number
            for passage in item.passages
            for number, key in enumerate(uses, start=1)
            if key == passage.key
        ]
        claims.append(dataclasses.replace(item.claim, citations=tuple(numbers)))
    citations = tuple(
        _citation(number, key, items, selector, rules)
        for number, (key, items) in enumerate(uses.items(), start=1)
    )
    return Examined(
        claims=tuple(claims), citations=citations, coverage=_coverage(claims)
    )


def _citation(
    number: int,
    key: str,
    items: cabc.Sequence[_Cited],
    selector: Selector,
    rules: CitationRules,
) -> Citation:
    passage = next(p for p in items[0].passages if p.key == key)
    selections = [item.selection for item in items if item.selection]
    statuses = {selection.status for selection in selections}
    return make_citation(
        number,
        passage,
        selector.reading(passage),
        [
            CitedClaim(item.claim.text, item.selection.columns.get(key, ()))
            for item in items
            if item.selection
        ],
        status=next(status for status in _STATUS_ORDER if status in statuses),
        max_columns=rules.max_columns,
    )


def _coverage(claims: cabc.Iterable[Claim]) -> Coverage:
    counts: dict[str, int] = {}
    for claim in claims:
        counts[claim.verdict] = counts.get(claim.verdict, 0) + 1
    counts.pop("no_claim", None)
    return Coverage(claims=sum(counts.values()), **t.cast("dict[str, t.Any]", counts))
