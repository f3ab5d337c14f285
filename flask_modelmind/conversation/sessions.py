"""Reading and writing the rows of conversations, inside a given transaction."""

from __future__ import annotations

import dataclasses
import datetime as dt
import typing as t
import uuid

import sqlalchemy as sa

from ..errors import SessionNotFound
from .rows import Origin
from .rows import Owner
from .rows import StoredSession
from .tables import Tables


class Sessions:
    """Statements about conversations.

    :param tables: Where they are kept.
    :param lifetime: Inactivity after which one ends; zero: never.
    """

    def __init__(self, tables: Tables, *, lifetime: dt.timedelta) -> None:
        self._sessions = tables.sessions
        self._lifetime = lifetime

    def find(
        self, connection: sa.Connection, owner: Owner, session_id: str, now: dt.datetime
    ) -> StoredSession:
        """Return an owner's conversation, expired or not.

        :raises SessionNotFound: There is none, or it is somebody else's.
        """
        statement = self._owned(owner).where(self._sessions.c.uuid == session_id)
        row = connection.execute(statement).first()
        if row is None:
            raise SessionNotFound(f"No conversation '{session_id}' for this owner.")
        return self.read(row, now)

    def latest(
        self, connection: sa.Connection, owner: Owner, now: dt.datetime
    ) -> StoredSession | None:
        """Return the owner's newest conversation, unless it has expired."""
        newest = self._sessions.c.id.desc()
        row = connection.execute(self._owned(owner).order_by(newest).limit(1)).first()
        if row is None:
            return None
        session = self.read(row, now)
        return None if session.is_expired else session

    def create(
        self, connection: sa.Connection, owner: Owner, origin: Origin, now: dt.datetime
    ) -> StoredSession:
        """Start a conversation."""
        session_id = str(uuid.uuid4())
        result = connection.execute(
            self._sessions.insert().values(
                uuid=session_id,
                owner_kind=owner.kind,
                owner_id=owner.id,
                owner_tenant=owner.tenant,
                last_interaction_at=now,
                ip_address=origin.ip_address,
                user_agent=origin.user_agent,
                created_at=now,
                updated_at=now,
            )
        )
        (row_id,) = result.inserted_primary_key or (0,)
        return StoredSession(
            row_id=row_id,
            uuid=session_id,
            expires_at=self._expiry(now),
            is_expired=False,
        )

    def claim(
        self,
        connection: sa.Connection,
        session: StoredSession,
        turn_id: str,
        *,
        now: dt.datetime,
        stale_before: dt.datetime,
    ) -> bool:
        """Take the one running turn of a conversation, and count it as activity.

        :param stale_before: A turn that runs since before this time is lost.
        :return: ``False`` when another turn runs.
        """
        table = self._sessions
        is_free = sa.or_(
            table.c.running_turn.is_(None), table.c.running_since < stale_before
        )
        statement = (
            table.update()
            .where(table.c.id == session.row_id, is_free)
            .values(
                running_turn=turn_id,
                running_since=now,
                last_interaction_at=now,
                updated_at=now,
                message_count=table.c.message_count + 1,
            )
        )
        return connection.execute(statement).rowcount == 1

    def release(
        self,
        connection: sa.Connection,
        session: StoredSession,
        turn_id: str,
        now: dt.datetime,
    ) -> None:
        """Count an answer, and give the running turn back if it is still this one."""
        table = self._sessions
        running = table.c.running_turn
        others = sa.case((running == turn_id, sa.null()), else_=running)
        connection.execute(
            table.update()
            .where(table.c.id == session.row_id)
            .values(
                running_turn=others,
                last_interaction_at=now,
                updated_at=now,
                message_count=table.c.message_count + 1,
            )
        )

    def touched(self, session: StoredSession, now: dt.datetime) -> StoredSession:
        """Return a conversation as :meth:`claim` and :meth:`release` leave it."""
        return dataclasses.replace(
            session, expires_at=self._expiry(now), is_expired=False
        )

    def read(self, row: sa.Row[t.Any], now: dt.datetime) -> StoredSession:
        """Turn a row into a value."""
        expires_at = self._expiry(row.last_interaction_at)
        return StoredSession(
            row_id=row.id,
            uuid=row.uuid,
            expires_at=expires_at,
            is_expired=expires_at is not None and expires_at <= now,
        )

    def _owned(self, owner: Owner) -> sa.Select[t.Any]:
        table = self._sessions
        return sa.select(table.c.id, table.c.uuid, table.c.last_interaction_at).where(
            table.c.owner_kind == owner.kind,
            table.c.owner_id == owner.id,
            table.c.owner_tenant == owner.tenant,
        )

    def _expiry(self, since: dt.datetime) -> dt.datetime | None:
        return since + self._lifetime if self._lifetime else None
