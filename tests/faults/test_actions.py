"""Which buttons an answer has, and where they lead."""

from __future__ import annotations

import pytest

from tests.faults.conftest import MakeDesk
from tests.faults.desk import Json

FALCONS = "What do Falcon 40 and Falcon 60 cost?"


def urls(answer: Json) -> list[str]:
    return [action["url"] for action in answer["actions"]]


@pytest.mark.parametrize(
    ("user", "expected"),
    [
        ("ada", ["/products/1/edit", "/products/1"]),
        ("eve", ["/products/1"]),
        (None, ["/products/1"]),
    ],
)
def test_a_page_somebody_may_not_open_is_neither_told_nor_offered(
    desk_of: MakeDesk, user: str | None, expected: list[str]
) -> None:
    desk = desk_of("Change it here {route:edit:Falcon 40} {route:view:Falcon 40}.")

    answer = desk.ask("How do I change the price of Falcon 40?", user=user)

    assert urls(answer) == expected
    assert ("Edit Falcon 40" in desk.provider.prompts[-1]) == (user == "ada")


FORGED = {
    "a number nobody was shown": '[[model_mind_route key="view" product_id="3"]]',
    "another parameter": '[[model_mind_route key="view" order="999"]]',
    "an address": '[[model_mind_route key="view" url="https://evil.example/"]]',
    "a page for others": '[[model_mind_route key="edit" product_id="1"]]',
    "a global action with a number": '[[model_mind_route key="contact" id="9"]]',
    "a made-up key": '[[model_mind_route key="0123456789abcdef"]]',
    "an address in the text": "https://evil.example/products/1",
    "a link in the text": "[View](https://evil.example/)",
    "a script": "[View](javascript:alert(1))",
}


@pytest.mark.parametrize("token", FORGED.values(), ids=FORGED)
def test_what_this_turn_did_not_offer_is_no_button(
    desk_of: MakeDesk, token: str
) -> None:
    answer = desk_of(f"See this: {token}").ask("What does Falcon 40 cost?")

    assert answer["actions"] == []


def test_two_models_may_call_an_action_alike(desk_of: MakeDesk) -> None:
    desk = desk_of("Here {route:view:Sam Lee} and {route:view:Falcon 40}.")

    answer = desk.ask("Sam Lee and Falcon 40?", user="ada")

    assert urls(answer) == ["/customers/1", "/products/1"]


def test_a_brand_brings_no_buttons(desk_of: MakeDesk) -> None:
    assert urls(desk_of("We sell Falcon products.").ask(FALCONS)) == []


def test_a_token_switches_guessing_off(desk_of: MakeDesk) -> None:
    text = "Falcon 40 costs 1,299.00 EUR {source:Falcon 40}. {route:contact}"

    assert urls(desk_of(text).ask(FALCONS)) == ["/contact"]


def test_a_button_that_is_the_whole_answer_is_named_in_words(
    desk_of: MakeDesk,
) -> None:
    """Not "I could not find that" beside a button that works."""
    desk = desk_of("{route:view:Falcon 40} {route:contact}")

    answer = desk.ask(FALCONS)

    assert answer["status"] == "complete"
    assert answer["answer"] == "View Falcon 40 · Contact us"
    assert urls(answer) == ["/products/1", "/contact"]
    assert answer["claims"] == []
    assert desk.reload()[-1]["content"] == answer["answer"]


@pytest.mark.parametrize("name", ["O'Reilly", "foo[1]", 'a\\b "c"', "x" * 300, "日本"])
def test_a_name_of_any_letters_still_has_its_button(
    desk_of: MakeDesk, name: str
) -> None:
    desk = desk_of(
        lambda r: (
            "It is here {route:view:" + r.snapshot.passages[0].evidence.record + "}."
        )
    )
    desk.add("Product", id=77, sku="ODD-7", name=name, price=1, currency="EUR",
             stock=1, weight_kg=1, active=True)  # fmt: skip

    answer = desk.ask("Where is ODD-7?")

    assert urls(answer) == ["/products/77"]
