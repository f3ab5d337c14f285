"""What is read of one model, worked out once."""

from __future__ import annotations

import dataclasses
import typing as t

import sqlalchemy as sa
from sqlalchemy import exc
from sqlalchemy import orm

from ..declarations import ModelOptions
from ..errors import RegistrationError
from ..settings import Settings
from .checks import label_columns
from .columns import ColumnSpec
from .columns import discover
from .columns import hidden_reason
from .labels import identity_columns
from .leaves import Hides
from .registry import ModelEntry
from .registry import Registry
from .relations import loads
from .relations import related_columns


@dataclasses.dataclass(frozen=True, kw_only=True, eq=False)
class ModelPlan:
    """How the records of one model are read under the settings of one app."""

    entry: ModelEntry
    mapper: orm.Mapper[t.Any]
    columns: tuple[ColumnSpec, ...]
    """What is shown, relations last."""
    label_only: tuple[ColumnSpec, ...]
    """Columns the label is made of that are not shown otherwise."""
    identities: tuple[str, ...]
    loads: tuple[t.Any, ...]
    """Loader options for a statement that reads the records."""


def make_plan(
    entry: ModelEntry, registry: Registry, settings: Settings, hides: Hides
) -> ModelPlan:
    """Work out what is read of a model.

    :raises RegistrationError: An option names what the model does not have.
    """
    mapper = t.cast("orm.Mapper[t.Any]", sa.inspect(entry.model))
    try:
        mapper.registry.configure(cascade=True)
    except exc.SQLAlchemyError as error:
        raise RegistrationError(
            f"'{entry.name}' cannot be read: SQLAlchemy cannot configure its mapper:"
            f" {error}"
        ) from error
    registry.check_entry(entry)
    own = discover(entry.model, entry.options, settings, hides)
    others = {e.model: e.options for e in registry.entries()}
    related = related_columns(mapper, entry.options, others.get, settings, hides)
    columns = (*own, *related)
    label_only = _label_only(entry, columns, settings, hides)
    identities = identity_columns((*columns, *label_only), entry.options, settings)
    return ModelPlan(
        entry=entry,
        mapper=mapper,
        columns=tuple(
            dataclasses.replace(spec, is_identity=spec.name in identities)
            for spec in columns
        ),
        label_only=label_only,
        identities=identities,
        loads=loads(mapper, (*columns, *label_only)),
    )


def _label_only(
    entry: ModelEntry,
    columns: tuple[ColumnSpec, ...],
    settings: Settings,
    hides: Hides,
) -> tuple[ColumnSpec, ...]:
    shown = {spec.name for spec in columns}
    names = tuple(
        name
        for name in label_columns(entry.options.source_label)
        if name not in shown
        and "." not in name
        and not hidden_reason(entry.model, name, settings, entry.options, hides)
    )
    if not names:
        return ()
    options = ModelOptions(columns=names, unblock=entry.options.unblock)
    return discover(entry.model, options, settings, hides)
