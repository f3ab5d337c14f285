"""Read what an application says of a model into frozen options."""

from __future__ import annotations

import dataclasses
import typing as t
from collections import abc as cabc

from .declarations import AccessOptions
from .declarations import ModelOptions
from .errors import RegistrationError

_TUPLES = ("columns", "include", "exclude", "unblock")


def make_model_options(model: type, given: cabc.Mapping[str, t.Any]) -> ModelOptions:
    """Return the options of a model; ``None`` counts as not given.

    :param given: Option → value, in the forms that ``@mind.model`` takes.
    :raises RegistrationError: An option is unknown, or a list of names is none.
    """
    known = {field.name for field in dataclasses.fields(ModelOptions)}
    for name in given.keys() - known:
        raise RegistrationError(
            f"'{name}' is not an option of a model; '{model.__name__}' may have:"
            f" {', '.join(sorted(known))}."
        )
    options = {name: value for name, value in given.items() if value is not None}
    for name in _TUPLES:
        if name in options:
            options[name] = _names(name, options[name], model)
    if "search" in options and not isinstance(options["search"], cabc.Mapping):
        options["search"] = dict.fromkeys(_names("search", options["search"], model), 1)
    if "relations" in options:
        options["relations"] = {
            relation: _names("relations", columns, model)
            for relation, columns in options["relations"].items()
        }
    if options.get("access") is False:
        options["access"] = AccessOptions(enabled=False)
    return ModelOptions(**options)


def _names(option: str, value: t.Any, model: type) -> tuple[str, ...]:
    if isinstance(value, str) or not all(isinstance(name, str) for name in value):
        raise RegistrationError(
            f"'{option}' of '{model.__name__}' is {value!r}; expected a list of column"
            " names."
        )
    return tuple(value)
