from __future__ import annotations

import json

import pytest
import sqlalchemy as sa
from click.testing import Result
from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import orm

from flask_modelmind import ModelMind
from flask_modelmind import Viewer
from flask_modelmind.settings import settings_table


class Base(orm.DeclarativeBase):
    pass


class Parcel(Base):
    __tablename__ = "parcel"
    id: orm.Mapped[int] = orm.mapped_column(primary_key=True)
    name: orm.Mapped[str]
    status: orm.Mapped[str]
    owner: orm.Mapped[str]
    password_hash: orm.Mapped[str]


@pytest.fixture
def app(app: Flask) -> Flask:
    app.config["SQLALCHEMY_DATABASE_URI"] = "sqlite:///parcels.db"
    db = SQLAlchemy(app, model_class=Base)
    mind = ModelMind(app)
    mind.register(Parcel, label="Parcels")
    mind.scope(Parcel)(own_parcels)
    mind.user_loader({"ada": Viewer(id="ada")}.get)
    with app.app_context():
        Base.metadata.create_all(db.engine)
        with db.engine.begin() as connection:
            connection.execute(
                sa.insert(Parcel).values(
                    {
                        "name": "Box 7",
                        "status": "shipped",
                        "owner": "ada",
                        "password_hash": "s3cr3t",
                    }
                )
            )
    return app


def own_parcels(
    select: sa.Select[tuple[Parcel]], viewer: Viewer
) -> sa.Select[tuple[Parcel]]:
    return select.where(Parcel.owner == viewer.id)


def run(app: Flask, *arguments: str) -> Result:
    return app.test_cli_runner().invoke(args=["modelmind", *arguments])


def test_ask_prints_the_answer_and_its_sources(app: Flask) -> None:
    result = run(app, "ask", "What is the status of Box 7?", "--as-user", "ada")

    assert result.exit_code == 0
    assert "shipped" in result.output
    assert "[1] Parcels: Box 7 (status)" in result.output


def test_ask_without_a_user_sees_what_a_visitor_sees(app: Flask) -> None:
    result = run(app, "ask", "What is the status of Box 7?")

    assert result.exit_code == 0
    assert "shipped" not in result.output


def test_ask_prints_the_wire_form_as_json(app: Flask) -> None:
    result = run(app, "ask", "Box 7 status?", "--as-user", "ada", "--json")

    answer = json.loads(result.output)
    assert answer["citations"][0]["record"] == "Box 7"
    assert "source_id" not in answer["citations"][0]


def test_ask_writes_in_the_language_it_is_told(app: Flask) -> None:
    asked = ("ask", "Box 7 status?", "--as-user", "ada", "--lang", "fa")
    assert "وضعیت" in run(app, *asked).output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["ask", "x"], "too short"),
        (["ask", "Box 7?", "--as-user", "nobody"], "no such user"),
        (["inspect-context", "--question", "x"], "too short"),
    ],
)
def test_what_cannot_be_asked_is_an_error_with_its_reason(
    app: Flask, arguments: list[str], message: str
) -> None:
    result = run(app, *arguments)

    assert result.exit_code == 1
    assert message in result.output
    assert "Traceback" not in result.output


def test_a_user_loader_that_fails_is_an_error_and_no_traceback(app: Flask) -> None:
    app.extensions["modelmind"].user_loader(int)

    result = run(app, "ask", "Box 7?", "--as-user", "ada")

    assert result.exit_code == 1
    assert "the user loader failed for 'ada': ValueError" in result.output
    assert "Traceback" not in result.output


def test_inspect_context_tells_what_is_shown_and_why_the_rest_is_not(
    app: Flask,
) -> None:
    result = run(app, "inspect-context")

    assert result.exit_code == 0
    assert "Parcels: id, name, status, owner" in result.output
    assert "hidden: password_hash (" in result.output
    assert "s3cr3t" not in result.output


def test_inspect_context_shows_the_exact_prompt_of_a_question(app: Flask) -> None:
    asked = ("inspect-context", "--question", "Box 7?", "--as-user", "ada", "--json")
    shown = json.loads(run(app, *asked).output)

    assert shown["records"] == ["Box 7"]
    assert "Box 7" in shown["data"]
    assert "Box 7" not in shown["system"]
    assert shown["characters"] == len(shown["system"]) + len(shown["data"])


def test_settings_prints_the_table(app: Flask) -> None:
    assert run(app, "settings").output.strip() == settings_table()


def test_create_tables_creates_what_is_missing_and_may_be_repeated(app: Flask) -> None:
    first, second = run(app, "create-tables"), run(app, "create-tables")

    assert (first.exit_code, second.exit_code) == (0, 0)
    assert first.output == second.output == "The tables are there.\n"
