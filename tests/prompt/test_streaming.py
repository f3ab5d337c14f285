"""What a visitor sees while an answer arrives."""

from __future__ import annotations

import itertools
import time

import hypothesis
import pytest
from hypothesis import strategies as st

from flask_modelmind.prompt import read_tokens
from flask_modelmind.prompt import TokenScanner
from flask_modelmind.values import PlacedToken
from flask_modelmind.values import TokenNames

NAMES = TokenNames()
KEY = "0123456789abcdef"
T = NAMES.source_token(KEY)


def shown(scanner: TokenScanner, piece: str) -> str:
    return "".join(event for event in scanner.feed(piece) if isinstance(event, str))


@pytest.mark.parametrize(
    "text",
    [
        "Ten",
        "a_b",
        "x]",
        "[S",
        "[1",
        "[[Wiki",
        "[x]",
        "【注",
        "\\*",
        "a <b",
        "$[i",
        "#",
    ],
)
def test_text_that_can_be_no_token_is_shown_at_once(text: str) -> None:
    assert shown(TokenScanner(NAMES), text) == text


@pytest.mark.parametrize("text", ["Ten [", "Ten [[mod", "Ten \\[", f"Ten {T[:-1]}"])
def test_what_may_become_a_token_is_held_back(text: str) -> None:
    assert shown(TokenScanner(NAMES), text) == "Ten"


def test_text_after_a_held_back_bracket_is_shown_as_soon_as_it_is_none() -> None:
    scanner = TokenScanner(NAMES)

    assert shown(scanner, "a [mo") == "a"
    assert shown(scanner, "t") == " [mot"


def test_a_token_that_never_ends_holds_back_400_characters_at_most() -> None:
    scanner = TokenScanner(NAMES)
    said = 'Ten [[model_mind_source key="' + "word " * 100

    assert "word word word" in shown(scanner, said)


def test_long_whitespace_is_not_held_back_for_ever() -> None:
    scanner = TokenScanner(NAMES)

    assert shown(scanner, "a" + " " * 1_000).startswith("a" + " " * 400)


def test_the_code_points_shown_only_ever_grow() -> None:
    scanner = TokenScanner(NAMES)

    pieces = [shown(scanner, piece) for piece in ("abc [", T[1:], "é rest")]

    assert pieces == ["abc", "", " é rest"]


PARTS = st.sampled_from([
    T, T[:-1], T[1:], T[:9], T[:25], T[:34], NAMES.route_token("a.b"), "[[", "[", "]", "]]", "\\", "`", "``",
    "```", "~~~", "\n", "\n\n", " ", "    ", "- ", "1. ", ".", ",", "؟", "。", "word", ".NET",
    "model_mind_source", 'key="', '"', "<think>", "【", "】", "é", "سلام", "👍🏽", "\r\n", "> ",
    "<", "/", "=", "“", "\t",
])  # fmt: skip


@hypothesis.given(parts=st.lists(PARTS, max_size=14), data=st.data())
@hypothesis.settings(max_examples=400, deadline=None)
def test_stream_and_whole_text_come_out_the_same(
    parts: list[str], data: st.DataObject
) -> None:
    text = "".join(parts)
    cuts = data.draw(st.lists(st.integers(0, len(text)), max_size=6).map(sorted))
    expected = read_tokens(text, NAMES)

    for edges in ([0, *cuts, len(text)], [*range(len(text) + 1)]):
        scanner = TokenScanner(NAMES)
        events: list[str | PlacedToken] = []
        for start, end in itertools.pairwise(edges):
            events += scanner.feed(text[start:end])
        events += scanner.finish()

        assert "".join(e for e in events if isinstance(e, str)) == expected[0]
        assert tuple(e for e in events if isinstance(e, PlacedToken)) == expected[1]


def test_a_quote_that_a_line_end_leaves_open_comes_out_the_same() -> None:
    text = 'a [[model_mind_source key="- \n】~~~'
    scanner = TokenScanner(NAMES)
    pieces = [shown(scanner, letter) for letter in text]
    pieces += [event for event in scanner.finish() if isinstance(event, str)]

    assert "".join(pieces) == read_tokens(text, NAMES)[0] == "a \n】~~~"


@hypothesis.given(text=st.text(alphabet="ab c\n.,é-`[]", max_size=60))
@hypothesis.settings(max_examples=200, deadline=None)
def test_text_without_a_token_name_stays_as_it_is(text: str) -> None:
    visible, placed = read_tokens(text + ".", NAMES)

    assert (visible, placed) == (text + ".", ())


@pytest.mark.parametrize(
    "unit",
    [
        f"Ten units {T}. ",
        "[[model_mind_source ",
        "[",
        "`",
        " ",
        "\n",
        "<think",
        "\\",
        "x",
    ],
)
def test_the_time_grows_with_the_length_alone(unit: str) -> None:
    def seconds(count: int) -> float:
        text = (unit * count)[:count]
        started = time.process_time()
        scanner = TokenScanner(NAMES)
        for letter in text:
            scanner.feed(letter)
        scanner.finish()
        return time.process_time() - started

    short = min(seconds(2_000) for _ in range(3))
    long = min(seconds(16_000) for _ in range(2))

    assert long < 8 * 4 * max(short, 0.002)
