"""What the endpoints answer, as models: what OpenAPI tells and the tests check."""

from __future__ import annotations

import typing as t

import pydantic

from ..values import AnswerStatus
from ..values import CitationStatus
from ..values import Direction
from ..values import EvidenceKind
from ..values import Verdict
from .blocks import SegmentSupport


class Reply(pydantic.BaseModel):
    """A JSON object with exactly these keys."""

    model_config = pydantic.ConfigDict(extra="forbid", strict=True)


class ActionReply(Reply):
    """A button: a page of the application that this viewer may open."""

    label: str
    url: str
    kind: str
    method: t.Literal["GET", "POST"]
    confirm: str | None
    primary: bool


class FieldReply(Reply):
    """A field of a cited record."""

    column: str
    label: str
    value: str
    marked: bool


class EvidenceReply(Reply):
    """A piece of evidence text; ``m`` is there when these words prove the claim."""

    text: str = pydantic.Field(alias="t")
    marked: t.Literal[True] | None = pydantic.Field(default=None, alias="m")


class LocationReply(Reply):
    """Where in a file a citation stands; lines are 1-based and inclusive."""

    file: str
    section: str | None
    lines: t.Annotated[list[int], pydantic.Field(min_length=2, max_length=2)] | None
    page: int | None
    chunk: str | None


class CitationReply(Reply):
    """One numbered source of an answer."""

    number: int
    key: str
    kind: EvidenceKind
    model: str
    record: str
    source: str
    columns: list[str]
    fields: list[FieldReply]
    evidence: list[EvidenceReply]
    location: LocationReply | None
    status: CitationStatus
    changed: bool
    available: bool
    action: ActionReply | None


class ClaimReply(Reply):
    """One statement: ``answer[start:end] == text``, counted in code points."""

    text: str
    start: int
    end: int
    verdict: Verdict
    score: float | None
    citations: list[int]
    reasons: list[str]


class SpanReply(Reply):
    """A run of text in one style; a ``name`` has its own direction."""

    text: str
    kind: t.Literal["name"] | None = None


class SegmentReply(Reply):
    """One claim, or the words between two claims."""

    spans: list[SpanReply]
    support: SegmentSupport
    citations: list[int]


class BlockReply(Reply):
    """One paragraph."""

    type: t.Literal["p"]
    dir: Direction
    segments: list[SegmentReply]


class CoverageReply(Reply):
    """How many claims carry which verdict."""

    claims: int
    supported: int
    unsupported: int
    contradicted: int
    not_checkable: int


class _Answered(Reply):
    answer: str
    blocks: list[BlockReply]
    claims: list[ClaimReply]
    citations: list[CitationReply]
    actions: list[ActionReply]
    coverage: CoverageReply
    lang: str
    dir: Direction
    status: AnswerStatus
    reason: str | None
    turn_id: str


class AnswerReply(_Answered):
    """A finished turn."""

    session_id: str
    expires_at: str | None
    user_message_id: str
    message_id: str | None
    session_token: str | None = None


class RunningReply(Reply):
    """A turn that is not finished."""

    session_id: str
    expires_at: str | None
    user_message_id: str
    turn_id: str
    status: t.Literal["running"]


class StopReply(Reply):
    """What a turn that was asked to stop is doing."""

    turn_id: str
    status: AnswerStatus | t.Literal["stopping"]


class _Message(Reply):
    id: str
    turn_id: str
    content: str
    feedback: str | None
    created_at: str


class UserMessageReply(_Message):
    """What the visitor asked."""

    role: t.Literal["user"]
    actions: list[ActionReply]
    citations: list[CitationReply]


class AssistantMessageReply(_Message, _Answered):
    """What the assistant answered, as the viewer may see it now."""

    role: t.Literal["assistant"]


class SessionReply(Reply):
    """A conversation, or nulls when there is none."""

    session_id: str | None
    expires_at: str | None
    expired: bool
    messages: list[
        t.Annotated[
            UserMessageReply | AssistantMessageReply,
            pydantic.Field(discriminator="role"),
        ]
    ]
    csrf_token: str | None
    session_token: str | None = None


class FeaturesReply(Reply):
    """What is switched on."""

    feedback: bool
    actions: bool
    citations: bool
    streaming: bool
    analytics: bool
    page_context: bool


class EndpointsReply(Reply):
    """Addresses; ``{turn}`` stands for a turn's id."""

    chat: str
    stream: str | None
    session: str
    turn: str
    stop: str
    openapi: str


class LimitsReply(Reply):
    """The most that is accepted."""

    question_characters: int
    history_messages: int
    history_message_characters: int
    page_context_characters: int
    body_bytes: int


class ManifestReply(Reply):
    """What a client needs to know before it asks."""

    name: str
    brand_mark: str
    subtitle: str
    launcher_label: str
    placeholder: str
    initial_message: str
    fallback_answer: str
    default_questions: list[str]
    features: FeaturesReply
    endpoints: EndpointsReply
    limits: LimitsReply
    session_lifetime_minutes: int


class ErrorDetail(Reply):
    """Why a request failed."""

    code: str
    message: str
    fields: dict[str, str] | None = None
    retry_after: int | None = None


class ErrorReply(Reply):
    """The one shape of every error; the turn's ids come with a turn that failed."""

    error: ErrorDetail
    message: str
    session_id: str | None = None
    expires_at: str | None = None
    user_message_id: str | None = None
    turn_id: str | None = None
