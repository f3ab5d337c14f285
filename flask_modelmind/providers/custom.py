"""Take in a provider that an application brings along."""

from __future__ import annotations

import importlib
import inspect
import typing as t
from collections import abc as cabc

from ..errors import ConfigError
from ..errors import ProviderProtocolError
from ..values import Finished
from ..values import Provider
from ..values import ProviderEvent
from ..values import ProviderReply
from ..values import ProviderRequest
from ..values import TextDelta

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
        return _named(found)
    if callable(getattr(found, "answer", None)):
        return AnsweringProvider(found)
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
