"""The answer as a tree that page and script draw alike, without any markup in it."""

from __future__ import annotations

import re
import typing as t
from collections import abc as cabc

from ..values import Answer
from ..values import Claim
from ..values import Direction
from ..values import Verdict
from .spans import Span
from .spans import Spans

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
    spans = Spans(answer)
    return [
        Block(
            type="p",
            dir=answer.dir,
            segments=[
                BlockSegment(spans=spans.cut(text), support=support, citations=numbers)
                for text, support, numbers in _parts(
                    answer.text, answer.claims, start, end
                )
            ],
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


def _parts(
    text: str, claims: cabc.Iterable[Claim], start: int, end: int
) -> cabc.Iterator[tuple[str, SegmentSupport, list[int]]]:
    """Yield each claim and each text between two, with support and citations."""
    at = start
    for claim in claims:
        first, last = max(claim.start, at), min(claim.end, end)
        if first >= last:
            continue
        if at < first:
            yield text[at:first], "none", []
        yield text[first:last], _SUPPORT[claim.verdict], list(claim.citations)
        at = last
    if at < end:
        yield text[at:end], "none", []
