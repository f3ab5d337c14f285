"""The models an application has enabled, each under a name of its own."""

from __future__ import annotations

import dataclasses
import inspect
import threading
import typing as t

import sqlalchemy as sa
from sqlalchemy import orm

from ..declarations import ModelOptions
from ..errors import RegistrationError
from .checks import check_declared
from .checks import check_mapped
from .mixin import merge_mixin


@dataclasses.dataclass(frozen=True, kw_only=True, eq=False)
class ModelEntry:
    """One enabled model."""

    name: str
    """Class name; qualified by its module when two models share it. Unique."""
    model: type
    options: ModelOptions
    """What was declared, completed by the model's mixin."""

    @property
    def label(self) -> str:
        """Name people read."""
        return self.options.label or self.model.__name__

    @property
    def mapper(self) -> orm.Mapper[t.Any]:
        """The model's mapper; not configured by this."""
        mapper: object = sa.inspect(self.model, raiseerr=False)
        if not isinstance(mapper, orm.Mapper):
            raise RegistrationError(f"'{self.name}' is not a mapped class any more.")
        return mapper


class Registry:
    """What may be talked about. Shared by every app of one :class:`ModelMind`."""

    def __init__(self) -> None:
        self._entries: dict[type, ModelEntry] = {}
        self._checked: set[ModelEntry] = set()
        self._lock = threading.Lock()

    def add(self, model: type, options: ModelOptions | None = None) -> ModelEntry:
        """Enable a model.

        Column names are checked at once against what the class has so far;
        relationships when SQLAlchemy has configured them, see :meth:`check`.

        :raises RegistrationError: It is not a mapped class, is enabled already, or an
            option names a column it does not have.
        """
        if not _is_mapped(model):
            raise RegistrationError(
                f"{model!r} is not a mapped SQLAlchemy class; register a model that"
                " has a table."
            )
        with self._lock:
            if model in self._entries:
                raise RegistrationError(
                    f"'{model.__name__}' is registered already; give all options in"
                    " one place."
                )
            options = merge_mixin(model, options or ModelOptions())
            entry = ModelEntry(name=self._name(model), model=model, options=options)
            check_declared(model, options)
            self._entries[model] = entry
        return entry

    def entries(self) -> tuple[ModelEntry, ...]:
        """Return the enabled models in the order of registration."""
        return tuple(e for e in self._entries.values() if e.options.enabled)

    def entry(self, model: type | str) -> ModelEntry:
        """Return one enabled model by class or registered name.

        :raises RegistrationError: No such model is enabled.
        """
        for entry in self.entries():
            if model in (entry.model, entry.name):
                return entry
        name = model if isinstance(model, str) else model.__name__
        raise RegistrationError(f"No model '{name}' is enabled.")

    def entry_of(self, record: object) -> ModelEntry | None:
        """Return the enabled model of a record: its class, else a base of it."""
        for cls in type(record).__mro__:
            entry = self._entries.get(cls)
            if entry is not None and entry.options.enabled:
                return entry
        return None

    def check(self) -> None:
        """Check every entry as far as its mapper is configured.

        Never configures a mapper itself: doing so before all models are imported would
        break the application's own mappers for good.

        :raises RegistrationError: An option names a column or relation that is missing.
        """
        for entry in self.entries():
            if entry.mapper.configured:
                self.check_entry(entry)

    def check_entry(self, entry: ModelEntry) -> None:
        """Check one model completely; called before its first use.

        :raises RegistrationError: See :meth:`check`.
        """
        if entry not in self._checked:
            check_mapped(entry.model, entry.mapper, entry.options)
            self._checked.add(entry)

    def _name(self, model: type) -> str:
        taken = {entry.name for entry in self._entries.values()}
        candidates = [model.__name__, f"{model.__module__}.{model.__qualname__}"]
        counted = (f"{candidates[-1]}-{number}" for number in range(2, 1_000))
        return next(name for name in (*candidates, *counted) if name not in taken)


def _is_mapped(model: t.Any) -> bool:
    if not inspect.isclass(model):
        return False
    return isinstance(sa.inspect(model, raiseerr=False), orm.Mapper)
