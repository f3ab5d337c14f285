"""What an answer is made of."""

from __future__ import annotations

import dataclasses
import typing as t

from .evidence import EvidenceKind
from .evidence import Location
from .providers import Usage
from .turns import ActionLink

Verdict = t.Literal[
    "supported", "contradicted", "unsupported", "not_checkable", "no_claim"
]
"""What a check says of a claim."""
CitationStatus = t.Literal["given", "repointed", "inferred"]
"""Whether the model named the source, named another, or named none."""
AnswerStatus = t.Literal["complete", "refused", "stopped", "truncated", "failed"]
"""How a turn ended."""
Direction = t.Literal["ltr", "rtl"]
"""Which way a language is written."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Match:
    """Where one piece of evidence carries (part of) a claim."""

    evidence: int
    """Index into the evidence that was given to the check."""
    field: str | None = None
    """Column of a record; ``None`` for running text."""
    start: int = 0
    end: int = 0
    """Code-point offsets into the field's text, or into the running text."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Support:
    """What a check of one claim found."""

    verdict: Verdict
    score: float
    """Probability of "supported", 0 to 1."""
    matches: tuple[Match, ...] = ()
    reasons: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True, kw_only=True)
class Claim:
    """One statement of an answer: ``answer[start:end] == text``, in code points."""

    text: str
    start: int
    end: int
    verdict: Verdict = "not_checkable"
    score: float | None = None
    citations: tuple[int, ...] = ()
    reasons: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True, kw_only=True)
class Segment:
    """A piece of evidence text; ``marked`` when these words prove the claim."""

    text: str
    marked: bool = False


@dataclasses.dataclass(frozen=True, kw_only=True)
class CitedField:
    """A field shown on a citation card."""

    column: str
    label: str
    value: str
    marked: bool = False


@dataclasses.dataclass(frozen=True, kw_only=True)
class Citation:
    """One numbered source of an answer."""

    number: int
    key: str
    kind: EvidenceKind
    model: str
    record: str
    source_id: str
    """For re-authorising a stored citation; never on the wire."""
    columns: tuple[str, ...] = ()
    fields: tuple[CitedField, ...] = ()
    evidence: tuple[Segment, ...] = ()
    location: Location | None = None
    status: CitationStatus = "given"
    changed: bool = False
    available: bool = True
    action: ActionLink | None = None

    @property
    def source(self) -> str:
        """Model and record in one line: ``Products: Falcon 40``."""
        return f"{self.model}: {self.record}"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Coverage:
    """How many claims carry which verdict."""

    claims: int = 0
    supported: int = 0
    unsupported: int = 0
    contradicted: int = 0
    not_checkable: int = 0


@dataclasses.dataclass(frozen=True, kw_only=True)
class Answer:
    """A finished answer: the same text and citations live, stored and reloaded."""

    text: str
    turn_id: str
    status: AnswerStatus = "complete"
    reason: str | None = None
    """Code that says why, when ``status`` is not ``complete``."""
    claims: tuple[Claim, ...] = ()
    citations: tuple[Citation, ...] = ()
    actions: tuple[ActionLink, ...] = ()
    coverage: Coverage = dataclasses.field(default_factory=Coverage)
    lang: str = "en"
    dir: Direction = "ltr"
    provider: str = ""
    provider_model: str | None = None
    usage: Usage = dataclasses.field(default_factory=Usage)
