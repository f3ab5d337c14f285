"""The comparison form of text in any script, and the words in it.

Folding is for comparing only: what people are shown keeps its own spelling. Two texts
that a reader takes for the same fold to the same string, whatever keyboard typed them;
two different numbers never do.
"""

from __future__ import annotations

import dataclasses
import itertools
import re
import unicodedata

_LETTERS = {
    # Arabic, Persian, Urdu and Kurdish keyboards write one letter in several ways.
    "ي": "ی", "ى": "ی", "ے": "ی", "ې": "ی", "ك": "ک", "ڪ": "ک", "ہ": "ه",
    "ھ": "ه", "ة": "ه", "ە": "ه", "ۃ": "ه", "ٱ": "ا",
    # Latin letters that Unicode does not decompose.
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d",
    "þ": "th", "ħ": "h", "ı": "i",
    # Punctuation that keyboards and word processors exchange.
    "‘": "'", "’": "'", "‚": "'", "‛": "'", "‹": "'", "›": "'", "ʼ": "'", "´": "'",
    "`": "'", "′": "'", "“": '"', "”": '"', "„": '"', "‟": '"', "«": '"', "»": '"',
    "″": '"', "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "―": "-", "−": "-",
    "،": ",", "؛": ";", "؟": "?", "٪": "%", "٫": ".", "٬": ",",
    # Signs that are set beside a name without being part of it.
    "™": "", "®": "", "©": "", "ـ": "",
}  # fmt: skip

_STRIPPED_MARKS = (
    (0x0300, 0x036F), (0x0483, 0x0489), (0x0591, 0x05C7), (0x0610, 0x061A),
    (0x064B, 0x065F), (0x0670, 0x0670), (0x06D6, 0x06ED), (0x08CA, 0x08FF),
    (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF), (0x20D0, 0x20FF), (0xFE00, 0xFE0F),
    (0xFE20, 0xFE2F), (0xE0100, 0xE01EF),
)  # fmt: skip
"""Latin, Greek, Cyrillic, Hebrew and Arabic marks, and variation selectors. Indic, Thai
and Japanese marks tell words apart and stay."""

_HANGUL_TAILS = ((0x1160, 0x11FF), (0xD7B0, 0xD7FF))
_HANGUL_KEPT = ((0x1100, 0x11FF), (0x3130, 0x318F), (0xAC00, 0xD7FF))
_HALF_WIDTH_HANGUL = ((0xFFA0, 0xFFDC),)
_HALF_WIDTH_VOICING = "\uff9e\uff9f"

_CJK = (
    "\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
    "\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u0edc-\u0edf\u1000-\u109f\u1780-\u17d3"
)
"""Scripts written without spaces: Han, kana, Thai, Lao, Myanmar, Khmer."""

_MARKS = (
    "\u0900-\u0903\u093a-\u094f\u0955-\u0957\u0962\u0963"
    "\u0981-\u0983\u09bc-\u09cd\u09d7\u09e2\u09e3\u0a01-\u0a03\u0a3c-\u0a51\u0a70-\u0a75"
    "\u0a81-\u0a83\u0abc-\u0acd\u0ae2\u0ae3\u0b01-\u0b03\u0b3c-\u0b57\u0b62\u0b63\u0b82"
    "\u0bbe-\u0bcd\u0bd7\u0c00-\u0c04\u0c3c-\u0c56\u0c62\u0c63\u0c81-\u0c83\u0cbc-\u0cd6"
    "\u0ce2\u0ce3\u0d00-\u0d03\u0d3b-\u0d4d\u0d57\u0d62\u0d63\u0d81-\u0d83\u0dca-\u0ddf"
    "\u0df2\u0df3\u0f18\u0f19\u0f35-\u0f39\u0f3e\u0f3f\u0f71-\u0f84\u0f86-\u0fbc\u3099\u309a"
)
"""Vowel signs and joiners inside the words of Indic scripts; to ``re`` no letters."""

_WORD = f"(?:[^\\W_{_CJK}]|[{_MARKS}])"
_UNSPACED = re.compile(f"[{_CJK}]")
_TOKEN = re.compile(
    rf"(?P<cjk>[{_CJK}][{_CJK}\u3099\u309a]*)"
    rf"|(?P<sharp>(?<![^\W_])[a-z](?:\+\+|#)(?![^\W_]))"
    rf"|(?P<run>{_WORD}+(?:(?:[-_./+]|(?<=\d)[,:](?=\d)){_WORD}+)*)"
)
_PIECE = re.compile(rf"{_WORD}+")
_HAS_DIGIT = re.compile(r"\d")


@dataclasses.dataclass(frozen=True)
class Folded:
    """Folded text that knows where each of its characters came from."""

    text: str
    offsets: tuple[int, ...]
    """For each folded code point, the index of the original one it came from; one more
    at the end, the length of the original."""

    def original_span(self, start: int, end: int) -> tuple[int, int]:
        """Return the span of the original that a span of the folded text covers.

        Characters that folding took away behind the span count to it.

        :param start: First code point in :attr:`text`.
        :param end: One past the last.
        """
        return self.offsets[start], self.offsets[end]


@dataclasses.dataclass(frozen=True)
class Word:
    """One word of a folded text: ``folded[start:end] == text``."""

    text: str
    start: int
    end: int

    @property
    def has_digit(self) -> bool:
        """Whether a digit is in it: a number, a version or a code."""
        return _HAS_DIGIT.search(self.text) is not None


def fold(text: str) -> str:
    """Return the form in which two spellings of one text are equal.

    Case, width, digits of any script, Arabic and Persian keyboards, diacritics of
    alphabets, quotation marks, dashes, invisible characters and whitespace are
    levelled. Vowel signs that tell words apart are kept, and so are ``½``, ``²`` and
    ``①``: they are not 1/2, 2 and 1. Folding twice changes nothing. Never raises.
    """
    if text.isascii():
        return _fold_ascii(text)
    return " ".join(_fold_characters(text).split())


def fold_with_offsets(text: str) -> Folded:
    """Fold text and keep, for every folded character, where it came from."""
    characters: list[str] = []
    offsets: list[int] = []
    for start, end in _clusters(text):
        for character, at in _fold_cluster(text, start, end):
            if character == " " and (not characters or characters[-1] == " "):
                continue
            characters.append(character)
            offsets.append(at)
    if characters and characters[-1] == " ":
        characters.pop()
        offsets.pop()
    return Folded("".join(characters), (*offsets, len(text)))


def words(folded: str) -> list[Word]:
    """Split folded text into words.

    Letters, marks and digits make a word. What has a digit and single connectors inside
    (``fal-40``, ``a/b-2.1``, ``12,500.5``, ``10:30``) stays whole; other compounds come
    apart. Scripts without spaces come as overlapping pairs of characters.

    :param folded: What :func:`fold` returned.
    """
    found: list[Word] = []
    for match in _TOKEN.finditer(folded):
        start, end = match.span()
        if match["cjk"]:
            found += _pairs(folded, start, end)
        elif match["sharp"] or _HAS_DIGIT.search(match[0]):
            found.append(Word(match[0], start, end))
        else:
            found += (
                Word(piece[0], start + piece.start(), start + piece.end())
                for piece in _PIECE.finditer(match[0])
            )
    return found


def has_unspaced_script(folded: str) -> bool:
    """Tell whether the text holds a script that is written without spaces."""
    return _UNSPACED.search(folded) is not None


def _pairs(folded: str, start: int, end: int) -> list[Word]:
    """Cut a run into overlapping pairs; a single character stays alone."""
    last = max(start + 1, end - 1)
    return [
        Word(folded[at : min(at + 2, end)], at, min(at + 2, end))
        for at in range(start, last)
    ]


def _fold_ascii(text: str) -> str:
    folded = text.lower().replace("`", "'")
    if not folded.isprintable():
        folded = folded.translate(_TABLE)
    return " ".join(folded.split())


def _fold_characters(text: str) -> str:
    composed = unicodedata.normalize("NFC", text)
    return unicodedata.normalize("NFC", composed.translate(_TABLE))


def _fold_cluster(text: str, start: int, end: int) -> list[tuple[str, int]]:
    """Fold a character with its marks; each result with its place in the original."""
    whole = _fold_characters(text[start:end])
    if end - start > 1:
        single = [(_fold_characters(text[at]), at) for at in range(start, end)]
        if "".join(piece for piece, _ in single) == whole:
            return [(c, at) for piece, at in single for c in piece]
    return [(character, start) for character in whole]


def _clusters(text: str) -> list[tuple[int, int]]:
    """Cut text where neither composition nor removal can reach across."""
    starts = [at for at, c in enumerate(text) if at == 0 or not _extends(c)]
    return list(itertools.pairwise([*starts, len(text)]))


def _extends(character: str) -> bool:
    if character.isascii():
        return False
    return (
        unicodedata.category(character)[0] == "M"
        or character in _HALF_WIDTH_VOICING
        or _is_in(ord(character), _HANGUL_TAILS)
        or not _TABLE[ord(character)]
    )


def _is_in(point: int, ranges: tuple[tuple[int, int], ...]) -> bool:
    return any(low <= point <= high for low, high in ranges)


class _FoldTable(dict[int, str]):
    """What each code point folds to, worked out when first met.

    Bounded by the number of code points; a table for :meth:`str.translate`.
    """

    def __missing__(self, point: int) -> str:
        folded = self[point] = _fold_point(point)
        return folded


_TABLE = _FoldTable()


def _fold_point(point: int) -> str:
    character = chr(point)
    category = unicodedata.category(character)
    if category == "Cf":
        return ""
    if category in {"Cc", "Cs"} or character.isspace():
        return " "
    if category == "Nd":
        return str(unicodedata.decimal(character))
    if _is_in(point, _HANGUL_KEPT):
        return character
    return _settle(character)


def _settle(character: str) -> str:
    """Apply the letter rules until nothing changes."""
    current = character
    for _ in range(4):
        pieces = "".join(_LETTERS.get(c, c) for c in current)
        decomposed = "".join(_decompose(c) for c in pieces.casefold())
        settled = "".join(c for c in decomposed if _survives(c))
        if settled == current:
            break
        current = settled
    return unicodedata.normalize("NFC", current)


def _survives(character: str) -> bool:
    return not _is_in(ord(character), _STRIPPED_MARKS) and (
        unicodedata.category(character) != "Cf"
    )


def _decompose(character: str) -> str:
    """Decompose for compatibility, unless that would make another number of it."""
    if _is_in(ord(character), _HALF_WIDTH_HANGUL):
        _, _, wide = unicodedata.decomposition(character).partition(" ")
        return chr(int(wide, 16)) if wide else character
    if _is_in(ord(character), _HANGUL_KEPT):
        return character
    plain = unicodedata.normalize("NFKD", character)
    if character.isnumeric() or any(c.isnumeric() for c in plain):
        plain = unicodedata.normalize("NFD", character)
    return "".join(_LETTERS.get(c, c) for c in plain)
