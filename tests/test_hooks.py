from __future__ import annotations

import functools
import typing as t

import pytest

from flask_modelmind.errors import AccessDenied
from flask_modelmind.errors import RegistrationError
from flask_modelmind.hooks import check_hook
from flask_modelmind.hooks import failure
from flask_modelmind.hooks import hook_name
from flask_modelmind.hooks import hook_refusal


class Rules:
    def may_view(self, viewer: t.Any, record: t.Any) -> bool:
        return bool(viewer == record)

    def __call__(self, viewer: t.Any, record: t.Any) -> bool:
        return self.may_view(viewer, record)


SOUND = {
    "method": Rules().may_view,
    "object": Rules(),
    "partial": functools.partial(Rules.may_view, Rules()),
    "star": lambda *arguments: True,
    "builtin": max,
}


@pytest.mark.parametrize("hook", SOUND.values(), ids=SOUND)
def test_whatever_takes_the_arguments_is_a_hook(hook: t.Any) -> None:
    check_hook(hook, role="gate", arguments=("viewer", "record"))


def test_a_class_that_cannot_be_called_so_is_refused() -> None:
    with pytest.raises(RegistrationError, match=r"The gate, '.*Rules', takes"):
        check_hook(Rules, role="gate", arguments=("viewer", "record"))


def test_a_hook_is_named_by_module_and_name() -> None:
    assert hook_name(Rules.may_view).endswith("test_hooks.Rules.may_view")
    assert hook_name(functools.partial(Rules.may_view)) == hook_name(Rules.may_view)
    assert hook_name(Rules()).endswith("test_hooks.Rules")


def test_a_failure_tells_the_error_and_the_line_but_no_message() -> None:
    try:
        raise ValueError("hunter2")
    except ValueError as exc:
        told = failure(exc)

    assert told.startswith("ValueError at test_hooks.py:")
    assert failure(ValueError("hunter2")) == "ValueError"


def test_only_true_is_no_refusal() -> None:
    assert hook_refusal(lambda: True) is None
    assert "said no" in str(hook_refusal(lambda: False))
    assert "returned int" in str(hook_refusal(lambda: 1))


def test_a_denial_of_the_hook_gives_its_reason() -> None:
    def denies() -> bool:
        raise AccessDenied("closed on Sundays")

    assert "closed on Sundays" in str(hook_refusal(denies))
