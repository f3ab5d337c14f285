"""The OpenAI provider over real HTTP: what is sent, and what comes back."""

from __future__ import annotations

import pytest

from flask_modelmind.values import Message
from flask_modelmind.values import Usage
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
from tests.providers.requests import QUESTION
from tests.providers.requests import read_all


@pytest.mark.parametrize("api", BOTH)
def test_an_answer_is_streamed_with_its_model_and_usage(
    server: OpenAIServer, api: Api
) -> None:
    server.play("قیمت ۱۲۹۹ یورو است. 👍🏽")

    text, last = read_all(make(server, api))

    assert text == "قیمت ۱۲۹۹ یورو است. 👍🏽"
    assert (last.reason, last.model) == ("complete", "loopback-1")
    assert last.usage == Usage(input_tokens=11, output_tokens=7)


def test_what_is_sent_to_the_responses_api(server: OpenAIServer) -> None:
    history = (Message(role="user", text="Hi"), Message(role="assistant", text="Hello"))
    provider = make(server, "responses", organization="org-1", reasoning_effort="low")

    read_all(provider, make_request(history=history, limit=300))

    path, body, headers = server.calls[0]
    assert path == "/v1/responses"
    assert body == {
        "model": "m-1",
        "instructions": "The rules.",
        "input": [
            {"role": "user", "content": "Hi"},
            {"role": "assistant", "content": "Hello"},
            {
                "role": "user",
                "content": f"<<evidence>>\n\nThe visitor asks:\n{QUESTION}",
            },
        ],
        "max_output_tokens": 300,
        "reasoning": {"effort": "low"},
        "store": False,
        "stream": True,
    }
    assert headers["authorization"] == f"Bearer {KEY}"
    assert headers["openai-organization"] == "org-1"


def test_what_is_sent_to_chat_completions(server: OpenAIServer) -> None:
    read_all(make(server), make_request(limit=300))

    path, body, _ = server.calls[0]
    assert path == "/v1/chat/completions"
    assert body == {
        "model": "m-1",
        "messages": [
            {"role": "system", "content": "The rules."},
            {
                "role": "user",
                "content": f"<<evidence>>\n\nThe visitor asks:\n{QUESTION}",
            },
        ],
        "max_tokens": 300,
        "stream": True,
        "stream_options": {"include_usage": True},
    }


def test_roles_take_turns_and_the_visitor_speaks_first(server: OpenAIServer) -> None:
    history = (
        Message(role="assistant", text="Hello"),
        Message(role="user", text="One"),
        Message(role="user", text="Two"),
    )

    read_all(make(server), make_request(history=history))

    roles = [message["role"] for message in server.bodies[0]["messages"]]
    assert roles == ["system", "user"]
    assert server.bodies[0]["messages"][1]["content"].startswith("One\n\nTwo\n\n<<")


def test_pieces_are_handed_on_as_they_come(server: OpenAIServer) -> None:
    server.play(Script(text="abcdef", cut=2, then="silence"))

    events = make(server).stream(make_request())

    assert [next(iter(events)) for _ in range(3)]
    assert not server.released.is_set()


ENDINGS = {
    "length": "truncated",
    "content_filter": "filtered",
    "stop": "complete",
}


@pytest.mark.parametrize("api", BOTH)
@pytest.mark.parametrize(("ending", "expected"), ENDINGS.items())
def test_how_an_answer_ended_is_told(
    server: OpenAIServer, api: Api, ending: str, expected: str
) -> None:
    server.play(Script(text="Half a sen", ending=ending))

    assert read_all(make(server, api))[1].reason == expected


@pytest.mark.parametrize("api", BOTH)
def test_a_stream_without_an_ending_is_cut_off(server: OpenAIServer, api: Api) -> None:
    server.play(Script(text="Half a sen", ending=None))

    assert read_all(make(server, api))[1].reason == "truncated"


def test_a_server_that_never_tells_the_ending_can_be_trusted(
    server: OpenAIServer,
) -> None:
    server.play(Script(text="All of it.", ending=None))
    provider = make(server, require_finish_reason=False)

    assert read_all(provider)[1].reason == "complete"


def test_a_refusal_is_told_and_its_words_are_no_answer(server: OpenAIServer) -> None:
    chat = Script(
        events=(
            chat_chunk(delta={"refusal": "I can't."}),
            chat_chunk(delta={}, finish_reason="stop"),
        )
    )
    part = {"type": "refusal", "refusal": "I can't."}
    message = {"type": "message", "id": "m", "role": "assistant", "content": [part]}
    responses = Script(
        events=(
            response_event("response.refusal.delta", delta="I can't."),
            response_event(
                "response.completed",
                response=response_of("completed", output=[message]),
            ),
        )
    )
    server.play(chat, responses)

    for api in ("chat", "responses"):
        text, last = read_all(make(server, api))
        assert (text, last.reason) == ("", "refused")


def test_chunks_without_choices_or_delta_are_passed_over(server: OpenAIServer) -> None:
    server.play(
        Script(
            events=(
                chat_chunk() | {"choices": []},
                chat_chunk() | {"choices": None},
                chat_chunk(delta=None),
                chat_chunk("15"),
                chat_chunk(delta={"content": [{"type": "text", "text": "%"}]}),
                chat_chunk(delta={"content": None, "reasoning_content": "hm"}),
                chat_chunk(delta={}, finish_reason="stop"),
                "[DONE]",
            )
        )
    )

    assert read_all(make(server))[0] == "15%"


def test_events_nobody_knows_are_passed_over(server: OpenAIServer) -> None:
    server.play(
        Script(
            events=(
                response_event("response.something_new", delta="no"),
                response_event("response.reasoning_text.delta", delta="no"),
                response_event("response.output_text.delta", delta="yes"),
                response_event("response.completed", response=response_of("completed")),
            )
        )
    )

    text, last = read_all(make(server, "responses"))

    assert text == "yes"
    assert last.usage == Usage()


def test_text_that_comes_with_the_ending_alone_is_taken(server: OpenAIServer) -> None:
    part = {"type": "output_text", "text": "All at once.", "annotations": []}
    message = {"type": "message", "id": "m", "role": "assistant", "content": [part]}
    response = response_of("completed", output=[message])
    server.play(
        Script(events=(response_event("response.completed", response=response),))
    )

    assert read_all(make(server, "responses"))[0] == "All at once."


def test_a_server_that_does_not_stop_is_stopped(server: OpenAIServer) -> None:
    server.play(Script(text="x" * 5_000, cut=100))

    text, last = read_all(make(server), make_request(limit=16))

    assert len(text) <= 400
    assert last.reason == "truncated"


@pytest.mark.parametrize("api", BOTH)
def test_a_refused_reasoning_effort_is_left_out_from_then_on(
    server: OpenAIServer, api: Api
) -> None:
    name = "reasoning.effort" if api == "responses" else "reasoning_effort"
    error = {"message": f"Unsupported parameter: '{name}'", "param": name}
    server.play(Script(status=400, error=error), "Yes.")
    provider = make(server, api, reasoning_effort="low")

    assert read_all(provider)[0] == "Yes."
    assert read_all(provider)[0] == "Yes."
    assert ["reasoning" in str(body) for body in server.bodies] == [True, False, False]


def test_refused_stream_options_are_left_out(server: OpenAIServer) -> None:
    error = {"message": "Unrecognized request argument: stream_options"}
    server.play(Script(status=400, error=error), "Yes.")

    text, last = read_all(make(server))

    assert (text, last.usage) == ("Yes.", Usage())


def test_a_limit_under_its_other_name_is_tried(server: OpenAIServer) -> None:
    error = {
        "message": "Unsupported parameter: 'max_tokens' is not supported with this"
        " model. Use 'max_completion_tokens' instead.",
        "param": "max_tokens",
    }
    server.play(Script(status=400, error=error), "Yes.")

    read_all(make(server))

    assert server.bodies[1]["max_completion_tokens"] == 450
    assert "max_tokens" not in server.bodies[1]


def test_an_answer_cut_to_nothing_is_asked_for_again_with_more_room(
    server: OpenAIServer,
) -> None:
    server.play(Script(ending="length"), "Yes.")

    text, _ = read_all(make(server, "responses", retry_when_truncated=True))

    assert text == "Yes."
    assert [body["max_output_tokens"] for body in server.bodies] == [450, 1_200]
