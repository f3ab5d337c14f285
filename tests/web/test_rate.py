from __future__ import annotations

import typing as t
from collections import abc as cabc

import pytest
from flask import Flask
from flask.testing import FlaskClient
from flask_limiter import Limiter
from limits.strategies import FixedWindowRateLimiter

from flask_modelmind.settings import Settings
from flask_modelmind.web import make_blueprints

Ask = cabc.Callable[..., t.Any]
API = "/api/model-mind/chat"
QUESTION = {"question": "Price?"}


@pytest.fixture
def settings() -> Settings:
    return Settings(rate_limit=2, api_rate_limit=3)


def statuses(send: cabc.Callable[[], t.Any], count: int) -> list[int]:
    return [send().status_code for _ in range(count)]


def questions(ask: Ask, count: int, **more: t.Any) -> list[int]:
    return statuses(lambda: ask(**more), count)


def test_one_question_too_many_is_429_with_the_time_to_wait(
    ask: Ask, clock: t.Any
) -> None:
    clock.advance(seconds=15)

    found = statuses(lambda: ask(headers={"X-User": "7"}), 3)
    refused = ask(headers={"X-User": "7"})

    assert found == [200, 200, 429]
    assert refused.json["error"]["code"] == "rate_limited"
    assert refused.json["error"]["retry_after"] == 45
    assert refused.headers["Retry-After"] == "45"
    clock.advance(seconds=45)
    assert ask(headers={"X-User": "7"}).status_code == 200


def test_users_are_counted_apart_even_behind_one_address(ask: Ask) -> None:
    for user in "789":
        assert questions(ask, 2, headers={"X-User": user}) == [200, 200]


def test_a_user_is_one_viewer_in_two_browsers(app: Flask, ask: Ask) -> None:
    user = {"X-User": "7"}
    statuses(lambda: ask(headers=user), 2)

    assert ask(headers=user, client=app.test_client()).status_code == 429


def test_a_new_cookie_is_no_new_allowance(app: Flask, ask: Ask) -> None:
    found = statuses(lambda: ask(client=app.test_client()), 3)

    assert found == [200, 200, 429]


def test_visitors_with_cookies_are_counted_apart(app: Flask, ask: Ask) -> None:
    for _ in range(3):
        browser = app.test_client()
        browser.get("/model-mind/session")
        assert questions(ask, 3, client=browser) == [200, 200, 429]


def test_collected_cookies_meet_the_limit_of_the_address(app: Flask, ask: Ask) -> None:
    found = []
    for _ in range(11):
        browser = app.test_client()
        browser.get("/model-mind/session")
        found += questions(ask, 2, client=browser)

    assert found == [200] * 20 + [429] * 2


def test_restoring_a_conversation_costs_nothing(client: FlaskClient, ask: Ask) -> None:
    found = statuses(lambda: client.get("/model-mind/session"), 20)

    assert found == [200] * 20
    assert ask().status_code == 200


def test_a_repeated_turn_costs_nothing(ask: Ask) -> None:
    turn_id = "00000000-0000-4000-8000-000000000001"

    found = statuses(lambda: ask(turn_id=turn_id, headers={"X-User": "7"}), 5)

    assert found == [200] * 5


def test_the_api_has_its_own_count(client: FlaskClient, ask: Ask) -> None:
    user = {"X-User": "7"}
    statuses(lambda: ask(headers=user), 3)

    found = statuses(lambda: client.post(API, json=QUESTION, headers=user), 4)

    assert found == [200, 200, 200, 429]


def test_the_form_counts_as_the_web_does(client: FlaskClient, ask: Ask) -> None:
    headers = {"X-User": "7", "Origin": "http://localhost"}
    statuses(lambda: ask(headers={"X-User": "7"}), 2)

    response = client.post("/model-mind/", data=QUESTION, headers=headers)

    assert response.status_code == 429
    assert "Too many questions" in response.text


def test_nothing_is_stored_of_a_question_that_is_refused(
    client: FlaskClient, ask: Ask
) -> None:
    statuses(lambda: ask(headers={"X-User": "7"}), 3)

    session = client.get("/model-mind/session", headers={"X-User": "7"}).get_json()

    assert len(session["messages"]) == 4


class TestFlaskLimiter:
    @pytest.fixture
    def app(self, app: Flask) -> Flask:
        Limiter(lambda: "one", app=app, storage_uri="memory://")
        return app

    def test_its_storage_counts(self, ask: Ask, store: t.Any) -> None:
        found = statuses(lambda: ask(headers={"X-User": "7"}), 3)

        assert found == [200, 200, 429]
        limits = store.tables.limits
        with store._work.engine().connect() as connection:
            assert connection.execute(limits.select()).all() == []

    def test_the_time_to_wait_is_told(self, ask: Ask) -> None:
        statuses(lambda: ask(headers={"X-User": "7"}), 2)

        refused = ask(headers={"X-User": "7"})

        assert 1 <= int(refused.headers["Retry-After"]) <= 60

    def test_a_storage_that_is_down_leaves_the_count_to_the_database(
        self, ask: Ask, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(*_: t.Any, **__: t.Any) -> t.Any:
            raise ConnectionError("no storage")

        monkeypatch.setattr(FixedWindowRateLimiter, "hit", fail)

        assert questions(ask, 3, headers={"X-User": "7"}) == [200, 200, 429]

    def test_a_limit_of_the_application_itself_has_our_shape(
        self, tmp_path: t.Any, services: t.Any
    ) -> None:
        app = Flask("limited", root_path=str(tmp_path))
        app.secret_key = "k"  # noqa: S105
        Limiter(
            lambda: "one", app=app, default_limits=["1/hour"], storage_uri="memory://"
        )
        for blueprint in make_blueprints(services.settings, lambda: services):
            app.register_blueprint(blueprint)
        client = app.test_client()
        client.get("/model-mind/manifest")

        refused = client.get("/model-mind/manifest")

        assert refused.status_code == 429
        assert refused.get_json()["error"]["code"] == "rate_limited"
