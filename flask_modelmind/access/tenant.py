"""Which tenant a viewer belongs to.

Order: the fixed ``MODEL_MIND_TENANT_ID``; the ``@mind.tenant`` hook; the attribute of
``flask.g`` or of the request that ``MODEL_MIND_TENANT_REQUEST_ATTRIBUTE`` names; the
attribute of the user that ``MODEL_MIND_USER_TENANT_COLUMN`` names. The first that is
neither ``None`` nor empty wins; a mapped object stands for its primary key. Nothing
that a visitor can write into an address, form or header is looked at.
"""

from __future__ import annotations

import logging
import typing as t

from flask import g
from flask import has_app_context
from flask import has_request_context
from flask import request

from ..hooks import failure
from ..hooks import hook_name
from ..settings import Settings
from .hooks import TenantHook
from .identities import is_mapped
from .identities import primary_key
from .identities import unwrap

logger = logging.getLogger(__name__)


def resolve_tenant(user: t.Any, settings: Settings, hook: TenantHook | None) -> t.Any:
    """Find the tenant of a user.

    :param user: The application's user object; ``None`` for a visitor.
    :param hook: The declared resolver; when it raises nothing else is tried.
    :return: ``None`` when no tenant resolves, or when tenant scoping is off.
    """
    if not settings.tenant_scoping_enabled:
        return None
    if settings.tenant_id:
        return settings.tenant_id
    if hook is not None:
        try:
            tenant = _key(hook(user))
        except Exception as exc:  # noqa: BLE001 -- the hook is the application's.
            logger.warning(
                "no tenant: hook '%s' raised %s", hook_name(hook), failure(exc)
            )
            return None
        if _is_given(tenant):
            return tenant
    return _ambient_tenant(user, settings)


def _ambient_tenant(user: t.Any, settings: Settings) -> t.Any:
    name = settings.tenant_request_attribute
    found = (
        g.get(name) if has_app_context() and name else None,
        getattr(request, name, None) if has_request_context() and name else None,
        getattr(user, settings.user_tenant_column, None),
    )
    return next((tenant for tenant in map(_key, found) if _is_given(tenant)), None)


def _key(tenant: t.Any) -> t.Any:
    plain = unwrap(tenant)
    return primary_key(plain) if is_mapped(plain) else plain


def _is_given(tenant: t.Any) -> bool:
    return tenant is not None and tenant != "" and not callable(tenant)
