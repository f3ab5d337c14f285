"""Decide which claim each token of the answer stands for."""

from __future__ import annotations

import bisect
from collections import abc as cabc

from ..values import Claim
from ..values import PlacedToken


def place_tokens(
    text: str, claims: cabc.Sequence[Claim], tokens: cabc.Sequence[PlacedToken]
) -> list[list[PlacedToken]]:
    """Give every source token to the claim it stands in or right behind.

    A token at the head of a line belongs to what follows on that line. One behind a
    question or a greeting goes back to the statement before it in the same paragraph.

    :return: For each claim, its tokens in reading order.
    """
    placed: list[list[PlacedToken]] = [[] for _ in claims]
    starts = [claim.start for claim in claims]
    for token in sorted(tokens, key=lambda token: token.at):
        if token.kind != "source" or not claims:
            continue
        index = _claim_at(text, claims, starts, token.at)
        if index is not None:
            placed[index].append(token)
    return placed


def _claim_at(
    text: str, claims: cabc.Sequence[Claim], starts: cabc.Sequence[int], at: int
) -> int | None:
    index = bisect.bisect_left(starts, at) - 1
    follows = index + 1
    if follows < len(claims) and (index < 0 or _is_line_head(text, claims, index, at)):
        line_start = text.rfind("\n", 0, at) + 1
        if text.find("\n", line_start, claims[follows].start) < 0:
            index = follows
    while index >= 0 and claims[index].verdict == "no_claim":
        before = index - 1
        if before < 0 or _is_apart(text, claims[before].end, claims[index].start):
            return None
        index = before
    return index if index >= 0 else None


def _is_line_head(text: str, claims: cabc.Sequence[Claim], index: int, at: int) -> bool:
    """Whether a line ended between the claim before a place and the place."""
    return at > claims[index].end and "\n" in text[claims[index].end : at]


def _is_apart(text: str, end: int, start: int) -> bool:
    """Whether a blank line lies between two places."""
    return text[end:start].count("\n") > 1
