from __future__ import annotations

import typing as t

import pytest
import sqlalchemy as sa

from flask_modelmind.conversation import ConversationStore
from flask_modelmind.errors import RateLimited


def test_one_hit_too_many_is_refused_until_the_window_ends(
    store: ConversationStore, clock: t.Any
) -> None:
    clock.advance(seconds=20)
    for _ in range(3):
        store.hit({"key": 3})

    with pytest.raises(RateLimited) as caught:
        store.hit({"key": 3})

    assert 39 < caught.value.retry_after_seconds <= 40
    clock.advance(seconds=caught.value.retry_after_seconds)
    store.hit({"key": 3})


def test_keys_are_counted_apart(store: ConversationStore) -> None:
    store.hit({"one": 1})
    store.hit({"two": 1})

    with pytest.raises(RateLimited):
        store.hit({"one": 1})


def test_counters_of_old_windows_are_deleted(
    store: ConversationStore, clock: t.Any, engine: sa.Engine
) -> None:
    for _ in range(5):
        store.hit({"key": 9})
        clock.advance(minutes=1)

    count = sa.select(sa.func.count()).select_from(store.tables.limits)
    with engine.connect() as connection:
        assert connection.execute(count).scalar() == 3


def test_a_key_is_kept_as_a_hash(store: ConversationStore, engine: sa.Engine) -> None:
    store.hit({"address:192.0.2.1": 1})

    with engine.connect() as connection:
        (bucket,) = connection.execute(sa.select(store.tables.limits.c.bucket)).one()

    assert "192" not in bucket[:3]
    assert len(bucket) == 64
