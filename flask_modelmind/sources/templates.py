"""Fill ``{name} ({sku})`` from the fields of a record."""

from __future__ import annotations

import functools
import re
from collections import abc as cabc

_NAME = re.compile(r"\{\s*([^\W\d][\w.]*)\s*\}")
_EMPTY_PAIRS = re.compile(r"\(\s*\)|\[\s*\]|«\s*»|\"\s*\"")
_LOOSE_ENDS = " \t-\u2013\u2014,;:/|·"


@functools.lru_cache(maxsize=256)
def template_names(template: str) -> tuple[str, ...]:
    """Return the columns a template names, in order, without repeats."""
    return tuple(dict.fromkeys(_NAME.findall(template)))


def fill(template: str, texts: cabc.Mapping[str, str]) -> str:
    """Put texts into a template; what is missing leaves no empty brackets behind.

    :return: Empty when every named text is missing.
    """
    names = template_names(template)
    if names and not any(texts.get(name) for name in names):
        return ""
    text = _NAME.sub(lambda match: texts.get(match[1], ""), template)
    return " ".join(_EMPTY_PAIRS.sub("", text).split()).strip(_LOOSE_ENDS)
