from __future__ import annotations

import re
import typing as t
from pathlib import Path

import pytest
from flask import Flask
from flask import render_template_string

from flask_modelmind.assets import asset_dir

Json = dict[str, t.Any]
ROOT = Path(__file__).parent.parent.parent
GUIDE = (ROOT / "docs" / "templates.md").read_text()
EXAMPLES = re.findall(r"```jinja\n(.*?)```", GUIDE, re.DOTALL)
STYLES = (asset_dir("static") / "modelmind" / "modelmind.css").read_text()
ROWS = dict(re.findall(r"^\| `(\w+)` \| ((?:`\w+`(?:, )?)+) \|", GUIDE, re.MULTILINE))


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_the_examples_can_be_rendered(app: Flask, answer: Json, example: str) -> None:
    with app.test_request_context("/"):
        html = render_template_string(example, answer=answer)

    assert "modelmind" in html or "{% macro" in example


@pytest.mark.parametrize("name", ROWS)
def test_the_guide_names_every_argument(app: Flask, name: str) -> None:
    module = app.jinja_env.get_template("modelmind/macros.html").module

    macro = getattr(module, name)
    assert re.findall(r"`(\w+)`", ROWS[name]) == list(macro.arguments)


def test_the_guide_names_every_macro(app: Flask) -> None:
    module: t.Any = app.jinja_env.get_template("modelmind/macros.html").module

    exported = {name for name in vars(module) if not name.startswith("_")}
    assert set(ROWS) == exported


def test_the_guide_names_every_token_with_its_comment() -> None:
    declared = re.findall(
        r"^  /\* ([^*]+) \*/\n  (--modelmind-[\w-]+):", STYLES, re.MULTILINE
    )
    rows = re.findall(r"^\| `(--[\w-]+)` \|.*\| ([^|]+) \|$", GUIDE, re.MULTILINE)

    assert rows == [(name, comment) for comment, name in declared]


def test_the_guide_names_every_event() -> None:
    sources = "".join(
        path.read_text() for path in (asset_dir("static") / "modelmind").glob("*.js")
    )

    assert set(re.findall(r"modelmind:[a-z-]+", GUIDE)) == set(
        re.findall(r"modelmind:[a-z-]+", sources)
    )
