"""Access and actions over whole turns: what reaches the prompt, and which buttons."""

from __future__ import annotations

import os
import typing as t
from collections import abc as cabc
from pathlib import Path

import pytest
from flask import Flask
from flask_login import login_user
from flask_login import LoginManager
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy.orm import Mapped
from sqlalchemy.orm import mapped_column

from flask_modelmind import ModelMind
from flask_modelmind.testing import ScriptedProvider
from flask_modelmind.values import Viewer

ROUTES = "{route:orders.view:SO-1} {route:orders.view:SO-2}"


class Shop(t.NamedTuple):
    """A shop with one tenant of many orders, and how its assistant is reached."""

    app: Flask
    mind: ModelMind
    provider: ScriptedProvider
    user: t.Callable[[int], t.Any]


@pytest.fixture
def shop(tmp_path: Path) -> cabc.Iterator[Shop]:
    provider = ScriptedProvider(f"Your order is on its way. {ROUTES}")
    app = Flask("shop", root_path=os.fspath(tmp_path))
    app.config |= {
        "SECRET_KEY": "test",
        "SQLALCHEMY_DATABASE_URI": "sqlite://",
        "MODEL_MIND_PROVIDER": "custom",
        "MODEL_MIND_CUSTOM_PROVIDER": provider,
        "MODEL_MIND_INCLUDE_USER_CONTEXT": True,
        "MODEL_MIND_USER_COLUMNS": ("name", "password"),
    }
    db = SQLAlchemy(app)
    mind = ModelMind()

    class User(db.Model):  # type: ignore[name-defined, misc]
        id: Mapped[int] = mapped_column(primary_key=True)
        name: Mapped[str]
        password: Mapped[str] = mapped_column(default="hunter2")
        tenant_id: Mapped[int]
        is_authenticated = True
        is_active = True

        def get_id(self) -> str:
            return str(self.id)

    @mind.model(label="Orders", source_label="number")
    @mind.action("orders.view", endpoint="order", values={"number": "number"})
    class Order(db.Model):  # type: ignore[name-defined, misc]
        id: Mapped[int] = mapped_column(primary_key=True)
        number: Mapped[str]
        note: Mapped[str]
        owner: Mapped[int]
        tenant_id: Mapped[int]

    @mind.authorize(Order)
    def may_view(viewer: Viewer, order: t.Any) -> bool:
        return bool(order.owner == viewer.id)

    LoginManager(app).user_loader(lambda key: db.session.get(User, int(key)))
    app.add_url_rule("/orders/<number>", "order", str)
    mind.init_app(app)

    with app.app_context():
        db.create_all()
        mira = User(id=1, name="Mira", tenant_id=10)
        bo = User(id=2, name="Bo", tenant_id=20)
        note = "order order parcel"
        others = [
            Order(number=f"SO-{n}", note=note, owner=3, tenant_id=10)
            for n in range(100, 200)
        ]
        hidden = Order(number="SO-2", note="theirs", owner=3, tenant_id=10)
        foreign = Order(number="SO-3", note="abroad", owner=1, tenant_id=20)
        own = Order(number="SO-1", note="parcel", owner=1, tenant_id=10)
        db.session.add_all([mira, bo, *others, hidden, foreign, own])
        db.session.commit()

    yield Shop(app, mind, provider, lambda key: db.session.get(User, key))

    with app.app_context():
        db.engine.dispose()


def ask(shop: Shop, user: int | None) -> tuple[str, list[str]]:
    """Return the prompt and the addresses of the buttons."""
    with shop.app.test_request_context():
        if user is not None:
            login_user(shop.user(user))
        answer = shop.mind.ask("Where is the parcel of my order?")
    return shop.provider.prompts[-1], [link.url for link in answer.actions]


def test_only_the_allowed_row_is_in_the_prompt_and_has_a_button(shop: Shop) -> None:
    """A hundred rows of others match as well: they crowd nothing out."""
    prompt, urls = ask(shop, 1)

    assert "SO-1" in prompt
    assert not any(number in prompt for number in ("SO-100", "SO-2", "SO-3"))
    assert urls == ["/orders/SO-1"]


def test_a_visitor_gets_neither_rows_nor_buttons(shop: Shop) -> None:
    prompt, urls = ask(shop, None)

    assert "SO-" not in prompt
    assert urls == []


def test_the_viewer_of_another_tenant_gets_neither(shop: Shop) -> None:
    prompt, urls = ask(shop, 2)

    assert "SO-" not in prompt
    assert urls == []


def test_the_prompt_knows_the_name_of_the_viewer_but_no_password(shop: Shop) -> None:
    prompt, _ = ask(shop, 1)

    assert "Mira" in prompt
    assert "hunter2" not in prompt


def test_the_viewer_of_one_turn_is_not_that_of_the_next(shop: Shop) -> None:
    ask(shop, 1)
    prompt, urls = ask(shop, None)

    assert "Mira" not in prompt
    assert urls == []
