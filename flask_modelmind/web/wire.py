"""An answer as JSON: for the client, for the store, and back again.

What is stored is what the client gets plus what only the server may know: the source of
each citation and the declared name of each action. So live, stored and reloaded answers
cannot differ.
"""

from __future__ import annotations

import dataclasses
import typing as t
from collections import abc as cabc

from ..values import ActionLink
from ..values import Answer
from ..values import Citation
from ..values import CitedField
from ..values import Claim
from ..values import Coverage
from ..values import Location
from ..values import Segment
from ..values import Usage
from .blocks import build_blocks

Json = dict[str, t.Any]


def public_answer(answer: Answer) -> Json:
    """Return what a client gets to know of an answer."""
    return {
        **_common(answer),
        "blocks": build_blocks(answer),
        "citations": [_citation(citation) for citation in answer.citations],
        "actions": [_action(action) for action in answer.actions],
    }


def as_wire(answer: Answer | cabc.Mapping[str, t.Any]) -> cabc.Mapping[str, t.Any]:
    """Return an answer as templates read it, be it an object or JSON already."""
    return public_answer(answer) if isinstance(answer, Answer) else answer


def stored_answer(answer: Answer) -> Json:
    """Return what the server keeps of an answer. :func:`read_answer` is the inverse."""
    return {
        **_common(answer),
        "citations": [_stored_citation(citation) for citation in answer.citations],
        "actions": [_stored_action(action) for action in answer.actions],
        "provider": answer.provider,
        "provider_model": answer.provider_model,
        "usage": dataclasses.asdict(answer.usage),
    }


def read_answer(stored: cabc.Mapping[str, t.Any]) -> Answer:
    """Return the answer that :func:`stored_answer` wrote."""
    return Answer(
        text=stored["answer"],
        claims=tuple(_read_claim(claim) for claim in stored["claims"]),
        citations=tuple(_read_citation(item) for item in stored["citations"]),
        actions=tuple(ActionLink(**action) for action in stored["actions"]),
        coverage=Coverage(**stored["coverage"]),
        usage=Usage(**stored["usage"]),
        **{name: stored[name] for name in _PLAIN},
    )


_PLAIN = ("turn_id", "lang", "dir", "status", "reason", "provider", "provider_model")


def _common(answer: Answer) -> Json:
    """Return what client and store get to know alike."""
    return {
        "answer": answer.text,
        "claims": [_claim(claim) for claim in answer.claims],
        "coverage": dataclasses.asdict(answer.coverage),
        "turn_id": answer.turn_id,
        "lang": answer.lang,
        "dir": answer.dir,
        "status": answer.status,
        "reason": answer.reason,
    }


def _claim(claim: Claim) -> Json:
    return {
        "text": claim.text,
        "start": claim.start,
        "end": claim.end,
        "verdict": claim.verdict,
        "score": claim.score,
        "citations": list(claim.citations),
        "reasons": list(claim.reasons),
    }


def _read_claim(claim: Json) -> Claim:
    return Claim(
        **{
            **claim,
            "citations": tuple(claim["citations"]),
            "reasons": tuple(claim["reasons"]),
        }
    )


def _citation(citation: Citation) -> Json:
    return {
        "number": citation.number,
        "key": citation.key,
        "kind": citation.kind,
        "model": citation.model,
        "record": citation.record,
        "source": citation.source,
        "columns": list(citation.columns),
        "fields": [dataclasses.asdict(field) for field in citation.fields],
        "evidence": [_segment(segment) for segment in citation.evidence],
        "location": _location(citation.location),
        "status": citation.status,
        "changed": citation.changed,
        "available": citation.available,
        "action": _action(citation.action) if citation.action else None,
    }


def _stored_citation(citation: Citation) -> Json:
    action = _stored_action(citation.action) if citation.action else None
    return {
        **_citation(citation),
        "source_id": citation.source_id,
        "action": action,
    }


def _read_citation(citation: Json) -> Citation:
    known = {k: v for k, v in citation.items() if k != "source"}
    action, location = citation["action"], citation["location"]
    return Citation(
        **{
            **known,
            "columns": tuple(citation["columns"]),
            "fields": tuple(CitedField(**field) for field in citation["fields"]),
            "evidence": tuple(
                Segment(text=part["t"], marked=part.get("m", False))
                for part in citation["evidence"]
            ),
            "location": _read_location(location) if location else None,
            "action": ActionLink(**action) if action else None,
        }
    )


def _segment(segment: Segment) -> Json:
    return {"t": segment.text, "m": True} if segment.marked else {"t": segment.text}


def _location(location: Location | None) -> Json | None:
    if location is None:
        return None
    lines = list(location.lines) if location.lines else None
    return {**dataclasses.asdict(location), "lines": lines}


def _read_location(location: Json) -> Location:
    lines = location["lines"]
    return Location(**{**location, "lines": tuple(lines) if lines else None})


def _stored_action(action: ActionLink) -> Json:
    return dataclasses.asdict(action)


def _action(action: ActionLink) -> Json:
    return {
        "label": action.label,
        "url": action.url,
        "kind": action.kind,
        "method": action.method,
        "confirm": action.confirm,
        "primary": action.primary,
    }
