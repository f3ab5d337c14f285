"""Clean what the browser tells of the page the visitor is on.

It stays a hint: nothing in it can be cited. Tags go, and of the address everything that
may hold a secret: query, fragment, user and password.
"""

from __future__ import annotations

import re
from urllib.parse import quote
from urllib.parse import urlsplit
from urllib.parse import urlunsplit

from markupsafe import Markup

from ..settings import Settings
from ..values import PageContext
from .schemas import PageContextBody

TITLE_CHARACTERS = 180
DESCRIPTION_CHARACTERS = 500
LOCALE_CHARACTERS = 30
HEADINGS = 12
HEADING_CHARACTERS = 160
_CONTROLS = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)


def clean_page(body: PageContextBody | None, settings: Settings) -> PageContext | None:
    """Return the page as it may be used, or nothing when that is switched off.

    :param body: Already validated.
    """
    if body is None or not settings.page_context_enabled:
        return None
    headings = [_clean(text, HEADING_CHARACTERS) for text in body.headings or ()]
    page = PageContext(
        url=_clean_url(body.url or ""),
        title=_clean(body.title, TITLE_CHARACTERS),
        description=_clean(body.description, DESCRIPTION_CHARACTERS),
        selection=_clean(body.selection, settings.page_context_selection_characters),
        content=_clean(body.content, settings.page_context_characters),
        locale=_clean(body.locale, LOCALE_CHARACTERS),
        headings=tuple(dict.fromkeys(filter(None, headings)))[:HEADINGS],
    )
    return None if page == PageContext() else page


def _clean(text: str | None, limit: int) -> str:
    # Plain text is what comes out; it is never rendered.
    plain = Markup(text or "").striptags()  # noqa: S704
    return " ".join(_CONTROLS.sub(" ", plain).split())[:limit].strip()


def _clean_url(url: str) -> str:
    try:
        parts = urlsplit(url.strip())
        host, port = parts.hostname, parts.port
        ascii_host = (host or "").encode("idna").decode("ascii")
    except (UnicodeError, ValueError):
        return ""
    if parts.scheme not in ("http", "https") or not ascii_host:
        return ""
    netloc = f"{ascii_host}:{port}" if port else ascii_host
    path = quote(parts.path, safe="/%:@!$&'()*+,;=~-._")
    return urlunsplit((parts.scheme, netloc, path, "", ""))
