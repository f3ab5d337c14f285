from __future__ import annotations

import os
from collections import abc as cabc
from pathlib import Path

import pytest
import sqlalchemy as sa
from flask import Flask
from flask_sqlalchemy import SQLAlchemy

from flask_modelmind.settings import Settings
from flask_modelmind.sources import Records
from flask_modelmind.sources import Registry

SERVERS = {
    name: os.environ[variable]
    for name, variable in (
        ("postgresql", "MODELMIND_TEST_POSTGRESQL"),
        ("mariadb", "MODELMIND_TEST_MARIADB"),
    )
    if os.environ.get(variable)
}

SECRET_NAMES = ("password", "token", "secret", "api_key")


def hides(name: str) -> str | None:
    """Stand in for the list of sensitive columns that ``access`` holds."""
    return next(
        (f"'{word}' is sensitive" for word in SECRET_NAMES if word in name), None
    )


@pytest.fixture(params=["sqlite", *SERVERS])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> cabc.Iterator[str]:
    """One database after the other; a server's is emptied afterwards."""
    name: str = request.param
    url = SERVERS.get(name, f"sqlite:///{tmp_path / 'test.db'}")
    yield url
    if name in SERVERS:
        engine = sa.create_engine(url)
        metadata = sa.MetaData()
        metadata.reflect(engine)
        metadata.drop_all(engine)
        engine.dispose()


@pytest.fixture
def db(app: Flask, database_url: str) -> cabc.Iterator[SQLAlchemy]:
    """Flask-SQLAlchemy on each database, inside an application context."""
    app.config["SQLALCHEMY_DATABASE_URI"] = database_url
    db = SQLAlchemy()
    db.init_app(app)
    with app.app_context():
        yield db
        db.session.remove()
        for engine in db.engines.values():
            engine.dispose()


@pytest.fixture
def registry() -> Registry:
    return Registry()


@pytest.fixture
def records(registry: Registry) -> cabc.Iterator[Records]:
    records = Records(registry, Settings(), hides)
    yield records
    records.release()
