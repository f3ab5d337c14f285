"""The words of a question, each with what it tells about the row that is meant."""

from __future__ import annotations

import dataclasses
import functools
import re
import typing as t
from collections import abc as cabc

from ..language import detect_language
from ..text import fold
from ..text import fold_with_offsets
from ..text import has_unspaced_script
from ..text import Word
from ..text import words
from .nouns import translations
from .stems import stem
from .vocabulary import attribute_words
from .vocabulary import function_words
from .vocabulary import UNSPACED
from .vocabulary import UNSPACED_ATTRIBUTES

TokenKind = t.Literal[
    "function",
    "generic",
    "word",
    "name",
    "acronym",
    "code",
    "number",
    "quoted",
    "piece",
]
"""``piece`` is a pair of characters of a script without spaces."""

_QUOTED = re.compile(r'"([^"]{1,80})"|(?<!\w)\'([^\']{2,80})\'(?!\w)')
_SENTENCE_END = frozenset(".!?。؟？！\n")
_LONGEST_ACRONYM = 5
_SHORTEST_TITLE = 5
"""Words that all begin with a capital before they are taken for a headline."""
_NOUNS_IN_CAPITALS = frozenset({"de"})
"""Languages in which a capital letter does not tell a name."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Token:
    """One word of the question."""

    text: str
    """Folded."""
    raw: str
    start: int
    """Code point offset into the folded question."""
    end: int
    kind: TokenKind

    @property
    def selects(self) -> bool:
        """Whether the word may tell one row from another."""
        return self.kind not in {"function", "generic"}

    @property
    def names(self) -> bool:
        """Whether the word looks like a part of a name or a code."""
        return self.kind in {"name", "acronym", "code", "quoted"}


@dataclasses.dataclass(frozen=True)
class Reading:
    """A question, read."""

    folded: str
    lang: str
    tokens: tuple[Token, ...]
    quoted: tuple[str, ...]
    """Folded quoted phrases."""


def read(question: str, *, generic_words: cabc.Collection[str] = ()) -> Reading:
    """Read a question word by word.

    :param question: As the visitor typed it.
    :param generic_words: Words of model and column labels, in any spelling.
    """
    folded = fold_with_offsets(question)
    lang = detect_language(question)
    quoted = _quoted_spans(folded.text)
    judge = _Judge(
        functions=function_words(lang),
        generic=attribute_words(lang)
        | _attributes()
        | _spellings(frozenset(generic_words)),
        acronyms_tell=not _shouts(question),
        capitals_tell=lang not in _NOUNS_IN_CAPITALS and not _shouts(question),
        quoted=quoted,
    )
    tokens: list[Token] = []
    for word in _content_words(folded.text):
        first, last = folded.original_span(word.start, word.end)
        raw = question[first:last].strip() or word.text
        kind = judge.kind(word, raw, starts=_starts_sentence(folded.text, word.start))
        tokens.append(
            Token(text=word.text, raw=raw, start=word.start, end=word.end, kind=kind)
        )
    phrases = tuple(folded.text[start:end].strip() for start, end in quoted)
    return Reading(folded.text, lang, tuple(tokens), phrases)


@dataclasses.dataclass(frozen=True, kw_only=True)
class _Judge:
    functions: frozenset[str]
    generic: frozenset[str]
    acronyms_tell: bool
    capitals_tell: bool
    quoted: tuple[tuple[int, int], ...]

    def kind(self, word: Word, raw: str, *, starts: bool) -> TokenKind:
        """Say what a word is; the first rule that holds wins."""
        is_long = len(raw) > 1
        is_acronym = self.acronyms_tell and is_long and raw.isupper()
        is_name = self.capitals_tell and is_long and raw[0].isupper() and not starts
        rules: tuple[tuple[bool, TokenKind], ...] = (
            (self._is_quoted(word), "quoted"),
            (word.has_digit, "code" if re.search(r"[^\W\d_]", word.text) else "number"),
            (word.text in self.functions and not (is_acronym or is_name), "function"),
            (self._is_generic(word.text), "generic"),
            (has_unspaced_script(word.text), "piece"),
            (is_acronym, "acronym"),
            (is_name, "name"),
        )
        return next((kind for holds, kind in rules if holds), "word")

    def _is_quoted(self, word: Word) -> bool:
        return any(start <= word.start < end for start, end in self.quoted)

    def _is_generic(self, text: str) -> bool:
        return text in self.generic or stem(text) in self.generic


@functools.lru_cache(maxsize=64)
def _spellings(generic_words: frozenset[str]) -> frozenset[str]:
    """Fold labels to their words and the stems of these, in all languages."""
    found: set[str] = set()
    for listed in generic_words:
        for form in (listed, *translations(listed)):
            for word in words(fold(form)):
                found |= {word.text, stem(word.text)}
    return frozenset(found)


def _quoted_spans(folded: str) -> tuple[tuple[int, int], ...]:
    return tuple(m.span(m.lastindex or 0) for m in _QUOTED.finditer(folded))


def _shouts(question: str) -> bool:
    """Tell whether capitals are all over the question, so that they tell nothing."""
    cased = [c for c in question if c.lower() != c.upper()]
    if len(cased) > _LONGEST_ACRONYM and all(c.isupper() for c in cased):
        return True
    pieces = question.split()
    return len(pieces) >= _SHORTEST_TITLE and all(p[0].isupper() for p in pieces)


def _starts_sentence(folded: str, start: int) -> bool:
    before = folded[:start].rstrip(" \"'([¿¡")
    return not before or before[-1] in _SENTENCE_END


def _content_words(folded: str) -> list[Word]:
    """Split into words; function words of scripts without spaces are cut out."""
    if not has_unspaced_script(folded):
        return words(folded)
    found: list[Word] = []
    for start, end in _kept_spans(folded):
        piece = folded[start:end]
        if piece in _attributes():
            found.append(Word(piece, start, end))
            continue
        found += (Word(w.text, start + w.start, start + w.end) for w in words(piece))
    return found


def _kept_spans(folded: str) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    at = 0
    for match in _unspaced_words().finditer(folded):
        spans.append((at, match.start()))
        if match[0] in _attributes():
            spans.append(match.span())
        at = match.end()
    return [span for span in [*spans, (at, len(folded))] if span[0] < span[1]]


@functools.cache
def _attributes() -> frozenset[str]:
    return frozenset(map(fold, UNSPACED_ATTRIBUTES))


@functools.cache
def _unspaced_words() -> re.Pattern[str]:
    listed = {fold(word) for word in UNSPACED} | _attributes()
    return re.compile("|".join(map(re.escape, sorted(listed, key=len, reverse=True))))
