"""Every exception this package raises on purpose.

* ModelMindError
  - ConfigError
  - RegistrationError
  - QuestionError
  - AccessDenied
  - SessionNotFound
  - TurnRunning
  - RateLimited
  - StorageError
  - EvidenceError
  - ActionError
  - ProviderError
    + ProviderTimeout
    + ProviderRateLimited
    + ProviderUnavailable
    + ProviderRefused
    + ProviderProtocolError
    + ProviderContextTooLong

None of them knows of HTTP: ``web/errors.py`` holds the one table from class to status.
"""

from __future__ import annotations

from collections import abc as cabc


class ModelMindError(Exception):
    """Base of every error raised on purpose by this package."""


class ConfigError(ModelMindError):
    """A ``MODEL_MIND_*`` setting is missing, unknown or out of range."""


class RegistrationError(ModelMindError):
    """A model, scope, action or hook was declared in a way that cannot work."""


class QuestionError(ModelMindError):
    """The question or another part of what the visitor sent cannot be accepted.

    :param message: A neutral sentence, safe to show to the visitor.
    :param fields: Field name → what is wrong with it, safe to show.
    """

    def __init__(
        self, message: str, *, fields: cabc.Mapping[str, str] | None = None
    ) -> None:
        super().__init__(message)
        self.fields = dict(fields or {})


class AccessDenied(ModelMindError):  # noqa: N818
    """The viewer may not do this. The reason is for the log, never for the visitor.

    :param reason: One short clause, such as ``"no tenant resolved"``.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class SessionNotFound(ModelMindError):  # noqa: N818
    """No such conversation, message or turn, or it is somebody else's."""


class TurnRunning(ModelMindError):  # noqa: N818
    """The conversation has a question that is still being answered."""


class RateLimited(ModelMindError):  # noqa: N818
    """The viewer asked too often.

    :param retry_after_seconds: When the next question is accepted.
    """

    def __init__(self, message: str, *, retry_after_seconds: float) -> None:
        super().__init__(message)
        self.retry_after_seconds = retry_after_seconds


class StorageError(ModelMindError):
    """The tables of this package could not be read or written."""


class EvidenceError(ModelMindError):
    """Evidence was built or referred to in a way that cannot be checked."""


class ActionError(ModelMindError):
    """A declared action cannot be turned into a link."""


class ProviderError(ModelMindError):
    """The language-model provider did not return a usable completion.

    :param message: What went wrong, without any secret or any part of the prompt.
    :param provider: Name of the provider, as in ``MODEL_MIND_PROVIDER``.
    :param retryable: Whether the same call may succeed later.
    :param retry_after_seconds: How long the provider asked to wait, when it did.
    """

    def __init__(
        self,
        message: str,
        *,
        provider: str,
        retryable: bool = False,
        retry_after_seconds: float | None = None,
    ) -> None:
        super().__init__(message)
        self.provider = provider
        self.retryable = retryable
        self.retry_after_seconds = retry_after_seconds


class ProviderTimeout(ProviderError):  # noqa: N818
    """The answer was not complete within ``MODEL_MIND_TIMEOUT`` seconds."""


class ProviderRateLimited(ProviderError):  # noqa: N818
    """The provider asked us to slow down."""


class ProviderUnavailable(ProviderError):  # noqa: N818
    """The provider could not be reached, or failed on its side."""


class ProviderRefused(ProviderError):  # noqa: N818
    """The provider rejected the call itself: key, model name, parameters, policy."""


class ProviderProtocolError(ProviderError):
    """What came back is not what the protocol promises."""


class ProviderContextTooLong(ProviderError):  # noqa: N818
    """The prompt is longer than the model accepts."""
