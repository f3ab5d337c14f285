"""Refusing, at registration, actions that could only fail later."""

from __future__ import annotations

import difflib
import re
import typing as t
from collections import abc as cabc

from ..declarations import ActionOptions
from ..errors import RegistrationError
from ..hooks import check_hook
from .templates import is_path
from .templates import label_columns
from .templates import TEMPLATE_CHARACTERS

DESCRIPTION_CHARACTERS = 180
"""Longest description of an action."""
_KEY = re.compile(r"[A-Za-z0-9_.:-]{1,100}")
_KIND = re.compile(r"[A-Za-z0-9_-]{1,40}")
_ENDPOINT = re.compile(r"\w[\w-]*(?:\.\w[\w-]*)*")
_METHODS = ("GET", "POST")
_BUILT_IN = {"label"}
"""Placeholders that stand for something else than a column."""

_PARTS: tuple[tuple[str, cabc.Callable[[t.Any], bool], str], ...] = (
    (
        "key",
        lambda key: _matches(_KEY, key),
        "1 to 100 letters, digits or any of '_.:-'",
    ),
    (
        "endpoint",
        lambda endpoint: _matches(_ENDPOINT, endpoint),
        "the name of an endpoint, such as 'products.show', not an address",
    ),
    (
        "kind",
        lambda kind: _matches(_KIND, kind),
        "1 to 40 letters, digits, '_' or '-'",
    ),
    ("method", lambda method: method in _METHODS, "'GET' or 'POST'"),
    (
        "label",
        lambda label: isinstance(label, str) and len(label) <= TEMPLATE_CHARACTERS,
        f"a text of at most {TEMPLATE_CHARACTERS} characters",
    ),
    (
        "description",
        lambda text: isinstance(text, str) and len(text) <= DESCRIPTION_CHARACTERS,
        f"a text of at most {DESCRIPTION_CHARACTERS} characters",
    ),
    (
        "confirm",
        lambda question: question is None or isinstance(question, str),
        "a question, or None",
    ),
    (
        "roles",
        lambda roles: (
            isinstance(roles, frozenset)
            and all(isinstance(role, str) for role in roles)
        ),
        "a frozenset of role names",
    ),
)
"""What each part of an action must be."""


def check_action(
    options: ActionOptions,
    model: type | None,
    hides: cabc.Callable[[str], str | None],
) -> None:
    """Check all of an action that does not need the application.

    :param model: The model whose records the action opens; ``None``: a global action.
    :param hides: Why a column is hidden, or ``None``; such a column may not be used.
    :raises RegistrationError: The action cannot work; says why and what to write.
    """
    name = f"action '{options.key}'"
    for part, is_right, expected in _PARTS:
        got = getattr(options, part)
        if not is_right(got):
            raise RegistrationError(
                f"The {part} of {name} is {got!r}; expected {expected}."
            )
    labels = _label_columns(options, model)
    columns = {*_value_columns(options, name), *labels}
    if model is None and columns:
        raise RegistrationError(
            f"The global {name} uses the columns {', '.join(sorted(columns))}; a global"
            " action has no record. Declare it on a model."
        )
    for column in sorted(columns):
        _check_column(t.cast("type", model), column, name)
        is_plain_key = column not in labels and is_key(model, column)
        if not is_plain_key and (reason := hides(column)):
            raise RegistrationError(
                f"The {name} would show '{column}' in an address or a label, but"
                f" {reason}."
            )
    if options.authorize is not None:
        check_hook(
            options.authorize,
            role=f"authorization of {name}",
            arguments=("viewer", "record"),
        )


def is_key(model: type | None, column: str) -> bool:
    """Return whether a column is a primary or foreign key, whatever its name says."""
    mapper: t.Any = getattr(model, "__mapper__", None)
    found = None if mapper is None else mapper.columns.get(column)
    return found is not None and bool(found.primary_key or found.foreign_keys)


def _matches(pattern: re.Pattern[str], value: t.Any) -> bool:
    return isinstance(value, str) and pattern.fullmatch(value) is not None


def _value_columns(options: ActionOptions, name: str) -> cabc.Iterator[str]:
    for parameter, column in options.values.items():
        if not parameter.isidentifier() or parameter.startswith("_"):
            raise RegistrationError(
                f"The {name} has the URL parameter {parameter!r}; expected an"
                " identifier that does not start with '_'."
            )
        if not is_path(column):
            raise RegistrationError(
                f"The {name} takes '{parameter}' from {column!r}; expected a column"
                " such as 'id' or 'category.slug'."
            )
        yield column


def _label_columns(options: ActionOptions, model: type | None) -> set[str]:
    columns = set(label_columns(options.label))
    return columns if model is None else columns - _BUILT_IN


def _check_column(model: type, column: str, name: str) -> None:
    """Walk a path as far as the mappers are known already."""
    current: type | None = model
    for part in column.split("."):
        if current is None:
            return
        if not hasattr(current, part):
            near = difflib.get_close_matches(part, _columns(current), n=1)
            hint = f" Did you mean '{near[0]}'?" if near else ""
            raise RegistrationError(
                f"The {name} uses '{column}', but '{current.__name__}' has no"
                f" '{part}'.{hint}"
            )
        current = _related(current, part)


def _columns(model: type) -> list[str]:
    mapper: t.Any = getattr(model, "__mapper__", None)
    return [] if mapper is None else [str(key) for key, _ in mapper.columns.items()]


def _related(model: type, relationship: str) -> type | None:
    mapper: t.Any = getattr(model, "__mapper__", None)
    if mapper is None or not mapper.configured:
        return None
    found = mapper.relationships.get(relationship)
    return None if found is None else t.cast("type", found.mapper.class_)
