from __future__ import annotations

import typing as t
from collections import abc as cabc
from pathlib import Path

import pytest
from flask import Flask
from flask import render_template

Json = dict[str, t.Any]
RenderPage = cabc.Callable[..., str]


@pytest.fixture
def render_page(app: Flask) -> RenderPage:
    def render_page(headers: dict[str, str] | None = None, **values: t.Any) -> str:
        with app.test_request_context("/model-mind/", headers=headers):
            return render_template("modelmind/page.html", **values)

    return render_page


def test_the_page_has_a_form_that_posts_without_a_script(
    render_page: RenderPage,
) -> None:
    html = render_page()

    assert (
        '<form class="modelmind-composer" method="post" action="/model-mind/"' in html
    )
    assert 'name="question"' in html
    assert "<dialog" not in html


def test_the_conversation_stands_on_the_page(
    render_page: RenderPage, answer: Json
) -> None:
    messages = [
        {"role": "user", "content": "Is it <b>there</b>?"},
        {"role": "assistant", **answer},
    ]

    html = render_page(messages=messages)

    assert "Is it &lt;b&gt;there&lt;/b&gt;?" in html
    assert html.index("You asked:") < html.index("modelmind-answer__text")


def test_the_last_question_can_be_led_to(render_page: RenderPage, answer: Json) -> None:
    turn = [{"role": "user", "content": "?"}, {"role": "assistant", **answer}]

    html = render_page(messages=turn * 2)

    assert html.count('id="modelmind-page-latest"') == 1
    assert html.index('id="modelmind-page-latest"') > html.index("modelmind-card")


def test_an_error_keeps_the_question(render_page: RenderPage) -> None:
    html = render_page(question="What <is>?", error="Too many questions.")

    assert ">What &lt;is&gt;?</textarea>" in html
    assert ">Too many questions.</p>" in html


@pytest.mark.parametrize(
    ("accepted", "expected"),
    [
        ("fa-IR,en;q=0.5", '<html lang="fa" dir="rtl">'),
        ("xx", '<html lang="en" dir="ltr'),
    ],
)
def test_the_page_speaks_the_language_of_the_visitor(
    render_page: RenderPage, accepted: str, expected: str
) -> None:
    assert expected in render_page({"Accept-Language": accepted})


def test_an_application_can_fill_the_blocks_of_the_page(
    app: Flask, render_page: RenderPage, tmp_path: Path
) -> None:
    folder = tmp_path / "templates"
    folder.mkdir()
    (folder / "own.html").write_text(
        '{% extends "modelmind/page.html" %}{% block title %}Help{% endblock %}'
    )

    with app.test_request_context("/"):
        html = render_template("own.html")

    assert "<title>Help</title>" in html
    assert "modelmind-composer" in html
