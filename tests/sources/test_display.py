from __future__ import annotations

import datetime as dt
import decimal
import enum
import math

import pytest
from sqlalchemy import orm

from flask_modelmind.sources.display import NULL
from flask_modelmind.sources.display import show
from flask_modelmind.sources.display import show_list
from flask_modelmind.sources.display import Shown
from flask_modelmind.sources.display import Style
from flask_modelmind.values import FieldKind

TEHRAN = dt.timezone(dt.timedelta(hours=3, minutes=30))


class Level(enum.IntEnum):
    VERY_HIGH = 3


class Named(enum.Enum):
    A = "a"

    @property
    def label(self) -> str:
        return "Class A"


def shown(
    value: object, *, kind: FieldKind | None = None, scale: int | None = None
) -> Shown | None:
    return show(value, kind=kind, scale=scale, style=Style())


@pytest.mark.parametrize(
    ("value", "text", "kind"),
    [
        (True, "yes", "boolean"),
        (False, "no", "boolean"),
        (0, "0", "number"),
        (-3, "-3", "number"),
        (1e21, "1000000000000000000000", "number"),
        (0.1, "0.1", "number"),
        (2.0, "2", "number"),
        (decimal.Decimal("1E+3"), "1000", "number"),
        (decimal.Decimal("1.5000000000"), "1.5", "number"),
        (decimal.Decimal("0.00"), "0", "number"),
        ("", "", "text"),
        (dt.date(2026, 4, 3), "2026-04-03", "date"),
        (dt.time(22, 30, 5), "22:30:05", "time"),
        (dt.timedelta(0), "0 s", "interval"),
        (dt.timedelta(days=1, minutes=5), "1 day 5 min", "interval"),
        (dt.timedelta(hours=-1), "-1 h", "interval"),
        (Level.VERY_HIGH, "very high", "enum"),
        (Named.A, "Class A", "enum"),
    ],
    ids=str,
)
def test_a_value_is_written_for_people(value: object, text: str, kind: str) -> None:
    result = shown(value)

    assert result is not None
    assert (result.text, result.kind) == (text, kind)


def test_a_naive_time_is_shown_as_it_is_stored() -> None:
    result = shown(dt.datetime(2026, 4, 3, 22, 30))  # noqa: DTZ001

    assert result is not None
    assert result.text == "2026-04-03 22:30"


@pytest.mark.parametrize(
    ("zone", "text"),
    [(dt.UTC, "2026-04-03 22:30 UTC"), (TEHRAN, "2026-04-03 22:30 +03:30")],
    ids=["utc", "offset"],
)
def test_an_aware_time_says_its_zone_and_is_not_moved(
    zone: dt.tzinfo, text: str
) -> None:
    value = dt.datetime(2026, 4, 3, 22, 30, tzinfo=zone)

    result = shown(value)

    assert result is not None
    assert (result.value, result.text) == (value, text)


def test_a_declared_scale_is_kept() -> None:
    result = shown(decimal.Decimal("5"), kind="number", scale=2)

    assert result is not None
    assert result.text == "5.00"


@pytest.mark.parametrize("value", [None, math.nan, math.inf, decimal.Decimal("NaN")])
def test_what_is_no_value_is_null(value: object) -> None:
    assert shown(value) == NULL


def test_a_code_of_an_enum_column_is_readable() -> None:
    result = shown("in_stock", kind="enum")

    assert result is not None
    assert (result.value, result.text) == ("in_stock", "in stock")


@pytest.mark.parametrize("code", ["EUR", "A1", "Sold out!", "x-large"])
def test_a_code_that_reads_well_stays(code: str) -> None:
    result = shown(code, kind="enum")

    assert result is not None
    assert result.text == code


@pytest.mark.parametrize(
    "value", [b"\x00", bytearray(b"x"), memoryview(b"x"), object()]
)
def test_what_nobody_can_read_is_not_shown(value: object) -> None:
    assert shown(value) is None


def test_the_developers_text_of_a_record_is_never_shown() -> None:
    class Base(orm.DeclarativeBase):
        pass

    class Card(Base):
        __tablename__ = "card"
        id: orm.Mapped[int] = orm.mapped_column(primary_key=True)

        def __str__(self) -> str:
            return "secret"

    assert shown(Card(id=1)) is None


def test_a_list_is_written_out_and_bounded() -> None:
    result = show_list(list(range(25)), kind="number", scale=None, style=Style())

    assert result.text == ", ".join(map(str, range(20))) + ", … (+5)"


def test_an_empty_list_is_null() -> None:
    assert show_list([], kind=None, scale=None, style=Style()) == NULL


def test_of_a_very_long_text_only_the_beginning_is_read() -> None:
    seen: list[int] = []

    def masks(text: str) -> str:
        seen.append(len(text))
        return text

    shown = Style(masks=masks).clean("word " * 300_000)

    assert shown.startswith("word word")
    assert len(shown) <= 600
    assert seen == [65_534]


def test_a_very_long_text_without_spaces_is_not_lost() -> None:
    assert Style().clean("文" * 100_000).startswith("文文")
