"""Cutting a column name or JSON key into comparable words."""

from __future__ import annotations

import re
import unicodedata

_HUMPS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_BREAKS = re.compile(r"[\W_]+")
_PERSIAN = str.maketrans("\u0643\u064a\u0649\u0629", "\u06a9\u06cc\u06cc\u0647")
"""Arabic kaf, yeh, alef maksura and teh marbuta as Persian writes them."""


def split_name(name: str) -> tuple[str, ...]:
    """Return the words of a name: ``stripeAPIKey`` → ``stripe api key``.

    Camel case, snake case, kebab case, dots and spaces all separate words. Case, full
    width and diacritics of Latin, Greek and Cyrillic make no difference.
    """
    plain = _strip_marks(unicodedata.normalize("NFKC", name))
    spaced = _HUMPS.sub(" ", plain).casefold().translate(_PERSIAN)
    return tuple(word for word in _BREAKS.split(spaced) if word)


def _strip_marks(text: str) -> str:
    letters = unicodedata.normalize("NFD", text)
    kept = (char for char in letters if not "\u0300" <= char <= "\u036f")
    return unicodedata.normalize("NFC", "".join(kept))
