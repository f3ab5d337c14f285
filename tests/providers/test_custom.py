"""Providers that an application brings along."""

from __future__ import annotations

import sys
import types
import typing as t
from collections import abc as cabc

import pytest

from flask_modelmind.errors import ConfigError
from flask_modelmind.errors import ProviderProtocolError
from flask_modelmind.errors import ProviderRefused
from flask_modelmind.errors import ProviderTimeout
from flask_modelmind.errors import ProviderUnavailable
from flask_modelmind.providers import make_provider
from flask_modelmind.settings import Settings
from flask_modelmind.testing import ScriptedProvider
from flask_modelmind.values import Finished
from flask_modelmind.values import Provider
from flask_modelmind.values import ProviderEvent
from flask_modelmind.values import ProviderReply
from flask_modelmind.values import ProviderRequest
from flask_modelmind.values import TextDelta
from flask_modelmind.values import Usage
from tests.providers.requests import make_request
from tests.providers.requests import read_all


class Streaming:
    name = "streaming"

    def stream(self, _: ProviderRequest) -> cabc.Iterator[ProviderEvent]:
        yield TextDelta("Ten")
        yield Finished()


def make_streaming() -> Streaming:
    return Streaming()


class Answering:
    def answer(self, request: ProviderRequest) -> str:
        return f"About {request.question.text}"


def settings_of(custom: t.Any) -> Settings:
    return Settings(provider="custom", custom_provider=custom)


@pytest.mark.parametrize("given", [Streaming, Streaming(), make_streaming])
def test_a_class_an_object_and_a_factory_are_taken(given: t.Any) -> None:
    assert read_all(make_provider(settings_of(given)))[0] == "Ten"


@pytest.mark.parametrize("path", ["shop_llm:Streaming", "shop_llm.Streaming"])
def test_an_import_string_is_taken(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module = types.ModuleType("shop_llm")
    module.Streaming = Streaming  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "shop_llm", module)

    assert make_provider(settings_of(path)).name == "streaming"


def test_a_custom_provider_alone_needs_no_name() -> None:
    assert make_provider(Settings(custom_provider=Streaming)).name == "streaming"


def test_requests_reach_the_object_itself() -> None:
    scripted = ScriptedProvider("Ten")

    read_all(make_provider(settings_of(scripted)))

    assert len(scripted.requests) == 1


def stream_of(*events: t.Any) -> Provider:
    def stream(_: ProviderRequest) -> cabc.Iterator[t.Any]:
        for event in events:
            if isinstance(event, Exception):
                raise event
            yield event

    return make_provider(settings_of(types.SimpleNamespace(name="own", stream=stream)))


def test_plain_strings_without_an_ending_are_taken() -> None:
    assert read_all(stream_of("Ten ", "units")) == ("Ten units", Finished())


def test_nothing_after_the_ending_is_taken() -> None:
    events = [TextDelta("a"), Finished(reason="truncated"), TextDelta("b")]

    assert read_all(stream_of(*events)) == ("a", events[1])


def test_an_exception_becomes_a_provider_error(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Its message may hold the prompt or a key: the log tells error and line."""
    with pytest.raises(ProviderUnavailable, match="'own' raised KeyError") as caught:
        read_all(stream_of("Ten", KeyError("of the application")))

    assert isinstance(caught.value.__cause__, KeyError)
    assert "'own' raised KeyError at " in caplog.text
    assert "of the application" not in caplog.text


def test_an_error_of_our_own_stays_what_it_is() -> None:
    with pytest.raises(ProviderRefused):
        read_all(stream_of(ProviderRefused("no", provider="own")))


def test_a_piece_of_another_type_is_an_error() -> None:
    with pytest.raises(ProviderProtocolError, match="yielded int"):
        read_all(stream_of(5))
    with pytest.raises(ProviderProtocolError, match="yielded TextDelta"):
        read_all(stream_of(TextDelta(t.cast("str", None))))


def test_the_deadline_is_looked_at_between_pieces() -> None:
    with pytest.raises(ProviderTimeout):
        read_all(stream_of("a", "b"), make_request(seconds=-1))


def test_closing_closes_the_object_s_own_stream() -> None:
    scripted = ScriptedProvider("abc", cut=1)
    events = make_provider(settings_of(scripted)).stream(make_request())
    next(iter(events))

    events.close()  # type: ignore[attr-defined]

    assert scripted.closed_count == 1


def test_an_object_that_only_answers_gives_one_piece() -> None:
    events = [*make_provider(settings_of(Answering)).stream(make_request())]

    assert events == [TextDelta(f"About {make_request().question.text}"), Finished()]


def test_a_reply_tells_ending_model_and_usage() -> None:
    reply = ProviderReply(
        text="Ten", reason="truncated", model="m", usage=Usage(input_tokens=1)
    )
    answering = types.SimpleNamespace(answer=lambda _: reply)

    _, last = read_all(make_provider(settings_of(answering)))

    assert last == Finished(reason="truncated", model="m", usage=reply.usage)


@pytest.mark.parametrize("answer", [None, 5, b"Ten", {"answer": "Ten"}])
def test_an_answer_of_another_type_is_an_error(answer: object) -> None:
    answering = types.SimpleNamespace(answer=lambda _: answer)

    with pytest.raises(ProviderProtocolError, match="expected str or ProviderReply"):
        read_all(make_provider(settings_of(answering)))


@pytest.mark.parametrize(
    ("given", "match"),
    [
        ("", "is empty; expected an object"),
        ("nowhere_at_all:Thing", "cannot be imported"),
        ("json:Nothing", "cannot be imported"),
        ("nothing", "cannot be imported"),
        (object(), r"without 'stream\(request\)'"),
        (lambda key: key, "cannot be called without arguments"),
        (types.SimpleNamespace(stream=print), "without a 'name'"),
    ],
)
def test_what_is_no_provider_is_refused_with_the_reason(
    given: t.Any, match: str
) -> None:
    with pytest.raises(ConfigError, match=match):
        make_provider(settings_of(given))
