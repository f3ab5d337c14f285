"""An optional mixin: a model that says itself how it may be talked about."""

from __future__ import annotations

import dataclasses
import logging
import typing as t
from collections import abc as cabc

from ..declarations import AccessOptions
from ..declarations import ActionOptions
from ..declarations import ModelOptions
from ..declarations import ScopeHook
from ..hooks import failure
from ..values import Viewer

logger = logging.getLogger(__name__)


class ModelMindMixin:
    """Override what a model wants to say for itself; every method has a default.

    What is given at registration wins. Three things add up instead, because leaving one
    out would show more: hidden columns, actions (by key) and scopes.
    """

    @classmethod
    def mind_label(cls) -> str | None:
        """Return the name people read; ``None``: the class name."""
        return None

    @classmethod
    def mind_description(cls) -> str | None:
        """Return one sentence on what the records are."""
        return None

    @classmethod
    def mind_columns(cls) -> cabc.Sequence[str] | None:
        """Return exactly the columns to show; ``None``: discover them."""
        return None

    @classmethod
    def mind_hidden_columns(cls) -> cabc.Sequence[str]:
        """Return columns that are never shown."""
        return ()

    @classmethod
    def mind_relations(cls) -> cabc.Mapping[str, cabc.Sequence[str]]:
        """Return relationship → columns of the related model that become fields."""
        return {}

    @classmethod
    def mind_actions(cls) -> cabc.Sequence[ActionOptions]:
        """Return the buttons of a record."""
        return ()

    @classmethod
    def mind_access(cls) -> AccessOptions:
        """Return who may see the rows."""
        return AccessOptions()

    @classmethod
    def mind_scope(cls, select: t.Any, viewer: Viewer) -> t.Any:  # noqa: ARG003
        """Narrow the statement that reads the model."""
        return select

    def mind_record(self) -> cabc.Mapping[str, t.Any]:
        """Return what replaces the columns of this record; empty: the columns stay.

        Names and nested keys still pass the list of sensitive columns.
        """
        return {}


def merge_mixin(model: type, options: ModelOptions) -> ModelOptions:
    """Fill what registration left open from the model's own mixin methods.

    :param model: Any class; returned options are unchanged when it has no mixin.
    """
    if not issubclass(model, ModelMindMixin):
        return options
    columns = model.mind_columns()
    return dataclasses.replace(
        options,
        label=options.label or model.mind_label(),
        description=options.description or model.mind_description(),
        columns=_first(options.columns, None if columns is None else tuple(columns)),
        exclude=(*options.exclude, *model.mind_hidden_columns()),
        relations=options.relations
        or {name: tuple(listed) for name, listed in model.mind_relations().items()},
        actions=_merge_actions(model.mind_actions(), options.actions),
        access=_merge_access(model.mind_access(), options.access),
        scope=_both_scopes(model, options.scope),
    )


def own_record(record: t.Any) -> cabc.Mapping[str, t.Any] | None:
    """Return what a record says in place of its columns; empty: its columns.

    :return: ``None`` when its method fails, which is logged. Its columns are no
        substitute: they may hold what the method leaves out.
    """
    if not isinstance(record, ModelMindMixin):
        return {}
    try:
        return dict(record.mind_record())
    # The method is the application's code; one bad row must not end the turn.
    except Exception as exc:  # noqa: BLE001
        logger.error(
            "'%s.mind_record' failed: %s.", type(record).__name__, failure(exc)
        )
        return None


def _first(
    given: tuple[str, ...] | None, own: tuple[str, ...] | None
) -> tuple[str, ...] | None:
    return own if given is None else given


def _merge_actions(
    own: cabc.Sequence[ActionOptions], given: tuple[ActionOptions, ...]
) -> tuple[ActionOptions, ...]:
    keys = {action.key for action in given}
    return (*(action for action in own if action.key not in keys), *given)


def _merge_access(own: AccessOptions, given: AccessOptions) -> AccessOptions:
    unset = AccessOptions()
    changes = {
        field.name: getattr(own, field.name)
        for field in dataclasses.fields(AccessOptions)
        if getattr(given, field.name) == getattr(unset, field.name)
    }
    return dataclasses.replace(given, **changes)


def _both_scopes(model: type[ModelMindMixin], given: ScopeHook | None) -> ScopeHook:
    if given is None:
        return model.mind_scope
    second = given

    def scope(select: t.Any, viewer: Viewer) -> t.Any:
        return second(model.mind_scope(select, viewer), viewer)

    return scope
