"""A claim as the support check reads it."""

from __future__ import annotations

import dataclasses
import re
from collections import abc as cabc

from ..text import fold_with_offsets
from ..text import Folded
from .concepts import concepts_of
from .mentions import find_mentions
from .mentions import Mention
from .mentions import Named
from .polarity import is_negative
from .quantities import Quantity
from .values_in_text import Code
from .values_in_text import find_typed
from .values_in_text import Typed
from .wording import find_terms
from .wording import guess_language
from .wording import Term
from .wording import uses_decimal_comma
from .wordset import word_set

_NUMBER_MARKER = re.compile(r"(?<![\w\]])\[\d{1,3}\](?![\w\[(])")
"""A habit of language models: it refers to something, and states no number."""
_CAPITALIZING = frozenset({"de"})
"""Languages that write every noun with a capital."""
_ARITHMETIC = word_set(
    "sum difference combined altogether average mean cheaper dearer costlier heavier"
    " lighter larger smaller cheapest highest lowest most least fewest twice half double"
    " more less fewer than number count list",
    "summe insgesamt zusammen durchschnitt mehr weniger billiger teurer doppelt",
    "مجموع جمع اختلاف میانگین ارزانتر گرانتر بیشتر کمتر ارزانترین گرانترین کل",
    "المجموع إجمالي متوسط الفرق أكثر أقل أرخص أغلى",
    "suma diferencia promedio más menos barato somme différence moyenne plus moins cher",
    "сумма разница среднее больше меньше дешевле дороже",
)
"""Words that make a number out of other numbers, or compare two."""


@dataclasses.dataclass(frozen=True)
class Statement:
    """One claim with its values, words and the names in it."""

    folded: Folded
    language: str
    typed: tuple[Typed, ...]
    """Values outside of names, in reading order."""
    terms: tuple[Term, ...]
    """Meaning-bearing words outside of names and values."""
    concepts: tuple[tuple[str, int, int], ...]
    """Attributes it speaks of, and where."""
    mentions: tuple[Mention, ...]
    is_negative: bool
    proper: frozenset[int]
    """Starts of words that are written as names, with a capital inside a sentence."""
    is_arithmetic: bool
    """Whether it may state a number that no field holds."""

    @property
    def text(self) -> str:
        """The folded claim."""
        return self.folded.text

    def part(self, start: int, end: int, *, mention: Mention) -> Statement:
        """Return what is said between two places about one of the names."""
        return dataclasses.replace(
            self,
            typed=tuple(v for v in self.typed if start <= v.start < end),
            terms=tuple(term for term in self.terms if start <= term.start < end),
            concepts=tuple(c for c in self.concepts if start <= c[1] < end)
            or self.concepts,
            mentions=(mention,),
        )


def read_statement(claim: str, evidence: cabc.Sequence[Named]) -> Statement:
    """Prepare one claim for comparison.

    :param evidence: What the evidence is called: names hold no values of their own.
    """
    folded = fold_with_offsets(claim)
    mentions = find_mentions(folded, claim, evidence)
    taken = bytearray(len(folded.text))
    for mention in mentions:
        size = mention.end - mention.start
        taken[mention.start : mention.end] = b"\x01" * size
    for marker in _NUMBER_MARKER.finditer(folded.text):
        taken[marker.start() : marker.end()] = b"\x01" * len(marker[0])
    language = guess_language(folded.text)
    typed = find_typed(
        folded.text, taken=taken, uses_decimal_comma=uses_decimal_comma(language)
    )
    terms = find_terms(folded.text, taken=_spans(taken, typed))
    return Statement(
        folded=folded,
        language=language,
        typed=tuple(typed),
        terms=tuple(terms),
        concepts=tuple(concepts_of(folded.text)),
        mentions=tuple(mentions),
        is_negative=is_negative(folded.text),
        proper=frozenset(
            term.start
            for term in terms
            if term.start > 0
            and language not in _CAPITALIZING
            and claim[folded.offsets[term.start]].isupper()
        ),
        is_arithmetic=any(term.text in _ARITHMETIC for term in terms),
    )


def describe(value: Typed, folded: str) -> str:
    """Name a value as it is written, with its kind, for a reason."""
    if isinstance(value, Code):
        return f"code {value.text}"
    kind = "number" if isinstance(value, Quantity) else "date"
    return f"{kind} {folded[value.start : value.end]}"


def _spans(taken: bytearray, typed: cabc.Iterable[Typed]) -> bytearray:
    marked = bytearray(taken)
    for value in typed:
        marked[value.start : value.end] = b"\x01" * (value.end - value.start)
    return marked
