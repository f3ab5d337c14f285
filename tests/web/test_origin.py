from __future__ import annotations

import typing as t

import pytest
from flask import Flask
from flask.testing import FlaskClient
from flask_wtf import CSRFProtect

QUESTION = {"question": "Price?"}
CHAT = "/model-mind/chat"
FORM = "/model-mind/"


def is_refused(response: t.Any) -> bool:
    if response.status_code != 400:
        return False
    assert response.get_json()["error"]["code"] == "csrf"
    return True


OWN = [
    {"Sec-Fetch-Site": "same-origin", "Origin": "http://localhost"},
    {"Origin": "http://localhost"},
    {"Origin": "https://localhost"},
    {"Referer": "http://localhost/products/1"},
    {},
]
FOREIGN = [
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site", "Origin": "http://other.localhost"},
    {"Origin": "http://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://localhost:8080"},
    {"Origin": "http://localhost.evil.example"},
    {"Referer": "http://evil.example/localhost"},
]


@pytest.mark.parametrize("headers", OWN, ids=str)
def test_a_question_from_the_own_site_is_answered(
    client: FlaskClient, headers: dict[str, str]
) -> None:
    client.get("/model-mind/session")

    assert client.post(CHAT, json=QUESTION, headers=headers).status_code == 200


@pytest.mark.parametrize("prefix", ["/model-mind", "/api/model-mind"])
@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_a_question_from_another_site_is_refused(
    client: FlaskClient, pipeline: t.Any, headers: dict[str, str], prefix: str
) -> None:
    client.get("/model-mind/session")

    assert is_refused(client.post(f"{prefix}/chat", json=QUESTION, headers=headers))
    assert pipeline.turns == []


def test_a_form_with_cookies_must_say_where_it_comes_from(client: FlaskClient) -> None:
    """A form needs no preflight, so its silence proves nothing."""
    client.get("/model-mind/session")

    silent = client.post(FORM, data=QUESTION)
    own = client.post(FORM, data=QUESTION, headers={"Origin": "http://localhost"})

    assert (silent.status_code, own.status_code) == (400, 303)


def test_a_client_that_is_no_browser_may_ask(app: Flask) -> None:
    client = app.test_client(use_cookies=False)

    assert client.post("/api/model-mind/chat", json=QUESTION).status_code == 200


class TestFlaskWTF:
    @pytest.fixture
    def app(self, app: Flask) -> Flask:
        CSRFProtect(app)
        return app

    def test_a_question_without_the_token_is_refused_in_our_shape(
        self, client: FlaskClient
    ) -> None:
        own = {"Origin": "http://localhost"}

        assert is_refused(client.post(CHAT, json=QUESTION, headers=own))

    def test_the_token_of_the_session_endpoint_is_accepted(
        self, client: FlaskClient
    ) -> None:
        token = client.get("/model-mind/session").get_json()["csrf_token"]

        response = client.post(CHAT, json=QUESTION, headers={"X-CSRFToken": token})

        assert response.status_code == 200

    def test_an_expired_token_is_told_by_its_code_and_replaced(
        self, app: Flask, client: FlaskClient
    ) -> None:
        app.config["WTF_CSRF_TIME_LIMIT"] = -1
        stale = client.get("/model-mind/session").get_json()["csrf_token"]
        refused = client.post(CHAT, json=QUESTION, headers={"X-CSRFToken": stale})
        app.config["WTF_CSRF_TIME_LIMIT"] = 3_600
        fresh = client.get("/model-mind/session").get_json()["csrf_token"]

        answered = client.post(CHAT, json=QUESTION, headers={"X-CSRFToken": fresh})

        assert is_refused(refused)
        assert answered.status_code == 200

    def test_the_form_sends_the_token_as_a_field(self, client: FlaskClient) -> None:
        token = client.get("/model-mind/session").get_json()["csrf_token"]

        response = client.post(FORM, data={**QUESTION, "csrf_token": token})

        assert response.status_code == 303

    def test_a_stream_without_the_token_is_refused_too(
        self, client: FlaskClient
    ) -> None:
        assert is_refused(client.post("/model-mind/stream", json=QUESTION))


class TestExemptAPI:
    @pytest.fixture
    def app(self, app: Flask) -> Flask:
        csrf = CSRFProtect(app)
        csrf.exempt(app.blueprints["modelmind_api"])
        return app

    def test_clients_that_are_no_browsers_need_no_token(self, app: Flask) -> None:
        client = app.test_client(use_cookies=False)

        assert client.post("/api/model-mind/chat", json=QUESTION).status_code == 200

    def test_the_origin_is_checked_there_instead(self, client: FlaskClient) -> None:
        foreign = {"Origin": "http://evil.example"}

        assert is_refused(
            client.post("/api/model-mind/chat", json=QUESTION, headers=foreign)
        )

    def test_the_web_prefix_still_needs_the_token(self, client: FlaskClient) -> None:
        assert is_refused(client.post(CHAT, json=QUESTION))
