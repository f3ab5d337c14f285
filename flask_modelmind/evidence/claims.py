"""Split an answer into the statements it makes, each with its exact place."""

from __future__ import annotations

import itertools
import re
import typing as t
from collections import abc as cabc

from ..text import fold
from ..values import Claim
from .discourse import is_statement
from .wordset import word_set

_LINE = re.compile(r"[^\n\r\u2028\u2029]+")
_FENCE = re.compile(r"\s{0,3}(```|~~~)")
_LEAD = re.compile(
    r"\s*(?:>\s*)*(?:(?:[-*+\u2022\u2023\u25aa\u25cf\u30fb\u00b7\u2013\u2014]"
    r"|\(?\d{1,3}[.)\uff0e\u3001](?!\d)|[\u2460-\u2473])\s+)?"
)
_CODE = re.compile(r"`[^`\n]+`")
_HEADING = re.compile(r"\s{0,3}#{1,6}\s")
_RULE = re.compile(r"[\s|:=*_\-\u2013\u2014]*\Z")
_UNDER_HEADER = re.compile(r"\s*\|[\s|:]*-[\s|:-]*\Z")
"""The line under the head of a table."""
_END = re.compile(
    r"(?P<marks>[.!?\u2026\u061f\u06d4\u0964\u0965\u1362\u17d4\u104b"
    r"\u3002\uff01\uff1f\uff0e\uff61]{1,8})"
    r"(?P<close>[\"'\u2019\u201d\u00bb\u203a)\]*_\u300d\u300f\uff09]{0,4})"
)
_WIDE = frozenset("\u3002\uff01\uff1f\uff0e\uff61\u0964\u0965\u1362\u17d4\u104b\u06d4")
"""Marks that end a sentence even when no space follows."""
_LAST_WORD = re.compile(r"[^\s(\[\"'\u00ab\u201c\u2018]{1,24}\Z")
_LOOK_BACK_CHARS = 24

_ABBREVIATIONS = word_set(
    "e.g i.e etc approx dr mr mrs ms prof st no nr vs fig sec ch art vol pp p inc ltd"
    " co corp jr sr al cf ca bzw z.b d.h u.a usw ggf inkl zzgl vgl abs tel str p.ex"
    " env av bd ej pag num sra sto jan feb mar apr jun jul aug sep sept oct nov dec"
    " u.s u.k ph.d т.е т.д и.о руб"
    " г стр ул"
)
"""Words that keep their dot inside a sentence, folded to lower case."""
_FINAL = word_set("etc inc ltd co corp jr sr st u.s u.k ph.d usw")
"""Abbreviations that also end sentences: then a capital follows."""
_NUMBERED = frozenset({"no", "nr", "p", "pp", "art", "ch", "abs", "mar", "may"})
"""Abbreviations that are words too, unless a number follows."""
_MONTHS = re.compile(
    r"\s+(?:jan|feb|m\u00e4r|mar|apr|ma[iy]|jun|jul|aug|sep|okt|oct|nov|de[zc]|ene|abr"
    r"|ago|set|d\u00e9c|f\u00e9v|avr|juin|juil|ao\u00fb)",
    re.IGNORECASE,
)


def split_claims(text: str) -> list[Claim]:
    """Split a text into claims, in reading order and without overlap.

    A claim is a sentence, or a line of a list or table that is shorter than a sentence.
    What states nothing (greetings, questions, offers, refusals, headings, code) comes
    out with the verdict ``no_claim``; everything else still waits for its verdict as
    ``not_checkable``.

    :param text: The visible answer, without tokens.
    :return: Claims with ``text[c.start:c.end] == c.text``; offsets are code points.
    """
    return [
        _claim(text, start, end, may_state=may_state)
        for start, end, may_state in _spans(text)
    ]


def _claim(text: str, start: int, end: int, *, may_state: bool) -> Claim:
    piece = text[start:end]
    is_stated = may_state and is_statement(piece)
    return Claim(
        text=piece,
        start=start,
        end=end,
        verdict="not_checkable" if is_stated else "no_claim",
    )


def _spans(text: str) -> cabc.Iterator[tuple[int, int, bool]]:
    """Yield start, end and whether something may be stated there."""
    fence: str | None = None
    lines = list(_LINE.finditer(text))

    for line, following in itertools.zip_longest(lines, lines[1:]):
        mark = _FENCE.match(line[0])
        if mark and fence in (None, mark[1]):
            fence = None if fence else mark[1]
            continue
        is_header = following and _UNDER_HEADER.match(following[0])
        if fence or is_header:
            yield from _trimmed(text, line.start(), line.end(), may_state=False)
        elif not _RULE.match(line[0]):
            yield from _line_spans(text, line.start(), line.end())


def _line_spans(
    text: str, start: int, end: int
) -> cabc.Iterator[tuple[int, int, bool]]:
    if _HEADING.match(text, start, end):
        yield from _trimmed(text, start, end, may_state=False)
        return
    lead = t.cast("re.Match[str]", _LEAD.match(text, start, end))
    begin = lead.end()
    if text.startswith("|", begin):
        yield from _trimmed(text, begin, end, may_state=True)
        return
    for cut in _cuts(text, begin, end):
        yield from _trimmed(text, begin, cut, may_state=True)
        begin = cut
    yield from _trimmed(text, begin, end, may_state=True)


def _trimmed(
    text: str, start: int, end: int, *, may_state: bool
) -> cabc.Iterator[tuple[int, int, bool]]:
    piece = text[start:end]
    inner = piece.strip()
    if inner:
        begin = start + len(piece) - len(piece.lstrip())
        yield begin, begin + len(inner), may_state


def _cuts(text: str, start: int, end: int) -> cabc.Iterator[int]:
    """Yield where sentences of one line end; the end of the line is not among them."""
    code_spans = [found.span() for found in _CODE.finditer(text, start, end)]
    passed = 0
    for found in _END.finditer(text, start, end):
        at = found.end()
        while passed < len(code_spans) and code_spans[passed][1] <= found.start():
            passed += 1
        is_code = passed < len(code_spans) and code_spans[passed][0] < found.start()
        if at < end and not is_code and _ends_sentence(text, found, start, end):
            yield at


def _ends_sentence(text: str, found: re.Match[str], start: int, end: int) -> bool:
    marks, at = found["marks"], found.end()
    if marks[-1] in _WIDE:
        return True
    if not text[at].isspace():
        return marks[-1] in "!?\u061f\u2026" and not text[at].isascii()
    if marks != ".":
        return True
    if found["close"]:
        return True
    before = text[max(start, found.start() - _LOOK_BACK_CHARS) : found.start()]
    return not _keeps_dot(before, text[at : min(end, at + _LOOK_BACK_CHARS)])


def _keeps_dot(before: str, after: str) -> bool:
    """Whether the dot between two pieces belongs to the word before it."""
    last = _LAST_WORD.search(before)
    if not last:
        return False
    word = fold(last[0])
    if word in _ABBREVIATIONS:
        first = after.lstrip()[:1]
        if word in _NUMBERED:
            return first.isdigit()
        return not (word in _FINAL and first.isupper())
    if word.isdigit():
        return len(word) <= 2 and bool(_MONTHS.match(after))
    is_initial = len(word) == 1 and last[0].isupper()
    return is_initial and after.lstrip()[:1].isupper()
