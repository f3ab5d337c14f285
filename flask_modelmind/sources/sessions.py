"""Find the application's database for a model, and read it in a session of our own."""

from __future__ import annotations

import threading
import typing as t
from collections import abc as cabc

import flask
import sqlalchemy as sa
from sqlalchemy import orm
from sqlalchemy import pool

from ..errors import StorageError

SessionSource = (
    orm.Session
    | orm.scoped_session[t.Any]
    | orm.sessionmaker[t.Any]
    | cabc.Callable[[], orm.Session]
)
"""Where plain SQLAlchemy applications get their sessions from."""

_GLOBAL = "_modelmind_sessions"


class Sessions:
    """Short-lived sessions for reading, apart from the application's own.

    They route models to the same engines as the application's session (binds included)
    and run its session events, but closing them neither expires nor detaches any of the
    application's objects. What the application has not committed is not seen.

    One exception: an in-memory SQLite database has a single connection, so there the
    application's own session is used and left open.

    :param source: For plain SQLAlchemy; ``None``: ask Flask-SQLAlchemy or
        Flask-SQLAlchemy-Lite of the current application.
    """

    def __init__(self, source: SessionSource | None = None) -> None:
        self._source = source
        self._local = threading.local()

    def session(self, model: type) -> orm.Session:
        """Return the session that reads a model, the same until :meth:`release`.

        :raises StorageError: The application has no SQLAlchemy extension, or the model
            has no engine.
        """
        mapper = t.cast("orm.Mapper[t.Any]", sa.inspect(model))
        opened = self._opened()
        source = self._source or _extension()
        key = id(source)
        if key not in opened:
            opened[key] = _open(source)
        session = opened[key]
        if _is_shared(_bind(session, mapper)):
            return _own_session(source) or session
        return session

    def engine(self) -> sa.Engine:
        """Return the engine of the application's default database.

        :raises StorageError: The application has no SQLAlchemy extension, or no
            default database.
        """
        source = self._source or _extension()
        engine = getattr(source, "engine", None)
        if isinstance(engine, sa.Engine):
            return engine
        try:
            bind = _open(source).get_bind()
        except sa.exc.SQLAlchemyError as exc:
            raise StorageError(f"There is no default database: {exc}") from exc
        return bind.engine

    def release(self) -> None:
        """Close what was opened here, so that no connection is held any longer.

        Records read before keep what was loaded and are detached.
        """
        opened = self._opened()
        for session in opened.values():
            session.close()
        opened.clear()

    def forgive(self, session: orm.Session) -> None:
        """Make a session usable again after one of its statements failed."""
        if any(session is each for each in self._opened().values()):
            session.rollback()

    def _opened(self) -> dict[int, orm.Session]:
        """Hold sessions for one application context, or one thread outside of it."""
        if flask.has_app_context():
            every = flask.g.setdefault(_GLOBAL, {})
            return t.cast("dict[int, orm.Session]", every.setdefault(id(self), {}))
        if not hasattr(self._local, "opened"):
            self._local.opened = {}
        return t.cast("dict[int, orm.Session]", self._local.opened)


def _extension() -> t.Any:
    extension = (
        flask.current_app.extensions.get("sqlalchemy")
        if flask.has_app_context()
        else None
    )
    if extension is None:
        raise StorageError(
            "No 'sqlalchemy' extension on this app: initialise Flask-SQLAlchemy or"
            " Flask-SQLAlchemy-Lite, or give ModelMind the sessions of plain"
            " SQLAlchemy."
        )
    return extension


class _Sibling(orm.Session):
    """Reads from wherever a given session would read."""

    def __init__(self, given: orm.Session) -> None:
        super().__init__(autoflush=False, expire_on_commit=False)
        self._given = given

    def get_bind(self, *args: t.Any, **kwargs: t.Any) -> t.Any:
        return self._given.get_bind(*args, **kwargs)


def _open(source: t.Any) -> orm.Session:
    """Open a session beside the application's own."""
    factory = (
        getattr(source, "session_factory", None)
        or getattr(getattr(source, "session", None), "session_factory", None)
        or getattr(source, "sessionmaker", None)
        or source
    )
    if isinstance(factory, orm.sessionmaker):
        return t.cast("orm.Session", factory(autoflush=False, expire_on_commit=False))
    return _Sibling(factory if isinstance(factory, orm.Session) else factory())


def _own_session(source: t.Any) -> orm.Session | None:
    if isinstance(source, orm.Session):
        return source
    if isinstance(source, orm.sessionmaker):
        return None
    session = getattr(source, "session", source)
    return t.cast("orm.Session", session() if callable(session) else session)


def _bind(session: orm.Session, mapper: orm.Mapper[t.Any]) -> t.Any:
    try:
        return session.get_bind(mapper)
    except sa.exc.SQLAlchemyError as exc:
        raise StorageError(
            f"No database is bound for '{mapper.class_.__name__}': {exc}"
        ) from exc


def _is_shared(bind: t.Any) -> bool:
    engine = bind.engine if isinstance(bind, sa.Connection) else bind
    return isinstance(engine.pool, pool.StaticPool | pool.SingletonThreadPool)
