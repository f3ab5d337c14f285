from __future__ import annotations

import dataclasses
import json

import pytest

from flask_modelmind.values import ActionLink
from flask_modelmind.values import Answer
from flask_modelmind.values import Citation
from flask_modelmind.values import CitedField
from flask_modelmind.values import Claim
from flask_modelmind.values import Coverage
from flask_modelmind.values import Location
from flask_modelmind.values import Segment
from flask_modelmind.values import Usage
from flask_modelmind.web.wire import public_answer
from flask_modelmind.web.wire import read_answer
from flask_modelmind.web.wire import stored_answer

TEXT = "The cache expires after 60 seconds. It never grows."
LINK = ActionLink(
    label="Open",
    url="/handbook",
    method="POST",
    confirm="Sure?",
    primary=True,
    name="handbook.view",
    source_id="document:handbook:7",
)
FULL = Answer(
    text=TEXT,
    turn_id="t-1",
    status="truncated",
    reason="max_output_tokens",
    claims=(
        Claim(
            text=TEXT[:35],
            start=0,
            end=35,
            verdict="supported",
            score=0.9,
            citations=(1,),
            reasons=("60 seconds = 60 seconds",),
        ),
        Claim(text=TEXT[36:], start=36, end=len(TEXT), verdict="unsupported"),
    ),
    citations=(
        Citation(
            number=1,
            key="0123456789abcdef",
            kind="document",
            model="Handbook",
            record="ops.md",
            source_id="document:handbook:7",
            columns=("text",),
            fields=(CitedField(column="text", label="Text", value="60", marked=True),),
            evidence=(Segment(text="after "), Segment(text="60", marked=True)),
            location=Location(
                file="ops.md", section="2.1", lines=(14, 16), chunk="ops.md#chunk-07"
            ),
            status="repointed",
            changed=True,
            available=False,
            action=LINK,
        ),
    ),
    actions=(LINK,),
    coverage=Coverage(claims=2, supported=1, unsupported=1),
    lang="fa",
    dir="rtl",
    provider="scripted",
    provider_model="script-1",
    usage=Usage(input_tokens=3, output_tokens=4),
)
BARE = Answer(text="", turn_id="t-2", status="failed", reason="provider_timeout")


@pytest.mark.parametrize("answer", [FULL, BARE], ids=["full", "bare"])
def test_a_stored_answer_is_read_back_whole(answer: Answer) -> None:
    through_json = json.loads(json.dumps(stored_answer(answer)))

    assert read_answer(through_json) == answer


def test_every_field_of_an_answer_is_stored() -> None:
    """A field added to the values and forgotten here would be lost on reload."""
    stored = set(stored_answer(FULL)) - {"answer"} | {"text"}

    assert stored == {field.name for field in dataclasses.fields(Answer)}


def test_every_field_of_a_citation_is_stored() -> None:
    stored = set(stored_answer(FULL)["citations"][0]) - {"source"}

    assert stored == {field.name for field in dataclasses.fields(Citation)}


def test_what_only_the_server_may_know_is_not_public() -> None:
    written = json.dumps(public_answer(FULL))

    for secret in ("document:handbook:7", "handbook.view", "script-1", "usage"):
        assert secret not in written


def test_a_citation_is_written_with_all_its_keys() -> None:
    citation = public_answer(FULL)["citations"][0]

    assert citation["source"] == "Handbook: ops.md"
    assert citation["evidence"] == [{"t": "after "}, {"t": "60", "m": True}]
    assert citation["location"] == {
        "file": "ops.md",
        "section": "2.1",
        "lines": [14, 16],
        "page": None,
        "chunk": "ops.md#chunk-07",
    }
    assert citation["action"] == {
        "label": "Open",
        "url": "/handbook",
        "kind": "route",
        "method": "POST",
        "confirm": "Sure?",
        "primary": True,
    }
