"""When two addresses are one, and which addresses in an answer may be links."""

from __future__ import annotations

from collections import abc as cabc
from urllib.parse import SplitResult
from urllib.parse import urlsplit

from ..settings import Settings
from ..values import ActionLink
from ..values import Citation

_DEFAULT_PORTS = {"http": 80, "https": 443}


def identity(link: ActionLink) -> tuple[str, str]:
    """Return what makes two links the same: the method, and the address.

    Only scheme and host are compared without case: ``/p/Ab`` is not ``/p/aB``.
    """
    parts = urlsplit(link.url)
    return link.method, parts._replace(
        scheme=parts.scheme.lower(), netloc=parts.netloc.lower()
    ).geturl()


def row_links(
    links: cabc.Iterable[ActionLink], citations: cabc.Iterable[Citation]
) -> tuple[ActionLink, ...]:
    """Return the links for the row under an answer: those that no card shows.

    A record that is cited and offered has one button on the page: the one on its card.
    The JSON of an answer keeps both.
    """
    on_cards = {identity(c.action) for c in citations if c.action is not None}
    return tuple(link for link in links if identity(link) not in on_cards)


def may_link(url: str, settings: Settings) -> bool:
    """Return whether an address that stands in an answer may be shown as a link.

    Only absolute ``http`` and ``https`` addresses whose host is listed in
    ``MODEL_MIND_LINK_HOSTS``: ``example.com`` is exactly that host on the usual port,
    ``*.example.com`` every host below it, ``example.com:8080`` another port.
    """
    if "\\" in url or any(char <= " " or char == "\x7f" for char in url):
        return False
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return False
    if parts.scheme not in _DEFAULT_PORTS or not parts.hostname or "@" in parts.netloc:
        return False
    is_usual = port in (None, _DEFAULT_PORTS[parts.scheme])
    host = _host(parts) if is_usual else f"{_host(parts)}:{port}"
    return any(_covers(entry.lower(), host) for entry in settings.link_hosts)


def _host(parts: SplitResult) -> str:
    return (parts.hostname or "").removesuffix(".")


def _covers(entry: str, host: str) -> bool:
    if entry.startswith("*."):
        return host.endswith(entry[1:])
    return host == entry
