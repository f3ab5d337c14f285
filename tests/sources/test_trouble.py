from __future__ import annotations

import typing as t
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy import orm

from flask_modelmind.errors import StorageError
from flask_modelmind.settings import Settings
from flask_modelmind.sources import ModelEntry
from flask_modelmind.sources import Records
from flask_modelmind.sources import Registry
from flask_modelmind.values import Hit

Column: t.Any = sa.Column


def read(records: Records, entry: ModelEntry) -> list[str]:
    hits = [[Hit(key=(1,), score=1.0)]]
    statement = records.rows_statement(entry)
    found = records.collect(entry, statement, hits, lambda _: True, 1)
    return [evidence.record for _, evidence in found]


@pytest.fixture
def models(db: t.Any) -> tuple[t.Any, t.Any]:
    class Here(db.Model):  # type: ignore[misc]
        id = Column(sa.Integer, primary_key=True)
        name = Column(sa.String(20))

    class Gone(db.Model):  # type: ignore[misc]
        id = Column(sa.Integer, primary_key=True)
        name = Column(sa.String(20))

    db.create_all()
    db.session.add(Here(id=1, name="Falcon"))
    db.session.commit()
    return Here, Gone


@pytest.mark.parametrize(
    "damage",
    ["DROP TABLE gone", "ALTER TABLE gone DROP COLUMN name"],
    ids=["table", "column"],
)
def test_a_broken_table_leaves_out_its_model_alone_and_is_logged_once(
    db: t.Any,
    models: tuple[t.Any, t.Any],
    registry: Registry,
    records: Records,
    caplog: pytest.LogCaptureFixture,
    damage: str,
) -> None:
    here, gone = map(registry.add, models)
    db.session.execute(sa.text(damage))
    db.session.commit()

    assert read(records, gone) == []
    assert read(records, gone) == []
    assert read(records, here) == ["Falcon"]
    assert caplog.text.count("'Gone' is left out") == 1


def test_a_search_on_a_broken_table_leaves_the_model_out_too(
    db: t.Any, models: tuple[t.Any, t.Any], registry: Registry, records: Records
) -> None:
    gone = registry.add(models[1])
    db.session.execute(sa.text("DROP TABLE gone"))
    db.session.commit()

    def pages() -> t.Iterator[list[Hit]]:
        rows = records.session(gone).execute(sa.select(models[1].id)).all()
        yield [Hit(key=tuple(row), score=1.0) for row in rows]

    statement = records.rows_statement(gone)
    assert records.collect(gone, statement, pages(), lambda _: True, 1) == []


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_row_that_holds_what_its_column_cannot_is_left_out_alone(
    db: t.Any, registry: Registry, records: Records, caplog: pytest.LogCaptureFixture
) -> None:
    """Only SQLite takes any value into any column."""

    class Dated(db.Model):  # type: ignore[misc]
        id = Column(sa.Integer, primary_key=True)
        name = Column(sa.String(20))
        day = Column(sa.Date)

    db.create_all()
    rows = "(1, 'Falcon', 'never'), (2, 'Lynx', '2026-04-03')"
    db.session.execute(sa.text(f"INSERT INTO dated VALUES {rows}"))  # noqa: S608
    db.session.commit()
    entry = registry.add(Dated)
    hits = [[Hit(key=(1,), score=1.0), Hit(key=(2,), score=0.5)]]

    statement = records.rows_statement(entry)
    found = records.collect(entry, statement, hits, lambda _: True, 2)

    assert [evidence.record for _, evidence in found] == ["Lynx"]
    assert "A row of 'Dated' cannot be read: ValueError." in caplog.text
    assert "never" not in caplog.text


@pytest.mark.parametrize(
    "url",
    [
        "sqlite:////nowhere/at/all.db",
        "postgresql+psycopg://app@127.0.0.1:9/none?connect_timeout=2",
        "mysql+pymysql://app@127.0.0.1:9/none?connect_timeout=2",
    ],
    ids=["sqlite", "postgresql", "mariadb"],
)
def test_a_database_that_is_down_is_a_storage_error(
    registry: Registry, tmp_path: Path, url: str
) -> None:
    class Base(orm.DeclarativeBase):
        pass

    class Thing(Base):
        __tablename__ = "thing"
        id: orm.Mapped[int] = orm.mapped_column(primary_key=True)

    engine = sa.create_engine(url)
    records = Records(
        registry, Settings(), lambda _: None, sessions=orm.sessionmaker(engine)
    )
    entry = registry.add(Thing)

    with pytest.raises(StorageError, match=r"^'Thing' cannot be read: \w+\.$"):
        read(records, entry)

    records.release()
    engine.dispose()
