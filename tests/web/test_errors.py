"""One shape for every error of every endpoint, and nothing of the inside in it."""

from __future__ import annotations

import io
import json
import re
import typing as t
import uuid
from collections import abc as cabc
from pathlib import Path

import pytest
import sqlalchemy as sa
from flask import Flask
from flask.testing import FlaskClient

from flask_modelmind import errors
from flask_modelmind.settings import Settings
from flask_modelmind.web.errors import CODES
from flask_modelmind.web.errors import problem_of
from flask_modelmind.web.errors import PROBLEMS

TURN = str(uuid.uuid4())
PREFIXES = ("/model-mind", "/api/model-mind")
PATHS = (
    "/manifest",
    "/chat",
    "/stream",
    "/session",
    f"/turns/{TURN}",
    f"/turns/{TURN}/stop",
    "/openapi.json",
)
QUESTION = {"question": "Price?"}


def check(response: t.Any, status: int, code: str) -> dict[str, t.Any]:
    """Assert the one error shape, and return what the error says."""
    assert (response.status_code, response.mimetype) == (status, "application/json")
    body = response.get_json()
    assert set(body) >= {"error", "message"}
    assert set(body["error"]) <= {"code", "message", "fields", "retry_after"}
    assert body["error"]["code"] == code
    assert body["message"] == body["error"]["message"]
    error: dict[str, t.Any] = body["error"]
    return error


@pytest.mark.parametrize("prefix", PREFIXES)
@pytest.mark.parametrize("path", ["/nothing", "/turns", "/chat/x", "/a/b/c"])
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_an_unknown_address_is_json(
    client: FlaskClient, prefix: str, path: str, method: str
) -> None:
    check(client.open(prefix + path, method=method, json={}), 404, "not_found")


@pytest.mark.parametrize("prefix", PREFIXES)
@pytest.mark.parametrize("path", PATHS)
def test_a_wrong_method_is_json(client: FlaskClient, prefix: str, path: str) -> None:
    response = client.delete(prefix + path, json={})

    check(response, 405, "method_not_allowed")
    assert response.headers["Allow"] in ("GET", "POST")


BAD_BODIES = [
    (b'{"question": "Price?"', "application/json", 400, "invalid_json"),
    (b'{"question": "\xff\xfe"}', "application/json", 400, "invalid_encoding"),
    (b"[" * 100_000, "application/json", 400, "invalid_json"),
    (b"", "application/json", 400, "invalid_json"),
    (b'"Price?"', "application/json", 422, "invalid_request"),
    (b'{"question": 5}', "application/json", 422, "invalid_request"),
    (b'{"question": "' + b"x" * 2_001 + b'"}', "application/json", 422,
     "invalid_request"),
    (b"question=Price", "application/x-www-form-urlencoded", 415,
     "unsupported_media_type"),
    (b"Price?", "text/plain", 415, "unsupported_media_type"),
    (b"x" * 1_000_000, "application/json", 413, "body_too_large"),
]  # fmt: skip


@pytest.mark.parametrize("prefix", PREFIXES)
@pytest.mark.parametrize("path", ["/chat", "/stream"])
@pytest.mark.parametrize(
    ("body", "media_type", "status", "code"),
    BAD_BODIES,
    ids=[
        "cut", "utf-8", "deep", "empty", "text", "type", "long", "form", "plain",
        "1-MB",
    ],
)  # fmt: skip
def test_a_bad_body_is_refused_and_nothing_is_stored(
    client: FlaskClient,
    pipeline: t.Any,
    prefix: str,
    path: str,
    body: bytes,
    media_type: str,
    status: int,
    code: str,
) -> None:
    response = client.post(
        prefix + path,
        data=body,
        content_type=media_type,
        headers={"Origin": "http://localhost"},
    )

    check(response, status, code)
    assert pipeline.turns == []
    assert client.get(f"{prefix}/session").get_json()["session_id"] is None


def test_a_body_without_a_length_is_cut_off_too(client: FlaskClient) -> None:
    response = client.post(
        "/model-mind/chat",
        input_stream=io.BytesIO(b"x" * 1_000_000),
        content_type="application/json",
        environ_overrides={"wsgi.input_terminated": True, "CONTENT_LENGTH": ""},
    )

    check(response, 413, "body_too_large")


PROVIDER = {
    errors.ProviderTimeout: "provider_timeout",
    errors.ProviderRateLimited: "provider_rate_limited",
    errors.ProviderUnavailable: "provider_unavailable",
    errors.ProviderRefused: "provider_refused",
    errors.ProviderProtocolError: "provider_protocol",
    errors.ProviderContextTooLong: "provider_context_too_long",
}


@pytest.mark.parametrize(("kind", "code"), PROVIDER.items(), ids=PROVIDER.values())
def test_a_provider_that_fails_is_503_and_the_question_stays(
    client: FlaskClient,
    pipeline: t.Any,
    kind: type[errors.ProviderError],
    code: str,
) -> None:
    pipeline.refuses = kind("secret", provider="p", retry_after_seconds=6.2)

    response = client.post("/model-mind/chat", json=QUESTION)

    assert check(response, 503, code)["retry_after"] == 7
    assert response.headers["Retry-After"] == "7"
    session = client.get("/model-mind/session").get_json()
    assert response.get_json()["session_id"] == session["session_id"]
    assert [m["content"] for m in session["messages"]] == ["Price?", ""]
    assert session["messages"][1]["reason"] == code


def test_the_next_question_is_free_after_a_failure(
    client: FlaskClient, pipeline: t.Any
) -> None:
    pipeline.refuses = errors.ProviderUnavailable("down", provider="p")
    client.post("/model-mind/chat", json=QUESTION)
    pipeline.refuses = None

    assert client.post("/model-mind/chat", json=QUESTION).status_code == 200
    assert pipeline.turns[0].question.history == ()


def test_a_failed_turn_that_is_repeated_fails_again_without_a_second_try(
    client: FlaskClient, pipeline: t.Any
) -> None:
    pipeline.refuses = errors.ProviderTimeout("slow", provider="p")
    body = {**QUESTION, "turn_id": TURN}
    client.post("/model-mind/chat", json=body)
    pipeline.refuses = None

    check(client.post("/model-mind/chat", json=body), 503, "provider_timeout")
    assert pipeline.turns == []


@pytest.mark.parametrize("prefix", PREFIXES)
def test_a_bug_is_500_and_says_nothing(
    client: FlaskClient, pipeline: t.Any, prefix: str
) -> None:
    pipeline.refuses = KeyError("SELECT secret FROM users")

    response = client.post(f"{prefix}/chat", json=QUESTION)

    check(response, 500, "internal")
    assert "secret" not in response.text


@pytest.mark.parametrize("prefix", PREFIXES)
@pytest.mark.parametrize("path", PATHS)
def test_every_endpoint_survives_a_database_that_is_away(
    client: FlaskClient, engine: sa.Engine, tmp_path: Path, prefix: str, path: str
) -> None:
    engine.dispose()
    (tmp_path / "app.db").write_bytes(b"this is no database" * 100)
    method = "POST" if re.search("chat|stream|stop", path) else "GET"

    response = client.open(prefix + path, method=method, json=QUESTION)

    if path in ("/manifest", "/openapi.json"):
        assert response.status_code == 200
    else:
        check(response, 503, "storage_unavailable")


class TestTablesMissing:
    @pytest.fixture
    def settings(self) -> Settings:
        return Settings(auto_create_tables=False)

    def test_missing_tables_are_503(self, client: FlaskClient) -> None:
        response = client.post("/model-mind/chat", json=QUESTION)

        check(response, 503, "storage_unavailable")


def test_what_the_question_error_says_reaches_the_visitor() -> None:
    problem = problem_of(errors.QuestionError("Too short.", fields={"question": "2"}))

    assert (problem.status, problem.message) == (422, "Too short.")
    assert problem.fields == {"question": "2"}


def all_errors(kind: type[Exception]) -> cabc.Iterator[type[Exception]]:
    for child in kind.__subclasses__():
        yield child
        yield from all_errors(child)


def test_every_error_of_the_package_has_a_place_in_the_table() -> None:
    """The four for developers are bugs to a visitor, on purpose."""
    for_developers = {
        errors.ConfigError,
        errors.RegistrationError,
        errors.EvidenceError,
        errors.ActionError,
    }
    known = set(CODES) | for_developers
    ours = {
        kind
        for kind in all_errors(errors.ModelMindError)
        if kind.__module__ == errors.__name__
    }

    assert ours <= known


def test_no_message_is_more_than_a_neutral_sentence() -> None:
    for code, problem in PROBLEMS.items():
        assert problem.code == code
        assert re.fullmatch(r"[A-Z][A-Za-z0-9 ,./'-]+[.]", problem.message), code
        assert json.dumps(problem.body())


def test_the_host_keeps_its_own_error_pages(app: Flask, client: FlaskClient) -> None:
    app.register_error_handler(404, lambda _: ("Our own page.", 404))

    assert client.get("/elsewhere").text == "Our own page."
    check(client.get("/model-mind/elsewhere"), 404, "not_found")
