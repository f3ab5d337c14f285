"""Runs of text that must keep their own direction inside a sentence.

``Falcon 40`` in a Persian sentence drags the number after it to its wrong side, unless
page and script know where the name ends.
"""

from __future__ import annotations

import re
import typing as t
from collections import abc as cabc

from ..values import Answer

_LETTERS = "A-Za-zÀ-ÖØ-öø-ɏ"
_WORD = rf"[{_LETTERS}0-9](?:[{_LETTERS}0-9._@&+'’/-]*[{_LETTERS}0-9])?"
_LATIN = rf"(?=[{_LETTERS}]){_WORD}(?: {_WORD}| \({_WORD}(?: {_WORD})*\))*"


class Span(t.TypedDict):
    """A run of text in one style; a ``name`` has its own direction."""

    text: str
    kind: t.NotRequired[t.Literal["name"]]


class Spans:
    """Cuts the texts of one answer into spans.

    Names are the records it cites, and, where the answer runs from right to left,
    whatever is written in Latin letters.

    :param answer: Its citations and direction tell what is a name.
    """

    def __init__(self, answer: Answer) -> None:
        records = {c.record for c in answer.citations if c.record.strip()}
        parts = [re.escape(name) for name in sorted(records, key=len, reverse=True)]
        if answer.dir == "rtl":
            parts.append(_LATIN)
        self._names = re.compile("|".join(parts)) if parts else None

    def cut(self, text: str) -> list[Span]:
        """Return the spans of a text; joined, they are the text."""
        return list(self._cut(text)) or [Span(text=text)]

    def _cut(self, text: str) -> cabc.Iterator[Span]:
        at = 0
        for found in self._names.finditer(text) if self._names else ():
            if at < found.start():
                yield Span(text=text[at : found.start()])
            yield Span(text=found[0], kind="name")
            at = found.end()
        if at < len(text):
            yield Span(text=text[at:])
