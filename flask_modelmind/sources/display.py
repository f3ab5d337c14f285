"""Give a value its type and the text people read."""

from __future__ import annotations

import dataclasses
import datetime as dt
import decimal
import enum
import math
import re
import typing as t
import uuid
from collections import abc as cabc

import sqlalchemy as sa

from ..values import FieldKind
from ..values import Scalar
from .markup import clean_text

_CODE = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)*")
MAX_SCALAR_ITEMS = 20
"""Most values of a list that one field spells out."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Shown:
    """A value as evidence holds it."""

    value: Scalar
    text: str
    kind: FieldKind


NULL = Shown(value=None, text="", kind="null")
"""What a record does not have is a fact, too."""


Masks = cabc.Callable[[str], str]
_MOST_CHARACTERS = 65_536
"""Longest text that is read, markup included: a megabyte would cost a second a turn."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Style:
    """How texts are cleaned."""

    strip_html: bool = True
    characters: int = 600
    masks: Masks = str
    """Takes what looks like a secret out of a text."""

    def clean(self, text: str) -> str:
        """Make one line of a text, without secrets and cut to size."""
        if len(text) > _MOST_CHARACTERS:
            cut = text[:_MOST_CHARACTERS]
            text = cut.rpartition(" ")[0] or cut
        return clean_text(
            self.masks(text), strip=self.strip_html, characters=self.characters
        )


_Writer = cabc.Callable[[t.Any, int | None, Style], Shown | None]


def show(
    value: t.Any, *, kind: FieldKind | None, scale: int | None, style: Style
) -> Shown | None:
    """Type one value and write it for people.

    Dates and times are written as stored: a naive value gets no zone, an aware one says
    its offset (``2026-04-03 22:30 UTC``); nothing is moved into another zone.

    :param kind: What the column holds; ``None``: as the value's own type says.
    :param scale: Decimal places to write; ``None``: as many as the value has.
    :return: ``None`` for binary values, for records, whose text is made for developers,
        and for objects without a text of their own.
    """
    if value is None:
        return NULL
    if kind == "enum" and type(value) is str:
        return Shown(value=value, text=style.clean(_words(value)), kind="enum")
    write = _EXACT.get(type(value)) or _writer(value)
    return write(value, scale, style)


def _writer(value: t.Any) -> _Writer:
    found = (write for known, write in _WRITERS if isinstance(value, known))
    return next(found, _show_object)


def show_list(
    values: cabc.Sequence[t.Any],
    *,
    kind: FieldKind | None,
    scale: int | None,
    style: Style,
    count: int | None = None,
    is_cut: bool = False,
) -> Shown:
    """Write several values as one text: the first 20, then how many more there are.

    :param count: How many there are in all; ``None``: as many as given.
    :param is_cut: Whether there are more that nobody counted.
    """
    listed = [
        show(value, kind=kind, scale=scale, style=style)
        for value in values[:MAX_SCALAR_ITEMS]
    ]
    text = ", ".join(one.text for one in listed if one is not None and one.text)
    more = (len(values) if count is None else count) - len(listed)
    if is_cut or more > 0:
        text = f"{text}, …" if is_cut else f"{text}, … (+{more})"
    return Shown(value=text, text=text, kind="text") if text else NULL


def _show_enum(value: enum.Enum, _: int | None, __: Style) -> Shown:
    label = getattr(value, "label", None)
    plain = value.value if isinstance(value.value, str) else value.name
    text = str(label) if isinstance(label, str) else _words(plain)
    return Shown(value=plain, text=text, kind="enum")


def _words(code: str) -> str:
    """Write ``SOLD_OUT`` as ``sold out``; leave anything that is no code alone."""
    if not _CODE.fullmatch(code) or not ("_" in code or code.isupper()):
        return code
    return code.replace("_", " ").lower() if "_" in code else code


def _show_float(value: float, _: int | None, __: Style) -> Shown:
    if not math.isfinite(value):
        return NULL
    text = f"{decimal.Decimal(repr(value)):f}"
    return Shown(value=value, text=text.removesuffix(".0"), kind="number")


def _show_decimal(value: decimal.Decimal, scale: int | None, _: Style) -> Shown:
    if not value.is_finite():
        return NULL
    if scale is None:
        value = value.normalize() if value else decimal.Decimal(0)
        return Shown(value=value, text=f"{value:f}", kind="number")
    return Shown(value=value, text=f"{value:.{scale}f}", kind="number")


def _show_boolean(value: bool, _: int | None, __: Style) -> Shown:  # noqa: FBT001
    return Shown(value=value, text="yes" if value else "no", kind="boolean")


def _show_object(value: t.Any, _: int | None, style: Style) -> Shown | None:
    own_text: object = type(value).__str__
    if own_text is object.__str__ or sa.inspect(value, raiseerr=False) is not None:
        return None
    text = style.clean(str(value))
    return Shown(value=text, text=text, kind="text")


def _show_text(value: str, _: int | None, style: Style) -> Shown:
    text = style.clean(value)
    return Shown(value=text, text=text, kind="text")


def _show_datetime(value: dt.datetime, _: int | None, __: Style) -> Shown:
    seconds = value.second or value.microsecond
    text = f"{value:%Y-%m-%d %H:%M:%S}" if seconds else f"{value:%Y-%m-%d %H:%M}"
    return Shown(value=value, text=f"{text}{_zone(value)}", kind="datetime")


def _show_time(value: dt.time, _: int | None, __: Style) -> Shown:
    seconds = value.second or value.microsecond
    text = f"{value:%H:%M:%S}" if seconds else f"{value:%H:%M}"
    return Shown(value=value, text=f"{text}{_zone(value)}", kind="time")


def _zone(value: dt.datetime | dt.time) -> str:
    offset = value.utcoffset()
    if offset is None:
        return ""
    return f" {value.isoformat()[-6:]}" if offset else " UTC"


def _show_interval(value: dt.timedelta, _: int | None, __: Style) -> Shown:
    seconds = abs(value)
    hours, rest = divmod(seconds.seconds, 3_600)
    minutes, left = divmod(rest, 60)
    days = f"{seconds.days} day" + ("" if seconds.days == 1 else "s")
    parts = [
        days if seconds.days else "",
        f"{hours} h" if hours else "",
        f"{minutes} min" if minutes else "",
        f"{left} s" if left else "",
    ]
    text = " ".join(part for part in parts if part) or "0 s"
    sign = "-" if value < dt.timedelta(0) else ""
    return Shown(value=value, text=f"{sign}{text}", kind="interval")


def _show_date(value: dt.date, _: int | None, __: Style) -> Shown:
    return Shown(value=value, text=value.isoformat(), kind="date")


def _show_integer(value: int, _: int | None, __: Style) -> Shown:
    return Shown(value=int(value), text=str(int(value)), kind="number")


def _show_uuid(value: uuid.UUID, _: int | None, __: Style) -> Shown:
    return Shown(value=str(value), text=str(value), kind="uuid")


def _hide_binary(_: t.Any, __: int | None, ___: Style) -> None:
    return None


_WRITERS: tuple[tuple[type, _Writer], ...] = (
    (enum.Enum, _show_enum),
    (bool, _show_boolean),
    (int, _show_integer),
    (float, _show_float),
    (decimal.Decimal, _show_decimal),
    (str, _show_text),
    (dt.datetime, _show_datetime),
    (dt.date, _show_date),
    (dt.time, _show_time),
    (dt.timedelta, _show_interval),
    (uuid.UUID, _show_uuid),
    (bytes, _hide_binary),
    (bytearray, _hide_binary),
    (memoryview, _hide_binary),
)
"""Subclasses stand before their bases: an ``Enum`` may be a ``str``, a ``bool`` is int.
"""
_EXACT = dict(_WRITERS)
