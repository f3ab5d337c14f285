from __future__ import annotations

import gc
import itertools
import typing as t
import weakref

import pytest
import sqlalchemy as sa
from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import orm

from flask_modelmind import ConfigError
from flask_modelmind import ModelMind
from flask_modelmind import QuestionError
from flask_modelmind import RegistrationError
from flask_modelmind import Viewer
from flask_modelmind.testing import ScriptedProvider
from flask_modelmind.values import AnswerReady
from flask_modelmind.values import Delta
from flask_modelmind.values import Message


class Base(orm.DeclarativeBase):
    pass


class Item(Base):
    __tablename__ = "item"
    id: orm.Mapped[int] = orm.mapped_column(primary_key=True)
    name: orm.Mapped[str]
    stock: orm.Mapped[int]
    owner: orm.Mapped[str | None]


@pytest.fixture
def db(app: Flask) -> SQLAlchemy:
    app.config["SQLALCHEMY_DATABASE_URI"] = "sqlite:///items.db"
    return SQLAlchemy(app, model_class=Base)


@pytest.fixture
def mind(app: Flask, db: SQLAlchemy) -> ModelMind:
    mind = ModelMind(app)
    mind.register(Item, label="Items")
    with app.app_context():
        Base.metadata.create_all(db.engine)
        with db.engine.begin() as connection:
            connection.execute(
                sa.insert(Item),
                [
                    {"name": "Falcon 40", "stock": 12, "owner": "ada"},
                    {"name": "Falcon 60", "stock": 0, "owner": "bob"},
                ],
            )
    return mind


def test_a_question_is_answered_with_the_field_that_proves_it(
    app: Flask, mind: ModelMind
) -> None:
    with app.test_request_context():
        answer = mind.ask("How many Falcon 40 are in stock?")

    assert answer.text == "The stock of Falcon 40 is 12."
    assert [(c.record, c.columns) for c in answer.citations] == [
        ("Falcon 40", ("stock",))
    ]


def test_a_stream_drained_is_the_answer(app: Flask, mind: ModelMind) -> None:
    with app.test_request_context():
        events = list(mind.stream("Falcon 40 stock?"))

    text = "".join(event.text for event in events if isinstance(event, Delta))
    assert isinstance(events[-1], AnswerReady)
    assert text == events[-1].answer.text


def test_asking_works_outside_a_request_as_a_visitor(
    app: Flask, mind: ModelMind
) -> None:
    with app.app_context():
        assert mind.ask("Falcon 60 stock?").citations[0].record == "Falcon 60"


def test_a_follow_up_is_about_the_latest_subject_alone(
    app: Flask, mind: ModelMind
) -> None:
    history = [
        Message(role="assistant", text="", names=("Falcon 60",)),
        Message(role="user", text="And the Falcon 40?"),
        Message(role="assistant", text="", names=("Falcon 40",)),
    ]
    with app.app_context():
        answer = mind.ask("Is it in stock?", history=history)

    assert [c.record for c in answer.citations] == ["Falcon 40"]


def test_a_scope_holds_for_the_viewer_who_asks(app: Flask, mind: ModelMind) -> None:
    @mind.scope(Item)
    def own(select: sa.Select[tuple[Item]], viewer: Viewer) -> sa.Select[tuple[Item]]:
        return select.where(Item.owner == viewer.id)

    with app.app_context():
        seen = mind.ask("Falcon 40 stock?", viewer=Viewer(id="ada"))
        unseen = mind.ask("Falcon 40 stock?", viewer=Viewer(id="bob"))

    assert seen.citations[0].record == "Falcon 40"
    assert "12" not in unseen.text
    assert all(c.record == "Falcon 60" for c in unseen.citations)


def test_an_off_topic_question_is_refused_without_citations(
    app: Flask, mind: ModelMind
) -> None:
    with app.app_context():
        answer = mind.ask("Who won the chess olympiad?")

    assert (answer.status, answer.reason) == ("refused", "not_found")
    assert answer.citations == ()


@pytest.mark.parametrize("question", ["", " ", "a", "x" * 2_001])
def test_a_question_of_wrong_length_is_refused(
    app: Flask, mind: ModelMind, question: str
) -> None:
    with app.app_context(), pytest.raises(QuestionError):
        mind.ask(question)


def test_two_apps_keep_their_own_settings() -> None:
    """One extension object may serve several applications."""
    mind = ModelMind()
    small, large = Flask("small"), Flask("large")
    small.config["MODEL_MIND_QUESTION_CHARACTERS"] = 10
    mind.init_app(small)
    mind.init_app(large)

    with small.app_context():
        assert mind.settings.question_characters == 10

    with large.app_context():
        assert mind.settings.question_characters == 2_000


def test_an_app_can_be_freed() -> None:
    """The extension does not keep an application alive."""
    mind = ModelMind()
    app = Flask("short-lived")
    mind.init_app(app)
    gone = weakref.ref(app)
    del app
    gc.collect()
    assert gone() is None


def test_init_twice_fails(app: Flask) -> None:
    ModelMind(app)

    with pytest.raises(ConfigError, match="has a 'ModelMind' already"):
        ModelMind(app)


def test_an_app_without_init_app_is_named(app: Flask) -> None:
    mind = ModelMind()

    with app.app_context(), pytest.raises(ConfigError, match="not called for the app"):
        _ = mind.settings


def test_the_model_decorator_works_with_and_without_parentheses() -> None:
    class Other(orm.DeclarativeBase):
        pass

    mind = ModelMind()

    @mind.model
    class Bare(Other):
        __tablename__ = "bare"
        id: orm.Mapped[int] = orm.mapped_column(primary_key=True)

    @mind.model(label="Goods")
    class Named(Other):
        __tablename__ = "named"
        id: orm.Mapped[int] = orm.mapped_column(primary_key=True)

    assert [entry.label for entry in mind.registry.entries()] == ["Bare", "Goods"]


def test_an_unknown_option_of_a_model_is_refused() -> None:
    with pytest.raises(RegistrationError, match="'colour' is not an option"):
        ModelMind().register(Item, colour="red")


def test_a_hook_that_is_not_callable_is_refused() -> None:
    with pytest.raises(RegistrationError, match="expected a callable"):
        ModelMind().scope(Item)("own")  # type: ignore[type-var]


def test_an_unknown_provider_is_refused_at_start(app: Flask) -> None:
    app.config["MODEL_MIND_PROVIDER"] = "opnai"

    with pytest.raises(ConfigError, match="openai"):
        ModelMind(app)


def test_a_secret_inside_a_text_never_reaches_the_prompt(
    app: Flask, db: SQLAlchemy
) -> None:
    key = "sk-" + "a1B2c3D4" * 5
    app.config["MODEL_MIND_PROVIDER"] = "custom"
    provider = ScriptedProvider("It is {source:Falcon}.")
    app.config["MODEL_MIND_CUSTOM_PROVIDER"] = provider
    mind = ModelMind(app)
    mind.register(Item)
    with app.app_context():
        Base.metadata.create_all(db.engine)
        db.session.add(Item(name="Falcon", stock=1, owner=f"key {key} is here"))
        db.session.commit()

        mind.ask("Who owns the Falcon?")

    assert "Falcon" in provider.requests[0].prompt.data
    assert key not in provider.requests[0].prompt.data


def test_the_topmost_action_is_the_one_a_card_shows() -> None:
    mind = ModelMind()
    mind.action("items.edit", endpoint="edit", values={"id": "id"})(Item)
    mind.action("items.view", endpoint="view", values={"id": "id"})(Item)

    assert [action.key for action in mind.actions_of(Item)] == [
        "items.view",
        "items.edit",
    ]


def test_a_scope_that_raises_denies_and_warns(
    app: Flask, mind: ModelMind, caplog: pytest.LogCaptureFixture
) -> None:
    @mind.scope(Item)
    def broken(select: t.Any, viewer: Viewer) -> t.Any:
        raise KeyError(viewer)

    with app.app_context():
        assert mind.ask("Falcon 40 stock?").status == "refused"

    warnings = [r.getMessage() for r in caplog.records if r.levelname == "WARNING"]
    assert any("raised KeyError" in message for message in warnings)


@pytest.fixture
def falcon(app: Flask, db: SQLAlchemy) -> Flask:
    app.config["MODEL_MIND_PROVIDER"] = "custom"
    with app.app_context():
        Base.metadata.create_all(db.engine)
        db.session.add(Item(name="Falcon", stock=3, owner="Ada"))
        db.session.commit()
    return app


@pytest.mark.parametrize("cut", [1, 40_000])
def test_an_answer_without_an_end_is_cut_off(falcon: Flask, cut: int) -> None:
    """Each statement is checked and drawn, which costs a millisecond."""
    provider = ScriptedProvider("Falcon! " * 10_000, cut=cut)
    falcon.config["MODEL_MIND_CUSTOM_PROVIDER"] = provider
    mind = ModelMind(falcon)
    mind.register(Item)

    with falcon.app_context():
        answer = mind.ask("Falcon?")

    assert answer.status == "truncated"
    assert len(answer.text) <= 30_000
    assert provider.closed_count == 1


def test_control_characters_and_half_pairs_of_a_model_are_not_shown(
    falcon: Flask,
) -> None:
    provider = ScriptedProvider("Falcon\x00 \x1b[31mhas\x9b\n\t3 \ud83d.", cut=1)
    falcon.config["MODEL_MIND_CUSTOM_PROVIDER"] = provider
    mind = ModelMind(falcon)
    mind.register(Item)

    with falcon.app_context():
        answer = mind.ask("Falcon?")

    assert answer.text == "Falcon [31mhas\n\t3 \ufffd."


def test_streams_from_a_database_in_memory_lose_no_answer(app: Flask) -> None:
    """All threads share its connection, and the end of a request rolls it back."""
    app.config |= {
        "SQLALCHEMY_DATABASE_URI": "sqlite://",
        "MODEL_MIND_RATE_LIMIT": 1000,
    }
    db = SQLAlchemy(app, model_class=Base)
    mind = ModelMind(app)
    mind.register(Item)
    with app.app_context():
        Base.metadata.create_all(db.engine)

    for _ in range(15):
        client = app.test_client()
        client.post("/model-mind/stream", json={"question": "Falcon?"}).get_data()
        messages = client.get("/model-mind/session").get_json()["messages"]
        assert [message["role"] for message in messages] == ["user", "assistant"]


@pytest.mark.parametrize(
    "rows", [itertools.repeat({"tip": "Keep it dry."}), None, 7], ids=str
)
def test_a_context_without_end_or_sense_does_not_hold_a_turn_up(
    app: Flask, mind: ModelMind, rows: t.Any
) -> None:
    mind.context("tips")(lambda viewer: rows)

    with app.app_context():
        answer = mind.ask("Falcon 40 stock?")

    assert [c.record for c in answer.citations] == ["Falcon 40"]
