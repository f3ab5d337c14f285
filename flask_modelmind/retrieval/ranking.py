"""Which candidates answer the question: the share of it that each one carries.

The score of a candidate is the part of the question's weight that its words carry,
rarer words counting more, raised to a power so that one stray word of many is not
enough. A word in a name counts by how much of the name the question tells. The score
is lifted when the question names the candidate, and falls when a code or number of the
question stands nowhere.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections import abc as cabc

from ..values import Evidence
from ..values import Query
from ..values import Term
from .index import index_evidence
from .index import Indexed
from .index import Name
from .index import spaced
from .matching import TypoRules
from .matching import Vocabulary
from .stems import stem
from .terms import names_model

_Span = tuple[int, int, int]
"""Which text, and start and end in it, in code points."""
_Matches = cabc.Mapping[str, float]
"""Word of a candidate → how well it carries a word of the question, above 0 to 1."""
_STRAY_POWER = 1.5
"""1 keeps the share as it is; one word of six scores .07 instead of .17."""
_IDENTITY_LIFT = 0.5
"""Part of the missing score that a candidate named by the question is given, in
proportion to the score it has."""
_SWALLOWED = 0.7
"""What is left of a score when the question names a longer name instead."""
_LEAST_RARITY = 0.35
"""Weight of a word that all candidates hold, beside one that a single one holds."""
_LEAST_NAMED = 0.6
"""Worth of a word of a name of which the question tells next to nothing else."""
_SMALL_ACRONYM = 0.8
"""What is left of an acronym's match by a word in small letters: "cup" for CUP."""
_UNKNOWN_CODE = 0.4
"""What is left of a score for each code or number that no candidate holds."""
_NAMED_ONLY = 0.8
"""Score of a candidate whose whole name are words that fields are called, too."""
_FIRST_ROW = 0.65
"""Score of the rows of a model that the question names and tells no row of."""


def rank(
    query: Query,
    evidence: cabc.Sequence[Evidence],
    *,
    weights: cabc.Mapping[str, float] | None = None,
    fuzzy: bool = True,
    max_distance: int = 2,
    min_similarity: float = 0.72,
    min_score: float = 0.1,
) -> list[Evidence]:
    """Order candidates by how much of the question they carry, best first.

    Whole words count before beginnings, and these before typing mistakes, which are
    looked at only for words that no candidate holds. Codes and numbers match whole. Of
    equals, one that the question names comes first; other ties keep the order that was
    given. A query without terms keeps everything; one that tells no row keeps what it
    names, and the rows of a model that it names.

    :param query: What :func:`make_query` returned.
    :param evidence: Candidates of one model or of several.
    :param weights: Column → weight, above 0; other columns weigh by their names.
    :param fuzzy: Whether words with typing mistakes are found.
    :param max_distance: Most edits of a word.
    :param min_similarity: Lowest similarity of a mistyped word, 0 to 1.
    :param min_score: Lowest score that is kept, 0 to 1.
    :return: Copies with :attr:`Evidence.score` set, 0 to 1: from about .6 on the
        candidate carries what the question tells of a record; below .4 a part of it.
    """
    if not query.terms:
        return list(evidence)
    groups = _groups(query)
    indexed = [index_evidence(one, weights or {}) for one in evidence]
    if all(forms[0].is_generic for forms in groups):
        spans: list[set[_Span]] = [set() for _ in indexed]
        scores = _general_scores(query, indexed)
    else:
        typos = TypoRules(
            enabled=fuzzy, max_distance=max_distance, min_similarity=min_similarity
        )
        spans = _all_spans(query, indexed)
        scores = _with_identity(spans, _shares(groups, indexed, typos))
    order = sorted(range(len(indexed)), key=lambda at: (-scores[at], not spans[at]))
    return [
        dataclasses.replace(indexed[at].evidence, score=round(scores[at], 4))
        for at in order
        if scores[at] > 0 and scores[at] >= min_score
    ]


def missing_words(query: Query, evidence: cabc.Iterable[Evidence]) -> frozenset[str]:
    """Return the words of a question that no candidate holds as they are spelled.

    :return: :attr:`Term.raw` of words that tell rows apart; codes are not among them.
    """
    held: set[str] = set()
    for one in evidence:
        held.update(index_evidence(one, {}).words())
    stems = {stem(word) for word in held}
    return frozenset(
        forms[0].raw
        for forms in _groups(query)
        if not (forms[0].is_generic or forms[0].is_code)
        and not any(form.text in held or stem(form.text) in stems for form in forms)
    )


def _general_scores(query: Query, indexed: list[Indexed]) -> list[float]:
    """Score by names alone: no word of the question tells rows apart."""
    asked = {stem(word) for word in spaced(query.text).split()}
    labels = {one.evidence.model for one in indexed}
    named = {label for label in labels if names_model(query, [label])}
    return [
        _NAMED_ONLY
        if any(asked.issuperset(map(stem, n.split())) for n in one.identities)
        else _FIRST_ROW * (one.evidence.model in named)
        for one in indexed
    ]


def _groups(query: Query) -> list[list[Term]]:
    """Gather the forms of each word of the question."""
    groups: dict[str, list[Term]] = {}
    for term in query.terms:
        groups.setdefault(term.raw, []).append(term)
    return list(groups.values())


def _shares(
    groups: list[list[Term]], indexed: list[Indexed], typos: TypoRules
) -> list[float]:
    """Return the shaped share of the question that each candidate carries."""
    vocabulary = Vocabulary(itertools.chain.from_iterable(i.words() for i in indexed))
    matches = [vocabulary.matches(forms, typos) for forms in groups]
    small = [
        _in_small_letters(forms[0], found)
        for forms, found in zip(groups, matches, strict=True)
    ]
    carried = [_carried(one, matches, small) for one in indexed]
    by_group = list(map(list, zip(*carried, strict=True))) or [[] for _ in groups]
    weights = _rarity_weights(groups, by_group)
    told = [not forms[0].is_generic for forms in groups]
    lost = _UNKNOWN_CODE ** _unknown_codes(groups, by_group)
    return [lost * _share(weights, values, told) ** _STRAY_POWER for values in carried]


def _share(weights: list[float], carried: list[float], told: list[bool]) -> float:
    """Return the carried part of the weight; generic words count where carried."""
    total = sum(
        weight
        for weight, quality, selects in zip(weights, carried, told, strict=True)
        if selects or quality
    )
    held = sum(w * quality for w, quality in zip(weights, carried, strict=True))
    return held / total if total else 0.0


def _unknown_codes(groups: list[list[Term]], by_group: list[list[float]]) -> int:
    return sum(
        forms[0].is_code and not any(values)
        for forms, values in zip(groups, by_group, strict=True)
    )


def _in_small_letters(term: Term, found: _Matches) -> _Matches:
    """Return how well a word carries acronyms: less so when it is no acronym itself."""
    if term.raw.isupper():
        return found
    return {word: quality * _SMALL_ACRONYM for word, quality in found.items()}


def _carried(
    one: Indexed,
    every: cabc.Sequence[_Matches],
    small: cabc.Sequence[_Matches],
) -> list[float]:
    """Return how well a candidate carries each word of the question, 0 to 1.

    :param small: The matches as they count in acronyms.
    """
    best = [_quality(found, one.factors) for found in every]
    for name in one.names:
        matches = small if name.is_acronym else every
        worth = name.factor * (
            _LEAST_NAMED + (1 - _LEAST_NAMED) * _told_part(name, matches)
        )
        inside = dict.fromkeys(name.places, worth)
        best = [
            max(quality, _quality(found, inside))
            for quality, found in zip(best, matches, strict=True)
        ]
    return best


def _quality(found: _Matches, factors: cabc.Mapping[str, float]) -> float:
    smaller, other = sorted((found, factors), key=len)
    return max((smaller[w] * other[w] for w in smaller if w in other), default=0.0)


def _told_part(name: Name, matches: cabc.Sequence[_Matches]) -> float:
    """Return the part of the telling words of a name that the question has."""
    told: set[int] = set()
    for found in matches:
        for word in found.keys() & name.places.keys():
            told |= name.places[word]
    return len(told & name.telling) / len(name.telling) if name.telling else 0.0


def _rarity_weights(
    groups: list[list[Term]], carried: list[list[float]]
) -> list[float]:
    """Weigh words by their rarity among the candidates.

    A word that no candidate holds is as rare as the others are on average: words of
    courtesy are rare everywhere, and must not count most.
    """
    counts = [sum(value > 0 for value in values) for values in carried]
    size = len(carried[0]) if carried else 0
    known = [_rarity(count, size) for count in counts if count]
    average = sum(known) / len(known) if known else 1.0
    return [
        forms[0].weight * (_rarity(count, size) if count else average)
        for forms, count in zip(groups, counts, strict=True)
    ]


def _rarity(count: int, size: int) -> float:
    if size <= 1:
        return 1.0
    rarity = math.log(1 + size / count) / math.log(1 + size)
    return _LEAST_RARITY + (1 - _LEAST_RARITY) * rarity


def _all_spans(query: Query, indexed: list[Indexed]) -> list[set[_Span]]:
    """Return, for each candidate, where the question spells its names."""
    asked = [f" {spaced(text)} " for text in (query.text, *query.subjects)]
    terms = {word for term in query.terms for word in spaced(term.text).split()}
    return [_identity_spans(one, asked, terms) for one in indexed]


def _with_identity(spans: list[set[_Span]], shares: list[float]) -> list[float]:
    """Lift candidates that the question names; the longest name wins."""
    everything = set(itertools.chain.from_iterable(spans))
    return [
        _lifted(share, own, everything)
        for share, own in zip(shares, spans, strict=True)
    ]


def _lifted(share: float, own: set[_Span], everything: set[_Span]) -> float:
    if not own or not share:
        return share
    if all(any(_is_inside(span, other) for other in everything) for span in own):
        return share * _SWALLOWED
    return share + (1 - share) * _IDENTITY_LIFT * share


def _identity_spans(one: Indexed, asked: list[str], terms: set[str]) -> set[_Span]:
    """Return where the question or a subject spells what names a candidate."""
    spans: set[_Span] = set()
    for name in one.identities:
        if terms.isdisjoint(name.split()):
            continue
        for at, text in enumerate(asked):
            start = text.find(f" {name} ")
            if start >= 0:
                spans.add((at, start, start + len(name)))
    return spans


def _is_inside(span: _Span, other: _Span) -> bool:
    same_text = span[0] == other[0]
    longer = other[2] - other[1] > span[2] - span[1]
    return same_text and longer and other[1] <= span[1] and span[2] <= other[2]
