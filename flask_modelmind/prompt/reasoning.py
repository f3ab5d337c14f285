"""Recognise the tags that some models put around their reasoning."""

from __future__ import annotations

import re
import typing as t

from .grammar import UNFINISHED
from .grammar import Unfinished

TagKind = t.Literal["opening", "closing"]

_NAMES = ("think", "thinking", "thought", "reasoning", "reflection")
TAG = re.compile(rf"<(/?)(?:{'|'.join(_NAMES)})>", re.IGNORECASE)
_TAG_CHARACTERS = max(map(len, _NAMES)) + len("</>")


def read_tag(text: str, at: int) -> tuple[TagKind, int] | Unfinished | None:
    """Read a reasoning tag at ``at``.

    :return: Its kind and the index after it; ``None`` when no tag begins here.
    """
    if found := TAG.match(text, at):
        return ("closing" if found[1] else "opening"), found.end()
    rest = text[at : at + _TAG_CHARACTERS].lower()
    begun = rest.removeprefix("<").removeprefix("/")
    if at + len(rest) == len(text) and any(
        f"{name}>".startswith(begun) for name in _NAMES
    ):
        return UNFINISHED
    return None


def skip_reasoning(text: str, at: int) -> tuple[int, bool]:
    """Skip reasoning from ``at`` to its closing tag.

    :return: Where to go on, and whether the reasoning has ended there.
    """
    while (start := text.find("<", at)) >= 0:
        tag = read_tag(text, start)
        if tag is UNFINISHED:
            return start, False
        if isinstance(tag, tuple) and tag[0] == "closing":
            return tag[1], True
        at = start + 1
    return len(text), False
