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
from .attribution import Used
from .attribution import used_columns
from .attribution import used_spans
from .readings import Reading

_MAX_TEXT_CHARS = 1_200
"""Longest document text shown on a card; a longer one is cut around the proof."""


@dataclasses.dataclass(frozen=True)
class CitedClaim:
    """One claim that cites a passage."""

    text: str
    columns: tuple[str, ...] = ()
    """What the token asked for; not validated."""


def make_citation(
    number: int,
    passage: Passage,
    reading: Reading,
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
    used = {claim: used_columns(claim.text, evidence, reading) for claim in claims}
    proving = {column for one in used.values() for column in one.proving}
    shown = _shown_fields(evidence, used, max_columns)
    return Citation(
        number=number,
        key=passage.key,
        kind=evidence.kind,
        model=evidence.model,
        record=evidence.record,
        source_id=evidence.source_id,
        columns=tuple(field.column for field in shown),
        fields=tuple(_cited_field(field, field.column in proving) for field in shown),
        evidence=_text_segments(evidence.text, claims, reading)
        or _field_segments(evidence, shown, proving),
        location=evidence.location,
        status=status,
    )


def _cited_field(field: Field, is_proof: bool) -> CitedField:  # noqa: FBT001
    return CitedField(
        column=field.column, label=field.label, value=field.text, marked=is_proof
    )


def _shown_fields(
    evidence: Evidence,
    used: cabc.Mapping[CitedClaim, Used],
    max_columns: int,
) -> list[Field]:
    """Choose columns: what tokens asked for, else what claims use; proof first."""
    wanted: set[str] = set()
    for claim, one in used.items():
        asked = _asked_columns(evidence, claim.columns)
        wanted |= asked or {*one.proving, *one.disputed}
    proving = {column for one in used.values() for column in one.proving}
    chosen = [field for field in evidence.fields if field.column in wanted]
    chosen.sort(key=lambda field: (field.column not in proving, field.is_identity))
    kept = {field.column for field in chosen[:max_columns]}
    return [field for field in evidence.fields if field.column in kept]


def _asked_columns(evidence: Evidence, columns: cabc.Sequence[str]) -> set[str]:
    names = {fold(column) for column in columns}
    return {
        field.column
        for field in evidence.fields
        if fold(field.column) in names or fold(field.label) in names
    }


def _field_segments(
    evidence: Evidence, shown: cabc.Sequence[Field], proving: cabc.Set[str]
) -> tuple[Segment, ...]:
    segments: list[Segment] = []
    for field in shown:
        lead = "; " if segments else ""
        segments.append(Segment(text=f"{lead}{field.label}: "))
        segments.append(Segment(text=field.text, marked=field.column in proving))
    return tuple(segments) or (Segment(text=evidence.record),)


def _text_segments(
    text: str, claims: cabc.Sequence[CitedClaim], reading: Reading
) -> tuple[Segment, ...]:
    """Cut a running text where the proof begins and ends."""
    spans = sorted({s for claim in claims for s in used_spans(claim.text, reading)})
    start, end = _window(text, spans)
    segments: list[Segment] = []
    at = start
    for begin, stop in spans:
        begin, stop = max(begin, at), min(stop, end)  # noqa: PLW2901
        if begin >= stop:
            continue
        segments.append(Segment(text=text[at:begin]))
        segments.append(Segment(text=text[begin:stop], marked=True))
        at = stop
    segments.append(Segment(text=text[at:end]))
    return tuple(segment for segment in segments if segment.text)


def _window(text: str, spans: cabc.Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Return the part of a text that is shown: all of it, or around the first proof."""
    if len(text) <= _MAX_TEXT_CHARS:
        return 0, len(text)
    first = spans[0][0] if spans else 0
    start = max(0, min(first - _MAX_TEXT_CHARS // 4, len(text) - _MAX_TEXT_CHARS))
    start = text.rfind(" ", 0, start) + 1 if start else 0
    end = start + _MAX_TEXT_CHARS
    space = text.rfind(" ", first, end)
    return start, space if end < len(text) and space > first else min(end, len(text))
