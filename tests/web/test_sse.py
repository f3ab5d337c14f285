from __future__ import annotations

import json
import typing as t

import pytest
from hypothesis import given
from hypothesis import settings
from hypothesis import strategies as st

from flask_modelmind.web.sse import encode_event

PAYLOADS = [
    "plain",
    "</script><img onerror=x> & 'single' \"double\"",
    "line\nbreak\r\nand\u2028separators\u2029",
    "قیمت ۱۲ یورو \u200c 🦅",
    "back\\slash\\",
    'ends with a quote"',
    '\\"',
    "half a pair \ud83d",
]


def decode(event: bytes) -> tuple[str, t.Any]:
    head, data, *rest = event.decode().split("\n")
    assert rest == ["", ""]
    return head.removeprefix("event: "), json.loads(data.removeprefix("data: "))


@pytest.mark.parametrize("text", PAYLOADS, ids=range(len(PAYLOADS)))
def test_an_event_says_what_was_put_in(text: str) -> None:
    assert decode(encode_event("delta", {"delta": text})) == ("delta", {"delta": text})


@settings(deadline=None, max_examples=60)
@given(st.text(st.characters(codec=None)))
def test_any_text_survives(text: str) -> None:
    assert decode(encode_event("delta", {"delta": text}))[1] == {"delta": text}


def test_no_markup_stands_in_an_event() -> None:
    event = encode_event("delta", {"delta": PAYLOADS[1]})

    assert not set(b"<>&'") & set(event)
    assert b'\\"' not in event


def test_an_event_is_one_data_line() -> None:
    assert encode_event("delta", {"delta": PAYLOADS[2]}).count(b"\n") == 3
