"""Read records under a scope, and turn them into evidence."""

from __future__ import annotations

import contextlib
import dataclasses
import logging
import threading
import typing as t
from collections import abc as cabc

import sqlalchemy as sa
from sqlalchemy import exc
from sqlalchemy import orm

from ..errors import AccessDenied
from ..errors import RegistrationError
from ..errors import StorageError
from ..settings import Settings
from ..values import Evidence
from ..values import Field
from ..values import Hit
from .columns import ColumnSpec
from .columns import hidden_reason
from .display import Masks
from .fields import FieldReader
from .labels import record_label
from .labels import record_names
from .leaves import Hides
from .mixin import own_record
from .neighbours import Neighbours
from .neighbours import RelatedGate
from .plans import make_plan
from .plans import ModelPlan
from .registry import ModelEntry
from .registry import Registry
from .related import is_one_of
from .related import key_attributes
from .searching import make_search_columns
from .searching import SearchColumn
from .sessions import Sessions
from .sessions import SessionSource
from .source_ids import make_source_id
from .source_ids import read_source_id
from .trouble import is_broken_table

log = logging.getLogger(__name__)

Found = tuple[t.Any, Evidence]
"""A record and what it says."""


class Records:
    """The records of the enabled models, for one application.

    :param hides: Says why a column or JSON key is sensitive, else ``None``.
    :param masks: Takes what looks like a secret out of a text.
    :param sessions: Where plain SQLAlchemy applications get their sessions from.
    """

    def __init__(
        self,
        registry: Registry,
        settings: Settings,
        hides: Hides,
        *,
        masks: Masks = str,
        sessions: SessionSource | None = None,
    ) -> None:
        self._registry = registry
        self._settings = settings
        self._hides = hides
        self._reader = FieldReader(settings, hides, masks)
        self._sessions = Sessions(sessions)
        self._plans: dict[ModelEntry, ModelPlan] = {}
        self._lock = threading.Lock()
        self._missing: set[ModelEntry] = set()

    def columns(self, entry: ModelEntry) -> tuple[ColumnSpec, ...]:
        """Return the columns of a model that may be shown, relations last.

        :raises RegistrationError: An option names what the model does not have.
        """
        return self._plan(entry).columns

    def hidden(self, entry: ModelEntry) -> dict[str, str]:
        """Return why each mapped column that may not be shown stays hidden."""
        reasons = {
            prop.key: hidden_reason(
                entry.model, prop.key, self._settings, entry.options, self._hides
            )
            for prop in self._plan(entry).mapper.column_attrs
        }
        return {name: reason for name, reason in reasons.items() if reason}

    def search_columns(self, entry: ModelEntry) -> tuple[SearchColumn, ...]:
        """Return the columns a question is looked up in, heaviest first."""
        plan = self._plan(entry)
        return make_search_columns(
            plan.mapper, plan.columns, plan.identities, entry.options.search
        )

    def session(self, entry: ModelEntry) -> orm.Session:
        """Return the session that reads a model; see :class:`Sessions`.

        :raises StorageError: No database is bound for it.
        """
        return self._sessions.session(entry.model)

    def engine(self) -> sa.Engine:
        """Return the engine of the application's default database.

        :raises StorageError: There is none.
        """
        return self._sessions.engine()

    def release(self) -> None:
        """End all reading, so that no connection is held while others are waited for.

        Records already collected keep what was loaded.
        """
        self._sessions.release()

    def keys_statement(self, entry: ModelEntry) -> sa.Select[t.Any]:
        """Return the statement that reads all rows of a model, to be scoped.

        Its rows come in the declared order; without one, by key.
        """
        return sa.select(entry.model).order_by(*self._ordering(entry))

    def evidence(
        self,
        entry: ModelEntry,
        record: t.Any,
        *,
        allows_related: RelatedGate | None = None,
    ) -> Evidence:
        """Return what one record says to those who may see it.

        :param allows_related: See :class:`Neighbours`.
        """
        around = Neighbours(self._plan(entry), self._registry, allows_related)
        return self._evidence(self._plan(entry), record, around)

    def _evidence(
        self,
        plan: ModelPlan,
        record: t.Any,
        around: Neighbours,
        *,
        score: float = 0.0,
    ) -> Evidence:
        entry = plan.entry
        key = plan.mapper.primary_key_from_instance(record)
        fields = self._own_fields(plan, record, around)
        unshown = self._reader.fields(record, plan.label_only)
        every = {field.column: field for field in (*unshown, *fields)}
        label = record_label(every, key, entry.options, self._settings)
        return Evidence(
            kind="record",
            source_id=make_source_id(entry.name, key),
            model=entry.label,
            record=label,
            fields=fields,
            names=record_names(label, tuple(every.values()), plan.identities),
            score=score,
        )

    def collect(
        self,
        entry: ModelEntry,
        statement: sa.Select[t.Any],
        pages: cabc.Iterable[cabc.Sequence[Hit]],
        allows: cabc.Callable[[t.Any], bool],
        limit: int,
        *,
        allows_related: RelatedGate | None = None,
    ) -> list[Found]:
        """Read hits page by page until enough of them are allowed.

        :param statement: Select of the model under the viewer's scope.
        :param pages: Hits in order; the next page is asked for only when needed.
        :param allows: The record gate.
        :param limit: Most records to return.
        :param allows_related: See :class:`Neighbours`.
        :return: Records in the order of their hits; none when the table is missing,
            which is logged once.
        :raises StorageError: The database cannot be read.
        """
        found: list[Found] = []
        with self._reading(entry):
            plan = self._plan(entry)
            around = Neighbours(plan, self._registry, allows_related)
            for page in pages:
                rows = self._allowed(entry, statement, page, allows, limit - len(found))
                around.load(self.session(entry), [hit.key for hit, _ in rows])
                for hit, record in rows:
                    evidence = self._evidence(plan, record, around, score=hit.score)
                    found.append((record, evidence))
                if len(found) >= limit:
                    break
        return found

    def reload(
        self,
        source_id: str,
        scoped: cabc.Callable[[ModelEntry], sa.Select[t.Any]],
        allows: cabc.Callable[[t.Any], bool],
        *,
        allows_related: RelatedGate | None = None,
    ) -> Found | None:
        """Read a record again by its source id, under the viewer's scope of today.

        :param scoped: Gives the scoped statement of a model; may raise
            :exc:`AccessDenied`.
        :return: ``None`` when it is gone, not enabled any more, or not allowed.
        :raises StorageError: The database cannot be read.
        """
        named = read_source_id(source_id)
        if named is None:
            return None
        name, key = named
        try:
            entry = self._registry.entry(name)
            statement = scoped(entry)
        except (AccessDenied, RegistrationError):
            return None
        found = self.collect(
            entry,
            statement,
            [[Hit(key=key, score=1.0)]],
            allows,
            limit=1,
            allows_related=allows_related,
        )
        return found[0] if found else None

    @contextlib.contextmanager
    def _reading(self, entry: ModelEntry) -> cabc.Iterator[None]:
        try:
            yield
        except exc.SQLAlchemyError as error:
            self._sessions.forgive(self.session(entry))
            if not is_broken_table(error):
                log.exception("'%s' cannot be read.", entry.name)
                raise StorageError(f"'{entry.name}' cannot be read: {error}") from error
            if entry not in self._missing:
                self._missing.add(entry)
                log.warning("'%s' is left out: its table cannot be read.", entry.name)

    def _ordering(self, entry: ModelEntry) -> tuple[sa.ColumnElement[t.Any], ...]:
        declared = [
            sa.asc(getattr(entry.model, name))
            if way == "asc"
            else sa.desc(getattr(entry.model, name))
            for name, way in entry.options.order_by.items()
        ]
        return (*declared, *key_attributes(entry.model))

    def _allowed(
        self,
        entry: ModelEntry,
        statement: sa.Select[t.Any],
        page: cabc.Sequence[Hit],
        allows: cabc.Callable[[t.Any], bool],
        limit: int,
    ) -> list[tuple[Hit, t.Any]]:
        rows = self._rows(entry, statement, [hit.key for hit in page])
        found: list[tuple[Hit, t.Any]] = []
        for hit in page:
            if len(found) == limit:
                break
            record = rows.pop(hit.key, None)
            if record is not None and allows(record):
                found.append((hit, record))
        return found

    def _rows(
        self,
        entry: ModelEntry,
        statement: sa.Select[t.Any],
        keys: cabc.Sequence[tuple[t.Any, ...]],
    ) -> dict[tuple[t.Any, ...], t.Any]:
        plan = self._plan(entry)
        width = len(plan.mapper.primary_key)
        fitting = [key for key in keys if len(key) == width]
        if not fitting:
            return {}
        session = self.session(entry)
        narrowed = statement.where(is_one_of(entry.model, fitting))
        with session.no_autoflush:
            rows = session.scalars(narrowed.options(*plan.loads)).unique().all()
        return {tuple(plan.mapper.primary_key_from_instance(r)): r for r in rows}

    def _own_fields(
        self, plan: ModelPlan, record: t.Any, around: Neighbours
    ) -> tuple[Field, ...]:
        given = own_record(record)
        if given == {}:
            return self._reader.fields(record, plan.columns, around)
        excluded = set(plan.entry.options.exclude)
        return tuple(
            dataclasses.replace(field, is_identity=field.column in plan.identities)
            for field in self._reader.given(given or {})
            if field.column not in excluded
        )

    def _plan(self, entry: ModelEntry) -> ModelPlan:
        with self._lock:
            if entry not in self._plans:
                self._plans[entry] = make_plan(
                    entry, self._registry, self._settings, self._hides
                )
            return self._plans[entry]
