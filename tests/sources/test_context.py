from __future__ import annotations

import typing as t
from collections import abc as cabc

import pytest

from flask_modelmind.sources import context_evidence


def hides(name: str) -> str | None:
    return "sensitive" if "password" in name else None


def test_each_row_becomes_evidence() -> None:
    rows = [{"name": "Response time", "days": 1}, {"topic": "Returns", "days": 30}]

    first, second = context_evidence("policy", "Support policy", rows, hides)

    assert first.kind == second.kind == "context"
    assert (first.source_id, second.source_id) == (
        "context:policy:0",
        "context:policy:1",
    )
    assert first.model == "Support policy"
    assert (first.record, second.record) == ("Response time", "Returns")
    days = second.field("days")
    assert days is not None
    assert (days.value, days.kind) == (30, "number")


def test_sensitive_keys_are_dropped_at_every_depth() -> None:
    rows = [{"name": "Mail", "password": "x", "smtp": {"password": "x", "port": 25}}]

    [evidence] = context_evidence("mail", "Mail", rows, hides)

    assert [field.column for field in evidence.fields] == ["name", "smtp.port"]


def test_a_plain_text_is_evidence_too() -> None:
    [evidence] = context_evidence("hours", "Opening hours", ["Open 9 to 5."], hides)

    assert evidence.text == "Open 9 to 5."
    assert evidence.record == "Opening hours"


def test_rows_that_are_no_rows_give_nothing(caplog: pytest.LogCaptureFixture) -> None:
    rows: t.Any = [1, 2]

    assert context_evidence("odd", "Odd", rows, hides) == []
    assert "The context 'odd' failed" in caplog.text


def test_a_hook_that_fails_half_way_is_logged_and_gives_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def rows() -> cabc.Iterator[dict[str, t.Any]]:
        yield {"name": "One"}
        raise RuntimeError("One is a secret")

    assert context_evidence("broken", "Broken", rows(), hides) == []
    assert "The context 'broken' failed" in caplog.text
    assert "secret" not in caplog.text


def test_an_endless_hook_is_bounded() -> None:
    def rows() -> cabc.Iterator[dict[str, t.Any]]:
        while True:
            yield {"name": "again"}

    assert len(context_evidence("endless", "Endless", rows(), hides)) == 100
