"""Whose a conversation is: on every endpoint, in both directions, in one browser."""

from __future__ import annotations

import typing as t
import uuid
from collections import abc as cabc

import pytest
from flask import Flask
from flask.testing import FlaskClient

from flask_modelmind.errors import ConfigError
from flask_modelmind.web.identity import COOKIE
from flask_modelmind.web.identity import HEADER

Ask = cabc.Callable[..., t.Any]
A, B = {"X-User": "7"}, {"X-User": "8"}
PREFIXES = ("/model-mind", "/api/model-mind")
REQUESTS = [
    ("GET", "/session?session_id={session}", None),
    ("POST", "/chat", {"question": "Price?", "session_id": "{session}"}),
    ("POST", "/stream", {"question": "Price?", "session_id": "{session}"}),
    ("GET", "/turns/{turn}", None),
    ("POST", "/turns/{turn}/stop", {}),
]


def send(
    client: FlaskClient, case: t.Any, ids: dict[str, str], headers: dict[str, str]
) -> t.Any:
    method, path, body = case
    filled = {k: v.format(**ids) for k, v in body.items()} if body else body
    return client.open(path.format(**ids), method=method, json=filled, headers=headers)


@pytest.mark.parametrize("prefix", PREFIXES)
@pytest.mark.parametrize("case", REQUESTS, ids=lambda case: case[1])
def test_what_is_somebody_elses_looks_like_what_is_missing(
    app: Flask, ask: Ask, prefix: str, case: t.Any
) -> None:
    body = ask(headers=A).json
    method, path, data = case
    case = (method, prefix + path, data)
    browser = app.test_client()
    real = {"session": body["session_id"], "turn": body["turn_id"]}
    unreal = {"session": str(uuid.uuid4()), "turn": str(uuid.uuid4())}

    for headers in (B, {}):
        foreign = send(browser, case, real, headers)
        missing = send(browser, case, unreal, headers)
        assert foreign.status_code == missing.status_code == 404
        assert foreign.get_json() == missing.get_json()

    kept = browser.get("/model-mind/session", headers=A).get_json()
    assert len(kept["messages"]) == 2


def test_login_and_logout_in_one_browser_show_each_only_their_own(
    ask: Ask, client: FlaskClient
) -> None:
    def seen(headers: dict[str, str]) -> list[str]:
        body = client.get("/model-mind/session", headers=headers).get_json()
        return [m["content"] for m in body["messages"] if m["role"] == "user"]

    ask("Asked as a guest?")
    after_login = seen(A)
    ask("Asked as A?", headers=A)

    assert after_login == []
    assert seen(A) == ["Asked as A?"]
    assert seen(B) == []
    assert seen({}) == ["Asked as a guest?"]


def test_an_outer_application_context_does_not_keep_who_asked(
    app: Flask, ask: Ask
) -> None:
    """Helpers push one around several requests, and then flask.g is shared."""
    with app.app_context():
        user = ask(headers=A).json
        guest = ask(client=app.test_client())
        stranger = ask(session_id=user["session_id"], headers=B)

    assert "Set-Cookie" in guest.headers
    assert guest.json["session_id"] != user["session_id"]
    assert stranger.status_code == 404


def test_the_session_of_the_guest_cannot_be_continued_after_login(ask: Ask) -> None:
    guest = ask().json

    assert ask(session_id=guest["session_id"], headers=A).status_code == 404


def test_one_user_has_a_conversation_for_each_tenant(ask: Ask) -> None:
    one = ask(headers={**A, "X-Tenant": "one"}).json

    other = ask(session_id=one["session_id"], headers={**A, "X-Tenant": "two"})

    assert other.status_code == 404


def test_a_stored_answer_is_opened_for_who_asks_now(
    ask: Ask, client: FlaskClient, pipeline: t.Any
) -> None:
    turn_id = ask(headers=A).json["turn_id"]

    client.get("/model-mind/session", headers=A)
    client.get(f"/model-mind/turns/{turn_id}", headers=A)

    assert [viewer.id for viewer in pipeline.opened_for] == ["7", "7"]


def test_the_cookie_of_a_visitor_is_out_of_reach_of_scripts(ask: Ask) -> None:
    cookie = ask().headers["Set-Cookie"]

    assert cookie.startswith(f"{COOKIE}=")
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Secure" not in cookie


def test_the_cookie_is_secure_where_the_request_is(client: FlaskClient) -> None:
    response = client.get("/model-mind/session", base_url="https://localhost")

    assert "Secure" in response.headers["Set-Cookie"]


def test_the_cookie_is_set_once(ask: Ask) -> None:
    ask()

    assert "Set-Cookie" not in ask().headers


@pytest.mark.parametrize("forged", ["", "x", "x.y", "InYi.AAAA", "y" * 500])
def test_a_forged_cookie_is_a_new_visitor(app: Flask, ask: Ask, forged: str) -> None:
    ask()
    browser = app.test_client()
    browser.set_cookie(COOKIE, forged)

    response = browser.get("/model-mind/session")

    assert response.get_json()["messages"] == []
    assert f"{COOKIE}=" in response.headers["Set-Cookie"]


def test_a_client_without_cookies_goes_on_with_its_token(app: Flask) -> None:
    """A client without cookies keeps the session id, and here the token too."""
    client = app.test_client(use_cookies=False)
    first = client.post("/api/model-mind/chat", json={"question": "Price?"}).get_json()
    token = {HEADER: first["session_token"]}
    where = f"/api/model-mind/session?session_id={first['session_id']}"

    restored = client.get(where, headers=token).get_json()
    second = client.post(
        "/api/model-mind/chat",
        json={"question": "And now?", "session_id": first["session_id"]},
        headers=token,
    )

    assert [m["role"] for m in restored["messages"]] == ["user", "assistant"]
    assert restored["messages"][1]["actions"] == first["actions"]
    assert second.get_json()["session_id"] == first["session_id"]
    assert "Set-Cookie" not in second.headers
    assert client.get(where).status_code == 404


def test_a_token_is_not_told_to_a_page(ask: Ask, client: FlaskClient) -> None:
    """Where there is a cookie, a script must not be able to read what it proves."""
    web = ask().json
    api = client.post("/api/model-mind/chat", json={"question": "Price?"}).get_json()

    assert "session_token" not in web
    assert "session_token" not in api


def test_a_key_that_was_rotated_is_still_known(app: Flask, ask: Ask) -> None:
    first = ask().json
    app.config["SECRET_KEY_FALLBACKS"] = [app.secret_key]
    app.secret_key = "new"  # noqa: S105

    assert ask().json["session_id"] == first["session_id"]


def test_no_secret_key_is_said_in_the_log_and_is_500(
    app: Flask, ask: Ask, caplog: pytest.LogCaptureFixture
) -> None:
    app.secret_key = None

    assert ask().status_code == 500
    record = caplog.records[-1]
    assert record.exc_info
    assert isinstance(record.exc_info[1], ConfigError)


def test_nothing_of_a_viewer_is_cached(ask: Ask, client: FlaskClient) -> None:
    for response in (
        ask(),
        client.get("/model-mind/session"),
        client.get("/model-mind/"),
    ):
        assert response.headers["Cache-Control"] == "no-store"
        assert "Cookie" in response.vary
