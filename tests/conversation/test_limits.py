from __future__ import annotations

import typing as t
import uuid

import pytest
import sqlalchemy as sa

from flask_modelmind.conversation import ConversationStore
from flask_modelmind.conversation import Owner
from flask_modelmind.errors import RateLimited


def hit(store: ConversationStore, limits: dict[str, int]) -> None:
    """Begin a turn of somebody new, who is counted under the given keys."""
    owner = Owner(kind="visitor", id=uuid.uuid4().hex)
    store.begin_turn(owner, turn_id="t-1", text="Price?", limits=limits)


def test_one_hit_too_many_is_refused_until_the_window_ends(
    store: ConversationStore, clock: t.Any
) -> None:
    clock.advance(seconds=20)
    for _ in range(3):
        hit(store, {"key": 3})

    with pytest.raises(RateLimited) as caught:
        hit(store, {"key": 3})

    assert 39 < caught.value.retry_after_seconds <= 40
    clock.advance(seconds=caught.value.retry_after_seconds)
    hit(store, {"key": 3})


def test_keys_are_counted_apart(store: ConversationStore) -> None:
    hit(store, {"one": 1})
    hit(store, {"two": 1})

    with pytest.raises(RateLimited):
        hit(store, {"one": 1})


def test_counters_of_old_windows_are_deleted(
    store: ConversationStore, clock: t.Any, engine: sa.Engine
) -> None:
    for _ in range(5):
        hit(store, {"key": 9})
        clock.advance(minutes=1)

    count = sa.select(sa.func.count()).select_from(store.tables.limits)
    with engine.connect() as connection:
        assert connection.execute(count).scalar() == 3


def test_a_key_is_kept_as_a_hash(store: ConversationStore, engine: sa.Engine) -> None:
    hit(store, {"address:192.0.2.1": 1})

    with engine.connect() as connection:
        (bucket,) = connection.execute(sa.select(store.tables.limits.c.bucket)).one()

    assert "192" not in bucket[:3]
    assert len(bucket) == 64


def test_what_is_refused_is_neither_counted_nor_stored(
    store: ConversationStore, engine: sa.Engine
) -> None:
    hit(store, {"key": 1})
    with pytest.raises(RateLimited):
        hit(store, {"key": 1})

    tables = store.tables
    with engine.connect() as connection:
        counts = connection.execute(sa.select(tables.limits.c.hit_count)).scalars()
        sessions = connection.execute(sa.select(tables.sessions.c.id)).all()

    assert (list(counts), len(sessions)) == ([1], 1)


def test_a_repeated_turn_is_not_counted(store: ConversationStore, owner: Owner) -> None:
    for _ in range(3):
        store.begin_turn(owner, turn_id="t-1", text="Price?", limits={"key": 1})
