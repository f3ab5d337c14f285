"""Narrowing a statement to the rows a viewer may see, before order and limit."""

from __future__ import annotations

import logging
import typing as t
from collections import abc as cabc

from ..declarations import ScopeHook
from ..errors import AccessDenied
from ..hooks import failure
from ..hooks import hook_name
from ..values import Viewer
from .columns import ColumnRule

logger = logging.getLogger(__name__)


def apply_rules(
    statement: t.Any, rules: cabc.Iterable[ColumnRule], viewer: Viewer
) -> t.Any:
    """Add one condition a rule.

    :raises AccessDenied: The viewer lacks the tenant or user that a rule needs.
    """
    for rule in rules:
        column = getattr(rule.model, rule.column)
        statement = statement.where(column == rule.expected(viewer))
    return statement


def apply_hooks(
    statement: t.Any, hooks: cabc.Iterable[ScopeHook], viewer: Viewer
) -> t.Any:
    """Hand the statement through an application's hooks, in order of declaration.

    :raises AccessDenied: A hook raised, or did not return a select of the same entity.
    """
    for hook in hooks:
        statement = _call(hook, statement, viewer)
    return statement


def _call(hook: ScopeHook, statement: t.Any, viewer: Viewer) -> t.Any:
    try:
        result = hook(statement, viewer)
    except AccessDenied as exc:
        raise AccessDenied(f"scope '{hook_name(hook)}': {exc.reason}") from exc
    except Exception as exc:
        reason = f"scope '{hook_name(hook)}' raised {failure(exc)}"
        logger.warning("%s; no rows are read", reason)
        raise AccessDenied(reason) from exc
    if not isinstance(result, type(statement)) or _selected(result) != _selected(
        statement
    ):
        raise AccessDenied(
            f"scope '{hook_name(hook)}' returned {type(result).__name__};"
            " expected the select it was given, narrowed"
        )
    return result


def _selected(statement: t.Any) -> list[int]:
    # By identity: columns overload the comparison into SQL.
    return [id(column["expr"]) for column in statement.column_descriptions]
