"""A question is cleaned and bounded alike, wherever it comes from."""

from __future__ import annotations

import pytest

from flask_modelmind.errors import QuestionError
from flask_modelmind.questions import clean_question
from flask_modelmind.questions import make_question
from flask_modelmind.settings import Settings


def test_controls_go_and_line_breaks_stay() -> None:
    typed = " one\r\ntwo\rthree\x00\x07 "

    assert clean_question(typed, max_characters=20) == "one\ntwo\nthree"


@pytest.mark.parametrize("sign", ["茶", "か", "カ", "값"])
def test_one_sign_is_a_question_where_it_is_a_word(sign: str) -> None:
    assert clean_question(sign, max_characters=20) == sign


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ("", "at least 2 characters"),
        (" \n ", "at least 2 characters"),
        ("م", "at least 2 characters"),
        ("🙂", "at least 2 characters"),
        ("x" * 21, "at most 20 characters"),
        ("\ud83d!", "not valid Unicode"),
    ],
    ids=["empty", "blank", "letter", "emoji", "long", "half-pair"],
)
def test_what_is_no_question_is_refused_with_its_reason(
    typed: str, problem: str
) -> None:
    with pytest.raises(QuestionError) as caught:
        clean_question(typed, max_characters=20)

    assert caught.value.fields == {"question": problem}


@pytest.mark.parametrize(
    ("lang", "setting", "expected"),
    [("fr", "de", "fr"), (None, "de", "de"), (None, "", "fa")],
    ids=["call", "setting", "detected"],
)
def test_the_language_is_the_callers_else_the_settings_else_the_questions(
    lang: str | None, setting: str, expected: str
) -> None:
    question = make_question(
        "قیمت این چند است؟", Settings(language=setting), turn_id="t", lang=lang
    )

    assert question.lang == expected
