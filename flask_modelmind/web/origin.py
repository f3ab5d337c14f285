"""Refuse requests that another site made the browser send.

Where the application uses Flask-WTF's ``CSRFProtect``, its token has been checked
already. Otherwise the browser's own word counts: ``Sec-Fetch-Site``, else ``Origin``,
else ``Referer``. Every browser sends at least one of the first two with a cross-site
POST. A request with none of them is let through when no browser could have been made to
send it: without any cookie it is nobody's, and a JSON body cannot cross sites without a
preflight, which is never granted here.
"""

from __future__ import annotations

import typing as t
from urllib.parse import urlsplit

from flask import current_app
from flask import g
from flask import request

from .errors import Refusal

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


def check_origin() -> None:
    """Refuse the current request if it may have been forged.

    :raises Refusal: Code ``csrf``.
    """
    if request.method in SAFE_METHODS or g.get("csrf_valid"):
        return
    if not _is_own():
        raise Refusal("csrf")


def csrf_token() -> str | None:
    """Return a fresh token of Flask-WTF, when the application uses it."""
    if "csrf" not in current_app.extensions:
        return None
    make_token: t.Any = current_app.jinja_env.globals["csrf_token"]
    return str(make_token())


def _is_own() -> bool:
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in ("same-origin", "none")
    for header in ("Origin", "Referer"):
        address = request.headers.get(header)
        if address is not None:
            # The scheme is left out: behind a proxy the application sees plain HTTP.
            return urlsplit(address).netloc.lower() == request.host.lower()
    return not request.cookies or request.is_json
