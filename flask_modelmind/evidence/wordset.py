"""Write words of many languages as plain lines and tables."""

from __future__ import annotations

from ..text import fold


def word_set(*lines: str) -> frozenset[str]:
    """Return the folded words of some lines; ``_`` stands for a space inside one."""
    return frozenset(word for line in lines for word in _fold_words(line))


def read_table(text: str) -> list[tuple[str, tuple[str, ...]]]:
    """Read lines ``key: word word …``; an indented line goes on with the one before.

    :return: Keys in order, each with its folded words; ``_`` stands for a space inside
        a word.
    """
    rows: list[tuple[str, tuple[str, ...]]] = []
    for line in text.splitlines():
        if line.startswith(" "):
            key, words = rows.pop()
            rows.append((key, words + tuple(_fold_words(line))))
        elif line:
            key, _, rest = line.partition(": ")
            rows.append((key, tuple(_fold_words(rest))))
    return rows


def _fold_words(line: str) -> list[str]:
    return [fold(word.replace("_", " ")) for word in line.split()]
