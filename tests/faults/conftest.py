"""One desk a test, and the databases it opened closed again."""

from __future__ import annotations

import typing as t
from collections import abc as cabc
from pathlib import Path

import pytest

from flask_modelmind.testing import ScriptedProvider
from tests.faults.desk import Desk
from tests.faults.desk import make_desk

MakeDesk = cabc.Callable[..., Desk]


@pytest.fixture
def desk_of(tmp_path: Path) -> cabc.Iterator[MakeDesk]:
    """Build a desk whose language model gives the answers of the test."""
    desks: list[Desk] = []

    def build(answers: t.Any = "", *, cut: t.Any = None, **config: t.Any) -> Desk:
        folder = tmp_path / str(len(desks))
        folder.mkdir()
        desks.append(make_desk(folder, ScriptedProvider(answers, cut=cut), **config))
        return desks[-1]

    yield build

    for desk in desks:
        with desk.app.app_context():
            desk.db.engine.dispose()
