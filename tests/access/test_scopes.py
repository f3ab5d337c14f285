from __future__ import annotations

import typing as t

import pytest
from sqlalchemy import func
from sqlalchemy import select
from sqlalchemy import union
from sqlalchemy.orm import aliased

from flask_modelmind.access import Access
from flask_modelmind.access import AccessHooks
from flask_modelmind.declarations import AccessOptions
from flask_modelmind.declarations import ModelOptions
from flask_modelmind.errors import AccessDenied
from flask_modelmind.settings import Settings
from flask_modelmind.values import Viewer

ADA = Viewer(id=1, user=object(), tenant=10)
BO = Viewer(id=2, user=object(), tenant=20)
GUEST = Viewer()
OWN = AccessOptions(scope_to_user=True)


def ids(
    shop: t.Any,
    viewer: Viewer,
    *,
    model: t.Any = None,
    access: AccessOptions | None = None,
    hooks: AccessHooks | None = None,
    scope: t.Any = None,
    **settings: t.Any,
) -> list[int]:
    model = model or shop.order
    stage = Access(Settings(**settings), hooks or AccessHooks())
    options = ModelOptions(access=access or AccessOptions(), scope=scope)
    statement = stage.scope(select(model), model, options, viewer)
    return [row.id for row in shop.session.scalars(statement.order_by(model.id))]


def test_a_viewer_sees_the_rows_of_the_own_tenant(shop: t.Any) -> None:
    assert ids(shop, ADA) == [1, 2, 3]
    assert ids(shop, BO) == [4]


def test_a_viewer_sees_only_own_rows_when_scoped_to_the_user(shop: t.Any) -> None:
    assert ids(shop, ADA, access=OWN) == [1, 2]


def test_a_tenant_owned_model_has_no_rows_without_a_tenant(shop: t.Any) -> None:
    with pytest.raises(AccessDenied, match="no tenant resolved"):
        ids(shop, GUEST)


def test_an_owned_model_has_no_rows_for_a_visitor(shop: t.Any) -> None:
    access = AccessOptions(scope_to_user=True, scope_to_tenant=False)

    with pytest.raises(AccessDenied, match="nobody is logged in"):
        ids(shop, GUEST, access=access)


def test_a_model_without_a_tenant_column_is_open(shop: t.Any) -> None:
    assert ids(shop, GUEST, model=shop.page) == [1]


def test_the_tenant_rule_can_be_switched_off_for_a_model(shop: t.Any) -> None:
    access = AccessOptions(scope_to_tenant=False)

    assert ids(shop, GUEST, access=access) == [1, 2, 3, 4, 5]


def test_naming_the_owner_column_turns_its_rule_on(shop: t.Any) -> None:
    access = AccessOptions(user_column="user_id")

    assert ids(shop, ADA, access=access) == [1, 2]


def test_the_settings_can_scope_every_owned_model(shop: t.Any) -> None:
    assert ids(shop, ADA, scope_to_user=True) == [1, 2]
    assert ids(shop, ADA, scope_to_user=True, model=shop.page) == [1]


def test_a_tenant_column_is_found_by_its_name_in_the_table(shop: t.Any) -> None:
    """The attribute ``house`` is stored as ``tenant_id``: still another's row."""
    assert ids(shop, ADA, model=shop.product) == [1]


def test_a_text_tenant_fits_a_number_column(shop: t.Any) -> None:
    assert ids(shop, Viewer(tenant="10")) == [1, 2, 3]


@pytest.mark.parametrize("tenant", ["ten", "1_0", " 10", 1.5, True, ("a",)], ids=repr)
def test_a_tenant_of_another_type_sees_nothing(shop: t.Any, tenant: t.Any) -> None:
    with pytest.raises(AccessDenied, match="does not fit"):
        ids(shop, Viewer(tenant=tenant))


def test_a_misspelt_column_denies_at_run_time_too(shop: t.Any) -> None:
    with pytest.raises(AccessDenied, match="'usr_id'"):
        ids(shop, ADA, access=AccessOptions(user_column="usr_id"))


def test_without_authorization_every_viewer_sees_every_row(shop: t.Any) -> None:
    def none(statement: t.Any, viewer: Viewer) -> t.Any:
        raise RuntimeError

    assert ids(shop, GUEST, scope=none, authorization_enabled=False) == [1, 2, 3, 4, 5]


def test_a_count_is_scoped_like_the_rows(shop: t.Any) -> None:
    """A figure may not tell what a row may not."""
    count = select(func.count()).select_from(shop.order)
    options = ModelOptions(
        scope=lambda statement, viewer: statement.where(shop.order.status == "open")
    )

    scoped = Access(Settings(), AccessHooks()).scope(count, shop.order, options, ADA)

    assert shop.session.scalar(scoped) == 2


def test_scopes_are_applied_after_tenant_and_user(shop: t.Any) -> None:
    def not_void(statement: t.Any, viewer: Viewer) -> t.Any:
        assert "tenant_id =" in str(statement)
        return statement.where(shop.order.status != "void")

    hooks = AccessHooks(scopes={shop.order: [not_void]})

    assert ids(shop, ADA, hooks=hooks) == [1, 3]
    assert ids(shop, ADA, scope=not_void) == [1, 3]


def test_a_scope_of_a_base_class_holds_for_the_model(shop: t.Any) -> None:
    base = shop.order.__mro__[1]
    hooks = AccessHooks(scopes={base: [lambda select, viewer: select.where(False)]})

    assert ids(shop, ADA, hooks=hooks) == []


def test_a_scope_with_a_statement_of_its_own_keeps_the_tenant(shop: t.Any) -> None:
    assert ids(shop, ADA, scope=lambda statement, viewer: select(shop.order)) == [
        1,
        2,
        3,
    ]


def test_a_scope_may_limit_by_a_subquery(shop: t.Any) -> None:
    def of_users(statement: t.Any, viewer: Viewer) -> t.Any:
        users = select(shop.user.id).where(shop.user.tenant_id == viewer.tenant)
        return statement.where(shop.order.user_id.in_(users))

    assert ids(shop, ADA, scope=of_users) == [1, 2]


def _typo(statement: t.Any, viewer: Viewer) -> t.Any:
    return statement.where(statement.usr_id == viewer.id)


def _denies(statement: t.Any, viewer: Viewer) -> t.Any:
    raise AccessDenied("closed on Sundays")


BAD_SCOPES = {
    "raises": (_typo, "raised AttributeError at test_scopes.py"),
    "denies": (_denies, "closed on Sundays"),
    "none": (lambda statement, viewer: None, "returned NoneType"),
    "bool": (lambda statement, viewer: True, "returned bool"),
    "list": (lambda statement, viewer: [1], "returned list"),
    "union": (
        lambda statement, viewer: union(statement, statement),
        "returned CompoundSelect",
    ),
}


@pytest.mark.parametrize(("scope", "said"), BAD_SCOPES.values(), ids=BAD_SCOPES)
def test_a_scope_that_does_not_narrow_a_select_denies(
    shop: t.Any, scope: t.Any, said: str, log: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(AccessDenied, match=said):
        ids(shop, ADA, scope=scope)

    assert "no rows of Order: scope '" in log.text
    assert said in log.text


def test_a_scope_that_selects_something_else_denies(shop: t.Any) -> None:
    for other in (shop.user, aliased(shop.order), shop.order.id):
        with pytest.raises(AccessDenied, match="expected the select"):
            ids(shop, ADA, scope=lambda _, viewer, other=other: select(other))


def test_the_message_of_a_failing_scope_is_not_logged(
    shop: t.Any, log: pytest.LogCaptureFixture
) -> None:
    def leaks(statement: t.Any, viewer: Viewer) -> t.Any:
        raise ValueError("hunter2")

    with pytest.raises(AccessDenied) as caught:
        ids(shop, ADA, scope=leaks)

    assert "hunter2" not in log.text + caught.value.reason
