"""Short transactions that survive a lock, on tables that are there."""

from __future__ import annotations

import contextlib
import copy
import logging
import threading
import time
import typing as t
from collections import abc as cabc

import sqlalchemy as sa
from sqlalchemy import exc
from sqlalchemy.pool import StaticPool

from ..errors import StorageError

T = t.TypeVar("T")
RETRY_SECONDS = 1.5
"""No further attempt after this time. A driver may wait for a lock by itself too."""
PAUSE_SECONDS = 0.02
"""Wait before the second attempt; doubled for each further one."""
MAX_PAUSE_SECONDS = 0.2
LINE_SECONDS = 5.0
"""Longest wait for other threads; then the lock of the database has to do."""
_LOCKED = ("database is locked", "database table is locked", "deadlock", "lock wait")
logger = logging.getLogger(__name__)


class Transactions:
    """Run units of work on one engine.

    :param engine: Returns the engine; called once for each unit of work.
    :param metadata: The tables that must be there.
    :param creates_tables: Whether missing tables are created at first use.
    """

    def __init__(
        self,
        engine: cabc.Callable[[], sa.Engine],
        metadata: sa.MetaData,
        *,
        creates_tables: bool,
    ) -> None:
        self.engine = engine
        self._metadata = metadata
        self._creates_tables = creates_tables
        self._ready: sa.Engine | None = None
        self._lock = threading.RLock()
        # Its own lock: who looks for tables needs a connection, and those in line
        # have one already.
        self._line = threading.Lock()

    def pin(self) -> Transactions:
        """Return the same on the engine of this moment."""
        engine = self.engine()
        pinned = copy.copy(self)
        pinned.engine = lambda: engine
        return pinned

    def run(self, work: cabc.Callable[[sa.Connection], T]) -> T:
        """Run one unit of work in its own transaction and commit it.

        The work may run more than once: after a lock, and after two writers met at a
        unique constraint, it starts again on a fresh transaction.

        :raises StorageError: The database cannot be used, or a table is missing.
        """
        with _translated():
            engine = self.engine()
            self._ensure_tables(engine)
            give_up_at = time.monotonic() + RETRY_SECONDS
            pause = PAUSE_SECONDS
            while True:
                try:
                    return self._once(engine, work)
                except exc.DBAPIError as error:
                    if time.monotonic() > give_up_at or not _is_transient(error):
                        raise
                    time.sleep(pause)
                    pause = min(2 * pause, MAX_PAUSE_SECONDS)

    def create_tables(self) -> list[str]:
        """Create the tables that are missing and return their names."""
        with _translated():
            engine = self.engine()
            missing = self._missing(engine)
            if missing:
                self._create(engine)
            return missing

    def missing_tables(self) -> list[str]:
        """Return the names of the tables that are not there yet."""
        with _translated():
            return self._missing(self.engine())

    def _once(self, engine: sa.Engine, work: cabc.Callable[[sa.Connection], T]) -> T:
        # An in-memory SQLite has one connection for all threads: two transactions on
        # it would commit each other.
        if isinstance(engine.pool, StaticPool):
            with self._lock, engine.begin() as connection:
                return work(connection)
        # The connection comes first: who stands in line for the pool blocks nobody.
        with engine.connect() as connection, self._in_line(engine), connection.begin():
            return work(connection)

    @contextlib.contextmanager
    def _in_line(self, engine: sa.Engine) -> cabc.Iterator[None]:
        """Let the threads of this process write to a SQLite file one by one.

        SQLite lets one write at a time and wakes those who wait in no order, so that
        under load some wait until they give up.
        """
        if engine.dialect.name != "sqlite":
            yield
            return
        is_first = self._line.acquire(timeout=LINE_SECONDS)
        try:
            yield
        finally:
            if is_first:
                self._line.release()

    def _ensure_tables(self, engine: sa.Engine) -> None:
        if self._ready is engine:
            return
        with self._lock:
            if self._ready is engine:
                return
            missing = self._missing(engine)
            if missing and not self._creates_tables:
                raise StorageError(
                    f"The table '{missing[0]}' is missing;"
                    " run 'flask modelmind create-tables'."
                )
            if missing:
                self._create(engine)
            self._ready = engine

    def _missing(self, engine: sa.Engine) -> list[str]:
        there = set(sa.inspect(engine).get_table_names())
        return [name for name in self._metadata.tables if name not in there]

    def _create(self, engine: sa.Engine) -> None:
        try:
            self._metadata.create_all(engine)
        except exc.DBAPIError:
            # Another process may have created them between the look and the act.
            if self._missing(engine):
                raise


def _is_transient(error: exc.DBAPIError) -> bool:
    if isinstance(error, exc.IntegrityError):
        return True
    said = str(error.orig).lower()
    return any(word in said for word in _LOCKED)


def _told(error: exc.SQLAlchemyError) -> str:
    """Say what failed without the statement and its values: they hold what was said.

    The driver's words are told of failures that no value causes.
    """
    original = getattr(error, "orig", None)
    kind = type(original or error).__name__
    if isinstance(error, exc.OperationalError | exc.ProgrammingError) and original:
        return f"{kind}: {str(original).partition(chr(10))[0]}"
    return kind


@contextlib.contextmanager
def _translated() -> cabc.Iterator[None]:
    try:
        yield
    except exc.SQLAlchemyError as error:
        logger.error(
            "The tables of flask-modelmind could not be used: %s.", _told(error)
        )
        raise StorageError(
            "The tables of flask-modelmind could not be read or written;"
            " see the log, and check the database and 'flask modelmind create-tables'."
        ) from error
