from __future__ import annotations

import functools
import typing as t

import pytest

from flask_modelmind.access import Access
from flask_modelmind.access import AccessHooks
from flask_modelmind.declarations import AccessOptions
from flask_modelmind.declarations import ModelOptions
from flask_modelmind.errors import RegistrationError
from flask_modelmind.settings import Settings


def check(model: type, hooks: AccessHooks | None = None, **options: t.Any) -> None:
    Access(Settings(), hooks or AccessHooks()).check(model, ModelOptions(**options))


def test_sound_options_pass(shop: t.Any) -> None:
    def scope(select: t.Any, viewer: t.Any, *, strict: bool = True) -> t.Any:
        return select

    check(
        shop.order,
        access=AccessOptions(user_column="user_id", tenant_column="tenant_id"),
        scope=functools.partial(scope, strict=False),
        authorize=lambda *arguments: True,
    )


@pytest.mark.parametrize(
    ("access", "said"),
    [
        (AccessOptions(user_column="usr_id"), "Did you mean 'user_id'?"),
        (AccessOptions(tenant_column="tenent_id"), "Did you mean 'tenant_id'?"),
        (AccessOptions(tenant_column="xyz"), "It has: id, tenant_id"),
        (AccessOptions(user_column="user"), "has no column 'user'"),
    ],
    ids=["user", "tenant", "far", "relationship"],
)
def test_a_misspelt_column_is_refused(
    shop: t.Any, access: AccessOptions, said: str
) -> None:
    with pytest.raises(RegistrationError) as caught:
        check(shop.order, access=access)

    assert said in str(caught.value)


@pytest.mark.parametrize(
    "access",
    [AccessOptions(scope_to_user=True), AccessOptions(scope_to_tenant=True)],
    ids=["user", "tenant"],
)
def test_a_rule_without_its_column_is_refused(
    shop: t.Any, access: AccessOptions
) -> None:
    with pytest.raises(RegistrationError, match="'Page' has no column"):
        check(shop.page, access=access)


async def _asynchronous(viewer: t.Any, record: t.Any) -> bool:
    return True


BAD_HOOKS = {
    "no callable": ("Orders@view", "expected a callable"),
    "too few arguments": (lambda viewer: True, "expected (viewer, record)"),
    "too many arguments": (lambda a, b, c: True, "expected (viewer, record)"),
    "asynchronous": (_asynchronous, "is asynchronous"),
}


@pytest.mark.parametrize(("hook", "said"), BAD_HOOKS.values(), ids=BAD_HOOKS)
def test_a_hook_that_cannot_be_called_is_refused(
    shop: t.Any, hook: t.Any, said: str
) -> None:
    with pytest.raises(RegistrationError) as from_options:
        check(shop.order, authorize=hook)
    with pytest.raises(RegistrationError) as from_hooks:
        check(shop.order, AccessHooks(gates={shop.order: [hook]}))

    assert said in str(from_options.value)
    assert said in str(from_hooks.value)


def test_a_scope_that_cannot_be_called_is_refused(shop: t.Any) -> None:
    with pytest.raises(RegistrationError, match="scope of Order"):
        check(shop.order, scope=lambda select: select)


def test_an_open_model_with_a_hook_is_refused(shop: t.Any) -> None:
    with pytest.raises(RegistrationError, match="scope_to_tenant=False"):
        check(
            shop.order,
            access=AccessOptions(enabled=False),
            authorize=lambda viewer, record: True,
        )


def test_a_misspelt_column_is_refused_although_scoping_is_off(shop: t.Any) -> None:
    stage = Access(Settings(tenant_scoping_enabled=False), AccessHooks())
    options = ModelOptions(access=AccessOptions(tenant_column="tenent_id"))

    with pytest.raises(RegistrationError):
        stage.check(shop.order, options)
