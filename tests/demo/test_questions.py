"""Real questions over the shop and the airports, with what must be cited."""

from __future__ import annotations

import json
import typing as t
from collections import abc as cabc
from pathlib import Path

import pytest
from flask import Flask

from flask_modelmind.text import fold

Case = t.Any
Json = dict[str, t.Any]
Answer = cabc.Callable[[Case], Json]


@pytest.fixture(scope="module")
def answer(demo_app: Flask, ask: t.Any) -> Answer:
    """Ask each question once, whatever number of tests look at the answer."""
    known: dict[str, Json] = {}

    def answer(case: Case) -> Json:
        if case.id not in known:
            known[case.id] = ask(demo_app, case.question, user=case.user)
        return known[case.id]

    return answer


def test_exactly_the_right_records_are_cited(answerable: Case, answer: Answer) -> None:
    cited = [citation["record"] for citation in answer(answerable)["citations"]]

    assert sorted(cited) == sorted(answerable.records), answer(answerable)["answer"]


def test_the_answer_says_the_value(answerable: Case, answer: Answer) -> None:
    text = fold(answer(answerable)["answer"])

    assert [value for value in answerable.values if fold(value) not in text] == []


def test_the_cards_show_what_was_asked_for(answerable: Case, answer: Answer) -> None:
    citations = answer(answerable)["citations"]
    shown = {field["column"] for card in citations for field in card["fields"]}

    assert set(answerable.columns) <= shown


def test_every_claim_of_the_answer_is_supported(
    answerable: Case, answer: Answer
) -> None:
    coverage = answer(answerable)["coverage"]

    assert coverage["claims"] >= 1
    assert coverage["contradicted"] == coverage["unsupported"] == 0


def test_the_answer_is_in_the_language_of_the_question(
    answerable: Case, answer: Answer
) -> None:
    assert answer(answerable)["lang"].partition("-")[0] == answerable.lang


def test_what_the_records_do_not_tell_is_refused(
    unanswerable: Case, answer: Answer
) -> None:
    assert answer(unanswerable)["status"] == "refused", answer(unanswerable)["answer"]
    assert answer(unanswerable)["citations"] == []


def test_nothing_hidden_is_in_the_response(secretive: Case, answer: Answer) -> None:
    response = fold(json.dumps(answer(secretive), ensure_ascii=False))

    assert [secret for secret in secretive.absent if fold(secret) in response] == []


def test_a_third_of_the_questions_is_not_english() -> None:
    file = Path(__file__).with_name("questions.json")
    cases = json.loads(file.read_text(encoding="utf-8"))
    foreign = [case for case in cases if case["lang"] != "en"]

    assert len(cases) >= 45
    assert len(foreign) * 3 >= len(cases)
