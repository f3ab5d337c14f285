"""Conversations as the server keeps them: who owns them, what was said, what runs."""

from __future__ import annotations

import copy
import dataclasses
import datetime as dt
import functools
import types
import typing as t
from collections import abc as cabc

import sqlalchemy as sa

from ..errors import RateLimited
from ..errors import SessionNotFound
from ..errors import TurnRunning
from ..settings import Settings
from ..values import AnswerStatus
from .limits import Limits
from .rows import Origin
from .rows import Owner
from .rows import StoredMessage
from .rows import StoredSession
from .rows import StoredTurn
from .sessions import Sessions
from .tables import build_tables
from .tables import Tables
from .transactions import Transactions
from .turns import Turns

NO_LIMITS: cabc.Mapping[str, int] = types.MappingProxyType({})
WINDOW_SECONDS = 60
LEASE_SECONDS = 60
"""Added to twice the longest turn: after that a running turn is taken for lost."""


def utc_now() -> dt.datetime:
    """Return the time, aware, in UTC."""
    return dt.datetime.now(dt.UTC)


class ConversationStore:
    """Sessions, messages, turns and rate counters in the application's database.

    Each method is one short transaction on a connection of its own; nothing is held
    between two calls, and no session of the application is touched.

    :param settings: Table prefix, lifetimes, whether tables are created.
    :param engine: Returns the engine to use.
    :param clock: Returns the time, aware.
    """

    def __init__(
        self,
        settings: Settings,
        engine: cabc.Callable[[], sa.Engine],
        clock: cabc.Callable[[], dt.datetime] = utc_now,
    ) -> None:
        self.tables: Tables = build_tables(settings.table_prefix)
        self._clock = clock
        self._work = Transactions(
            engine,
            self.tables.metadata,
            creates_tables=settings.auto_create_tables,
        )
        lifetime = dt.timedelta(minutes=settings.session_lifetime_minutes)
        lease = dt.timedelta(seconds=2 * settings.timeout + LEASE_SECONDS)
        self._sessions = Sessions(self.tables, lifetime=lifetime)
        self._turns = Turns(self.tables, self._sessions, lease=lease)
        self._limits = Limits(self.tables)

    def pin(self) -> ConversationStore:
        """Return the same store on the engine of this moment.

        For threads: the engine may only be found inside an application context.
        """
        pinned = copy.copy(self)
        pinned._work = self._work.pin()  # noqa: SLF001  # A copy of itself.
        return pinned

    def create_tables(self) -> list[str]:
        """Create the missing tables and return their names.

        :raises StorageError: The database cannot be used.
        """
        return self._work.create_tables()

    def missing_tables(self) -> list[str]:
        """Return the names of the tables that are not there."""
        return self._work.missing_tables()

    def begin_turn(
        self,
        owner: Owner,
        *,
        turn_id: str,
        text: str,
        session_id: str | None = None,
        starts_new: bool = False,
        origin: Origin | None = None,
        limits: cabc.Mapping[str, int] = NO_LIMITS,
    ) -> StoredTurn:
        """Store a question and take the conversation for its turn, or find the turn.

        Without ``session_id`` the owner's newest conversation goes on. An expired one
        is left as it is, and a new one begins.

        :param turn_id: Chosen by the client; a repeated one gives back the first turn,
            whatever else is passed. See :attr:`StoredTurn.is_new`.
        :param starts_new: Begin a new conversation.
        :param limits: Whom to count a new question for → most questions in a window of
            60 seconds. Only a hash of each key is kept; what is refused is not counted.
        :raises RateLimited: There was one question too many for some key.
        :raises SessionNotFound: ``session_id`` is unknown or somebody else's.
        :raises TurnRunning: Another turn of the conversation is not finished.
        """
        begin = functools.partial(
            self._begin,
            owner=owner,
            turn_id=turn_id,
            text=text,
            find=functools.partial(
                self._find_or_create,
                owner=owner,
                session_id=session_id,
                starts_new=starts_new,
                origin=origin or Origin(),
            ),
            limits=limits,
            now=self._clock(),
        )
        return self._work.run(begin)

    def finish_turn(
        self,
        turn: StoredTurn,
        *,
        status: AnswerStatus,
        content: str,
        metadata: cabc.Mapping[str, t.Any],
    ) -> StoredTurn:
        """Store the answer of a turn and free its conversation.

        :param metadata: JSON that is given back with the message.
        :return: The turn with its answer; the first one, when it was finished before.
        """
        now = self._clock()

        def work(connection: sa.Connection) -> StoredTurn:
            finished = self._turns.finish(
                connection,
                turn,
                status=status,
                content=content,
                metadata=metadata,
                now=now,
            )
            if finished is None:
                return self._turns.reload(connection, turn, now)
            self._sessions.release(connection, turn.session, turn.turn_id, now)
            session = self._sessions.touched(turn.session, now)
            return dataclasses.replace(finished, session=session)

        return self._work.run(work)

    def find_turn(self, owner: Owner, turn_id: str) -> StoredTurn | None:
        """Return a turn of this owner, if there is one."""
        now = self._clock()
        return self._work.run(lambda c: self._turns.find(c, owner, turn_id, now))

    def turn(self, owner: Owner, turn_id: str) -> StoredTurn:
        """Return a turn of this owner.

        :raises SessionNotFound: There is none, or it is somebody else's.
        """
        found = self.find_turn(owner, turn_id)
        if found is None:
            raise SessionNotFound(f"No turn '{turn_id}' for this owner.")
        return found

    def request_stop(self, turn: StoredTurn) -> None:
        """Ask whichever process runs the turn to end it."""
        self._work.run(lambda c: self._turns.request_stop(c, turn))

    def is_stop_requested(self, turn: StoredTurn) -> bool:
        """Return whether :meth:`request_stop` was called for the turn."""
        return self._work.run(lambda c: self._turns.is_stop_requested(c, turn))

    def session(
        self, owner: Owner, session_id: str | None = None
    ) -> StoredSession | None:
        """Return a conversation, expired or not; without an id the newest live one.

        :raises SessionNotFound: The id is unknown or somebody else's.
        """
        now = self._clock()
        if session_id is None:
            return self._work.run(lambda c: self._sessions.latest(c, owner, now))
        return self._work.run(lambda c: self._sessions.find(c, owner, session_id, now))

    def messages(self, session: StoredSession, *, limit: int) -> list[StoredMessage]:
        """Return the last messages of a conversation, oldest first."""
        return self._work.run(lambda c: self._turns.messages(c, session, limit=limit))

    def history(self, turn: StoredTurn, *, limit: int) -> list[StoredMessage]:
        """Return the last messages before a turn, oldest first.

        Turns that failed or never ended are left out.
        """
        return self._work.run(lambda c: self._turns.history(c, turn, limit=limit))

    def _begin(
        self,
        connection: sa.Connection,
        *,
        owner: Owner,
        turn_id: str,
        text: str,
        find: cabc.Callable[..., StoredSession],
        limits: cabc.Mapping[str, int],
        now: dt.datetime,
    ) -> StoredTurn:
        known = self._turns.find(connection, owner, turn_id, now)
        if known is not None:
            return known
        self._count(connection, limits, now)
        session = find(connection, now=now)
        stale = now - self._turns.lease
        if not self._sessions.claim(
            connection, session, turn_id, now=now, stale_before=stale
        ):
            # The same request may have got there between our look and our claim.
            known = self._turns.find(connection, owner, turn_id, now)
            if known is not None:
                return known
            raise TurnRunning(f"Conversation '{session.uuid}' has a running turn.")
        session = self._sessions.touched(session, now)
        return self._turns.begin(
            connection, owner, session, turn_id=turn_id, text=text, now=now
        )

    def _count(
        self,
        connection: sa.Connection,
        limits: cabc.Mapping[str, int],
        now: dt.datetime,
    ) -> None:
        seconds = now.timestamp()
        # Sorted: two questions that lock the same counters must not cross.
        for key, most in sorted(limits.items()):
            count = self._limits.hit(
                connection, key, window_seconds=WINDOW_SECONDS, now=seconds
            )
            if count > most:
                wait = WINDOW_SECONDS - seconds % WINDOW_SECONDS
                raise RateLimited("Too many questions.", retry_after_seconds=wait)

    def _find_or_create(
        self,
        connection: sa.Connection,
        *,
        owner: Owner,
        session_id: str | None,
        starts_new: bool,
        origin: Origin,
        now: dt.datetime,
    ) -> StoredSession:
        session = None
        if session_id is not None and not starts_new:
            session = self._sessions.find(connection, owner, session_id, now)
        elif not starts_new:
            session = self._sessions.latest(connection, owner, now)
        if session is None or session.is_expired:
            return self._sessions.create(connection, owner, origin, now)
        return session
