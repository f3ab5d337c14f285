from __future__ import annotations

import logging
import typing as t
from collections import abc as cabc

import pytest
from sqlalchemy import create_engine
from sqlalchemy import ForeignKey
from sqlalchemy import String
from sqlalchemy.orm import DeclarativeBase
from sqlalchemy.orm import Mapped
from sqlalchemy.orm import mapped_column
from sqlalchemy.orm import relationship
from sqlalchemy.orm import Session


class Base(DeclarativeBase):
    pass


class User(Base):
    __tablename__ = "user"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    tenant_id: Mapped[int | None]
    is_authenticated = True

    def get_id(self) -> str:
        return str(self.id)


class Order(Base):
    __tablename__ = "order"
    id: Mapped[int] = mapped_column(primary_key=True)
    tenant_id: Mapped[int | None]
    user_id: Mapped[int | None] = mapped_column(ForeignKey("user.id"))
    status: Mapped[str] = mapped_column(default="open")
    user: Mapped[User | None] = relationship()


class Product(Base):
    __tablename__ = "product"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    house: Mapped[str | None] = mapped_column("tenant_id", String(8))


class Page(Base):
    __tablename__ = "page"
    id: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str]


class Shop(t.NamedTuple):
    """The models of these tests, and a session on a small shop of two tenants."""

    user: type[User]
    order: type[Order]
    product: type[Product]
    page: type[Page]
    session: Session


@pytest.fixture
def shop() -> cabc.Iterator[Shop]:
    engine = create_engine("sqlite://")
    Base.metadata.create_all(engine)
    with Session(engine) as session:
        session.add_all(
            [
                User(id=1, name="Ada", tenant_id=10),
                User(id=2, name="Bo", tenant_id=20),
                Order(id=1, tenant_id=10, user_id=1),
                Order(id=2, tenant_id=10, user_id=1, status="void"),
                Order(id=3, tenant_id=10, user_id=3),
                Order(id=4, tenant_id=20, user_id=2),
                Order(id=5, tenant_id=None, user_id=None),
                Product(id=1, name="Falcon", house="10"),
                Product(id=2, name="Heron", house="20"),
                Page(id=1, title="Terms"),
            ]
        )
        session.commit()
        yield Shop(User, Order, Product, Page, session)
    engine.dispose()


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.DEBUG, logger="flask_modelmind")
    return caplog
