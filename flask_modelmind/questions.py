"""Check what a visitor typed."""

from __future__ import annotations

import re
import unicodedata
from collections import abc as cabc

from .errors import QuestionError
from .language import detect_language
from .settings import Settings
from .values import Message
from .values import Question

LEAST_CHARACTERS = 2
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_HALF_PAIRS = re.compile("[\\ud800-\\udfff]")
_WHOLE_WORDS = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL")
"""Scripts in which one sign may be a question."""


def make_question(
    text: str,
    settings: Settings,
    *,
    turn_id: str,
    lang: str | None = None,
    locale: str | None = None,
    history: cabc.Sequence[Message] = (),
) -> Question:
    """Clean a question, and tell the language of its answer.

    :param lang: Fixed BCP 47 language of the answer.
    :param locale: Language to assume where the text does not tell.
    :raises QuestionError: The question is too short or too long.
    """
    text = clean_question(text, max_characters=settings.question_characters)
    fixed = lang or settings.language
    return Question(
        text=text,
        turn_id=turn_id,
        lang=fixed or detect_language(text, locale=locale),
        history=tuple(history),
    )


def clean_question(text: str, *, max_characters: int) -> str:
    """Return a question trimmed, without control characters, lines ended by ``\\n``.

    :raises QuestionError: It is longer than ``max_characters``, shorter than 2
        characters (1 in Chinese, Japanese and Korean), or not valid Unicode. Its
        ``fields["question"]`` says which.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = _CONTROLS.sub("", text).strip()
    if _HALF_PAIRS.search(text):
        raise _refusal("The question is not valid Unicode.", "not valid Unicode")
    if len(text) > max_characters:
        raise _refusal(
            f"The question has {len(text)} characters; {max_characters} are allowed.",
            f"at most {max_characters} characters",
        )
    if len(text) < LEAST_CHARACTERS and not _is_whole_word(text):
        raise _refusal(
            "The question is empty or too short.",
            f"at least {LEAST_CHARACTERS} characters",
        )
    return text


def _refusal(message: str, problem: str) -> QuestionError:
    return QuestionError(message, fields={"question": problem})


def _is_whole_word(text: str) -> bool:
    return bool(text) and unicodedata.name(text[0], "").startswith(_WHOLE_WORDS)
