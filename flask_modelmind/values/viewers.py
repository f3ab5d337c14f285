"""Who asks."""

from __future__ import annotations

import dataclasses
import typing as t


@dataclasses.dataclass(frozen=True, kw_only=True)
class Viewer:
    """Who asks, captured once before anything is looked up.

    Nothing here is a request proxy. ``user`` is the application's own user object and
    is only handed to hooks, before the first byte of an answer is sent.
    """

    id: t.Any = None
    """Primary key of the user in its own type; ``None`` for a visitor."""
    user: t.Any = None
    """The application's user object, for hooks; ``None`` for a visitor."""
    tenant: t.Any = None
    """Tenant the viewer belongs to; ``None`` when none was resolved."""
    roles: frozenset[str] = frozenset()
    """Names of the viewer's roles."""
    locale: str | None = None
    """BCP 47 tag the application or browser asks for, such as ``fa-IR``."""

    @property
    def is_authenticated(self) -> bool:
        """Whether somebody is logged in."""
        return self.id is not None
