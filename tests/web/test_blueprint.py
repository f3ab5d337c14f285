from __future__ import annotations

import gc
import typing as t
import weakref

import pytest
from flask import Flask
from flask.testing import FlaskClient

from flask_modelmind.settings import Settings
from flask_modelmind.web import make_blueprints
from flask_modelmind.web.blueprint import fingerprint


def test_two_apps_of_one_process_have_their_own_parts(
    app: Flask, services: t.Any, tmp_path: t.Any
) -> None:
    other = Flask("other", root_path=str(tmp_path))
    other.secret_key = "other"  # noqa: S105
    settings = Settings(route_prefix="assistant", name="Other")
    parts = type(services)(
        settings=settings,
        access=services.access,
        pipeline=services.pipeline,
        store=services.store,
    )
    for blueprint in make_blueprints(settings, lambda: parts):
        other.register_blueprint(blueprint)

    here = app.test_client().get("/model-mind/manifest").get_json()
    there = other.test_client().get("/assistant/manifest").get_json()

    assert (here["name"], there["name"]) == ("ModelMind", "Other")


def test_an_app_that_is_gone_is_freed(services: t.Any) -> None:
    """The blueprints are kept by the app, never the other way round."""
    app = Flask("gone")
    blueprints = make_blueprints(services.settings, lambda: services)
    for blueprint in blueprints:
        app.register_blueprint(blueprint)
    gone = weakref.ref(app)

    del app
    gc.collect()

    assert gone() is None
    assert blueprints


@pytest.mark.parametrize("prefix", ["/ask", "ask", "/ask/", "ask/"])
def test_a_prefix_may_be_written_with_or_without_slashes(
    services: t.Any, prefix: str
) -> None:
    app = Flask("prefix")
    settings = Settings(route_prefix=prefix, api_enabled=False)
    for blueprint in make_blueprints(settings, lambda: services):
        app.register_blueprint(blueprint)

    assert app.test_client().get("/ask/manifest").status_code == 200


def test_the_address_of_static_files_follows_their_content(tmp_path: t.Any) -> None:
    (tmp_path / "a.css").write_text("one")
    before = fingerprint(tmp_path)

    (tmp_path / "a.css").write_text("two")
    changed = fingerprint(tmp_path)
    (tmp_path / "a.css").rename(tmp_path / "b.css")
    renamed = fingerprint(tmp_path)

    assert len({before, changed, renamed}) == 3


def test_a_static_file_that_is_not_there_is_the_one_error_shape(
    client: FlaskClient,
) -> None:
    response = client.get("/model-mind/static/x/no.js")

    assert response.status_code == 404
    assert response.get_json()["error"]["code"] == "not_found"


def test_head_and_options_are_answered(client: FlaskClient) -> None:
    assert client.head("/model-mind/session").status_code == 200
    assert client.options("/model-mind/chat").status_code == 200
