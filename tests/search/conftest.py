from __future__ import annotations

import os
from collections import abc as cabc
from pathlib import Path

import pytest
import sqlalchemy as sa

SERVERS = {
    "postgresql": "MODELMIND_TEST_POSTGRESQL",
    "mariadb": "MODELMIND_TEST_MARIADB",
}
"""Database → environment variable with its SQLAlchemy URL."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the contract on SQLite, and on each server that is there."""
    if "database_url" in metafunc.fixturenames:
        urls = {name: os.environ.get(key) for name, key in SERVERS.items()}
        there = {"sqlite": "", **{name: url for name, url in urls.items() if url}}
        metafunc.parametrize(
            "database_url", list(there.values()), ids=list(there), indirect=True
        )


@pytest.fixture
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    url: str = request.param
    return url or f"sqlite:///{tmp_path / 'search.db'}"


@pytest.fixture
def engine(database_url: str) -> cabc.Iterator[sa.Engine]:
    engine = sa.create_engine(database_url)
    yield engine
    engine.dispose()
