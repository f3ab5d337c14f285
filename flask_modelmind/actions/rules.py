"""Who may open an action."""

from __future__ import annotations

import typing as t

from ..declarations import ActionOptions
from ..hooks import hook_refusal
from ..values import Viewer


def refusal(options: ActionOptions, viewer: Viewer, record: t.Any) -> str | None:
    """Return why a viewer may not open an action, or ``None`` when he or she may.

    Login, then roles, then the declared hook; of a hook only ``True`` allows.

    :param record: The record the action opens; ``None`` for a global action.
    """
    if options.login and not viewer.is_authenticated:
        return "nobody is logged in"
    if options.roles and not options.roles & viewer.roles:
        return "the viewer has none of its roles"
    if options.authorize is None:
        return None
    return hook_refusal(options.authorize, viewer, record)
