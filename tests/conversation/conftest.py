"""A store on each kind of database, and a clock that is moved by hand."""

from __future__ import annotations

import datetime as dt
import os
from collections import abc as cabc
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.pool import StaticPool

from flask_modelmind.conversation import ConversationStore
from flask_modelmind.conversation import Owner
from flask_modelmind.settings import Settings

SERVERS = {
    name: os.environ[variable]
    for name, variable in (
        ("postgresql", "MODELMIND_TEST_POSTGRESQL"),
        ("mariadb", "MODELMIND_TEST_MARIADB"),
    )
    if variable in os.environ
}


class Clock:
    def __init__(self) -> None:
        self.now = dt.datetime(2026, 4, 3, 12, 0, 0, 123456, tzinfo=dt.UTC)

    def __call__(self) -> dt.datetime:
        return self.now

    def advance(self, **parts: float) -> None:
        self.now += dt.timedelta(**parts)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def settings() -> Settings:
    return Settings(table_prefix="mm_test_")


@pytest.fixture(params=["file", "memory", *SERVERS])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> cabc.Iterator[sa.Engine]:
    if request.param == "file":
        engine = sa.create_engine(f"sqlite:///{tmp_path / 'app.db'}")
    elif request.param == "memory":
        engine = sa.create_engine(
            "sqlite://",
            poolclass=StaticPool,
            connect_args={"check_same_thread": False},
        )
    else:
        engine = sa.create_engine(SERVERS[request.param])
    yield engine
    if request.param in SERVERS:
        found = sa.MetaData()
        found.reflect(engine)
        found.drop_all(
            engine, [t for n, t in found.tables.items() if n.startswith("mm_test_")]
        )
    engine.dispose()


@pytest.fixture
def store(settings: Settings, engine: sa.Engine, clock: Clock) -> ConversationStore:
    return ConversationStore(settings, lambda: engine, clock)


@pytest.fixture
def owner() -> Owner:
    return Owner(kind="user", id="7")
