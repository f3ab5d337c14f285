"""Addresses under sub-paths, subdomains and several hosts, and without a request."""

from __future__ import annotations

import datetime as dt
import decimal
import enum
import os
import typing as t
import uuid
from pathlib import Path
from types import SimpleNamespace

import pytest
from flask import Blueprint
from flask import Flask

from flask_modelmind.actions import Actions
from flask_modelmind.actions.endpoints import read_values
from flask_modelmind.declarations import ActionOptions
from flask_modelmind.settings import Settings
from flask_modelmind.values import Viewer

HELP = ActionOptions(key="help", endpoint="help")


def offered(action: ActionOptions = HELP) -> list[str]:
    offers = Actions(Settings()).offers((), [action], Viewer(), lambda seed: "0" * 16)
    return [offer.link.url for offer in offers]


@pytest.fixture
def app(app: Flask) -> Flask:
    app.add_url_rule("/help", "help", str)
    return app


def test_an_app_under_a_sub_path_keeps_it(app: Flask) -> None:
    with app.test_request_context(base_url="http://shop.test/app"):
        assert offered() == ["/app/help"]


def test_outside_a_request_nothing_is_offered_and_nothing_raised(
    app: Flask, log: pytest.LogCaptureFixture
) -> None:
    with app.app_context():
        assert offered() == []

    assert "'help' has no address: RuntimeError" in log.text


def test_outside_a_request_a_server_name_is_enough(app: Flask) -> None:
    app.config["SERVER_NAME"] = "shop.test"

    with app.app_context():
        assert offered() == ["http://shop.test/help"]


def test_a_subdomain_becomes_a_full_address(tmp_path: Path) -> None:
    app = Flask("tests", root_path=os.fspath(tmp_path), subdomain_matching=True)
    app.config["SERVER_NAME"] = "shop.test"
    docs = Blueprint("docs", "docs", root_path=os.fspath(tmp_path), subdomain="docs")
    docs.add_url_rule("/help", "help", str)
    app.register_blueprint(docs)

    with app.test_request_context(base_url="http://shop.test"):
        assert offered(ActionOptions(key="help", endpoint="docs.help")) == [
            "http://docs.shop.test/help"
        ]


def test_host_matching_becomes_a_full_address(tmp_path: Path) -> None:
    app = Flask(
        "tests",
        root_path=os.fspath(tmp_path),
        host_matching=True,
        static_folder=None,
    )
    app.add_url_rule("/help", "help", str, host="help.test")

    with app.test_request_context(base_url="http://shop.test"):
        assert offered() == ["http://help.test/help"]


def test_an_endpoint_that_needs_a_form_is_built_for_its_method(app: Flask) -> None:
    app.add_url_rule("/ask", "ask", str, methods=["GET"])
    app.add_url_rule("/ask/send", "ask", str, methods=["POST"])

    with app.test_request_context():
        assert offered(ActionOptions(key="a", endpoint="ask", method="POST")) == [
            "/ask/send"
        ]


def test_failing_defaults_of_the_application_drop_the_action(app: Flask) -> None:
    @app.url_defaults
    def fails(endpoint: str, values: dict[str, t.Any]) -> None:
        raise LookupError("hunter2")

    with app.test_request_context():
        assert offered() == []


class Size(enum.Enum):
    LARGE = "l"


KEY = uuid.UUID("12345678123456781234567812345678")
VALUES: dict[str, tuple[t.Any, str]] = {
    "int": (5, "5"),
    "zero": (0, "0"),
    "decimal": (decimal.Decimal("1.50"), "1.50"),
    "uuid": (KEY, str(KEY)),
    "date": (dt.date(2026, 4, 3), "2026-04-03"),
    "enum": (Size.LARGE, "l"),
    "persian": ("کتاب", "کتاب"),
    "dots": ("v1..2", "v1..2"),
}


@pytest.mark.parametrize(("value", "text"), VALUES.values(), ids=VALUES)
def test_a_plain_value_is_a_parameter(value: t.Any, text: str) -> None:
    action = ActionOptions(key="a", endpoint="a", values={"p": "column"})

    _, texts = read_values(action, SimpleNamespace(column=value))

    assert texts == {"p": text}
