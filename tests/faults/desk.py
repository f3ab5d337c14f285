"""A small back office behind HTTP, with a language model that says what it is told."""

from __future__ import annotations

import dataclasses
import datetime as dt
import json
import os
import typing as t
from decimal import Decimal
from pathlib import Path

import sqlalchemy as sa
from flask import Flask
from flask import request
from flask.testing import FlaskClient
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import orm

from flask_modelmind import ModelMind
from flask_modelmind.testing import ScriptedProvider
from flask_modelmind.values import Viewer

Json = dict[str, t.Any]

RETURNS = (
    "Goods may be returned within 30 days of delivery.",
    "Opened software is not refundable.",
    "A restocking fee of 15% applies to orders above 500 EUR.",
)
LEAVE = (
    "The notice period is 64 days.",
    "Managers may approve 3.5 extra days.",
)
PRODUCTS: tuple[Json, ...] = (
    {"id": 1, "sku": "FAL-40", "name": "Falcon 40", "price": Decimal("1299.00"),
     "currency": "EUR", "stock": 12, "weight_kg": 4.5, "active": True,
     "placed_on": dt.date(2024, 5, 1), "cost": Decimal("777.70")},
    {"id": 2, "sku": "FAL-60", "name": "Falcon 60", "price": Decimal("1499.00"),
     "currency": "EUR", "stock": 0, "weight_kg": 6.0, "active": True,
     "placed_on": dt.date(2024, 6, 2), "cost": Decimal("888.80")},
    {"id": 3, "sku": "LYN-9", "name": "Lynx 9", "price": Decimal("89.90"),
     "currency": "USD", "stock": 250, "weight_kg": 0.35, "active": False,
     "placed_on": dt.date(2024, 7, 3), "cost": Decimal("33.30")},
)  # fmt: skip
CUSTOMERS: tuple[Json, ...] = (
    {"id": 1, "name": "Sam Lee", "city": "Oslo", "tenant_id": 1, "credit_limit": 5000,
     "email": "sam@oslo.example", "password_hash": "pbkdf2:oslo"},
    {"id": 2, "name": "Sam Lee", "city": "Lima", "tenant_id": 2, "credit_limit": 750,
     "email": "sam@lima.example", "password_hash": "pbkdf2:lima"},
)  # fmt: skip
TENANTS = {"ada": 1, "eve": 2}
"""User → tenant."""


class User(t.NamedTuple):
    id: str
    tenant_id: int
    roles: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True, kw_only=True)
class Desk:
    """The application, its assistant and its models."""

    app: Flask
    db: SQLAlchemy
    mind: ModelMind
    provider: ScriptedProvider
    models: dict[str, t.Any]
    client: FlaskClient

    def add(self, model: str, **values: t.Any) -> None:
        """Store one more row."""
        with self.app.app_context(), self.db.engine.begin() as connection:
            connection.execute(sa.insert(self.models[model]).values(**values))

    def run(self, statement: str) -> None:
        """Run one statement as somebody with the rights of the application."""
        with self.app.app_context(), self.db.engine.begin() as connection:
            connection.execute(sa.text(statement))

    def rows(self, table: str) -> list[Json]:
        """Read one of the package's tables as it is."""
        with self.app.app_context(), self.db.engine.connect() as connection:
            found = connection.execute(sa.text(f"SELECT * FROM model_mind_{table}"))  # noqa: S608
            return [dict(row) for row in found.mappings()]

    def ask(self, question: str, *, user: str | None = None, **more: t.Any) -> Json:
        """Ask over ``chat`` and return the whole answer."""
        response = self.post("chat", question, user=user, **more)
        assert response.status_code == 200, response.text
        body: Json = response.get_json()
        return body

    def post(
        self, endpoint: str, question: str, *, user: str | None = None, **more: t.Any
    ) -> t.Any:
        """Post a question and return the response."""
        headers = {"X-User": user} if user else {}
        client = more.pop("client", self.client)
        body = {"question": question, **more}
        return client.post(f"/model-mind/{endpoint}", json=body, headers=headers)

    def stream(self, question: str, **more: t.Any) -> list[tuple[str, Json]]:
        """Ask over ``stream`` and return its events."""
        response = self.post("stream", question, **more)
        assert response.status_code == 200, response.text
        return read_events(response.text)

    def reload(self, *, user: str | None = None) -> list[Json]:
        """Return the messages a page that is loaded again gets."""
        headers = {"X-User": user} if user else {}
        session = self.client.get("/model-mind/session", headers=headers).get_json()
        messages: list[Json] = session["messages"]
        return messages


def read_events(text: str) -> list[tuple[str, Json]]:
    """Read an event stream."""
    events = []
    for block in text.split("\n\n"):
        lines = dict(line.split(": ", 1) for line in block.splitlines() if ": " in line)
        if "event" in lines:
            events.append((lines["event"], json.loads(lines["data"])))
    return events


def make_desk(
    folder: Path, provider: ScriptedProvider | None = None, **config: t.Any
) -> Desk:
    """Build the application with its data in ``folder``.

    :param config: Further settings of the application.
    """
    app = Flask("desk", root_path=os.fspath(folder), instance_path=os.fspath(folder))
    provider = provider or ScriptedProvider()
    app.config |= {
        "TESTING": True,
        "SECRET_KEY": "test",
        "SQLALCHEMY_DATABASE_URI": f"sqlite:///{folder / 'desk.db'}",
        "MODEL_MIND_PROVIDER": "custom",
        "MODEL_MIND_CUSTOM_PROVIDER": provider,
        "MODEL_MIND_RATE_LIMIT": 1_000,
        "MODEL_MIND_API_RATE_LIMIT": 1_000,
        **config,
    }
    db = SQLAlchemy(app)
    mind = ModelMind()
    models = _declare(db, mind)
    _add_pages(app)
    mind.init_app(app)
    with app.app_context():
        # Nobody pulls the plug of a test: writing need not wait for the disk.
        sa.event.listen(db.engine, "connect", _write_at_once)
        db.create_all()
        with db.engine.begin() as connection:
            for name, rows in (("Product", PRODUCTS), ("Customer", CUSTOMERS)):
                connection.execute(sa.insert(models[name]), list(rows))
            policies = [
                {"title": title, "body": body}
                for title, texts in (("Returns", RETURNS), ("Leave", LEAVE))
                for body in ["\n".join(texts)]
            ]
            connection.execute(sa.insert(models["Policy"]), policies)
    return Desk(
        app=app,
        db=db,
        mind=mind,
        provider=provider,
        models=models,
        client=app.test_client(),
    )


def _write_at_once(connection: t.Any, _: t.Any) -> None:
    connection.execute("PRAGMA synchronous = OFF")


def _add_pages(app: Flask) -> None:
    app.add_url_rule("/products/<int:product_id>", "product", _page)
    app.add_url_rule("/products/<int:product_id>/edit", "product_edit", _page)
    app.add_url_rule("/customers/<int:customer_id>", "customer", _page)
    app.add_url_rule("/contact", "contact", _page)


def _page(**_: t.Any) -> str:
    return "page"


def _declare(db: SQLAlchemy, mind: ModelMind) -> dict[str, t.Any]:
    @mind.viewer
    def who() -> User | None:
        name = request.headers.get("X-User")
        roles = ("admin",) if name == "ada" else ()
        return User(name, TENANTS[name], roles) if name else None

    @mind.model(
        label="Products",
        source_label="{name} ({sku})",
        units={"price": "{currency}", "weight_kg": "kg"},
        exclude=["cost"],
    )
    @mind.action(
        "edit",
        endpoint="product_edit",
        values={"product_id": "id"},
        label="Edit {name}",
        roles=["admin"],
    )
    @mind.action(
        "view", endpoint="product", values={"product_id": "id"}, label="View {name}"
    )
    class Product(db.Model):  # type: ignore[name-defined, misc]
        id: orm.Mapped[int] = orm.mapped_column(primary_key=True)
        sku: orm.Mapped[str] = orm.mapped_column(unique=True)
        name: orm.Mapped[str]
        price: orm.Mapped[Decimal] = orm.mapped_column(sa.Numeric(10, 2))
        currency: orm.Mapped[str]
        stock: orm.Mapped[int]
        weight_kg: orm.Mapped[float]
        active: orm.Mapped[bool]
        notes: orm.Mapped[str | None]
        meta: orm.Mapped[t.Any] = orm.mapped_column(sa.JSON, nullable=True)
        placed_on: orm.Mapped[dt.date | None]
        cost: orm.Mapped[Decimal | None] = orm.mapped_column(sa.Numeric(10, 2))

    @mind.model(label="Customers", columns=["name", "city", "credit_limit"])
    @mind.action(
        "view",
        endpoint="customer",
        values={"customer_id": "id"},
        label="View {name}",
        login=True,
    )
    class Customer(db.Model):  # type: ignore[name-defined, misc]
        id: orm.Mapped[int] = orm.mapped_column(primary_key=True)
        name: orm.Mapped[str]
        city: orm.Mapped[str]
        tenant_id: orm.Mapped[int]
        credit_limit: orm.Mapped[int]
        email: orm.Mapped[str]
        password_hash: orm.Mapped[str]

    @mind.model(
        label="Tickets",
        source_label="title",
        exclude=["customer_id"],
        relations={"customer": ["name", "city"]},
    )
    class Ticket(db.Model):  # type: ignore[name-defined, misc]
        id: orm.Mapped[int] = orm.mapped_column(primary_key=True)
        customer_id: orm.Mapped[int | None] = orm.mapped_column(
            sa.ForeignKey(Customer.id)
        )
        title: orm.Mapped[str]
        body: orm.Mapped[str] = orm.mapped_column(default="")
        status: orm.Mapped[str] = orm.mapped_column(default="open")
        customer: orm.Mapped[t.Any] = orm.relationship(Customer)

    @mind.model(label="Invoices", source_label="number", access=None)
    class Invoice(db.Model):  # type: ignore[name-defined, misc]
        id: orm.Mapped[int] = orm.mapped_column(primary_key=True)
        number: orm.Mapped[str]
        total: orm.Mapped[Decimal] = orm.mapped_column(sa.Numeric(10, 2))
        due_on: orm.Mapped[dt.date]
        owner: orm.Mapped[str]

    @mind.authorize(Invoice)
    def own_invoices(viewer: Viewer, invoice: t.Any) -> bool:
        return bool(viewer.id == invoice.owner)

    @mind.model(label="Policies", source_label="title")
    class Policy(db.Model):  # type: ignore[name-defined, misc]
        id: orm.Mapped[int] = orm.mapped_column(primary_key=True)
        title: orm.Mapped[str]
        body: orm.Mapped[str]

    mind.global_action("contact", endpoint="contact", label="Contact us")
    return {
        "Product": Product,
        "Customer": Customer,
        "Ticket": Ticket,
        "Invoice": Invoice,
        "Policy": Policy,
    }
