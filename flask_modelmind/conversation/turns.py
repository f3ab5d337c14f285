"""Reading and writing turns and their messages, inside a given transaction."""

from __future__ import annotations

import dataclasses
import datetime as dt
import re
import typing as t
import uuid
from collections import abc as cabc

import sqlalchemy as sa

from ..values import AnswerStatus
from ..values import Role
from .rows import Owner
from .rows import StoredMessage
from .rows import StoredSession
from .rows import StoredTurn
from .sessions import Sessions
from .tables import Tables

_UNSTORABLE = re.compile("[\\x00\\ud800-\\udfff]")


class Turns:
    """Statements about turns and messages.

    :param tables: Where they are kept.
    :param sessions: How the conversation of a turn is read.
    :param lease: Running longer than this, a turn is lost.
    """

    def __init__(
        self, tables: Tables, sessions: Sessions, *, lease: dt.timedelta
    ) -> None:
        self._tables = tables
        self._sessions = sessions
        self.lease = lease

    def find(
        self, connection: sa.Connection, owner: Owner, turn_id: str, now: dt.datetime
    ) -> StoredTurn | None:
        """Return an owner's turn with its answer."""
        turns = self._tables.turns
        statement = sa.select(turns).where(
            turns.c.turn_id == turn_id, *_owned(turns, owner)
        )
        row = connection.execute(statement).first()
        return None if row is None else self._read(connection, row, now)

    def begin(
        self,
        connection: sa.Connection,
        owner: Owner,
        session: StoredSession,
        *,
        turn_id: str,
        text: str,
        now: dt.datetime,
    ) -> StoredTurn:
        """Store a new turn and its question."""
        inserted = connection.execute(
            self._tables.turns.insert().values(
                session_id=session.row_id,
                turn_id=turn_id,
                owner_kind=owner.kind,
                owner_id=owner.id,
                owner_tenant=owner.tenant,
                status="running",
                created_at=now,
                updated_at=now,
            )
        )
        (row_id,) = inserted.inserted_primary_key or (0,)
        message_row_id, message = self._add(
            connection,
            session,
            turn_id=turn_id,
            role="user",
            status="complete",
            content=text,
            metadata=None,
            now=now,
        )
        return StoredTurn(
            row_id=row_id,
            turn_id=turn_id,
            status="running",
            session=session,
            user_message_uuid=message.uuid,
            user_message_row_id=message_row_id,
            is_new=True,
        )

    def finish(
        self,
        connection: sa.Connection,
        turn: StoredTurn,
        *,
        status: AnswerStatus,
        content: str,
        metadata: cabc.Mapping[str, t.Any],
        now: dt.datetime,
    ) -> StoredTurn | None:
        """Store the answer of a running turn.

        :return: ``None`` when it was finished before; then nothing changes.
        """
        turns = self._tables.turns
        ended = connection.execute(
            turns.update()
            .where(turns.c.id == turn.row_id, turns.c.status == "running")
            .values(status=status, updated_at=now)
        )
        if ended.rowcount != 1:
            return None
        _, answer = self._add(
            connection,
            turn.session,
            turn_id=turn.turn_id,
            role="assistant",
            status=status,
            content=content,
            metadata=metadata,
            now=now,
        )
        return dataclasses.replace(turn, status=status, answer=answer, is_lost=False)

    def reload(
        self, connection: sa.Connection, turn: StoredTurn, now: dt.datetime
    ) -> StoredTurn:
        """Return a turn as it is stored now."""
        turns = self._tables.turns
        where = turns.c.id == turn.row_id
        row = connection.execute(sa.select(turns).where(where)).one()
        return self._read(connection, row, now)

    def request_stop(self, connection: sa.Connection, turn: StoredTurn) -> None:
        """Leave word for the process that runs the turn."""
        turns = self._tables.turns
        connection.execute(
            turns.update().where(turns.c.id == turn.row_id).values(stop_requested=True)
        )

    def is_stop_requested(self, connection: sa.Connection, turn: StoredTurn) -> bool:
        """Return whether word was left."""
        column = self._tables.turns.c.stop_requested
        where = self._tables.turns.c.id == turn.row_id
        return bool(connection.execute(sa.select(column).where(where)).scalar())

    def messages(
        self, connection: sa.Connection, session: StoredSession, *, limit: int
    ) -> list[StoredMessage]:
        """Return the last messages of a conversation, oldest first."""
        table = self._tables.messages
        statement = (
            sa.select(table)
            .where(table.c.session_id == session.row_id)
            .order_by(table.c.id.desc())
            .limit(limit)
        )
        rows = connection.execute(statement).all()
        return [_message(row) for row in reversed(rows)]

    def history(
        self, connection: sa.Connection, turn: StoredTurn, *, limit: int
    ) -> list[StoredMessage]:
        """Return the last messages before a turn, without failed turns."""
        table, turns = self._tables.messages, self._tables.turns
        of_turn = sa.and_(
            turns.c.session_id == table.c.session_id,
            turns.c.turn_id == table.c.turn_id,
        )
        statement = (
            sa.select(table)
            .join(turns, of_turn)
            .where(
                table.c.session_id == turn.session.row_id,
                table.c.id < turn.user_message_row_id,
                turns.c.status.not_in(("running", "failed")),
            )
            .order_by(table.c.id.desc())
            .limit(limit)
        )
        rows = connection.execute(statement).all()
        return [_message(row) for row in reversed(rows)]

    def _add(
        self,
        connection: sa.Connection,
        session: StoredSession,
        *,
        turn_id: str,
        role: Role,
        status: AnswerStatus,
        content: str,
        metadata: cabc.Mapping[str, t.Any] | None,
        now: dt.datetime,
    ) -> tuple[int, StoredMessage]:
        message = StoredMessage(
            uuid=str(uuid.uuid4()),
            turn_id=turn_id,
            role=role,
            status=status,
            content=_storable(content),
            metadata=_storable(metadata or {}),
            created_at=now,
        )
        inserted = connection.execute(
            self._tables.messages.insert().values(
                session_id=session.row_id,
                uuid=message.uuid,
                turn_id=turn_id,
                role=role,
                status=status,
                content=message.content,
                metadata=message.metadata or None,
                created_at=now,
                updated_at=now,
            )
        )
        (row_id,) = inserted.inserted_primary_key or (0,)
        return row_id, message

    def _read(
        self, connection: sa.Connection, row: sa.Row[t.Any], now: dt.datetime
    ) -> StoredTurn:
        messages, sessions = self._tables.messages, self._tables.sessions
        found = connection.execute(
            sa.select(messages).where(
                messages.c.session_id == row.session_id,
                messages.c.turn_id == row.turn_id,
            )
        ).all()
        by_role = {message.role: message for message in found}
        session = connection.execute(
            sa.select(sessions).where(sessions.c.id == row.session_id)
        ).one()
        is_running = row.status == "running"
        return StoredTurn(
            row_id=row.id,
            turn_id=row.turn_id,
            status=row.status,
            session=self._sessions.read(session, now),
            user_message_uuid=by_role["user"].uuid,
            user_message_row_id=by_role["user"].id,
            answer=_message(by_role["assistant"]) if "assistant" in by_role else None,
            is_lost=is_running and row.created_at < now - self.lease,
        )


def _owned(table: sa.Table, owner: Owner) -> tuple[sa.ColumnElement[bool], ...]:
    return (
        table.c.owner_kind == owner.kind,
        table.c.owner_id == owner.id,
        table.c.owner_tenant == owner.tenant,
    )


def _message(row: sa.Row[t.Any]) -> StoredMessage:
    values = row._mapping  # noqa: SLF001  # Public by SQLAlchemy's documentation.
    return StoredMessage(
        uuid=values["uuid"],
        turn_id=values["turn_id"],
        role=values["role"],
        status=values["status"],
        content=values["content"],
        metadata=values["metadata"] or {},
        created_at=values["created_at"],
        feedback=values["feedback"],
    )


def _storable(value: t.Any) -> t.Any:
    """Replace what some database cannot hold: NUL, and half a surrogate pair."""
    if isinstance(value, str):
        return _UNSTORABLE.sub("\ufffd", value)
    if isinstance(value, cabc.Mapping):
        return {key: _storable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_storable(item) for item in value]
    return value
