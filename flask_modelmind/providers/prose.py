"""Quoting from what is written in sentences."""

from __future__ import annotations

import re

from ..text import fold
from ..text import has_unspaced_script
from ..text import words
from ..values import Evidence
from ..values import Field

_SENTENCE_END = re.compile(r"(?<=[.!?。！？؟۔])\s+|\n+|(?<=[。！？])")
_PROSE_WORDS = 8
_SENTENCE_WORDS = 3
"""Words that are prose when they end like a sentence."""
_PROSE_CHARS = 14
"""Characters of a script without spaces that are prose."""
_SHORTEST_WORD = 3
_SHARED_BEGINNING = 4
"""Letters that forms of one word share at least."""
_LONGEST_ENDING = 3


def is_prose(field: Field) -> bool:
    """Tell whether a field is written in sentences rather than a name or a value."""
    if field.kind != "text" or field.is_identity or field.is_key:
        return False
    if has_unspaced_script(field.text):
        return len(field.text) >= _PROSE_CHARS
    count = len(field.text.split())
    ends = field.text.rstrip().endswith((".", "!", "؟", "۔", "।"))
    return count >= _PROSE_WORDS or (ends and count >= _SENTENCE_WORDS)


def excerpt(text: str, question: str, evidence: Evidence) -> str:
    """Return the sentence of a text that shares most words with the question.

    :param question: Folded. Words that name the record are of no help: all of its text
        is about them.
    """
    asked = telling_words(question, evidence)
    sentences = [part.strip() for part in _SENTENCE_END.split(text) if part.strip()]
    return max(sentences, key=lambda one: shared_count(one, asked), default=text)


def telling_words(question: str, evidence: Evidence) -> set[str]:
    """Return the words of a folded question that do not name the record."""
    named = {word.text for word in words(fold(evidence.record))}
    named |= {word.text for name in evidence.names for word in words(fold(name))}
    return {
        word.text
        for word in words(question)
        if word.text not in named
        and (len(word.text) >= _SHORTEST_WORD or has_unspaced_script(word.text))
    }


def shared_count(text: str, asked: set[str]) -> int:
    """Count the words of the question that a text has in some form."""
    held = {word.text for word in words(fold(text))}
    return sum(any(_are_forms(one, other) for other in held) for one in asked)


def _are_forms(one: str, other: str) -> bool:
    """Tell whether two words differ by their endings only: "take" and "takes"."""
    if one == other:
        return True
    shorter, longer = sorted((one, other), key=len)
    beginning = max(_SHARED_BEGINNING, len(shorter) - 1)
    return (
        len(shorter) >= _SHARED_BEGINNING
        and len(longer) - len(shorter) <= _LONGEST_ENDING
        and shorter[:beginning] == longer[:beginning]
    )
