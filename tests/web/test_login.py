from __future__ import annotations

import typing as t

import pytest
from flask import abort
from flask import Flask
from flask import redirect
from flask import request
from flask.testing import FlaskClient

from flask_modelmind.settings import Settings

QUESTION = {"question": "Price?"}
ENDPOINTS = [
    ("GET", "/manifest"),
    ("POST", "/chat"),
    ("POST", "/stream"),
    ("GET", "/session"),
]


def is_login_required(response: t.Any) -> bool:
    assert response.status_code == 401
    return bool(response.get_json()["error"]["code"] == "login_required")


@pytest.mark.parametrize(("method", "path"), ENDPOINTS, ids=lambda v: v)
@pytest.mark.parametrize("prefix", ["/model-mind", "/api/model-mind"])
@pytest.mark.parametrize("how", ["redirect", "abort"])
def test_a_login_page_is_never_the_answer(
    app: Flask, client: FlaskClient, prefix: str, method: str, path: str, how: str
) -> None:
    def require_login() -> t.Any:
        if "X-User" in request.headers:
            return None
        return redirect("/login?next=x") if how == "redirect" else abort(401)

    app.before_request(require_login)

    response = client.open(prefix + path, method=method, json=QUESTION)

    assert is_login_required(response)
    assert "Location" not in response.headers


def test_the_page_itself_leads_to_the_login(app: Flask, client: FlaskClient) -> None:
    app.before_request(lambda: redirect("/login"))

    assert client.get("/model-mind/").status_code == 302


class TestApiLogin:
    @pytest.fixture
    def settings(self) -> Settings:
        return Settings(api_require_login=True)

    @pytest.mark.parametrize(("method", "path"), ENDPOINTS, ids=lambda v: v)
    def test_a_visitor_is_asked_to_sign_in(
        self, client: FlaskClient, method: str, path: str
    ) -> None:
        response = client.open(f"/api/model-mind{path}", method=method, json=QUESTION)

        assert is_login_required(response)

    def test_a_user_is_answered(self, client: FlaskClient) -> None:
        response = client.post(
            "/api/model-mind/chat", json=QUESTION, headers={"X-User": "7"}
        )

        assert response.status_code == 200

    def test_the_web_prefix_stays_open(self, client: FlaskClient) -> None:
        assert client.post("/model-mind/chat", json=QUESTION).status_code == 200


class TestNoApi:
    @pytest.fixture
    def settings(self) -> Settings:
        return Settings(api_enabled=False)

    def test_the_api_is_not_there(self, client: FlaskClient) -> None:
        assert client.get("/api/model-mind/manifest").status_code == 404
