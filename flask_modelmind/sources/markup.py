"""Clean text for people: take real HTML out, keep what only looks like it."""

from __future__ import annotations

import html
import re

_BLOCKS = (
    "address article aside blockquote br dd details div dl dt fieldset figcaption"
    " figure footer form h1 h2 h3 h4 h5 h6 header hr iframe li main nav ol p pre"
    " section summary table tbody td tfoot th thead tr ul"
)
_INLINE = (
    "a abbr audio b bdi bdo big body button center cite code del dfn em font head html"
    " i img input ins kbd label link mark meta object option param picture q s samp"
    " select small source span strike strong sub sup svg textarea time title tt u var"
    " video wbr"
)
_FLAGS = (
    "async autoplay checked controls defer disabled hidden loop muted open required"
)
_IS_BLOCK = frozenset(_BLOCKS.split())
_NAMES = "|".join(sorted(f"{_BLOCKS} {_INLINE}".split(), key=len, reverse=True))
_VALUE = r"""(?:"[^"]*"|'[^']*'|[^\s"'<>=]+)"""
_ATTRIBUTE = rf"(?:[a-zA-Z_:@][\w:.@-]*\s*=\s*{_VALUE}|{_FLAGS.replace(' ', '|')})"
_TAG = re.compile(
    rf"</(?P<closed>{_NAMES})\s*>"
    rf"|<(?P<opened>{_NAMES})(?:\s+{_ATTRIBUTE})*\s*/?>"
    r"|<!--.*?(?:-->|\Z)|<!doctype[^<>]*>",
    re.IGNORECASE | re.DOTALL,
)
_SILENT = re.compile(
    r"<(script|style|template|noscript)\b[^<>]*>.*?(?:</\1\s*>|\Z)",
    re.IGNORECASE | re.DOTALL,
)
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_OPEN_END = re.compile(r"<[^<>]*\Z")
RAW_RATIO = 25
"""How much longer than its result a text is at most looked at, markup included."""


def strip_html(text: str) -> str:
    """Take HTML tags, comments, scripts and styles out of a text.

    A tag is an element name of HTML with well-formed attributes; a one-letter element
    counts only when it is closed somewhere. So ``<40C``, ``a<b and c>d`` and
    ``List<String>`` stay. Entities are only resolved in a text that had a tag.
    """
    if "<" not in text:
        return text
    bare = _SILENT.sub(" ", text)
    lowered = bare.lower()

    def put(match: re.Match[str]) -> str:
        name = (match["closed"] or match["opened"] or "br").lower()
        if len(name) == 1 and name != "p" and f"</{name}>" not in lowered:
            return match[0]
        return " " if name in _IS_BLOCK else ""

    result = _TAG.sub(put, bare)
    return text if result == text else html.unescape(result)


def clean_text(text: str, *, strip: bool, characters: int) -> str:
    """Make one line of a text as people may read it.

    :param strip: Whether HTML is taken out.
    :param characters: Longest result in code points; a longer one ends in ``…``.
    """
    raw = text[: characters * RAW_RATIO]
    is_cut = len(raw) < len(text)
    if strip:
        raw = strip_html(_OPEN_END.sub("", raw) if is_cut else raw)
    if not raw.isprintable():
        raw = _CONTROLS.sub("", raw.encode("utf-8", "replace").decode("utf-8"))
    line = " ".join(raw.split())
    if len(line) <= characters and not is_cut:
        return line
    return line[: characters - 1].rstrip() + "…"
