"""What a citation shows: columns with their values, and the proof marked."""

from __future__ import annotations

import pytest

from flask_modelmind.evidence import CitationRules
from flask_modelmind.evidence import examine
from flask_modelmind.values import Citation
from flask_modelmind.values import Evidence
from flask_modelmind.values import Field
from flask_modelmind.values import Location
from flask_modelmind.values import Passage
from flask_modelmind.values import PlacedToken
from flask_modelmind.values import Snapshot

FALCON = Passage(
    key="a" * 16,
    evidence=Evidence(
        kind="record", source_id="p1", model="Products", record="Falcon 40",
        names=("Falcon 40", "FAL-40"),
        fields=(
            Field(column="id", label="Id", value=1, text="1", is_key=True),
            Field(column="owner_id", label="Owner", value=12, text="12", is_key=True),
            Field(column="name", label="Name", value="Falcon 40", text="Falcon 40",
                  is_identity=True),
            Field(column="sku", label="SKU", value="FAL-40", text="FAL-40",
                  is_identity=True),
            Field(column="price", label="Price", value=1299, text="1299.00 EUR",
                  kind="number", unit="EUR"),
            Field(column="stock", label="Stock", value=12, text="12", kind="number"),
            Field(column="color", label="Colour", value="white", text="white"),
            Field(column="body", label="Body",
                  value="Made for travel. Folds flat into its case.",
                  text="Made for travel. Folds flat into its case."),
        ),
    ),
)  # fmt: skip


def card(
    text: str,
    *,
    columns: tuple[str, ...] = (),
    passage: Passage = FALCON,
    most: int = 4,
) -> Citation:
    token = PlacedToken(kind="source", keys=(passage.key,), at=len(text), columns=columns)  # fmt: skip
    snapshot = Snapshot(turn_id="t", passages=(passage,))
    rules = CitationRules(max_columns=most)
    return examine(text, [token], snapshot, rules).citations[0]


def test_without_columns_those_are_shown_whose_values_the_claim_uses() -> None:
    citation = card("The Falcon 40 costs €1,299.00.")

    assert citation.columns == ("name", "price")
    assert [(f.label, f.value, f.marked) for f in citation.fields] == [
        ("Name", "Falcon 40", True),
        ("Price", "1299.00 EUR", True),
    ]


def test_what_uses_no_value_claims_no_columns() -> None:
    citation = card("It suits long journeys by train.")

    assert citation.columns == ()
    assert citation.evidence[0].text == "Falcon 40"


def test_keys_are_never_attributed() -> None:
    citation = card("The Falcon 40 has 12 units in stock.")

    assert citation.columns == ("name", "stock")


def test_a_key_that_names_the_record_is_not_attributed_either() -> None:
    order = Passage(
        key="b" * 16,
        evidence=Evidence(
            kind="record", source_id="o1", model="Orders", record="Order 1001",
            names=("Order 1001", "1001"),
            fields=(
                Field(column="id", label="Id", value=1001, text="1001",
                      is_key=True, is_identity=True),
                Field(column="status", label="Status", value="paid", text="paid"),
            ),
        ),
    )  # fmt: skip

    assert card("The status of order 1001 is paid.", passage=order).columns == (
        "status",
    )


def test_asked_columns_are_shown_as_far_as_the_record_has_them() -> None:
    citation = card(
        "The Falcon 40 costs 1299 EUR.",
        columns=("price", "PASSWORD", "Colour", "cost; drop"),
    )

    assert citation.columns == ("price", "color")
    assert [f.marked for f in citation.fields] == [True, False]


def test_asked_columns_that_do_not_exist_leave_those_the_claim_uses() -> None:
    citation = card("The Falcon 40 costs 1299 EUR.", columns=("secret",))

    assert citation.columns == ("name", "price")


def test_the_cap_keeps_proving_values_before_names() -> None:
    citation = card("The Falcon 40 (FAL-40) costs 1299 EUR, 12 in stock.", most=2)

    assert citation.columns == ("price", "stock")


def test_a_sentence_quoted_from_a_long_value_proves_by_that_column() -> None:
    citation = card("The Falcon 40 folds flat into its case.")

    assert "body" in citation.columns


def test_a_column_the_claim_gets_wrong_is_shown_unmarked() -> None:
    citation = card("The Falcon 40 has 250 units in stock.")

    assert [(f.column, f.marked) for f in citation.fields] == [
        ("name", True),
        ("stock", False),
    ]


def test_the_segments_of_a_record_are_label_and_value() -> None:
    citation = card("The Falcon 40 costs 1299 EUR.")

    assert "".join(s.text for s in citation.evidence) == (
        "Name: Falcon 40; Price: 1299.00 EUR"
    )
    assert [s.text for s in citation.evidence if s.marked] == [
        "Falcon 40",
        "1299.00 EUR",
    ]


def document(text: str) -> Passage:
    return Passage(
        key="d" * 16,
        evidence=Evidence(
            kind="document", source_id="ops.md#chunk-07", model="Handbook",
            record="ops.md", text=text,
            location=Location(
                file="ops.md", section="2.1", lines=(14, 16), chunk="ops.md#chunk-07"
            ),
        ),
    )  # fmt: skip


@pytest.mark.parametrize(
    "claim",
    ["The cache expires after one minute.", "cache بعد از 60 ثانیه منقضی می‌شود."],
)
def test_a_document_shows_its_place_and_marks_the_proving_words(claim: str) -> None:
    text = "Read this first. The cache expires after 60 seconds. Then restart."

    citation = card(claim, passage=document(text))

    assert "".join(s.text for s in citation.evidence) == text
    assert [s.text for s in citation.evidence if s.marked] == [
        "The cache expires after 60 seconds."
    ]
    assert citation.location
    assert citation.location.chunk == "ops.md#chunk-07"
    assert citation.location.lines == (14, 16)


def test_a_long_document_is_cut_around_the_proof() -> None:
    text = "Filler words go here. " * 200 + "The cache expires after 60 seconds. " * 1
    text += "More filler goes here. " * 200

    shown = card("The cache expires after 60 seconds.", passage=document(text)).evidence

    assert len("".join(s.text for s in shown)) <= 1200
    assert "".join(s.text for s in shown) in text
    assert [s.text for s in shown if s.marked] == [
        "The cache expires after 60 seconds."
    ]
