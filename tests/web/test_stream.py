from __future__ import annotations

import json
import threading
import time
import typing as t
import uuid
from collections import abc as cabc

import pytest
import sqlalchemy as sa
from flask import has_app_context
from flask import has_request_context
from flask.testing import FlaskClient

from flask_modelmind.conversation import ConversationStore
from flask_modelmind.errors import ProviderTimeout
from flask_modelmind.settings import Settings
from flask_modelmind.values import Answer
from flask_modelmind.values import AnswerReady
from flask_modelmind.values import Delta
from flask_modelmind.values import TurnEvent
from flask_modelmind.values import TurnFailed

URL = "/model-mind/stream"
QUESTION = {"question": "What does the Falcon 40 cost?"}
WAIT = 5.0
Events = list[tuple[str, t.Any]]


def read(chunks: cabc.Iterable[t.Any]) -> Events:
    """Return the events of a whole stream, heartbeats as ``("", None)``."""
    events: Events = []
    for block in b"".join(chunks).decode().split("\n\n")[:-1]:
        if block.startswith(":"):
            events.append(("", None))
        else:
            head, data = block.split("\n")
            events.append((head[7:], json.loads(data[6:])))
    return events


def ask(client: FlaskClient, **more: t.Any) -> Events:
    return read(client.post(URL, json={**QUESTION, **more}).response)


def names(events: Events) -> list[str]:
    return [name for name, _ in events]


def test_a_stream_tells_what_happens_in_order(client: FlaskClient) -> None:
    events = ask(client)

    assert names(events) == ["ready", "status", "delta", "delta", "block", "done"]
    ready, done = events[0][1], events[-1][1]
    assert set(ready) == {"session_id", "expires_at", "user_message_id", "turn_id"}
    assert {key: done[key] for key in ready} == ready
    text = "".join(data["delta"] for name, data in events if name == "delta")
    assert text == done["answer"]


def test_chat_reload_and_turn_say_what_the_stream_said(client: FlaskClient) -> None:
    turn_id = str(uuid.uuid4())
    done = ask(client, turn_id=turn_id)[-1][1]

    again = client.post("/model-mind/chat", json={**QUESTION, "turn_id": turn_id})
    turn = client.get(f"/model-mind/turns/{turn_id}")
    replayed = ask(client, turn_id=turn_id)

    assert again.get_json() == turn.get_json() == done
    assert (names(replayed), replayed[-1][1]) == (["ready", "block", "done"], done)


def test_a_block_brings_each_citation_once(client: FlaskClient) -> None:
    (block,) = [data for name, data in ask(client) if name == "block"]

    assert block["index"] == 0
    assert [citation["number"] for citation in block["citations"]] == [1]


def test_no_proxy_and_no_cache_holds_a_stream_back(client: FlaskClient) -> None:
    response = client.post(URL, json=QUESTION)

    assert response.mimetype == "text/event-stream"
    assert response.headers["Cache-Control"] == "no-cache, no-transform"
    assert response.headers["X-Accel-Buffering"] == "no"
    assert "Content-Length" not in response.headers
    assert "Cookie" in response.vary
    response.close()


def test_the_visitor_gets_the_cookie_before_the_stream(client: FlaskClient) -> None:
    response = client.post(URL, json=QUESTION)

    assert "modelmind_visitor=" in response.headers["Set-Cookie"]
    session_id = read(response.response)[0][1]["session_id"]
    restored = client.get("/model-mind/session").get_json()
    assert restored["session_id"] == session_id


def test_no_context_reaches_the_thread_of_the_turn(
    client: FlaskClient, pipeline: t.Any
) -> None:
    seen = []

    def script(turn: t.Any) -> cabc.Iterator[TurnEvent]:
        seen.append((has_request_context(), has_app_context()))
        yield AnswerReady(Answer(text="Done.", turn_id=turn.question.turn_id))

    pipeline.script = script
    ask(client)

    assert seen == [(False, False)]


def test_the_first_piece_leaves_at_once(client: FlaskClient, pipeline: t.Any) -> None:
    """Waiting is on a queue, not in steps: a step would show as its length."""
    gate, sent = threading.Event(), []

    def script(turn: t.Any) -> cabc.Iterator[TurnEvent]:
        for _ in range(20):
            gate.wait(WAIT)
            gate.clear()
            sent.append(time.perf_counter())
            yield Delta("x")
        yield AnswerReady(Answer(text="x" * 20, turn_id=turn.question.turn_id))

    pipeline.script = script
    chunks = iter(client.post(URL, json=QUESTION).response)
    next(chunks)
    delays = []
    for _ in range(20):
        gate.set()
        assert b"event: delta" in next(chunks)
        delays.append(time.perf_counter() - sent[-1])

    assert sorted(delays)[10] < 0.002
    list(chunks)


class TestHeartbeat:
    @pytest.fixture
    def settings(self) -> Settings:
        return Settings(heartbeat_seconds=0.05)

    def test_silence_is_filled_with_comments(
        self, client: FlaskClient, pipeline: t.Any
    ) -> None:
        def script(turn: t.Any) -> cabc.Iterator[TurnEvent]:
            turn.stopping.wait(0.3)
            yield AnswerReady(Answer(text="Late.", turn_id=turn.question.turn_id))

        pipeline.script = script

        found = names(ask(client))

        assert found[0] == "ready"
        assert found.count("") >= 3
        assert found[-1] == "done"


def fails_at_once(turn: t.Any) -> cabc.Iterator[TurnEvent]:
    if turn is not None:
        raise RuntimeError("secret detail")
    yield Delta("never")


def fails_after_a_piece(turn: t.Any) -> cabc.Iterator[TurnEvent]:
    yield Delta("The Fal")
    raise ValueError("secret detail")


def fails_as_it_should(turn: t.Any) -> cabc.Iterator[TurnEvent]:
    yield Delta("The Fal")
    answer = Answer(text="The Fal", turn_id=turn.question.turn_id, status="failed")
    yield TurnFailed(ProviderTimeout("secret detail", provider="scripted"), answer)


def has_no_end(turn: t.Any) -> cabc.Iterator[TurnEvent]:
    yield Delta("The Fal")


@pytest.mark.parametrize(
    ("script", "code", "kept"),
    [
        (fails_at_once, "internal", ""),
        (fails_after_a_piece, "internal", "The Fal"),
        (fails_as_it_should, "provider_timeout", "The Fal"),
        (has_no_end, "provider_protocol", "The Fal"),
    ],
)
def test_whatever_fails_there_is_an_error_and_an_end(
    client: FlaskClient, pipeline: t.Any, script: t.Any, code: str, kept: str
) -> None:
    pipeline.script = script

    events = ask(client)

    assert names(events)[-2:] == ["error", "done"]
    error, done = events[-2][1], events[-1][1]
    assert set(error) == {"code", "message", "retryable", "retry_after", "session_id"}
    assert (error["code"], done["status"], done["reason"]) == (code, "failed", code)
    assert "secret" not in json.dumps(events)
    stored = client.get("/model-mind/session").get_json()["messages"][-1]
    assert (stored["status"], stored["content"]) == ("failed", kept)


class Silent:
    """A provider that says one word, then waits to be stopped."""

    def __init__(self) -> None:
        self.has_begun = threading.Event()

    def __call__(self, turn: t.Any) -> cabc.Iterator[TurnEvent]:
        yield Delta("One ")
        self.has_begun.set()
        is_told = turn.stopping.wait(WAIT)
        yield Delta("two ")
        if is_told:
            return
        yield AnswerReady(Answer(text="One two", turn_id=turn.question.turn_id))


def until(condition: cabc.Callable[[], bool]) -> None:
    end = time.monotonic() + WAIT
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


def test_a_client_that_goes_ends_the_turn_and_what_was_there_is_kept(
    client: FlaskClient, pipeline: t.Any
) -> None:
    pipeline.script = Silent()
    response = client.post(URL, json=QUESTION)
    next(iter(response.response))

    response.close()

    (turn,) = pipeline.turns
    assert turn.closed.wait(WAIT)
    until(lambda: len(restored(client)) == 2)
    answer = restored(client)[-1]
    assert (answer["status"], answer["content"]) == ("stopped", "One two ")


def restored(client: FlaskClient) -> list[t.Any]:
    messages: list[t.Any] = client.get("/model-mind/session").get_json()["messages"]
    return messages


def test_a_client_that_goes_before_the_first_byte_leaves_nothing_running(
    client: FlaskClient, pipeline: t.Any
) -> None:
    pipeline.script = Silent()

    client.post(URL, json=QUESTION, buffered=False).close()

    assert pipeline.turns[0].closed.wait(WAIT)
    until(lambda: len(restored(client)) == 2)
    pipeline.script = lambda turn: iter(
        [AnswerReady(Answer(text="Free.", turn_id=turn.question.turn_id))]
    )
    assert ask(client)[-1][1]["answer"] == "Free."


def test_a_turn_is_stopped_from_another_request(
    client: FlaskClient, pipeline: t.Any
) -> None:
    pipeline.script = silent = Silent()
    response = client.post(URL, json=QUESTION)
    chunks = iter(response.response)
    turn_id = read([next(chunks)])[0][1]["turn_id"]
    silent.has_begun.wait(WAIT)

    stopped = client.post(f"/model-mind/turns/{turn_id}/stop", json={})

    assert stopped.get_json() == {"turn_id": turn_id, "status": "stopping"}
    done = read(chunks)[-1][1]
    assert (done["status"], done["answer"]) == ("stopped", "One two ")
    again = client.post(f"/model-mind/turns/{turn_id}/stop", json={})
    assert again.get_json()["status"] == "stopped"


def test_a_turn_is_stopped_from_another_process(
    client: FlaskClient, pipeline: t.Any, store: ConversationStore, engine: sa.Engine
) -> None:
    pipeline.script = Silent()
    response = client.post(URL, json=QUESTION)
    chunks = iter(response.response)
    next(chunks)
    turns = store.tables.turns
    with engine.begin() as connection:
        connection.execute(turns.update().values(stop_requested=True))

    done = read(chunks)[-1][1]

    assert done["status"] == "stopped"


def test_a_running_turn_is_told_apart_from_a_finished_one(
    client: FlaskClient, pipeline: t.Any
) -> None:
    pipeline.script = Silent()
    response = client.post(URL, json=QUESTION)
    chunks = iter(response.response)
    turn_id = read([next(chunks)])[0][1]["turn_id"]

    turn = client.get(f"/model-mind/turns/{turn_id}")
    repeated = client.post(URL, json={**QUESTION, "turn_id": turn_id})
    other = client.post(URL, json=QUESTION)

    assert (turn.status_code, turn.get_json()["status"]) == (202, "running")
    assert repeated.status_code == other.status_code == 409
    assert other.get_json()["error"]["code"] == "turn_running"
    response.close()
    pipeline.turns[0].closed.wait(WAIT)


class TestOnePoolSlot:
    @pytest.fixture
    def engine(self, tmp_path: t.Any) -> cabc.Iterator[sa.Engine]:
        engine = sa.create_engine(
            f"sqlite:///{tmp_path / 'app.db'}",
            pool_size=1,
            max_overflow=0,
            pool_timeout=0.2,
        )
        yield engine
        engine.dispose()

    def test_a_stream_holds_no_connection(
        self, client: FlaskClient, pipeline: t.Any, engine: sa.Engine
    ) -> None:
        pipeline.script = silent = Silent()
        response = client.post(URL, json=QUESTION)
        next(iter(response.response))
        silent.has_begun.wait(WAIT)

        with engine.connect() as connection:
            assert connection.execute(sa.text("select 1")).scalar() == 1
        assert client.get("/model-mind/session").status_code == 200

        response.close()
        pipeline.turns[0].closed.wait(WAIT)


class TestSwitchedOff:
    @pytest.fixture
    def settings(self) -> Settings:
        return Settings(streaming=False)

    def test_nothing_is_streamed(self, client: FlaskClient) -> None:
        refused = client.post(URL, json=QUESTION)
        manifest = client.get("/model-mind/manifest").get_json()

        assert refused.get_json()["error"]["code"] == "streaming_disabled"
        assert manifest["features"]["streaming"] is False
        assert manifest["endpoints"]["stream"] is None
