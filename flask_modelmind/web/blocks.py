"""The answer as a tree that page and script draw alike, without any markup in it."""

from __future__ import annotations

import re
import typing as t
from collections import abc as cabc

from ..values import Answer
from ..values import Claim
from ..values import Direction
from ..values import Verdict

SegmentSupport = t.Literal[
    "supported", "contradicted", "unsupported", "not_checkable", "none"
]
_BETWEEN_BLOCKS = re.compile(r"[ \t]*\n[ \t]*\n\s*")
_SUPPORT: dict[Verdict, SegmentSupport] = {
    "supported": "supported",
    "contradicted": "contradicted",
    "unsupported": "unsupported",
    "not_checkable": "not_checkable",
    "no_claim": "none",
}


class Span(t.TypedDict):
    """A run of text in one style."""

    text: str


class BlockSegment(t.TypedDict):
    """One claim, or the words between two claims."""

    spans: list[Span]
    support: SegmentSupport
    citations: list[int]


class Block(t.TypedDict):
    """One paragraph. The texts of its spans, joined, are the paragraph."""

    type: t.Literal["p"]
    dir: Direction
    segments: list[BlockSegment]


def build_blocks(answer: Answer) -> list[Block]:
    """Cut an answer into paragraphs, and those at the borders of its claims.

    :param answer: Its claims are in order; where two overlap, the first one keeps
        the shared words.
    """
    return [
        Block(
            type="p",
            dir=answer.dir,
            segments=list(_segments(answer.text, answer.claims, start, end)),
        )
        for start, end in _paragraphs(answer.text)
    ]


def _paragraphs(text: str) -> cabc.Iterator[tuple[int, int]]:
    start = len(text) - len(text.lstrip())
    end = len(text.rstrip())
    for gap in _BETWEEN_BLOCKS.finditer(text, start, max(start, end)):
        yield start, gap.start()
        start = gap.end()
    if start < end:
        yield start, end


def _segments(
    text: str, claims: cabc.Iterable[Claim], start: int, end: int
) -> cabc.Iterator[BlockSegment]:
    at = start
    for claim in claims:
        first, last = max(claim.start, at), min(claim.end, end)
        if first >= last:
            continue
        if at < first:
            yield _segment(text[at:first])
        yield _segment(
            text[first:last],
            support=_SUPPORT[claim.verdict],
            citations=claim.citations,
        )
        at = last
    if at < end:
        yield _segment(text[at:end])


def _segment(
    text: str,
    *,
    support: SegmentSupport = "none",
    citations: cabc.Iterable[int] = (),
) -> BlockSegment:
    return BlockSegment(
        spans=[Span(text=text)], support=support, citations=list(citations)
    )
