from __future__ import annotations

import enum
import typing as t
import uuid

import pytest
from sqlalchemy import create_engine
from sqlalchemy import ForeignKey
from sqlalchemy import select
from sqlalchemy.ext.associationproxy import association_proxy
from sqlalchemy.ext.hybrid import hybrid_property
from sqlalchemy.orm import DeclarativeBase
from sqlalchemy.orm import Mapped
from sqlalchemy.orm import mapped_column
from sqlalchemy.orm import relationship
from sqlalchemy.orm import Session
from sqlalchemy.orm import synonym

from flask_modelmind.access import Access
from flask_modelmind.access import AccessHooks
from flask_modelmind.access.columns import column_rules
from flask_modelmind.access.columns import find_column
from flask_modelmind.declarations import AccessOptions
from flask_modelmind.declarations import ModelOptions
from flask_modelmind.errors import AccessDenied
from flask_modelmind.settings import Settings
from flask_modelmind.values import Viewer

KEY = uuid.UUID("12345678123456781234567812345678")


class Base(DeclarativeBase):
    pass


class Region(enum.Enum):
    NORTH = "north"


class House(Base):
    __tablename__ = "house"
    id: Mapped[int] = mapped_column(primary_key=True)
    tenant_id: Mapped[int]


class Room(Base):
    """Belongs to a tenant in every way but a plain column."""

    __tablename__ = "room"
    id: Mapped[int] = mapped_column(primary_key=True)
    house_id: Mapped[int] = mapped_column(ForeignKey("house.id"))
    number: Mapped[int]
    key: Mapped[uuid.UUID]
    region: Mapped[Region]
    house: Mapped[House] = relationship()
    tenant_id = association_proxy("house", "tenant_id")
    doubled = synonym("number")

    @hybrid_property
    def tenth(self) -> int:
        return self.number * 10


class Suite(Room):
    __tablename__ = "suite"
    id: Mapped[int] = mapped_column(ForeignKey("room.id"), primary_key=True)


@pytest.mark.parametrize(
    ("column", "value", "count"),
    [
        ("tenant_id", 5, 1),
        ("tenant_id", 6, 0),
        ("doubled", "5", 0),
        ("doubled", 4, 1),
        ("tenth", 40, 1),
        ("key", str(KEY), 1),
        ("key", KEY, 1),
        ("region", Region.NORTH, 1),
    ],
)
def test_a_row_may_belong_by_any_attribute_of_its_model(
    column: str, value: t.Any, count: int
) -> None:
    engine = create_engine("sqlite://")
    Base.metadata.create_all(engine)
    access = AccessOptions(tenant_column=column)
    stage, viewer = Access(Settings(), AccessHooks()), Viewer(tenant=value)
    options = ModelOptions(access=access)

    with Session(engine) as session:
        house = House(id=1, tenant_id=5)
        room = Suite(id=1, number=4, key=KEY, region=Region.NORTH, house=house)
        session.add(room)
        session.commit()
        for model in (Room, Suite):
            statement = stage.scope(select(model), model, options, viewer)
            assert len(session.scalars(statement).all()) == count
            assert stage.allows(room, model, options, viewer) is bool(count)
    engine.dispose()


def test_a_model_that_is_mapped_nowhere_has_no_columns() -> None:
    assert find_column(int, "tenant_id") is None


def test_a_relationship_is_no_column() -> None:
    assert find_column(Room, "house") is None


def test_looking_for_a_column_configures_no_mappers() -> None:
    """Models are registered while those they refer to are not yet declared."""

    class Early(Base):
        __tablename__ = "early"
        id: Mapped[int] = mapped_column(primary_key=True)
        tenant_id: Mapped[int]
        later_id: Mapped[int] = mapped_column(ForeignKey("later.id"))
        later: Mapped[Later] = relationship()

    assert find_column(Early, "tenant_id") == "tenant_id"
    assert find_column(Early, "later") is None
    assert not Early.__mapper__.configured

    class Later(Base):
        __tablename__ = "later"
        id: Mapped[int] = mapped_column(primary_key=True)


def test_tenant_comes_before_user(shop: t.Any) -> None:
    access = AccessOptions(scope_to_user=True)

    assert [rule.what for rule in column_rules(shop.order, access, Settings())] == [
        "tenant",
        "user",
    ]


def test_a_text_that_is_no_member_of_an_enum_sees_nothing() -> None:
    (rule,) = column_rules(Room, AccessOptions(tenant_column="region"), Settings())

    with pytest.raises(AccessDenied):
        rule.expected(Viewer(tenant="south"))
