"""What a provider is given, and what it gives back."""

from __future__ import annotations

import dataclasses
import typing as t
from collections import abc as cabc

from .questions import Message
from .questions import Question
from .turns import Snapshot

FinishReason = t.Literal["complete", "truncated", "filtered", "refused"]


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


@dataclasses.dataclass(frozen=True, kw_only=True)
class ProviderReply:
    """A whole answer at once, from a provider that does not stream."""

    text: str
    reason: FinishReason = "complete"
    model: str | None = None
    usage: Usage = dataclasses.field(default_factory=Usage)


@t.runtime_checkable
class Provider(t.Protocol):
    """What the rest of the package asks of a language model."""

    name: str

    def stream(self, request: ProviderRequest) -> cabc.Iterator[ProviderEvent]:
        """Yield the completion in pieces, then one :class:`Finished`.

        :raises ProviderError: Nothing usable came, or the stream broke.
        """
        ...
