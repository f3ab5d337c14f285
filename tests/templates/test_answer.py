from __future__ import annotations

import copy
import typing as t
from collections import abc as cabc

import pytest

from flask_modelmind.values import ActionLink
from flask_modelmind.values import Answer
from flask_modelmind.values import Citation
from flask_modelmind.values import CitedField
from flask_modelmind.values import Claim
from flask_modelmind.values import Coverage
from flask_modelmind.web.wire import public_answer

Json = dict[str, t.Any]
Render = cabc.Callable[..., t.Any]
ANSWER = "{{ modelmind.answer(answer, id='a') }}"
PAYLOAD = "<img src=x onerror='alert(1)'></script>\"{{ 7 * 7 }}"


def test_each_marker_leads_to_its_own_card(render: Render, answer: Json) -> None:
    page = render(ANSWER, answer=answer)

    assert [m["href"] for m in page.find("modelmind-marker")] == [
        "#a-source-1",
        "#a-source-1",
        "#a-source-2",
        "#a-coverage",
    ]
    assert [c["id"] for c in page.find("modelmind-card")] == [
        "a-source-1",
        "a-source-2",
    ]


def test_each_card_leads_back_to_its_first_marker(render: Render, answer: Json) -> None:
    page = render(ANSWER, answer=answer)

    back = [number["href"] for number in page.find("modelmind-card__number")]
    assert back == ["#a-marker-1", "#a-marker-2"]
    assert page.ids().count("a-marker-1") == page.ids().count("a-marker-2") == 1


def test_a_marker_follows_its_claim_without_a_gap(render: Render, answer: Json) -> None:
    page = render(ANSWER, answer=answer)

    text = page.find("modelmind-text")[0].text
    assert text == "The Falcon 40 is in stock.1 It has a warranty.12 Buyers love it.?"


def test_a_number_without_a_card_is_never_shown(render: Render, answer: Json) -> None:
    answer["blocks"][0]["segments"][0]["citations"] = [9]

    page = render(ANSWER, answer=answer)

    assert "#a-source-9" not in page.html
    first = page.find("modelmind-claim")[0]
    assert "modelmind-claim--unsupported" in first.classes


@pytest.mark.parametrize(
    ("support", "sign", "name"),
    [
        ("unsupported", "?", "No source found for this statement"),
        ("contradicted", "!", "The sources say otherwise"),
    ],
)
def test_a_claim_the_sources_do_not_carry_is_marked(
    render: Render, answer: Json, support: str, sign: str, name: str
) -> None:
    answer["blocks"][0]["segments"][2]["support"] = support

    page = render(ANSWER, answer=answer)

    assert f"modelmind-claim--{support}" in page.find("modelmind-claim")[2].classes
    mark = page.find("modelmind-marker")[-1]
    assert (mark.text, mark["aria-label"]) == (sign, name)


def test_a_card_shows_the_fields_and_the_place(render: Render, answer: Json) -> None:
    record, document = render(ANSWER, answer=answer).find("modelmind-card__body")

    assert "Stock14" in record.text
    assert " ".join(document.text.split()) == (
        "Warranty policy Handbook · warranty.md · 2.1 Phones · page 3 · lines 14–16"
        " Phones have two years of warranty."
    )


def test_the_proving_words_alone_are_marked(render: Render, answer: Json) -> None:
    page = render(ANSWER, answer=answer)

    assert [mark.text for mark in page.find("mark")] == ["14", "two years"]


def test_a_card_somebody_may_no_longer_open_shows_no_evidence(
    render: Render, answer: Json
) -> None:
    answer["citations"][0]["available"] = False

    card = render(ANSWER, answer=answer).find("modelmind-card")[0]

    assert "No longer available to you" in card.text
    assert "14" not in card.text.replace("FAL-40", "")
    assert "View Falcon 40" not in card.text


def test_a_card_tells_that_its_source_changed(render: Render, answer: Json) -> None:
    answer["citations"][1]["changed"] = True

    cards = render(ANSWER, answer=answer).find("modelmind-card")

    assert "Changed since this answer" not in cards[0].text
    assert "Changed since this answer" in cards[1].text


def test_coverage_stands_under_the_text_in_words(render: Render, answer: Json) -> None:
    line = render(ANSWER, answer=answer).find("modelmind-coverage")[0]

    assert line["id"] == "a-coverage"
    assert line.text == "2 of 3 statements backed by sources · 1 without a source"


def test_a_refusal_is_plain_text(render: Render, answer: Json) -> None:
    answer |= {"status": "refused", "citations": [], "coverage": {"claims": 0}}
    answer["blocks"][0]["segments"] = [{"spans": [{"text": "Not in the records."}]}]

    page = render(ANSWER, answer=answer)

    assert not page.find("modelmind-coverage")
    assert not page.find("modelmind-sources")


def test_actions_are_links_and_posts_are_forms(render: Render, answer: Json) -> None:
    page = render(ANSWER, answer=answer)

    view, order = page.find("modelmind-action")
    assert (view.tag, view["href"]) == ("a", "/products/1")
    assert (order.tag, order["type"]) == ("button", "submit")
    assert [form["action"] for form in page.find("form")] == ["/orders"]


def test_a_post_carries_the_token_of_the_application(
    app: t.Any, render: Render, answer: Json
) -> None:
    app.jinja_env.globals["csrf_token"] = lambda: "token-1"

    page = render(ANSWER, answer=answer)

    assert [field["value"] for field in page.find("input")] == ["token-1"]


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "JaVaScript:alert(1)",
        "data:text/html,x",
        "//evil.example/",
        "/\\evil.example/",
        "/\t/evil.example/",
        " /x",
        "x",
        "",
        None,
    ],
)
def test_an_address_a_browser_should_not_follow_is_no_link(
    render: Render, answer: Json, url: str | None
) -> None:
    answer["actions"] = [{"label": "Go", "url": url}]
    answer["citations"][0]["action"] = {"label": "Go", "url": url}
    answer["blocks"][0]["segments"][0]["spans"] = [
        {"text": "here", "kind": "link", "href": url}
    ]

    page = render(ANSWER, answer=answer)

    links = [a["href"] for a in page.find("a") if not (a["href"] or "").startswith("#")]
    assert links == []
    assert "here" in page.text


def test_a_link_out_of_the_site_says_so(render: Render, answer: Json) -> None:
    spans = [
        {"text": "out", "kind": "link", "href": "https://example.org/?a=1&b=2"},
        {"text": "home", "kind": "link", "href": "http://shop.example/app/x"},
    ]
    answer["blocks"][0]["segments"] = [{"spans": spans}]

    out, home = render(ANSWER, answer=answer).find("modelmind-link")[:2]

    assert out["href"] == "https://example.org/?a=1&b=2"
    assert out["rel"] == "noopener noreferrer"
    assert out.text == "out (opens in a new tab)"
    assert (home["rel"], home["target"]) == (None, None)


def test_every_block_is_an_element_of_its_kind(render: Render, answer: Json) -> None:
    cell = [{"spans": [{"text": "cell"}]}]
    answer["blocks"] = [
        {"type": "h", "segments": cell},
        {"type": "ul", "items": [cell, cell]},
        {"type": "ol", "items": [cell]},
        {"type": "table", "rows": [[cell, cell], [cell, cell]]},
        {"type": "pre", "segments": cell},
        {"type": "quote", "segments": cell},
    ]

    page = render(ANSWER, answer=answer)

    counts = {tag: len(page.find(tag)) for tag in ("ul", "th", "td", "pre")}
    assert counts == {"ul": 1, "th": 2, "td": 2, "pre": 1}
    assert len(page.find("modelmind-list__item")) == 3
    assert len(page.find("modelmind-quote")) == 1


def test_a_persian_answer_has_its_direction_and_digits(
    render: Render, answer: Json
) -> None:
    page = render(ANSWER, answer=answer | {"lang": "fa", "dir": "rtl"})

    root = page.find("modelmind-answer")[0]
    assert (root["lang"], root["dir"]) == ("fa", "rtl")
    assert [m.text for m in page.find("modelmind-marker")] == ["۱", "۱", "۲", "?"]
    assert "سطرهای ۱۴ تا ۱۶" in page.text


def test_an_answer_object_is_rendered_like_its_json(render: Render) -> None:
    answer = Answer(
        text="There are 14. Really.",
        turn_id="t1",
        claims=(
            Claim(
                text="There are 14.",
                start=0,
                end=13,
                verdict="supported",
                citations=(1,),
            ),
        ),
        citations=(
            Citation(
                number=1,
                key="k",
                kind="record",
                model="Products",
                record="Falcon 40",
                source_id="s",
                fields=(
                    CitedField(column="stock", label="Stock", value="14", marked=True),
                ),
                action=ActionLink(label="View", url="/products/1"),
            ),
        ),
        coverage=Coverage(claims=1, supported=1),
    )

    page = render(ANSWER, answer=answer)

    assert page.html == render(ANSWER, answer=public_answer(answer)).html
    assert page.find("modelmind-text")[0].text == "There are 14.1 Really."


def test_an_answer_without_blocks_is_its_text(render: Render, answer: Json) -> None:
    page = render(ANSWER, answer=answer | {"blocks": [], "answer": "Two\nlines."})

    assert page.find("modelmind-text")[0].text == "Two\nlines."


def test_text_is_escaped_wherever_it_stands(render: Render, answer: Json) -> None:
    count = 0
    for hurt in with_payload(answer):
        page = render(ANSWER, answer=hurt)

        assert not page.find("img")
        assert not page.find("script")
        assert "49" not in page.html
        assert all("onerror" not in e.attributes for e in page.elements)
        count += 1

    assert count > 30


def with_payload(value: t.Any) -> cabc.Iterator[t.Any]:
    """Yield copies of a JSON value, each with the payload in one of its texts."""
    places = value.items() if isinstance(value, dict) else enumerate(value)
    for place, inner in places:
        if isinstance(inner, dict | list):
            changed = with_payload(inner)
        elif isinstance(inner, str):
            changed = iter([PAYLOAD])
        else:
            continue
        for hurt in changed:
            copied = copy.copy(value)
            copied[place] = hurt
            yield copied
