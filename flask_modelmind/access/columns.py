"""The columns that say whose a row is: its tenant and its owner."""

from __future__ import annotations

import dataclasses
import difflib
import typing as t
import uuid

from ..declarations import AccessOptions
from ..errors import AccessDenied
from ..errors import RegistrationError
from ..settings import Settings
from ..values import Viewer


@dataclasses.dataclass(frozen=True, kw_only=True)
class ColumnRule:
    """A row belongs to the viewer when its column holds the viewer's own value."""

    what: t.Literal["tenant", "user"]
    model: type
    column: str
    """Attribute of the model."""

    def expected(self, viewer: Viewer) -> t.Any:
        """Return the value a row must have, in the type of the column.

        :raises AccessDenied: The viewer has no such value, or none of that type.
        """
        value = viewer.tenant if self.what == "tenant" else viewer.id
        if value is None:
            raise AccessDenied(_MISSING[self.what])
        try:
            return _convert(value, _python_type(self.model, self.column))
        except (TypeError, ValueError):
            raise AccessDenied(
                f"the viewer's {self.what} does not fit the column '{self.column}'"
            ) from None

    def holds(self, record: t.Any, viewer: Viewer) -> bool:
        """Return whether a record belongs to the viewer.

        :raises AccessDenied: As :meth:`expected`.
        """
        return bool(getattr(record, self.column) == self.expected(viewer))


_MISSING = {"tenant": "no tenant resolved", "user": "nobody is logged in"}


def column_rules(
    model: type, access: AccessOptions, settings: Settings
) -> tuple[ColumnRule, ...]:
    """Return the rules of a model, tenant before user.

    A model without the column that the *settings* name has no such rule. A column or
    rule that the *model* asks for must be there.

    :raises RegistrationError: The model asks for a column that it does not have.
    """
    if not access.enabled:
        return ()
    tenant = _rule(
        "tenant", model, access.tenant_column, settings.model_tenant_column,
        wanted=access.scope_to_tenant, default=settings.scope_to_tenant,
    )  # fmt: skip
    user = _rule(
        "user", model, access.user_column, settings.model_user_column,
        wanted=access.scope_to_user, default=settings.scope_to_user,
    )  # fmt: skip
    found = (tenant if settings.tenant_scoping_enabled else None, user)
    return tuple(rule for rule in found if rule is not None)


def _rule(
    what: t.Literal["tenant", "user"],
    model: type,
    named: str | None,
    usual: str,
    *,
    wanted: bool | None,
    default: bool,
) -> ColumnRule | None:
    column = find_column(model, named or usual)
    if column is None and (named or wanted):
        raise RegistrationError(_misspelt(what, model, named or usual))
    is_on = wanted if wanted is not None else default or named is not None
    if column is None or not is_on:
        return None
    return ColumnRule(what=what, model=model, column=column)


def find_column(model: type, name: str) -> str | None:
    """Return the attribute of a model that stands for a column.

    :param name: Attribute, or name of the column in the table. Hybrids, synonyms and
        association proxies count; relationships do not.
    """
    mapper: t.Any = getattr(model, "__mapper__", None)
    if mapper is None:
        return None
    for key, column in mapper.columns.items():
        if name in (key, column.name):
            return str(key)
    descriptor = mapper.all_orm_descriptors.get(name)
    is_relationship = hasattr(getattr(descriptor, "prop", None), "uselist")
    return None if descriptor is None or is_relationship else name


def _misspelt(what: str, model: type, name: str) -> str:
    mapper: t.Any = getattr(model, "__mapper__", None)
    columns = [] if mapper is None else [key for key, _ in mapper.columns.items()]
    near = difflib.get_close_matches(name, columns, n=1)
    hint = f"Did you mean '{near[0]}'?" if near else f"It has: {', '.join(columns)}."
    return (
        f"'{model.__name__}' has no column '{name}' to scope rows to a {what}. {hint}"
    )


def _python_type(model: type, column: str) -> type | None:
    mapper: t.Any = model.__mapper__  # type: ignore[attr-defined]
    try:
        return t.cast("type", mapper.columns[column].type.python_type)
    except (KeyError, NotImplementedError):
        return None


def _convert(value: t.Any, wanted: type | None) -> t.Any:
    """Bridge the text ids of settings and sessions and the typed ones of tables."""
    if isinstance(value, bool) and wanted is not bool:
        raise TypeError("a hook that answers yes or no names nobody")
    if wanted is None or isinstance(value, wanted):
        return value
    if wanted is uuid.UUID and isinstance(value, str):
        return uuid.UUID(value)
    if wanted is int and isinstance(value, str) and str(int(value)) == value:
        return int(value)
    if wanted is str and isinstance(value, int | uuid.UUID):
        return str(value)
    raise TypeError(type(value))
