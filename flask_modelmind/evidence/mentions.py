"""Find where a text names the evidence of a turn.

Only names count: label, sku, code, title. A shared value (a category, a city) names
nothing, however often it occurs.
"""

from __future__ import annotations

import dataclasses
import re
from collections import abc as cabc

from ..text import fold
from ..text import Folded
from ..text import words
from .wordset import word_set

_MAX_NAME_CHARS = 300
_MIN_BARE_DIGITS = 5
_NAME_WORDS_THAT_STAND_ALONE = 2
_ARABIC = re.compile("[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff]")
_HEBREW = re.compile("[\u0590-\u05ff]")
_KATAKANA = re.compile("[\u30a1-\u30fa\u30fc-\u30ff]")
_HANGUL = re.compile("[\uac00-\ud7a3]")
_UNSPACED = re.compile(
    "[\u3005-\u3096\u3400-\u9fff\uf900-\ufaff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]"
)
_ARABIC_PREFIXES = word_set("و ف ب ل ك ال وال بال لل فال كال ول وب وك فل فب ولل")
_ARABIC_SUFFIXES = word_set("ها های هایی هایش ی یی ای ان را رو ش م ت")
_HEBREW_PREFIXES = word_set("ו ה ב ל מ ש כ וה וב ול ומ בה שה")
_VARIANTS = word_set(
    "pro max plus ultra mini lite air se xl xs xr fe neo core edge go ii iii iv v2 v3"
)
"""Words that turn a product's name into the name of another product."""
_COMMON_WORDS = word_set(
    "home blue open best new old red green black white pro free fast good great high",
    "low first last next top all any main basic standard plus max mini light dark day",
    "night time one two three yes no on off start stop go help info information data",
    "status active enabled disabled application context page site shop store product",
    "order item record list name title label price stock category customer user team",
    "plan service support contact about news blog general other default test demo",
    "summer winter spring north south east west city town park station special sale",
    "apple orange target square box notes base word office windows book music photos",
    "heute neu alt blau rot hoch tief start haus buch nouveau bleu maison nuevo azul",
    "casa libro خانه باز آبی قرمز بهترین جدید پشتیبانی کتاب فعال بيت جديد ازرق كتاب",
)
"""Words that name things now and then, but mostly do not."""


@dataclasses.dataclass(frozen=True)
class Mention:
    """A span of a text that names evidence; several when they share the name."""

    start: int
    end: int
    """Code-point offsets into the folded text."""
    evidence: tuple[int, ...]
    """Indexes of the evidence that bears the name, in the given order."""
    is_weak: bool = False
    """The name is an everyday word here: it counts only with a value of the record."""


@dataclasses.dataclass(frozen=True)
class Named:
    """What evidence is called."""

    names: tuple[str, ...]
    model: str = ""
    """Label of its model: lets "Order 7" name an order whose number is 7."""


def find_mentions(
    folded: Folded, original: str, evidence: cabc.Sequence[Named]
) -> list[Mention]:
    """Find every naming of the evidence in one text, longest names first.

    A longer name takes its span away from the shorter names in it: "iPhone 15 Pro" does
    not name "iPhone 15". Boundaries follow the script, so that particles and prefixes
    written onto a name do not hide it.

    :param folded: The text, folded.
    :param original: The same text as it is shown; its case tells names from words.
    :return: Mentions in reading order; no two overlap.
    """
    found: list[Mention] = []
    taken = bytearray(len(folded.text))
    for name, bearers in _names(evidence):
        for start, end in _occurrences(folded.text, name):
            if any(taken[start:end]) or _is_longer_name(folded.text, end):
                continue
            if name.isdecimal() and not _is_number_named(
                folded.text, start, end, [evidence[i] for i in bearers]
            ):
                continue
            taken[start:end] = b"\x01" * (end - start)
            is_weak = _is_weak(name, folded, original, start, end)
            found.append(Mention(start, end, bearers, is_weak))
    return sorted(found, key=lambda mention: mention.start)


def _names(
    evidence: cabc.Sequence[Named],
) -> list[tuple[str, tuple[int, ...]]]:
    """Collect folded names with their bearers, longest first."""
    bearers: dict[str, list[int]] = {}
    for index, item in enumerate(evidence):
        for name in dict.fromkeys(item.names):
            folded = fold(name[: _MAX_NAME_CHARS + 1])
            if folded and len(folded) <= _MAX_NAME_CHARS and words(folded):
                entry = bearers.setdefault(folded, [])
                if index not in entry:
                    entry.append(index)
    longest_first = sorted(bearers.items(), key=lambda pair: (-len(pair[0]), pair[0]))
    return [(name, tuple(indexes)) for name, indexes in longest_first]


def _occurrences(text: str, name: str) -> cabc.Iterator[tuple[int, int]]:
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        if _starts_clean(text, at, name[0]) and _ends_clean(text, end, name):
            yield at, end
            at = text.find(name, end)
        else:
            at = text.find(name, at + 1)


def _starts_clean(text: str, at: int, edge: str) -> bool:
    """Whether no word runs into the name from the left."""
    before = text[at - 1 : at]
    if not _joins(before, edge):
        return not (before in {"-", "."} and _is_code_edge(text, at - 2, edge))
    prefixes = _prefixes(edge)
    run = at
    while run > 0 and at - run < 4 and text[run - 1].isalpha():
        run -= 1
    return text[run:at] in prefixes and not text[run - 1 : run].isalnum()


def _prefixes(edge: str) -> frozenset[str]:
    if _ARABIC.match(edge):
        return _ARABIC_PREFIXES
    return _HEBREW_PREFIXES if _HEBREW.match(edge) else frozenset()


def _ends_clean(text: str, end: int, name: str) -> bool:
    """Whether no word runs on from the name to the right."""
    edge, after = name[-1], text[end : end + 1]
    if not _joins(after, edge):
        return not (after and after in "-/.,_" and _is_code_edge(text, end + 1, edge))
    if _HANGUL.match(edge):
        return True
    if not _ARABIC.match(edge):
        return False
    run = end
    while run < len(text) and run - end < 5 and text[run].isalpha():
        run += 1
    return text[end:run] in _ARABIC_SUFFIXES


def _is_code_edge(text: str, at: int, edge: str) -> bool:
    """Whether a connector goes on with a digit, or ties letters to a code."""
    beyond = text[at] if 0 <= at < len(text) else ""
    return beyond.isdecimal() or (edge.isdecimal() and beyond.isalnum())


def _joins(neighbour: str, edge: str) -> bool:
    """Whether two characters belong to one word."""
    if not neighbour or not (neighbour.isalnum() and edge.isalnum()):
        return False
    if neighbour.isdecimal() or edge.isdecimal():
        other = neighbour if edge.isdecimal() else edge
        return other.isdecimal() or _script(other) == "alphabet"
    if _script(neighbour) != _script(edge):
        return False
    return _script(edge) != "unspaced"


def _script(character: str) -> str:
    for pattern, name in _SCRIPTS:
        if pattern.match(character):
            return name
    return "alphabet"


_SCRIPTS = (
    (_KATAKANA, "katakana"),
    (_UNSPACED, "unspaced"),
    (_ARABIC, "arabic"),
    (_HEBREW, "hebrew"),
    (_HANGUL, "hangul"),
)


def _is_longer_name(text: str, end: int) -> bool:
    """Whether the next word makes it the name of another thing ("… Pro")."""
    following = re.match(r" ([a-z]{2,5}\d?)(?![a-z0-9])", text[end : end + 8])
    return bool(following) and following[1] in _VARIANTS if following else False


def _is_number_named(
    text: str, start: int, end: int, bearers: cabc.Sequence[Named]
) -> bool:
    """Whether a name of digits is meant as a name: long, or after its model's label."""
    if end - start >= _MIN_BARE_DIGITS:
        return True
    before = text[max(0, start - 40) : start].rstrip()
    if before.endswith(("#", "no.", "nr.", "n\u00b0", "\u2116")):
        return True
    last = words(before)[-1:] and words(before)[-1].text
    labels = {word.text for item in bearers for word in words(fold(item.model))}
    return bool(last) and bool(labels & {last, f"{last}s", f"{last}es", last[:-1]})


def _is_weak(name: str, folded: Folded, original: str, start: int, end: int) -> bool:
    """Whether the name reads as an everyday word at this place."""
    parts = words(name)
    if len(name.split()) >= _NAME_WORDS_THAT_STAND_ALONE or parts[0].has_digit:
        return False
    begin, stop = folded.original_span(start, end)
    shown = original[begin:stop].strip()
    if shown.upper() == shown.lower():
        return name in _COMMON_WORDS or len(name) < 2
    if shown[:1].islower():
        return True
    return name in _COMMON_WORDS and not shown.isupper()
