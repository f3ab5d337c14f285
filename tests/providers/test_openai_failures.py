"""Whatever a server does, a typed error or a told ending comes out of it, in time."""

from __future__ import annotations

import json
import logging
import os
import socket
import threading
import time
import typing as t

import pytest

from flask_modelmind import errors
from flask_modelmind.providers.openai import OpenAIProvider
from flask_modelmind.providers.openai_options import OpenAIOptions
from flask_modelmind.values import TextDelta
from tests.providers.openai_client import Api
from tests.providers.openai_client import BOTH
from tests.providers.openai_client import KEY
from tests.providers.openai_client import make
from tests.providers.openai_server import chat_chunk
from tests.providers.openai_server import OpenAIServer
from tests.providers.openai_server import response_event
from tests.providers.openai_server import response_of
from tests.providers.openai_server import Script
from tests.providers.requests import make_request
from tests.providers.requests import read_all


def refused_by(status: int, code: str | None = None, message: str = "No.") -> Script:
    return Script(status=status, error={"message": message, "code": code})


FAILURES: dict[str, tuple[Script, type[errors.ProviderError], bool]] = {
    "bad request": (refused_by(400), errors.ProviderRefused, False),
    "bad key": (refused_by(401, "invalid_api_key"), errors.ProviderRefused, False),
    "not allowed": (refused_by(403), errors.ProviderRefused, False),
    "no such model": (refused_by(404), errors.ProviderRefused, False),
    "conflict": (refused_by(409), errors.ProviderUnavailable, True),
    "body too large": (refused_by(413), errors.ProviderContextTooLong, False),
    "teapot": (refused_by(418), errors.ProviderRefused, False),
    "slow down": (refused_by(429), errors.ProviderRateLimited, True),
    "no money": (
        refused_by(429, "insufficient_quota"),
        errors.ProviderRateLimited,
        False,
    ),
    "server error": (refused_by(500), errors.ProviderUnavailable, True),
    "overloaded": (refused_by(529), errors.ProviderUnavailable, True),
    "context code": (
        refused_by(400, "context_length_exceeded"),
        errors.ProviderContextTooLong,
        False,
    ),
    "context words": (
        refused_by(400, message="This model's maximum context length is 8192 tokens."),
        errors.ProviderContextTooLong,
        False,
    ),
    "page in place of an API": (
        Script(body=b"<html>Sign in</html>", content_type="text/html"),
        errors.ProviderProtocolError,
        True,
    ),
    "nothing at all": (Script(body=b""), errors.ProviderProtocolError, True),
    "broken JSON": (
        Script(events=('{"id": "c1", "choi',)),
        errors.ProviderProtocolError,
        False,
    ),
    "JSON of another kind": (Script(events=("[1, 2]",)), errors.ProviderError, True),
    "only an ending": (Script(), errors.ProviderProtocolError, True),
    "reset before the text": (
        Script(events=(b": hello\n\n",), then="reset"),
        errors.ProviderUnavailable,
        True,
    ),
}


@pytest.mark.parametrize("api", BOTH)
@pytest.mark.parametrize(
    ("script", "kind", "retryable"), FAILURES.values(), ids=FAILURES.keys()
)
def test_a_failure_becomes_a_typed_error(
    server: OpenAIServer,
    api: Api,
    script: Script,
    kind: type[errors.ProviderError],
    retryable: bool,
) -> None:
    server.play(script)

    with pytest.raises(kind) as caught:
        read_all(make(server, api))

    assert isinstance(caught.value, errors.ProviderError)
    assert caught.value.provider == "openai"


@pytest.mark.parametrize(
    ("script", "kind", "retryable"), FAILURES.values(), ids=FAILURES.keys()
)
def test_what_may_go_well_later_is_tried_again(
    server: OpenAIServer,
    script: Script,
    kind: type[errors.ProviderError],
    retryable: bool,
) -> None:
    server.play(script, "Yes.")
    provider = make(server, max_retries=1)

    if retryable:
        assert read_all(provider)[0] == "Yes."
    else:
        with pytest.raises(kind):
            read_all(provider)
        assert len(server.calls) == 1


IN_STREAM: dict[str, tuple[Api, t.Any, type[errors.ProviderError]]] = {
    "chat error": (
        "chat",
        json.dumps({"error": {"message": "down", "code": "server_error"}}),
        errors.ProviderUnavailable,
    ),
    "chat context": (
        "chat",
        json.dumps({"error": {"message": "context length exceeded"}}),
        errors.ProviderContextTooLong,
    ),
    "response failed": (
        "responses",
        response_event(
            "response.failed",
            response=response_of(
                "failed", error={"code": "rate_limit_exceeded", "message": "slow"}
            ),
        ),
        errors.ProviderRateLimited,
    ),
    "response error": (
        "responses",
        response_event("error", code="server_error", message="down", param=None),
        errors.ProviderUnavailable,
    ),
    "failed without a reason": (
        "responses",
        response_event("response.failed", response=response_of("failed", error=None)),
        errors.ProviderUnavailable,
    ),
}


@pytest.mark.parametrize(("api", "event", "kind"), IN_STREAM.values(), ids=IN_STREAM)
def test_a_failure_inside_the_stream_is_raised_after_the_text(
    server: OpenAIServer, api: Api, event: t.Any, kind: type[errors.ProviderError]
) -> None:
    first: t.Any = chat_chunk("Half")
    if api == "responses":
        first = response_event("response.output_text.delta", delta="Half")
    server.play(Script(events=(first, event)))
    events = iter(make(server, api, max_retries=3).stream(make_request()))

    assert next(events) == TextDelta("Half")
    with pytest.raises(kind):
        next(events)
    assert len(server.calls) == 1


@pytest.mark.parametrize("api", BOTH)
def test_a_reset_after_some_text_is_never_tried_again(
    server: OpenAIServer, api: Api
) -> None:
    server.play(Script(text="Half", ending=None, then="reset"))
    events = make(server, api, max_retries=3).stream(make_request())

    with pytest.raises(errors.ProviderUnavailable):
        list(events)
    assert len(server.calls) == 1


def test_a_call_that_the_filter_stops_ends_as_filtered(server: OpenAIServer) -> None:
    server.play(refused_by(400, "content_filter"))

    text, last = read_all(make(server))

    assert (text, last.reason) == ("", "filtered")


@pytest.mark.parametrize("api", BOTH)
def test_an_answer_cut_to_nothing_is_an_error(server: OpenAIServer, api: Api) -> None:
    server.play(Script(ending="length"))

    with pytest.raises(errors.ProviderProtocolError, match="longest answer"):
        read_all(make(server, api, retry_when_truncated=True))


def test_nobody_listening_is_an_error() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/v1"
        options = OpenAIOptions(base_url=url, model="m-1", max_retries=0)

        with pytest.raises(errors.ProviderUnavailable):
            read_all(OpenAIProvider(options))


def test_a_wait_that_fits_the_deadline_is_kept(server: OpenAIServer) -> None:
    slept: list[float] = []
    options = OpenAIOptions(base_url=server.url, model="m-1", max_retries=1)
    server.play(
        Script(status=429, headers={"retry-after": "2"}, error={"message": "slow"}),
        "Yes.",
    )

    assert read_all(OpenAIProvider(options, sleep=slept.append))[0] == "Yes."
    assert slept == [2.0]


def test_a_wait_beyond_the_deadline_is_not_begun(server: OpenAIServer) -> None:
    server.play(
        Script(status=429, headers={"retry-after": "60"}, error={"message": "slow"})
    )

    with pytest.raises(errors.ProviderRateLimited) as caught:
        read_all(make(server, max_retries=3))

    assert caught.value.retry_after_seconds == 60.0
    assert len(server.calls) == 1


SLOW = {
    "silence at once": Script(events=(), then="silence"),
    "silence after some text": Script(events=(chat_chunk("Half"),), then="silence"),
    "a drip of pieces": Script(text="x" * 400, cut=1, pause_seconds=0.05),
    "a drip of bytes": Script(events=(b":",) * 400, pause_seconds=0.05),
}


@pytest.mark.parametrize("script", SLOW.values(), ids=SLOW.keys())
def test_the_deadline_holds_whatever_the_server_does(
    server: OpenAIServer, script: Script
) -> None:
    server.play(script)
    started = time.monotonic()

    with pytest.raises(errors.ProviderTimeout):
        read_all(make(server, max_retries=5), make_request(seconds=0.6))

    assert 0.5 < time.monotonic() - started < 1.2


def test_the_connection_is_closed_when_nobody_reads_on(server: OpenAIServer) -> None:
    server.play(Script(text="x" * 400, cut=1, pause_seconds=0.02))
    events = make(server).stream(make_request())
    next(iter(events))

    events.close()  # type: ignore[attr-defined]

    assert server.hung_up.wait(1)


def test_no_thread_stays_behind_a_silent_server(server: OpenAIServer) -> None:
    before = set(threading.enumerate())
    server.play(Script(events=(chat_chunk("Half"),), then="silence"))
    events = make(server).stream(make_request())
    next(iter(events))
    readers = {
        thread
        for thread in set(threading.enumerate()) - before
        if thread.name.startswith("modelmind")
    }

    events.close()  # type: ignore[attr-defined]

    assert len(readers) == 1
    for thread in readers:
        thread.join(0.5)
        assert not thread.is_alive()


def test_no_key_and_no_words_of_the_server_are_told(
    server: OpenAIServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    server.play(refused_by(500, KEY, f"Incorrect key {KEY} for The rules."))

    with pytest.raises(errors.ProviderError) as caught:
        read_all(make(server, max_retries=1))

    told = f"{caught.value!r} {caught.value.__cause__!r} {caplog.text}"
    told += repr(vars(make(server))) + repr(caught.value.__suppress_context__)
    assert KEY not in told
    assert "The rules" not in told


def test_a_missing_key_fails_at_the_first_question_only() -> None:
    options = OpenAIOptions(
        base_url="http://127.0.0.1:9/v1",
        model="m-1",
        key_setting="MODEL_MIND_OPENAI_API_KEY",
    )
    provider = OpenAIProvider(options)

    with pytest.raises(errors.ProviderRefused, match="MODEL_MIND_OPENAI_API_KEY"):
        read_all(provider)


def test_each_process_makes_its_own_client(
    server: OpenAIServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    provider = make(server)
    read_all(provider)
    first = provider._client

    read_all(provider)
    assert provider._client is first

    monkeypatch.setattr(os, "getpid", lambda: -1)
    read_all(provider)
    assert provider._client is not first
