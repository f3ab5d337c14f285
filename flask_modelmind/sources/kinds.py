"""What a mapped column holds, and whether its type alone makes it unfit to show."""

from __future__ import annotations

import re
import typing as t

import sqlalchemy as sa

from ..values import FieldKind

_KINDS: tuple[tuple[type[sa.types.TypeEngine[t.Any]], FieldKind], ...] = (
    (sa.Enum, "enum"),
    (sa.Boolean, "boolean"),
    (sa.DateTime, "datetime"),
    (sa.Date, "date"),
    (sa.Time, "time"),
    (sa.Interval, "interval"),
    (sa.Uuid, "uuid"),
    (sa.JSON, "json"),
    (sa.ARRAY, "json"),
    (sa.Numeric, "number"),
    (sa.Float, "number"),
    (sa.Integer, "number"),
    (sa.String, "text"),
)
_HSTORE = {"HSTORE": "json", "INET": "text", "CIDR": "text", "MACADDR": "text"}
_SECRET_TYPE = re.compile(r"encrypt|cipher|passw|hash|secret|vault", re.IGNORECASE)


def kind_of(column_type: sa.types.TypeEngine[t.Any]) -> FieldKind | None:
    """Tell which kind of value a column type yields.

    :return: ``None`` when the type cannot be shown or its values are not known.
    """
    plain = _unwrap(column_type)
    for known, kind in _KINDS:
        if isinstance(plain, known):
            return kind
    return t.cast("FieldKind | None", _HSTORE.get(type(plain).__name__))


def stores_text(column_type: sa.types.TypeEngine[t.Any]) -> bool:
    """Whether the database holds plain text in columns of this type."""
    plain = _unwrap(column_type)
    return isinstance(plain, sa.String) and not isinstance(plain, sa.Enum)


def type_reason(column_type: sa.types.TypeEngine[t.Any]) -> str | None:
    """Say why values of this type are never shown; ``None``: they may be."""
    for each in _layers(column_type):
        if any(_SECRET_TYPE.search(c.__name__) for c in _own_classes(type(each))):
            return f"type {type(each).__name__} holds a secret"
        if isinstance(each, sa.LargeBinary):
            return "binary"
    return None


def scale_of(column_type: sa.types.TypeEngine[t.Any]) -> int | None:
    """Return the decimal places a numeric column declares."""
    plain = _unwrap(column_type)
    if isinstance(plain, sa.Numeric) and not isinstance(plain, sa.Float):
        return plain.scale
    return None


def _unwrap(column_type: sa.types.TypeEngine[t.Any]) -> sa.types.TypeEngine[t.Any]:
    return _layers(column_type)[-1]


def _layers(
    column_type: sa.types.TypeEngine[t.Any],
) -> list[sa.types.TypeEngine[t.Any]]:
    layers = [column_type]
    while isinstance(layers[-1], sa.types.TypeDecorator):
        layers.append(layers[-1].impl_instance)
    return layers


def _own_classes(cls: type) -> list[type]:
    """Leave SQLAlchemy's own bases out: ``HashableFlagURL`` is no secret of an app."""
    return [c for c in cls.__mro__ if not c.__module__.startswith("sqlalchemy.")]
