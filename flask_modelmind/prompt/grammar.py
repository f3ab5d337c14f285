"""Read one token, as tolerantly as language models write them.

The written form is ``[[model_mind_source key="…" columns="name, price"]]``. Read as the
same are spaces inside the brackets, any case, one bracket for two, brackets of other
scripts, backslashes that Markdown or JSON put in, smart, single or no quotes, a key
without ``key=``, words that do not belong there, and a token whose end is missing.

What is decided about a text is also decided about every longer text that begins with
it: that is why a stream and a whole text come out the same.
"""

from __future__ import annotations

import dataclasses
import re
import typing as t
from collections import abc as cabc

from ..values import TokenNames

TokenKind = t.Literal["source", "route"]

MAX_TOKEN_CHARACTERS = 400
"""How far the end of a token is looked for, and so the longest text held back."""
_MAX_TAIL_CHARACTERS = 120
"""Longest value that counts as part of a token when the text ends inside its quotes."""

OPENERS = "[【［"
_OPEN = "\\[【［"
_CLOSE = "\\]】］"
_DOUBLE = '"“”„‟«»＂'
_SINGLE = "'‘’‚‹›＇"
_QUOTE = _DOUBLE + _SINGLE
_NAME = r"[^\W\d](?:\\?_|[\w.\-])*"
_EQUALS = r"\s{0,4}[=:＝：]\s{0,4}"
_GAP = r"[\s,;|]{0,20}"
_CLOSER = rf"\\?[{_CLOSE}]"
_IN_DOUBLE = rf"(?:(?!{_CLOSER}{_CLOSER})[^{_DOUBLE}\n])*"
_IN_SINGLE = rf"(?:(?!{_CLOSER}{_CLOSER})[^{_SINGLE}\n])*"
_PLAIN = rf"[^\s\\{_OPEN}{_CLOSE}{_QUOTE},;|=]"
_ITEM = r"[\w.\-]"

_OPENER = re.compile(rf"\\?[{_OPEN}][ \t]{{0,8}}")
_ATTRIBUTE = re.compile(
    rf"{_GAP}(?P<name>{_NAME}){_EQUALS}(?:"
    rf"\\?[{_DOUBLE}](?P<double>{_IN_DOUBLE}?)\\?[{_DOUBLE}]"
    rf"|\\?[{_SINGLE}](?P<single>{_IN_SINGLE}?)\\?[{_SINGLE}]"
    rf"|(?P<plain>{_PLAIN}+(?:\s{{0,4}},\s{{0,4}}{_ITEM}+"
    rf"(?!{_ITEM}|\s{{0,4}}[=:＝：]))*))"
)
_BARE_KEY = re.compile(
    rf"{_GAP}[=:]?\s{{0,4}}\\?[{_QUOTE}]?(?P<plain>[0-9a-fA-F]{{16}})"
    rf"\\?[{_QUOTE}]?(?![\w=])"
)
_UNFINISHED = re.compile(
    rf"[\s,;|]*/?\\?(?:(?:{_NAME}\\?\s*(?:[=:＝：]\s*)?)?"
    rf"|[=:]?\s*\\?[{_QUOTE}]?[0-9a-fA-F]{{0,16}}\\?"
    rf"|{_NAME}{_EQUALS}(?:\\?[{_DOUBLE}]{_IN_DOUBLE}|\\?[{_SINGLE}]{_IN_SINGLE}|\\"
    rf"|{_PLAIN}*))"
)
_OPEN_QUOTE = re.compile(
    rf"{_GAP}(?P<name>{_NAME}){_EQUALS}\\?[{_QUOTE}]\s?(?P<value>{_ITEM}*)"
)
_FIRST_CLOSE = re.compile(rf"{_GAP}/?{_CLOSER}")
_CLOSE_AFTER_QUOTE = re.compile(rf"[ \t]{{0,4}}{_CLOSER}")
_NEXT_CLOSE = re.compile(rf"[ \t]?{_CLOSER}")
_NEXT_CLOSE_UNFINISHED = re.compile(r"[ \t]?\\?")
_QUOTED_CLOSE = re.compile(rf"(?P<close>{_CLOSER}){_CLOSER}|\n")
_CLOSE_ON_LINE = re.compile(rf"(?P<close>{_CLOSER})|[\n{_OPEN}]")


@dataclasses.dataclass(frozen=True, kw_only=True)
class Opening:
    """The brackets and the name that begin a token."""

    kind: TokenKind
    bracket_count: int
    end: int
    """Index after the name."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Reading:
    """A token that was read: what it says, and where it ends."""

    kind: TokenKind
    values: cabc.Mapping[str, str]
    end: int


class Unfinished:
    """More text is needed before anything can be said."""


UNFINISHED = Unfinished()


def read_opening(
    text: str, start: int, names: TokenNames
) -> Opening | Unfinished | None:
    """Read what begins a token at ``start``.

    :return: ``None`` when no continuation can make this a token, ``UNFINISHED`` when
        ``text`` ends before that is known.
    """
    at, bracket_count = start, 0
    while bracket_count < 2 and (found := _OPENER.match(text, at)):
        at, bracket_count = found.end(), bracket_count + 1
    kinds: dict[str, TokenKind] = {names.source: "source", names.route: "route"}
    outcome: Unfinished | None = None
    for name in sorted(kinds, key=len, reverse=True):
        end = _name_end(text, at, name.lower())
        if isinstance(end, int):
            return Opening(kind=kinds[name], bracket_count=bracket_count, end=end)
        outcome = outcome or end
    return outcome


def _name_end(text: str, at: int, name: str) -> int | Unfinished | None:
    if text[at : at + 1] == "\\" and at + 1 == len(text):
        return UNFINISHED
    for letter in name:
        if letter == "_" and text[at : at + 1] == "\\":
            at += 1
        if at >= len(text):
            return UNFINISHED
        if text[at].lower() != letter:
            return None
        at += 1
    if at == len(text):
        return UNFINISHED
    return None if text[at].isalnum() or text[at] in "_-" else at


def read_token(
    text: str, opening: Opening, start: int, *, is_final: bool
) -> Reading | Unfinished:
    """Read the rest of a token.

    :param start: Where ``opening`` begins in ``text``.
    :param is_final: Whether nothing follows ``text``.
    """
    window = text[: start + MAX_TOKEN_CHARACTERS]
    is_cut = is_final and len(text) == len(window)
    must_decide = is_cut or len(window) == start + MAX_TOKEN_CHARACTERS
    values, at = _read_attributes(window, opening.end)
    close = _find_close(window, at, must_decide=must_decide)
    if close is UNFINISHED:
        return UNFINISHED
    if isinstance(close, int):
        end = _last_close(window, close, opening.bracket_count, must_decide=must_decide)
    else:
        end = _end_without_close(window, at, is_cut=is_cut)
    if isinstance(end, Unfinished):
        return UNFINISHED
    quoted = _OPEN_QUOTE.match(window, at)
    if quoted is not None and quoted.end() <= end:
        values.setdefault(_plain_name(quoted["name"]), quoted["value"])
    return Reading(kind=opening.kind, values=values, end=end)


def _read_attributes(text: str, at: int) -> tuple[dict[str, str], int]:
    values: dict[str, str] = {}
    while found := _ATTRIBUTE.match(text, at) or _BARE_KEY.match(text, at):
        groups = found.groupdict()
        name = _plain_name(groups.pop("name", "key"))
        values.setdefault(name, "".join(v for v in groups.values() if v).strip())
        at = found.end()
    return values, at


def _plain_name(name: str) -> str:
    return name.replace("\\", "").lower()


def _find_close(text: str, at: int, *, must_decide: bool) -> int | Unfinished | None:
    """Return the index after the first closing bracket; ``None`` if there is none."""
    if found := _FIRST_CLOSE.match(text, at):
        return found.end()
    if not must_decide and _UNFINISHED.fullmatch(text, at):
        return UNFINISHED
    quoted = _OPEN_QUOTE.match(text, at)
    pattern = _QUOTED_CLOSE if quoted else _CLOSE_ON_LINE
    stop = pattern.search(text, quoted.end() if quoted else at)
    if stop is None:
        return None if must_decide else UNFINISHED
    return stop.end("close") if stop["close"] else None


def _last_close(
    text: str, at: int, bracket_count: int, *, must_decide: bool
) -> int | Unfinished:
    if bracket_count == 1:
        return at
    if found := _NEXT_CLOSE.match(text, at):
        return found.end()
    if not must_decide and _NEXT_CLOSE_UNFINISHED.fullmatch(text, at):
        return UNFINISHED
    return at


def _end_without_close(text: str, at: int, *, is_cut: bool) -> int:
    is_tail = len(text) - at <= _MAX_TAIL_CHARACTERS
    if is_cut and is_tail and _UNFINISHED.fullmatch(text, at):
        return len(text)
    quoted = _OPEN_QUOTE.match(text, at)
    end = quoted.end() if quoted else at
    close = _CLOSE_AFTER_QUOTE.match(text, end)
    return close.end() if close else end
