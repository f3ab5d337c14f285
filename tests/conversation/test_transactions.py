from __future__ import annotations

import sqlite3
import threading
import typing as t
import uuid
from collections import abc as cabc
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sa

from flask_modelmind.conversation import ConversationStore
from flask_modelmind.conversation import Owner
from flask_modelmind.conversation import StoredTurn
from flask_modelmind.errors import StorageError
from flask_modelmind.errors import TurnRunning
from flask_modelmind.settings import Settings


def test_missing_tables_are_created_at_first_use(
    store: ConversationStore, owner: Owner
) -> None:
    before = store.missing_tables()

    store.session(owner)

    assert len(before) == 4
    assert store.missing_tables() == []


def test_without_leave_to_create_them_the_remedy_is_named(
    engine: sa.Engine, owner: Owner
) -> None:
    settings = Settings(auto_create_tables=False, table_prefix="mm_test_")
    store = ConversationStore(settings, lambda: engine)

    with pytest.raises(StorageError, match="flask modelmind create-tables"):
        store.session(owner)

    assert len(store.create_tables()) == 4
    assert store.session(owner) is None


def test_a_database_that_is_away_is_a_storage_error(
    tmp_path: Path, owner: Owner
) -> None:
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'no' / 'such' / 'folder.db'}")
    store = ConversationStore(Settings(), lambda: engine)

    with pytest.raises(StorageError):
        store.session(owner)


def test_the_log_of_a_failure_holds_nothing_that_was_said(
    store: ConversationStore,
    owner: Owner,
    engine: sa.Engine,
    caplog: pytest.LogCaptureFixture,
) -> None:
    store.session(owner)
    store.tables.metadata.drop_all(engine)

    with pytest.raises(StorageError):
        store.begin_turn(owner, turn_id="t-1", text="My PIN is 4711.", limits={"k": 9})

    assert "could not be used" in caplog.text
    assert "4711" not in caplog.text


def test_a_table_dropped_in_mid_life_is_a_storage_error(
    store: ConversationStore, owner: Owner, engine: sa.Engine
) -> None:
    store.session(owner)
    store.tables.metadata.drop_all(engine)

    with pytest.raises(StorageError):
        store.session(owner)


def test_what_is_logged_of_a_failure_holds_no_word_of_the_visitor(
    store: ConversationStore,
    owner: Owner,
    engine: sa.Engine,
    caplog: pytest.LogCaptureFixture,
) -> None:
    store.create_tables()
    store.session(owner)
    store.tables.metadata.drop_all(engine)

    with pytest.raises(StorageError):
        store.begin_turn(owner, turn_id=str(uuid.uuid4()), text="My secret question")

    assert "could not be used: " in caplog.text
    assert "secret" not in caplog.text
    assert "SELECT" not in caplog.text
    assert "INSERT" not in caplog.text


def test_who_has_a_connection_does_not_keep_the_rest_from_one(
    tmp_path: Path, owner: Owner
) -> None:
    """Threads in line for a SQLite file hold connections of a small pool."""
    options: dict[str, t.Any] = {"pool_size": 2, "max_overflow": 0, "pool_timeout": 4}
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'app.db'}", **options)
    store = ConversationStore(Settings(), lambda: engine)

    def ask(_: int) -> object:
        return store.begin_turn(
            owner, turn_id=str(uuid.uuid4()), text="Price?", starts_new=True
        )

    with ThreadPoolExecutor(12) as pool:
        turns = list(pool.map(ask, range(12)))

    assert len(turns) == 12
    engine.dispose()


def test_a_lock_is_waited_for(tmp_path: Path, owner: Owner) -> None:
    path = tmp_path / "app.db"
    engine = sa.create_engine(f"sqlite:///{path}", connect_args={"timeout": 0})
    store = ConversationStore(Settings(), lambda: engine)
    store.create_tables()
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    timer = threading.Timer(0.1, other.rollback)
    timer.start()

    turn = store.begin_turn(owner, turn_id="t-1", text="Price?")

    timer.join()
    other.close()
    engine.dispose()
    assert turn.is_new


def test_a_lock_is_not_waited_for_without_end(tmp_path: Path, owner: Owner) -> None:
    path = tmp_path / "app.db"
    engine = sa.create_engine(f"sqlite:///{path}", connect_args={"timeout": 0})
    store = ConversationStore(Settings(), lambda: engine)
    store.create_tables()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    with pytest.raises(StorageError):
        store.begin_turn(owner, turn_id="t-1", text="Price?")

    other.close()
    engine.dispose()


def together(work: cabc.Callable[[int], t.Any], count: int) -> list[t.Any]:
    barrier = threading.Barrier(count)

    def meet(number: int) -> t.Any:
        barrier.wait(5)
        return work(number)

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(meet, range(count)))


def test_a_turn_sent_twice_at_once_is_stored_once(
    store: ConversationStore, owner: Owner
) -> None:
    turn_id = str(uuid.uuid4())

    turns: list[StoredTurn] = together(
        lambda _: store.begin_turn(owner, turn_id=turn_id, text="Price?"), 4
    )

    assert sum(turn.is_new for turn in turns) == 1
    assert len({turn.user_message_uuid for turn in turns}) == 1


def test_two_questions_at_once_leave_one_running(
    store: ConversationStore, owner: Owner
) -> None:
    first = store.begin_turn(owner, turn_id="t-0", text="Hello?")
    store.finish_turn(first, status="complete", content="Hello.", metadata={})

    def ask(number: int) -> bool:
        try:
            store.begin_turn(owner, turn_id=f"t-1{number}", text="Price?")
        except TurnRunning:
            return False
        return True

    assert sum(together(ask, 4)) == 1


def test_answers_that_end_together_are_both_stored(store: ConversationStore) -> None:
    owners = [Owner(kind="user", id=str(number)) for number in range(4)]
    turns = [store.begin_turn(o, turn_id="t-1", text="Price?") for o in owners]

    together(
        lambda n: store.finish_turn(
            turns[n], status="complete", content=f"{n} EUR.", metadata={}
        ),
        4,
    )

    said = [store.messages(turn.session, limit=1)[0].content for turn in turns]
    assert said == ["0 EUR.", "1 EUR.", "2 EUR.", "3 EUR."]


def test_hits_of_many_threads_are_all_counted(store: ConversationStore) -> None:
    owners = [Owner(kind="user", id=str(number)) for number in range(8)]

    together(
        lambda n: store.begin_turn(
            owners[n], turn_id="t-1", text="Price?", limits={"key": 100}
        ),
        8,
    )

    limits = store.tables.limits
    with store._work.engine().connect() as connection:
        assert connection.execute(sa.select(limits.c.hit_count)).scalars().all() == [8]
