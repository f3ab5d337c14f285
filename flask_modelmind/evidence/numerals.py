"""Numbers written in words, up to a hundred, and written digits with separators."""

from __future__ import annotations

import dataclasses
import decimal
import re

from ..text import fold
from .wordset import read_table
from .wordset import word_set

MAX_DIGITS = 40
"""Longer runs of digits are identifiers, not amounts."""
_GROUPED = re.compile(r"\d{1,3}(?:(?P<sep>[.,' ])\d{3})(?:(?P=sep)\d{3})*\Z")
_INDIAN = re.compile(r"\d{1,2}(?:,\d{2})+,\d{3}\Z")
_PLAIN = re.compile(r"\d+\Z")

_ONES = """\
en: zero one two three four five six seven eight nine ten eleven twelve thirteen
    fourteen fifteen sixteen seventeen eighteen nineteen
fa: صفر یک دو سه چهار پنج شش هفت هشت نه ده یازده دوازده سیزده چهارده پانزده شانزده هفده
    هجده نوزده
de: null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn
    fünfzehn sechzehn siebzehn achtzehn neunzehn
es: cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce
    quince dieciséis diecisiete dieciocho diecinueve
fr: zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze
    quinze seize dix-sept dix-huit dix-neuf
ru: ноль один два три четыре пять шесть семь восемь девять десять
ar1: صفر واحد اثنان ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة عشرة
ar2: صفر واحدة اثنتان ثلاث أربع خمس ست سبع ثمان تسع عشر
ar3: صفر واحد اثنين ثلاثة أربعة خمسة ستة سبعة ثماني تسعة عشرة
"""
"""Words for 0, 1, 2 … in order."""
_TENS = """\
en: twenty thirty forty fifty sixty seventy eighty ninety
fa: بیست سی چهل پنجاه شصت هفتاد هشتاد نود
de: zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig
es: veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa
fr: vingt trente quarante cinquante soixante soixante-dix quatre-vingt quatre-vingt-dix
ar1: عشرون ثلاثون أربعون خمسون ستون سبعون ثمانون تسعون
ar2: عشرين ثلاثين أربعين خمسين ستين سبعين ثمانين تسعين
"""
"""Words for 20, 30, … 90 in order."""
_COMPOUNDS = (
    ("en", "en", "{ten} {one}", 9),
    ("fa", "fa", "{ten} و {one}", 9),
    ("de", "de", "{one}und{ten}", 9),
    ("es", "es", "{ten} y {one}", 9),
    ("fr", "fr", "{ten} {one}", 19),
    ("fr", "fr", "{ten} et {one}", 1),
    *((f"ar{i}", f"ar{j}", "{one} و{ten}", 9) for i in (1, 2, 3) for j in (1, 2)),
)
"""Where ones and tens are listed, how they are put together, up to which one."""
_OTHERS = """\
1: एक
2: दो
3: तीन
4: चार
5: पाँच पांच
10: दस
20: बीस
30: तीस
40: चालीस
50: पचास
60: साठ
100: सौ hundred صد hundert einhundert cien ciento cent مئة مائة مية сто
"""

WEAK = word_set(
    "one once tres dos neuf cent elf six sept un uno ein null نه دو ده سی یک صد واحد",
    "ست zero nil 二 два एक दो",
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
    marks = [c for c in run if c in ".,"]
    if _PLAIN.match(run) or not marks:
        is_number = _PLAIN.match(run) or _GROUPED.match(run)
        return Written(_join(run)) if is_number else None
    if len(marks) == 1 and _GROUPED.match(run) and not run.startswith("0"):
        return _read_ambiguous(run, marks[0], uses_decimal_comma)
    if len(marks) > 1 and len(set(marks)) == 1:
        is_grouped = _GROUPED.match(run) or _INDIAN.match(run)
        return Written(_join(run)) if is_grouped else None
    return _split_decimal(run, marks[-1]) if marks.count(marks[-1]) == 1 else None


def _read_ambiguous(
    run: str,
    mark: str,
    uses_decimal_comma: bool | None,  # noqa: FBT001
) -> Written | None:
    """Read a run with one mark before its last three digits."""
    as_whole, as_fraction = Written(_join(run)), _split_decimal(run, mark)
    if mark == ",":
        return as_fraction if uses_decimal_comma else as_whole
    if uses_decimal_comma or not as_fraction:
        return as_whole
    return Written(as_fraction.value, as_whole.value)


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
    ones, tens = dict(read_table(_ONES)), dict(read_table(_TENS))
    found = {word: i for line in ones.values() for i, word in enumerate(line)}
    found |= {
        word: 20 + 10 * i for line in tens.values() for i, word in enumerate(line)
    }
    for one_key, ten_key, pattern, most in _COMPOUNDS:
        for i, ten in enumerate(tens[ten_key]):
            for value, one in enumerate(ones[one_key][1 : most + 1], start=1):
                spoken = fold(pattern.format(ten=ten, one=one))
                found.setdefault(spoken, 20 + 10 * i + value)
    found |= {f"veinti{one}": 20 + i for i, one in enumerate(ones["es"][:10]) if i}
    found |= {word: int(value) for value, line in read_table(_OTHERS) for word in line}
    return {word.replace("-", " "): value for word, value in found.items()}


NUMBER_WORDS = _number_words()
"""Folded phrase of one to four words → value, 0 to 100."""
LONGEST_PHRASE_WORDS = max(len(phrase.split()) for phrase in NUMBER_WORDS)
FIRST_WORDS = frozenset(phrase.split()[0] for phrase in NUMBER_WORDS) | ARTICLES
"""Words a number in words may begin with."""
