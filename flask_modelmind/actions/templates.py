"""Label templates such as ``View {name}``: their columns, and filling them in."""

from __future__ import annotations

import re
import string
import typing as t
from collections import abc as cabc

from ..errors import RegistrationError

LABEL_CHARACTERS = 80
"""Longest text of a button."""
TEMPLATE_CHARACTERS = 120
"""Longest label as declared."""
_PATH = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")


def is_path(text: t.Any) -> bool:
    """Return whether a text is a column or a path of them: ``category.slug``."""
    return isinstance(text, str) and _PATH.fullmatch(text) is not None


def label_columns(template: str) -> tuple[str, ...]:
    """Return the columns that a label template names, in order.

    :raises RegistrationError: A brace is not closed, or a placeholder is no column.
    """
    try:
        parts = list(string.Formatter().parse(template))
    except ValueError as exc:
        raise RegistrationError(
            f"The label '{template}' is no template: {exc}."
        ) from None
    named = [part[1:] for part in parts if part[1] is not None]
    for name, spec, conversion in named:
        if not is_path(name) or spec or conversion:
            raise RegistrationError(
                f"The label '{template}' has the placeholder"
                f" '{{{name}}}'; expected the name of a column, such as '{{name}}'."
            )
    return tuple(str(name) for name, _, _ in named)


def fill_label(template: str, values: cabc.Mapping[str, str]) -> str:
    """Put values into a template and cut it to 80 characters.

    :param values: Column → text, for each column of the template. Placeholders inside
        a value stay as they are.
    """
    parts = string.Formatter().parse(template)
    filled = "".join(
        text + (values[name] if name is not None else "") for text, name, _, _ in parts
    )
    return shorten(" ".join(filled.split()))


def shorten(label: str) -> str:
    """Cut a label to 80 characters, with an ellipsis where something is missing."""
    if len(label) <= LABEL_CHARACTERS:
        return label
    return label[: LABEL_CHARACTERS - 1].rstrip() + "…"


def headline(key: str) -> str:
    """Write the key of an action for people: ``products.view`` → ``Products view``."""
    words = re.split(r"[\W_]+", key)
    return " ".join(word for word in words if word).capitalize()
