from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flask_modelmind.evidence.quantities import Quantity
from flask_modelmind.evidence.values_in_text import Code
from flask_modelmind.evidence.values_in_text import compare_typed
from flask_modelmind.evidence.values_in_text import find_typed
from flask_modelmind.text import fold

PAIRS = [
    ("same number", "30", "30", "equal"),
    ("five is not three", "5 retries", "3 retries", "conflicting"),
    ("60 seconds are one minute", "60 seconds", "one minute", "equal"),
    ("an hour is not a minute", "an hour", "60 seconds", "conflicting"),
    ("10 minutes are not 60 seconds", "10 minutes", "60 seconds", "conflicting"),
    ("half a minute", "half a minute", "30 s", "equal"),
    ("English and German separators", "1,299.00 EUR", "1.299,00 €", "equal"),
    ("no-break space as separator", "1\u00a0299,00 €", "1299 EUR", "equal"),
    ("narrow no-break space", "1\u202f299,00 €", "1299 EUR", "equal"),
    ("Persian digits and separators", "۱٬۲۹۹٫۰۰ یورو", "1299.00 EUR", "equal"),
    ("Arabic digits", "٦٠ ثانية", "60 seconds", "equal"),
    ("full-width digits", "６０秒", "60 s", "equal"),
    ("Swiss apostrophe", "1'299.00", "1299", "equal"),
    ("currency before and after", "$5", "5 USD", "equal"),
    ("other currency", "5 EUR", "5 USD", "unrelated"),
    ("lone point is ambiguous", "1.299 EUR", "1299.00 EUR", "unrelated"),
    ("lone point, same spelling", "1.299 kg", "1.299 kg", "equal"),
    ("rounded needs a word", "EUR 1.3k", "1299.00 EUR", "conflicting"),
    ("about may round", "about EUR 1.3k", "1299.00 EUR", "compatible"),
    ("percent in words", "45 percent", "45%", "equal"),
    ("Persian percent", "۱۵ درصد", "15%", "equal"),
    ("share as a fraction", "15%", "0.15", "compatible"),
    ("other percent", "1.25%", "12.5%", "conflicting"),
    ("scale", "50 million USD", "150 million USD", "conflicting"),
    ("scale in German", "52 Millionen Dollar", "$52 million", "equal"),
    ("scale in Persian", "۲ میلیون تومان", "2000000 تومان", "equal"),
    ("scale in Chinese", "3万元", "30000 元", "equal"),
    ("no part of a number", "12", "120", "conflicting"),
    ("62 is not 64", "62 days", "64 days", "conflicting"),
    ("number words", "sixty-four days", "64 days", "equal"),
    ("Persian number words", "شصت و چهار روز", "64 days", "equal"),
    ("German number words", "vierundsechzig Tage", "64 days", "equal"),
    ("French number words", "quatre-vingt-dix jours", "90 days", "equal"),
    ("Spanish number words", "sesenta y cuatro días", "64 days", "equal"),
    ("Arabic number words", "أربعة وستون يوما", "64 يوما", "equal"),
    ("Chinese number words", "十分钟", "10 minutes", "equal"),
    ("kilograms", "1.2 kg", "1200 g", "equal"),
    ("kilometres", "5 km", "5000 m", "equal"),
    ("metres are no kilometres", "300 m", "5 km", "conflicting"),
    ("length is no duration", "5 km", "5 min", "unrelated"),
    ("years in months", "two-year", "24 months", "equal"),
    ("at least", "at least 5", "7", "compatible"),
    ("at least, not reached", "at least 5", "3", "conflicting"),
    ("over", "over 260,000", "261,482", "compatible"),
    ("the same open bound", "above 75 EUR", "above 75 EUR", "equal"),
    ("open bound, just the limit", "above 75 EUR", "75 EUR", "conflicting"),
    ("over, not reached", "over 300,000", "261,482", "conflicting"),
    ("at most in Persian", "حداکثر ۵", "5", "compatible"),
    ("up to", "up to 5", "7", "conflicting"),
    ("range", "3-5 days", "3 to 5 days", "equal"),
    ("inside a range", "between 3 and 5", "4", "compatible"),
    ("outside a range", "7 تا ۹", "5", "conflicting"),
    ("open evidence", "7", "at least 5", "unrelated"),
    ("unit missing in the evidence", "30 seconds", "30", "compatible"),
    ("date in words", "7 October 2023", "2023-10-07", "equal"),
    ("American order", "October 7, 2023", "7. Oktober 2023", "equal"),
    ("Persian calendar", "۱۵ مهر ۱۴۰۲", "2023-10-07", "equal"),
    ("next day", "۱۶ مهر ۱۴۰۲", "2023-10-07", "conflicting"),
    ("Chinese date", "2023年10月7日", "2023-10-07", "equal"),
    ("Arabic month", "7 أكتوبر 2023", "2023-10-07", "equal"),
    ("French month", "3 août 2024", "2024-08-03", "equal"),
    ("month of the date", "in October 2023", "2023-10-07", "compatible"),
    ("year of the date", "in 2022", "2023-10-07", "conflicting"),
    ("day the evidence lacks", "7 October 2023", "in October 2023", "unrelated"),
    ("clock", "5 pm", "17:00", "equal"),
    ("other hour", "5 pm", "14:00", "conflicting"),
    ("same code", "FAL-40", "fal-40", "equal"),
    ("one digit differs", "FAL-40", "FAL-60", "unrelated"),
    ("version", "3.12.1", "3.11.2", "unrelated"),
]  # fmt: skip


@pytest.mark.parametrize(("claim", "fact", "relation"), [p[1:] for p in PAIRS], ids=[p[0] for p in PAIRS])  # fmt: skip
def test_two_values_stand_in_the_relation_a_reader_sees(
    claim: str, fact: str, relation: str
) -> None:
    (claimed,) = find_typed(fold(claim))
    (known,) = find_typed(fold(fact))

    assert compare_typed(claimed, known) == relation


@pytest.mark.parametrize("text", ["S24", "FAL-40", "WH-1000XM5", "10.0.0.1", "v2.0.1", "3-1", "COVID-19"])  # fmt: skip
def test_the_digits_of_a_code_are_no_amount(text: str) -> None:
    (value,) = find_typed(fold(text))

    assert isinstance(value, Code)


@pytest.mark.parametrize("text", ["1,1.1", "very once upon a time", "très bien", "no one knows"])  # fmt: skip
def test_what_only_looks_like_a_number_is_none(text: str) -> None:
    assert find_typed(fold(text)) == []


@pytest.mark.parametrize("text", ["$5.50", "EUR 5.50", "5.50 euros", "5,50 €", "5.50 یورو"])  # fmt: skip
def test_amount_and_currency_are_one_value(text: str) -> None:
    (value,) = find_typed(fold(text), uses_decimal_comma="," in text)

    assert isinstance(value, Quantity)
    assert value.dimension.startswith("money:")
    assert str(value.low) == "5.50"


@given(st.text(max_size=120), st.text(max_size=120))
def test_any_two_texts_can_be_compared(first: str, second: str) -> None:
    for claim in find_typed(fold(first)):
        for fact in find_typed(fold(second)):
            compare_typed(claim, fact)


@given(st.decimals(min_value=0, max_value=10**12, places=2))
def test_a_value_equals_itself_in_every_habit(value: object) -> None:
    written = f"{value:,}"
    swapped = written.translate(str.maketrans(",.", ".,"))
    spaced = written.replace(",", " ").replace(".", ",")

    values = [find_typed(fold(f"{w} EUR"))[0] for w in (written, swapped, spaced)]

    assert {compare_typed(values[0], other) for other in values} == {"equal"}
