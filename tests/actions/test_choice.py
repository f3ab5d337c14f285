from __future__ import annotations

import typing as t

import pytest

from flask_modelmind.actions import Actions
from flask_modelmind.settings import Settings
from flask_modelmind.values import ActionLink
from flask_modelmind.values import ActionOffer
from flask_modelmind.values import Citation
from flask_modelmind.values import PlacedToken
from flask_modelmind.values import Snapshot

KEYS = {"falcon": "f" * 16, "heron": "e" * 16}


def offer(
    key: str,
    name: str,
    url: str,
    passage: str | None = None,
    **parameters: str,
) -> ActionOffer:
    return ActionOffer(
        key=key * 16,
        name=name,
        passage_key=None if passage is None else KEYS[passage],
        parameters=parameters,
        link=ActionLink(label=f"{name} {url}", url=url),
    )


SNAPSHOT = Snapshot(
    turn_id="turn",
    actions=(
        offer("1", "products.view", "/products/1", "falcon", product="1"),
        offer("2", "products.buy", "/products/1/buy", "falcon", product="1"),
        offer("3", "products.view", "/products/2", "heron", product="2"),
        offer("4", "help", "/help"),
        offer("5", "view", "/a/1", product="1"),
        offer("6", "view", "/b/1", product="1"),
    ),
)


def route(*keys: str, **parameters: str) -> PlacedToken:
    return PlacedToken(kind="route", keys=keys, at=0, parameters=parameters)


def citation(name: str, number: int = 1) -> Citation:
    return Citation(
        number=number,
        key=KEYS.get(name, name),
        kind="record",
        model="Products",
        record=name,
        source_id=f"record:product:{name}",
    )


def urls(
    *tokens: PlacedToken,
    citations: t.Sequence[Citation] = (),
    is_refusal: bool = False,
    **settings: t.Any,
) -> list[str]:
    links, _ = Actions(Settings(**settings)).choose(
        tokens, SNAPSHOT, citations, is_refusal=is_refusal
    )
    return [link.url for link in links]


def test_a_token_with_the_key_of_an_offer_is_a_button() -> None:
    assert urls(route("3" * 16), route("1" * 16)) == ["/products/2", "/products/1"]


def test_one_token_may_hold_several_keys() -> None:
    assert urls(route("1" * 16, "4" * 16)) == ["/products/1", "/help"]


def test_a_token_with_name_and_parameters_is_a_button() -> None:
    assert urls(route("products.view", product=" 2 ")) == ["/products/2"]
    assert urls(route("help")) == ["/help"]


def test_a_label_in_a_token_is_ignored() -> None:
    token = route("products.view", product="1", label="Free money")
    (link,), _ = Actions(Settings()).choose([token], SNAPSHOT, ())

    assert link.label == "products.view /products/1"


DROPPED = {
    "unknown": route("orders.view"),
    "forged key": route("0" * 16),
    "record not offered": route("products.view", product="999"),
    "no parameters": route("products.view"),
    "one parameter more": route("products.view", product="1", admin="1"),
    "another parameter": route("products.view", order="1"),
    "ambiguous": route("view", product="1"),
    "address": route("https://evil.test"),
    "empty": route(""),
    "no key": route(),
}


@pytest.mark.parametrize("token", DROPPED.values(), ids=DROPPED)
def test_a_token_that_fits_no_offer_of_the_turn_is_dropped(token: PlacedToken) -> None:
    assert urls(token) == []
    assert urls(token, route("4" * 16)) == ["/help"]


def test_a_source_token_is_no_button() -> None:
    assert urls(PlacedToken(kind="source", keys=("1" * 16,), at=0)) == []


def test_the_first_action_of_a_cited_record_is_inferred() -> None:
    cited = [citation("heron"), citation("falcon", 2)]

    assert urls(citations=cited) == ["/products/2", "/products/1"]


def test_nothing_is_inferred_beside_a_route_token() -> None:
    cited = [citation("falcon")]

    assert urls(route("4" * 16), citations=cited) == ["/help"]
    assert urls(route("0" * 16), citations=cited) == []


def test_nothing_is_inferred_on_a_refusal() -> None:
    assert urls(citations=[citation("falcon")], is_refusal=True) == []


def test_inference_can_be_switched_off() -> None:
    assert urls(citations=[citation("falcon")], infer_route_actions=False) == []


def test_a_record_without_an_action_infers_nothing() -> None:
    assert urls(citations=[citation("unknown")]) == []


def test_an_address_is_offered_once() -> None:
    assert urls(route("1" * 16), route("products.view", product="1")) == ["/products/1"]


@pytest.mark.parametrize("limit", [0, 1, 2])
def test_an_answer_has_at_most_the_set_number_of_buttons(limit: int) -> None:
    found = urls(route("1" * 16, "2" * 16, "3" * 16), max_actions=limit)

    assert found == ["/products/1", "/products/1/buy"][:limit]


def test_a_citation_gets_the_first_action_of_its_record() -> None:
    cited = [citation("falcon"), citation("unknown", 2)]

    _, filled = Actions(Settings()).choose([route("4" * 16)], SNAPSHOT, cited)

    assert [c.action and c.action.url for c in filled] == ["/products/1", None]
    assert [c.number for c in filled] == [1, 2]
