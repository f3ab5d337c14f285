from __future__ import annotations

import os
import typing as t
from collections import abc as cabc
from pathlib import Path

import flask_sqlalchemy
import flask_sqlalchemy_lite
import pytest
import sqlalchemy as sa
from flask import Flask
from sqlalchemy import orm
from sqlalchemy import pool

from flask_modelmind.errors import StorageError
from flask_modelmind.settings import Settings
from flask_modelmind.sources import ModelEntry
from flask_modelmind.sources import Records
from flask_modelmind.sources import Registry
from flask_modelmind.sources import SessionSource
from flask_modelmind.values import Hit

Column: t.Any = sa.Column


def nothing(_: str) -> None:
    return None


def make_records(registry: Registry, sessions: SessionSource | None = None) -> Records:
    return Records(registry, Settings(), nothing, sessions=sessions)


def names(records: Records, entry: ModelEntry, *keys: t.Any) -> list[str]:
    hits = [Hit(key=(key,), score=1.0) for key in keys]
    statement = records.rows_statement(entry)
    found = records.collect(entry, statement, [hits], lambda _: True, 10)
    return [evidence.record for _, evidence in found]


class Base(orm.DeclarativeBase):
    pass


class Book(Base):
    __tablename__ = "book"
    id: orm.Mapped[int] = orm.mapped_column(primary_key=True)
    name: orm.Mapped[str]


@pytest.fixture
def engine(tmp_path: Path) -> cabc.Iterator[sa.Engine]:
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'plain.db'}")
    Base.metadata.create_all(engine)
    with orm.Session(engine) as session:
        session.add(Book(id=1, name="Falcon"))
        session.commit()
    yield engine
    engine.dispose()


@pytest.fixture
def memory() -> cabc.Iterator[sa.Engine]:
    engine = sa.create_engine("sqlite://", poolclass=pool.StaticPool)
    Base.metadata.create_all(engine)
    yield engine
    engine.dispose()


@pytest.mark.parametrize(
    "make",
    [
        orm.sessionmaker,
        lambda engine: orm.scoped_session(orm.sessionmaker(engine)),
        orm.Session,
        lambda engine: orm.Session(binds={Book: engine}),
        lambda engine: lambda: orm.Session(engine),
    ],
    ids=["sessionmaker", "scoped_session", "session", "binds", "callable"],
)
def test_plain_sqlalchemy_sessions_are_used(
    engine: sa.Engine,
    registry: Registry,
    make: cabc.Callable[[sa.Engine], SessionSource],
) -> None:
    records = make_records(registry, make(engine))
    entry = registry.add(Book)

    assert names(records, entry, 1) == ["Falcon"]
    records.release()


def test_no_connection_is_held_after_release(
    engine: sa.Engine, registry: Registry
) -> None:
    records = make_records(registry, orm.sessionmaker(engine))
    entry = registry.add(Book)
    names(records, entry, 1)
    assert isinstance(engine.pool, pool.QueuePool)
    assert engine.pool.checkedout() == 1

    records.release()

    assert engine.pool.checkedout() == 0


def test_the_application_s_session_keeps_its_objects(
    engine: sa.Engine, registry: Registry
) -> None:
    with orm.Session(engine) as session:
        book = session.get_one(Book, 1)
        book.name = "Changed, not saved"
        records = make_records(registry, session)
        entry = registry.add(Book)

        seen = names(records, entry, 1)
        records.release()

        assert seen == ["Falcon"]
        assert book in session.dirty
        assert book.name == "Changed, not saved"


def test_a_collected_record_can_be_read_after_release(
    engine: sa.Engine, registry: Registry
) -> None:
    records = make_records(registry, orm.sessionmaker(engine))
    entry = registry.add(Book)
    hits = [[Hit(key=(1,), score=1.0)]]
    statement = records.rows_statement(entry)
    [(book, _)] = records.collect(entry, statement, hits, lambda _: True, 1)

    records.release()

    assert book.name == "Falcon"


def test_a_session_s_events_apply(engine: sa.Engine, registry: Registry) -> None:
    """Applications hide deleted rows with such events."""
    sessions = orm.sessionmaker(engine)

    @sa.event.listens_for(sessions, "do_orm_execute")
    def hide(state: orm.ORMExecuteState) -> None:
        criteria = orm.with_loader_criteria(Book, Book.name != "Falcon")
        state.statement = state.statement.options(criteria)

    records = make_records(registry, sessions)
    entry = registry.add(Book)

    assert names(records, entry, 1) == []
    records.release()


def test_a_database_in_memory_shows_what_is_flushed_and_keeps_it(
    memory: sa.Engine, registry: Registry
) -> None:
    with orm.Session(memory) as session:
        session.add(Book(id=5, name="Flushed"))
        session.flush()
        records = make_records(registry, session)
        entry = registry.add(Book)

        seen = names(records, entry, 5)
        records.release()
        session.commit()

        assert seen == ["Flushed"]
        assert session.get(Book, 5) is not None


def test_a_session_that_joined_a_transaction_sees_it_and_leaves_it(
    engine: sa.Engine, registry: Registry
) -> None:
    with engine.connect() as connection:
        transaction = connection.begin()
        session = orm.Session(connection, join_transaction_mode="create_savepoint")
        session.add(Book(id=9, name="In a test"))
        session.commit()
        records = make_records(registry, session)
        entry = registry.add(Book)

        seen = names(records, entry, 9)
        records.release()

        assert seen == ["In a test"]
        assert transaction.is_active
        session.close()
        transaction.rollback()


def test_without_any_sqlalchemy_extension_the_error_says_what_to_do(
    app: Flask, registry: Registry
) -> None:
    records = make_records(registry)
    entry = registry.add(Book)

    with app.app_context(), pytest.raises(StorageError, match="initialise Flask-SQLA"):
        records.session(entry)


def test_a_model_without_an_engine_is_an_error(registry: Registry) -> None:
    records = make_records(registry, orm.sessionmaker())
    entry = registry.add(Book)

    with pytest.raises(StorageError, match="No database is bound for 'Book'"):
        names(records, entry, 1)


def test_one_table_name_in_two_binds_reads_the_right_rows(
    app: Flask, tmp_path: Path, registry: Registry
) -> None:
    app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{tmp_path / 'a.db'}"
    app.config["SQLALCHEMY_BINDS"] = {"archive": f"sqlite:///{tmp_path / 'b.db'}"}
    db: t.Any = flask_sqlalchemy.SQLAlchemy(app)

    class Product(db.Model):  # type: ignore[misc]
        id = Column(sa.Integer, primary_key=True)
        name = Column(sa.String(20))

    class Product2(db.Model):  # type: ignore[misc]
        __tablename__ = "product"
        __bind_key__ = "archive"
        id = Column(sa.Integer, primary_key=True)
        name = Column(sa.String(20))

    records = make_records(registry)
    with app.app_context():
        db.create_all()
        db.session.add_all([Product(id=1, name="New"), Product2(id=1, name="Old")])
        db.session.commit()

        new, old = registry.add(Product), registry.add(Product2)

        assert names(records, new, 1) == ["New"]
        assert names(records, old, 1) == ["Old"]
        ids = [
            f"record:{entry.name}:[1]" for entry in (new, old)
        ]  # The class, not only the table, tells the two apart.
        found = [records.reload(i, records.rows_statement, lambda _: True) for i in ids]
        assert [f and f[1].record for f in found] == ["New", "Old"]
        records.release()
        db.session.remove()
        for engine in db.engines.values():
            engine.dispose()


class Modern(orm.DeclarativeBase):
    pass


def test_declarative_base_models_of_flask_sqlalchemy_are_read(
    app: Flask, tmp_path: Path, registry: Registry
) -> None:
    app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{tmp_path / 'a.db'}"
    db: t.Any = flask_sqlalchemy.SQLAlchemy(app, model_class=Modern)

    class Pen(db.Model):  # type: ignore[misc]
        id: orm.Mapped[int] = orm.mapped_column(primary_key=True)
        name: orm.Mapped[str]

    records = make_records(registry)
    with app.app_context():
        db.create_all()
        db.session.add(Pen(id=1, name="Quill"))
        db.session.commit()

        assert names(records, registry.add(Pen), 1) == ["Quill"]
        records.release()
        db.session.remove()
        db.engine.dispose()


def test_flask_sqlalchemy_lite_is_read(
    app: Flask, engine: sa.Engine, registry: Registry
) -> None:
    app.config["SQLALCHEMY_ENGINES"] = {"default": engine.url}
    db = flask_sqlalchemy_lite.SQLAlchemy(app)
    records = make_records(registry)
    entry = registry.add(Book)

    with app.app_context():
        assert names(records, entry, 1) == ["Falcon"]
        records.release()
        db.engine.dispose()


def test_two_apps_read_their_own_databases(tmp_path: Path) -> None:
    db: t.Any = flask_sqlalchemy.SQLAlchemy()

    class Cup(db.Model):  # type: ignore[misc]
        id = Column(sa.Integer, primary_key=True)
        name = Column(sa.String(20))

    registry = Registry()
    entry = registry.add(Cup)
    seen = []
    for name in ("one", "two"):
        app = Flask(name, root_path=os.fspath(tmp_path))
        app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{tmp_path / name}.db"
        db.init_app(app)
        records = make_records(registry)
        with app.app_context():
            db.create_all()
            db.session.add(Cup(id=1, name=name))
            db.session.commit()
            seen += names(records, entry, 1)
            records.release()
            db.session.remove()
            db.engine.dispose()

    assert seen == ["one", "two"]


def test_each_application_context_has_sessions_of_its_own(
    app: Flask, engine: sa.Engine, registry: Registry
) -> None:
    records = make_records(registry, orm.sessionmaker(engine))
    entry = registry.add(Book)

    with app.app_context():
        outer = records.session(entry)
        with app.app_context():
            inner = records.session(entry)
            records.release()

        assert inner is not outer
        assert records.session(entry) is outer
        records.release()
