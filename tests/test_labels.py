from __future__ import annotations

import json
import re
import typing as t

import pytest

from flask_modelmind.labels import choose_language
from flask_modelmind.labels import coverage_line
from flask_modelmind.labels import filled
from flask_modelmind.labels import labels
from flask_modelmind.labels import labels_json
from flask_modelmind.labels import TABLES

EN = labels("en")
PLACES = re.compile(r"\{\w*\}")


@pytest.mark.parametrize("lang", TABLES)
def test_each_language_has_every_label_with_the_same_places(lang: str) -> None:
    table = labels(lang)

    assert table.keys() == EN.keys()
    assert all(table.values())
    for key, text in table.items():
        expected = set(PLACES.findall(EN[key]))
        assert set(PLACES.findall(text)) == expected, key
    assert len(table["digits"]) == 10


@pytest.mark.parametrize("lang", ["fa", "fa-IR", "fa_IR", "FA"])
def test_the_region_of_a_language_does_not_matter(lang: str) -> None:
    assert labels(lang) is TABLES["fa"]


@pytest.mark.parametrize("lang", [None, "", "xx", "x-private"])
def test_a_language_nobody_translated_is_english(lang: str | None) -> None:
    assert labels(lang) is EN


@pytest.mark.parametrize(
    ("wishes", "expected"),
    [
        (["fa-IR", "en"], "fa"),
        ([None, "", "de-AT"], "de"),
        (["tr", "fr"], "fr"),
        (["tr"], "en"),
        ([], "en"),
    ],
)
def test_the_dearest_language_that_has_labels_is_chosen(
    wishes: list[str | None], expected: str
) -> None:
    assert choose_language(wishes) == expected


def test_own_wording_wins_and_empty_wording_does_not() -> None:
    table = labels("de", overrides={"send": "Los", "stop": ""})

    assert (table["send"], table["stop"]) == ("Los", "Antwort anhalten")


def test_a_value_with_braces_stays_as_it_is() -> None:
    assert filled(EN["source"], EN, number=1, record="{number}") == "Source 1: {number}"


def test_numbers_are_written_in_the_digits_of_the_language() -> None:
    fa = labels("fa")

    assert filled(fa["lines"], fa, start=12, end=140) == "سطرهای ۱۲ تا ۱۴۰"


def test_the_script_gets_the_page_and_the_answers_of_each_language() -> None:
    tables = json.loads(labels_json("fa"))

    assert tables["page"] == labels("fa")
    assert tables["answers"].keys() == TABLES.keys()
    assert tables["answers"]["de"]["unsupported"] == labels("de")["unsupported"]
    assert "send" not in tables["answers"]["de"]


class Case(t.NamedTuple):
    counts: dict[str, int]
    state: str
    text: str
    notes: tuple[str, ...] = ()
    status: str = "complete"


@pytest.mark.parametrize(
    "case",
    [
        Case(
            {"claims": 3, "supported": 3}, "all", "All 3 statements backed by sources"
        ),
        Case({"claims": 1, "supported": 1}, "all", "Backed by a source"),
        Case(
            {"claims": 3, "supported": 1, "unsupported": 1, "contradicted": 1},
            "some",
            "1 of 3 statements backed by sources",
            ("1 without a source", "1 in conflict with the sources"),
        ),
        Case(
            {"claims": 3, "supported": 2, "not_checkable": 1},
            "some",
            "2 of 3 statements backed by sources",
            ("1 not checked",),
        ),
        Case({"claims": 2, "unsupported": 2}, "none", "No source supports this answer"),
        Case({"claims": 2, "not_checkable": 2}, "unchecked", "Sources not checked"),
        Case({}, "no_claims", "Nothing in this answer needed a source"),
        Case(
            {"claims": 2, "supported": 2},
            "unchecked",
            "Sources not checked",
            status="stopped",
        ),
        Case({}, "unchecked", "Sources not checked", status="failed"),
    ],
    ids=lambda case: f"{case.state}-{case.status}-{len(case.counts)}",
)
def test_coverage_is_said_in_words(case: Case) -> None:
    line = coverage_line(EN, status=case.status, **case.counts)

    assert (line.state, line.text, line.notes) == (case.state, case.text, case.notes)
