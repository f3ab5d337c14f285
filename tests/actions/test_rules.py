from __future__ import annotations

import typing as t

import pytest

from flask_modelmind.actions.rules import refusal
from flask_modelmind.declarations import ActionOptions
from flask_modelmind.errors import AccessDenied
from flask_modelmind.values import Viewer

GUEST = Viewer()
MEMBER = Viewer(id=1, user=object(), roles=frozenset({"staff"}))


def why(viewer: Viewer, record: t.Any = None, **rules: t.Any) -> str | None:
    return refusal(ActionOptions(key="a", endpoint="a", **rules), viewer, record)


def test_an_action_without_rules_is_open() -> None:
    assert why(GUEST) is None


def test_an_action_may_need_a_login() -> None:
    assert why(GUEST, login=True) == "nobody is logged in"
    assert why(MEMBER, login=True) is None


def test_an_action_may_need_one_of_some_roles() -> None:
    assert why(MEMBER, roles=frozenset({"admin"}))
    assert why(GUEST, roles=frozenset({"admin"}))
    assert why(MEMBER, roles=frozenset({"admin", "staff"})) is None


def test_a_hook_decides_with_the_record_in_hand() -> None:
    def may_view(viewer: Viewer, record: t.Any) -> bool:
        return bool(record == viewer.id)

    assert why(MEMBER, 1, authorize=may_view) is None
    assert why(MEMBER, 2, authorize=may_view)


def test_a_hook_is_not_asked_when_a_rule_refuses() -> None:
    def never(viewer: Viewer, record: t.Any) -> bool:
        raise AssertionError

    assert why(GUEST, login=True, authorize=never) == "nobody is logged in"


@pytest.mark.parametrize("answer", [None, 1, "yes", object()], ids=str)
def test_only_true_allows(answer: t.Any) -> None:
    reason = why(MEMBER, authorize=lambda viewer, record: answer)

    assert reason is not None
    assert "only True allows" in reason


@pytest.mark.parametrize("error", [ValueError("hunter2"), AccessDenied("closed")])
def test_a_hook_that_raises_refuses(error: Exception) -> None:
    def fails(viewer: Viewer, record: t.Any) -> bool:
        raise error

    reason = why(MEMBER, authorize=fails)

    assert reason is not None
    assert "hunter2" not in reason
