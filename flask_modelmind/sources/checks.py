"""Refuse options that name what a model does not have, with the nearest name."""

from __future__ import annotations

import difflib
import inspect
import typing as t
from collections import abc as cabc

import sqlalchemy as sa
from sqlalchemy import orm

from ..declarations import ModelOptions
from ..errors import RegistrationError
from .templates import template_names

_FOREIGN = {"metadata", "registry", "query", "query_class"}
"""Attributes that SQLAlchemy and Flask-SQLAlchemy put on every model."""


def check_declared(model: type, options: ModelOptions) -> None:
    """Check column names against a class whose mapper may not be configured yet.

    :raises RegistrationError: A name is no attribute of the class.
    """
    mapper = t.cast("orm.Mapper[t.Any]", sa.inspect(model))
    for option, name in named_columns(options):
        head = name.partition(".")[0]
        if not has_attribute(model, mapper, head):
            raise RegistrationError(
                _unknown(model, option, name, attribute_names(model, mapper))
                + " An attribute that is added to the class later needs the"
                " registration after it."
            )
    for option, value in (("limit", options.limit),):
        if value is not None and value < 1:
            raise RegistrationError(
                f"'{model.__name__}': {option} is {value}; expected at least 1."
            )
    for name, way in options.order_by.items():
        if way not in ("asc", "desc"):
            raise RegistrationError(
                f"'{model.__name__}': order_by '{name}' is '{way}'; expected 'asc' or"
                " 'desc'."
            )


def check_mapped(model: type, mapper: orm.Mapper[t.Any], options: ModelOptions) -> None:
    """Check relations and everything else against a configured mapper.

    :raises RegistrationError: A relation or a column of a related model is missing.
    """
    check_declared(model, options)
    for name in (*(options.columns or ()), *options.include):
        if name.partition(".")[0] in mapper.relationships:
            raise RegistrationError(
                f"'{model.__name__}.{name}' is a relation; name the columns to show of"
                " it in relations."
            )
    for name, columns in options.relations.items():
        if name not in mapper.relationships:
            known = list(mapper.relationships.keys())
            raise RegistrationError(_unknown(model, "relations", name, known))
        _check_relation(model, mapper.relationships[name], columns)


def _check_relation(
    model: type, prop: orm.RelationshipProperty[t.Any], columns: cabc.Iterable[str]
) -> None:
    related = prop.mapper
    for column in columns:
        if not has_attribute(related.class_, related, column):
            known = attribute_names(related.class_, related)
            raise RegistrationError(
                _unknown(model, f"relations '{prop.key}'", column, known)
            )
        if column in related.relationships:
            raise RegistrationError(
                f"'{model.__name__}.{prop.key}.{column}' is a relation of a relation;"
                " only columns of the related model can be shown."
            )


def named_columns(options: ModelOptions) -> cabc.Iterator[tuple[str, str]]:
    """Yield ``(option, column)`` for every column that the options name."""
    lists: dict[str, cabc.Iterable[str]] = {
        "columns": options.columns or (),
        "include": options.include,
        "exclude": options.exclude,
        "unblock": options.unblock,
        "labels": options.labels,
        "units": options.units,
        "search": options.search,
        "order_by": options.order_by,
        "source_label": label_columns(options.source_label),
    }
    for option, names in lists.items():
        yield from ((option, name) for name in names if not _is_related(name, options))
    for unit in options.units.values():
        yield from (("units", name) for name in template_names(unit))


def label_columns(source_label: str | None) -> tuple[str, ...]:
    """Return the columns a record label is made of."""
    if not source_label:
        return ()
    return template_names(source_label) or (source_label,)


def has_attribute(model: type, mapper: orm.Mapper[t.Any], name: str) -> bool:
    """Whether a class has an attribute, without evaluating or configuring it."""
    if mapper.has_property(name):
        return True
    static = inspect.getattr_static(model, name, None)
    return name not in _FOREIGN and static is not None and not _is_method(static)


def attribute_names(model: type, mapper: orm.Mapper[t.Any]) -> list[str]:
    """Return the public names a developer may have meant."""
    return [
        name
        for name in dir(model)
        if not name.startswith("_") and has_attribute(model, mapper, name)
    ]


def _is_method(static: object) -> bool:
    return callable(static) or isinstance(static, classmethod | staticmethod)


def _is_related(name: str, options: ModelOptions) -> bool:
    head, dot, _ = name.partition(".")
    return bool(dot) and head in options.relations


def _unknown(model: type, option: str, name: str, known: cabc.Collection[str]) -> str:
    near = difflib.get_close_matches(name, known, n=1)
    hint = f" Did you mean '{near[0]}'?" if near else ""
    return f"'{model.__name__}' has no '{name}', named in {option}.{hint}"
