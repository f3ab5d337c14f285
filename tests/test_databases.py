"""The whole turn over each way an application may hold its database."""

from __future__ import annotations

import typing as t
from pathlib import Path

import flask_sqlalchemy_lite
import pytest
import sqlalchemy as sa
from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import orm

from flask_modelmind import ModelMind


class Base(orm.DeclarativeBase):
    pass


class Lamp(Base):
    __tablename__ = "lamp"
    id: orm.Mapped[int] = orm.mapped_column(primary_key=True)
    name: orm.Mapped[str] = orm.mapped_column(sa.String(40))
    watts: orm.Mapped[int]


def fill(engine: sa.Engine) -> None:
    Base.metadata.drop_all(engine)
    Base.metadata.create_all(engine)
    with engine.begin() as connection:
        connection.execute(sa.insert(Lamp).values(name="Aurora 9", watts=40))


def chat(app: Flask) -> dict[str, t.Any]:
    response = app.test_client().post(
        "/model-mind/chat", json={"question": "How many watts has the Aurora 9?"}
    )
    assert response.status_code == 200, response.text
    return t.cast("dict[str, t.Any]", response.json)


def check(body: dict[str, t.Any]) -> None:
    assert "40" in body["answer"]
    assert [c["record"] for c in body["citations"]] == ["Aurora 9"]
    assert body["claims"][0]["verdict"] == "supported"


def test_a_turn_runs_over_flask_sqlalchemy(app: Flask) -> None:
    app.config["SQLALCHEMY_DATABASE_URI"] = "sqlite:///lamps.db"
    db = SQLAlchemy(app, model_class=Base)
    ModelMind(app).register(Lamp)
    with app.app_context():
        fill(db.engine)

    check(chat(app))


def test_a_turn_runs_over_flask_sqlalchemy_in_memory(app: Flask) -> None:
    app.config["SQLALCHEMY_DATABASE_URI"] = "sqlite://"
    db = SQLAlchemy(app, model_class=Base)
    ModelMind(app).register(Lamp)
    with app.app_context():
        fill(db.engine)

    check(chat(app))


def test_a_turn_runs_over_flask_sqlalchemy_lite(app: Flask, tmp_path: Path) -> None:
    app.config["SQLALCHEMY_ENGINES"] = {"default": f"sqlite:///{tmp_path / 'l.db'}"}
    db = flask_sqlalchemy_lite.SQLAlchemy(app)
    ModelMind(app).register(Lamp)
    with app.app_context():
        fill(db.engine)

    check(chat(app))


def test_a_turn_runs_over_plain_sqlalchemy(app: Flask, tmp_path: Path) -> None:
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'plain.db'}")
    fill(engine)
    ModelMind(app, sessions=orm.sessionmaker(engine)).register(Lamp)

    check(chat(app))


def test_a_turn_runs_over_a_scoped_session(app: Flask, tmp_path: Path) -> None:
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'scoped.db'}")
    fill(engine)
    sessions = orm.scoped_session(orm.sessionmaker(engine))
    ModelMind(app, sessions=sessions).register(Lamp)

    check(chat(app))


@pytest.mark.parametrize("server", ["postgresql_url", "mariadb_url"])
def test_a_turn_runs_over_a_database_server(
    app: Flask, server: str, request: pytest.FixtureRequest
) -> None:
    app.config["SQLALCHEMY_DATABASE_URI"] = request.getfixturevalue(server)
    app.config["MODEL_MIND_TABLE_PREFIX"] = "whole_turn_"
    db = SQLAlchemy(app, model_class=Base)
    ModelMind(app).register(Lamp)
    with app.app_context():
        engine = db.engine
    fill(engine)

    check(chat(app))
    engine.dispose()


def test_an_app_without_a_database_says_so(app: Flask) -> None:
    ModelMind(app).register(Lamp)

    response = app.test_client().post("/model-mind/chat", json={"question": "Lamps?"})

    assert response.status_code == 503
    assert response.json is not None
    assert response.json["error"]["code"] == "storage_unavailable"
