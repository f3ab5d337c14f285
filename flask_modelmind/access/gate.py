"""Deciding over one loaded record, after the statement has found it."""

from __future__ import annotations

import dataclasses
import typing as t
from collections import abc as cabc

from ..declarations import RecordHook
from ..errors import AccessDenied
from ..hooks import failure
from ..hooks import hook_refusal
from ..values import Viewer
from .columns import ColumnRule


@dataclasses.dataclass(frozen=True, kw_only=True)
class Decision:
    """Whether a viewer may see a record, and the rule that said so."""

    allowed: bool
    reason: str
    """For logs and ``flask modelmind explain``; holds no data of the record."""


def decide(
    record: t.Any,
    viewer: Viewer,
    *,
    rules: cabc.Iterable[ColumnRule],
    hooks: cabc.Iterable[RecordHook],
) -> Decision:
    """Ask each rule, then each hook; the first that says no is final."""
    for rule in rules:
        if reason := _refusal(rule, record, viewer):
            return Decision(allowed=False, reason=reason)
    for hook in hooks:
        if reason := hook_refusal(hook, viewer, record):
            return Decision(allowed=False, reason=reason)
    return Decision(allowed=True, reason="every rule and hook agrees")


def _refusal(rule: ColumnRule, record: t.Any, viewer: Viewer) -> str | None:
    try:
        if rule.holds(record, viewer):
            return None
    except AccessDenied as exc:
        return exc.reason
    except Exception as exc:  # noqa: BLE001 -- attributes run application code.
        return f"column '{rule.column}' raised {failure(exc)}"
    return f"'{rule.column}' is another {rule.what}'s"
