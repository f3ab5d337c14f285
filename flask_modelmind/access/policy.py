"""The rules of access in their order, for one application."""

from __future__ import annotations

import dataclasses
import logging
import typing as t
from collections import abc as cabc

from ..declarations import ModelOptions
from ..declarations import RecordHook
from ..declarations import ScopeHook
from ..errors import AccessDenied
from ..errors import RegistrationError
from ..hooks import check_hook
from ..hooks import failure
from ..hooks import hook_name
from ..settings import Settings
from ..values import Viewer
from . import login
from .columns import column_rules
from .columns import ColumnRule
from .gate import decide
from .gate import Decision
from .hooks import AccessHooks
from .hooks import ViewerHook
from .identities import unwrap
from .scopes import apply_hooks
from .scopes import apply_rules
from .sensitive import SensitiveColumns
from .tenant import resolve_tenant
from .viewers import introduction
from .viewers import make_viewer

logger = logging.getLogger(__name__)
_OPEN = Decision(allowed=True, reason="MODEL_MIND_AUTHORIZATION_ENABLED is off")


class Access:
    """Say who asks, and which rows and records that viewer may see.

    :param settings: Settings of the application.
    :param hooks: What the application declared; read at each call.
    """

    def __init__(self, settings: Settings, hooks: AccessHooks) -> None:
        self.settings = settings
        self.hooks = hooks
        self._sensitive = SensitiveColumns(settings)

    def identify(self) -> Viewer:
        """Capture the viewer of the current request.

        A declared ``@mind.viewer`` hook is the only source when there is one; else
        Flask-Login, when the application uses it; else everybody is a visitor. Nothing
        is kept beyond the returned value.

        :raises AccessDenied: The viewer hook raised.
        """
        if self.hooks.viewer is not None:
            return self._viewer(_call(self.hooks.viewer))
        return self._viewer(login.current_user() if login.is_used() else None)

    def identify_user(self, user_id: str) -> Viewer:
        """Capture a user by id, where no request says who asks.

        :param user_id: As Flask-Login stores it: the text form of the id.
        :raises AccessDenied: Nothing can load users, or there is no such user.
        """
        if self.hooks.load_user is not None:
            user = unwrap(self.hooks.load_user(user_id))
        elif login.is_used():
            user = login.load_user(user_id)
        else:
            raise AccessDenied(
                "users cannot be loaded by id: declare a user loader, or set up"
                " Flask-Login's"
            )
        viewer = self._viewer(user)
        if not viewer.is_authenticated:
            raise AccessDenied("there is no such user")
        return viewer

    def introduce(self, viewer: Viewer) -> cabc.Mapping[str, str]:
        """Return what a language model may be told of the viewer.

        Empty for visitors and unless ``MODEL_MIND_INCLUDE_USER_CONTEXT`` is on; then
        roles, and the columns of ``MODEL_MIND_USER_COLUMNS`` that are not sensitive.
        """
        if not (self.settings.include_user_context and viewer.is_authenticated):
            return {}
        return introduction(viewer, self.settings.user_columns, self._sensitive)

    def scope(
        self, statement: t.Any, model: type, options: ModelOptions, viewer: Viewer
    ) -> t.Any:
        """Narrow a select of a model to the rows the viewer may see.

        :param statement: A SQLAlchemy ``Select`` without order and limit.
        :raises AccessDenied: No row at all; the reason is logged.
        """
        if not self.settings.authorization_enabled:
            return statement
        try:
            rules = self._rules(model, options)
            hooks = self._scopes(model, options)
            scoped = apply_rules(statement, rules, viewer)
            narrowed = apply_hooks(scoped, hooks, viewer)
        except AccessDenied as exc:
            logger.info("no rows of %s: %s", model.__name__, exc.reason)
            raise
        # A hook may build a statement of its own: the column rules hold for it too.
        return apply_rules(narrowed, rules, viewer) if hooks else narrowed

    def allows(
        self, record: t.Any, model: type, options: ModelOptions, viewer: Viewer
    ) -> bool:
        """Return whether the viewer may see one record; anything unclear is a no."""
        decision = self.explain(record, model, options, viewer)
        level = logging.DEBUG if decision.allowed else logging.INFO
        verb = "allowed" if decision.allowed else "denied"
        logger.log(level, "%s %s: %s", verb, model.__name__, decision.reason)
        return decision.allowed

    def explain(
        self, record: t.Any, model: type, options: ModelOptions, viewer: Viewer
    ) -> Decision:
        """Return whether the viewer may see one record, and why."""
        if not self.settings.authorization_enabled:
            return _OPEN
        try:
            rules = self._rules(model, options)
        except AccessDenied as exc:
            return Decision(allowed=False, reason=exc.reason)
        hooks = self._gates(type(record), model, options)
        return decide(record, viewer, rules=rules, hooks=hooks)

    def check(self, model: type, options: ModelOptions) -> None:
        """Refuse access options that cannot work, when a model is registered.

        :raises RegistrationError: A tenant or owner column is misspelt, a hook is not
            callable or takes other arguments, or access is both open and ruled.
        """
        column_rules(model, options.access, self.settings)
        scopes = self._scopes(model, options)
        gates = self._gates(model, model, options)
        for scope in scopes:
            check_hook(
                scope,
                role=f"scope of {model.__name__}",
                arguments=("select", "viewer"),
            )
        for gate in gates:
            check_hook(
                gate,
                role=f"authorization of {model.__name__}",
                arguments=("viewer", "record"),
            )
        if not options.access.enabled and (scopes or gates):
            raise RegistrationError(
                f"'{model.__name__}' has access switched off and a scope or"
                " authorization hook; drop one, or use scope_to_tenant=False and"
                " scope_to_user=False to open it."
            )

    def _viewer(self, found: t.Any) -> Viewer:
        if isinstance(found, Viewer):
            if found.tenant is not None:
                return found
            tenant = resolve_tenant(found.user, self.settings, self.hooks.tenant)
            return dataclasses.replace(found, tenant=tenant)
        return make_viewer(found, self.settings, self.hooks.tenant)

    def _rules(self, model: type, options: ModelOptions) -> tuple[ColumnRule, ...]:
        try:
            return column_rules(model, options.access, self.settings)
        except RegistrationError as exc:
            raise AccessDenied(str(exc)) from exc

    def _scopes(self, model: type, options: ModelOptions) -> tuple[ScopeHook, ...]:
        own = () if options.scope is None else (options.scope,)
        return own + self.hooks.scopes_of(model)

    def _gates(
        self, record_type: type, model: type, options: ModelOptions
    ) -> tuple[RecordHook, ...]:
        own = () if options.authorize is None else (options.authorize,)
        return own + self.hooks.gates_of(record_type, model)


def _call(hook: ViewerHook) -> t.Any:
    try:
        return unwrap(hook())
    except Exception as exc:
        reason = f"viewer hook '{hook_name(hook)}' raised {failure(exc)}"
        logger.warning("no viewer: %s", reason)
        raise AccessDenied(reason) from exc
