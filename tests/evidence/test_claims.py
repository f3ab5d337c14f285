from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flask_modelmind.evidence import split_claims

SENTENCES = [
    ("decimal", "Managers may approve 3.5 extra days. It is fair.", ["Managers may approve 3.5 extra days.", "It is fair."]),
    ("version file abbreviation address", "See v2.0.1 of docs/leave.md, e.g. Sec. 2, by Dr. Who at 10.0.0.1. Done it is.", ["See v2.0.1 of docs/leave.md, e.g. Sec. 2, by Dr. Who at 10.0.0.1.", "Done it is."]),
    ("scale", "Revenue was $35.1 billion. Costs fell.", ["Revenue was $35.1 billion.", "Costs fell."]),
    ("number with dot", "No. 5 is alive. It works.", ["No. 5 is alive.", "It works."]),
    ("url", "Read https://x.test/a.b?c=d. Then pay.", ["Read https://x.test/a.b?c=d.", "Then pay."]),
    ("quote", 'He said "stop." Then he left.', ['He said "stop."', "Then he left."]),
    ("initial", "J. Doe pays 5 EUR. K. Roe pays 6 EUR.", ["J. Doe pays 5 EUR.", "K. Roe pays 6 EUR."]),
    ("German date", "Sie wurde am 7. Oktober 2023 eröffnet. Der Preis ist 12. Es gilt.", ["Sie wurde am 7. Oktober 2023 eröffnet.", "Der Preis ist 12.", "Es gilt."]),
    ("Persian", "قیمت ۴۹٫۹۰ یورو است. موجودی ۱۲ عدد است.", ["قیمت ۴۹٫۹۰ یورو است.", "موجودی ۱۲ عدد است."]),
    ("Urdu", "قیمت 5 ہے۔ ذخیرہ 12 ہے۔", ["قیمت 5 ہے۔", "ذخیرہ 12 ہے۔"]),
    ("Arabic", "السعر ٥٫٥ يورو. الكمية ١٢.", ["السعر ٥٫٥ يورو.", "الكمية ١٢."]),
    ("Chinese", "价格是3.5元。库存有12件。", ["价格是3.5元。", "库存有12件。"]),
    ("Japanese", "価格は3.5円です。在庫は12個です！", ["価格は3.5円です。", "在庫は12個です！"]),
    ("Hindi", "कीमत 5 यूरो है। स्टॉक 12 है।", ["कीमत 5 यूरो है।", "स्टॉक 12 है।"]),
    ("Russian", "Цена 5,5 руб. за кг. Запас 12.", ["Цена 5,5 руб. за кг.", "Запас 12."]),
    ("list", "- Falcon 40: 12\n- Falcon 60: 250", ["Falcon 40: 12", "Falcon 60: 250"]),
    ("numbered list", "1. One costs 5.\n۲. Two costs 6.", ["One costs 5.", "Two costs 6."]),
    ("table", "| Name | Stock |\n|---|---|\n| Falcon 60 | 250 |", ["| Name | Stock |", "| Falcon 60 | 250 |"]),
    ("code span", "Call `a. b. c` first. Then pay.", ["Call `a. b. c` first.", "Then pay."]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), [c[1:] for c in SENTENCES], ids=[c[0] for c in SENTENCES])  # fmt: skip
def test_a_text_is_split_into_its_sentences_and_items(
    text: str, expected: list[str]
) -> None:
    assert [claim.text for claim in split_claims(text)] == expected


@pytest.mark.parametrize(
    "text",
    [
        "Hello!", "سلام!", "好的。", "Is it in stock?", "موجود است؟", "有货吗？",
        "I could not find that.", "Leider habe ich dazu nichts gefunden.",
        "متاسفم، چیزی پیدا نکردم.", "لم أجد شيئا.", "Let me know if you need more.",
        "Here are the products:", "★★★", "+", "## Prices", "```\nx = 1. y\n```",
    ],
)  # fmt: skip
def test_what_states_nothing_is_no_claim(text: str) -> None:
    assert {claim.verdict for claim in split_claims(text)} == {"no_claim"}


def test_a_refusal_that_goes_on_to_state_something_is_a_claim() -> None:
    text = "I could not find a review, but the Falcon 40 costs 5 EUR."

    assert split_claims(text)[0].verdict == "not_checkable"


@pytest.mark.parametrize("text", ["No, sold out.", "Yes, in stock.", "نه، ناموجود است.", "Yes, 5 EUR."])  # fmt: skip
def test_a_short_reply_that_states_something_is_a_claim(text: str) -> None:
    assert split_claims(text)[0].verdict == "not_checkable"


def test_the_head_of_a_table_states_nothing() -> None:
    head, row = split_claims("| Name | Stock |\n|---|:-:|\n| Falcon 60 | 250 |")

    assert (head.verdict, row.verdict) == ("no_claim", "not_checkable")


def test_an_empty_text_has_no_claims() -> None:
    assert split_claims("") == []


@given(st.text(max_size=200))
def test_offsets_are_exact_and_claims_do_not_overlap(text: str) -> None:
    end = 0
    for claim in split_claims(text):
        assert text[claim.start : claim.end] == claim.text
        assert claim.start >= end
        end = claim.end


@given(st.text(alphabet="ab. \n1`|#-?!。", max_size=80))
def test_no_word_outside_of_fences_is_left_without_a_claim(text: str) -> None:
    if "```" in text:
        return
    claimed = "".join(claim.text for claim in split_claims(text))

    assert [c for c in claimed if c in "ab"] == [c for c in text if c in "ab"]
