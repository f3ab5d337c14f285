"""From a declared endpoint and a record's values to an address inside the app."""

from __future__ import annotations

import datetime as dt
import decimal
import enum
import re
import typing as t
import unicodedata
import uuid
from collections import abc as cabc

from flask import Flask
from flask import url_for

from ..declarations import ActionOptions
from ..errors import ActionError
from ..hooks import failure

VALUE_CHARACTERS = 200
"""Longest value of a URL parameter."""
_CLIMBS = re.compile(r"(?:^|[/\\])\.{1,2}(?:[/\\]|$)")
_SCALARS = (str, int, float, decimal.Decimal, dt.date, dt.time, uuid.UUID)


def endpoint_problem(app: Flask, options: ActionOptions) -> str | None:
    """Return why an action's endpoint can never be opened, or ``None``.

    Call it when all routes are registered. Parameters that the application fills in
    itself, with ``url_defaults``, cannot be known and are taken as given.
    """
    rules = [r for r in app.url_map.iter_rules() if r.endpoint == options.endpoint]
    if not rules:
        return f"there is no endpoint '{options.endpoint}'"
    by_method = [r for r in rules if r.methods is None or options.method in r.methods]
    if not by_method:
        return f"'{options.endpoint}' does not answer {options.method}"
    if any(app.url_default_functions.values()):
        return None
    given = set(options.values)
    missing = [r.arguments - set(r.defaults or ()) - given for r in by_method]
    if not all(missing):
        return None
    names = ", ".join(sorted(missing[0]))
    return f"'{options.endpoint}' needs values for: {names}"


def build_url(options: ActionOptions, values: cabc.Mapping[str, t.Any]) -> str:
    """Build the address of an action.

    :raises ActionError: ``url_for`` cannot build it, as outside a request without
        ``SERVER_NAME``.
    """
    method: dict[str, t.Any] = (
        {"_method": options.method} if options.method != "GET" else {}
    )
    try:
        return str(url_for(options.endpoint, **values, **method))
    except Exception as exc:
        # Not only BuildError: converters and url_defaults are the application's code.
        raise ActionError(
            f"'{options.endpoint}' has no address: {failure(exc)}"
        ) from exc


def read_values(
    options: ActionOptions, record: t.Any
) -> tuple[dict[str, t.Any], dict[str, str]]:
    """Read the URL parameters of an action from a record.

    :return: The values for ``url_for``, and the same as text.
    :raises ActionError: A value is missing, no scalar, longer than 200 characters, or
        would lead to another address.
    """
    values: dict[str, t.Any] = {}
    for parameter, column in options.values.items():
        try:
            values[parameter] = _safe(read_path(record, column))
        except ValueError as exc:
            raise ActionError(f"'{column}' {exc}") from None
    return values, {name: str(value) for name, value in values.items()}


def read_path(record: t.Any, path: str) -> t.Any:
    """Follow a path of attributes; ``None`` as soon as one of them is.

    :raises ActionError: Reading an attribute raised.
    """
    for name in path.split("."):
        if record is None:
            return None
        try:
            record = getattr(record, name)
        except Exception as exc:
            raise ActionError(f"'{path}' raised {failure(exc)}") from exc
    return record


def _safe(value: t.Any) -> t.Any:
    if isinstance(value, enum.Enum):
        value = value.value
    if value is None or value == "":
        raise ValueError("is empty")
    if not isinstance(value, _SCALARS):
        raise ValueError(f"is a {type(value).__name__}; expected one plain value")
    if isinstance(value, dt.date | dt.time):
        return value.isoformat()
    text = str(value)
    if len(text) > VALUE_CHARACTERS:
        raise ValueError(f"is longer than {VALUE_CHARACTERS} characters")
    if _CLIMBS.search(text) or text.startswith(("/", "\\")) or _has_controls(text):
        raise ValueError("would lead to another address")
    return value


def _has_controls(text: str) -> bool:
    return any(unicodedata.category(char) == "Cc" for char in text)
