"""What a client may send, with its limits."""

from __future__ import annotations

import re
import typing as t
import uuid

import pydantic

from ..errors import QuestionError
from ..questions import clean_question
from ..settings import Settings
from .errors import Refusal

HISTORY_MESSAGES = 20
HISTORY_CHARACTERS = 10_000


class Schema(pydantic.BaseModel):
    """A JSON object; keys nobody knows are ignored."""

    model_config = pydantic.ConfigDict(extra="ignore", strict=True, frozen=True)


class HistoryMessage(Schema):
    """A message the client remembers. It is checked and then ignored."""

    role: t.Literal["user", "assistant"]
    content: str = pydantic.Field(min_length=1, max_length=HISTORY_CHARACTERS)


class PageContextBody(Schema):
    """The page the visitor is on, as the browser tells it."""

    url: str | None = pydantic.Field(default=None, max_length=2_048)
    title: str | None = pydantic.Field(default=None, max_length=300)
    description: str | None = pydantic.Field(default=None, max_length=1_000)
    selection: str | None = pydantic.Field(default=None, max_length=5_000)
    content: str | None = pydantic.Field(default=None, max_length=15_000)
    locale: str | None = pydantic.Field(default=None, max_length=40)
    headings: list[t.Annotated[str, pydantic.Field(max_length=240)]] | None = (
        pydantic.Field(default=None, max_length=20)
    )


def _uuid(value: t.Any) -> t.Any:
    if value is None or not isinstance(value, str):
        return value
    if re.fullmatch(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}", value):
        return str(uuid.UUID(value))
    raise ValueError("expected a UUID")


UuidText = t.Annotated[
    str,
    pydantic.BeforeValidator(_uuid),
    pydantic.Field(json_schema_extra={"format": "uuid"}),
]
"""Any UUID of any version, written with hyphens; kept in lower case."""


class ChatRequest(Schema):
    """One question."""

    question: str = pydantic.Field(
        description="2 to 2000 characters after trimming; one is enough in Chinese,"
        " Japanese and Korean. Line breaks are kept."
    )
    session_id: UuidText | None = pydantic.Field(
        default=None, description="The conversation to go on with."
    )
    new_session: bool = pydantic.Field(
        default=False, description="Begin a new conversation."
    )
    turn_id: UuidText | None = pydantic.Field(
        default=None,
        description="Chosen by the client: repeated, it never asks a second time.",
    )
    history: list[HistoryMessage] | None = pydantic.Field(
        default=None,
        max_length=HISTORY_MESSAGES,
        description="Accepted and ignored: the server keeps the conversation.",
    )
    page_context: PageContextBody | None = None

    @pydantic.field_validator("question")
    @classmethod
    def _clean(cls, question: str, info: pydantic.ValidationInfo) -> str:
        longest = (info.context or {}).get("question_characters", 2_000)
        try:
            return clean_question(question, max_characters=longest)
        except QuestionError as error:
            raise ValueError(error.fields["question"]) from None


def read_chat(data: t.Any, settings: Settings) -> ChatRequest:
    """Validate a request body.

    :param data: Decoded JSON, or the fields of a form.
    :raises Refusal: Something does not fit; no part of the input is repeated.
    """
    try:
        return ChatRequest.model_validate(
            data, context={"question_characters": settings.question_characters}
        )
    except pydantic.ValidationError as error:
        raise Refusal("invalid_request", fields=_fields(error)) from None


def read_uuid(text: str) -> str:
    """Return a UUID from an address in its usual form.

    :raises Refusal: It is none.
    """
    try:
        return t.cast(str, _uuid(text))
    except ValueError:
        raise Refusal("invalid_request", fields={"id": "expected a UUID"}) from None


def _fields(error: pydantic.ValidationError) -> dict[str, str]:
    found: dict[str, str] = {}
    for item in error.errors(include_input=False, include_url=False):
        name = ".".join(str(part) for part in item["loc"]) or "body"
        found.setdefault(name, item["msg"].removeprefix("Value error, "))
    return found
