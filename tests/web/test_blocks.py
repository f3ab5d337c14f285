from __future__ import annotations

import typing as t

from hypothesis import given
from hypothesis import settings
from hypothesis import strategies as st

from flask_modelmind.values import Answer
from flask_modelmind.values import Claim
from flask_modelmind.values import Verdict
from flask_modelmind.web.blocks import Block
from flask_modelmind.web.blocks import build_blocks


def claim(text: str, part: str, **more: t.Any) -> Claim:
    start = text.index(part)
    return Claim(text=part, start=start, end=start + len(part), **more)


def blocks(text: str, *claims: Claim) -> list[Block]:
    return build_blocks(Answer(text=text, turn_id="t", claims=claims))


def words(block: Block) -> str:
    return "".join(s["text"] for segment in block["segments"] for s in segment["spans"])


def test_claims_and_the_words_between_them_are_segments() -> None:
    text = "It costs 5 EUR, and it is blue."

    (block,) = blocks(
        text,
        claim(text, "It costs 5 EUR", verdict="supported", citations=(1, 2)),
        claim(text, "it is blue.", verdict="unsupported"),
    )

    assert block["segments"] == [
        {
            "spans": [{"text": "It costs 5 EUR"}],
            "support": "supported",
            "citations": [1, 2],
        },
        {"spans": [{"text": ", and "}], "support": "none", "citations": []},
        {
            "spans": [{"text": "it is blue."}],
            "support": "unsupported",
            "citations": [],
        },
    ]


def test_what_claims_nothing_has_no_support_to_show() -> None:
    text = "Hello!"

    (block,) = blocks(text, claim(text, "Hello!", verdict="no_claim"))

    assert block["segments"][0]["support"] == "none"


def test_an_empty_line_begins_a_paragraph() -> None:
    found = blocks("\nOne.\nStill one.\n \n\nTwo.\n\n")

    assert [words(block) for block in found] == ["One.\nStill one.", "Two."]


def test_a_claim_across_paragraphs_is_shown_in_both() -> None:
    text = "First:\n\n5 EUR."

    found = blocks(text, claim(text, text, verdict="supported"))

    assert [words(block) for block in found] == ["First:", "5 EUR."]
    assert {s["support"] for b in found for s in b["segments"]} == {"supported"}


def test_an_empty_answer_has_no_blocks() -> None:
    assert blocks("") == blocks(" \n\n ") == []


VERDICTS: list[Verdict] = ["supported", "contradicted", "no_claim"]


@settings(deadline=None, max_examples=60)
@given(
    st.text(st.sampled_from("ab .\n"), max_size=30),
    st.lists(
        st.tuples(st.integers(0, 30), st.integers(0, 30), st.sampled_from(VERDICTS)),
        max_size=4,
    ),
)
def test_no_word_is_lost_or_doubled(
    text: str, cuts: list[tuple[int, int, Verdict]]
) -> None:
    claims = [
        Claim(text=text[a:b], start=a, end=min(b, len(text)), verdict=v)
        for a, b, v in sorted(cuts)
    ]

    shown = "".join(words(block) for block in blocks(text, *claims))

    assert "".join(shown.split()) == "".join(text.split())
