"""The widget on a page of an application, under a strict policy."""

from __future__ import annotations

import typing as t
from collections import abc as cabc

import pytest

pytestmark = pytest.mark.browser

OpenPage = cabc.Callable[..., t.Any]


def ask(page: t.Any, question: str) -> None:
    if page.locator(".modelmind-launcher").is_visible():
        page.locator(".modelmind-launcher").click()
    page.locator("textarea").fill(question)
    page.locator("textarea").press("Enter")


def focused(page: t.Any) -> str:
    return t.cast(
        str,
        page.evaluate(
            "document.activeElement.dataset.modelmindPart || document.activeElement.id"
        ),
    )


def test_a_question_gets_an_answer_with_cards(open_page: OpenPage) -> None:
    page = open_page()

    ask(page, "Is the Falcon 40 in stock?")

    page.locator(".modelmind-coverage").wait_for()
    text = page.locator(".modelmind-answer__text").inner_text()
    assert text.startswith("The Falcon 40 is in stock with 14 units.1")
    assert page.locator(".modelmind-card").count() == 2
    assert page.locator(".modelmind-action").all_inner_texts() == [
        "View product",
        "Warranty terms",
    ]


def test_the_request_carries_question_turn_and_session(
    open_page: OpenPage, backend: t.Any
) -> None:
    page = open_page()

    for question in ("First?", "Second?"):
        ask(page, question)
        page.locator("[aria-busy=false] .modelmind-coverage").last.wait_for()

    first, second = backend.asked
    assert (first["question"], first["session_id"]) == ("First?", None)
    assert (second["question"], second["session_id"]) == ("Second?", "s1")
    assert first["turn_id"] != second["turn_id"]


def test_text_is_shown_before_the_answer_is_finished(
    open_page: OpenPage, backend: t.Any
) -> None:
    page = open_page()

    ask(page, "Wait for it")

    page.get_by_text("The Falcon 40 is in stock").wait_for()
    assert page.locator(".modelmind-marker").count() == 0
    assert page.locator("[data-modelmind-part=stop]").is_visible()
    backend.go_on.set()
    page.locator(".modelmind-marker").first.wait_for()
    assert page.get_by_text("The Falcon 40 is in stock").count() == 1
    assert page.locator("[data-modelmind-part=stop]").is_hidden()


def test_stopping_keeps_what_was_written(open_page: OpenPage) -> None:
    page = open_page()
    ask(page, "Wait for it")
    page.get_by_text("The Falcon 40 is in stock").wait_for()

    page.locator("[data-modelmind-part=stop]").click()

    page.get_by_text("Stopped · Sources not checked").wait_for()
    assert page.get_by_text("The Falcon 40 is in stock").is_visible()
    assert page.locator(".modelmind-problem").count() == 0
    assert focused(page) == "field"


def test_while_one_answer_runs_the_next_question_stays_in_the_field(
    open_page: OpenPage, backend: t.Any
) -> None:
    page = open_page()
    ask(page, "Wait for it")
    page.get_by_text("The Falcon 40 is in stock").wait_for()

    page.locator("textarea").fill("And then?")
    page.locator("textarea").press("Enter")

    assert page.locator("textarea").input_value() == "And then?"
    assert len(backend.asked) == 1


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Fail", "Try in a minute."),
        ("Crash", "The question could not be answered. Please try again."),
        ("Break", "The model stopped."),
        ("Cut", "The question could not be answered. Please try again."),
    ],
)
def test_an_error_is_told_and_can_be_tried_again(
    open_page: OpenPage, backend: t.Any, question: str, told: str
) -> None:
    page = open_page()

    ask(page, question)

    page.locator(".modelmind-problem").wait_for()
    assert page.locator(".modelmind-problem").inner_text() == told
    assert page.get_by_text("Werkzeug").count() == 0
    page.get_by_role("button", name="Try again").click()
    page.locator(".modelmind-problem").wait_for()
    assert page.locator(".modelmind-message--user").count() == 1
    assert len(backend.asked) == 2


def test_a_lost_turn_is_asked_for_by_the_same_id(
    open_page: OpenPage, backend: t.Any
) -> None:
    page = open_page()

    for question in ("Cut", "Break"):
        ask(page, question)
        page.get_by_role("button", name="Try again").last.click()
        page.locator("[aria-busy=false] .modelmind-problem").last.wait_for()

    lost, again, broken, anew = (body["turn_id"] for body in backend.asked)
    assert lost == again
    assert broken != anew


def test_without_a_network_the_visitor_is_told(open_page: OpenPage) -> None:
    page = open_page()
    page.route("**/stream", lambda route: route.abort())

    ask(page, "Anybody there?")

    page.locator(".modelmind-problem", has_text="No connection.").wait_for()


def test_a_token_that_grew_old_is_renewed_unseen(
    open_page: OpenPage, backend: t.Any
) -> None:
    backend.refusals = ["csrf"]
    page = open_page()

    ask(page, "Is it? #plain")

    page.locator(".modelmind-coverage").wait_for()
    assert backend.tokens == [None, "fresh"]
    assert backend.asked[0] == backend.asked[1]


def test_what_is_refused_twice_is_told(open_page: OpenPage, backend: t.Any) -> None:
    backend.refusals = ["csrf", "csrf"]
    page = open_page()

    ask(page, "Is it? #plain")

    page.locator(".modelmind-problem", has_text="Refused.").wait_for()
    assert len(backend.asked) == 2


def test_a_conversation_that_ended_is_begun_anew(
    open_page: OpenPage, backend: t.Any
) -> None:
    page = open_page()
    ask(page, "One #plain")
    page.locator(".modelmind-coverage").wait_for()
    backend.refusals = ["not_found"]

    ask(page, "Two #plain")

    page.locator(".modelmind-coverage").nth(1).wait_for()
    assert [body["session_id"] for body in backend.asked] == [None, "s1", None]


def test_a_new_conversation_starts_empty(open_page: OpenPage, backend: t.Any) -> None:
    page = open_page()
    ask(page, "One #plain")
    page.locator(".modelmind-coverage").wait_for()

    page.get_by_role("button", name="New conversation").click()

    assert page.locator(".modelmind-message").count() == 0
    assert page.locator(".modelmind-starters").is_visible()
    assert focused(page) == "field"
    ask(page, "Two #plain")
    page.locator(".modelmind-coverage").wait_for()
    sent = [(body["session_id"], body["new_session"]) for body in backend.asked]
    assert sent == [(None, False), (None, True)]


def test_one_ideograph_is_a_question(open_page: OpenPage, backend: t.Any) -> None:
    page = open_page()

    ask(page, "价")

    page.locator(".modelmind-coverage").wait_for()
    assert backend.asked[0]["question"] == "价"


def test_an_empty_question_is_not_sent(open_page: OpenPage, backend: t.Any) -> None:
    page = open_page()

    ask(page, "  x ")

    page.get_by_text("Please write a longer question.").wait_for()
    assert backend.asked == []


def test_a_starter_question_is_asked_at_a_click(
    open_page: OpenPage, backend: t.Any
) -> None:
    page = open_page()
    page.locator(".modelmind-launcher").click()

    page.get_by_role("button", name="Is the Falcon 40 in stock?").click()

    page.locator(".modelmind-coverage").wait_for()
    assert backend.asked[0]["question"] == "Is the Falcon 40 in stock?"
    assert page.locator(".modelmind-starters").is_hidden()


def test_enter_that_ends_a_composition_sends_nothing(
    open_page: OpenPage, backend: t.Any
) -> None:
    page = open_page()
    page.locator(".modelmind-launcher").click()
    page.locator("textarea").fill("かな")

    page.evaluate(
        """() => {
          const field = document.querySelector('textarea')
          const press = (more) => field.dispatchEvent(new KeyboardEvent('keydown',
            {key: 'Enter', bubbles: true, cancelable: true, ...more}))
          press({isComposing: true})
          press({keyCode: 229})
          field.dispatchEvent(new CompositionEvent('compositionstart'))
          field.dispatchEvent(new CompositionEvent('compositionend'))
          press({})
        }"""
    )
    page.locator("textarea").press("Shift+Enter")

    assert page.locator("textarea").input_value() == "かな\n"
    assert backend.asked == []


def test_opening_and_closing_moves_the_focus(open_page: OpenPage) -> None:
    page = open_page()
    launcher = page.locator(".modelmind-launcher")

    launcher.press("Enter")
    assert focused(page) == "field"
    assert launcher.get_attribute("aria-expanded") == "true"

    page.keyboard.press("Escape")
    assert focused(page) == "launcher"
    assert launcher.get_attribute("aria-expanded") == "false"
    assert page.locator(".modelmind-panel").is_hidden()

    launcher.press("Enter")
    page.get_by_role("button", name="Close").click()
    assert focused(page) == "launcher"


def test_a_finished_answer_does_not_take_the_focus(
    open_page: OpenPage, backend: t.Any
) -> None:
    page = open_page()
    ask(page, "Wait for it")
    page.locator("textarea").fill("next")

    backend.go_on.set()

    page.locator(".modelmind-coverage").wait_for()
    assert focused(page) == "field"
    assert page.locator("textarea").input_value() == "next"


def test_an_event_of_the_page_opens_the_panel(open_page: OpenPage) -> None:
    page = open_page()

    page.evaluate("window.dispatchEvent(new CustomEvent('modelmind:toggle'))")
    assert page.locator(".modelmind-panel").is_visible()

    page.evaluate("window.dispatchEvent(new CustomEvent('modelmind:close'))")
    assert page.locator(".modelmind-panel").is_hidden()


def test_each_marker_brings_its_own_card_and_leaves_the_page_alone(
    open_page: OpenPage,
) -> None:
    page = open_page()
    ask(page, "Is it? #plain")
    page.locator(".modelmind-coverage").wait_for()
    address = page.url

    for marker in page.locator(".modelmind-marker[role=doc-noteref]").all():
        marker.click()
        number = marker.inner_text()
        assert focused(page).endswith(f"-source-{number}")

    page.locator(".modelmind-card__number").first.click()
    assert focused(page).endswith("-marker-1")
    assert page.url == address


def test_screen_readers_hear_the_end_and_not_each_word(open_page: OpenPage) -> None:
    page = open_page()

    ask(page, "Is it? #plain")

    page.locator(".modelmind-coverage").wait_for()
    log = page.locator("[role=log]")
    assert log.get_attribute("aria-live") == "off"
    assert log.get_attribute("aria-busy") == "false"
    assert page.locator("[role=status]").text_content() == (
        "Answer complete. 2 of 3 statements backed by sources"
    )


def test_the_reader_is_not_dragged_to_the_end(
    open_page: OpenPage, backend: t.Any
) -> None:
    page = open_page(viewport={"width": 500, "height": 430})
    ask(page, "Is it? #plain")
    page.locator(".modelmind-coverage").wait_for()
    ask(page, "Wait for it")
    page.get_by_text("The Falcon 40 is in stock").nth(1).wait_for()
    log = page.locator("[role=log]")
    log.evaluate("log => { log.scrollTop = 0 }")
    page.wait_for_timeout(50)

    backend.go_on.set()

    page.locator(".modelmind-coverage").nth(1).wait_for()
    assert log.evaluate("log => log.scrollTop") == 0


def test_the_conversation_the_server_remembers_comes_back(
    open_page: OpenPage, backend: t.Any
) -> None:
    answer = backend.answer_to("#persian")
    backend.remembered = {
        "session_id": "s7",
        "messages": [
            {"role": "user", "content": "موجود است؟"},
            {"role": "assistant", "content": answer["answer"], **answer},
        ],
    }
    page = open_page()
    page.locator(".modelmind-launcher").click()

    page.locator(".modelmind-coverage").wait_for()
    assert page.locator(".modelmind-card").count() == 2
    ask(page, "And now?")
    page.locator(".modelmind-coverage").nth(1).wait_for()
    assert backend.asked[0]["session_id"] == "s7"


def test_the_application_can_refuse_a_question(
    open_page: OpenPage, backend: t.Any
) -> None:
    page = open_page()
    page.evaluate(
        "document.addEventListener('modelmind:before-ask', e => e.preventDefault())"
    )

    ask(page, "Not now")

    assert page.locator("textarea").input_value() == "Not now"
    assert backend.asked == []
