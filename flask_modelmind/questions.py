"""Check what a visitor typed."""

from __future__ import annotations

from collections import abc as cabc

from .errors import QuestionError
from .language import detect_language
from .settings import Settings
from .values import Message
from .values import Question

_FIRST_CJK = 0x2E80


def make_question(
    text: str,
    settings: Settings,
    *,
    turn_id: str,
    lang: str | None = None,
    locale: str | None = None,
    history: cabc.Sequence[Message] = (),
) -> Question:
    """Check the length of a question, and tell the language of its answer.

    :param lang: Fixed BCP 47 language of the answer.
    :param locale: Language to assume where the text does not tell.
    :raises QuestionError: The question is too short or too long.
    """
    text = text.strip()
    limit = settings.question_characters
    if len(text) > limit:
        raise QuestionError(
            f"The question has {len(text)} characters; {limit} are allowed.",
            fields={"question": f"At most {limit} characters."},
        )
    if len(text) < _shortest(text):
        raise QuestionError(
            "The question is empty or too short.",
            fields={"question": "At least 2 characters."},
        )
    fixed = lang or settings.language
    return Question(
        text=text,
        turn_id=turn_id,
        lang=fixed or detect_language(text, locale=locale),
        history=tuple(history),
    )


def _shortest(text: str) -> int:
    """Return the least length: one sign is a word in Chinese, not in Latin script."""
    return 1 if text and ord(text[0]) >= _FIRST_CJK else 2
