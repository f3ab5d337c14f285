"""What comparing a claim with one piece of evidence came to."""

from __future__ import annotations

import dataclasses

from ..values import Match
from ..values import Verdict


@dataclasses.dataclass(frozen=True, kw_only=True)
class Judgement:
    """A verdict with its proof and its reasons."""

    verdict: Verdict
    score: float
    matches: tuple[Match, ...] = ()
    reasons: tuple[str, ...] = ()


def supported(score: float, matches: list[Match], *reasons: str) -> Judgement:
    """Say that the evidence carries every part of the claim."""
    return Judgement(
        verdict="supported", score=score, matches=tuple(matches), reasons=reasons
    )


def contradicted(matches: list[Match], *reasons: str) -> Judgement:
    """Say that claim and evidence cannot both be true."""
    return Judgement(
        verdict="contradicted", score=0.04, matches=tuple(matches), reasons=reasons
    )


def unsupported(score: float, *reasons: str) -> Judgement:
    """Say that the evidence does not carry the claim."""
    return Judgement(verdict="unsupported", score=score, reasons=reasons)


def not_checkable(*reasons: str) -> Judgement:
    """Say that the rules cannot tell."""
    return Judgement(verdict="not_checkable", score=0.5, reasons=reasons)
