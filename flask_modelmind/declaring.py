"""The decorators an application declares its models, rules and buttons with."""

from __future__ import annotations

import typing as t
from collections import abc as cabc

from .access import AccessHooks
from .access import SensitiveColumns
from .actions import check_action
from .declarations import AccessOptions
from .declarations import ActionHook
from .declarations import ActionOptions
from .declarations import ContextHook
from .declarations import RecordHook
from .declarations import ScopeHook
from .errors import RegistrationError
from .finding import ContextSource
from .hooks import check_hook
from .model_options import make_model_options
from .settings import Settings
from .sources import ModelEntry
from .sources import Registry

M = t.TypeVar("M")
S = t.TypeVar("S", bound=ScopeHook)
G = t.TypeVar("G", bound=RecordHook)
C = t.TypeVar("C", bound=ContextHook)
F = t.TypeVar("F", bound=cabc.Callable[..., t.Any])
_HIDES = SensitiveColumns(Settings()).reason
"""Which columns no address or label may show, before any setting is read."""


class Declaring:
    """What is declared once and shared by every application of a ``ModelMind``.

    The attributes are read by the stages; an application uses the decorators.
    """

    def __init__(self) -> None:
        self.registry = Registry()
        self.hooks = AccessHooks()
        self.contexts: dict[str, ContextSource] = {}
        self.global_actions: list[ActionOptions] = []
        self._model_actions: dict[type, tuple[ActionOptions, ...]] = {}

    @t.overload
    def model(self, model: type[M], /) -> type[M]: ...
    @t.overload
    def model(
        self,
        model: None = None,
        /,
        *,
        enabled: bool = True,
        label: str | None = None,
        description: str | None = None,
        columns: cabc.Sequence[str] | None = None,
        include: cabc.Sequence[str] = (),
        exclude: cabc.Sequence[str] = (),
        unblock: cabc.Sequence[str] = (),
        labels: cabc.Mapping[str, str] | None = None,
        units: cabc.Mapping[str, str] | None = None,
        relations: cabc.Mapping[str, cabc.Sequence[str]] | None = None,
        search: cabc.Mapping[str, float] | cabc.Sequence[str] = (),
        source_label: str | None = None,
        order_by: cabc.Mapping[str, t.Literal["asc", "desc"]] | None = None,
        limit: int | None = None,
        access: AccessOptions | t.Literal[False] | None = None,
    ) -> cabc.Callable[[type[M]], type[M]]: ...
    def model(
        self, model: type[M] | None = None, /, **options: t.Any
    ) -> type[M] | cabc.Callable[[type[M]], type[M]]:
        """Let the assistant talk about a model. Works with and without parentheses.

        :param enabled: ``False`` switches the model off everywhere.
        :param label: Name people read; default: the class name.
        :param description: What the model holds, told to the language model.
        :param columns: Exactly these columns, less the sensitive ones; default:
            every column that is not sensitive.
        :param include: Allow list of discovered columns; empty: all of them.
        :param exclude: Never these columns; beats every other option.
        :param unblock: Columns to show although their name is on the block list; each
            is logged as a warning.
        :param labels: Column → name people read.
        :param units: Column → unit (``"kg"``), or ``"{currency}"`` to read it from
            another column.
        :param relations: Relationship → columns of the related model.
        :param search: Column → weight, or a list of columns of weight 1.
        :param source_label: A column, or a template such as ``"{name} ({sku})"``.
        :param order_by: Column → ``"asc"`` or ``"desc"``.
        :param limit: Most rows of this model in one turn, at least 1.
        :param access: Rules of this model; ``False`` opens it to every viewer.
        :raises RegistrationError: An option names something that does not exist.
        """

        def declare(model: type[M]) -> type[M]:
            self.register(model, **options)
            return model

        return declare if model is None else declare(model)

    def register(self, model: type, /, **options: t.Any) -> ModelEntry:
        """Declare a model that cannot be decorated, with the options of :meth:`model`.

        :raises RegistrationError: An option is unknown or names something that does
            not exist, or the model is registered already.
        """
        return self.registry.add(model, make_model_options(model, options))

    def scope(self, model: type) -> cabc.Callable[[S], S]:
        """Narrow every statement that reads a model: ``(select, viewer) -> select``."""

        def declare(hook: S) -> S:
            check_hook(
                hook, role=f"scope of {model.__name__}", arguments=("select", "viewer")
            )
            self.hooks.scopes.setdefault(model, []).append(hook)
            return hook

        return declare

    def authorize(self, model: type) -> cabc.Callable[[G], G]:
        """Decide record by record: ``(viewer, record) -> bool``; only True allows."""

        def declare(hook: G) -> G:
            check_hook(
                hook,
                role=f"authorization of {model.__name__}",
                arguments=("viewer", "record"),
            )
            self.hooks.gates.setdefault(model, []).append(hook)
            return hook

        return declare

    def action(
        self,
        key: str,
        /,
        *,
        endpoint: str,
        values: cabc.Mapping[str, str] | None = None,
        label: str = "",
        description: str = "",
        kind: str = "route",
        method: t.Literal["GET", "POST"] = "GET",
        confirm: str | None = None,
        primary: bool = False,
        login: bool = False,
        roles: cabc.Iterable[str] = (),
        authorize: ActionHook | None = None,
    ) -> cabc.Callable[[type[M]], type[M]]:
        """Offer a button to a page of a record, declared on its model.

        The topmost of several is the one a citation card shows.

        :param key: Name of the action, such as ``"products.view"``.
        :param endpoint: Endpoint for ``url_for``.
        :param values: URL parameter → column of the record.
        :param label: Text of the button, at most 80 characters; ``{column}`` stands
            for a field of the record.
        :param description: What the page is for, at most 180 characters.
        :param kind: For the application's style sheet.
        :param method: ``"POST"`` makes the button a form.
        :param confirm: Question to ask before a ``POST``.
        :param primary: Whether it is the button to press first.
        :param login: Only for viewers who are logged in.
        :param roles: Only for viewers with at least one of these roles.
        :param authorize: ``(viewer, record) -> bool``; only ``True`` allows.
        :raises RegistrationError: The declaration cannot work.
        """
        options = ActionOptions(
            key=key,
            endpoint=endpoint,
            values=dict(values or {}),
            label=label,
            description=description,
            kind=kind,
            method=method,
            confirm=confirm,
            primary=primary,
            login=login,
            roles=frozenset(roles),
            authorize=authorize,
        )

        def declare(model: type[M]) -> type[M]:
            check_action(options, model, _HIDES)
            known = self._model_actions.get(model, ())
            if any(other.key == key for other in known):
                raise RegistrationError(
                    f"'{model.__name__}' has an action '{key}' already;"
                    " give each action of a model its own key."
                )
            self._model_actions[model] = (options, *known)
            return model

        return declare

    def global_action(
        self,
        key: str,
        /,
        *,
        endpoint: str,
        label: str = "",
        description: str = "",
        kind: str = "route",
        method: t.Literal["GET", "POST"] = "GET",
        confirm: str | None = None,
        primary: bool = False,
        login: bool = False,
        roles: cabc.Iterable[str] = (),
        authorize: ActionHook | None = None,
    ) -> None:
        """Offer a button that belongs to no record; see :meth:`action`.

        :param label: Text of the button, without placeholders.
        :param authorize: ``(viewer, None) -> bool``; only ``True`` allows.
        :raises RegistrationError: The declaration cannot work.
        """
        action = ActionOptions(
            key=key,
            endpoint=endpoint,
            label=label,
            description=description,
            kind=kind,
            method=method,
            confirm=confirm,
            primary=primary,
            login=login,
            roles=frozenset(roles),
            authorize=authorize,
        )
        check_action(action, None, _HIDES)
        self.global_actions.append(action)

    def actions_of(self, model: type) -> tuple[ActionOptions, ...]:
        """Return the actions declared on a model or on a class it inherits from."""
        return tuple(
            action
            for each in model.__mro__
            for action in self._model_actions.get(each, ())
        )

    def context(self, name: str, /, *, label: str = "") -> cabc.Callable[[C], C]:
        """Bring evidence that no model holds: ``(viewer) -> rows of plain dicts``.

        :param name: Unique name; also the label, with hyphens as spaces, by default.
        :raises RegistrationError: The name is taken, or the hook is not callable.
        """

        def declare(hook: C) -> C:
            check_hook(hook, role=f"context '{name}'", arguments=("viewer",))
            if name in self.contexts:
                raise RegistrationError(f"There is a context '{name}' already.")
            shown = label or name.replace("-", " ").replace("_", " ").capitalize()
            self.contexts[name] = ContextSource(name=name, label=shown, hook=hook)
            return hook

        return declare

    def viewer(self, hook: F) -> F:
        """Say who asks, for apps without Flask-Login: ``() -> user or None``."""
        check_hook(hook, role="viewer hook", arguments=())
        self.hooks.viewer = hook
        return hook

    def user_loader(self, hook: F) -> F:
        """Load a user by id for the command line: ``(user id) -> user or None``.

        Not needed with Flask-Login, whose own loader is used.
        """
        check_hook(hook, role="user loader", arguments=("user_id",))
        self.hooks.load_user = hook
        return hook

    def tenant(self, hook: F) -> F:
        """Resolve the tenant of a user: ``(user or None) -> tenant id or None``."""
        check_hook(hook, role="tenant hook", arguments=("user",))
        self.hooks.tenant = hook
        return hook
