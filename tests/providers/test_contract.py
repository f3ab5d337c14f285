"""What every provider promises, whatever it speaks to."""

from __future__ import annotations

import types
from collections import abc as cabc

import pytest

from flask_modelmind.providers.custom import AnsweringProvider
from flask_modelmind.providers.extractive import ExtractiveProvider
from flask_modelmind.providers.openai import OpenAIProvider
from flask_modelmind.providers.openai_options import OpenAIOptions
from flask_modelmind.testing import ScriptedProvider
from flask_modelmind.values import Finished
from flask_modelmind.values import Provider
from flask_modelmind.values import TextDelta
from tests.providers.openai_server import OpenAIServer
from tests.providers.requests import make_request
from tests.providers.requests import read_all

ANSWER = 'The price is 1299.00 EUR [[model_mind_source key="0123456789abcdef"]].'


def make_scripted(_: OpenAIServer) -> Provider:
    return ScriptedProvider(ANSWER, cut=5)


def make_answering(_: OpenAIServer) -> Provider:
    return AnsweringProvider(types.SimpleNamespace(answer=lambda _: ANSWER))


def make_extractive(_: OpenAIServer) -> Provider:
    return ExtractiveProvider()


def make_chat(server: OpenAIServer) -> Provider:
    server.play(ANSWER)
    return OpenAIProvider(OpenAIOptions(base_url=server.url, model="m"))


def make_responses(server: OpenAIServer) -> Provider:
    server.play(ANSWER)
    options = OpenAIOptions(base_url=server.url, model="m", api="responses")
    return OpenAIProvider(options)


MAKERS: list[cabc.Callable[[OpenAIServer], Provider]] = [
    make_answering,
    make_chat,
    make_extractive,
    make_responses,
    make_scripted,
]


@pytest.fixture(params=MAKERS, ids=lambda maker: maker.__name__)
def provider(request: pytest.FixtureRequest, server: OpenAIServer) -> Provider:
    made: Provider = request.param(server)
    return made


def test_it_has_the_protocol_and_a_name(provider: Provider) -> None:
    assert isinstance(provider, Provider)
    assert provider.name


def test_its_text_ends_with_exactly_one_ending(provider: Provider) -> None:
    events = [*provider.stream(make_request())]

    assert [type(event) for event in events[-1:]] == [Finished]
    assert all(isinstance(event, TextDelta) and event.text for event in events[:-1])


def test_its_text_carries_the_fact_and_the_token(provider: Provider) -> None:
    text, last = read_all(provider)

    assert "1299.00 EUR" in text
    assert 'model_mind_source key="0123456789abcdef"' in text
    assert last.reason == "complete"


def test_it_answers_again_the_same(provider: Provider) -> None:
    assert read_all(provider)[0] == read_all(provider)[0]


def test_it_can_be_closed_before_its_end(provider: Provider) -> None:
    events = provider.stream(make_request())
    next(iter(events))

    events.close()  # type: ignore[attr-defined]

    assert [*events] == []
