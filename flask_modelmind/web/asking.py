"""The one way a question goes: store it, run the turn, store the answer.

Chat, stream and the form without JavaScript all use it; they differ only in what they
do with the events.
"""

from __future__ import annotations

import uuid

from flask import request

from ..conversation import Origin
from ..conversation import StoredMessage
from ..conversation import StoredTurn
from ..errors import TurnRunning
from ..language import detect_language
from ..values import Answer
from ..values import Message
from ..values import PageContext
from ..values import Question
from ..values import Viewer
from .errors import Problem
from .errors import problem_of
from .identity import Caller
from .page_context import clean_page
from .rate import check_rate
from .recording import RecordedTurn
from .schemas import ChatRequest
from .services import Services
from .services import Surface
from .services import Turn
from .wire import stored_answer

INTERRUPTED = "interrupted"
"""Reason code of a turn whose process went away."""


class AskFailed(Exception):  # noqa: N818
    """A question that was stored and could not be answered.

    :param problem: What the client is told.
    :param stored: The turn, with its failed answer when that could be stored.
    """

    def __init__(self, problem: Problem, stored: StoredTurn) -> None:
        super().__init__(problem.code)
        self.problem = problem
        self.stored = stored


def ask(
    surface: Surface, caller: Caller, chat: ChatRequest
) -> RecordedTurn | StoredTurn:
    """Begin a turn, or find the one that this request repeats.

    :return: A turn to be run, or a finished one.
    :raises AskFailed: The question was stored, but the pipeline refused it.
    :raises RateLimited: The viewer asks too often.
    :raises SessionNotFound: The conversation is unknown or somebody else's.
    :raises TurnRunning: The conversation, or this very turn, is being answered.
    """
    services = surface.look_up()
    turn_id = chat.turn_id or str(uuid.uuid4())
    if chat.turn_id is not None:
        known = services.store.find_turn(caller.owner, chat.turn_id)
        if known is not None:
            return settled(services, known)
    limits = check_rate(services, caller, is_api=surface.is_api)
    stored = services.store.begin_turn(
        caller.owner,
        turn_id=turn_id,
        text=chat.question,
        session_id=chat.session_id,
        starts_new=chat.new_session,
        origin=_origin(services),
        limits=limits,
    )
    if not stored.is_new:
        return settled(services, stored)
    turn, lang = _start(services, caller, chat, stored)
    return RecordedTurn(
        turn, stored, lang=lang, store=services.store.pin(), running=surface.running
    )


def settled(services: Services, stored: StoredTurn) -> StoredTurn:
    """Return a turn that is over.

    :raises TurnRunning: It is not. A turn whose process is gone counts as failed.
    """
    if stored.status != "running":
        return stored
    if not stored.is_lost:
        raise TurnRunning(f"Turn '{stored.turn_id}' is not finished.")
    return _fail(services, stored, INTERRUPTED)


def _start(
    services: Services, caller: Caller, chat: ChatRequest, stored: StoredTurn
) -> tuple[Turn, str]:
    """Let the pipeline accept the question, and return its language too."""
    page = clean_page(chat.page_context, services.settings)
    lang = _language(services, chat.question, caller.viewer, page)
    try:
        question = Question(
            text=chat.question,
            turn_id=stored.turn_id,
            lang=lang,
            history=_history(services, stored),
            page=page,
        )
        return services.pipeline.start(question, caller.viewer), lang
    except Exception as error:
        problem = problem_of(error)
        failed = _fail(services, stored, problem.code)
        raise AskFailed(problem, failed) from error


def _fail(services: Services, stored: StoredTurn, reason: str) -> StoredTurn:
    answer = Answer(text="", turn_id=stored.turn_id, status="failed", reason=reason)
    return services.store.finish_turn(
        stored, status="failed", content="", metadata=stored_answer(answer)
    )


def _history(services: Services, stored: StoredTurn) -> tuple[Message, ...]:
    limit = services.settings.recent_messages
    messages = services.store.history(stored, limit=limit) if limit else []
    return tuple(_message(message) for message in messages)


def _message(message: StoredMessage) -> Message:
    cited = message.metadata.get("citations", ())
    names = tuple(citation["record"] for citation in cited)
    return Message(role=message.role, text=message.content, names=names)


def _language(
    services: Services, text: str, viewer: Viewer, page: PageContext | None
) -> str:
    if services.settings.language:
        return services.settings.language
    told = request.accept_languages.best if request.accept_languages else None
    locale = (page.locale if page else "") or viewer.locale or told
    return detect_language(text, locale=locale)


def _origin(services: Services) -> Origin | None:
    if not services.settings.store_request_metadata:
        return None
    agent = request.user_agent.string[:500] or None
    return Origin(ip_address=request.remote_addr, user_agent=agent)
