"""Whatever the extractive provider writes, the evidence check finds supported."""

from __future__ import annotations

import re
import typing as t

import pytest
from flask import Flask

from flask_modelmind.evidence import check_support
from flask_modelmind.evidence import split_claims
from flask_modelmind.extension import ModelMind
from flask_modelmind.providers.extractive import ExtractiveProvider
from flask_modelmind.values import Evidence
from flask_modelmind.values import Passage
from flask_modelmind.values import Prompt
from flask_modelmind.values import ProviderRequest
from flask_modelmind.values import Question
from flask_modelmind.values import Snapshot
from flask_modelmind.values import TextDelta
from flask_modelmind.values import Viewer

TOKEN = re.compile(r" \[\[[^\]]*\]\]")
LANGUAGES = [
    "en",
    "fa",
    "ar",
    "de",
    "es",
    "fr",
    "it",
    "pt",
    "tr",
    "ru",
    "hi",
    "ja",
    "zh",
    "ko",
]
RECORDS = {
    "product": "What does the Falcon 60 cost?",
    "persian-product": "قیمت گوشی سیمرغ ۱ چقدر است؟",
    "arabic-product": "ما سعر دلة القهوة العربية؟",
    "japanese-product": "夜の台所の価格は？",
    "german-product": "Was kostet das Waffeleisen Herzblatt?",
    "airport": "In which city is LHR?",
    "page": "What does shipping cost?",
    "category": "What is the category Lighting?",
}
"""Kind of record → a question that finds one."""


@pytest.fixture(scope="module")
def found(demo_app: Flask) -> dict[str, Evidence]:
    """The best evidence of each question, found by the demo itself."""
    mind: ModelMind = demo_app.extensions["modelmind"]
    best: dict[str, Evidence] = {}
    for kind, text in RECORDS.items():
        with demo_app.test_request_context():
            finder = t.cast(t.Any, mind)._state().pipeline.finder
            question = Question(text=text, turn_id="t")
            best[kind] = finder.find(question, Viewer()).evidence[0]
    return best


def written(evidence: Evidence, question: str, lang: str) -> str:
    """Let the provider answer from one record, and take the tokens out."""
    passages = (Passage(key="0" * 16, evidence=evidence),)
    request = ProviderRequest(
        question=Question(text=question, turn_id="t", lang=lang),
        prompt=Prompt(system="", data=""),
        snapshot=Snapshot(turn_id="t", passages=passages),
        deadline=0.0,
        fallback_answer="",
    )
    events = ExtractiveProvider().stream(request)
    text = "".join(event.text for event in events if isinstance(event, TextDelta))
    return TOKEN.sub("", text)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", RECORDS)
def test_each_field_is_stated_so_that_it_can_be_checked(
    found: dict[str, Evidence], kind: str, lang: str
) -> None:
    evidence = found[kind]

    for field in evidence.fields:
        if field.is_key:
            continue
        text = written(evidence, f"{field.label}? {evidence.record}", lang)
        assert text, field.column
        for claim in split_claims(text):
            support = check_support(claim.text, [evidence])
            assert support.verdict == "supported", (claim.text, support.reasons)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", RECORDS)
def test_a_summary_can_be_checked(
    found: dict[str, Evidence], kind: str, lang: str
) -> None:
    evidence = found[kind]

    text = written(evidence, evidence.record, lang)

    for claim in split_claims(text):
        support = check_support(claim.text, [evidence])
        assert support.verdict == "supported", (claim.text, support.reasons)
