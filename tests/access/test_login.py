from __future__ import annotations

import typing as t
from types import SimpleNamespace

import pytest
from flask import Flask
from flask import g
from flask import jsonify
from flask_login import login_user
from flask_login import LoginManager
from flask_login import logout_user
from flask_login import UserMixin
from werkzeug.local import LocalProxy

from flask_modelmind.access import Access
from flask_modelmind.access import AccessHooks
from flask_modelmind.access import login
from flask_modelmind.errors import AccessDenied
from flask_modelmind.settings import Settings
from flask_modelmind.values import Viewer


class Account(UserMixin):  # type: ignore[misc]
    def __init__(self, user_id: str) -> None:
        self.id = user_id
        self.roles = ["admin"] if user_id == "1" else []


def access(**hooks: t.Any) -> Access:
    return Access(Settings(), AccessHooks(**hooks))


@pytest.fixture
def with_login(app: Flask) -> Flask:
    manager = LoginManager(app)
    manager.user_loader(lambda user_id: Account(user_id) if user_id < "9" else None)
    stage = access()

    @app.get("/whoami")
    def whoami() -> t.Any:
        viewer = stage.identify()
        return jsonify(id=viewer.id, kind=type(viewer.user).__name__)

    @app.get("/login/<user_id>")
    def enter(user_id: str) -> str:
        login_user(Account(user_id))
        return ""

    @app.get("/logout")
    def leave() -> str:
        logout_user()
        return ""

    return app


def test_without_flask_login_everybody_is_a_visitor(app: Flask) -> None:
    with app.test_request_context():
        assert access().identify() == Viewer()


def test_a_missing_flask_login_is_no_error(
    with_login: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(login, "flask_login", None)

    with with_login.test_request_context():
        assert access().identify() == Viewer()


def test_the_logged_in_user_is_the_viewer(with_login: Flask) -> None:
    client = with_login.test_client()
    client.get("/login/1")

    assert client.get("/whoami").json == {"id": "1", "kind": "Account"}


def test_a_visitor_has_neither_id_nor_user(with_login: Flask) -> None:
    assert with_login.test_client().get("/whoami").json == {
        "id": None,
        "kind": "NoneType",
    }


def test_login_and_logout_in_mid_chat_change_the_viewer(with_login: Flask) -> None:
    client = with_login.test_client()
    seen = []

    for path in ("/login/1", "/logout", "/login/2"):
        client.get(path)
        seen.append(client.get("/whoami").json["id"])  # type: ignore[index]

    assert seen == ["1", None, "2"]


def test_two_browsers_are_two_viewers(with_login: Flask) -> None:
    first, second = with_login.test_client(), with_login.test_client()
    first.get("/login/1")

    assert second.get("/whoami").json["id"] is None  # type: ignore[index]


def test_identifying_leaves_nothing_behind(with_login: Flask) -> None:
    with with_login.test_request_context():
        access().identify()

        assert [name for name in g if not name.startswith("_login")] == []


def test_the_viewer_outlives_the_request(with_login: Flask) -> None:
    """A stream reads it later, when ``current_user`` would be nobody."""
    with with_login.test_request_context():
        login_user(Account("1"))
        viewer = access().identify()

    assert not isinstance(viewer.user, LocalProxy)
    assert (viewer.id, viewer.user.id) == ("1", "1")
    assert viewer.roles == {"admin"}


def test_a_viewer_hook_is_the_only_source_when_declared(with_login: Flask) -> None:
    """An admin assistant must not fall back to the customer who is logged in."""
    with with_login.test_request_context():
        login_user(Account("5"))

        assert access(viewer=lambda: None).identify() == Viewer()


def test_a_viewer_hook_may_return_a_user_a_proxy_or_a_viewer(app: Flask) -> None:
    user = SimpleNamespace(id=3)

    with app.test_request_context():
        assert access(viewer=lambda: user).identify().id == 3
        assert access(viewer=lambda: LocalProxy(lambda: user)).identify().user is user
        assert access(viewer=lambda: Viewer(id=4)).identify() == Viewer(id=4)


def test_a_viewer_of_the_hook_gets_its_tenant(app: Flask) -> None:
    with app.test_request_context():
        g.tenant_id = 5

        assert access(viewer=lambda: Viewer(id=4)).identify().tenant == 5
        assert access(viewer=lambda: Viewer(id=4, tenant=6)).identify().tenant == 6


def test_a_viewer_hook_that_raises_denies(
    app: Flask, log: pytest.LogCaptureFixture
) -> None:
    def fails() -> t.Any:
        raise KeyError("hunter2")

    with app.test_request_context(), pytest.raises(AccessDenied, match="KeyError at"):
        access(viewer=fails).identify()

    assert "fails' raised KeyError" in log.text
    assert "hunter2" not in log.text


def test_a_user_is_found_by_id_for_the_command_line(with_login: Flask) -> None:
    with with_login.app_context():
        viewer = access().identify_user("1")

    assert viewer.id == "1"
    assert viewer.roles == {"admin"}


def test_a_declared_loader_finds_users_without_flask_login(app: Flask) -> None:
    with app.app_context():
        viewer = access(load_user=lambda key: SimpleNamespace(id=int(key)))
        assert viewer.identify_user("7").id == 7


def test_an_unknown_user_is_refused(with_login: Flask) -> None:
    with with_login.app_context(), pytest.raises(AccessDenied, match="no such user"):
        access().identify_user("9")


def test_without_a_loader_no_user_can_be_found(app: Flask) -> None:
    with app.app_context(), pytest.raises(AccessDenied, match="user loader"):
        access().identify_user("1")

    LoginManager(app)
    with app.app_context(), pytest.raises(AccessDenied, match="no such user"):
        access().identify_user("1")
