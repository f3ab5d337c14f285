"""What an application declares about a model or an action, as frozen values.

Decorators and :meth:`ModelMind.register` fill these; ``sources``, ``access``,
``search`` and ``actions`` read them. Hooks are plain callables, their types are
spelled out here.
"""

from __future__ import annotations

import dataclasses
import typing as t
from collections import abc as cabc

from .values import Viewer

ScopeHook = cabc.Callable[[t.Any, Viewer], t.Any]
"""``(select, viewer) -> select``: narrows the statement that reads a model."""
RecordHook = cabc.Callable[[Viewer, t.Any], bool]
"""``(viewer, record) -> bool``: may this viewer see this record?"""
ActionHook = cabc.Callable[[Viewer, t.Any], bool]
"""``(viewer, record or None) -> bool``: may this viewer open this action?"""
ContextHook = cabc.Callable[[Viewer], cabc.Iterable[cabc.Mapping[str, t.Any]]]
"""``(viewer) -> rows``: extra evidence that no model holds."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class AccessOptions:
    """Who may see the rows of one model. ``None`` means: as the settings say.

    Naming a column turns its rule on, unless the rule is switched off here.
    """

    enabled: bool = True
    """``False`` opens the model to every viewer: no tenant, user or record rules."""
    scope_to_user: bool | None = None
    user_column: str | None = None
    scope_to_tenant: bool | None = None
    tenant_column: str | None = None


@dataclasses.dataclass(frozen=True, kw_only=True)
class ActionOptions:
    """A button that leads to one of the application's own pages."""

    key: str
    """Name of the action, such as ``products.view``."""
    endpoint: str
    """Endpoint for ``url_for``."""
    values: cabc.Mapping[str, str] = dataclasses.field(default_factory=dict)
    """URL parameter → column of the record."""
    label: str = ""
    """Text of the button; ``{column}`` stands for a field of the record."""
    description: str = ""
    """What the page is for, told to the model; at most 180 characters."""
    kind: str = "route"
    method: t.Literal["GET", "POST"] = "GET"
    confirm: str | None = None
    primary: bool = False
    login: bool = False
    """Only for viewers who are logged in."""
    roles: frozenset[str] = frozenset()
    """Only for viewers with at least one of these roles."""
    authorize: ActionHook | None = None


@dataclasses.dataclass(frozen=True, kw_only=True)
class ModelOptions:
    """Everything that can be configured for one model."""

    enabled: bool = True
    label: str | None = None
    """Name people read; default: the class name."""
    description: str | None = None
    columns: tuple[str, ...] | None = None
    """Exactly these columns, less the sensitive ones; ``None``: discover them."""
    include: tuple[str, ...] = ()
    """With ``columns=None``: an allow list of discovered columns; empty: all."""
    exclude: tuple[str, ...] = ()
    """Never these columns; beats every other option."""
    unblock: tuple[str, ...] = ()
    """Columns to expose although the block list names them; logged as a warning."""
    labels: cabc.Mapping[str, str] = dataclasses.field(default_factory=dict)
    """Column → name people read."""
    units: cabc.Mapping[str, str] = dataclasses.field(default_factory=dict)
    """Column → unit (``kg``), or ``{column}`` that holds the currency or unit."""
    relations: cabc.Mapping[str, tuple[str, ...]] = dataclasses.field(
        default_factory=dict
    )
    """Relationship → columns of the related model that become fields."""
    search: cabc.Mapping[str, float] = dataclasses.field(default_factory=dict)
    """Column → weight in the search; empty: text and unique columns."""
    source_label: str | None = None
    """A column, or a template such as ``{name} ({sku})``."""
    order_by: cabc.Mapping[str, t.Literal["asc", "desc"]] = dataclasses.field(
        default_factory=dict
    )
    limit: int | None = None
    """Most rows of this model in one turn; ``None``: as the settings say."""
    access: AccessOptions = dataclasses.field(default_factory=AccessOptions)
    actions: tuple[ActionOptions, ...] = ()
    scope: ScopeHook | None = None
    authorize: RecordHook | None = None
