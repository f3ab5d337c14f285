"""The JSON bodies that are more than an answer: turns, messages, sessions."""

from __future__ import annotations

import datetime as dt
import typing as t

from ..conversation import StoredMessage
from ..conversation import StoredSession
from ..conversation import StoredTurn
from ..values import Answer
from .wire import public_answer

Json = dict[str, t.Any]


def when(time: dt.datetime | None) -> str | None:
    """Write a time as ISO 8601 in UTC."""
    return None if time is None else time.astimezone(dt.UTC).isoformat()


def ready_body(stored: StoredTurn) -> Json:
    """Return what is known of a turn before its answer."""
    return {
        "session_id": stored.session.uuid,
        "expires_at": when(stored.session.expires_at),
        "user_message_id": stored.user_message_uuid,
        "turn_id": stored.turn_id,
    }


def answer_body(stored: StoredTurn, answer: Answer) -> Json:
    """Return a finished turn; ``message_id`` is null when it could not be stored."""
    message_id = stored.answer.uuid if stored.answer else None
    return {**public_answer(answer), **ready_body(stored), "message_id": message_id}


def message_body(message: StoredMessage, answer: Answer | None) -> Json:
    """Return one message of a conversation.

    :param answer: What an assistant's message says, as the viewer may see it now.
    """
    body: Json = public_answer(answer) if answer else {"actions": [], "citations": []}
    return {
        **body,
        "id": message.uuid,
        "turn_id": message.turn_id,
        "role": message.role,
        "content": message.content,
        "feedback": message.feedback,
        "created_at": when(message.created_at),
    }


def session_body(
    session: StoredSession | None, messages: list[Json], *, is_expired: bool
) -> Json:
    """Return a conversation with its messages, or that there is none."""
    return {
        "session_id": session.uuid if session else None,
        "expires_at": when(session.expires_at) if session else None,
        "expired": is_expired,
        "messages": messages,
    }
