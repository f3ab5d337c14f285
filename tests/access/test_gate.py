from __future__ import annotations

import logging
import typing as t

import pytest

from flask_modelmind.access import Access
from flask_modelmind.access import AccessHooks
from flask_modelmind.declarations import AccessOptions
from flask_modelmind.declarations import ModelOptions
from flask_modelmind.errors import AccessDenied
from flask_modelmind.settings import Settings
from flask_modelmind.values import Viewer

ADA = Viewer(id=1, user=object(), tenant=10)


def access(hooks: AccessHooks | None = None, **settings: t.Any) -> Access:
    return Access(Settings(**settings), hooks or AccessHooks())


@pytest.mark.parametrize(
    ("row", "allowed"), [(1, True), (3, False), (4, False), (5, False)], ids=str
)
def test_tenant_and_owner_are_checked_on_the_record_again(
    shop: t.Any, row: int, allowed: bool
) -> None:
    options = ModelOptions(access=AccessOptions(scope_to_user=True))
    record = shop.session.get(shop.order, row)

    assert access().allows(record, shop.order, options, ADA) is allowed


@pytest.mark.parametrize(
    "answer", [None, 0, 1, "yes", (), object()], ids=lambda a: type(a).__name__
)
def test_only_true_allows(
    shop: t.Any, answer: t.Any, log: pytest.LogCaptureFixture
) -> None:
    options = ModelOptions(authorize=lambda viewer, record: answer)
    record = shop.session.get(shop.page, 1)

    assert access().allows(record, shop.page, options, ADA) is False
    assert "only True allows" in log.text


def test_a_hook_decides_over_a_record(
    shop: t.Any, log: pytest.LogCaptureFixture
) -> None:
    options = ModelOptions(authorize=lambda viewer, record: record.status == "open")
    stage = access()

    seen = [
        stage.allows(shop.session.get(shop.order, row), shop.order, options, ADA)
        for row in (1, 2)
    ]

    assert seen == [True, False]
    assert [r.levelno for r in log.records] == [logging.DEBUG, logging.INFO]


def _raises(viewer: Viewer, record: t.Any) -> bool:
    raise ValueError("hunter2")


def _denies(viewer: Viewer, record: t.Any) -> bool:
    raise AccessDenied("closed on Sundays")


@pytest.mark.parametrize(
    ("hook", "said"),
    [(_raises, "_raises' raised ValueError at test_gate.py"), (_denies, "on Sundays")],
    ids=["raises", "denies"],
)
def test_a_hook_that_raises_denies(
    shop: t.Any, hook: t.Any, said: str, log: pytest.LogCaptureFixture
) -> None:
    options = ModelOptions(authorize=hook)
    record = shop.session.get(shop.page, 1)

    assert access().allows(record, shop.page, options, ADA) is False
    assert said in log.text
    assert "hunter2" not in log.text


def test_every_declared_hook_must_agree(shop: t.Any) -> None:
    hooks = AccessHooks(
        gates={shop.page: [lambda viewer, record: True, lambda viewer, record: False]}
    )
    record = shop.session.get(shop.page, 1)

    decision = access(hooks).explain(record, shop.page, ModelOptions(), ADA)

    assert not decision.allowed
    assert "said no" in decision.reason


def test_a_gate_of_a_base_class_holds_for_the_record(shop: t.Any) -> None:
    hooks = AccessHooks(gates={object: [lambda viewer, record: False]})
    record = shop.session.get(shop.page, 1)

    assert not access(hooks).allows(record, shop.page, ModelOptions(), ADA)


def test_a_record_that_cannot_be_read_is_denied(shop: t.Any) -> None:
    class Broken:
        @property
        def tenant_id(self) -> int:
            raise RuntimeError("hunter2")

    decision = access().explain(Broken(), shop.order, ModelOptions(), ADA)

    assert not decision.allowed
    assert "'tenant_id' raised RuntimeError" in decision.reason
    assert "hunter2" not in decision.reason


def test_a_record_without_a_known_tenant_is_denied(shop: t.Any) -> None:
    record = shop.session.get(shop.order, 1)

    decision = access().explain(record, shop.order, ModelOptions(), Viewer())

    assert (decision.allowed, decision.reason) == (False, "no tenant resolved")


def test_a_misspelt_column_denies_the_record(shop: t.Any) -> None:
    options = ModelOptions(access=AccessOptions(user_column="usr_id"))
    record = shop.session.get(shop.order, 1)

    decision = access().explain(record, shop.order, options, ADA)

    assert not decision.allowed
    assert "usr_id" in decision.reason


def test_without_authorization_every_record_is_allowed(shop: t.Any) -> None:
    options = ModelOptions(authorize=_raises)
    record = shop.session.get(shop.order, 4)
    stage = access(authorization_enabled=False)

    decision = stage.explain(record, shop.order, options, Viewer())

    assert decision.allowed
    assert "MODEL_MIND_AUTHORIZATION_ENABLED" in decision.reason


def test_reasons_hold_no_data_of_the_record(
    shop: t.Any, log: pytest.LogCaptureFixture
) -> None:
    record = shop.session.get(shop.order, 4)

    access().allows(record, shop.order, ModelOptions(), ADA)

    assert log.messages == ["denied Order: 'tenant_id' is another tenant's"]
