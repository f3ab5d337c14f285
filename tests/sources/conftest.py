from __future__ import annotations

import datetime as dt
import decimal
import enum
import os
import typing as t
import uuid
from collections import abc as cabc
from pathlib import Path

import pytest
import sqlalchemy as sa
from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import orm
from sqlalchemy.ext.hybrid import hybrid_property

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


class Status(enum.Enum):
    SOLD_OUT = "sold_out"
    IN_STOCK = "in_stock"


class EncryptedText(sa.types.TypeDecorator[str]):
    impl = sa.String(200)
    cache_ok = True


Column: t.Any = sa.Column


class Shouted(sa.types.TypeDecorator[str]):
    """Changes what is written, so a search term must not pass through it."""

    impl = sa.String(200)
    cache_ok = True

    def process_bind_param(self, value: str | None, _: object) -> str | None:
        return value and value.upper()


UID = uuid.UUID("7b0e0c6e-3f0a-4a86-9d9b-0d2a4c1d8f11")


@pytest.fixture
def gadget(db: t.Any) -> t.Any:
    class Gadget(db.Model):  # type: ignore[misc]
        id = Column(sa.Integer, primary_key=True)
        name = Column(sa.String(80))
        sku = Column(sa.String(20), unique=True)
        price = Column(sa.Numeric(10, 2))
        weight = Column(sa.Float)
        stock = Column(sa.Integer)
        is_new = Column(sa.Boolean)
        released = Column(sa.Date)
        created_at = Column(sa.DateTime)
        opens = Column(sa.Time)
        warranty = Column(sa.Interval)
        status = Column(sa.Enum(Status))
        state = Column(sa.Enum("in_repair", "OK", name="gadget_state"))
        uid = Column(sa.Uuid)
        meta = Column(sa.JSON)
        note = Column(sa.Text)
        image = Column(sa.LargeBinary)
        body = orm.deferred(Column(sa.Text))
        rare = orm.deferred(Column(sa.Text), raiseload=True)
        api_token = Column(sa.String(40))
        pin_code = Column("card_secret", sa.String(40))
        phone = Column(EncryptedText)
        motto = Column(Shouted)
        internal = Column(sa.String(40), info={"mind": False})
        margin = Column(sa.Integer, info={"hidden": True})
        tenant_id = Column(sa.Integer)
        parent_id = Column(sa.ForeignKey("gadget.id"))
        _old = Column("old_name", sa.String(40))
        former = orm.synonym("_old")
        article = orm.synonym("sku")
        hidden_alias = orm.synonym("api_token")
        user_secret = Column("plain_name", sa.String(40))
        second_alias = orm.synonym("user_secret")
        keyed = Column("card_token", sa.String(40), key="plain_key")

        @hybrid_property
        def full_name(self) -> t.Any:
            return self.name + " " + self.sku

        @hybrid_property
        def python_only(self) -> str:
            return "x" if self.name else "y"

        @hybrid_property
        def leak(self) -> t.Any:
            return self.api_token

        @property
        def shout(self) -> str:
            return f"{self.name}!"

        @property
        def broken(self) -> str:
            raise RuntimeError("no")

    Gadget.double = orm.column_property(t.cast("t.Any", Gadget.stock) * 2)
    db.create_all()
    db.session.add(
        Gadget(
            id=1,
            name="Falcon 40",
            sku="FAL-40",
            price=decimal.Decimal("1299"),
            weight=1.5,
            stock=0,
            is_new=False,
            released=dt.date(2026, 4, 3),
            created_at=dt.datetime(2026, 4, 3, 22, 30),  # noqa: DTZ001
            opens=dt.time(9, 0),
            warranty=dt.timedelta(days=730, hours=2),
            status=Status.SOLD_OUT,
            state="in_repair",
            uid=UID,
            meta={"seats": 5, "plan": None, "smtp_password": "x", "tags": ["a", "b"]},
            note=None,
            image=b"\x00",
            body="Long text",
            rare="Rare text",
            api_token="TOP",  # noqa: S106
            pin_code="TOP",
            phone="TOP",
            motto="falcon rules",
            internal="TOP",
            margin=99,
            user_secret="TOP",  # noqa: S106
            keyed="TOP",
            tenant_id=1,
            _old="Falcon 4",
        )
    )
    db.session.commit()
    db.session.remove()
    return Gadget
