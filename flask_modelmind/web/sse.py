"""Write server-sent events.

Source: WHATWG HTML, section 9.2.6 (interpreting an event stream).
"""

from __future__ import annotations

import json
import re
import typing as t
from collections import abc as cabc

HEARTBEAT = b": hb\n\n"
"""A comment: keeps proxies from closing a silent connection."""
# U+2028 and U+2029 end a line in old JavaScript; the others end a script element.
_ESCAPES = str.maketrans({char: f"\\u{ord(char):04x}" for char in "<>&'\u2028\u2029"})


_ESCAPED = re.compile(r"\\(.)")


def encode_event(event: str, payload: cabc.Mapping[str, t.Any]) -> bytes:
    """Return one event with its payload as JSON in a single ``data`` line.

    No ``<``, ``>``, ``&`` or ``'`` stands in it, and a quotation mark inside a string
    is written as a code, so that the text is harmless wherever it is pasted. Half a
    surrogate pair, which UTF-8 cannot say, is written as a code too.

    :param event: Name of the event, one word.
    :param payload: What the event carries. Must be JSON serializable.
    """
    data = json.dumps(payload, ensure_ascii=False, separators=(",", ":"))
    data = _ESCAPED.sub(_without_quote, data).translate(_ESCAPES)
    return f"event: {event}\ndata: {data}\n\n".encode(errors="backslashreplace")


def _without_quote(match: re.Match[str]) -> str:
    return "\\u0022" if match[1] == '"' else match[0]
