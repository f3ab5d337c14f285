from __future__ import annotations

import enum
import typing as t
from types import SimpleNamespace

import pytest
from flask import Flask
from sqlalchemy.orm import DeclarativeBase
from sqlalchemy.orm import Mapped
from sqlalchemy.orm import mapped_column

from flask_modelmind.access import Access
from flask_modelmind.access import AccessHooks
from flask_modelmind.access.viewers import make_viewer
from flask_modelmind.access.viewers import role_names
from flask_modelmind.access.viewers import user_key
from flask_modelmind.settings import Settings
from flask_modelmind.values import Viewer


class Base(DeclarativeBase):
    pass


class Member(Base):
    __tablename__ = "member"
    house: Mapped[str] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column("no", primary_key=True)


class Role(enum.Enum):
    ADMIN = "admin"


def test_the_id_of_a_mapped_user_keeps_its_type(shop: t.Any) -> None:
    """``get_id()`` is text, and text finds nothing in a number column."""
    assert user_key(shop.session.get(shop.user, 1)) == 1


def test_a_key_of_several_columns_is_a_tuple() -> None:
    assert user_key(Member(house="a", number=4)) == ("a", 4)


def test_a_plain_user_is_known_by_get_id_or_id() -> None:
    assert user_key(SimpleNamespace(get_id=lambda: "x1")) == "x1"
    assert user_key(SimpleNamespace(id=5)) == 5
    assert user_key(SimpleNamespace()) is None


@pytest.mark.parametrize(
    "user",
    [
        None,
        SimpleNamespace(id=5, is_authenticated=False),
        SimpleNamespace(id=5, is_authenticated=lambda: False),
        SimpleNamespace(id=None),
    ],
    ids=["nobody", "anonymous", "method", "no id"],
)
def test_a_user_who_is_not_logged_in_is_a_visitor(app: Flask, user: t.Any) -> None:
    with app.app_context():
        assert make_viewer(user, Settings(), None) == Viewer()


def test_the_language_is_the_one_the_browser_likes_best(app: Flask) -> None:
    header = {"Accept-Language": "de;q=0.5, fa-IR"}

    with app.test_request_context(headers=header):
        assert make_viewer(None, Settings(), None).locale == "fa-IR"


def _fails() -> t.Any:
    raise RuntimeError


ROLES = {
    "strings": (["admin", "staff"], {"admin", "staff"}),
    "one": ("admin", {"admin"}),
    "enum": ([Role.ADMIN], {"admin"}),
    "one enum": (Role.ADMIN, {"admin"}),
    "objects": ([SimpleNamespace(name="admin"), SimpleNamespace(id=3)], {"admin", "3"}),
    "method": (lambda: ["admin"], {"admin"}),
    "none": (None, set()),
    "empty": (["", None], set()),
    "raises": (_fails, set()),
    "number": (5, set()),
}


@pytest.mark.parametrize(("roles", "names"), ROLES.values(), ids=ROLES)
def test_role_names_are_read_from_the_user(roles: t.Any, names: set[str]) -> None:
    assert role_names(SimpleNamespace(roles=roles), "roles") == names


def test_the_attribute_of_the_roles_is_a_setting() -> None:
    assert role_names(SimpleNamespace(groups=["a"]), "groups") == {"a"}
    assert role_names(SimpleNamespace(groups=["a"]), "") == set()


def introduce(viewer: Viewer, **settings: t.Any) -> dict[str, str]:
    return dict(Access(Settings(**settings), AccessHooks()).introduce(viewer))


class Customer:
    name = "Mira"
    city = "Bergen" * 40
    password = "hunter2"  # noqa: S105
    note = "my key is AKIA" + "ABCDEFGH12345678"
    friends = ("Bo",)

    @property
    def broken(self) -> str:
        raise RuntimeError("hunter2")


MIRA = Viewer(id=1, user=Customer(), roles=frozenset({"staff", "admin"}))


def test_a_model_is_told_nothing_of_the_viewer_by_default() -> None:
    assert introduce(MIRA) == {}


def test_a_visitor_is_not_introduced() -> None:
    assert introduce(Viewer(), include_user_context=True) == {}


def test_a_viewer_is_introduced_by_the_listed_columns_and_roles() -> None:
    assert introduce(MIRA, include_user_context=True) == {
        "name": "Mira",
        "roles": "admin, staff",
    }


def test_an_introduction_holds_short_plain_and_harmless_values_only() -> None:
    columns = ("password", "broken", "friends", "missing", "city", "note")

    told = introduce(MIRA, include_user_context=True, user_columns=columns)

    assert set(told) == {"city", "note", "roles"}
    assert len(told["city"]) == 120
    assert "AKIA" not in told["note"]
