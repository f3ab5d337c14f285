"""Who sent the request, and how a visitor proves to be the one of before.

A browser proves it with a signed cookie that no script can read. A client without a
cookie jar gets the same signed value as ``session_token`` and sends it as a header.
Neither counts for somebody who is logged in: then the conversation is the user's.
"""

from __future__ import annotations

import dataclasses
import secrets

from flask import current_app
from flask import request
from flask import Response
from itsdangerous import BadData
from itsdangerous import URLSafeSerializer

from ..conversation import Owner
from ..errors import ConfigError
from ..values import Viewer
from .services import Services

COOKIE = "modelmind_visitor"
HEADER = "X-Model-Mind-Token"
COOKIE_SECONDS = 90 * 24 * 3600
TOKEN_CHARACTERS = 400
"""Longer values are not even looked at."""
_KEY = "modelmind.caller"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Caller:
    """Who sent the current request."""

    viewer: Viewer
    owner: Owner
    is_known: bool
    """Whether the request proved the visitor, by cookie or header."""
    has_cookie: bool
    address: str
    """Network address, for the rate limit only."""
    token: str
    """The signed visitor id."""


def identify(services: Services) -> Caller:
    """Return who sent the current request; the same value each time it is asked.

    :raises ConfigError: The application has no ``SECRET_KEY``.
    """
    # Not in flask.g: that outlives the request where an application context is pushed
    # around several, and the first caller would be every caller.
    caller: Caller | None = request.environ.get(_KEY)
    if caller is None:
        caller = request.environ[_KEY] = _identify(services)
    return caller


def keep_visitor(response: Response) -> Response:
    """Give a new visitor the cookie; called before any streaming."""
    caller: Caller | None = request.environ.get(_KEY)
    if caller is None or caller.has_cookie or caller.is_known:
        return response
    sessions = current_app.session_interface
    response.set_cookie(
        COOKIE,
        caller.token,
        max_age=COOKIE_SECONDS,
        path=sessions.get_cookie_path(current_app),
        domain=sessions.get_cookie_domain(current_app),
        secure=request.is_secure or sessions.get_cookie_secure(current_app),
        httponly=True,
        samesite="Lax",
    )
    return response


def _identify(services: Services) -> Caller:
    viewer = services.access.identify()
    shown = _read(request.headers.get(HEADER))
    kept = _read(request.cookies.get(COOKIE))
    visitor = shown or kept or secrets.token_urlsafe(24)
    return Caller(
        viewer=viewer,
        owner=Owner.of(viewer, visitor=visitor),
        token=str(_serializer().dumps(visitor)),
        is_known=bool(shown or kept),
        has_cookie=bool(kept),
        address=request.remote_addr or "unknown",
    )


def _read(signed: str | None) -> str | None:
    if not signed or len(signed) > TOKEN_CHARACTERS:
        return None
    try:
        visitor = _serializer().loads(signed)
    except BadData:
        return None
    return visitor if isinstance(visitor, str) else None


def _serializer() -> URLSafeSerializer:
    key = current_app.secret_key
    if not key:
        raise ConfigError(
            "'SECRET_KEY' is not set; visitors cannot be told apart. Set it to a long"
            " random string."
        )
    older = current_app.config.get("SECRET_KEY_FALLBACKS") or []
    return URLSafeSerializer([*reversed(older), key], salt="modelmind.visitor")
