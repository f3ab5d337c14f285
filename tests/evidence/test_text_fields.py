"""Claims about what a longer text of a record says, denials included."""

from __future__ import annotations

import pytest

from flask_modelmind.evidence import check_support

POLICY = {
    "title": "Returns",
    "body": "Goods may be returned within 30 days of delivery."
    " Opened software is not refundable.",
}


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("Opened software is not refundable.", "supported"),
        ("Opened software is refundable.", "contradicted"),
        ("Goods may be returned within 30 days of delivery.", "supported"),
        ("Goods may not be returned within 30 days of delivery.", "contradicted"),
    ],
)
def test_a_text_proves_what_it_says_and_not_its_opposite(
    claim: str, verdict: str
) -> None:
    assert check_support(claim, [POLICY]).verdict == verdict


def test_a_text_does_not_prove_another_number() -> None:
    claim = "Goods may be returned within 14 days of delivery."
    assert check_support(claim, [POLICY]).verdict != "supported"
