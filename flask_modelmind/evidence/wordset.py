"""Write sets of words of many languages as plain lines."""

from __future__ import annotations

from ..text import fold


def word_set(*lines: str) -> frozenset[str]:
    """Return the folded words of some lines; ``_`` stands for a space inside one."""
    return frozenset(
        fold(word.replace("_", " ")) for line in lines for word in line.split()
    )
