"""Show what a citation rests on: its columns, and its words with the proof marked."""

from __future__ import annotations

import dataclasses
from collections import abc as cabc

from ..text import fold
from ..values import Citation
from ..values import CitationStatus
from ..values import CitedField
from ..values import Evidence
from ..values import Field
from ..values import Passage
from ..values import Segment
from .attribution import used_columns


@dataclasses.dataclass(frozen=True)
class CitedClaim:
    """One claim that cites a passage."""

    text: str
    columns: tuple[str, ...] = ()
    """What the token asked for; not validated."""


def make_citation(
    number: int,
    passage: Passage,
    claims: cabc.Sequence[CitedClaim],
    *,
    status: CitationStatus,
    max_columns: int,
) -> Citation:
    """Build the numbered citation of one passage from the claims that rest on it.

    :param number: Place by first use, from 1.
    :param max_columns: Most columns shown, at least 1.
    """
    evidence = passage.evidence
    proving = {c for claim in claims for c in used_columns(claim.text, evidence)}
    shown = _shown_fields(evidence, claims, proving, max_columns)
    return Citation(
        number=number,
        key=passage.key,
        kind=evidence.kind,
        model=evidence.model,
        record=evidence.record,
        source_id=evidence.source_id,
        columns=tuple(field.column for field in shown),
        fields=tuple(
            CitedField(
                column=field.column,
                label=field.label,
                value=field.text,
                marked=field.column in proving,
            )
            for field in shown
        ),
        evidence=_segments(evidence, shown, proving),
        location=evidence.location,
        status=status,
    )


def _shown_fields(
    evidence: Evidence,
    claims: cabc.Sequence[CitedClaim],
    proving: cabc.Set[str],
    max_columns: int,
) -> list[Field]:
    """Choose columns: what tokens asked for, else what claims use; proof first."""
    asked = {
        field.column
        for claim in claims
        for field in _asked_fields(evidence, claim.columns)
    }
    inferred = {
        column
        for claim in claims
        if not _asked_fields(evidence, claim.columns)
        for column in used_columns(claim.text, evidence)
    }
    chosen = [f for f in evidence.fields if f.column in asked | inferred]
    chosen.sort(key=lambda f: (f.column not in proving, f.is_identity))
    kept = {field.column for field in chosen[:max_columns]}
    return [field for field in evidence.fields if field.column in kept]


def _asked_fields(evidence: Evidence, columns: cabc.Sequence[str]) -> list[Field]:
    names = {fold(column) for column in columns}
    return [
        f for f in evidence.fields if fold(f.column) in names or fold(f.label) in names
    ]


def _segments(
    evidence: Evidence, shown: cabc.Sequence[Field], proving: cabc.Set[str]
) -> tuple[Segment, ...]:
    if evidence.text:
        return (Segment(text=evidence.text),)
    segments: list[Segment] = []
    for field in shown:
        lead = "; " if segments else ""
        segments.append(Segment(text=f"{lead}{field.label}: "))
        segments.append(Segment(text=field.text, marked=field.column in proving))
    return tuple(segments) or (Segment(text=evidence.record),)
