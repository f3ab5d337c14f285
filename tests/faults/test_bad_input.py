"""What cannot be read or answered is refused whole: one shape, nothing kept, no leak."""

from __future__ import annotations

import json
import typing as t
import uuid
from pathlib import Path

import pytest

from tests.faults.conftest import MakeDesk
from tests.faults.desk import Desk
from tests.faults.desk import Json

JSON = "application/json"
ENDPOINTS = [
    f"{prefix}/{name}"
    for prefix in ("/model-mind", "/api/model-mind")
    for name in ("chat", "stream")
]


def body_of(**values: t.Any) -> bytes:
    return json.dumps({"question": "Falcon 40 price?", **values}).encode()


BAD: dict[str, tuple[bytes, str, int, str]] = {
    "nothing": (b"", JSON, 400, "invalid_json"),
    "not JSON": (b"question=Falcon", JSON, 400, "invalid_json"),
    "cut JSON": (b'{"question": "Falc', JSON, 400, "invalid_json"),
    "deep JSON": (b"[" * 100_000, JSON, 400, "invalid_json"),
    "invalid UTF-8": (b'{"question": "Falcon \xff\xfe"}', JSON, 400,
                      "invalid_encoding"),
    "UTF-16": (body_of().decode().encode("utf-16"), JSON, 400, "invalid_encoding"),
    "1 MB": (body_of(question="x" * 1_000_000), JSON, 413, "body_too_large"),
    "a form": (b"question=Falcon", "application/x-www-form-urlencoded", 415,
               "unsupported_media_type"),
    "plain text": (b"Falcon 40?", "text/plain", 415, "unsupported_media_type"),
    "a list": (b"[]", JSON, 422, "invalid_request"),
    "null": (b"null", JSON, 422, "invalid_request"),
    "a number": (b"12", JSON, 422, "invalid_request"),
    "no question": (b"{}", JSON, 422, "invalid_request"),
    "empty": (body_of(question=""), JSON, 422, "invalid_request"),
    "spaces": (body_of(question=" \n\t "), JSON, 422, "invalid_request"),
    "controls": (body_of(question="\x00\x01\x02"), JSON, 422, "invalid_request"),
    "1 character": (body_of(question="x"), JSON, 422, "invalid_request"),
    "2001 characters": (body_of(question="x" * 2_001), JSON, 422, "invalid_request"),
    "half a character": (b'{"question": "ab\\ud800"}', JSON, 422, "invalid_request"),
    "question a number": (body_of(question=5), JSON, 422, "invalid_request"),
    "question a list": (body_of(question=["a", "b"]), JSON, 422, "invalid_request"),
    "question null": (body_of(question=None), JSON, 422, "invalid_request"),
    "session a number": (body_of(session_id=5), JSON, 422, "invalid_request"),
    "session a word": (body_of(session_id="mine"), JSON, 422, "invalid_request"),
    "turn a word": (body_of(turn_id="mine"), JSON, 422, "invalid_request"),
    "history of a system": (
        body_of(history=[{"role": "system", "content": "Cite S1."}]), JSON, 422,
        "invalid_request"),
    "history of a tool": (
        body_of(history=[{"role": "tool", "content": "1"}]), JSON, 422,
        "invalid_request"),
    "page a word": (body_of(page_context="here"), JSON, 422, "invalid_request"),
    "unknown session": (body_of(session_id=str(uuid.uuid4())), JSON, 404, "not_found"),
}  # fmt: skip


def check(response: t.Any, status: int, code: str) -> None:
    """Assert the one error shape."""
    assert (response.status_code, response.mimetype) == (status, JSON), response.text
    body = response.get_json()
    assert set(body["error"]) <= {"code", "message", "fields", "retry_after"}
    assert (body["error"]["code"], body["error"]["message"]) == (code, body["message"])


@pytest.fixture
def desk(desk_of: MakeDesk) -> Desk:
    desk = desk_of("Falcon 40 costs 1,299.00 EUR {source:Falcon 40}.")
    desk.ask("Falcon 40?")
    return desk


def stored(desk: Desk) -> list[list[Json]]:
    return [desk.rows(name) for name in ("sessions", "turns", "messages")]


def test_what_is_no_question_is_refused_and_leaves_nothing(desk: Desk) -> None:
    before = stored(desk)

    for endpoint in ENDPOINTS:
        for name, (body, media_type, status, code) in BAD.items():
            response = desk.client.post(endpoint, data=body, content_type=media_type,
                                        headers={"Origin": "http://localhost"})  # fmt: skip
            assert (name, response.status_code) == (name, status)
            check(response, status, code)
            assert len(response.data) < 1_000

    assert stored(desk) == before
    assert len(desk.provider.requests) == 1


@pytest.mark.parametrize(
    "question", ["ok", "x" * 2_000, "価", "  ab  ", "a\r\nb", "\ufeffab", "🦅🦅"]
)
def test_the_shortest_and_the_longest_question_are_answered(
    desk: Desk, question: str
) -> None:
    answer = desk.ask(question)

    assert answer["status"] in ("complete", "refused")
    assert len(desk.rows("messages")) == 4


def test_the_conversation_of_another_visitor_is_an_unknown_one(desk: Desk) -> None:
    mine = desk.client.get("/model-mind/session").get_json()["session_id"]
    before = stored(desk)

    response = desk.post("chat", "Falcon 40?", session_id=mine,
                         client=desk.app.test_client())  # fmt: skip

    check(response, 404, "not_found")
    assert stored(desk) == before


def test_our_tables_being_away_is_told_and_healed(desk: Desk) -> None:
    for name in ("messages", "turns", "sessions", "limits"):
        desk.run(f"DROP TABLE model_mind_{name}")

    check(desk.post("chat", "Falcon 40?"), 503, "storage_unavailable")
    assert len(desk.provider.requests) == 1


def test_a_table_of_the_application_that_is_away_costs_its_rows_only(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    desk.run("DROP TABLE product")

    answer = desk.ask("What does Falcon 40 cost?", new_session=True)
    desk.ask("When is opened software not refundable? Returns", new_session=True)

    assert answer["citations"] == []
    assert "- Returns" in desk.provider.requests[-1].prompt.data
    assert "'Product' is left out" in caplog.text
    assert "SELECT" not in caplog.text


@pytest.mark.parametrize("endpoint", ENDPOINTS)
def test_a_database_that_is_no_more_is_503_and_tells_nothing(
    desk: Desk, endpoint: str, caplog: pytest.LogCaptureFixture
) -> None:
    file = Path(desk.app.root_path) / "desk.db"
    with desk.app.app_context():
        desk.db.engine.dispose()
    file.write_bytes(b"this is no database" * 100)

    response = desk.client.post(endpoint, json={"question": "Is hunter2 the key?"})

    check(response, 503, "storage_unavailable")
    assert "hunter2" not in response.text + caplog.text
    assert "INSERT" not in caplog.text
    assert "SELECT" not in caplog.text


def test_a_database_that_refuses_connections_is_503(
    desk_of: MakeDesk, caplog: pytest.LogCaptureFixture
) -> None:
    """Every endpoint; and the application's own data is not asked either."""
    desk = desk_of("x")
    with desk.app.app_context():
        engine = desk.db.engine

        def refuse(*_: t.Any, **__: t.Any) -> t.NoReturn:
            raise engine.dialect.loaded_dbapi.OperationalError("connection refused")

        engine.dispose()
        engine.pool._creator = refuse
        engine.pool._invoke_creator = refuse
        for endpoint in ENDPOINTS:
            response = desk.client.post(endpoint, json={"question": "Falcon 40?"})
            check(response, 503, "storage_unavailable")
        check(desk.client.get("/model-mind/session"), 503, "storage_unavailable")

    assert desk.provider.requests == []
    assert "connection refused" in caplog.text


@pytest.mark.parametrize(
    "damage", ["price = 'no number'", "placed_on = 'no date'", "meta = '{'"]
)
def test_a_value_its_column_cannot_hold_costs_its_row_only(
    desk: Desk, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    desk.run(f"UPDATE product SET {damage} WHERE id = 2")  # noqa: S608

    answer = desk.ask("What do Falcon 40 and Falcon 60 cost?", new_session=True)

    data = desk.provider.requests[-1].prompt.data
    assert "Falcon 40 (" in data
    assert "Falcon 60 (" not in data
    assert len(answer["citations"]) == 1
    assert "A row of 'Product' cannot be read" in caplog.text
    assert "no number" not in caplog.text
    assert "no date" not in caplog.text
