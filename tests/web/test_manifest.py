from __future__ import annotations

import typing as t

import pytest
from flask import Flask
from flask.testing import FlaskClient

from flask_modelmind.settings import Settings


@pytest.fixture
def settings() -> Settings:
    return Settings(
        name="<b>Shop</b> helper",
        default_questions=("Sold out?", "<i>New?</i>", "x" * 200, *"abcdefgh"),
    )


def manifest(client: FlaskClient, prefix: str = "/api/model-mind") -> t.Any:
    return client.get(f"{prefix}/manifest").get_json()


def test_the_manifest_tells_all_that_a_client_needs(
    client: FlaskClient,
) -> None:
    body = manifest(client)

    assert set(body["features"]) == {
        "feedback",
        "actions",
        "citations",
        "streaming",
        "analytics",
        "page_context",
    }
    assert body["limits"]["question_characters"] == 2_000
    assert body["limits"]["page_context_characters"] == 6_000
    assert body["session_lifetime_minutes"] == 120
    assert set(body["endpoints"]) >= {"chat", "stream", "session", "turn", "stop"}


def test_texts_come_without_tags_and_within_their_limits(client: FlaskClient) -> None:
    body = manifest(client)

    assert body["name"] == "Shop helper"
    assert body["default_questions"][:3] == ["Sold out?", "New?", "x" * 90]
    assert len(body["default_questions"]) == 6


def test_each_prefix_names_its_own_endpoints(client: FlaskClient) -> None:
    web, api = manifest(client, "/model-mind"), manifest(client)

    assert web["endpoints"]["chat"] == "/model-mind/chat"
    assert api["endpoints"]["chat"] == "/api/model-mind/chat"
    assert api["endpoints"]["stop"] == "/api/model-mind/turns/{turn}/stop"


def test_endpoints_follow_the_path_the_app_is_mounted_at(client: FlaskClient) -> None:
    body = client.get(
        "/model-mind/manifest", environ_overrides={"SCRIPT_NAME": "/shop"}
    ).get_json()

    assert body["endpoints"]["chat"] == "/shop/model-mind/chat"


def test_static_files_have_an_address_of_their_own(app: Flask) -> None:
    """Below the prefix, and with a fingerprint: no cache shows an old script."""
    with app.test_request_context():
        address = app.url_for("modelmind.static", filename="modelmind/modelmind.css")

    assert address.startswith("/model-mind/static/")
    found = app.test_client().get(address)
    assert found.status_code == 200
    assert found.headers.get("Cache-Control") != "no-store"
    found.close()
