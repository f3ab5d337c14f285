"""Write a record's identity as a string and read it back."""

from __future__ import annotations

import datetime as dt
import decimal
import enum
import json
import typing as t
import uuid
from collections import abc as cabc

_KIND = "record"
_WRITERS: tuple[tuple[type, str, cabc.Callable[[t.Any], str]], ...] = (
    (uuid.UUID, "uuid", str),
    (dt.datetime, "datetime", dt.datetime.isoformat),
    (dt.date, "date", dt.date.isoformat),
    (dt.time, "time", dt.time.isoformat),
    (decimal.Decimal, "decimal", str),
    (bytes, "bytes", bytes.hex),
    (enum.Enum, "enum", lambda member: t.cast("str", member.name)),
)
_READERS: dict[str, cabc.Callable[[str], t.Any]] = {
    "uuid": uuid.UUID,
    "datetime": dt.datetime.fromisoformat,
    "date": dt.date.fromisoformat,
    "time": dt.time.fromisoformat,
    "decimal": decimal.Decimal,
    "bytes": bytes.fromhex,
    "enum": str,
}


def make_source_id(name: str, key: cabc.Sequence[t.Any]) -> str:
    """Write ``record:<registered name>:<JSON array of the key's parts>``.

    :param key: Primary key in mapper order, in its own types.
    """
    parts = json.dumps(
        [_plain(part) for part in key], ensure_ascii=False, separators=(",", ":")
    )
    return f"{_KIND}:{name}:{parts}"


def read_source_id(source_id: str) -> tuple[str, tuple[t.Any, ...]] | None:
    """Read what :func:`make_source_id` wrote.

    :return: Registered name and key; ``None`` when it is no record's id.
    """
    kind, _, rest = source_id.partition(":")
    name, _, parts = rest.partition(":")
    if kind != _KIND or not name:
        return None
    try:
        listed = json.loads(parts)
        return name, tuple(_typed(part) for part in listed)
    except (ValueError, TypeError, KeyError, ArithmeticError):
        return None


def _plain(part: t.Any) -> t.Any:
    for known, kind, write in _WRITERS:
        if isinstance(part, known):
            return {kind: write(part)}
    if part is None or isinstance(part, str | int | float):
        return part
    return str(part)


def _typed(part: t.Any) -> t.Any:
    if not isinstance(part, dict):
        return part
    [(kind, text)] = part.items()
    return _READERS[kind](text)
