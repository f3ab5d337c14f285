"""Light stems: endings are taken off only where that is cheap and safe.

A stem is for comparing with another stem, never for showing. No dictionary and no
language detection: the script decides which endings there can be.
"""

from __future__ import annotations

import functools

_SHORTEST = 3
"""Letters a stem keeps."""

_ARABIC_PREFIXES = ("وال", "بال", "فال", "کال", "لل", "ال")
_ARABIC_SUFFIXES = (
    "هایشان", "هایمان", "هایتان", "هایش", "هایم", "هایت", "هایی", "های", "ها",
    "شان", "مان", "تان", "ترین", "تر", "ات", "ون", "ین", "اش", "ش",
)  # fmt: skip
_CYRILLIC_SUFFIXES = (
    "иями", "ями", "ами", "ого", "его", "ому", "ему", "ыми", "ими", "иях", "ах", "ях",
    "ов", "ев", "ам", "ям", "ом", "ем", "ои", "еи", "ии", "ыи", "ая", "яя", "ое", "ее",
    "ые", "ие", "ую", "юю", "а", "я", "о", "е", "и", "ы", "у", "ю", "ь",
)  # fmt: skip
_LATIN_SUFFIXES = (
    "larinda", "lerinde", "larini", "lerini", "lari", "leri", "lar", "ler",
    "ungen", "ung", "es", "en", "s", "e",
)  # fmt: skip


@functools.lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """Return a folded word without its commonest endings.

    Persian plurals and possessives, Arabic articles and plurals, Russian case endings,
    plurals of Latin scripts. Words with a digit, and short ones, stay as they are.

    :param word: One folded word.
    """
    if any(character.isdigit() for character in word):
        return word
    if "\u0600" <= word[:1] <= "\u06ff":
        return _strip_suffix(_strip_prefix(word), _ARABIC_SUFFIXES, _SHORTEST)
    if "\u0400" <= word[:1] <= "\u04ff":
        return _strip_suffix(word, _CYRILLIC_SUFFIXES, _SHORTEST + 1)
    if word.isascii():
        return _strip_suffix(word, _LATIN_SUFFIXES, _SHORTEST + 1)
    return word


def _strip_prefix(word: str) -> str:
    for prefix in _ARABIC_PREFIXES:
        if word.startswith(prefix) and len(word) - len(prefix) >= _SHORTEST:
            return word.removeprefix(prefix)
    return word


def _strip_suffix(word: str, suffixes: tuple[str, ...], shortest: int) -> str:
    for suffix in suffixes:
        if word.endswith(suffix) and len(word) - len(suffix) >= shortest:
            return word.removesuffix(suffix)
    return word
