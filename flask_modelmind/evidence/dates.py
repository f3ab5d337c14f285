"""Days, months and times of day as typed values."""

from __future__ import annotations

import dataclasses
import datetime as dt
import re
import typing as t
from collections import abc as cabc

from ..text import fold
from .wordset import read_table

Relation = t.Literal["equal", "compatible", "conflicting", "unrelated"]

_MONTH_TABLE = """\
1: january jan januar jänner enero ene janvier janv يناير ژانویه января январь 一月 ocak
2: february feb februar febrero février févr فبراير فوریه февраля февраль şubat
3: march mar märz marzo mars مارس марта март mart
4: april apr abril abr avril avr أبريل ابريل آوریل апреля апрель nisan
5: may mai mayo مايو مه می мая май mayıs
6: june jun juni junio juin يونيو ژوئن июня июнь haziran
7: july jul juli julio juillet juil يوليو ژوئیه جولای июля июль temmuz
8: august aug agosto ago août أغسطس اوت آگوست августа август ağustos
9: september sep sept septiembre septembre سبتمبر سپتامبر сентября сентябрь eylül
10: october oct oktober okt octubre octobre أكتوبر اکتبر октября октябрь ekim
11: november nov noviembre novembre نوفمبر نوامبر ноября ноябрь kasım
12: december dec dezember dez diciembre dic décembre déc ديسمبر دسامبر декабря декабрь
    aralık
"""
_JALALI_LINE = "فروردین اردیبهشت خرداد تیر مرداد شهریور مهر آبان آذر دی بهمن اسفند"
_MONTHS = {
    name: int(number) for number, names in read_table(_MONTH_TABLE) for name in names
}
_JALALI_MONTHS = {
    fold(name): number for number, name in enumerate(_JALALI_LINE.split(), start=1)
}
_NAMES = "|".join(
    sorted(map(re.escape, _MONTHS | _JALALI_MONTHS), key=len, reverse=True)
)
_NOT_IN_WORD = r"(?<![^\W_])"
_WORD_ENDS = r"(?![^\W_])"
_ISO = (
    r"(?<!\d)(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})(?!\d)"
    r"(?:[t ](?P<hour>\d{1,2}):(?P<minute>\d{2})(?::\d{2}(?:\.\d{1,9})?)?"
    r"(?:z|[+-]\d{2}:?\d{2})?)?"
)
_EAST_ASIAN = (
    r"(?<!\d)(?P<year>\d{4}) ?[年년] ?(?P<month>\d{1,2}) ?[月월]"
    r"(?: ?(?P<day>\d{1,2}) ?[日号일])?"
)
_DAY_FIRST = (
    rf"(?<!\d)(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\.?(?: of| de| ماه)? "
    rf"(?P<name>{_NAMES}){_WORD_ENDS}\.?(?:,? (?:de |del |سال |ماه )?"
    r"(?P<year>\d{4})(?!\d))?"
)
_MONTH_FIRST = (
    rf"{_NOT_IN_WORD}(?P<name>{_NAMES})\.? (?P<day>\d{{1,2}})(?:st|nd|rd|th)?"
    rf"(?!\d)(?:,? (?P<year>\d{{4}})(?!\d))?"
)
_MONTH_ALONE = (
    rf"{_NOT_IN_WORD}(?P<name>{_NAMES})\.?(?: of| de| del| سال| ماه)? "
    r"(?P<year>\d{4})(?!\d)"
)
_PATTERNS = tuple(
    re.compile(pattern)
    for pattern in (_ISO, _EAST_ASIAN, _DAY_FIRST, _MONTH_FIRST, _MONTH_ALONE)
)
_CLOCK = re.compile(
    r"(?<![\d:])(?P<hour>\d{1,2}):(?P<minute>\d{1,2})(?::\d{2})?(?![\d:])"
    r"(?: ?(?P<half>[ap])\.?m\b\.?)?"
    r"|(?<![\d:.,])(?P<hour_only>\d{1,2}) ?(?P<half_only>[ap])\.?m\b\.?"
)
_YEAR = re.compile(
    r"(?<![\w.,:/+-])(?P<year>1[3-9]\d\d|20\d\d|21\d\d)(?![\w.,:/%-]*[\d%])(?![a-z])"
)
_YEAR_LEADS = re.compile(
    r"(?:\bin|since|until|by|from|between|and|during|year|of|to|before|after|سال|از|تا"
    r"|im jahr|jahr|seit|bis|bei|en|depuis|desde|año|hasta|عام|سنة|سنه|منذ|في|فی|в"
    r"|с|до|году?) \Z"
)
_LEAD_CHARS = 12


@dataclasses.dataclass(frozen=True)
class Moment:
    """A date as far as it is written; or a time of day.

    What is not written is ``None``: "October 2023" has no day.
    """

    start: int
    end: int
    """Code-point offsets into the folded text."""
    year: int | None = None
    month: int | None = None
    day: int | None = None
    minute: int | None = None
    """Minutes since midnight, when a time of day is written."""


def find_moments(folded: str) -> list[Moment]:
    """Find dates, years and times of day in a folded text, in reading order."""
    found: list[Moment] = []
    taken = bytearray(len(folded))
    for pattern, read in _READERS:
        for match in pattern.finditer(folded):
            start, end = match.span()
            moment = None if any(taken[start:end]) else read(match)
            if moment:
                found.append(moment)
                taken[start:end] = b"\x01" * (end - start)
    return sorted(found, key=lambda moment: moment.start)


def compare_moments(claim: Moment, fact: Moment) -> Relation:
    """Say how a claimed date or time stands to the one of the evidence.

    Two dates agree when every part that both write is the same; a claim that writes a
    part the evidence lacks is not carried by it.
    """
    pairs = [
        (claim.year, fact.year),
        (claim.month, fact.month),
        (claim.day, fact.day),
        (claim.minute, fact.minute),
    ]
    both = [(a, b) for a, b in pairs if a is not None and b is not None]
    if not both:
        return "unrelated"
    if any(a != b for a, b in both):
        return "conflicting"
    if any(a is not None and b is None for a, b in pairs):
        return "unrelated"
    return (
        "equal" if len(both) == sum(b is not None for _, b in pairs) else "compatible"
    )


def moment_of(value: object) -> Moment | None:
    """Return the typed date or time of a field's value, if it is one."""
    if isinstance(value, dt.datetime):
        minute = value.hour * 60 + value.minute
        return Moment(0, 0, value.year, value.month, value.day, minute)
    if isinstance(value, dt.date):
        return Moment(0, 0, value.year, value.month, value.day)
    if isinstance(value, dt.time):
        return Moment(0, 0, minute=value.hour * 60 + value.minute)
    return None


def _read_day(match: re.Match[str]) -> Moment | None:
    parts = match.groupdict()
    name = parts.get("name")
    year, day = _number(parts.get("year")), _number(parts.get("day"))
    month = _MONTHS.get(name or "") or _number(parts.get("month"))
    if name in _JALALI_MONTHS or (year is not None and year < 1500 and month):
        month = _JALALI_MONTHS.get(name or "", month)
        year, month, day = _from_jalali(year, month, day)
    if not _exists(year, month, day):
        return None
    minute = _minute(parts.get("hour"), parts.get("minute"), None)
    return Moment(*match.span(), year, month, day, minute)


def _read_clock(match: re.Match[str]) -> Moment | None:
    minute = _minute(
        match["hour"] or match["hour_only"],
        match["minute"] or "0",
        match["half"] or match["half_only"],
    )
    return None if minute is None else Moment(*match.span(), minute=minute)


def _read_year(match: re.Match[str]) -> Moment | None:
    before = match.string[max(0, match.start() - _LEAD_CHARS) : match.start()]
    if not _YEAR_LEADS.search(before):
        return None
    return Moment(*match.span(), year=int(match["year"]))


_READERS: tuple[
    tuple[re.Pattern[str], cabc.Callable[[re.Match[str]], Moment | None]], ...
] = (*((pattern, _read_day) for pattern in _PATTERNS), (_CLOCK, _read_clock),
     (_YEAR, _read_year))  # fmt: skip


def _number(written: str | None) -> int | None:
    return int(written) if written else None


def _minute(hour: str | None, minute: str | None, half: str | None) -> int | None:
    if hour is None or minute is None:
        return None
    hours, minutes = int(hour), int(minute)
    if half:
        hours = hours % 12 + (12 if half == "p" else 0)
    return hours * 60 + minutes if hours <= 24 and minutes < 60 else None


def _exists(year: int | None, month: int | None, day: int | None) -> bool:
    """Whether a calendar has such a day."""
    if month is None or not 1 <= month <= 12:
        return False
    try:
        dt.date(year or 2000, month, day or 1)
    except ValueError:
        return False
    return True


_LEAP_REMAINDERS = frozenset({1, 5, 9, 13, 17, 22, 26, 30})
"""Leap years of the 33-year cycle, exact from 1244 to 1500."""


def _from_jalali(
    year: int | None, month: int | None, day: int | None
) -> tuple[int | None, int | None, int | None]:
    """Turn a day of the Persian calendar into one of the Gregorian.

    Without year or day nothing can be converted, and nothing is claimed.
    """
    if year is None or month is None or day is None:
        return None, None, None
    days = 31 * (month - 1) - max(0, month - 7) + day - 1
    return _gregorian(_nowruz(year).toordinal() + days)


def _nowruz(year: int) -> dt.date:
    """Return the first day of a Persian year, counted from that of 1404."""
    at = dt.date(2025, 3, 21).toordinal()
    step = 1 if year >= 1404 else -1
    for passed in range(1404, year, step):
        leaps = (passed if step > 0 else passed - 1) % 33 in _LEAP_REMAINDERS
        at += step * (366 if leaps else 365)
    return dt.date.fromordinal(max(1, at))


def _gregorian(ordinal: int) -> tuple[int, int, int]:
    date = dt.date.fromordinal(ordinal)
    return date.year, date.month, date.day
