"""What happens to a turn when something happens to it: twice, too late, not at all."""

from __future__ import annotations

import json
import threading
import typing as t
import uuid
from collections import abc as cabc
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask
from flask.testing import FlaskClient

from flask_modelmind.conversation import ConversationStore
from flask_modelmind.errors import StorageError
from flask_modelmind.values import Answer
from flask_modelmind.values import AnswerReady
from flask_modelmind.values import Delta
from flask_modelmind.values import TurnEvent

USER = {"X-User": "7"}
WAIT = 5.0


def body(turn_id: str) -> dict[str, str]:
    return {"question": "Price?", "turn_id": turn_id}


class Held:
    """A turn that waits until it is let go."""

    def __init__(self) -> None:
        self.begun, self.let_go = threading.Event(), threading.Event()

    def __call__(self, turn: t.Any) -> cabc.Iterator[TurnEvent]:
        yield Delta("One")
        self.begun.set()
        self.let_go.wait(WAIT)
        status: t.Any = "stopped" if turn.stopping.is_set() else "complete"
        turn_id = turn.question.turn_id
        yield AnswerReady(Answer(text="One.", turn_id=turn_id, status=status))


def chat(app: Flask, turn_id: str) -> t.Any:
    client = app.test_client()
    return client.post("/model-mind/chat", json=body(turn_id), headers=USER)


def test_a_question_sent_twice_at_once_is_answered_once(
    app: Flask, pipeline: t.Any
) -> None:
    pipeline.script = held = Held()
    turn_id = str(uuid.uuid4())

    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(chat, app, turn_id)
        held.begun.wait(WAIT)
        meanwhile = chat(app, turn_id)
        held.let_go.set()
        answered = first.result(WAIT)
    afterwards = chat(app, turn_id)

    assert meanwhile.status_code == 409
    assert answered.get_json() == afterwards.get_json()
    assert len(pipeline.turns) == 1


def test_an_answer_that_is_not_streamed_can_be_stopped(
    app: Flask, client: FlaskClient, pipeline: t.Any
) -> None:
    pipeline.script = held = Held()
    turn_id = str(uuid.uuid4())

    with ThreadPoolExecutor(1) as pool:
        answered = pool.submit(chat, app, turn_id)
        held.begun.wait(WAIT)
        where = f"/model-mind/turns/{turn_id}/stop"
        stopping = client.post(where, json={}, headers=USER)
        held.let_go.set()

    assert stopping.get_json()["status"] == "stopping"
    assert answered.result().get_json()["status"] == "stopped"


def test_a_turn_whose_process_died_is_told_as_failed(
    client: FlaskClient, store: ConversationStore, clock: t.Any, pipeline: t.Any
) -> None:
    turn_id = client.post("/model-mind/chat", json={"question": "Hello?"}).get_json()[
        "turn_id"
    ]
    turns = store.tables.turns
    messages = store.tables.messages
    with store._work.engine().begin() as connection:
        connection.execute(turns.update().values(status="running"))
        connection.execute(messages.delete().where(messages.c.role == "assistant"))
    clock.advance(minutes=5)

    turn = client.get(f"/model-mind/turns/{turn_id}").get_json()

    assert (turn["status"], turn["reason"]) == ("failed", "interrupted")
    again = client.post("/model-mind/chat", json=body(turn_id))
    assert again.status_code == 503
    assert len(pipeline.turns) == 1


@pytest.fixture
def _full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: t.Any, **__: t.Any) -> t.Any:
        raise StorageError("disk full")

    monkeypatch.setattr(ConversationStore, "finish_turn", fail)


@pytest.mark.usefixtures("_full_disk")
def test_an_answer_that_cannot_be_stored_is_an_error(client: FlaskClient) -> None:
    response = client.post("/model-mind/chat", json={"question": "Price?"})

    assert response.status_code == 503
    assert response.get_json()["error"]["code"] == "storage_unavailable"


@pytest.mark.usefixtures("_full_disk")
def test_a_streamed_answer_that_cannot_be_stored_has_an_end(
    client: FlaskClient,
) -> None:
    response = client.post("/model-mind/stream", json={"question": "Price?"})

    *_, error, done = response.text.strip().split("\n\n")
    assert error.startswith("event: error\n")
    assert '"storage_unavailable"' in error
    assert json.loads(done.partition("data: ")[2])["message_id"] is None


def test_a_turn_is_given_back_to_nobody_who_did_not_ask(
    app: Flask, client: FlaskClient
) -> None:
    turn_id = str(uuid.uuid4())
    chat(app, turn_id)

    assert client.get(f"/model-mind/turns/{turn_id}").status_code == 404
    assert client.get(f"/model-mind/turns/{turn_id}", headers=USER).status_code == 200


@pytest.mark.parametrize("given", ["x", "0", "a" * 36, "../session"])
def test_an_id_that_is_none_is_refused(client: FlaskClient, given: str) -> None:
    assert client.get(f"/model-mind/turns/{given}").status_code in (404, 422)
