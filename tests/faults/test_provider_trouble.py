"""A language model that fails: an end for the client, a whole record in the store."""

from __future__ import annotations

import time
import typing as t
from collections import abc as cabc

import pytest

import flask_modelmind.turn
from flask_modelmind import errors
from flask_modelmind.values import ProviderReply
from flask_modelmind.values import TextDelta
from tests.faults.conftest import MakeDesk
from tests.faults.desk import Desk
from tests.faults.desk import read_events

ASKED = "What does Falcon 40 cost?"
SAID = "Falcon 40 costs 1,299.00 EUR"
TOLD = "sk-hunter2 SELECT * FROM product"
"""What no visitor and no log is told."""


class Failing:
    """Gives some pieces and then what no provider should."""

    name = "failing"

    def __init__(self, *pieces: t.Any) -> None:
        self.pieces = pieces
        self.was_closed = False

    def stream(self, _: t.Any) -> cabc.Iterator[t.Any]:
        try:
            for piece in self.pieces:
                if isinstance(piece, Exception):
                    raise piece
                yield piece
        finally:
            self.was_closed = True


TROUBLE: dict[str, tuple[tuple[t.Any, ...], str, str]] = {
    "raises at once": ((RuntimeError(TOLD),), "provider_unavailable", ""),
    "raises in the middle": ((TextDelta(SAID), KeyError(TOLD)),
                             "provider_unavailable", SAID),
    "raises at its end": ((TextDelta(SAID), OSError(TOLD)), "provider_unavailable",
                          SAID),
    "is down": ((errors.ProviderUnavailable(TOLD, provider="x"),),
                "provider_unavailable", ""),
    "is too slow": ((TextDelta(SAID), errors.ProviderTimeout(TOLD, provider="x")),
                    "provider_timeout", SAID),
    "wants less": ((errors.ProviderRateLimited(
        TOLD, provider="x", retry_after_seconds=7),), "provider_rate_limited", ""),
    "refuses the key": ((errors.ProviderRefused(TOLD, provider="x"),),
                        "provider_refused", ""),
    "gives a number": ((42,), "provider_protocol", ""),
    "gives nothing at all": ((None,), "provider_protocol", ""),
    "gives bytes": ((TextDelta(SAID), b"\xff"), "provider_protocol", SAID),
}  # fmt: skip


@pytest.mark.parametrize("endpoint", ["chat", "stream"])
@pytest.mark.parametrize(("pieces", "code", "visible"), TROUBLE.values(), ids=TROUBLE)
def test_a_failure_has_an_end_and_is_stored_whole(
    desk_of: MakeDesk,
    caplog: pytest.LogCaptureFixture,
    endpoint: str,
    pieces: tuple[t.Any, ...],
    code: str,
    visible: str,
) -> None:
    provider = Failing(*pieces)
    desk = desk_of(MODEL_MIND_CUSTOM_PROVIDER=provider)

    response = desk.post(endpoint, ASKED)

    if endpoint == "chat":
        assert response.status_code == 503
        assert response.get_json()["error"]["code"] == code
    else:
        names = [name for name, _ in read_events(response.text)]
        assert names[0] == "ready"
        assert names[-2:] == ["error", "done"]
        done = read_events(response.text)[-1][1]
        assert (done["status"], done["reason"], done["answer"]) == (
            "failed", code, visible,
        )  # fmt: skip
        assert (done["citations"], done["claims"], done["actions"]) == ([], [], [])
    assert provider.was_closed
    assert "hunter2" not in response.text + caplog.text + str(desk.rows("messages"))
    assert_kept(desk, status="failed", texts=[ASKED, visible])


def assert_kept(desk: Desk, *, status: str, texts: list[str]) -> None:
    """Assert one whole turn in the tables, and nothing that still runs."""
    assert [row["status"] for row in desk.rows("turns")] == [status]
    assert [row["content"] for row in desk.rows("messages")] == texts
    reloaded = desk.reload()
    assert [message["content"] for message in reloaded] == texts
    assert reloaded[-1]["status"] == status


@pytest.mark.parametrize("endpoint", ["chat", "stream"])
def test_a_check_that_breaks_has_an_end_too(
    desk_of: MakeDesk, monkeypatch: pytest.MonkeyPatch, endpoint: str
) -> None:
    def broken(*_: t.Any, **__: t.Any) -> t.NoReturn:
        raise ZeroDivisionError(TOLD)

    monkeypatch.setattr(flask_modelmind.turn, "examine", broken)
    desk = desk_of(SAID)

    response = desk.post(endpoint, ASKED)

    assert "hunter2" not in response.text
    if endpoint == "chat":
        assert response.status_code == 500
        assert response.get_json()["error"]["code"] == "internal"
    else:
        assert [n for n, _ in read_events(response.text)][-2:] == ["error", "done"]
    assert_kept(desk, status="failed", texts=[ASKED, SAID])


@pytest.mark.parametrize(
    ("reason", "status", "is_shown"),
    [
        ("truncated", "truncated", True),
        ("filtered", "refused", False),
        ("refused", "refused", False),
    ],
)
def test_an_answer_that_was_cut_is_not_called_complete(
    desk_of: MakeDesk, reason: t.Any, status: str, *, is_shown: bool
) -> None:
    desk = desk_of(
        ProviderReply(text=f"{SAID} {{source:Falcon 40}} and", reason=reason)
    )

    answer = desk.ask(ASKED)

    assert answer["status"] == status
    assert (SAID in answer["answer"]) is is_shown
    assert bool(answer["citations"]) is is_shown
    assert desk.reload()[-1]["status"] == status


def test_a_failed_turn_sent_again_costs_nothing(desk_of: MakeDesk) -> None:
    turn = "6f0a9f0e-7a55-4a40-9f2e-0d1c7b8e9a01"
    desk = desk_of([errors.ProviderTimeout("slow", provider="x"), SAID])

    first = desk.post("chat", ASKED, turn_id=turn)
    again = desk.post("chat", ASKED, turn_id=turn)
    other = desk.ask(ASKED)

    assert [first.status_code, again.status_code] == [503, 503]
    assert other["answer"] == SAID
    assert len(desk.provider.requests) == 2
    assert desk.provider.requests[-1].prompt.history == ()


def test_a_prompt_that_is_too_long_is_tried_once_with_half(desk_of: MakeDesk) -> None:
    """What was left out of the second try cannot be cited."""
    desk = desk_of(
        [
            errors.ProviderContextTooLong("long", provider="x"),
            "Falcon 40 costs 1,299.00 EUR. Lynx 9 costs 89.90 USD.",
        ]
    )

    answer = desk.ask("Falcon 40, Falcon 60, Lynx 9")

    first, second = (r.snapshot.passages for r in desk.provider.requests)
    assert len(second) == max(1, len(first) // 2)
    shown = {p.evidence.record for p in second}
    assert {c["record"] for c in answer["citations"]} <= shown


def test_a_stream_that_is_left_after_its_first_piece_lets_everything_go(
    desk_of: MakeDesk,
) -> None:
    """Provider, connection and context; and what was visible is kept."""
    desk = desk_of("Falcon 40 costs. " * 50, cut=10)
    desk.provider._delay_seconds = 0.02

    response = desk.client.post(
        "/model-mind/stream", json={"question": ASKED}, buffered=False
    )
    pieces = iter(response.response)
    while b"event: delta" not in next(pieces):
        pass
    response.close()
    wait_until(lambda: desk.rows("turns")[0]["status"] != "running")

    with desk.app.app_context():
        # This look itself is the only user of the pool.
        assert desk.db.engine.pool.checkedout() == 0  # type: ignore[attr-defined]
    assert desk.provider.closed_count == 1
    [turn] = desk.rows("turns")
    kept = desk.rows("messages")[-1]["content"]
    assert turn["status"] == "stopped"
    assert 0 < len(kept) < 800
    assert desk.ask("Falcon 60?")["session_id"]


def wait_until(is_true: cabc.Callable[[], bool]) -> None:
    """Wait for another thread, 5 s at most."""
    end = time.monotonic() + 5
    while not is_true():
        assert time.monotonic() < end
        time.sleep(0.01)
