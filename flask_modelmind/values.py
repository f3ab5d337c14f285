"""The frozen values that stages hand to one another.

A turn goes one way: a :class:`Question` of a :class:`Viewer` finds :class:`Evidence`;
what is put into the prompt becomes the :class:`Snapshot` of the turn, and from then on
tokens, citations, actions and checks refer to nothing else. The provider's text becomes
an :class:`Answer`.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
import decimal
import typing as t
from collections import abc as cabc

EvidenceKind = t.Literal["record", "document", "computed", "context"]
FieldKind = t.Literal[
    "text", "number", "boolean", "date", "datetime", "time", "interval", "enum",
    "uuid", "json", "null",
]  # fmt: skip
Verdict = t.Literal[
    "supported", "contradicted", "unsupported", "not_checkable", "no_claim"
]
CitationStatus = t.Literal["given", "repointed", "inferred"]
AnswerStatus = t.Literal["complete", "refused", "stopped", "truncated", "failed"]
Direction = t.Literal["ltr", "rtl"]
Role = t.Literal["user", "assistant"]
FinishReason = t.Literal["complete", "truncated", "filtered", "refused"]
Scalar = (
    str | int | float | bool | decimal.Decimal | dt.datetime | dt.date | dt.time
    | dt.timedelta | None
)  # fmt: skip


@dataclasses.dataclass(frozen=True, kw_only=True)
class Viewer:
    """Who asks, captured once before anything is looked up.

    Nothing here is a request proxy. ``user`` is the application's own user object and
    is only handed to hooks, before the first byte of an answer is sent.
    """

    id: t.Any = None
    """Primary key of the user in its own type; ``None`` for a visitor."""
    user: t.Any = None
    """The application's user object, for hooks; ``None`` for a visitor."""
    tenant: t.Any = None
    """Tenant the viewer belongs to; ``None`` when none was resolved."""
    roles: frozenset[str] = frozenset()
    """Names of the viewer's roles."""
    locale: str | None = None
    """BCP 47 tag the application or browser asks for, such as ``fa-IR``."""

    @property
    def is_authenticated(self) -> bool:
        """Whether somebody is logged in."""
        return self.id is not None


@dataclasses.dataclass(frozen=True, kw_only=True)
class Field:
    """One typed value of a record as the viewer may see it."""

    column: str
    """Name the developer knows: ``price``, ``category.name``, ``meta.seats``."""
    label: str
    """Name people read: ``Price``."""
    value: Scalar
    """The typed value; nested JSON arrives as one field a leaf."""
    text: str
    """How the value is written for people: ``1299.00 EUR``, ``yes``, ``2026-04-03``."""
    kind: FieldKind = "text"
    unit: str | None = None
    """Unit or currency of a number, when the model declares one: ``kg``, ``EUR``."""
    is_identity: bool = False
    """Whether the value names the record (label, name, sku, code)."""
    is_key: bool = False
    """Primary, foreign, tenant or owner key: never attributed by itself."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Location:
    """Where in a file a piece of evidence stands. Lines are 1-based and inclusive."""

    file: str
    section: str | None = None
    lines: tuple[int, int] | None = None
    page: int | None = None
    chunk: str | None = None


@dataclasses.dataclass(frozen=True, kw_only=True)
class Evidence:
    """Something that can prove a claim: a record, a chunk, a figure, a context text."""

    kind: EvidenceKind
    source_id: str
    """Stable and unique: kind, registered name and primary key. Never sent to a model
    or a visitor."""
    model: str
    """Label of the model or source: ``Products``."""
    record: str
    """Label of the record: ``Falcon 40 (FAL-40)``."""
    fields: tuple[Field, ...] = ()
    text: str = ""
    """What a document chunk or context text says; empty for records."""
    names: tuple[str, ...] = ()
    """Values that name this evidence, most specific first; used to find mentions."""
    location: Location | None = None
    score: float = 0.0
    """Rank among this turn's candidates; higher is better."""

    def field(self, column: str) -> Field | None:
        """Return one field by its column name."""
        return next((f for f in self.fields if f.column == column), None)


@dataclasses.dataclass(frozen=True, kw_only=True)
class ActionLink:
    """A button: a page of the application that this viewer may open."""

    label: str
    url: str
    kind: str = "route"
    method: t.Literal["GET", "POST"] = "GET"
    confirm: str | None = None
    primary: bool = False


@dataclasses.dataclass(frozen=True, kw_only=True)
class ActionOffer:
    """An action the model may propose in this turn, resolved and authorised already."""

    key: str
    """16 hex characters, valid in this turn only."""
    name: str
    """Declared key, such as ``products.view``."""
    description: str = ""
    passage_key: str | None = None
    """The passage whose record the link opens; ``None`` for a global action."""
    parameters: cabc.Mapping[str, str] = dataclasses.field(default_factory=dict)
    """URL parameters by name, as text."""
    link: ActionLink


@dataclasses.dataclass(frozen=True, kw_only=True)
class Passage:
    """Evidence as it was put into the prompt, under a key that lives for one turn."""

    key: str
    """16 hex characters: an HMAC over turn and source id."""
    evidence: Evidence


@dataclasses.dataclass(frozen=True, kw_only=True)
class Omission:
    """What the budget or a limit left out of a model's candidates."""

    model: str
    shown_count: int
    left_out_count: int


@dataclasses.dataclass(frozen=True, kw_only=True)
class TokenNames:
    """The names of the two tokens, and how they are written."""

    source: str = "model_mind_source"
    route: str = "model_mind_route"

    def source_token(self, key: str, columns: cabc.Sequence[str] = ()) -> str:
        """Write the token that cites one passage."""
        listed = f' columns="{", ".join(columns)}"' if columns else ""
        return f'[[{self.source} key="{key}"{listed}]]'

    def route_token(self, key: str) -> str:
        """Write the token that offers one action."""
        return f'[[{self.route} key="{key}"]]'


@dataclasses.dataclass(frozen=True, kw_only=True)
class Snapshot:
    """All that one turn may refer to. Built once, before the provider is called."""

    turn_id: str
    passages: tuple[Passage, ...] = ()
    actions: tuple[ActionOffer, ...] = ()
    omissions: tuple[Omission, ...] = ()
    tokens: TokenNames = dataclasses.field(default_factory=TokenNames)

    def passage(self, key: str) -> Passage | None:
        """Return the passage of a key of this turn."""
        return next((p for p in self.passages if p.key == key), None)

    def action(self, key: str) -> ActionOffer | None:
        """Return the action of a key of this turn."""
        return next((a for a in self.actions if a.key == key), None)


@dataclasses.dataclass(frozen=True, kw_only=True)
class PageContext:
    """The page the visitor is on, as the browser told it: a hint, never evidence."""

    url: str = ""
    title: str = ""
    description: str = ""
    selection: str = ""
    content: str = ""
    locale: str = ""
    headings: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True, kw_only=True)
class Message:
    """One message of a conversation as the server stored it."""

    role: Role
    text: str
    names: tuple[str, ...] = ()
    """Labels of the records an assistant message cited: the subject of a follow-up."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Question:
    """What the visitor asks, validated."""

    text: str
    turn_id: str
    lang: str = "en"
    """BCP 47 language the answer is written in."""
    history: tuple[Message, ...] = ()
    page: PageContext | None = None


@dataclasses.dataclass(frozen=True, kw_only=True)
class Term:
    """One thing to look for."""

    text: str
    """Folded form, see :func:`flask_modelmind.text.fold`."""
    raw: str
    """As the visitor typed it. Terms of one ``raw`` are forms of one word: the best
    of them counts."""
    weight: float = 1.0
    """Share of the question this term stands for, above 0; codes and names weigh most.
    """
    is_code: bool = False
    """Has a digit or is written like a code: only whole, exact matches count."""
    is_generic: bool = False
    """Names a model or a field (``price``), so it never selects a row by itself."""
    pattern: str = ""
    """For a word of another script, a regular expression that the same name written in
    folded Latin letters matches in full; empty: none. Made of letter classes only."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Query:
    """A question as the search understands it."""

    text: str
    """Folded question."""
    terms: tuple[Term, ...] = ()
    phrases: tuple[str, ...] = ()
    """Folded runs of words that may be names, longest first."""
    subjects: tuple[str, ...] = ()
    """Folded labels of the records the conversation was about, latest first; empty when
    the question names its own."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Hit:
    """One candidate row found inside the database."""

    key: tuple[t.Any, ...]
    """Primary key, in its own types, in mapper order."""
    score: float


@dataclasses.dataclass(frozen=True, kw_only=True)
class PlacedToken:
    """A token the model wrote, and where it stood in the visible text."""

    kind: t.Literal["source", "route"]
    keys: tuple[str, ...]
    """What the model gave as key, cleaned; not validated."""
    at: int
    """Code-point offset into the visible text."""
    columns: tuple[str, ...] = ()
    parameters: cabc.Mapping[str, str] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Prompt:
    """What a language model is sent.

    ``system`` holds rules alone. ``data`` is one delimited message of evidence and page
    text: untrusted content, never instructions.
    """

    system: str
    data: str
    history: tuple[Message, ...] = ()
    question: str = ""


@dataclasses.dataclass(frozen=True, kw_only=True)
class ProviderRequest:
    """One call of a provider."""

    question: Question
    prompt: Prompt
    snapshot: Snapshot
    deadline: float
    """When the turn must be over, on the clock of :func:`time.monotonic`, seconds."""
    max_output_tokens: int = 450
    fallback_answer: str = ""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Usage:
    """Tokens of one provider call; ``None`` where the provider did not say."""

    input_tokens: int | None = None
    output_tokens: int | None = None

    @property
    def total_tokens(self) -> int | None:
        """Sum of both, when both are known."""
        if self.input_tokens is None or self.output_tokens is None:
            return None
        return self.input_tokens + self.output_tokens


@dataclasses.dataclass(frozen=True)
class TextDelta:
    """A piece of the provider's text."""

    text: str


@dataclasses.dataclass(frozen=True, kw_only=True)
class Finished:
    """The end of a provider's text. Every stream ends with exactly one, or raises."""

    reason: FinishReason = "complete"
    model: str | None = None
    usage: Usage = dataclasses.field(default_factory=Usage)


ProviderEvent = TextDelta | Finished


@t.runtime_checkable
class Provider(t.Protocol):
    """What the rest of the package asks of a language model."""

    name: str

    def stream(self, request: ProviderRequest) -> cabc.Iterator[ProviderEvent]:
        """Yield the completion in pieces, then one :class:`Finished`.

        :raises ProviderError: Nothing usable came, or the stream broke.
        """
        ...


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
        """Model and record in one line, as upstream names it."""
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


@dataclasses.dataclass(frozen=True, kw_only=True)
class StageChanged:
    """The turn entered a stage the visitor may be told about."""

    stage: t.Literal["searching", "writing", "checking"]


@dataclasses.dataclass(frozen=True)
class Delta:
    """Visible text to append; never a token or a part of one."""

    text: str
    block: int = 0


@dataclasses.dataclass(frozen=True)
class AnswerReady:
    """The last event of a turn that went well: authoritative."""

    answer: Answer


@dataclasses.dataclass(frozen=True)
class TurnFailed:
    """The last event of a turn whose provider failed.

    ``answer`` holds what was visible until then, with status ``failed``.
    """

    error: Exception
    answer: Answer


TurnEvent = StageChanged | Delta | AnswerReady | TurnFailed
