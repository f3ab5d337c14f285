"""From an application's user object to a frozen viewer."""

from __future__ import annotations

import enum
import logging
import typing as t
from collections import abc as cabc

from flask import has_request_context
from flask import request

from ..hooks import failure
from ..settings import Settings
from ..values import Viewer
from .hooks import TenantHook
from .identities import is_mapped
from .identities import primary_key
from .sensitive import SensitiveColumns
from .tenant import resolve_tenant

logger = logging.getLogger(__name__)
ROLES = 20
"""Most roles a language model is told."""
TOLD_CHARACTERS = 120
"""Longest value of the user that a language model is told."""
_ROLE_NAMES = ("name", "title", "label", "slug", "id")


def make_viewer(
    user: t.Any, settings: Settings, tenant_hook: TenantHook | None
) -> Viewer:
    """Capture all that later stages need to know of a user.

    :param user: The application's own object, no proxy; ``None`` or an object whose
        ``is_authenticated`` is false stands for a visitor.
    """
    key = user_key(user) if _is_authenticated(user) else None
    known = None if key is None else user
    return Viewer(
        id=key,
        user=known,
        tenant=resolve_tenant(known, settings, tenant_hook),
        roles=role_names(known, settings.roles_attribute),
        locale=_browser_locale(),
    )


def user_key(user: t.Any) -> t.Any:
    """Return the id of a user in its own type.

    :return: The primary key of a mapped object, as a tuple when it has several columns;
        else what ``get_id()`` returns; else the attribute ``id``.
    """
    if is_mapped(user):
        return primary_key(user)
    get_id = getattr(user, "get_id", None)
    return get_id() if callable(get_id) else getattr(user, "id", None)


def role_names(user: t.Any, attribute: str) -> frozenset[str]:
    """Read the names of a user's roles; a failing attribute gives none.

    :param attribute: Attribute or method that gives strings, enum members, or objects
        with one of ``name``, ``title``, ``label``, ``slug`` and ``id``.
    """
    if user is None or not attribute:
        return frozenset()
    try:
        roles = getattr(user, attribute, None)
        roles = roles() if callable(roles) else roles
        listed: t.Any = roles if _is_collection(roles) else (roles,)
        return frozenset(name for name in map(_role_name, listed) if name)
    except Exception as exc:  # noqa: BLE001 -- the attribute is the application's.
        logger.warning("no roles: '%s' raised %s", attribute, failure(exc))
        return frozenset()


def introduction(
    viewer: Viewer, columns: cabc.Iterable[str], sensitive: SensitiveColumns
) -> dict[str, str]:
    """Write a viewer down for a language model: short texts, nothing sensitive.

    :param columns: Attributes of the user object; those with a sensitive name, without
        a plain value, or that raise are left out.
    """
    told: dict[str, str] = {}
    for column in columns:
        if sensitive.reason(column) is None and (text := _told(viewer.user, column)):
            told[column] = sensitive.mask(text)
    if viewer.roles:
        told["roles"] = ", ".join(sorted(viewer.roles)[:ROLES])
    return told


def _told(user: t.Any, column: str) -> str:
    try:
        value = getattr(user, column, None)
    except Exception as exc:  # noqa: BLE001 -- the attribute is the application's.
        logger.warning("'%s' of the user raised %s", column, failure(exc))
        return ""
    return str(value)[:TOLD_CHARACTERS] if isinstance(value, str | int) else ""


def _role_name(role: t.Any) -> str:
    if role is None or isinstance(role, str):
        return role or ""
    if isinstance(role, enum.Enum):
        return str(role.value)
    found = (getattr(role, name, None) for name in _ROLE_NAMES)
    return next((str(name) for name in found if name is not None), "")


def _is_collection(roles: t.Any) -> bool:
    return isinstance(roles, cabc.Iterable) and not isinstance(roles, str)


def _is_authenticated(user: t.Any) -> bool:
    state = True if user is None else getattr(user, "is_authenticated", True)
    return user is not None and bool(state() if callable(state) else state)


def _browser_locale() -> str | None:
    if not has_request_context():
        return None
    best = request.accept_languages.best
    return None if best in (None, "*") else best
