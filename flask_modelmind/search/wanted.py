"""What a query asks of a row, ready to be put into SQL."""

from __future__ import annotations

import dataclasses
from collections import abc as cabc

from ..text import has_unspaced_script
from ..values import Query
from ..values import Term

_MOST_GROUPS = 16
"""Words of a question that are looked for in SQL."""
_SHORTEST_INSIDE = 3
"""Characters of a piece that may stand inside a word."""
_STRONG = 0.5
"""Share of the heaviest word's weight from which on a word should be found."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Group:
    """One word of the question in the forms that a row may hold."""

    raw: str
    text: str
    weight: float
    pieces: tuple[str, ...]
    """Folded strings of which a row holds one; none contains another."""
    whole: tuple[str, ...]
    """Folded spellings that are the word itself, rather than a part of it."""
    is_code: bool = False
    is_generic: bool = False
    pattern: str = ""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Wanted:
    """The words and phrases of a query."""

    groups: tuple[Group, ...]
    phrases: tuple[str, ...]

    @property
    def selecting(self) -> tuple[Group, ...]:
        """Words that may tell one row from another.

        A row may be called like a field: without any other word, all may tell rows.
        """
        return tuple(g for g in self.groups if not g.is_generic) or self.groups

    @property
    def is_general(self) -> bool:
        """Whether the question has no word but those that models and fields have."""
        return all(group.is_generic for group in self.groups)

    @property
    def strong(self) -> tuple[Group, ...]:
        """Words that must not be missed: those of much weight."""
        heaviest = max((group.weight for group in self.selecting), default=0.0)
        return tuple(g for g in self.selecting if g.weight >= heaviest * _STRONG)

    def with_spellings(
        self, spellings: cabc.Mapping[str, cabc.Sequence[str]]
    ) -> Wanted:
        """Return a copy in which words have further spellings.

        :param spellings: ``raw`` of a word → folded spellings found in the data.
        """
        groups = (_spelled(g, spellings.get(g.raw, ())) for g in self.groups)
        return dataclasses.replace(self, groups=tuple(groups))


def read_query(query: Query) -> Wanted:
    """Gather the terms of a query by the word they are forms of."""
    forms: dict[str, list[Term]] = {}
    for term in query.terms:
        forms.setdefault(term.raw, []).append(term)
    groups = [_group(terms) for terms in forms.values()]
    groups.sort(key=lambda group: -group.weight)
    return Wanted(groups=tuple(groups[:_MOST_GROUPS]), phrases=query.phrases)


def _group(terms: list[Term]) -> Group:
    first = terms[0]
    return Group(
        raw=first.raw,
        text=first.text,
        weight=max(term.weight for term in terms),
        pieces=_shortest([term.text for term in terms]),
        whole=tuple(t.text for t in terms if t is first or t.is_code),
        is_code=first.is_code,
        is_generic=first.is_generic,
        pattern=first.pattern,
    )


def _spelled(group: Group, spellings: cabc.Sequence[str]) -> Group:
    return dataclasses.replace(
        group,
        pieces=_shortest([*group.pieces, *spellings]),
        whole=(*group.whole, *spellings),
    )


def _shortest(texts: cabc.Iterable[str]) -> tuple[str, ...]:
    """Drop texts that hold another one: what holds them holds the other too."""
    kept: list[str] = []
    for text in sorted(set(texts), key=len):
        if text and not any(p in text for p in kept if not is_short(p)):
            kept.append(text)
    return tuple(kept)


def is_short(piece: str) -> bool:
    """Tell whether a piece must be a whole word: it is a part of too many words."""
    return len(piece) < _SHORTEST_INSIDE and not has_unspaced_script(piece)
