from __future__ import annotations

import json
import re
import typing as t
from collections import abc as cabc
from pathlib import Path

import pytest

from flask_modelmind.assets import asset_dir

Json = dict[str, t.Any]
Render = cabc.Callable[..., t.Any]
ALL = """{{ modelmind.styles(nonce=nonce) }}{{ modelmind.scripts(nonce=nonce) }}
{{ modelmind.chat_widget(questions=["One?"]) }}{{ modelmind.answer(answer) }}"""
FILES = sorted((asset_dir("templates") / "modelmind").glob("*.html"))


def test_the_macros_work_twice_on_one_page(render: Render, answer: Json) -> None:
    page = render(ALL + ALL, answer=answer)

    assert len(page.find("modelmind-chat")) == 2
    assert len(set(page.ids())) == len(page.ids())


def test_every_reference_has_its_element(render: Render, answer: Json) -> None:
    page = render(ALL + ALL, answer=answer)

    for element in page.elements:
        for name in ("aria-labelledby", "for"):
            if element[name]:
                assert element[name] in page.ids()
        href = element["href"] or ""
        assert not href.startswith("#") or href[1:] in page.ids()


def test_a_strict_policy_is_kept(render: Render, answer: Json) -> None:
    page = render(ALL, answer=answer, nonce="n1")

    assert not page.find("style")
    for element in page.elements:
        assert not [a for a in element.attributes if a == "style" or a[:2] == "on"]
    assert [s["nonce"] for s in page.find("script") + page.find("link")] == ["n1"] * 2
    assert [s.text for s in page.find("script")] == [""]


def test_no_nonce_is_no_attribute(render: Render) -> None:
    page = render("{{ modelmind.styles() }}{{ modelmind.scripts() }}")

    assert all("nonce" not in element.attributes for element in page.elements)


def test_the_nonce_of_the_application_is_found_for_each_page(
    app: t.Any, render: Render
) -> None:
    """A nonce read when the template is loaded would be the same for ever."""
    numbers = iter("12")
    app.jinja_env.globals["csp_nonce"] = lambda: next(numbers)

    pages = [render("{{ modelmind.styles() }}") for _ in range(2)]

    assert [page.find("link")[0]["nonce"] for page in pages] == ["1", "2"]


def test_addresses_are_those_of_the_application_below_its_path(
    render: Render,
) -> None:
    page = render(
        "{{ modelmind.styles() }}{{ modelmind.scripts() }}{{ modelmind.chat_widget() }}"
    )

    widget = page.find("modelmind-chat")[0]
    addresses = [
        page.find("link")[0]["href"],
        page.find("script")[0]["src"],
        page.find("modelmind-launcher")[0]["href"],
        page.find("modelmind-composer")[0]["action"],
        *(widget[f"data-modelmind-{name}-url"] for name in ("chat", "stream")),
    ]
    assert all(address.startswith("/app/model-mind/") for address in addresses)


def test_own_addresses_replace_the_packaged_files(render: Render) -> None:
    page = render(
        "{{ modelmind.styles(href='/own.css') }}{{ modelmind.scripts(src='/own.js') }}"
    )

    assert page.find("link")[0]["href"] == "/own.css"
    assert page.find("script")[0]["src"] == "/own.js"


def test_a_template_of_the_application_wins(
    render: Render, answer: Json, tmp_path: Path
) -> None:
    folder = tmp_path / "templates" / "modelmind"
    folder.mkdir(parents=True)
    (folder / "citation_card.html").write_text(
        "{% macro citation_card(citation, answer_id, lang=none, has_back=true) %}"
        "<li class='own'>{{ citation.record }}</li>{% endmacro %}"
    )

    page = render("{{ modelmind.answer(answer) }}", answer=answer)

    assert [card.text for card in page.find("own")] == [
        "Falcon 40 (FAL-40)",
        "Warranty policy",
    ]


def test_the_small_macros_stand_alone(render: Render, answer: Json) -> None:
    page = render(
        """{{ modelmind.citation_marker(answer.citations[0], answer_id="a") }}
        {{ modelmind.citation_card(answer.citations[0], answer_id="a") }}
        {{ modelmind.sources(answer.citations[1:], answer_id="a") }}
        {{ modelmind.action_button(answer.actions[0]) }}""",
        answer=answer,
    )

    assert page.find("modelmind-marker")[0]["href"] == "#a-source-1"
    assert [c["id"] for c in page.find("modelmind-card")] == [
        "a-source-1",
        "a-source-2",
    ]
    assert page.find("modelmind-action")[0]["href"] == "/products/1"


def test_the_labels_reach_the_script(render: Render) -> None:
    page = render("{{ modelmind.chat_widget(lang='fr') }}")

    tables = json.loads(page.find("modelmind-chat")[0]["data-modelmind-labels"])
    assert tables["page"]["close"] == "Fermer"
    names = [b["aria-label"] for b in page.find("modelmind-icon-button")]
    assert names == ["Nouvelle conversation", "Fermer"]


def test_texts_of_the_widget_are_escaped(render: Render) -> None:
    page = render(
        """{{ modelmind.chat_widget(title=x, subtitle=x, placeholder=x, intro=x,
        launcher=x, questions=[x], question=x, error=x, session_id=x) }}""",
        x="<img src=x onerror='alert(1)'></textarea>\"",
    )

    assert not page.find("img")


def test_the_widget_says_that_an_ai_answers(render: Render) -> None:
    page = render("{{ modelmind.chat_widget(title='Helper') }}")

    assert page.find("modelmind-header__title")[0].text == "Helper"
    assert page.find("modelmind-header__subtitle")[0].text.startswith("AI · ")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_template_neither_trusts_nor_looks_up_anything(path: Path) -> None:
    source = path.read_text()

    for name in ("|safe", "| safe", "current_user", ".query", "autoescape"):
        assert name not in source
    assert not re.search(r"\bstyle=\"[^m]|<style|<script>", source)


def test_macros_html_gives_out_the_public_macros() -> None:
    source = (asset_dir("templates") / "modelmind" / "macros.html").read_text()

    assert re.findall(r"set (\w+) =", source) == [
        "styles",
        "scripts",
        "chat_widget",
        "answer",
        "citation_card",
        "citation_marker",
        "sources",
        "action_button",
    ]
