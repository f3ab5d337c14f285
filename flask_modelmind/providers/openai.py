"""Speak to OpenAI, and to everything that speaks like it."""

from __future__ import annotations

import functools
import importlib
import logging
import os
import time
import typing as t
from collections import abc as cabc

from ..errors import ProviderError
from ..errors import ProviderProtocolError
from ..errors import ProviderRefused
from ..errors import ProviderTimeout
from ..values import Finished
from ..values import ProviderEvent
from ..values import ProviderRequest
from ..values import TextDelta
from .openai_errors import is_filtered
from .openai_errors import named_parameter
from .openai_errors import translate
from .openai_events import Progress
from .openai_events import read_chat
from .openai_events import read_response
from .openai_events import Reader
from .openai_options import Api
from .openai_options import OpenAIOptions
from .openai_requests import chat_parameters
from .openai_requests import Parameters
from .openai_requests import refusable
from .openai_requests import response_parameters
from .openai_requests import without
from .relay import Cancellation
from .relay import Clock
from .relay import DeadlinePassed
from .relay import relay

_ROOM_TOKENS = 1_200
"""Room for the second try of an answer that the limit left without any text."""
_BACKOFF_SECONDS = 0.25
_CHARACTERS_PER_TOKEN = 16
"""No language writes more; a longer answer is a server that does not stop."""
_READERS: dict[Api, Reader] = {"chat": read_chat, "responses": read_response}
_NO_KEY = "none"
"""Sent to servers that need no key: the client library insists on one."""

logger = logging.getLogger(__name__)


class OpenAIProvider:
    """Stream answers over the Responses API or over Chat Completions.

    The client library is imported, and a client made, at the first question and once in
    each process. Retries and the deadline of the whole turn are ours.

    :param options: How the server is spoken to.
    :param clock: Seconds; the clock of ``ProviderRequest.deadline``.
    :param sleep: Waits between two tries, in seconds.
    """

    def __init__(
        self,
        options: OpenAIOptions,
        *,
        clock: Clock = time.monotonic,
        sleep: cabc.Callable[[float], None] = time.sleep,
    ) -> None:
        self.name = options.name
        self._options = options
        self._clock = clock
        self._sleep = sleep
        self._client: t.Any = None
        self._client_pid = 0
        self._refused: dict[str, None] = {}

    def stream(self, request: ProviderRequest) -> cabc.Iterator[ProviderEvent]:
        """Yield the answer in pieces, then its end.

        A call that fails before its first piece is tried again, as often as
        ``MODEL_MIND_MAX_RETRIES`` says and the deadline allows.

        :raises ProviderError: Nothing usable came, or the stream broke.
        """
        limit = request.max_output_tokens
        progress = yield from self._tries(request, limit)
        is_cut_to_nothing = progress.ending == "truncated" and not progress.has_text
        if is_cut_to_nothing and self._options.retry_when_truncated:
            progress = yield from self._tries(request, max(limit, _ROOM_TOKENS))
        if progress.ending == "truncated" and not progress.has_text:
            raise self._broken("used up the longest answer without writing any text")
        yield Finished(
            reason=progress.ending or "complete",
            model=progress.model or self._options.model,
            usage=progress.usage,
        )

    def _tries(
        self, request: ProviderRequest, limit: int
    ) -> cabc.Generator[TextDelta, None, Progress]:
        attempt = 0
        while True:
            progress = Progress(provider=self.name)
            try:
                yield from self._try(request, limit, progress)
            except ProviderError as error:
                seconds = self._pause(error, attempt, request.deadline)
                if progress.has_text or seconds is None:
                    raise
                logger.warning("%s Next try in %.2f s.", error, seconds)
                self._sleep(seconds)
                attempt += 1
            else:
                return progress

    def _pause(
        self, error: ProviderError, attempt: int, deadline: float
    ) -> float | None:
        """Return how long to wait before the next try; ``None`` for no further try."""
        if not error.retryable or attempt >= self._options.max_retries:
            return None
        seconds = error.retry_after_seconds
        if seconds is None:
            seconds = _BACKOFF_SECONDS * 2**attempt
        return seconds if self._clock() + seconds < deadline else None

    def _try(
        self, request: ProviderRequest, limit: int, progress: Progress
    ) -> cabc.Generator[TextDelta, None, None]:
        produce = functools.partial(self._events, request, limit)
        events = relay(produce, deadline=request.deadline, clock=self._clock)
        try:
            yield from self._deltas(events, progress, limit * _CHARACTERS_PER_TOKEN)
        except DeadlinePassed:
            raise ProviderTimeout(
                f"Provider '{self.name}' did not finish within the time of the turn.",
                provider=self.name,
            ) from None
        except Exception as exc:  # noqa: BLE001 - nothing foreign leaves a provider
            if not is_filtered(exc):
                # The original names what the server said: maybe a key or the prompt.
                raise translate(exc, self.name) from None
            progress.ending = "filtered"
        finally:
            events.close()

    def _deltas(
        self, events: cabc.Iterator[t.Any], progress: Progress, most_characters: int
    ) -> cabc.Iterator[TextDelta]:
        read = _READERS[self._options.api]
        for event in events:
            text = read(event, progress)
            if text:
                progress.character_count += len(text)
                yield TextDelta(text)
            if progress.character_count > most_characters:
                progress.ending = "truncated"
                return
        if progress.ending is None and self._options.require_finish_reason:
            progress.ending = "truncated" if progress.has_text else None
        if progress.ending in (None, "complete") and not progress.has_text:
            raise self._broken("sent no text", retryable=True)

    def _events(
        self, request: ProviderRequest, limit: int, cancellation: Cancellation
    ) -> cabc.Generator[t.Any, None, None]:
        """Call the server and yield its events; runs in the reading thread."""
        stream = self._open(request, limit)
        cancellation.watch(stream.response)
        try:
            yield from stream
        finally:
            stream.close()

    def _open(self, request: ProviderRequest, limit: int) -> t.Any:
        """Start the stream, leaving out what this server has refused before."""
        client = self._process_client()
        wanted = self._parameters(request, limit)
        while True:
            parameters = without(wanted, self._refused)
            try:
                return self._create(client, parameters, request.deadline)
            except Exception as exc:
                name = named_parameter(exc, refusable(parameters))
                if name is None or name in self._refused:
                    raise
                self._refused[name] = None

    def _create(self, client: t.Any, parameters: Parameters, deadline: float) -> t.Any:
        seconds = max(0.001, deadline - self._clock())
        connect_seconds = min(seconds, self._options.connect_timeout_seconds)
        timeout = _library().Timeout(seconds, connect=connect_seconds)
        if self._options.api == "chat":
            return client.chat.completions.create(**parameters, timeout=timeout)
        return client.responses.create(**parameters, timeout=timeout)

    def _parameters(self, request: ProviderRequest, limit: int) -> Parameters:
        options = self._options
        if options.api == "chat":
            return chat_parameters(
                request.prompt,
                model=options.model,
                limit=limit,
                limit_name=options.limit_name,
                effort=options.reasoning_effort,
            )
        return response_parameters(
            request.prompt,
            model=options.model,
            limit=limit,
            effort=options.reasoning_effort,
            is_stored=options.store_responses,
        )

    def _process_client(self) -> t.Any:
        """Return the client of this process; connections do not survive a fork."""
        if self._client is None or self._client_pid != os.getpid():
            self._client, self._client_pid = self._make_client(), os.getpid()
        return self._client

    def _make_client(self) -> t.Any:
        options = self._options
        if options.key_setting and not options.key:
            raise ProviderRefused(
                f"'{options.key_setting}' is empty; '{self.name}' needs a key.",
                provider=self.name,
            )
        return _library().OpenAI(
            api_key=str(options.key) or _NO_KEY,
            base_url=options.base_url,
            organization=options.organization or None,
            max_retries=0,
        )

    def _broken(self, what: str, *, retryable: bool = False) -> ProviderError:
        return ProviderProtocolError(
            f"Provider '{self.name}' {what}.", provider=self.name, retryable=retryable
        )


def _library() -> t.Any:
    """Import the client library, late: it costs half a second and opens TLS."""
    return importlib.import_module("openai")
