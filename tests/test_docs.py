"""Every Python block of the documentation runs, page by page, in an app of its own."""

from __future__ import annotations

import re
import sys
import types
import typing as t
from pathlib import Path

import flask
import pytest
from flask import Flask
from flask_login import LoginManager
from flask_login import UserMixin
from flask_sqlalchemy import SQLAlchemy

from flask_modelmind import ModelMind

DOCS = Path(__file__).parent.parent / "docs"
PAGES = sorted(path.name for path in DOCS.glob("*.md"))
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!http)([^)#]+)")


@pytest.fixture
def names(app: Flask, monkeypatch: pytest.MonkeyPatch) -> dict[str, t.Any]:
    """What a page may take for granted: an app, its database and two models."""
    app.config["SQLALCHEMY_DATABASE_URI"] = "sqlite:///docs.db"
    db = SQLAlchemy(app)
    login_manager = LoginManager(app)

    class Category(db.Model):  # type: ignore[name-defined, misc]
        id = db.Column(db.Integer, primary_key=True)
        name = db.Column(db.String(40))

    class Product(db.Model):  # type: ignore[name-defined, misc]
        id = db.Column(db.Integer, primary_key=True)
        tenant_id = db.Column(db.Integer)
        sku = db.Column(db.String(20), unique=True)
        name = db.Column(db.String(80))
        price = db.Column(db.Numeric(10, 2))
        stock = db.Column(db.Integer)

    class Order(db.Model):  # type: ignore[name-defined, misc]
        id = db.Column(db.Integer, primary_key=True)
        user_id = db.Column(db.Integer)
        number = db.Column(db.String(20))
        status = db.Column(db.String(20))
        total = db.Column(db.Numeric(10, 2))

    class User(UserMixin, db.Model):  # type: ignore[name-defined, misc]
        id = db.Column(db.Integer, primary_key=True)
        name = db.Column(db.String(40))

    login_manager.user_loader(lambda key: db.session.get(User, int(key)))
    module = types.ModuleType("docs_page")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    given = {
        "app": app,
        "db": db,
        "mind": ModelMind(app),
        "flask": flask,
        "Category": Category,
        "Product": Product,
        "Order": Order,
        "User": User,
    }
    app.add_url_rule("/products/<int:product_id>", "products.show", lambda **_: "")
    app.add_url_rule("/orders/<int:order_id>", "orders.show", lambda **_: "")
    vars(module).update(given)
    return vars(module)


@pytest.mark.parametrize("page", PAGES)
def test_the_python_blocks_of_a_page_run(page: str, names: dict[str, t.Any]) -> None:
    blocks = BLOCK.findall((DOCS / page).read_text(encoding="utf-8"))

    with names["app"].app_context():
        for block in blocks:
            exec(compile(block, page, "exec"), names)  # noqa: S102
        names["db"].Model.registry.configure()


@pytest.mark.parametrize("page", PAGES)
def test_the_links_of_a_page_lead_somewhere(page: str) -> None:
    for target in LINK.findall((DOCS / page).read_text(encoding="utf-8")):
        assert (DOCS / target).is_file(), target
