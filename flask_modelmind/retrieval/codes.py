"""Codes and numbers: which spellings are the same one."""

from __future__ import annotations

import re

_CONNECTORS = re.compile(r"[-_./+,: ]")
_NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?")
_LETTERS_AND_DIGITS = re.compile(r"([^\W\d_]+)[-_./ ]?(\d+)")


def code_key(code: str) -> str:
    """Return what is equal for all spellings of one code or number.

    ``fal-40``, ``fal_40`` and ``fal40`` are one code; ``1,299.00`` and ``1299`` one
    number; ``15`` is neither ``150`` nor ``1.5``.

    :param code: One folded word with a digit.
    """
    if _NUMBER.fullmatch(code):
        whole, _, fraction = code.replace(",", "").partition(".")
        fraction = fraction.rstrip("0")
        return f"{whole}.{fraction}" if fraction else whole
    return _CONNECTORS.sub("", code)


def code_spellings(code: str) -> tuple[str, ...]:
    """Return other ways to write a code that a text may hold, without ``code`` itself.

    :param code: One folded word with a digit.
    """
    spellings: list[str] = []
    parts = _LETTERS_AND_DIGITS.fullmatch(code)
    if parts:
        spellings += (sign.join(parts.groups()) for sign in ("", "-", " "))
    else:
        spellings.append(code_key(code))
    return tuple(s for s in dict.fromkeys(spellings) if s != code)


def is_number(code: str) -> bool:
    """Tell whether a folded word is a plain number rather than a code."""
    return _NUMBER.fullmatch(code) is not None
