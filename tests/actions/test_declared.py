from __future__ import annotations

import dataclasses
import typing as t

import pytest
from sqlalchemy import ForeignKey
from sqlalchemy.orm import configure_mappers
from sqlalchemy.orm import DeclarativeBase
from sqlalchemy.orm import Mapped
from sqlalchemy.orm import mapped_column
from sqlalchemy.orm import relationship

from flask_modelmind.actions import Actions
from flask_modelmind.declarations import ActionOptions
from flask_modelmind.errors import RegistrationError
from flask_modelmind.settings import Settings


class Base(DeclarativeBase):
    pass


class Category(Base):
    __tablename__ = "category"
    id: Mapped[int] = mapped_column(primary_key=True)
    slug: Mapped[str]


class Product(Base):
    __tablename__ = "product"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    api_token: Mapped[str]
    category_id: Mapped[int] = mapped_column(ForeignKey("category.id"))
    category: Mapped[Category] = relationship()

    @property
    def shown_name(self) -> str:
        return self.name.upper()


GOOD = ActionOptions(
    key="products.view",
    endpoint="products.show",
    values={"product_id": "id", "category": "category.slug"},
    label="View {name} ({label}), {{new}} {shown_name}",
    description="The page of one product",
    roles=frozenset({"admin"}),
    authorize=lambda viewer, record: True,
)


def check(model: type | None = Product, **changes: t.Any) -> None:
    configure_mappers()
    Actions(Settings()).check(dataclasses.replace(GOOD, **changes), model)


def test_a_sound_action_passes() -> None:
    check()


def test_a_sound_global_action_passes() -> None:
    check(None, values={}, label="Ask a person")


BAD: dict[str, tuple[dict[str, t.Any], str]] = {
    "no key": ({"key": ""}, "The key of action ''"),
    "key with a space": ({"key": "a b"}, "1 to 100 letters"),
    "long key": ({"key": "a" * 101}, "1 to 100 letters"),
    "no endpoint": ({"endpoint": ""}, "such as 'products.show'"),
    "address": ({"endpoint": "https://evil.test/"}, "not an address"),
    "path": ({"endpoint": "/products"}, "not an address"),
    "relative endpoint": ({"endpoint": ".show"}, "not an address"),
    "kind": ({"kind": "my kind"}, "The kind of action"),
    "method": ({"method": "DELETE"}, "'GET' or 'POST'"),
    "description": ({"description": "x" * 181}, "at most 180 characters"),
    "label": ({"label": "x" * 121}, "at most 120 characters"),
    "confirm": ({"confirm": True}, "a question, or None"),
    "roles": ({"roles": "admin"}, "a frozenset of role names"),
    "parameter": ({"values": {"product-id": "id"}}, "expected an identifier"),
    "external": ({"values": {"_external": "id"}}, "does not start with '_'"),
    "value": ({"values": {"product_id": "id or 1"}}, "expected a column"),
    "value type": ({"values": {"product_id": 1}}, "expected a column"),
    "column": ({"values": {"product_id": "idd"}}, "Did you mean 'id'?"),
    "related column": (
        {"values": {"product_id": "category.slugg"}},
        "'Category' has no 'slugg'. Did you mean 'slug'?",
    ),
    "label column": ({"label": "View {nme}"}, "Did you mean 'name'?"),
    "label brace": ({"label": "View {name"}, "is no template"),
    "label number": ({"label": "View {}"}, "expected the name of a column"),
    "label expression": ({"label": "{name[0]}"}, "expected the name of a column"),
    "label private": ({"label": "{name!r}"}, "expected the name of a column"),
    "label format": ({"label": "{name:>99999}"}, "expected the name of a column"),
    "hook": ({"authorize": "Products@view"}, "expected a callable"),
    "hook arguments": ({"authorize": lambda viewer: True}, "(viewer, record)"),
}


@pytest.mark.parametrize(("changes", "said"), BAD.values(), ids=BAD)
def test_an_action_that_cannot_work_is_refused(
    changes: dict[str, t.Any], said: str
) -> None:
    with pytest.raises(RegistrationError) as caught:
        check(**changes)

    assert said in str(caught.value)


@pytest.mark.parametrize(
    "changes",
    [{"values": {"order_id": "id"}, "label": "x"}, {"values": {}, "label": "{label}"}],
    ids=["values", "label"],
)
def test_a_global_action_has_no_record_to_take_values_from(
    changes: dict[str, t.Any],
) -> None:
    with pytest.raises(RegistrationError, match="a global action has no record"):
        check(None, **changes)


@pytest.mark.parametrize(
    "changes",
    [{"values": {"token": "api_token"}}, {"label": "Use {api_token}"}],
    ids=["values", "label"],
)
def test_a_sensitive_column_comes_into_no_address_or_label(
    changes: dict[str, t.Any],
) -> None:
    stage = Actions(
        Settings(), hides=lambda name: "it is secret" if "token" in name else None
    )

    with pytest.raises(RegistrationError, match="but it is secret"):
        stage.check(dataclasses.replace(GOOD, **changes), Product)


def test_a_key_may_stand_in_an_address_whatever_it_is_called() -> None:
    """A talk of a conference has a ``session_id``, and its page needs it."""
    stage = Actions(Settings(), hides=lambda name: "hidden")
    values = {"product_id": "id", "category": "category_id"}

    stage.check(dataclasses.replace(GOOD, values=values, label="Open"), Product)
