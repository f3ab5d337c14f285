"""Close the gap that removed tokens leave in a text.

A gap is a run of whitespace and tokens. Only a gap that had a token in it is changed:
no doubled space, no space before punctuation, no empty line where a token stood alone.
"""

from __future__ import annotations

import dataclasses
import re
import typing as t

from ..values import PlacedToken

_CLOSING = frozenset(".,:;!?…)]}»”’%،؛؟۔。、，；：！？）】］」』।॥")
_EMPHASIS = "*_"
_OPEN_ENDED = _EMPHASIS + ".:"
FOLLOWING_CHARACTERS = 8
"""As much of the text after a gap as is needed to close it."""
_MARK = r"(?:>\s*)*(?:[-*+•‣]|\d{1,9}[.)])"
_ITEM_MARK = re.compile(_MARK)
_LINE_PREFIX = re.compile(rf"(?:>\s*)*(?:{_MARK}\s*)?")
_LINE_CHARACTERS = 16
"""As much of a line as is needed to know a list marker."""

Part = str | PlacedToken | None
"""Whitespace, a token, or ``None`` for a token that says nothing."""


@dataclasses.dataclass
class Line:
    """The beginning of the line that is being written."""

    indent: int = 0
    """Columns of whitespace before the text; a tab reaches the next multiple of 4."""
    text: str = ""

    def add(self, shown: str) -> None:
        """Take in visible text."""
        _, newline, last = shown.rpartition("\n")
        if newline:
            self.indent, self.text = 0, ""
        if not self.text:
            self.indent += indent_of(last)
            last = last.lstrip()
        self.text = (self.text + last)[:_LINE_CHARACTERS]

    @property
    def is_prefix(self) -> bool:
        """Whether no more than quote marks or a list marker were written."""
        return _LINE_PREFIX.fullmatch(self.text) is not None

    @property
    def item_indent(self) -> int:
        """Columns before the content of a list item; 0 when no marker was written."""
        is_item = _ITEM_MARK.fullmatch(self.text) is not None
        return self.indent + len(self.text) + 1 if is_item else 0


def indent_of(text: str) -> int:
    """Return how many columns of whitespace ``text`` begins with."""
    expanded = text.expandtabs(4)
    return len(expanded) - len(expanded.lstrip())


class Gap:
    """Whitespace and tokens between two visible characters."""

    def __init__(self) -> None:
        self._parts: list[Part] = []

    def add(self, part: Part) -> None:
        """Append whitespace or a token."""
        if self._parts and isinstance(part, str) and isinstance(self._parts[-1], str):
            self._parts[-1] += part
        else:
            self._parts.append(part)

    @property
    def has_tokens(self) -> bool:
        """Whether a token was taken out here."""
        return _had_token(self._parts)

    @property
    def space(self) -> str:
        """The whitespace as it was written."""
        return "".join(part for part in self._parts if isinstance(part, str))

    @property
    def line_space(self) -> str | None:
        """The whitespace of the last line; ``None`` when a token is on that line."""
        last = _split(self._parts)[-1]
        return None if _had_token(last) else _tail(last)

    def close(
        self, at: int, *, line: Line, following: str
    ) -> tuple[str, list[PlacedToken]]:
        """Return the whitespace that stays, and the tokens with their offsets.

        A token belongs to the text before it, so that is where it is placed; at the
        beginning of a line or list item, to the text after it.

        :param at: Length of the visible text before the gap, in code points.
        :param line: The line the gap begins on.
        :param following: Up to 8 characters after the gap; empty at the end.
        """
        if not self.has_tokens:
            return self.space, []
        lines = _split(self._parts)
        space = (
            _closed(lines, is_start=at == 0, following=following) if following else ""
        )
        placed: list[PlacedToken] = []
        for number, parts in enumerate(lines):
            is_last = number == len(lines) - 1 and bool(following)
            is_leading = is_last and (number > 0 or line.is_prefix)
            offset = at + len(space) if is_leading else at
            tokens = [part for part in parts if isinstance(part, PlacedToken)]
            placed += [dataclasses.replace(token, at=offset) for token in tokens]
        return space, placed


def _split(parts: t.Sequence[Part]) -> list[list[Part]]:
    lines: list[list[Part]] = [[]]
    for part in parts:
        if not isinstance(part, str):
            lines[-1].append(part)
            continue
        first, *rest = part.split("\n")
        lines[-1].append(first)
        lines += [[text] for text in rest]
    return lines


def _closed(lines: list[list[Part]], *, is_start: bool, following: str) -> str:
    first, last = lines[0], lines[-1]
    if is_start:
        return "" if _had_token(last) else _head(last)
    if len(lines) == 1:
        return _inline(first, following)
    kept = [_tail(first)]
    was_removed = False
    for parts in lines[1:-1]:
        if _had_token(parts):
            was_removed = True
        elif was_removed and len(kept) > 1:
            was_removed = False
        else:
            kept.append(_tail(parts))
    return "\n".join([*kept, _head(last)])


def _inline(parts: list[Part], following: str) -> str:
    tail = _tail(parts)
    if tail or _closes(following):
        return tail
    return next((part for part in parts if isinstance(part, str) and part), "")


def needs_more(following: str) -> bool:
    """Whether the text after a gap must go on before the gap can be closed."""
    return len(following) < FOLLOWING_CHARACTERS and not following.strip(_OPEN_ENDED)


def _closes(following: str) -> bool:
    """Whether a mark follows that needs no space before it; ``.NET`` has none."""
    rest = following.lstrip(_EMPHASIS)
    if rest != following:
        return not rest or rest[0].isspace() or rest[0] in _CLOSING
    if rest[0] not in _CLOSING:
        return False
    return rest[0] not in ".:" or not rest[1:2].isalnum()


def _had_token(parts: t.Sequence[Part]) -> bool:
    return any(not isinstance(part, str) for part in parts)


def _head(parts: list[Part]) -> str:
    return parts[0] if parts and isinstance(parts[0], str) else ""


def _tail(parts: list[Part]) -> str:
    return parts[-1] if parts and isinstance(parts[-1], str) else ""
