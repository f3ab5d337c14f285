"""Compare a claim with running text: words and values inside one place."""

from __future__ import annotations

import dataclasses
import itertools
import re
from collections import abc as cabc

from ..values import Match
from .judgement import contradicted
from .judgement import Judgement
from .judgement import not_checkable
from .judgement import supported
from .judgement import unsupported
from .polarity import is_negative
from .polarity import is_negator
from .polarity import is_wider
from .quantities import Quantity
from .readings import Reading
from .readings import Sentence
from .statement import describe
from .statement import Statement
from .values_in_text import Code
from .values_in_text import compare_typed
from .values_in_text import Typed
from .wording import find_terms

_TIGHT_RATIO = 0.6
"""Cover of a claim by one sentence from which on a difference is a contradiction."""
_PASSIVE = re.compile(
    r"(?<!\w)(?:by|von|durch|par|por|da|توسط|от|and|und|et|y|و)(?!\w)"
)
"""Words after which names change places and mean the same."""
_UNCOVERED_RATIO = 0.25
"""Share of a claim's words that its evidence may put in other words."""


@dataclasses.dataclass(frozen=True)
class _Fit:
    """How well one place of the text fits a claim."""

    sentences: tuple[Sentence, ...]
    cover: float
    """Weighted share of the claim's words found there, 0 to 1."""
    uncovered: tuple[str, ...]
    agreeing: int
    """How many of the claim's values are found there."""


def judge_passage(claim: Statement, passage: Reading) -> Judgement:
    """Tell whether a running text carries a claim.

    Values must agree within the sentence that speaks of the same thing. A difference
    contradicts only in such a tight place; elsewhere the claim is merely unsupported.
    """
    fits = sorted(_fits(claim, passage), key=lambda fit: -_rank(fit, claim))
    is_foreign = _is_foreign(claim, passage)
    if not fits and is_foreign and passage.sentences:
        return not_checkable("another language, and no value to compare")
    if not fits:
        return unsupported(0.02, "nothing in the text is about it")
    best = fits[0]
    if is_foreign and not best.cover >= _TIGHT_RATIO:
        return _judge_foreign(claim, passage, fits)
    return _judge_place(claim, passage, best)


def _is_foreign(claim: Statement, passage: Reading) -> bool:
    known = claim.language and passage.language
    return bool(known) and claim.language != passage.language


def _rank(fit: _Fit, claim: Statement) -> float:
    share = fit.agreeing / len(claim.typed) if claim.typed else 0.0
    return fit.cover + 0.4 * share - 0.01 * len(fit.sentences)


def _fits(claim: Statement, passage: Reading) -> cabc.Iterator[_Fit]:
    """Yield a fit for every clause, and for every two that follow one another."""
    total = sum(term.weight for term in claim.terms)
    sentences = passage.sentences
    places: list[tuple[Sentence, ...]] = [(sentence,) for sentence in sentences]
    places += [
        (one, next_one)
        for one, next_one in itertools.pairwise(sentences)
        if one.sentence != next_one.sentence
    ]
    for place in places:
        stems = frozenset().union(*(sentence.stems for sentence in place))
        missed = [
            t for t in claim.terms if t.stem not in stems and not is_negator(t.text)
        ]
        lost = sum(term.weight for term in missed)
        if total and lost >= total and not claim.typed:
            continue
        agreeing = sum(_relation(value, place) == "agrees" for value in claim.typed)
        cover = 1 - lost / total if total else float(agreeing > 0)
        yield _Fit(place, cover, tuple(term.text for term in missed), agreeing)


def _relation(value: Typed, place: cabc.Iterable[Sentence]) -> str:
    """Say whether a place holds a value: ``agrees``, ``differs`` or ``lacks``."""
    facts = [fact for sentence in place for fact in sentence.facts]
    dimension = value.dimension if isinstance(value, Quantity) else ""
    if dimension and any(
        isinstance(fact, Quantity) and fact.dimension == dimension for fact in facts
    ):
        facts = [f for f in facts if getattr(f, "dimension", dimension) == dimension]
    relations = {compare_typed(value, fact) for fact in facts}
    if relations & {"equal", "compatible"}:
        return "agrees"
    if isinstance(value, Code):
        text = {sentence.folded.text for sentence in place}
        return "differs" if any(_has_sibling(value, one) for one in text) else "lacks"
    return "differs" if "conflicting" in relations else "lacks"


def _has_sibling(code: Code, text: str) -> bool:
    """Whether a code of the same family stands in a text (``WH-1000XM5``)."""
    family = re.match(r"[^\W\d_]*", code.text)
    head = family[0] if family else ""
    pattern = rf"(?<![^\W_]){re.escape(head)}[\w.-]*\d" if head else r"\d+\.\d+\.\d+"
    return bool(re.search(pattern, text))


def _judge_place(claim: Statement, passage: Reading, fit: _Fit) -> Judgement:
    relations = {value: _relation(value, fit.sentences) for value in claim.typed}
    differing = [v for v, relation in relations.items() if relation == "differs"]
    lacking = [v for v, relation in relations.items() if relation == "lacks"]
    matches = _matches(passage, fit)
    is_tight = fit.cover >= _TIGHT_RATIO
    if differing:
        reasons = [_differs(value, claim, fit) for value in differing]
        if is_tight and not claim.is_arithmetic and not claim.is_negative:
            return contradicted(matches, *reasons)
        return unsupported(0.1, *reasons)
    if lacking:
        reasons = [f"{describe(v, claim.text)} is not in the text" for v in lacking]
        return unsupported(0.12, *reasons)
    flaw = _flaw(claim, passage, fit)
    if flaw:
        return unsupported(0.15 + 0.25 * fit.cover, flaw)
    return _judge_polarity(claim, fit, matches)


def _flaw(claim: Statement, passage: Reading, fit: _Fit) -> str | None:
    """Say why words alone do not carry a claim whose values agree."""
    if not _is_covered(claim, fit):
        return f"not in the text: {', '.join(fit.uncovered[:4])}"
    if _mixes_clauses(claim, passage, fit):
        return "the words stand in different clauses"
    if _swaps_names(claim, fit):
        return "the names stand in another order"
    return None


def _is_covered(claim: Statement, fit: _Fit) -> bool:
    count = sum(not is_negator(term.text) for term in claim.terms)
    return len(fit.uncovered) <= int(count * _UNCOVERED_RATIO)


def _mixes_clauses(claim: Statement, passage: Reading, fit: _Fit) -> bool:
    """Whether a word missing here stands in another clause of the same sentence."""
    numbers = {sentence.sentence for sentence in fit.sentences}
    siblings = frozenset().union(
        *(s.stems for s in passage.sentences if s.sentence in numbers)
    )
    missed = {term.stem for term in claim.terms if term.text in fit.uncovered}
    return bool(missed & siblings)


def _swaps_names(claim: Statement, fit: _Fit) -> bool:
    """Whether first and last name of a claim stand the other way round in the text."""
    if _PASSIVE.search(claim.text) or len(fit.sentences) > 1:
        return False
    named = [
        term.stem
        for place, term in enumerate(claim.terms)
        if place == 0 or term.start in claim.proper
    ]
    text = fit.sentences[0].folded.text
    order = [term.stem for term in find_terms(text) if term.stem in named]
    if len(set(named)) < 2 or set(named) != set(order) or _PASSIVE.search(text):
        return False
    return order.index(named[0]) > order.index(named[-1])


def _judge_polarity(claim: Statement, fit: _Fit, matches: list[Match]) -> Judgement:
    best = max(
        fit.sentences, key=lambda s: len(s.stems & {t.stem for t in claim.terms})
    )
    denies = is_negative(best.folded.text)
    if claim.is_negative != denies:
        said = "denies" if claim.is_negative else "affirms"
        return contradicted(matches, f"the claim {said} what the text does not")
    if is_wider(claim.text, best.folded.text):
        return unsupported(0.3, "the claim says all, the text does not")
    return supported(0.55 + 0.4 * fit.cover, matches, "words and values agree")


def _judge_foreign(claim: Statement, passage: Reading, fits: list[_Fit]) -> Judgement:
    """Judge across languages by values, anchored by shared words where possible."""
    if not claim.typed:
        return not_checkable("another language, and no value to compare")
    anchored = [fit for fit in fits if len(fit.uncovered) < len(claim.terms)]
    places = [fit for fit in anchored or fits if len(fit.sentences) == 1]
    full = [fit for fit in places if fit.agreeing == len(claim.typed)]
    is_telling = bool(anchored) or len(passage.sentences) == 1 or any(
        not isinstance(v, Quantity) or v.dimension or v.low >= 1000 for v in claim.typed
    )  # fmt: skip
    if full and is_telling:
        if claim.is_negative != is_negative(full[0].sentences[0].folded.text):
            return not_checkable("another language, and a denial")
        return supported(0.75, _matches(passage, full[0]), "values agree")
    if full or not places:
        return not_checkable("another language, and only a bare number to compare")
    differing = [
        (value, fit)
        for fit in places
        for value in claim.typed
        if _relation(value, fit.sentences) == "differs"
    ]
    if len(places) == 1 and differing and not claim.is_arithmetic:
        value, fit = differing[0]
        return contradicted(_matches(passage, fit), _differs(value, claim, fit))
    return unsupported(0.15, "a value of the claim is not in the text")


def _differs(value: Typed, claim: Statement, fit: _Fit) -> str:
    held = [
        describe(fact, sentence.folded.text)
        for sentence in fit.sentences
        for fact in sentence.typed
        if type(fact) is type(value) and compare_typed(value, fact) == "conflicting"
    ]
    return f"{describe(value, claim.text)} vs {held[0] if held else 'another value'}"


def _matches(passage: Reading, fit: _Fit) -> list[Match]:
    return [
        Match(evidence=passage.index, start=sentence.start, end=sentence.end)
        for sentence in fit.sentences
    ]
