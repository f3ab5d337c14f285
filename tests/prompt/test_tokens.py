"""One tokenizer for stream and final text."""

from __future__ import annotations

from collections import abc as cabc

import pytest

from flask_modelmind.prompt import read_tokens
from flask_modelmind.prompt import TokenScanner
from flask_modelmind.values import PlacedToken
from flask_modelmind.values import TokenNames

NAMES = TokenNames()
KEY = "0123456789abcdef"
OTHER = "fedcba9876543210"
T = NAMES.source_token(KEY)
U = NAMES.source_token(OTHER)
R = NAMES.route_token(OTHER)


def scan(pieces: cabc.Iterable[str]) -> tuple[str, tuple[PlacedToken, ...]]:
    """Feed pieces, and return what came out of the stream itself."""
    scanner = TokenScanner(NAMES)
    events: list[str | PlacedToken] = []
    for piece in pieces:
        events += scanner.feed(piece)
    events += scanner.finish()
    text = "".join(event for event in events if isinstance(event, str))
    placed = tuple(event for event in events if isinstance(event, PlacedToken))
    assert (text, placed) == (scanner.text, scanner.placed)
    return text, placed


def every_cut(text: str) -> cabc.Iterator[list[str]]:
    yield list(text)
    for at in range(len(text) + 1):
        yield [text[:at], text[at:]]


def places(placed: cabc.Iterable[PlacedToken]) -> list[tuple[tuple[str, ...], int]]:
    return [(token.keys, token.at) for token in placed]


WRITTEN = {
    "as asked for": f'[[model_mind_source key="{KEY}"]]',
    "with columns": f'[[model_mind_source key="{KEY}" columns="name, price"]]',
    "spaces inside": f'[[  model_mind_source   key = "{KEY}"  ]]',
    "spaces between brackets": f'[ [model_mind_source key="{KEY}"] ]',
    "upper case": f'[[MODEL_MIND_SOURCE KEY="{KEY.upper()}"]]',
    "smart quotes": f"[[model_mind_source key=“{KEY}”]]",
    "low quotes": f"[[model_mind_source key=„{KEY}“]]",
    "guillemets": f"[[model_mind_source key=«{KEY}»]]",
    "single quotes": f"[[model_mind_source key='{KEY}']]",
    "escaped quotes": f'[[model_mind_source key=\\"{KEY}\\"]]',
    "no quotes": f"[[model_mind_source key={KEY}]]",
    "no key=": f"[[model_mind_source {KEY}]]",
    "colon": f"[[model_mind_source: {KEY}]]",
    "single brackets": f'[model_mind_source key="{KEY}"]',
    "one bracket missing": f'[[model_mind_source key="{KEY}"]',
    "lenticular": f"【model_mind_source key={KEY}】",
    "double lenticular": f'【【model_mind_source key="{KEY}"】】',
    "full width": f'［［model_mind_source key＝"{KEY}"］］',
    "escaped brackets": f'\\[\\[model_mind_source key="{KEY}"\\]\\]',
    "escaped underscores": f'[[model\\_mind\\_source key="{KEY}"]]',
    "bracket in a value": f'[[model_mind_source key="{KEY}" columns="a ] b"]]',
    "words too many": f'[[model_mind_source key="{KEY}" see the docs]]',
    "comma between": f'[[model_mind_source key="{KEY}", columns="name"]]',
    "over two lines": f'[[model_mind_source\nkey="{KEY}"]]',
    "self closing": f'[[model_mind_source key="{KEY}" /]]',
}


@pytest.mark.parametrize("written", WRITTEN.values(), ids=WRITTEN.keys())
def test_a_token_is_read_however_it_is_written(written: str) -> None:
    for pieces in every_cut(f"Ten units {written} are left."):
        text, placed = scan(pieces)

        assert text == "Ten units are left."
        assert places(placed) == [((KEY,), 9)]


@pytest.mark.parametrize(
    "written", [v for k, v in WRITTEN.items() if k != "words too many"]
)
def test_nothing_of_a_cut_off_token_is_shown(written: str) -> None:
    for end in range(1, len(written)):
        text, _ = read_tokens(f"Ten units {written[:end]}", NAMES)

        assert text.rstrip("\\ ") == "Ten units"


def test_a_cut_off_token_with_a_whole_key_still_cites() -> None:
    _, placed = read_tokens(f'Ten units [[model_mind_source key="{KEY}", col', NAMES)

    assert placed[0].keys == (KEY,)


def test_several_keys_and_columns_are_read_from_one_token() -> None:
    written = (
        f'[[model_mind_source key="{KEY}, {OTHER}" columns="name, stock\\_status"]]'
    )

    _, placed = read_tokens(f"Both are sold out {written}.", NAMES)

    assert placed[0].keys == (KEY, OTHER)
    assert placed[0].columns == ("name", "stock_status")


def test_parameters_of_a_route_token_are_read() -> None:
    written = '[[model_mind_route key="products.view" product="a ] b" page=3]]'

    _, placed = read_tokens(f"See {written}", NAMES)

    assert placed[0].kind == "route"
    assert placed[0].keys == ("products.view",)
    assert placed[0].parameters == {"product": "a ] b", "page": "3"}


def test_other_token_names_are_read() -> None:
    names = TokenNames(source="cite", route="cite_page")

    text, placed = read_tokens('A [[cite key="a1"]] b [[cite_page key="c2"]].', names)

    assert text == "A b."
    assert [token.kind for token in placed] == ["source", "route"]


CLEANED = {
    "before a full stop": (f"30 days {T}.", "30 days."),
    "between words": (f"30 days {T} and more", "30 days and more"),
    "without spaces": (f"30 days{T} and more", "30 days and more"),
    "glued behind": (f"30 days {T}and more", "30 days and more"),
    "several": (f"Ten units {T}{U} {T}.", "Ten units."),
    "at the end": (f"Ten units. {T}\n", "Ten units."),
    "at the start": (f"{T} Ten units.", "Ten units."),
    "alone on a line": (f"One.\n{T}\nTwo.", "One.\nTwo."),
    "alone between paragraphs": (f"One.\n\n{T}\n\nTwo.", "One.\n\nTwo."),
    "lines of tokens": (f"One.\n\n{T}\n{U}\n\n{T}\nTwo.", "One.\n\nTwo."),
    "before a paragraph": (f"One. {T}\n\nTwo. {U}", "One.\n\nTwo."),
    "list": (f"- one {T}\n- two {U}\n  - three {T}", "- one\n- two\n  - three"),
    "first in an item": (f"- {T} one\n1. {T} two", "- one\n1. two"),
    "under an item": (f"- one\n  {T}\n- two", "- one\n- two"),
    "table": (
        f"| a {T} | b |\n|---|---|\n| 1 {T} | 2 |",
        "| a | b |\n|---|---|\n| 1 | 2 |",
    ),
    "before .NET": (f"Support for {T} .NET and {T}.env", "Support for .NET and .env"),
    "question in Arabic": (f"كم السعر {T}؟ {U} نعم", "كم السعر؟ نعم"),
    "full stop in Chinese": (f"手续费为15% {T}。", "手续费为15%。"),
    "Hindi danda": (f"दस इकाइयाँ {T}।", "दस इकाइयाँ।"),
    "Thai": (f"มีสิบชิ้น {T} ครับ", "มีสิบชิ้น ครับ"),
    "Hebrew": (f"עשר יחידות {T}, ועוד", "עשר יחידות, ועוד"),
    "Persian list": (f"- قیمت: ۱۲ {T}\n- موجودی: ۳ {U}", "- قیمت: ۱۲\n- موجودی: ۳"),
    "emphasis": (f"**Falcon {T}** costs `1` EUR {T}.", "**Falcon** costs `1` EUR."),
    "in parentheses": (f"Ten (of 20 {T}) units", "Ten (of 20) units"),
    "emoji": (f"Ten 👩‍👩‍👧 {T}!", "Ten 👩‍👩‍👧!"),
}


@pytest.mark.parametrize(("text", "expected"), CLEANED.values(), ids=CLEANED.keys())
def test_removing_a_token_leaves_the_text_as_if_it_had_not_been_there(
    text: str, expected: str
) -> None:
    for pieces in every_cut(text):
        assert scan(pieces)[0] == expected


UNTOUCHED = [
    "The light is on. Status: on, voltage: 5V; log on and wait.",
    "Support for .NET 8 and a .env file .",
    "One.\n\n\nTwo.\n  - nested\n\n    code  \nthree  \nfour",
    "Home https://shop.test and item https://shop.test/products/1",
    "[Docs](https://x.test/docs) and Foo_(bar), anna@x.com [1][2] [ ] [x] dp[i][0]",
    "a < b, <b>bold</b>, <thinker>, 5 > 3, ~~gone~~, C:\\dir \\* \\\\ end",
    "  leading and trailing  \n\n",
    "[[Wiki link]] and [[model_minds]] and [model] and 【注】",
    "Escaped \\[x\\] and \\`y\\` stay.",
]


@pytest.mark.parametrize("text", UNTOUCHED)
def test_text_without_tokens_is_not_changed(text: str) -> None:
    for pieces in every_cut(text):
        assert scan(pieces) == (text, ())


def test_tokens_side_by_side_are_all_read() -> None:
    text, placed = read_tokens(f"Ten units {T}{U}{T}.", NAMES)

    assert text == "Ten units."
    assert places(placed) == [((KEY,), 9), ((OTHER,), 9), ((KEY,), 9)]


@pytest.mark.parametrize(
    ("text", "offsets"),
    [
        (f"One {T}. Two {U}.", [3, 8]),
        (f"One.\n{T}\nTwo.", [4]),
        (f"One.\n{T} Two.", [5]),
        (f"- {T} one", [2]),
        (f"👍🏽 é {T} x", [4]),
        (f"{T} One", [0]),
    ],
)
def test_a_token_is_placed_at_the_statement_it_belongs_to(
    text: str, offsets: list[int]
) -> None:
    for pieces in every_cut(text):
        assert [token.at for token in scan(pieces)[1]] == offsets
