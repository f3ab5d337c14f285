from __future__ import annotations

import typing as t
import uuid

import pytest

from flask_modelmind.conversation import ConversationStore
from flask_modelmind.conversation import Origin
from flask_modelmind.conversation import Owner
from flask_modelmind.conversation import StoredTurn
from flask_modelmind.errors import SessionNotFound
from flask_modelmind.errors import TurnRunning
from flask_modelmind.settings import Settings
from flask_modelmind.values import Viewer


def begin(
    store: ConversationStore, owner: Owner, text: str = "Price?", **more: t.Any
) -> StoredTurn:
    return store.begin_turn(
        owner, turn_id=more.pop("turn_id", str(uuid.uuid4())), text=text, **more
    )


def finish(
    store: ConversationStore, turn: StoredTurn, text: str = "1 EUR.", **more: t.Any
) -> StoredTurn:
    return store.finish_turn(
        turn,
        status=more.get("status", "complete"),
        content=text,
        metadata={"answer": text},
    )


def exchange(store: ConversationStore, owner: Owner, text: str) -> StoredTurn:
    return finish(store, begin(store, owner, text), f"Answer to {text}")


def test_a_question_and_its_answer_are_kept(
    store: ConversationStore, owner: Owner
) -> None:
    turn = finish(store, begin(store, owner, "قیمت؟ 🦅"), "قیمت ۱۲ یورو 🦅")

    question, answer = store.messages(turn.session, limit=10)

    assert (question.role, question.content) == ("user", "قیمت؟ 🦅")
    assert (answer.role, answer.content) == ("assistant", "قیمت ۱۲ یورو 🦅")
    assert answer.metadata == {"answer": "قیمت ۱۲ یورو 🦅"}


def test_times_are_aware_and_keep_their_microseconds(
    store: ConversationStore, owner: Owner, clock: t.Any
) -> None:
    turn = exchange(store, owner, "Price?")

    assert store.messages(turn.session, limit=1)[0].created_at == clock.now


def test_messages_of_one_moment_keep_their_order(
    store: ConversationStore, owner: Owner
) -> None:
    """Ordered by time, rows of the same instant could swap."""
    turns = [exchange(store, owner, f"Question {number}") for number in range(5)]

    said = [m.content for m in store.messages(turns[-1].session, limit=4)]

    assert said == [
        "Question 3",
        "Answer to Question 3",
        "Question 4",
        "Answer to Question 4",
    ]


def test_a_repeated_turn_is_the_first_one(
    store: ConversationStore, owner: Owner
) -> None:
    first = begin(store, owner, "Price?", turn_id="t-1")

    second = begin(store, owner, "Something else?", turn_id="t-1")

    assert (first.is_new, second.is_new) == (True, False)
    assert second.user_message_uuid == first.user_message_uuid
    assert len(store.messages(first.session, limit=10)) == 1


def test_two_owners_may_choose_the_same_turn_id(store: ConversationStore) -> None:
    turns = [
        begin(store, Owner(kind="user", id=name), turn_id="t-1") for name in ("7", "8")
    ]

    assert all(turn.is_new for turn in turns)


def test_a_conversation_has_one_running_turn(
    store: ConversationStore, owner: Owner
) -> None:
    first = begin(store, owner)

    with pytest.raises(TurnRunning):
        begin(store, owner)

    finish(store, first)
    assert begin(store, owner).session.uuid == first.session.uuid


def test_a_refused_turn_leaves_nothing_behind(
    store: ConversationStore, owner: Owner
) -> None:
    first = begin(store, owner)

    with pytest.raises(TurnRunning):
        begin(store, owner, turn_id="t-2")

    assert store.find_turn(owner, "t-2") is None
    assert len(store.messages(first.session, limit=10)) == 1


def test_a_turn_whose_process_died_blocks_nobody_for_ever(
    store: ConversationStore, owner: Owner, clock: t.Any
) -> None:
    lost = begin(store, owner, turn_id="t-1")
    clock.advance(minutes=5)

    later = begin(store, owner)

    assert later.session.uuid == lost.session.uuid
    assert store.turn(owner, "t-1").is_lost


def test_a_late_answer_does_not_free_the_turn_of_another(
    store: ConversationStore, owner: Owner, clock: t.Any
) -> None:
    lost = begin(store, owner)
    clock.advance(minutes=5)
    begin(store, owner)

    finish(store, lost)

    with pytest.raises(TurnRunning):
        begin(store, owner)


def test_a_turn_is_finished_once(store: ConversationStore, owner: Owner) -> None:
    turn = begin(store, owner)

    first = finish(store, turn, "first")
    second = finish(store, turn, "second")

    assert first.answer is not None
    assert second.answer == first.answer
    assert second.answer is not None
    assert second.answer.content == "first"


@pytest.mark.parametrize(
    "stranger",
    [
        Owner(kind="user", id="8"),
        Owner(kind="visitor", id="7"),
        Owner(kind="user", id="7", tenant="other"),
    ],
    ids=["user", "visitor", "tenant"],
)
def test_a_stranger_finds_nothing(
    store: ConversationStore, owner: Owner, stranger: Owner
) -> None:
    turn = exchange(store, owner, "Price?")

    with pytest.raises(SessionNotFound):
        store.session(stranger, turn.session.uuid)
    with pytest.raises(SessionNotFound):
        store.turn(stranger, turn.turn_id)
    with pytest.raises(SessionNotFound):
        begin(store, stranger, session_id=turn.session.uuid)
    assert store.session(stranger) is None


def test_an_expired_conversation_is_left_alone_and_a_new_one_begins(
    store: ConversationStore, owner: Owner, clock: t.Any
) -> None:
    old = exchange(store, owner, "Price?")
    clock.advance(minutes=121)

    new = begin(store, owner, session_id=old.session.uuid)

    assert new.session.uuid != old.session.uuid
    assert len(store.messages(old.session, limit=10)) == 2
    found = store.session(owner, old.session.uuid)
    assert found is not None
    assert found.is_expired


def test_a_question_puts_the_end_of_a_conversation_off(
    store: ConversationStore, owner: Owner, clock: t.Any
) -> None:
    first = exchange(store, owner, "Price?")
    clock.advance(minutes=119)

    second = begin(store, owner)

    assert first.session.expires_at is not None
    assert second.session.expires_at is not None
    assert second.session.expires_at > first.session.expires_at


def test_a_lifetime_of_zero_means_for_ever(
    engine: t.Any, owner: Owner, clock: t.Any
) -> None:
    settings = Settings(session_lifetime_minutes=0, table_prefix="mm_test_")
    store = ConversationStore(settings, lambda: engine, clock)
    turn = exchange(store, owner, "Price?")
    clock.advance(days=4_000)

    found = store.session(owner)

    assert found is not None
    assert (found.uuid, found.expires_at) == (turn.session.uuid, None)


def test_history_ends_before_the_turn_and_leaves_failures_out(
    store: ConversationStore, owner: Owner
) -> None:
    exchange(store, owner, "One?")
    finish(store, begin(store, owner, "Two?"), "", status="failed")
    exchange(store, owner, "Three?")
    turn = begin(store, owner, "Four?")

    said = [m.content for m in store.history(turn, limit=10)]

    assert said == ["One?", "Answer to One?", "Three?", "Answer to Three?"]


def test_word_to_stop_reaches_who_runs_the_turn(
    store: ConversationStore, owner: Owner
) -> None:
    turn = begin(store, owner)
    before = store.is_stop_requested(turn)

    store.request_stop(turn)

    assert (before, store.is_stop_requested(turn)) == (False, True)


def test_what_no_database_can_hold_is_replaced(
    store: ConversationStore, owner: Owner
) -> None:
    turn = finish(store, begin(store, owner), "a\x00b\ud83dc")

    assert turn.answer is not None
    assert turn.answer.content == "a\ufffdb\ufffdc"
    assert turn.answer.metadata == {"answer": "a\ufffdb\ufffdc"}


def test_the_origin_is_kept_only_when_given(
    store: ConversationStore, owner: Owner, engine: t.Any
) -> None:
    begin(store, owner)
    origin = Origin(ip_address="192.0.2.1", user_agent="Browser")
    begin(store, owner, starts_new=True, origin=origin)

    sessions = store.tables.sessions
    with engine.connect() as connection:
        rows = connection.execute(sessions.select().order_by(sessions.c.id)).all()

    assert [row.ip_address for row in rows] == [None, "192.0.2.1"]


def test_a_user_owns_what_a_visitor_of_the_same_browser_does_not() -> None:
    visitor = Owner.of(Viewer(), visitor="v")
    user = Owner.of(Viewer(id=7), visitor="v")

    assert visitor.kind == "visitor"
    assert user == Owner(kind="user", id="7")


def test_a_visitor_is_kept_as_a_hash() -> None:
    owner = Owner.of(Viewer(), visitor="secret-of-the-cookie")

    assert "secret" not in owner.id
    assert len(owner.id) == 64
