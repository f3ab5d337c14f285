"""The demo, filled once, and a way to ask it over HTTP as any of its users."""

from __future__ import annotations

import dataclasses
import json
import typing as t
from collections import abc as cabc
from pathlib import Path

import airportsdata
import pytest
import sqlalchemy as sa
from flask import Flask
from flask.testing import FlaskClient

from demo import create_app
from demo import seed
from demo.extensions import db
from demo.models import User

ORIGIN = {"Origin": "http://localhost"}
Json = dict[str, t.Any]
Ask = cabc.Callable[..., Json]
LogIn = cabc.Callable[[Flask, str | None], FlaskClient]


@dataclasses.dataclass(frozen=True, kw_only=True)
class Case:
    """One row of a table of questions; references to real data are resolved."""

    id: str
    lang: str
    question: str
    user: str | None = None
    """Name of the demo user who asks; ``None`` for a visitor."""
    records: tuple[str, ...] = ()
    """Labels of the records that must be cited, and no others."""
    values: tuple[str, ...] = ()
    """What the answer must say."""
    columns: tuple[str, ...] = ()
    """Columns that must stand on the card."""
    absent: tuple[str, ...] = ()
    """What may stand nowhere in the response."""
    refused: bool = False


class Truth:
    """What the demo's sources say, read from them and not from the application."""

    LABELS: t.ClassVar = {
        "airport": "{name} ({icao})",
        "product": "{name} ({sku})",
        "order": "Order {number}",
        "customer": "{name} ({number})",
        "policy": "{title}",
    }
    KEYS: t.ClassVar = {
        "product": ("products", "sku"),
        "order": ("orders", "number"),
        "customer": ("customers", "number"),
        "policy": ("policies", "slug"),
    }

    COLUMNS: t.ClassVar = {"elevation": "elevation_ft", "tz": "timezone"}
    """Columns that the demo calls otherwise than ``airportsdata``."""

    def __init__(self) -> None:
        shop = json.loads(seed.SHOP_FILE.read_text(encoding="utf-8"))
        self._rows = {
            kind: {row[column]: row for row in shop[table]}
            for kind, (table, column) in self.KEYS.items()
        }
        self._rows["airport"] = airportsdata.load("ICAO")

    def label(self, reference: str) -> str:
        """Return the label of ``kind:key``."""
        kind, _, key = reference.partition(":")
        if kind not in self.LABELS:
            return key
        return self.LABELS[kind].format_map(self._rows[kind][key])

    def value(self, text: str) -> str:
        """Return the value of ``kind:key.column``, or a plain text as it is."""
        kind, _, rest = text.partition(":")
        if kind not in self._rows:
            return text
        key, _, column = rest.partition(".")
        value = self._rows[kind][key][column]
        return f"{value:g}" if isinstance(value, float) else str(value)

    def column(self, text: str) -> str | None:
        """Return the demo's column that ``kind:key.column`` is about."""
        kind, _, rest = text.partition(":")
        name = rest.partition(".")[2]
        return self.COLUMNS.get(name, name) if kind in self._rows else None


TABLES = ("questions", "on_topic", "off_topic")
"""The questions of the demo's promise, then further ones with and without an answer."""


def read_cases() -> list[Case]:
    """Return the questions with what the installed data says about them."""
    truth = Truth()
    files = [Path(__file__).parent / f"{name}.json" for name in TABLES]

    return [
        Case(
            **row
            | {
                "records": tuple(map(truth.label, row.get("records", ()))),
                "values": tuple(map(truth.value, row.get("values", ()))),
                "columns": tuple(
                    filter(None, map(truth.column, row.get("values", ())))
                ),
                "absent": tuple(map(truth.value, row.get("absent", ()))),
            }
        )
        for file in files
        for row in json.loads(file.read_text(encoding="utf-8"))
    ]


GROUPS: dict[str, cabc.Callable[[Case], bool]] = {
    "answerable": lambda case: bool(case.records),
    "unanswerable": lambda case: case.refused,
    "secretive": lambda case: bool(case.absent),
}
"""Name of a test's argument → the questions it is run with."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    for name, belongs in GROUPS.items():
        if name in metafunc.fixturenames:
            cases = [case for case in read_cases() if belongs(case)]
            metafunc.parametrize(name, cases, ids=[case.id for case in cases])


@pytest.fixture(scope="session")
def demo_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A filled database file, made once and only read."""
    folder = tmp_path_factory.mktemp("demo")
    app = create_app(instance_path=str(folder))
    with app.app_context():
        assert seed.seed() > 20_000
        db.engine.dispose()
    return folder / "shop.sqlite"


@pytest.fixture(scope="session")
def make_demo(
    demo_database: Path, tmp_path_factory: pytest.TempPathFactory
) -> cabc.Callable[..., Flask]:
    """Make a demo application on the filled database, with further settings."""

    def make(**config: t.Any) -> Flask:
        return create_app(
            {
                "TESTING": True,
                "SECRET_KEY": "test",
                "SQLALCHEMY_DATABASE_URI": f"sqlite:///{demo_database}",
                "MODEL_MIND_RATE_LIMIT": 10_000,
                **config,
            },
            instance_path=str(tmp_path_factory.mktemp("instance")),
        )

    return make


@pytest.fixture(scope="session")
def demo_app(make_demo: cabc.Callable[..., Flask]) -> Flask:
    """The demo as ``make demo`` runs it: no key, so the extractive provider."""
    return make_demo(MODEL_MIND_PROVIDER="extractive")


@pytest.fixture(scope="session")
def log_in() -> LogIn:
    """Return a browser in which the user of a name is logged in."""

    def log_in(app: Flask, user: str | None) -> FlaskClient:
        client = app.test_client()
        if user is not None:
            with app.app_context():
                user_id = db.session.scalar(sa.select(User.id).filter_by(name=user))
            client.post("/login", data={"user_id": user_id})
        return client

    return log_in


@pytest.fixture(scope="session")
def ask(log_in: LogIn) -> Ask:
    """Ask over HTTP and return the decoded answer."""

    def ask(app: Flask, question: str, *, user: str | None = None) -> Json:
        response = log_in(app, user).post(
            "/model-mind/chat", json={"question": question}, headers=ORIGIN
        )
        assert response.status_code == 200, response.text
        return t.cast(Json, response.get_json())

    return ask
