"""What a client needs to know before it asks."""

from __future__ import annotations

import typing as t

from flask import request
from flask import url_for
from markupsafe import Markup

from ..settings import Settings
from .schemas import HISTORY_CHARACTERS
from .schemas import HISTORY_MESSAGES

QUESTIONS = 6
QUESTION_CHARACTERS = 90
ANSWER_CHARACTERS = 600
PLACEHOLDER_CHARACTERS = 160


def build_manifest(settings: Settings) -> dict[str, t.Any]:
    """Describe the assistant, its endpoints beside the current one, and its limits."""
    questions = (_plain(q, QUESTION_CHARACTERS) for q in settings.default_questions)
    return {
        "name": _plain(settings.name),
        "brand_mark": _plain(settings.brand_mark),
        "subtitle": _plain(settings.subtitle),
        "launcher_label": _plain(settings.launcher_label),
        "placeholder": _plain(settings.placeholder, PLACEHOLDER_CHARACTERS),
        "initial_message": _plain(settings.initial_message, ANSWER_CHARACTERS),
        "fallback_answer": _plain(settings.fallback_answer, ANSWER_CHARACTERS),
        "default_questions": [q for q in questions if q][:QUESTIONS],
        "features": {
            "feedback": False,
            "actions": settings.actions_enabled,
            "citations": settings.citations_enabled,
            "streaming": settings.streaming,
            "analytics": False,
            "page_context": settings.page_context_enabled,
        },
        "endpoints": _endpoints(settings),
        "limits": {
            "question_characters": settings.question_characters,
            "history_messages": HISTORY_MESSAGES,
            "history_message_characters": HISTORY_CHARACTERS,
            "page_context_characters": settings.page_context_characters,
            "body_bytes": settings.max_body_bytes,
        },
        "session_lifetime_minutes": settings.session_lifetime_minutes,
    }


def _endpoints(settings: Settings) -> dict[str, str | None]:
    own = request.blueprint
    turn = "00000000-0000-0000-0000-000000000000"
    return {
        "chat": url_for(f"{own}.chat"),
        "stream": url_for(f"{own}.stream") if settings.streaming else None,
        "session": url_for(f"{own}.session"),
        "turn": url_for(f"{own}.turn", turn_id=turn).replace(turn, "{turn}"),
        "stop": url_for(f"{own}.stop", turn_id=turn).replace(turn, "{turn}"),
        "openapi": url_for(f"{own}.openapi"),
    }


def _plain(text: str, limit: int = 300) -> str:
    plain = Markup(text).striptags()  # noqa: S704  # Plain text is what comes out.
    return plain[:limit]
