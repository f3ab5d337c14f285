"""Many visitors at once on one SQLite file, and one visitor in many tabs."""

from __future__ import annotations

import threading
import typing as t
from collections import abc as cabc
from concurrent.futures import ThreadPoolExecutor

from tests.faults.conftest import MakeDesk

VISITORS = 50


def at_once(work: cabc.Callable[[int], t.Any], count: int) -> list[t.Any]:
    """Run ``work(0)`` to ``work(count - 1)``, each in a thread, begun together."""
    start = threading.Barrier(count)

    def run(place: int) -> t.Any:
        start.wait(timeout=10)
        return work(place)

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(run, range(count)))


def test_fifty_questions_at_once_are_all_answered_and_stored_once(
    desk_of: MakeDesk,
) -> None:
    desk = desk_of("Falcon 40 has 12 in stock {source:Falcon 40}.", cut=7)

    def ask(place: int) -> t.Any:
        endpoint = "stream" if place % 2 else "chat"
        client = desk.app.test_client()
        response = desk.post(endpoint, f"Falcon 40 stock? No {place}.", client=client)
        return response.status_code, response.text.count('"verdict":"supported"')

    answers = at_once(ask, VISITORS)

    assert {status for status, _ in answers} == {200}
    assert min(count for _, count in answers) >= 1
    assert [row["status"] for row in desk.rows("turns")] == ["complete"] * VISITORS
    messages = desk.rows("messages")
    asked = {row["content"] for row in messages if row["role"] == "user"}
    assert asked == {f"Falcon 40 stock? No {n}." for n in range(VISITORS)}
    assert len(messages) == 2 * VISITORS
    assert len(desk.rows("sessions")) == VISITORS
    with desk.app.app_context():
        assert desk.db.engine.pool.checkedout() == 0  # type: ignore[attr-defined]


def test_one_turn_sent_ten_times_at_once_is_asked_once(desk_of: MakeDesk) -> None:
    desk = desk_of("Falcon 40 has 12 in stock.")
    cookie = desk.ask("Falcon 60?")
    turn = "6f0a9f0e-7a55-4a40-9f2e-0d1c7b8e9a01"
    kept = desk.client.get_cookie("modelmind_visitor")
    assert kept is not None

    def ask(_: int) -> int:
        client = desk.app.test_client()
        client.set_cookie(kept.key, kept.value)
        body = {"session_id": cookie["session_id"], "turn_id": turn}
        status: int = desk.post("chat", "Falcon 40?", client=client, **body).status_code
        return status

    statuses = at_once(ask, 10)

    assert set(statuses) <= {200, 409}
    assert 200 in statuses
    assert len(desk.provider.requests) == 2
    assert len(desk.rows("messages")) == 4


def test_a_visitor_gets_no_word_of_another_at_the_same_moment(
    desk_of: MakeDesk,
) -> None:
    """Identity is the request's, not the thread's or the process's."""

    def told(request: t.Any) -> str:
        cities = [
            field.text
            for passage in request.snapshot.passages
            for field in passage.evidence.fields
            if field.column == "city"
        ]
        return f"Sam Lee lives in {' and '.join(cities) or 'no city'}."

    desk = desk_of(told)
    users = ("ada", "eve", None)
    cities = ("Oslo", "Lima", "no city")

    def ask(place: int) -> tuple[int, str]:
        client = desk.app.test_client()
        user = users[place % 3]
        answer = desk.ask(
            "Where is Sam Lee?", user=user, client=client, new_session=True
        )
        return place, answer["answer"]

    for place, answer in at_once(ask, 24):
        assert answer == f"Sam Lee lives in {cities[place % 3]}."
