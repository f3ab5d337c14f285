from __future__ import annotations

import dataclasses
import typing as t

import pytest
from sqlalchemy import orm

from flask_modelmind.declarations import ModelOptions
from flask_modelmind.errors import RegistrationError
from flask_modelmind.sources import Registry


class Base(orm.DeclarativeBase):
    pass


class Book(Base):
    __tablename__ = "book"
    id: orm.Mapped[int] = orm.mapped_column(primary_key=True)
    title: orm.Mapped[str]
    price: orm.Mapped[int]

    def lend(self) -> None:
        """Do nothing."""


def shelf() -> type:
    class Shelf(orm.DeclarativeBase):
        pass

    class Book(Shelf):
        __tablename__ = "book"
        id: orm.Mapped[int] = orm.mapped_column(primary_key=True)

    return Book


def test_an_entry_is_found_by_class_and_by_name(registry: Registry) -> None:
    entry = registry.add(Book)

    assert registry.entry(Book) is entry
    assert registry.entry("Book") is entry
    assert registry.entries() == (entry,)


def test_two_models_of_one_class_name_get_two_names(registry: Registry) -> None:
    names = [registry.add(model).name for model in (Book, shelf(), shelf())]

    assert len(set(names)) == 3
    assert names[0] == "Book"


def test_a_second_registration_is_refused(registry: Registry) -> None:
    registry.add(Book)

    with pytest.raises(RegistrationError, match="'Book' is registered already"):
        registry.add(Book)


@pytest.mark.parametrize("thing", [int, "Book", None, Book.lend])
def test_only_mapped_classes_are_accepted(registry: Registry, thing: t.Any) -> None:
    with pytest.raises(RegistrationError, match="not a mapped SQLAlchemy class"):
        registry.add(thing)


@pytest.mark.parametrize(
    "options",
    [
        ModelOptions(columns=("titel",)),
        ModelOptions(include=("titel",)),
        ModelOptions(exclude=("titel",)),
        ModelOptions(unblock=("titel",)),
        ModelOptions(labels={"titel": "Title"}),
        ModelOptions(units={"titel": "kg"}),
        ModelOptions(units={"price": "{titel}"}),
        ModelOptions(search={"titel": 2}),
        ModelOptions(source_label="titel"),
        ModelOptions(source_label="{titel} ({price})"),
        ModelOptions(order_by={"titel": "asc"}),
    ],
    ids=lambda options: next(
        f.name
        for f in dataclasses.fields(options)
        if getattr(options, f.name) != getattr(ModelOptions(), f.name)
    ),
)
def test_a_misspelt_column_is_refused_with_the_nearest_name(
    registry: Registry, options: ModelOptions
) -> None:
    with pytest.raises(RegistrationError, match=r"no 'titel'.*Did you mean 'title'"):
        registry.add(Book, options)


def test_a_refused_model_is_not_registered(registry: Registry) -> None:
    with pytest.raises(RegistrationError):
        registry.add(Book, ModelOptions(columns=("titel",)))

    assert registry.entries() == ()


def test_a_method_is_no_column(registry: Registry) -> None:
    with pytest.raises(RegistrationError, match="no 'lend'"):
        registry.add(Book, ModelOptions(columns=("lend",)))


def test_a_limit_below_one_is_refused(registry: Registry) -> None:
    with pytest.raises(RegistrationError, match="limit is 0"):
        registry.add(Book, ModelOptions(limit=0))


def test_a_disabled_model_is_not_listed(registry: Registry) -> None:
    registry.add(Book, ModelOptions(enabled=False))

    assert registry.entries() == ()
    with pytest.raises(RegistrationError, match="No model 'Book' is enabled"):
        registry.entry(Book)


def test_an_unknown_relation_is_refused_once_mappers_are_configured(
    registry: Registry,
) -> None:
    Base.registry.configure()

    registry.add(Book, ModelOptions(relations={"author": ("name",)}))

    with pytest.raises(RegistrationError, match="no 'author', named in relations"):
        registry.check()


def test_checking_never_configures_mappers_that_wait_for_other_models(
    registry: Registry,
) -> None:
    class Late(orm.DeclarativeBase):
        pass

    class Ticket(Late):
        __tablename__ = "ticket"
        id: orm.Mapped[int] = orm.mapped_column(primary_key=True)
        guest = orm.relationship("NotImportedYet", primaryjoin="false()")

    registry.add(Ticket, ModelOptions(relations={"guest": ("id",)}))
    registry.check()

    class NotImportedYet(Late):
        __tablename__ = "guest"
        id: orm.Mapped[int] = orm.mapped_column(primary_key=True)

    Late.registry.dispose()
