"""Read the events of both OpenAI APIs into text and an ending.

Events are told apart by their ``type``, never by their class: the client library gives
events that it does not know a wrong one. Everything is read as if it could be missing.
"""

from __future__ import annotations

import dataclasses
import typing as t
from collections import abc as cabc

from ..values import FinishReason
from ..values import Usage
from .openai_errors import failure

_CHAT_ENDINGS: dict[str, FinishReason] = {
    "length": "truncated",
    "max_tokens": "truncated",
    "content_filter": "filtered",
    "safety": "filtered",
    "refusal": "refused",
}
"""Finish reason → ending; any other one ends a complete answer."""


@dataclasses.dataclass
class Progress:
    """What is known so far of one answer."""

    provider: str
    model: str | None = None
    usage: Usage = dataclasses.field(default_factory=Usage)
    ending: FinishReason | None = None
    character_count: int = 0

    @property
    def has_text(self) -> bool:
        """Whether any text has come."""
        return self.character_count > 0


Reader = cabc.Callable[[t.Any, Progress], str]


def read_chat(chunk: t.Any, progress: Progress) -> str:
    """Return the text of one chunk of Chat Completions, and note what else it says.

    :raises ProviderError: The chunk reports a failure.
    """
    _note_error(getattr(chunk, "error", None), progress)
    _note(chunk, progress, "prompt_tokens", "completion_tokens")
    choices = getattr(chunk, "choices", None) or []
    if not choices:
        return ""
    choice = choices[0]
    reason = getattr(choice, "finish_reason", None)
    if isinstance(reason, str) and reason and progress.ending != "refused":
        progress.ending = _CHAT_ENDINGS.get(reason.lower(), "complete")
    delta = getattr(choice, "delta", None) or getattr(choice, "message", None)
    if getattr(delta, "refusal", None):
        progress.ending = "refused"
    return text_of(getattr(delta, "content", None))


def read_response(event: t.Any, progress: Progress) -> str:
    """Return the text of one event of the Responses API, and note what else it says.

    :raises ProviderError: The event reports a failure.
    """
    kind = getattr(event, "type", None)
    if kind == "response.output_text.delta":
        return text_of(getattr(event, "delta", None))
    if kind == "response.refusal.delta":
        progress.ending = "refused"
    reader = _RESPONSE_READERS.get(str(kind))
    return reader(event, progress) if reader else ""


def text_of(content: t.Any) -> str:
    """Return the text of content: a string, a list of parts, or nothing."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    parts = (p.get("text") if isinstance(p, dict) else getattr(p, "text", p)
             for p in content)  # fmt: skip
    return "".join(part for part in parts if isinstance(part, str))


def _read_completed(event: t.Any, progress: Progress) -> str:
    response = getattr(event, "response", None)
    _note(response, progress, "input_tokens", "output_tokens")
    content = [
        part
        for item in getattr(response, "output", None) or []
        for part in getattr(item, "content", None) or []
    ]
    if any(getattr(part, "type", None) == "refusal" for part in content):
        progress.ending = "refused"
    progress.ending = progress.ending or "complete"
    return "" if progress.has_text else text_of(content)


def _read_incomplete(event: t.Any, progress: Progress) -> str:
    response = getattr(event, "response", None)
    _note(response, progress, "input_tokens", "output_tokens")
    details = getattr(response, "incomplete_details", None)
    is_filtered = getattr(details, "reason", None) == "content_filter"
    progress.ending = "filtered" if is_filtered else "truncated"
    return ""


def _read_failed(event: t.Any, progress: Progress) -> str:
    response = getattr(event, "response", None)
    _note_error(getattr(response, "error", None) or {}, progress)
    return ""


def _read_error(event: t.Any, progress: Progress) -> str:
    _note_error(event, progress)
    return ""


_RESPONSE_READERS: dict[str, Reader] = {
    "response.completed": _read_completed,
    "response.incomplete": _read_incomplete,
    "response.failed": _read_failed,
    "error": _read_error,
}


def _note_error(error: t.Any, progress: Progress) -> None:
    if error is None:
        return
    told = error if isinstance(error, dict) else vars(error)
    code, message = told.get("code") or told.get("type"), told.get("message")
    raise failure(progress.provider, str(code or ""), str(message or ""))


def _note(source: t.Any, progress: Progress, input_name: str, output_name: str) -> None:
    model = getattr(source, "model", None)
    if isinstance(model, str) and model:
        progress.model = model
    if usage := getattr(source, "usage", None):
        progress.usage = Usage(
            input_tokens=_count(usage, input_name),
            output_tokens=_count(usage, output_name),
        )


def _count(usage: t.Any, name: str) -> int | None:
    value = getattr(usage, name, None)
    return value if isinstance(value, int) else None
