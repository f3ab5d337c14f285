"""What a setting is: how it is read, bounded and described."""

from __future__ import annotations

import dataclasses
import re
import typing as t
from collections import abc as cabc

from .errors import ConfigError

_TRUE = {"1", "true", "yes", "on"}
_FALSE = {"0", "false", "no", "off", ""}


class Secret(str):
    """A string that never shows itself in a ``repr``, a log line or a table."""

    __slots__ = ()

    def __repr__(self) -> str:
        """Return a mask, whatever the secret is."""
        return "'****'" if self else "''"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Key:
    """What is known of one setting beside its type and default."""

    doc: str
    unit: str = ""
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    separator: str = ","
    """Between the items of a list that comes from the environment."""
    pattern: str = ""
    """Regular expression that a text must match in full; empty: any text."""
    pattern_said: str = ""
    """The pattern in words, for people."""


def setting(default: t.Any, doc: str, **more: t.Any) -> t.Any:
    """Declare one field of ``Settings``.

    :param doc: One sentence: what it is for.
    :param more: Further attributes of :class:`Key`.
    """
    return dataclasses.field(default=default, metadata={"key": Key(doc=doc, **more)})


def read_setting(key: str, value: t.Any, field: dataclasses.Field[t.Any]) -> t.Any:
    """Return a value in the type of its field.

    :raises ConfigError: It has the wrong type or is out of bounds.
    """
    about: Key = field.metadata["key"]
    reader = _READERS.get(str(field.type))
    if reader is None:
        return value
    try:
        result = reader(value, about)
        if _fits(result, about):
            return result
    except (TypeError, ValueError):
        pass
    raise ConfigError(
        f"'{key}' is {_shown(value, field)}; expected {_expected(field, about)}."
    )


def _read_bool(value: t.Any, _: Key) -> bool:
    if isinstance(value, bool):
        return value
    word = str(value).strip().lower()
    if word not in _TRUE | _FALSE:
        raise ValueError(word)
    return word in _TRUE


def _read_int(value: t.Any, _: Key) -> int:
    if isinstance(value, bool | float):
        raise TypeError(type(value))
    return int(value)


def _read_float(value: t.Any, _: Key) -> float:
    if isinstance(value, bool):
        raise TypeError(type(value))
    return float(value)


def _read_text(value: t.Any, _: Key) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        raise TypeError(type(value))
    return value.strip()


def _read_secret(value: t.Any, about: Key) -> Secret:
    return Secret(_read_text(value, about))


def _read_words(value: t.Any, about: Key) -> tuple[str, ...]:
    items = value.split(about.separator) if isinstance(value, str) else value
    words = [_read_text(item, about) for item in items or ()]
    return tuple(word for word in words if word)


_READERS: dict[str, cabc.Callable[[t.Any, Key], t.Any]] = {
    "bool": _read_bool,
    "int": _read_int,
    "float": _read_float,
    "str": _read_text,
    "Secret": _read_secret,
    "tuple[str, ...]": _read_words,
}


def _fits(value: t.Any, about: Key) -> bool:
    if about.choices:
        return value in about.choices
    if about.pattern:
        return re.fullmatch(about.pattern, str(value)) is not None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return True
    low_ok = about.low is None or value >= about.low
    return low_ok and (about.high is None or value <= about.high)


def _shown(value: t.Any, field: dataclasses.Field[t.Any]) -> str:
    return "a secret" if field.type == "Secret" else repr(value)


def _expected(field: dataclasses.Field[t.Any], about: Key) -> str:
    if about.choices:
        return "one of " + ", ".join(f"'{choice}'" for choice in about.choices)
    if about.pattern:
        return about.pattern_said
    noun = {"tuple[str, ...]": "a list of strings", "str": "a string"}.get(
        str(field.type), f"{field.type}"
    )
    bounds = [
        f"at least {_number(about.low)}" if about.low is not None else "",
        f"at most {_number(about.high)}" if about.high is not None else "",
    ]
    said = " and ".join(bound for bound in bounds if bound)
    return " ".join(part for part in (noun, said, about.unit) if part)


def bounds_of(about: Key) -> str:
    """Say the range of a number, or nothing."""
    if about.low is None:
        return "" if about.high is None else f"at most {_number(about.high)}"
    if about.high is None:
        return f"at least {_number(about.low)}"
    return f"{_number(about.low)} to {_number(about.high)}"


def _number(value: float) -> str:
    """Write a bound in full: ``10485760``, never ``1.04858e+07``."""
    return str(value) if isinstance(value, int) else f"{value:g}"
