"""Take the tokens out of an answer, whole or arriving in pieces.

There is one tokenizer. A stream and a finished text go through the same
:class:`TokenScanner`, and what it emits piece by piece is the final visible text.
Code spans, fences and indented code pass through unchanged, tokens in them included.
"""

from __future__ import annotations

import re
import typing as t
from collections import abc as cabc

from ..values import PlacedToken
from ..values import TokenNames
from .code import CodeBlocks
from .code import find_span_end
from .gaps import FOLLOWING_CHARACTERS
from .gaps import Gap
from .gaps import Line
from .gaps import needs_more
from .grammar import MAX_TOKEN_CHARACTERS
from .grammar import OPENERS
from .grammar import read_opening
from .grammar import read_token
from .grammar import Reading
from .grammar import UNFINISHED
from .grammar import Unfinished
from .reasoning import read_tag
from .reasoning import skip_reasoning

_PLAIN = re.compile(r"[^\s\[【［\\`~<]+")
_SPACE = re.compile(r"\s+")
_RUN = re.compile(r"`{1,400}|~{1,400}")
_KEYS = re.compile(r"[\s,;|]+")
_COLUMNS = re.compile(r"[,;|]")
_ESCAPE = re.compile(r"\\([^\w\s]|_)")


def read_tokens(text: str, tokens: TokenNames) -> tuple[str, tuple[PlacedToken, ...]]:
    """Take the tokens out of a finished text.

    :return: The visible text, and the tokens with code-point offsets into it.
    """
    scanner = TokenScanner(tokens)
    scanner.feed(text)
    scanner.finish()
    return scanner.text, scanner.placed


class TokenScanner:
    """Split an answer into visible text and tokens, without any IO.

    Nothing of a token is ever emitted, wherever the pieces are cut. Text that cannot
    belong to a token is emitted at once; at most 400 characters are held back.

    Reasoning at the beginning, ``<think>…</think>``, is dropped. When a server sends
    its end only, the text before it has been emitted already; :attr:`text` and
    :attr:`placed` are right in that case too.

    :param tokens: The names of the two tokens.
    """

    def __init__(self, tokens: TokenNames) -> None:
        self._names = tokens
        self._held = ""
        self._at = 0
        self._is_final = False
        self._is_reasoning = False
        self._events: list[str | PlacedToken] = []
        self._restart()

    def _restart(self) -> None:
        self._shown: list[str] = []
        self._placed: list[PlacedToken] = []
        self._length = 0
        self._gap = Gap()
        self._line = Line()
        self._blocks = CodeBlocks()
        self._span_length = 0

    @property
    def text(self) -> str:
        """The visible text so far; after :meth:`finish`, of the whole answer."""
        return "".join(self._shown)

    @property
    def placed(self) -> tuple[PlacedToken, ...]:
        """The tokens so far, in order, with their offsets into :attr:`text`."""
        return tuple(self._placed)

    def feed(self, piece: str) -> cabc.Iterator[str | PlacedToken]:
        """Take in a piece, and return what is certain after it, in order."""
        self._held = self._held[self._at :] + piece
        self._at = 0
        return self._scan()

    def finish(self) -> cabc.Iterator[str | PlacedToken]:
        """Return what is left at the end of the answer, in order.

        A token whose end is missing is dropped, or read if its key is complete.
        """
        self._is_final = True
        events = [*self._scan()]
        self._close_gap("")
        events += self._events
        self._events = []
        return iter(events)

    def _scan(self) -> cabc.Iterator[str | PlacedToken]:
        while self._at < len(self._held) and self._step():
            pass
        events, self._events = self._events, []
        return iter(events)

    def _step(self) -> bool:
        """Consume something; ``False`` when more text is needed first."""
        if self._is_reasoning:
            self._at, is_over = skip_reasoning(self._held, self._at)
            self._is_reasoning = not is_over
            return is_over
        length = self._blocks.verbatim_length(self._held, self._at)
        if length:
            return self._show(self._at + length)
        if space := _SPACE.match(self._held, self._at):
            return self._take_space(space)
        self._blocks.begin_line(self._gap, at=self._length)
        if self._blocks.is_code_line:
            return True
        step = self._steps.get(self._held[self._at], TokenScanner._take_plain)
        return step(self)

    def _take_space(self, space: re.Match[str]) -> bool:
        self._blocks.end_line(space[0], self._line)
        self._gap.add(space[0])
        self._at = space.end()
        if not self._gap.has_tokens and len(self._gap.space) > MAX_TOKEN_CHARACTERS:
            self._show(self._at)
        return True

    def _take_plain(self) -> bool:
        if self._gap.has_tokens and not self._is_final and needs_more(self._following):
            return False
        found = _PLAIN.match(self._held, self._at)
        return self._show(found.end() if found else self._at + 1)

    def _take_run(self) -> bool:
        found = _RUN.match(self._held, self._at)
        end = found.end() if found else self._at + 1
        if self._may_grow(end):
            return False
        run = self._held[self._at : end]
        self._blocks.mark(run, self._line, self._gap)
        return self._show(end)

    def _take_backslash(self) -> bool:
        after = self._held[self._at + 1 : self._at + 2]
        if not after and not self._is_final:
            return False
        if after and after in OPENERS:
            return self._take_bracket()
        is_pair = after and after in "`~<\\" and not self._blocks.span_length
        return self._show(self._at + (2 if is_pair else 1))

    def _take_bracket(self) -> bool:
        opening = read_opening(self._held, self._at, self._names)
        if opening is None:
            is_escaped = self._held[self._at] == "\\"
            return self._show(self._at + (2 if is_escaped else 1))
        in_span = self._pass_span()
        if in_span is not None:
            return in_span
        if isinstance(opening, Unfinished):
            return self._drop_tail()
        reading = read_token(self._held, opening, self._at, is_final=self._is_final)
        if isinstance(reading, Unfinished):
            return False
        self._gap.add(_placed(reading))
        self._at = reading.end
        return True

    def _take_angle(self) -> bool:
        tag = read_tag(self._held, self._at)
        if tag is None or (tag is UNFINISHED and self._is_final):
            return self._show(self._at + 1)
        in_span = self._pass_span()
        if in_span is not None:
            return in_span
        if isinstance(tag, Unfinished):
            return False
        kind, end = tag
        if kind == "opening" and self._length:
            return self._show(end)
        self._at = end
        if kind == "opening":
            self._is_reasoning = True
        else:
            self._restart()
        return True

    def _pass_span(self) -> bool | None:
        """Show a code span to its end; ``None`` when there is none around here."""
        if not self._blocks.span_length:
            return None
        end = find_span_end(
            self._held, self._at, self._blocks.span_length, is_final=self._is_final
        )
        if isinstance(end, Unfinished):
            return False
        self._blocks.span_length = 0
        return None if end is None else self._show(end)

    def _drop_tail(self) -> bool:
        if self._is_final:
            self._gap.add(None)
            self._at = len(self._held)
        return self._is_final

    def _may_grow(self, end: int) -> bool:
        return end == len(self._held) and not self._is_final

    @property
    def _following(self) -> str:
        return self._held[self._at : self._at + FOLLOWING_CHARACTERS]

    def _show(self, end: int) -> bool:
        text = self._held[self._at : end]
        self._close_gap(self._following)
        self._emit(text)
        self._at = end
        return True

    def _close_gap(self, following: str) -> None:
        space, placed = self._gap.close(
            self._length, line=self._line, following=following
        )
        self._gap = Gap()
        early = [token for token in placed if token.at == self._length]
        self._events += early
        self._emit(space)
        self._events += placed[len(early) :]
        self._placed += placed

    def _emit(self, text: str) -> None:
        if text:
            self._line.add(text)
            self._length += len(text)
            self._shown.append(text)
            self._events.append(text)

    _steps: t.ClassVar[dict[str, cabc.Callable[[TokenScanner], bool]]] = {
        **dict.fromkeys(OPENERS, _take_bracket),
        **dict.fromkeys("`~", _take_run),
        "\\": _take_backslash,
        "<": _take_angle,
    }


def _placed(reading: Reading) -> PlacedToken | None:
    values = {name: _ESCAPE.sub(r"\1", value) for name, value in reading.values.items()}
    keys = _split(_KEYS, values.pop("key", "") or values.pop("keys", ""))
    columns = _split(_COLUMNS, values.pop("columns", "") or values.pop("column", ""))
    if not keys:
        return None
    return PlacedToken(
        kind=reading.kind,
        keys=tuple(key.lower() for key in keys),
        at=0,
        columns=columns,
        parameters=values,
    )


def _split(pattern: re.Pattern[str], text: str) -> tuple[str, ...]:
    items = (item.strip() for item in pattern.split(text))
    return tuple(dict.fromkeys(item for item in items if item))
