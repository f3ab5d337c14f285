"""The one place that knows Flask-Login, which may be missing or unused.

Only real user objects leave this module: a proxy would turn into somebody else, or into
nobody, as soon as the request is over.
"""

from __future__ import annotations

import typing as t

from flask import current_app
from flask import has_request_context

from .identities import unwrap

try:
    import flask_login
except ImportError:  # pragma: no cover
    flask_login = None


def is_used() -> bool:
    """Return whether the current application has set up Flask-Login."""
    return flask_login is not None and hasattr(current_app, "login_manager")


def current_user() -> t.Any:
    """Return the user object of the current request.

    :return: The application's own object, which may be an anonymous one; ``None``
        outside a request.
    """
    if not has_request_context():
        return None
    return unwrap(flask_login.current_user)


def load_user(user_id: str) -> t.Any:
    """Return the user of an id through the application's ``user_loader``.

    :return: ``None`` when there is no such user, or no loader.
    """
    loader = current_app.login_manager.user_callback  # type: ignore[attr-defined]
    return None if loader is None else unwrap(loader(user_id))
