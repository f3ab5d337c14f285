from __future__ import annotations

import time

import pytest

from flask_modelmind.sources.markup import clean_text
from flask_modelmind.sources.markup import strip_html


@pytest.mark.parametrize(
    "text",
    [
        "Operating range <40C, humidity 10%",
        "if a<b and c>d then",
        "List<String>",
        "Map<String, List<Int>>",
        "x < y > z",
        "a <3 b",
        "1 <b 2",
        "Contact <sales@example.org>",
        "AT&T &lt;b&gt;",
        "if a<b>c",
        "p<q and q>r",
        "",
    ],
    ids=lambda text: text or "empty",
)
def test_what_only_looks_like_markup_stays(text: str) -> None:
    assert strip_html(text) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<p>One</p><p>two</p>", "One two"),
        ("<b>Fal</b>con", "Falcon"),
        ("line<br>break<br />end", "line break end"),
        ('<a href="https://example.org/?a=1&b=2">Shop</a>', "Shop"),
        ("<p class=big hidden>Hi</p>", "Hi"),
        ("<script>alert(1 < 2)</script>After", "After"),
        ("<style>p {color: red}</style>After", "After"),
        ("<!-- note -->After", "After"),
        ("<p>Tom &amp; Jerry &nbsp; 5 &lt; 6</p>", "Tom & Jerry 5 < 6"),
        ("<ul><li>a<li>b</ul>", "a b"),
        ("<P>UPPER</P>", "UPPER"),
        ("<p>below <40C</p>", "below <40C"),
        ("<img src=x onerror=alert(1)>After", "After"),
        ("<script>never closed", ""),
    ],
    ids=lambda text: text or "empty",
)
def test_real_markup_is_taken_out(text: str, expected: str) -> None:
    assert clean_text(text, strip=True, characters=600) == expected


def test_markup_stays_when_the_setting_says_so() -> None:
    assert clean_text("<b>x</b>", strip=False, characters=600) == "<b>x</b>"


def test_a_long_text_is_cut_by_code_points_whatever_its_script() -> None:
    text = clean_text("缓存" * 400, strip=True, characters=600)

    assert len(text) == 600
    assert text.endswith("…")


def test_a_text_of_the_exact_length_is_not_cut() -> None:
    assert clean_text("x" * 600, strip=True, characters=600) == "x" * 600


def test_controls_lone_surrogates_and_runs_of_space_are_cleaned() -> None:
    assert clean_text("a\x00b \n\t c\ud800", strip=True, characters=600) == "ab c?"


@pytest.mark.parametrize(
    "text",
    ["<p " + "a=b " * 50_000, "<" * 200_000, "<!--" * 50_000, "<script>" * 25_000],
    ids=lambda text: text[:8],
)
def test_a_hostile_text_is_cleaned_quickly(text: str) -> None:
    started = time.monotonic()

    clean_text(text, strip=True, characters=60)

    assert time.monotonic() - started < 2


def test_only_the_beginning_of_an_endless_text_is_looked_at() -> None:
    text = clean_text("<i>a</i> <a href='" + "x" * 10_000, strip=True, characters=20)

    assert text == "a…"
