"""Take in a provider that an application brings along."""

from __future__ import annotations

import importlib
import inspect
import logging
import time
import typing as t
from collections import abc as cabc

from ..errors import ConfigError
from ..errors import ProviderError
from ..errors import ProviderProtocolError
from ..errors import ProviderTimeout
from ..errors import ProviderUnavailable
from ..hooks import failure
from ..values import Finished
from ..values import Provider
from ..values import ProviderEvent
from ..values import ProviderReply
from ..values import ProviderRequest
from ..values import TextDelta

logger = logging.getLogger(__name__)
_SETTING = "'MODEL_MIND_CUSTOM_PROVIDER'"


class Answering(t.Protocol):
    """A provider that gives its whole answer at once."""

    def answer(self, request: ProviderRequest) -> str | ProviderReply:
        """Return the answer to one request."""
        ...


class AnsweringProvider:
    """Adapt a provider that does not stream: its answer comes as one piece.

    :param answering: The object with the ``answer`` method.
    """

    def __init__(self, answering: Answering) -> None:
        self._answering = answering
        self.name = str(getattr(answering, "name", "") or "custom")

    def stream(self, request: ProviderRequest) -> cabc.Iterator[ProviderEvent]:
        """Yield the whole answer, then the end.

        :raises ProviderProtocolError: The answer is neither text nor a reply.
        """
        reply = self._answering.answer(request)
        if isinstance(reply, str):
            reply = ProviderReply(text=reply)
        if not isinstance(reply, ProviderReply):
            raise ProviderProtocolError(
                f"'answer' of provider '{self.name}' returned"
                f" {type(reply).__name__}; expected str or ProviderReply.",
                provider=self.name,
            )
        if reply.text:
            yield TextDelta(reply.text)
        yield Finished(reason=reply.reason, model=reply.model, usage=reply.usage)


class GuardedProvider:
    """Hold a provider of an application to what the rest of the package relies on.

    Its errors become provider errors, its pieces may be plain strings, it may leave the
    ending out, and it is closed when nobody reads on.

    :param provider: The object with the ``stream`` method.
    """

    def __init__(self, provider: Provider) -> None:
        self._provider = provider
        self.name = provider.name

    def stream(self, request: ProviderRequest) -> cabc.Iterator[ProviderEvent]:
        """Yield the provider's pieces, then one ending.

        :raises ProviderError: The provider failed, or its time was up between two
            pieces.
        """
        finished = Finished()
        events: t.Any = None
        try:
            events = self._provider.stream(request)
            for event in events:
                if isinstance(event, Finished):
                    finished = event
                    break
                yield self._piece(event)
                self._check_time(request)
        except ProviderError:
            raise
        except Exception as exc:
            logger.error("Provider '%s' raised %s.", self.name, failure(exc))
            raise ProviderUnavailable(
                f"Provider '{self.name}' raised {type(exc).__name__}.",
                provider=self.name,
            ) from exc
        finally:
            if hasattr(events, "close"):
                events.close()
        yield finished

    def _piece(self, event: object) -> TextDelta:
        if isinstance(event, TextDelta) and isinstance(event.text, str):
            return event
        if isinstance(event, str):
            return TextDelta(event)
        raise ProviderProtocolError(
            f"Provider '{self.name}' yielded {type(event).__name__}; expected TextDelta,"
            " Finished or str.",
            provider=self.name,
        )

    def _check_time(self, request: ProviderRequest) -> None:
        if time.monotonic() > request.deadline:
            raise ProviderTimeout(
                f"Provider '{self.name}' did not finish within the time of the turn.",
                provider=self.name,
            )


def load_custom(given: t.Any) -> Provider:
    """Return the provider behind an object, a class, a factory or an import string.

    :param given: What ``MODEL_MIND_CUSTOM_PROVIDER`` holds.
    :raises ConfigError: It cannot be imported, called, or is no provider.
    """
    if not given:
        raise ConfigError(
            f"{_SETTING} is empty; expected an object with 'stream' or 'answer', its"
            " class, or 'package.module:name'."
        )
    found = _import(given) if isinstance(given, str) else given
    if inspect.isclass(found) or inspect.isroutine(found):
        found = _make(found)
    if callable(getattr(found, "stream", None)):
        return GuardedProvider(_named(found))
    if callable(getattr(found, "answer", None)):
        return GuardedProvider(AnsweringProvider(found))
    raise ConfigError(
        f"{_SETTING} is a {type(found).__name__} without 'stream(request)' and"
        " 'answer(request)'; see docs/providers.md."
    )


def _import(path: str) -> t.Any:
    module_name, _, name = path.replace(":", ".").rpartition(".")
    try:
        return getattr(importlib.import_module(module_name), name)
    except (ImportError, AttributeError, ValueError) as exc:
        raise ConfigError(
            f"{_SETTING} is '{path}', which cannot be imported ({exc}); expected"
            " 'package.module:name'."
        ) from exc


def _make(factory: cabc.Callable[[], t.Any]) -> t.Any:
    try:
        return factory()
    except TypeError as exc:
        raise ConfigError(
            f"{_SETTING} cannot be called without arguments ({exc}); give an object"
            " instead."
        ) from exc


def _named(provider: t.Any) -> Provider:
    if not isinstance(getattr(provider, "name", None), str):
        raise ConfigError(
            f"{_SETTING} is a {type(provider).__name__} without a 'name'; give it one,"
            " such as name = 'custom'."
        )
    return t.cast(Provider, provider)
