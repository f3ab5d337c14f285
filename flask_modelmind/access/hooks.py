"""The hooks of an application that decide who asks and what they may see."""

from __future__ import annotations

import dataclasses
import typing as t
from collections import abc as cabc

from ..declarations import RecordHook
from ..declarations import ScopeHook

ViewerHook = cabc.Callable[[], t.Any]
"""``() -> user``: the user of the current request, a ``Viewer``, or ``None``."""
UserLoader = cabc.Callable[[str], t.Any]
"""``(user_id) -> user``: one user by id, for the command line."""
TenantHook = cabc.Callable[[t.Any], t.Any]
"""``(user) -> tenant``: the tenant of a user, who is ``None`` for a visitor."""


@dataclasses.dataclass
class AccessHooks:
    """What was declared with ``@mind.viewer``, ``.tenant``, ``.scope``, ``.authorize``.

    Filled while an application is built, only read while it serves. Hooks of a base
    class hold for its subclasses too.
    """

    viewer: ViewerHook | None = None
    load_user: UserLoader | None = None
    """For the command line, where no request says who asks."""
    tenant: TenantHook | None = None
    scopes: dict[type, list[ScopeHook]] = dataclasses.field(default_factory=dict)
    gates: dict[type, list[RecordHook]] = dataclasses.field(default_factory=dict)

    def scopes_of(self, model: type) -> tuple[ScopeHook, ...]:
        """Return the statement hooks of a model and of its bases."""
        return tuple(hook for cls in model.__mro__ for hook in self.scopes.get(cls, ()))

    def gates_of(self, *models: type) -> tuple[RecordHook, ...]:
        """Return the record hooks of some classes and of their bases."""
        classes = dict.fromkeys(cls for model in models for cls in model.__mro__)
        return tuple(hook for cls in classes for hook in self.gates.get(cls, ()))
