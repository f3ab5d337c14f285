"""A whole turn of an application with the OpenAI provider, over HTTP."""

from __future__ import annotations

import os
import typing as t
from pathlib import Path

import pytest
from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy.orm import DeclarativeBase
from sqlalchemy.orm import Mapped
from sqlalchemy.orm import mapped_column

from flask_modelmind import ModelMind
from flask_modelmind.values import AnswerReady
from flask_modelmind.values import Delta
from tests.providers.openai_server import copy_tokens
from tests.providers.openai_server import OpenAIServer
from tests.providers.openai_server import Script


@pytest.fixture
def mind(tmp_path: Path, server: OpenAIServer) -> t.Iterator[ModelMind]:
    app = Flask("shop", root_path=os.fspath(tmp_path))
    app.config |= {
        "SECRET_KEY": "test",
        "SQLALCHEMY_DATABASE_URI": "sqlite://",
        "MODEL_MIND_OPENAI_BASE_URL": server.url,
        "MODEL_MIND_PROVIDER": "openai",
    }

    class Base(DeclarativeBase):
        pass

    class Product(Base):
        __tablename__ = "products"
        id: Mapped[int] = mapped_column(primary_key=True)
        name: Mapped[str]
        stock: Mapped[int]

    db = SQLAlchemy(app, model_class=Base)
    mind = ModelMind(app)
    mind.register(Product, label="Products")
    with app.test_request_context():
        Base.metadata.create_all(db.engine)
        db.session.add_all(
            [Product(name="Falcon 40", stock=12), Product(name="Heron 5", stock=3)]
        )
        db.session.commit()
        yield mind


@pytest.mark.parametrize("api", ["chat", "responses"])
def test_tokens_a_model_copies_become_citations(
    mind: ModelMind, server: OpenAIServer, api: str
) -> None:
    script = "Falcon 40: 12 {source:Falcon 40|stock}. Heron 5: 3 {source:Heron 5}."
    server.scripts = lambda body: Script(text=copy_tokens(script, body), cut=1)

    events = [*mind.stream("How many Falcon 40 and Heron 5 are left?")]

    done = events[-1]
    assert isinstance(done, AnswerReady)
    assert done.answer.text == "Falcon 40: 12. Heron 5: 3."
    assert [c.source for c in done.answer.citations] == [
        "Products: Falcon 40",
        "Products: Heron 5",
    ]
    shown = "".join(event.text for event in events if isinstance(event, Delta))
    assert shown == done.answer.text


def test_a_prompt_that_is_too_long_is_halved(
    mind: ModelMind, server: OpenAIServer
) -> None:
    too_long = Script(status=400, error={"code": "context_length_exceeded"})
    server.play(too_long, "Twelve.")

    answer = mind.ask("How many Falcon 40 and Heron 5 are left?")

    prompts = [body["messages"][-1]["content"] for body in server.bodies]
    assert answer.text == "Twelve."
    assert [prompt.count("\n- ") for prompt in prompts] == [2, 1]
