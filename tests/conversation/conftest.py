"""A store on each kind of database, and a clock that is moved by hand."""

from __future__ import annotations

import datetime as dt
from collections import abc as cabc
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.pool import StaticPool

from flask_modelmind.conversation import ConversationStore
from flask_modelmind.conversation import Owner
from flask_modelmind.settings import Settings

PREFIX = "mm_test_"


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
    return Settings(table_prefix=PREFIX)


def _file(request: pytest.FixtureRequest) -> sa.Engine:
    folder: Path = request.getfixturevalue("tmp_path")
    return sa.create_engine(f"sqlite:///{folder / 'app.db'}")


def _memory(_: pytest.FixtureRequest) -> sa.Engine:
    shared = {"check_same_thread": False}
    return sa.create_engine("sqlite://", poolclass=StaticPool, connect_args=shared)


def _postgresql(request: pytest.FixtureRequest) -> sa.Engine:
    return sa.create_engine(request.getfixturevalue("postgresql_url"))


def _mariadb(request: pytest.FixtureRequest) -> sa.Engine:
    return sa.create_engine(request.getfixturevalue("mariadb_url"))


@pytest.fixture(params=[_file, _memory, _postgresql, _mariadb])
def engine(request: pytest.FixtureRequest) -> cabc.Iterator[sa.Engine]:
    engine: sa.Engine = request.param(request)
    yield engine
    left = sa.MetaData()
    left.reflect(engine, only=lambda name, _: name.startswith(PREFIX))
    left.drop_all(engine)
    engine.dispose()


@pytest.fixture
def store(settings: Settings, engine: sa.Engine, clock: Clock) -> ConversationStore:
    return ConversationStore(settings, lambda: engine, clock)


@pytest.fixture
def owner() -> Owner:
    return Owner(kind="user", id="7")
