from __future__ import annotations

import typing as t

import pytest
import sqlalchemy as sa
from sqlalchemy import orm

from flask_modelmind.declarations import AccessOptions
from flask_modelmind.declarations import ActionOptions
from flask_modelmind.declarations import ModelOptions
from flask_modelmind.sources import ModelMindMixin
from flask_modelmind.sources import Records
from flask_modelmind.sources import Registry
from flask_modelmind.values import Viewer


class Base(orm.DeclarativeBase):
    pass


VIEW = ActionOptions(key="view", endpoint="book.view", label="View")
BUY = ActionOptions(key="buy", endpoint="book.buy", label="Buy")


class Book(ModelMindMixin, Base):
    __tablename__ = "mixin_book"
    id: orm.Mapped[int] = orm.mapped_column(primary_key=True)
    name: orm.Mapped[str]
    cost: orm.Mapped[int]
    stock: orm.Mapped[int]

    @classmethod
    def mind_label(cls) -> str:
        return "Books"

    @classmethod
    def mind_description(cls) -> str:
        return "What we lend."

    @classmethod
    def mind_columns(cls) -> list[str]:
        return ["name", "cost"]

    @classmethod
    def mind_hidden_columns(cls) -> list[str]:
        return ["cost"]

    @classmethod
    def mind_actions(cls) -> list[ActionOptions]:
        return [VIEW, BUY]

    @classmethod
    def mind_access(cls) -> AccessOptions:
        return AccessOptions(scope_to_user=True, user_column="name")

    @classmethod
    def mind_scope(cls, select: t.Any, viewer: Viewer) -> t.Any:  # noqa: ARG003
        return select.where(cls.stock > 0)


class Plain(ModelMindMixin, Base):
    __tablename__ = "mixin_plain"
    id: orm.Mapped[int] = orm.mapped_column(primary_key=True)
    name: orm.Mapped[str]


class Told(ModelMindMixin, Base):
    __tablename__ = "mixin_told"
    id: orm.Mapped[int] = orm.mapped_column(primary_key=True)
    name: orm.Mapped[str]

    def mind_record(self) -> dict[str, t.Any]:
        return {
            "name": self.name,
            "total": 5,
            "api_token": "x",
            "mail": {"password": "x", "port": 25},
        }


def test_a_model_says_itself_how_it_is_talked_about(registry: Registry) -> None:
    options = registry.add(Book).options

    assert options.label == "Books"
    assert options.description == "What we lend."
    assert options.columns == ("name", "cost")
    assert options.actions == (VIEW, BUY)
    assert options.access.scope_to_user is True


def test_registration_wins_over_the_mixin(registry: Registry) -> None:
    options = registry.add(
        Book, ModelOptions(label="Volumes", description="Else", columns=("stock",))
    ).options

    assert (options.label, options.description) == ("Volumes", "Else")
    assert options.columns == ("stock",)


def test_hidden_columns_add_up(registry: Registry, records: Records) -> None:
    entry = registry.add(Book, ModelOptions(exclude=("stock",)))

    assert [column.name for column in records.columns(entry)] == ["name"]


def test_an_action_of_the_same_key_is_replaced(registry: Registry) -> None:
    other = ActionOptions(key="view", endpoint="other", label="Open")

    options = registry.add(Book, ModelOptions(actions=(other,))).options

    assert options.actions == (BUY, other)


def test_access_is_merged_key_by_key(registry: Registry) -> None:
    given = AccessOptions(user_column="id")

    options = registry.add(Book, ModelOptions(access=given)).options

    assert options.access == AccessOptions(scope_to_user=True, user_column="id")


def test_both_scopes_narrow_the_rows(registry: Registry) -> None:
    entry = registry.add(
        Book, ModelOptions(scope=lambda select, _: select.where(Book.cost < 9))
    )
    assert entry.options.scope is not None

    text = str(entry.options.scope(sa.select(Book), Viewer()))

    assert "stock > " in text
    assert "cost < " in text


def test_defaults_change_nothing(registry: Registry) -> None:
    options = registry.add(Plain).options

    assert options.columns is None
    assert options.actions == ()
    assert options.label is None
    assert registry.entry(Plain).label == "Plain"


def test_mind_record_replaces_the_columns(registry: Registry, records: Records) -> None:
    entry = registry.add(Told)

    evidence = records.evidence(entry, Told(id=1, name="Falcon"))

    shown = {field.column: field.text for field in evidence.fields}
    assert shown == {"name": "Falcon", "total": "5", "mail.port": "25"}
    assert evidence.record == "Falcon"


def test_a_mind_record_that_fails_shows_nothing(
    registry: Registry, records: Records, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken(ModelMindMixin, Base):
        __tablename__ = "mixin_broken"
        id: orm.Mapped[int] = orm.mapped_column(primary_key=True)
        name: orm.Mapped[str]

        def mind_record(self) -> dict[str, t.Any]:
            raise RuntimeError("no")

    entry = registry.add(Broken)

    evidence = records.evidence(entry, Broken(id=1, name="Falcon"))

    assert evidence.fields == ()
    assert "mind_record" in caplog.text
