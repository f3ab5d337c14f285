"""What the store gives back: frozen values, never rows or ORM objects."""

from __future__ import annotations

import dataclasses
import datetime as dt
import hashlib
import typing as t
from collections import abc as cabc

from ..values import AnswerStatus
from ..values import Role
from ..values import Viewer

TurnStatus = AnswerStatus | t.Literal["running"]
OWNER_CHARACTERS = 64


@dataclasses.dataclass(frozen=True, kw_only=True)
class Owner:
    """Whom a conversation belongs to. Nobody else can tell it from a missing one."""

    kind: t.Literal["user", "visitor"]
    id: str
    """The user's key as text, or a hash of the visitor's signed cookie."""
    tenant: str = ""

    @classmethod
    def of(cls, viewer: Viewer, *, visitor: str) -> Owner:
        """Return the owner for a request.

        :param viewer: Who asks. Logged in, the conversation is the user's, within the
            tenant, whatever the browser held before.
        :param visitor: Random id of the browser; only its hash is kept.
        """
        tenant = "" if viewer.tenant is None else _short(str(viewer.tenant))
        if viewer.is_authenticated:
            return cls(kind="user", id=_short(str(viewer.id)), tenant=tenant)
        return cls(kind="visitor", id=_digest(visitor), tenant=tenant)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Origin:
    """Where a conversation was started from; kept only when the settings say so."""

    ip_address: str | None = None
    user_agent: str | None = None


@dataclasses.dataclass(frozen=True, kw_only=True)
class StoredSession:
    """A conversation."""

    row_id: int
    uuid: str
    expires_at: dt.datetime | None
    """``None``: never."""
    is_expired: bool


@dataclasses.dataclass(frozen=True, kw_only=True)
class StoredMessage:
    """A message of a conversation."""

    uuid: str
    turn_id: str
    role: Role
    status: AnswerStatus
    content: str
    metadata: cabc.Mapping[str, t.Any]
    """What the caller gave to :meth:`ConversationStore.finish_turn`."""
    created_at: dt.datetime
    feedback: str | None = None


@dataclasses.dataclass(frozen=True, kw_only=True)
class StoredTurn:
    """One question and, unless it still runs, its answer."""

    row_id: int
    turn_id: str
    status: TurnStatus
    session: StoredSession
    user_message_uuid: str
    user_message_row_id: int
    answer: StoredMessage | None = None
    is_new: bool = False
    """Whether this very call began the turn; a repeated turn id finds the first one."""
    is_lost: bool = False
    """Running for longer than any turn may: its process is gone."""


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _short(text: str) -> str:
    return text if len(text) <= OWNER_CHARACTERS else _digest(text)
