"""How well the words of a text carry one word of the question."""

from __future__ import annotations

import collections
import dataclasses
from collections import abc as cabc

from ..spelling import likely_edits
from ..spelling import typo_similarity
from ..text import has_unspaced_script
from ..transliteration import closeness
from ..transliteration import sounds_like
from ..values import Term
from .codes import code_key
from .stems import stem

_WHOLE = 1.0
_STEM = 0.9
_BEGINNING = 0.8
_SOUND = 0.95
_TYPO = 0.8
_SHORTEST_BEGINNING = 4
"""Letters two words must share at their beginning to be forms of one word."""
_LEAST_SHARED = 0.7
"""Part of the longer word that must be shared."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class TypoRules:
    """Which words count as the same word with typing mistakes."""

    enabled: bool = True
    max_distance: int = 2
    """Most edits, of code points."""
    min_similarity: float = 0.72
    """1 - edits / length of the longer word, 0 to 1."""


class Vocabulary:
    """The distinct words of all candidates, ready to be compared with."""

    def __init__(self, words: cabc.Iterable[str]) -> None:
        self.words = frozenset(words)
        self._by_stem = _group(self.words, stem)
        self._by_code = _group(filter(_has_digit, self.words), code_key)
        self._by_start = _group(self.words, lambda word: word[:_SHORTEST_BEGINNING])

    def matches(self, forms: cabc.Sequence[Term], rules: TypoRules) -> dict[str, float]:
        """Return the words that carry a term, with the quality of each, above 0 to 1.

        Whole words are best, then words of one stem, beginnings, foreign spellings.
        Typing mistakes are looked for when none of these fits closely. A code is matched whole or not at all.

        :param forms: All forms of one word of the question.
        """
        found: dict[str, float] = {}
        for form in forms:
            _merge(found, self._of_form(form))
        if max(found.values(), default=0.0) < _STEM:
            _merge(found, self.typos(forms[0], rules))
        return found

    def typos(self, form: Term, rules: TypoRules) -> dict[str, float]:
        """Return words that are the term with typing mistakes.

        :param form: The word as it was asked; codes have no typing mistakes.
        """
        if not rules.enabled or form.is_code:
            return {}
        allowed = min(rules.max_distance, likely_edits(form.text))
        found: dict[str, float] = {}
        for word in self.words:
            similarity = typo_similarity(form.text, word, allowed)
            if similarity >= rules.min_similarity:
                found[word] = _TYPO * similarity
        return found

    def _of_form(self, form: Term) -> dict[str, float]:
        if form.is_code:
            return dict.fromkeys(self._by_code.get(code_key(form.text), ()), _WHOLE)
        found = dict.fromkeys(self._by_stem.get(stem(form.text), ()), _STEM)
        _merge(found, self._beginnings(form.text))
        if form.pattern:
            _merge(found, self._sounding(form))
        if form.text in self.words:
            found[form.text] = _WHOLE
        return found

    def _sounding(self, form: Term) -> dict[str, float]:
        """Square how closely a spelling follows: far ones are other names."""
        return {
            word: _SOUND * closeness(form.text, word) ** 2
            for word in self.words
            if sounds_like(form.pattern, word)
        }

    def _beginnings(self, text: str) -> dict[str, float]:
        if len(text) < _SHORTEST_BEGINNING or has_unspaced_script(text):
            return self._hangul_beginnings(text)
        found: dict[str, float] = {}
        for word in self._by_start.get(text[:_SHORTEST_BEGINNING], ()):
            part = _shared(text, word) / max(len(text), len(word))
            if part >= _LEAST_SHARED:
                found[word] = _BEGINNING * part
        return found

    def _hangul_beginnings(self, text: str) -> dict[str, float]:
        """Korean hangs particles on short words: two syllables are enough."""
        if len(text) < 2 or not "\uac00" <= text[0] <= "\ud7a3":
            return {}
        return {
            word: _BEGINNING
            for word in self.words
            if len(word) > 1 and (word.startswith(text) or text.startswith(word))
        }


def _has_digit(word: str) -> bool:
    return any(character.isdigit() for character in word)


def _shared(one: str, other: str) -> int:
    shared = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        shared += 1
    return shared


def _group(
    words: cabc.Iterable[str], key: cabc.Callable[[str], str]
) -> dict[str, list[str]]:
    grouped: dict[str, list[str]] = collections.defaultdict(list)
    for word in words:
        grouped[key(word)].append(word)
    return dict(grouped)


def _merge(into: dict[str, float], found: cabc.Mapping[str, float]) -> None:
    for word, quality in found.items():
        into[word] = max(quality, into.get(word, 0.0))
