"""Columns, JSON keys and values that are never shown to a model or a visitor.

Names are compared word by word, so that ``stripeApiKey`` is hidden and
``discard_reason`` is not. Values inside free text are recognised by their shape. A
pattern cannot know everything: list what only your application calls a secret in
``MODEL_MIND_BLOCKED_COLUMNS``.
"""

from __future__ import annotations

import re
import typing as t
from collections import abc as cabc

from ..settings import Settings
from . import vocabulary
from .secret_values import mask_secrets
from .words import split_name

Phrase = tuple[str, ...]

_TYPE_NAME = re.compile(r"encrypt|password|cipher|fernet|secret", re.IGNORECASE)
_BINARY_TYPES = {"_Binary", "LargeBinary", "BINARY", "VARBINARY", "BLOB", "BYTEA"}


class SensitiveColumns:
    """Tell which names, column types and values must stay hidden.

    :param settings: ``blocked_columns`` adds whole names, ``blocked_patterns`` adds
        words or phrases; both are compared word by word.
    """

    def __init__(self, settings: Settings) -> None:
        self._names = {split_name(name) for name in settings.blocked_columns}
        self._patterns = _with_joined(map(split_name, settings.blocked_patterns))

    def reason(self, name: str) -> str | None:
        """Return why a column or JSON key is hidden, or ``None``.

        :param name: Such as ``api_key``, ``stripeKey`` or, for a nested key or a
            relation, ``settings.smtp_password``.
        """
        parts = [split_name(part) for part in str(name).split(".")]
        whole = tuple(word for part in parts for word in part)
        if whole in self._names or parts[-1] in self._names:
            return "it is one of MODEL_MIND_BLOCKED_COLUMNS"
        if found := _find(tuple(map(_plain, whole)), self._patterns):
            return f"'{found}' is one of MODEL_MIND_BLOCKED_PATTERNS"
        found = next(filter(None, map(_sensitive_phrase, (*parts, whole))), None)
        return f"'{found}' is a sensitive name" if found else None

    def type_reason(self, column_type: object) -> str | None:
        """Return why columns of a type are hidden, or ``None``.

        :param column_type: An instance of a column type, such as ``LargeBinary()``; it
            is judged by the names of its classes and of the type it decorates.
        """
        for candidate in (column_type, getattr(column_type, "impl", None)):
            kind = candidate if isinstance(candidate, type) else type(candidate)
            for cls in kind.__mro__:
                if cls.__name__ in _BINARY_TYPES:
                    return "its type is binary"
                if _TYPE_NAME.search(cls.__name__):
                    return f"its type is {cls.__name__}"
        return None

    def mask(self, text: str) -> str:
        """Replace each part of a text that looks like a secret by dots."""
        return mask_secrets(text)


def _phrases(*lists: str) -> frozenset[Phrase]:
    texts = (text for listed in lists for text in re.split(r"[,\n]", listed))
    return _with_joined(split_name(text) for text in texts)


def _with_joined(phrases: cabc.Iterable[Phrase]) -> frozenset[Phrase]:
    """Add the joined form of each phrase: ``api key`` and ``apikey``."""
    given = {tuple(map(_plain, words)) for words in phrases if words}
    return frozenset(given | {("".join(words),) for words in given})


def _plain(word: str) -> str:
    """Take number and plural off: ``cvv2`` → ``cvv``, ``salaries`` → ``salary``."""
    bare = word.rstrip("0123456789") or word
    if bare.endswith("ies"):
        return f"{bare[:-3]}y"
    return bare.removesuffix("s") or bare


_ANYWHERE = _phrases(vocabulary.ANYWHERE, vocabulary.OTHER_LANGUAGES)
_HARMLESS = _phrases(vocabulary.HARMLESS)
_STEMS = tuple(sorted(word for word, *more in _phrases(vocabulary.STEMS) if not more))
_UNSPACED = tuple(
    sorted("".join(words) for words in _phrases(vocabulary.UNSPACED) if words)
)
_LONGEST = max(len(words) for words in _ANYWHERE | _HARMLESS)


def _sensitive_phrase(words: Phrase) -> str | None:
    kept = _remove(tuple(map(_plain, words)), _HARMLESS)
    return (
        _find(kept, _ANYWHERE)
        or next((stem for word in kept for stem in _STEMS if stem in word), None)
        or next((part for part in _UNSPACED if part in "".join(kept)), None)
        or next((word for at, word in enumerate(words) if _is_exposed(words, at)), None)
    )


def _is_exposed(words: Phrase, at: int) -> bool:
    rule = vocabulary.AMBIGUOUS.get(words[at])
    if rule is None:
        return False
    previous = words[at - 1] if at else ""
    following = words[at + 1] if at + 1 < len(words) else ""
    if following:
        return following in rule.before
    if not previous:
        return True
    if rule.after is None:
        return previous not in rule.not_after
    return previous in rule.after


def _find(words: Phrase, phrases: t.Container[Phrase]) -> str | None:
    return next(
        (" ".join(run) for _, run in _runs(words) if run in phrases),
        None,
    )


def _remove(words: Phrase, phrases: t.Container[Phrase]) -> Phrase:
    """Blank the phrases out, so that what stood around them stays apart."""
    found = next(((at, run) for at, run in _runs(words) if run in phrases), None)
    if found is None:
        return words
    at, run = found
    return _remove((*words[:at], "", *words[at + len(run) :]), phrases)


def _runs(words: Phrase) -> cabc.Iterator[tuple[int, Phrase]]:
    for start in range(len(words)):
        for end in range(start + 1, min(start + _LONGEST, len(words)) + 1):
            yield start, words[start:end]
