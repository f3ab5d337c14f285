from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import settings
from hypothesis import strategies as st

from flask_modelmind.values import Answer
from flask_modelmind.values import Citation
from flask_modelmind.values import Direction
from flask_modelmind.web.spans import Spans


def make_spans(*records: str, direction: Direction = "ltr") -> Spans:
    citations = tuple(
        Citation(
            number=number,
            key="k",
            kind="record",
            model="Products",
            record=record,
            source_id=record,
        )
        for number, record in enumerate(records, 1)
    )
    return Spans(Answer(text="", turn_id="t", citations=citations, dir=direction))


def names(spans: Spans, text: str) -> list[str]:
    return [span["text"] for span in spans.cut(text) if "kind" in span]


def test_the_records_an_answer_cites_are_names() -> None:
    spans = make_spans("Falcon 40", "Falcon 40 (FAL-40)", "شرایط گارانتی")

    found = names(spans, "The Falcon 40 (FAL-40), see شرایط گارانتی.")

    assert found == ["Falcon 40 (FAL-40)", "شرایط گارانتی"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("موجودی «Falcon 22 (FAL-22)» 0 است.", ["Falcon 22 (FAL-22)"]),
        ("گوشی Galaxy S24 Ultra موجود است.", ["Galaxy S24 Ultra"]),
        ("قیمت ۱۲۹۹ EUR است (VAT جداگانه).", ["EUR", "VAT"]),
        ("به help@shop.example بنویسید.", ["help@shop.example"]),
        ("۱۴ دستگاه از 22 دستگاه", []),
    ],
)
def test_latin_words_are_names_where_text_runs_from_right_to_left(
    text: str, expected: list[str]
) -> None:
    assert names(make_spans(direction="rtl"), text) == expected
    assert names(make_spans(), text) == []


def test_a_record_is_a_name_as_written_and_never_as_a_pattern() -> None:
    assert names(make_spans("a.c (x)"), "abc x, a.c (x)") == ["a.c (x)"]


@settings(deadline=None)
@given(st.text(alphabet="aB1 .()-«»ل۱\n", max_size=40))
def test_the_spans_joined_are_the_text(text: str) -> None:
    spans = make_spans("a", " ", "B1", direction="rtl")

    assert "".join(span["text"] for span in spans.cut(text)) == text
