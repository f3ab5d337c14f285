"""Every error of the client library has one of our own."""

from __future__ import annotations

import datetime as dt
import email.utils

import openai
import pytest

from flask_modelmind import errors
from flask_modelmind.providers.openai_errors import _BY_CLASS
from flask_modelmind.providers.openai_errors import translate

NOT_OF_A_CALL = {
    "ContentFilterFinishReasonError",
    "InvalidWebhookSignatureError",
    "LengthFinishReasonError",
    "OpenAIError",
    "WebSocketConnectionClosedError",
    "WebSocketQueueFullError",
}
"""Raised by helpers and transports that are not used here, or by no call at all."""


def exported() -> list[type[Exception]]:
    found = (getattr(openai, name) for name in dir(openai) if name[0] != "_")
    return [
        one
        for one in found
        if isinstance(one, type) and issubclass(one, openai.OpenAIError)
    ]


@pytest.mark.parametrize("kind", exported(), ids=lambda kind: kind.__name__)
def test_every_exported_error_is_mapped_by_status_or_by_class(
    kind: type[Exception],
) -> None:
    """A new error of the client library fails here until it is looked at."""
    named = [cls.__name__ for cls in kind.__mro__ if cls.__name__ in _BY_CLASS]

    is_known = kind.__name__ in NOT_OF_A_CALL or named[0] != "OpenAIError"
    assert is_known or issubclass(kind, openai.APIStatusError)


class Response:
    def __init__(self, **headers: str) -> None:
        self.headers = {k.replace("_", "-"): v for k, v in headers.items()}


def status_error(status: int, **headers: str) -> Exception:
    error = Exception("said by the server")
    vars(error).update(status_code=status, response=Response(**headers))
    return error


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({"retry_after": "3"}, 3.0),
        ({"retry_after": "1.5"}, 1.5),
        ({"retry_after_ms": "250", "retry_after": "9"}, 0.25),
        ({"retry_after": "-4"}, 0.0),
        ({"retry_after": "soon"}, None),
        ({}, None),
    ],
)
def test_the_wait_a_server_asks_for_is_read(
    headers: dict[str, str], expected: float | None
) -> None:
    error = translate(status_error(429, **headers), "openai")

    assert error.retry_after_seconds == expected


def test_a_wait_until_a_date_is_read() -> None:
    later = dt.datetime.now(dt.UTC) + dt.timedelta(seconds=90)

    error = translate(
        status_error(503, retry_after=email.utils.format_datetime(later)), "openai"
    )

    assert error.retry_after_seconds is not None
    assert 80 < error.retry_after_seconds <= 90


def test_a_server_that_forbids_another_try_is_heard() -> None:
    assert not translate(status_error(500, x_should_retry="false"), "x").retryable


@pytest.mark.parametrize(
    ("original", "kind"),
    [
        (TimeoutError("read"), errors.ProviderTimeout),
        (ConnectionResetError(), errors.ProviderUnavailable),
        (ValueError("no JSON"), errors.ProviderProtocolError),
        (TypeError("odd JSON"), errors.ProviderProtocolError),
        (ImportError("openai"), errors.ProviderUnavailable),
    ],
)
def test_errors_from_below_the_client_library_are_mapped(
    original: Exception, kind: type[errors.ProviderError]
) -> None:
    assert type(translate(original, "openai")) is kind
