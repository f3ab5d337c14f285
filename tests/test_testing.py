"""The public scripted provider."""

from __future__ import annotations

import time
from collections import abc as cabc

import pytest

from flask_modelmind.errors import ConfigError
from flask_modelmind.errors import ProviderUnavailable
from flask_modelmind.testing import ScriptedProvider
from flask_modelmind.values import ActionLink
from flask_modelmind.values import ActionOffer
from flask_modelmind.values import Evidence
from flask_modelmind.values import Finished
from flask_modelmind.values import Passage
from flask_modelmind.values import Prompt
from flask_modelmind.values import Provider
from flask_modelmind.values import ProviderReply
from flask_modelmind.values import ProviderRequest
from flask_modelmind.values import Question
from flask_modelmind.values import Snapshot
from flask_modelmind.values import TextDelta

KEY = "0123456789abcdef"
ROUTE_KEY = "fedcba9876543210"


def request_of(text: str = "How much?") -> ProviderRequest:
    falcon = Evidence(
        kind="record", source_id="p:1", model="Products", record="Falcon 40 (FAL-40)"
    )
    view = ActionOffer(
        key=ROUTE_KEY,
        name="products.view",
        passage_key=KEY,
        link=ActionLink(label="View", url="/products/1"),
    )
    return ProviderRequest(
        question=Question(text=text, turn_id="t1"),
        prompt=Prompt(system="rules", data="data", question=text),
        snapshot=Snapshot(
            turn_id="t1",
            passages=(Passage(key=KEY, evidence=falcon),),
            actions=(view,),
        ),
        deadline=time.monotonic() + 5,
    )


def text_of(provider: ScriptedProvider, request: ProviderRequest | None = None) -> str:
    events = provider.stream(request or request_of())
    return "".join(event.text for event in events if isinstance(event, TextDelta))


def test_it_is_a_provider() -> None:
    assert isinstance(ScriptedProvider(), Provider)


def test_answers_are_given_in_order_and_the_last_one_repeats() -> None:
    provider = ScriptedProvider(["one", "two"])

    assert [text_of(provider) for _ in range(3)] == ["one", "two", "two"]


def test_a_function_of_the_request_answers() -> None:
    provider = ScriptedProvider(lambda request: request.question.text.upper())

    assert text_of(provider, request_of("why")) == "WHY"


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("{source:Falcon 40}", f'[[model_mind_source key="{KEY}"]]'),
        ("{source:falcon 40 (fal-40)}", f'[[model_mind_source key="{KEY}"]]'),
        (
            "{source:Falcon 40|price,stock}",
            f'[[model_mind_source key="{KEY}" columns="price, stock"]]',
        ),
        ("{route:products.view:Falcon 40}", f'[[model_mind_route key="{ROUTE_KEY}"]]'),
        ("{source:Heron}", f'[[model_mind_source key="{"0" * 16}"]]'),
        ("{braces} stay", "{braces} stay"),
    ],
)
def test_placeholders_become_the_tokens_of_the_turn(script: str, expected: str) -> None:
    assert text_of(ScriptedProvider(script)) == expected


@pytest.mark.parametrize(
    ("cut", "expected"),
    [
        (None, ["abcde"]),
        (1, ["a", "b", "c", "d", "e"]),
        (2, ["ab", "cd", "e"]),
        ([1, 4, 9], ["a", "bcd", "e"]),
    ],
)
def test_the_text_is_cut_where_the_test_says(
    cut: int | cabc.Sequence[int] | None, expected: list[str]
) -> None:
    events = [*ScriptedProvider("abcde", cut=cut).stream(request_of())]

    assert events[:-1] == [TextDelta(piece) for piece in expected]
    assert isinstance(events[-1], Finished)


def test_a_cut_of_no_characters_is_refused() -> None:
    with pytest.raises(ConfigError, match="'cut' is 0"):
        ScriptedProvider("a", cut=0)


def test_an_exception_as_answer_is_raised() -> None:
    down = ProviderUnavailable("down", provider="scripted")

    with pytest.raises(ProviderUnavailable):
        [*ScriptedProvider([down]).stream(request_of())]


def test_an_error_comes_after_the_text() -> None:
    down = ProviderUnavailable("down", provider="scripted")
    events = ScriptedProvider("half", error=down).stream(request_of())

    assert next(iter(events)) == TextDelta("half")
    with pytest.raises(ProviderUnavailable):
        next(iter(events))


def test_a_reply_decides_how_the_answer_ends() -> None:
    reply = ProviderReply(text="half", reason="truncated", model="m")
    events = [*ScriptedProvider(reply).stream(request_of())]

    assert events == [TextDelta("half"), Finished(reason="truncated", model="m")]


def test_requests_are_recorded() -> None:
    provider = ScriptedProvider("a")
    text_of(provider, request_of("Who?"))

    assert provider.requests[0].question.text == "Who?"
    assert provider.prompts == ["rules\n\ndata\n\nWho?"]


def test_a_stream_that_is_closed_early_is_counted() -> None:
    provider = ScriptedProvider("abc", cut=1)
    events = provider.stream(request_of())
    next(iter(events))
    events.close()  # type: ignore[attr-defined]

    assert provider.closed_count == 1
