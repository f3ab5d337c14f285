from __future__ import annotations

import typing as t
from types import SimpleNamespace

import pytest
from flask import Flask
from flask import g
from flask import request
from werkzeug.local import LocalProxy

from flask_modelmind.access.tenant import resolve_tenant
from flask_modelmind.settings import Settings

USER = SimpleNamespace(tenant_id=4)


def test_the_sources_of_a_tenant_have_an_order(app: Flask) -> None:
    found = []

    with app.test_request_context():
        found.append(resolve_tenant(USER, Settings(), None))
        request.tenant_id = 3  # type: ignore[attr-defined]
        found.append(resolve_tenant(USER, Settings(), None))
        g.tenant_id = 2
        found.append(resolve_tenant(USER, Settings(), None))
        found.append(resolve_tenant(USER, Settings(), lambda user: 1))
        found.append(resolve_tenant(USER, Settings(tenant_id="fixed"), lambda user: 1))

    assert found == [4, 3, 2, 1, "fixed"]


def test_a_resolver_gets_the_user(app: Flask) -> None:
    with app.test_request_context():
        assert resolve_tenant(USER, Settings(), lambda user: user is USER) is True


def test_a_resolver_that_raises_leaves_no_tenant(
    app: Flask, log: pytest.LogCaptureFixture
) -> None:
    """Nothing else is tried: the next source might name another tenant."""

    def fails(user: t.Any) -> t.Any:
        raise LookupError("hunter2")

    with app.test_request_context():
        g.tenant_id = 2
        assert resolve_tenant(USER, Settings(), fails) is None

    assert "fails' raised LookupError" in log.text
    assert "hunter2" not in log.text


@pytest.mark.parametrize("empty", [None, ""], ids=repr)
def test_an_empty_tenant_is_none(app: Flask, empty: str | None) -> None:
    with app.test_request_context():
        g.tenant_id = empty
        user = SimpleNamespace(tenant_id=empty)

        assert resolve_tenant(user, Settings(), lambda user: empty) is None


def test_a_tenant_zero_is_a_tenant(app: Flask) -> None:
    with app.test_request_context():
        assert resolve_tenant(SimpleNamespace(tenant_id=0), Settings(), None) == 0


def test_a_visitor_has_no_tenant(app: Flask) -> None:
    with app.test_request_context():
        assert resolve_tenant(None, Settings(), None) is None


def test_no_tenant_is_resolved_when_scoping_is_off(app: Flask) -> None:
    settings = Settings(tenant_scoping_enabled=False, tenant_id="fixed")

    with app.test_request_context():
        assert resolve_tenant(USER, settings, None) is None


def test_a_visitor_cannot_name_a_tenant(app: Flask) -> None:
    with app.test_request_context(
        "/?tenant_id=2", data={"tenant_id": 2}, headers={"tenant_id": "2"}
    ):
        assert resolve_tenant(None, Settings(), None) is None


def test_the_names_of_the_attributes_are_settings(app: Flask) -> None:
    settings = Settings(tenant_request_attribute="house", user_tenant_column="family")

    with app.test_request_context():
        assert resolve_tenant(SimpleNamespace(family=6), settings, None) == 6
        g.house = 5
        assert resolve_tenant(SimpleNamespace(family=6), settings, None) == 5


def test_outside_a_request_the_user_has_a_tenant(app: Flask) -> None:
    with app.app_context():
        assert resolve_tenant(USER, Settings(), None) == 4


def test_a_tenant_object_stands_for_its_primary_key(app: Flask, shop: t.Any) -> None:
    tenant = shop.session.get(shop.page, 1)

    with app.test_request_context():
        g.tenant_id = LocalProxy(lambda: tenant)

        assert resolve_tenant(None, Settings(), None) == 1
        assert resolve_tenant(None, Settings(), lambda user: tenant) == 1
