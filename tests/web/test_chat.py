from __future__ import annotations

import typing as t
import uuid
from collections import abc as cabc

from flask.testing import FlaskClient

Ask = cabc.Callable[..., t.Any]

PROMISED_KEYS = {
    "answer",
    "actions",
    "citations",
    "session_id",
    "expires_at",
    "user_message_id",
    "message_id",
}


def test_an_answer_has_the_promised_keys(ask: Ask) -> None:
    reply = ask()

    assert reply.status_code == 200
    assert set(reply.json) >= PROMISED_KEYS


def test_an_answer_comes_with_its_claims_and_the_record_that_proves_them(
    ask: Ask,
) -> None:
    body = ask().json

    claim, citation = body["claims"][0], body["citations"][0]
    assert body["answer"][claim["start"] : claim["end"]] == claim["text"]
    assert claim["citations"] == [citation["number"]]
    assert citation["source"] == "Products: Falcon 40 (FAL-40)"
    assert citation["evidence"][1] == {"t": "1299.00 EUR", "m": True}


def test_a_session_goes_on_in_the_same_browser(ask: Ask) -> None:
    first, second = ask().json, ask().json

    assert second["session_id"] == first["session_id"]


def test_a_new_session_is_begun_when_asked_for(ask: Ask) -> None:
    first, second = ask().json, ask(new_session=True).json

    assert second["session_id"] != first["session_id"]


def test_a_repeated_turn_gives_the_stored_answer(ask: Ask, pipeline: t.Any) -> None:
    turn_id = str(uuid.uuid4())

    first, second = ask(turn_id=turn_id), ask(turn_id=turn_id)

    assert second.json == first.json
    assert len(pipeline.turns) == 1


def test_what_is_reloaded_is_what_was_answered(ask: Ask, client: FlaskClient) -> None:
    body = ask().json

    messages = client.get("/model-mind/session").get_json()["messages"]

    assert [m["role"] for m in messages] == ["user", "assistant"]
    shared = set(body) & set(messages[1])
    assert {k: messages[1][k] for k in shared} == {k: body[k] for k in shared}
    assert messages[1]["content"] == body["answer"]
    assert messages[1]["id"] == body["message_id"]


def test_the_source_of_a_citation_is_never_on_the_wire(ask: Ask) -> None:
    assert "record:Product:1" not in ask().text
