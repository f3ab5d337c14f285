from __future__ import annotations

import re
import typing as t
from collections import abc as cabc

import pytest

from flask_modelmind.assets import asset_dir

CSS = (asset_dir("static") / "modelmind" / "modelmind.css").read_text()
BARE = re.sub(r"/\*.*?\*/", "", CSS, flags=re.DOTALL)
TOKEN = re.compile(r"^  /\* ([^*]+) \*/\n  (--modelmind-[\w-]+):([^;]+);", re.MULTILINE)
TOKENS = {name: value.strip() for _, name, value in TOKEN.findall(CSS)}
PHYSICAL = re.compile(
    r"(?:^|[\s;{])(?:(?:margin|padding|border)-(?:left|right|top|bottom)"
    r"|left|right|top|bottom|width|height|(?:min|max)-(?:width|height)"
    r"|float|text-align:\s*(?:left|right))\s*:",
    re.MULTILINE,
)
SWITCHES = {"--modelmind-if-light", "--modelmind-if-dark"}


def selectors() -> cabc.Iterator[str]:
    for head in re.findall(r"([^{};]+)\{", BARE):
        if not head.strip().startswith("@") and head.strip() not in {"from", "to"}:
            yield from (part.strip() for part in re.split(r",(?![^(]*\))", head))


@pytest.mark.parametrize("selector", sorted(set(selectors())))
def test_each_rule_is_about_our_own_elements(selector: str) -> None:
    assert ".modelmind" in selector
    assert "#" not in selector
    assert re.fullmatch(r"(?:\[data-theme=\"\w+\"\] )?\.modelmind.*", selector)
    for name in re.findall(r"\.([\w-]+)", selector):
        assert re.fullmatch(r"modelmind(-[a-z]+)*(__[a-z]+)?(--[a-z_]+)?", name)


def test_the_layout_knows_no_left_and_right() -> None:
    queries_aside = re.sub(r"@media[^{]+", "", BARE)

    assert not PHYSICAL.findall(queries_aside)
    assert "!important" not in BARE


def test_each_token_is_declared_once_and_explained() -> None:
    declared = re.findall(r"^\s*(--[\w-]+):", BARE, re.MULTILINE)
    tokens = [name for name in declared if name not in SWITCHES]

    assert sorted(tokens) == sorted(TOKENS)
    assert len(tokens) == len(set(tokens))


def test_each_token_that_is_used_is_declared() -> None:
    used = set(re.findall(r"var\((--modelmind-[\w-]+)", BARE))

    assert used == set(TOKENS) | SWITCHES


def channel(value: int) -> float:
    share = value / 255
    return share / 12.92 if share <= 0.03928 else ((share + 0.055) / 1.055) ** 2.4


def luminance(colour: str) -> float:
    digits = colour.lstrip("#")
    digits = digits if len(digits) == 6 else "".join(d * 2 for d in digits)
    red, green, blue = (channel(int(digits[i : i + 2], 16)) for i in (0, 2, 4))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Source: WCAG 2.2, definition of contrast ratio."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def colour_of(token: str, theme: str) -> str:
    pattern = rf"var\(--modelmind-if-{theme}, (#\w+)\)"
    found = re.search(pattern, TOKENS[f"--modelmind-{token}"])
    assert found
    return found[1]


class Pair(t.NamedTuple):
    front: str
    back: str
    least: float


PAIRS = [
    Pair("ink", "bg", 4.5),
    Pair("ink", "raised", 4.5),
    Pair("ink", "sunken", 4.5),
    Pair("ink", "user-bg", 4.5),
    Pair("ink", "evidence", 4.5),
    Pair("muted", "bg", 4.5),
    Pair("muted", "raised", 4.5),
    Pair("accent", "bg", 4.5),
    Pair("accent", "accent-soft", 4.5),
    Pair("on-accent", "accent", 4.5),
    Pair("unsupported", "bg", 4.5),
    Pair("unsupported", "unsupported-soft", 4.5),
    Pair("danger", "danger-soft", 4.5),
    Pair("control", "bg", 3),
    Pair("evidence-line", "bg", 3),
    Pair("unsupported-line", "bg", 3),
]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair.front}-on-{pair.back}")
def test_text_and_borders_stand_out(pair: Pair, theme: str) -> None:
    ratio = contrast(colour_of(pair.front, theme), colour_of(pair.back, theme))

    assert ratio >= pair.least
