"""One table from error to status and public code, and one shape for all of them.

Nothing an exception says reaches the visitor, except what a :class:`QuestionError` was
written to say.
"""

from __future__ import annotations

import dataclasses
import logging
import math
import typing as t
from collections import abc as cabc

from flask import jsonify
from flask import Response
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import HTTPException

from ..errors import AccessDenied
from ..errors import ProviderContextTooLong
from ..errors import ProviderError
from ..errors import ProviderProtocolError
from ..errors import ProviderRateLimited
from ..errors import ProviderRefused
from ..errors import ProviderTimeout
from ..errors import ProviderUnavailable
from ..errors import QuestionError
from ..errors import RateLimited
from ..errors import SessionNotFound
from ..errors import StorageError
from ..errors import TurnRunning

logger = logging.getLogger(__name__)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Problem:
    """An error as the client sees it."""

    status: int
    code: str
    message: str
    fields: cabc.Mapping[str, str] = dataclasses.field(default_factory=dict)
    retry_after: int | None = None
    """Seconds, rounded up."""
    retryable: bool = False
    """Whether the same request may succeed later."""

    def body(self) -> dict[str, t.Any]:
        """Return the one error shape; some clients read the outer ``message``."""
        error: dict[str, t.Any] = {"code": self.code, "message": self.message}
        if self.fields:
            error["fields"] = dict(self.fields)
        if self.retry_after is not None:
            error["retry_after"] = self.retry_after
        return {"error": error, "message": self.message}


class Refusal(Exception):  # noqa: N818
    """A request that ends here.

    :param code: A key of :data:`PROBLEMS`.
    :param fields: Field name → what is wrong with it, safe to show.
    """

    def __init__(
        self, code: str, *, fields: cabc.Mapping[str, str] | None = None
    ) -> None:
        super().__init__(code)
        self.problem = dataclasses.replace(PROBLEMS[code], fields=dict(fields or {}))


_BUSY = "The assistant cannot answer right now. Please try again."
_ROWS: tuple[tuple[int, str, str], ...] = (
    (400, "bad_request", "The request cannot be read."),
    (400, "csrf", "This page has expired. Please reload it and try again."),
    (400, "invalid_encoding", "The request is not valid UTF-8."),
    (400, "invalid_json", "The request is not valid JSON."),
    (401, "login_required", "Please sign in."),
    (403, "forbidden", "You may not do this."),
    (404, "not_found", "There is nothing here."),
    (404, "streaming_disabled", "Answers are not streamed here."),
    (405, "method_not_allowed", "This address does not accept this method."),
    (409, "turn_running", "The last question is still being answered."),
    (413, "body_too_large", "The request is too large."),
    (415, "unsupported_media_type", "The request must be application/json."),
    (422, "invalid_request", "Please check your question."),
    (429, "rate_limited", "Too many questions. Please wait a moment."),
    (500, "internal", "Something went wrong."),
    (503, "storage_unavailable", _BUSY),
    (503, "provider_unavailable", _BUSY),
    (503, "provider_timeout", "The answer took too long. Please try again."),
    (503, "provider_rate_limited", _BUSY),
    (503, "provider_refused", _BUSY),
    (503, "provider_protocol", _BUSY),
    (503, "provider_context_too_long", "This conversation is too long to go on."),
)
_RETRYABLE = {
    "turn_running",
    "rate_limited",
    "storage_unavailable",
    "provider_unavailable",
    "provider_timeout",
    "provider_rate_limited",
}
PROBLEMS: dict[str, Problem] = {
    code: Problem(
        status=status, code=code, message=message, retryable=code in _RETRYABLE
    )
    for status, code, message in _ROWS
}
"""Every code a client can meet."""

CODES: dict[type[Exception], str] = {
    QuestionError: "invalid_request",
    AccessDenied: "forbidden",
    SessionNotFound: "not_found",
    TurnRunning: "turn_running",
    RateLimited: "rate_limited",
    StorageError: "storage_unavailable",
    SQLAlchemyError: "storage_unavailable",
    ProviderTimeout: "provider_timeout",
    ProviderRateLimited: "provider_rate_limited",
    ProviderRefused: "provider_refused",
    ProviderProtocolError: "provider_protocol",
    ProviderUnavailable: "provider_unavailable",
    ProviderContextTooLong: "provider_context_too_long",
    ProviderError: "provider_unavailable",
}
"""Error → code; the most specific class counts."""
_CODES_BY_STATUS = {
    400: "bad_request",
    401: "login_required",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    409: "turn_running",
    413: "body_too_large",
    415: "unsupported_media_type",
    422: "invalid_request",
    429: "rate_limited",
    503: "storage_unavailable",
}


def problem_of(error: BaseException) -> Problem:
    """Return what a client is told about an error. Unknown ones are logged."""
    if isinstance(error, Refusal):
        return error.problem
    if isinstance(error, HTTPException):
        return _of_http(error)
    code = next((CODES[c] for c in type(error).__mro__ if c in CODES), None)
    if code is None:
        logger.error("A request to flask-modelmind failed.", exc_info=error)
        return PROBLEMS["internal"]
    problem = PROBLEMS[code]
    if isinstance(error, QuestionError):
        return dataclasses.replace(problem, message=str(error), fields=error.fields)
    return _with_wait(problem, getattr(error, "retry_after_seconds", None))


def error_response(
    problem: Problem, extra: cabc.Mapping[str, t.Any] | None = None
) -> Response:
    """Write a problem as JSON.

    :param extra: Further keys beside the error, such as ``session_id``.
    """
    response = jsonify({**problem.body(), **(extra or {})})
    response.status_code = problem.status
    if problem.retry_after is not None:
        response.headers["Retry-After"] = str(problem.retry_after)
    return response


def _of_http(error: HTTPException) -> Problem:
    if type(error).__name__ == "CSRFError":
        return PROBLEMS["csrf"]
    status = error.code or 500
    fallback = "internal" if status >= 500 else "bad_request"
    problem = PROBLEMS[_CODES_BY_STATUS.get(status, fallback)]
    wait = getattr(error, "retry_after", None)
    seconds = float(wait) if isinstance(wait, int | float) else None
    return _with_wait(dataclasses.replace(problem, status=status), seconds)


def _with_wait(problem: Problem, seconds: float | None) -> Problem:
    if seconds is None:
        return problem
    return dataclasses.replace(problem, retry_after=max(1, math.ceil(seconds)))
