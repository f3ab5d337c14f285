"""Turn whatever the client library raises into the most specific error of our own.

Recognised by status, code and class name, so that nothing has to be imported and the
transport below the client library may change. A message names status, code and
parameter only: what servers write can hold a key or a part of the prompt.
"""

from __future__ import annotations

import datetime as dt
import email.utils
import re
import typing as t
from collections import abc as cabc

from ..errors import ProviderContextTooLong
from ..errors import ProviderError
from ..errors import ProviderProtocolError
from ..errors import ProviderRateLimited
from ..errors import ProviderRefused
from ..errors import ProviderTimeout
from ..errors import ProviderUnavailable

_SAFE = {
    "code": re.compile(r"[A-Za-z_]{1,64}|\d{3}"),
    "param": re.compile(r"[A-Za-z_.\[\]]{1,64}"),
    "request_id": re.compile(r"req[\w\-]{1,60}"),
}
"""What may be told of an error: nothing that looks like a key fits."""
_TOO_LONG = re.compile(
    r"context.?(?:length|size|window)|maximum context|prompt is too long"
    r"|too many tokens|input (?:is )?too long|reduce the length"
    r"|exceeds? the (?:available|model)",
    re.IGNORECASE,
)
_TOO_LONG_CODES = {"context_length_exceeded", "exceed_context_size_error"}
_FILTER_CODES = {"content_filter", "content_policy_violation"}
_QUOTA_CODES = {"insufficient_quota", "billing_hard_limit_reached"}

Kind = tuple[type[ProviderError], bool]
"""An error class, and whether the same call may succeed later."""

_BY_STATUS: dict[int, Kind] = {
    400: (ProviderRefused, False),
    401: (ProviderRefused, False),
    403: (ProviderRefused, False),
    404: (ProviderRefused, False),
    408: (ProviderUnavailable, True),
    409: (ProviderUnavailable, True),
    413: (ProviderContextTooLong, False),
    422: (ProviderRefused, False),
    429: (ProviderRateLimited, True),
}
_BY_CODE: dict[str, Kind] = {
    "rate_limit_exceeded": (ProviderRateLimited, True),
    "server_error": (ProviderUnavailable, True),
    "server_is_overloaded": (ProviderUnavailable, True),
    "slow_down": (ProviderRateLimited, True),
    "vector_store_timeout": (ProviderUnavailable, True),
    "overloaded_error": (ProviderUnavailable, True),
    "invalid_prompt": (ProviderRefused, False),
}
_BY_CLASS: dict[str, Kind] = {
    "APITimeoutError": (ProviderTimeout, True),
    "TimeoutException": (ProviderTimeout, True),
    "TimeoutError": (ProviderTimeout, True),
    "APIConnectionError": (ProviderUnavailable, True),
    "TransportError": (ProviderUnavailable, True),
    "OSError": (ProviderUnavailable, True),
    "ImportError": (ProviderUnavailable, False),
    "RuntimeError": (ProviderUnavailable, True),
    "APIResponseValidationError": (ProviderProtocolError, False),
    "APIError": (ProviderUnavailable, True),
    "OpenAIError": (ProviderRefused, False),
    "ValueError": (ProviderProtocolError, False),
}
"""Class name → kind; the first name in the order of the MRO decides."""

_WORDS = {
    ProviderContextTooLong: "says that the prompt is too long",
    ProviderProtocolError: "sent something that is not the OpenAI protocol",
    ProviderRateLimited: "asks to slow down",
    ProviderRefused: "refused the call",
    ProviderTimeout: "did not answer in time",
    ProviderUnavailable: "could not be reached, or failed",
}
_HINTS = {
    401: " Check the key in the settings.",
    403: " Check what the key may do.",
    404: " Check the model's name and the address; where the server has no Responses"
    " API, set 'MODEL_MIND_OPENAI_API' to 'chat'.",
}


def translate(exc: Exception, provider: str) -> ProviderError:
    """Return our own error for one that came out of the client library.

    :param provider: Name of the provider, as in ``MODEL_MIND_PROVIDER``.
    """
    if isinstance(exc, ProviderError):
        return exc
    status = getattr(exc, "status_code", None)
    kind, retryable = _kind(exc, status if isinstance(status, int) else None)
    headers = getattr(getattr(exc, "response", None), "headers", None) or {}
    if headers.get("x-should-retry") == "false":
        retryable = False
    hint = _HINTS.get(status or 0, "") if kind is ProviderRefused else ""
    return kind(
        f"Provider '{provider}' {_WORDS[kind]} ({_details(exc, status)}).{hint}",
        provider=provider,
        retryable=retryable,
        retry_after_seconds=_retry_after(headers),
    )


def failure(provider: str, code: str, message: str) -> ProviderError:
    """Return our own error for a failure that a server reported inside a stream."""
    kind, retryable = _BY_CODE.get(code, (ProviderUnavailable, True))
    if _is_too_long(code, message):
        kind, retryable = ProviderContextTooLong, False
    said = f"code {code}" if _SAFE["code"].fullmatch(code) else "no code"
    return kind(
        f"Provider '{provider}' {_WORDS[kind]} ({said}, inside the stream).",
        provider=provider,
        retryable=retryable,
    )


def is_filtered(exc: Exception) -> bool:
    """Whether the server's content filter stopped the call itself."""
    return _text(exc, "code") in _FILTER_CODES


def named_parameter(exc: Exception, names: cabc.Iterable[str]) -> str | None:
    """Return which of our parameters a server refuses, if it names one.

    :param names: Parameters that were sent and that an answer can do without.
    """
    if getattr(exc, "status_code", None) not in (400, 422):
        return None
    parameter = _text(exc, "param").split(".")[0]
    told = f"{_text(exc, 'message')} {getattr(exc, 'body', '')}"
    named = (n for n in names if re.search(rf"\b{re.escape(n)}\b", told))
    return parameter if parameter in names else next(named, None)


def _kind(exc: Exception, status: int | None) -> Kind:
    if status is None:
        names = (cls.__name__ for cls in type(exc).__mro__)
        code = _BY_CODE.get(_text(exc, "code"))
        if _is_too_long(_text(exc, "code"), _text(exc, "message")):
            return ProviderContextTooLong, False
        default = ProviderProtocolError, False
        return code or next((_BY_CLASS[n] for n in names if n in _BY_CLASS), default)
    if status in (400, 422) and _is_too_long(_text(exc, "code"), str(exc)):
        return ProviderContextTooLong, False
    if _text(exc, "code") in _QUOTA_CODES:
        return ProviderRateLimited, False
    if status >= 500:
        return ProviderUnavailable, True
    return _BY_STATUS.get(status, (ProviderRefused, False))


def _is_too_long(code: str, message: str) -> bool:
    return code in _TOO_LONG_CODES or bool(_TOO_LONG.search(message))


def _text(exc: Exception, name: str) -> str:
    value = getattr(exc, name, None)
    return value if isinstance(value, str) else ""


def _details(exc: Exception, status: t.Any) -> str:
    told = {name: _text(exc, name) for name in _SAFE}
    safe = [f"{k} {v}" for k, v in told.items() if _SAFE[k].fullmatch(v)]
    first = f"status {status}" if status else type(exc).__name__
    return ", ".join([first, *safe])


def _retry_after(headers: cabc.Mapping[str, str]) -> float | None:
    for name, seconds in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            return max(0.0, float(headers.get(name, "")) * seconds)
        except ValueError:
            continue
    try:
        when = email.utils.parsedate_to_datetime(headers.get("retry-after", ""))
    except ValueError:
        return None
    return max(0.0, (when - dt.datetime.now(dt.UTC)).total_seconds())
