"""The id of an application's object, free of proxies and of the object itself."""

from __future__ import annotations

import typing as t

from werkzeug.local import LocalProxy


def unwrap(value: t.Any) -> t.Any:
    """Return what stands behind a proxy, or the object itself."""
    if isinstance(value, LocalProxy):
        return value._get_current_object()  # noqa: SLF001 -- Werkzeug's public name.
    return value


def is_mapped(value: t.Any) -> bool:
    """Return whether a value is an object of a SQLAlchemy model."""
    return hasattr(type(value), "__mapper__")


def primary_key(record: t.Any) -> t.Any:
    """Return the primary key of a mapped object; a tuple of several columns."""
    mapper = type(record).__mapper__
    key = tuple(
        getattr(record, mapper.get_property_by_column(column).key)
        for column in mapper.primary_key
    )
    return key[0] if len(key) == 1 else key
