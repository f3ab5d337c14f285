"""Numbers written in words, up to a hundred, and written digits with separators."""

# ruff: noqa: RUF001 -- number words are written in many scripts on purpose.
from __future__ import annotations

import dataclasses
import decimal
import re

from ..text import fold
from .wordset import word_set

MAX_DIGITS = 40
"""Longer runs of digits are identifiers, not amounts."""
_GROUPED = re.compile(r"\d{1,3}(?:(?P<sep>[.,' ])\d{3})(?:(?P=sep)\d{3})*\Z")
_INDIAN = re.compile(r"\d{1,2}(?:,\d{2})+,\d{3}\Z")
_PLAIN = re.compile(r"\d+\Z")

_ENGLISH = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen"
    " fourteen fifteen sixteen seventeen eighteen nineteen",
    "twenty thirty forty fifty sixty seventy eighty ninety",
)
_PERSIAN = (
    "صفر یک دو سه چهار پنج شش هفت هشت نه ده یازده دوازده سیزده چهارده پانزده شانزده"
    " هفده هجده نوزده",
    "بیست سی چهل پنجاه شصت هفتاد هشتاد نود",
)
_GERMAN = (
    "null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn"
    " vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn",
    "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig",
)
_SPANISH = (
    "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce"
    " quince dieciséis diecisiete dieciocho diecinueve",
    "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
)
_FRENCH = (
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze"
    " quinze seize dix-sept dix-huit dix-neuf",
    "vingt trente quarante cinquante soixante soixante-dix quatre-vingt"
    " quatre-vingt-dix",
)
_ARABIC_UNITS = (
    "صفر واحد اثنان ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة عشرة",
    "صفر واحدة اثنتان ثلاث أربع خمس ست سبع ثمان تسع عشر",
    "صفر واحد اثنين ثلاثة أربعة خمسة ستة سبعة ثماني تسعة عشرة",
)
_ARABIC_TENS = (
    "عشرون ثلاثون أربعون خمسون ستون سبعون ثمانون تسعون",
    "عشرين ثلاثين أربعين خمسين ستين سبعين ثمانين تسعين",
)
_HINDI = {"एक": 1, "दो": 2, "तीन": 3, "चार": 4, "पाँच": 5, "पांच": 5, "दस": 10, "बीस": 20,
          "तीस": 30, "चालीस": 40, "पचास": 50, "साठ": 60, "सौ": 100}  # fmt: skip
_RUSSIAN = ("ноль один два три четыре пять шесть семь восемь девять десять", "")
_HUNDREDS = "hundred صد hundert einhundert cien ciento cent مئة مائة مية сто"

WEAK = word_set(
    "one once tres dos neuf cent elf six sept un uno ein null نه دو ده سی یک صد واحد ست",
    "zero nil 二 два एक दो",
)
"""Number words that are other words too: they count only before a unit."""
ARTICLES = word_set(
    "a an one un une una uno ein eine einer eines einem einen یک واحد واحدة",
)
"""Words that mean one before a unit."""
FRACTIONS = {
    fold(word): decimal.Decimal(value)
    for value, line in (
        ("0.5", "half نیم نصف halb halbe halben halber halbes medio media demi demie"),
        ("0.25", "quarter ربع viertel cuarto quart"),
    )
    for word in line.split()
}
SIGNS = {"½": decimal.Decimal("0.5"), "¼": decimal.Decimal("0.25"),
         "¾": decimal.Decimal("0.75")}  # fmt: skip
CJK_NUMBER = re.compile("[一二两兩三四五六七八九十百〇零]{1,6}")
_CJK_DIGITS = {c: i for i, c in enumerate("零一二三四五六七八九")} | {
    "〇": 0, "两": 2, "兩": 2}  # fmt: skip


@dataclasses.dataclass(frozen=True)
class Written:
    """What a run of digits may mean."""

    value: decimal.Decimal
    """The reading that stands when nothing says otherwise."""
    other: decimal.Decimal | None = None
    """The second reading of an ambiguous run: ``1.299`` is 1299 in some countries."""


def read_digits(run: str, *, uses_decimal_comma: bool | None = None) -> Written | None:
    """Read ASCII digits with separators of any habit.

    A single point or comma before exactly three digits is ambiguous: a comma is taken
    for a separator of thousands unless the language says otherwise; a point has two
    readings unless the language writes decimal commas.

    :param run: Digits with ``. , '`` or space between them.
    :param uses_decimal_comma: What the language of the text does; ``None`` if unknown.
    :return: ``None`` when the run is no number (``1,1.1``, an address, too long).
    """
    if len(run) > MAX_DIGITS:
        return None
    if _PLAIN.match(run):
        return Written(decimal.Decimal(run))
    marks = [c for c in run if c in ".,"]
    if not marks or len(set(marks)) > 1:
        return _read_mixed(run, marks)
    grouped = _GROUPED.match(run) or _INDIAN.match(run)
    if len(marks) > 1:
        return Written(_join(run)) if grouped else None
    if not grouped or run.startswith("0"):
        return _split_decimal(run, marks[0])
    as_whole, as_fraction = _join(run), decimal.Decimal(run.replace(",", "."))
    if marks[0] == ",":
        return Written(as_fraction if uses_decimal_comma else as_whole)
    if uses_decimal_comma:
        return Written(as_whole)
    return Written(as_fraction, as_whole)


def _read_mixed(run: str, marks: list[str]) -> Written | None:
    """Read runs with two kinds of marks, or with spaces or apostrophes only."""
    if not marks:
        return Written(_join(run)) if _GROUPED.match(run) else None
    return _split_decimal(run, marks[-1]) if marks.count(marks[-1]) == 1 else None


def _split_decimal(run: str, mark: str) -> Written | None:
    whole, _, fraction = run.rpartition(mark)
    is_whole = _PLAIN.match(whole) or _GROUPED.match(whole) or _INDIAN.match(whole)
    if not is_whole or not _PLAIN.match(fraction):
        return None
    return Written(decimal.Decimal(f"{_join(whole)}.{fraction}"))


def _join(run: str) -> decimal.Decimal:
    return decimal.Decimal("".join(c for c in run if c.isdecimal()))


def read_cjk(run: str) -> int | None:
    """Read a Chinese or Japanese number word below 1,000 (``二十五``)."""
    total = current = 0
    for character in run:
        if character in _CJK_DIGITS:
            current = current * 10 + _CJK_DIGITS[character]
        else:
            total += (current or 1) * (100 if character == "百" else 10)
            current = 0
    return total + current


def _number_words() -> dict[str, int]:
    found: dict[str, int] = {}
    for units, tens in (_ENGLISH, _PERSIAN, _GERMAN, _SPANISH, _FRENCH, _RUSSIAN):
        found |= {word: value for value, word in enumerate(units.split())}
        found |= {word: 20 + 10 * i for i, word in enumerate(tens.split())}
    for line in _ARABIC_UNITS:
        found |= {word: value for value, word in enumerate(line.split())}
    for line in _ARABIC_TENS:
        found |= {word: 20 + 10 * i for i, word in enumerate(line.split())}
    found |= _compounds() | _HINDI | dict.fromkeys(_HUNDREDS.split(), 100)
    return {fold(word).replace("-", " "): value for word, value in found.items()}


def _compounds() -> dict[str, int]:
    """Number words from 21 to 99."""
    found: dict[str, int] = {}
    for (units, tens), pattern in (
        (_ENGLISH, "{ten} {unit}"),
        (_PERSIAN, "{ten} و {unit}"),
        (_GERMAN, "{unit}und{ten}"),
        (_SPANISH, "{ten} y {unit}"),
        (_FRENCH, "{ten} {unit}"),
        (_FRENCH, "{ten} et {unit}"),
    ):
        most = 19 if pattern.startswith("{ten}") and tens == _FRENCH[1] else 9
        for i, ten in enumerate(tens.split()):
            for value in range(1, most + 1):
                spoken = pattern.format(ten=ten, unit=units.split()[value])
                found.setdefault(spoken, 20 + 10 * i + value)
    for line in _ARABIC_UNITS:
        for tens in _ARABIC_TENS:
            for i, ten in enumerate(tens.split()):
                for value in range(1, 10):
                    found[f"{line.split()[value]} و{ten}"] = 20 + 10 * i + value
    found |= {f"veinti{w}": 20 + i for i, w in enumerate(_SPANISH[0].split()[:10]) if i}
    return found


NUMBER_WORDS = _number_words()
"""Folded phrase of one to four words → value, 0 to 100."""
LONGEST_PHRASE_WORDS = max(len(phrase.split()) for phrase in NUMBER_WORDS)
