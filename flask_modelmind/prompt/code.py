"""Tell code from prose in Markdown that arrives in pieces."""

from __future__ import annotations

import re

from .gaps import Gap
from .gaps import indent_of
from .gaps import Line
from .grammar import MAX_TOKEN_CHARACTERS
from .grammar import UNFINISHED
from .grammar import Unfinished

_CODE_INDENT = 4
"""Columns of indentation that make a line code, after a blank line."""
_FENCE_CHARACTERS = 3
_FENCE_LINE_CHARACTERS = 200
_PARAGRAPH_END = re.compile(r"\n[ \t]*\n")


class CodeBlocks:
    """Follows fences, indented code and code spans.

    :ivar span_length: Backticks that opened the current code span; 0 outside of one.
    :ivar is_code_line: Whether the current line is indented code.
    """

    def __init__(self) -> None:
        self.span_length = 0
        self.is_code_line = False
        self._was_code_line = False
        self._item_indent = 0
        self._fence = ""
        self._fence_line = ""
        self._is_fence_opening = False
        self._is_line_begun = False

    def verbatim_length(self, text: str, at: int) -> int:
        """Return how many characters from ``at`` belong to a code block."""
        if self._fence:
            return self._fence_length(text, at)
        if not self.is_code_line:
            return 0
        newline = text.find("\n", at)
        if newline == at:
            self.is_code_line, self._was_code_line = False, True
        return (len(text) if newline < 0 else newline) - at

    def _fence_length(self, text: str, at: int) -> int:
        newline = text.find("\n", at)
        end = len(text) if newline < 0 else newline
        if self._is_fence_opening and self._fence[0] == "`":
            tick = text.find("`", at, end)
            if tick >= 0:
                self.span_length, self._fence = len(self._fence), ""
                return tick - at
        self._fence_line = (self._fence_line + text[at:end])[:_FENCE_LINE_CHARACTERS]
        if newline < 0:
            return end - at
        line, self._fence_line = self._fence_line, ""
        is_opening, self._is_fence_opening = self._is_fence_opening, False
        if not is_opening and self._closes(line):
            self._fence = ""
            return end - at
        return end + 1 - at

    def _closes(self, line: str) -> bool:
        marks = line.strip(" \t\r>")
        is_long = len(marks) >= len(self._fence)
        return is_long and not marks.strip(self._fence[0])

    def end_line(self, space: str, line: Line) -> None:
        """Note whitespace: it ends a list marker, a line or a paragraph."""
        if not self._is_line_begun:
            return
        self._item_indent = line.item_indent or self._item_indent
        if "\n" in space:
            self._is_line_begun = False

    def begin_line(self, gap: Gap, *, at: int) -> None:
        """Look at the first visible character of a line, if it is one.

        :param at: Length of the visible text so far.
        """
        if self._is_line_begun:
            return
        self._is_line_begun = True
        is_blank_before = at == 0 or gap.space.count("\n") > 1
        space = gap.line_space
        indent = 0 if space is None else indent_of(space)
        if is_blank_before:
            self.span_length = 0
            if indent < self._item_indent:
                self._item_indent = 0
        may_be_code = is_blank_before or self._was_code_line
        self._was_code_line = False
        self.is_code_line = may_be_code and indent >= self._item_indent + _CODE_INDENT

    def mark(self, run: str, line: Line, gap: Gap) -> None:
        """Take in a run of backticks or tildes."""
        is_first = "\n" in gap.space or line.is_prefix
        is_fence = len(run) >= _FENCE_CHARACTERS and is_first
        if is_fence and len(run) != self.span_length:
            self._fence, self._fence_line, self._is_fence_opening = run, "", True
        elif run[0] == "`" and self.span_length in (0, len(run)):
            self.span_length = 0 if self.span_length else len(run)


def find_span_end(
    text: str, at: int, length: int, *, is_final: bool
) -> int | Unfinished | None:
    """Find where the code span ends that ``at`` is in.

    :param length: Backticks that opened it.
    :return: The index after its closing backticks; ``None`` when the paragraph ends
        first, or nothing closes it within 400 characters: then it is no code span.
    """
    window = text[at : at + MAX_TOKEN_CHARACTERS]
    paragraph = _PARAGRAPH_END.search(window)
    end = paragraph.start() if paragraph else len(window)
    must_decide = is_final or paragraph or len(window) == MAX_TOKEN_CHARACTERS
    for run in re.finditer(r"`+", window[:end]):
        is_whole = run.end() < len(window) or must_decide
        if len(run[0]) == length and is_whole:
            return at + run.end()
    return None if must_decide else UNFINISHED
