"""Names of other scripts, and how they may be written in Latin letters.

«فالکن» is Falcon, «هیترو» is Heathrow, "Лондон" is London. No table can tell which
spelling a database has, so a name becomes a pattern: its consonants in order, each as
the Latin letters it may stand for, with a bounded number of vowels between them.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
import re

_SHORTEST = 3
"""Letters of a word that is worth a pattern."""
_LONGEST = 16
_LONGEST_LATIN = 32
_MOST_VOWELS = 5
"""Vowel letters between two consonants; keeps matching cheap."""

_CONSONANTS = {
    # Arabic and Persian, in folded form.
    "ب": "(b|p)", "پ": "pp?", "ت": "tt?h?", "ث": "(th|ss?|t)", "ج": "(j|g|dj)",
    "چ": "(ch|tch|c)", "ح": "h", "خ": "(kh|ch|h|k)", "د": "dd?", "ذ": "(dh|z|th|d)",
    "ر": "rr?", "ز": "(z|s)", "ژ": "(j|zh|g)", "س": "(ss?|c|th)", "ش": "(sh|ch|sch|s)",
    "ص": "ss?", "ض": "(dd?|z)", "ط": "tt?", "ظ": "(z|th)", "غ": "(gh|g)",
    "ف": "(ff?|ph|v)", "ق": "(q|gh|kk?|c|g)", "ک": "(ck?|kk?|q|ch)", "گ": "gg?",
    "ل": "ll?", "م": "mm?", "ن": "nn?",
    # Cyrillic, in folded form.
    "б": "bb?", "в": "(v|w)", "г": "(g|h)", "д": "dd?", "ж": "(zh|j|g)", "з": "(z|s)",
    "к": "(ck?|kk?|q|ch)", "л": "ll?", "м": "mm?", "н": "nn?", "п": "pp?", "р": "rr?",
    "с": "(ss?|c)", "т": "tt?h?", "ф": "(ff?|ph)", "х": "(kh|h|ch)", "ц": "(ts|c|z|tz)",
    "ч": "(ch|tch|c)", "ш": "(sh|sch|ch)", "щ": "(shch|sch)", "ґ": "g",
    # Greek, in folded form.
    "β": "(v|b)", "γ": "(g|y)", "δ": "dh?", "ζ": "z", "θ": "th?", "κ": "(ck?|k)",
    "λ": "ll?", "μ": "mm?", "ν": "nn?", "ξ": "(x|ks)", "π": "(pp?|b)", "ρ": "rr?h?",
    "σ": "ss?", "τ": "(tt?|d)", "φ": "(ff?|ph)", "χ": "(ch|h|kh)", "ψ": "ps",
    # Hebrew.
    "ב": "(b|v)", "ג": "(g|j)", "ד": "dd?", "ז": "(z|s)", "ח": "(h|ch)", "ט": "tt?",
    "כ": "(ck?|kk?|ch)", "ך": "(k|ch)", "ל": "ll?", "מ": "mm?", "ם": "mm?",
    "נ": "nn?", "ן": "nn?", "ס": "(ss?|c)", "פ": "(pp?|f|ph)", "ף": "(f|ph)",
    "צ": "(ts|z|tz)", "ץ": "(ts|z|tz)", "ק": "(ck?|k|q)", "ר": "rr?", "ש": "(sh|ss?)",
    "ת": "tt?h?",
    # Two letters that Latin may write as one.
    "\ue000": "(x|ks|cs|cks|xs)",
}  # fmt: skip

_VOWELS = {
    # Arabic and Persian.
    "ا": "aeiou", "ع": "aeiou", "و": "aeiouvwf", "ی": "aeiouyj", "ه": "aeiouh", "ء": "",
    # Cyrillic.
    "а": "aeou", "е": "aeiouy", "и": "aeijy", "о": "aou", "у": "ouw", "ъ": "",
    "ы": "iy", "ь": "", "э": "ae", "ю": "aijouy", "я": "aijy", "і": "aeijy", "є": "ey",
    # Greek.
    "α": "a", "ε": "e", "η": "ei", "ι": "iy", "ο": "ou", "υ": "efiuvy", "ω": "o",
    # Hebrew.
    "א": "aeiou", "ה": "aeh", "ו": "aeouvw", "י": "aeijy", "ע": "aeiou",
}  # fmt: skip
"""Letters that stand for vowels, or for a weak consonant, or for nothing."""

_WRITTEN_OUT = frozenset("аеиоуыэюяієαεηιοω")
"""Vowels that are always written: at least one Latin vowel stands for them."""

_PAIRS = (
    ("کس", "\ue000"), ("кс", "\ue000"), ("ου", "υ"), ("γκ", "γ"), ("μπ", "β"),
    ("ντ", "δ"),
)  # fmt: skip
_UNWRITTEN = "aeiouy"
"""Vowels that may stand where the script writes none."""
_ENDING = "(h|s|w|gh)?"
_SILENT = frozenset("hwy")
"""Latin letters that often stand where the other script has none."""
_UNUSUAL_COST = 0.1
"""A letter in another than its first spelling."""
_ADDED_VOWEL_COST = 0.15
_SKIPPED_VOWEL_COST = 0.4
_WRONG_COST = 1.0
_SPOKEN = {"ه": "h", "ה": "h", "х": "h"}
"""Weak letters that are a consonant at the beginning of a word."""


@functools.lru_cache(maxsize=2048)
def latin_pattern(word: str) -> str:
    """Return a pattern that Latin spellings of a foreign name match in full.

    The pattern holds letter classes of this module only, never text of the visitor, and
    is understood alike by Python, PostgreSQL, MySQL and MariaDB.

    :param word: One folded word.
    :return: A regular expression over folded Latin text; empty when the word is short,
        Latin already, or of a script that is not known here.
    """
    if not _SHORTEST <= len(word) <= _LONGEST:
        return ""
    for pair, sign in _PAIRS:
        word = word.replace(pair, sign)
    if any(c not in _CONSONANTS and c not in _VOWELS for c in word):
        return ""
    if sum(c in _CONSONANTS for c in word) < 2:
        return ""
    return _join(word) + _ENDING


def _join(word: str) -> str:
    """Put one bounded class of vowels between each two consonants."""
    pieces: list[str] = []
    pending = ""
    for letter in word:
        if letter in _VOWELS:
            pending += letter
        else:
            pieces += (_vowels(pending, is_first=not pieces), _CONSONANTS[letter])
            pending = ""
    return "".join([*pieces, _vowels(pending, is_first=False)])


def _vowels(letters: str, *, is_first: bool) -> str:
    if is_first and not letters:
        return ""
    allowed = set("".join(_VOWELS[letter] for letter in letters))
    listed = "".join(sorted(allowed | set(_UNWRITTEN)))
    least = int(is_first or any(letter in _WRITTEN_OUT for letter in letters))
    most = min(2 + 2 * len(letters), _MOST_VOWELS)
    return f"[{listed}]{{{least},{most}}}"


@functools.lru_cache(maxsize=2048)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def sounds_like(pattern: str, word: str) -> bool:
    """Tell whether a folded Latin word is a spelling of the name.

    :param pattern: What :func:`latin_pattern` returned; an empty one matches nothing.
    :param word: One folded word.
    """
    return bool(
        pattern
        and word.isascii()
        and len(word) <= _LONGEST_LATIN
        and _compiled(pattern).fullmatch(word)
    )


def closeness(word: str, latin: str) -> float:
    """Tell how closely a Latin spelling follows a name of another script.

    «هیترو» is Heathrow rather than Jeter, though both have its consonants.

    :param word: One folded word of another script.
    :param latin: One folded Latin word.
    :return: 1 for the plainest spelling, 0 for another word.
    """
    for pair, sign in _PAIRS:
        word = word.replace(pair, sign)
    row = [_added(latin, 0, end) for end in range(len(latin) + 1)]
    for at, letter in enumerate(word):
        row = _next_row(row, letter, latin, is_first=at == 0)
    return max(0.0, 1 - row[-1] / max(len(word), 1))


def _next_row(
    above: list[float], letter: str, latin: str, *, is_first: bool
) -> list[float]:
    """Align one more letter with each beginning of the Latin word."""
    spellings = _spellings(letter, is_first=is_first)
    skipped = _SKIPPED_VOWEL_COST if spellings.is_weak else _WRONG_COST
    row: list[float] = []
    for end in range(len(latin) + 1):
        best = above[end] + skipped
        for text, cost in spellings.costs:
            if latin.endswith(text, 0, end):
                best = min(best, above[end - len(text)] + cost)
        if end:
            best = min(best, row[end - 1] + _added(latin, end - 1, end))
        row.append(best)
    return row


def _added(latin: str, start: int, end: int) -> float:
    """Return what Latin letters cost that nothing in the word stands for."""
    cost = 0.0
    for at in range(start, end):
        letter = latin[at]
        doubled = at > 0 and letter == latin[at - 1]
        if doubled or (at > 0 and letter in _SILENT):
            cost += _UNUSUAL_COST
        else:
            cost += _ADDED_VOWEL_COST if at and letter in _UNWRITTEN else _WRONG_COST
    return cost


@dataclasses.dataclass(frozen=True)
class _Spellings:
    costs: tuple[tuple[str, float], ...]
    """Latin spellings of one letter, with what each costs."""
    is_weak: bool
    """Whether the letter may be left out cheaply."""


@functools.lru_cache(maxsize=512)
def _spellings(letter: str, *, is_first: bool) -> _Spellings:
    if is_first and letter in _SPOKEN:
        return _Spellings(((_SPOKEN[letter], 0.0),), is_weak=False)
    if letter in _VOWELS:
        vowels = _VOWELS[letter]
        return _Spellings(tuple((vowel, 0.0) for vowel in vowels), is_weak=True)
    listed = _alternatives(_CONSONANTS.get(letter, ""))
    costs = tuple(
        (text, _UNUSUAL_COST if at else 0.0) for at, text in enumerate(listed)
    )
    return _Spellings(costs, is_weak=False)


def _alternatives(pattern: str) -> list[str]:
    """List what a pattern of :data:`_CONSONANTS` matches, plainest first."""
    found: list[str] = []
    for part in filter(None, pattern.strip("()").split("|")):
        letters = re.findall(r"(\w)(\??)", part)
        choices = [("", one) if optional else (one,) for one, optional in letters]
        found += map("".join, itertools.product(*choices))
    return list(dict.fromkeys(found))
