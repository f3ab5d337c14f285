from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import settings
from hypothesis import strategies as st

from flask_modelmind.evidence import check_support
from flask_modelmind.evidence.readings import read_evidence
from flask_modelmind.values import Evidence
from flask_modelmind.values import Field

CACHE = "The cache expires after 60 seconds."
IMPORTER = {"service": "importer", "max_retries": 5, "timeout_seconds": 30, "enabled": True}  # fmt: skip
FALCON_40 = {"name": "Falcon 40", "sku": "FAL-40", "price": "1299.00 EUR", "stock": 12, "category": "Headphones", "discontinued": False}  # fmt: skip
FALCON_60 = {"name": "Falcon 60", "sku": "FAL-60", "price": "1499.00 EUR", "stock": 250, "category": "Headphones", "discontinued": True}  # fmt: skip
EMPTY = {"name": "Merlin 2", "price": "9.00 EUR", "stock": 0}
OSLO = {"name": "Oslo Gardermoen", "code": "OSL", "country": "NO", "lat": 60.193917, "is_open": True, "closed_since": None, "status": "available", "stock": 0, "order_number": 1001}  # fmt: skip
MARA = {"name": "Mara Holm", "city": "Oslo", "credit_limit": 5000}
TWIN = {"name": "Mara Holm", "city": "Lima", "credit_limit": 750}

CASES = [
    ("60 seconds", CACHE, CACHE, "supported"),
    ("10 minutes", "The cache expires after 10 minutes.", CACHE, "contradicted"),
    ("one minute", "The cache expires after one minute.", CACHE, "supported"),
    ("mixed Persian", "cache بعد از 60 ثانیه منقضی می‌شود.", CACHE, "supported"),
    ("Persian", "کش پس از ۶۰ ثانیه منقضی می‌شود.", CACHE, "supported"),
    ("Persian minute", "کش پس از یک دقیقه منقضی می‌شود.", CACHE, "supported"),
    ("Persian 10 minutes", "کش پس از ۱۰ دقیقه منقضی می‌شود.", CACHE, "contradicted"),
    ("Persian both", "حافظه پس از ۶۰ ثانیه پاک می‌شود.", "حافظه پس از یک دقیقه پاک می‌شود.", "supported"),
    ("never", "The cache never expires.", CACHE, "contradicted"),
    ("another fact", "The cache is stored on disk.", CACHE, "unsupported"),
    ("30 and 30", "Goods may be returned within 30 days.", "Goods may be returned within 30 days of delivery.", "supported"),
    ("5 against 3", "The importer makes 5 retries.", "The importer makes 3 retries.", "contradicted"),
    ("5 against 3 in Persian", "سامانه ۵ بار تلاش می‌کند.", "سامانه ۳ بار تلاش می‌کند.", "contradicted"),
    ("62 for 64", "The notice period is 62 days.", "The notice period is 64 days.", "contradicted"),
    ("retries in a record", "The importer makes at most 5 retries.", IMPORTER, "supported"),
    ("other retries in a record", "The importer makes 3 retries.", IMPORTER, "contradicted"),
    ("number of another field", "The importer has a timeout of 5 seconds.", IMPORTER, "contradicted"),
    ("yes or no", "The importer is disabled.", IMPORTER, "contradicted"),
    ("price", "The Falcon 40 costs €1,299.00.", FALCON_40, "supported"),
    ("price in German", "Der Falcon 40 kostet 1.299,00 €.", FALCON_40, "supported"),
    ("price in Persian", "قیمت Falcon 40 برابر ۱٬۲۹۹٫۰۰ یورو است.", FALCON_40, "supported"),
    ("wrong price in Persian", "قیمت Falcon 40 برابر ۱٬۳۹۹ یورو است.", FALCON_40, "contradicted"),
    ("price and stock in Persian", "قیمت Falcon 40 برابر ۱٬۲۹۹ یورو است و ۱۲ عدد موجود است.", FALCON_40, "supported"),
    ("price in Arabic", "سعر Falcon 40 هو ١٬٢٩٩ يورو.", FALCON_40, "supported"),
    ("price in Chinese", "Falcon 40 的价格是 1299 欧元。", FALCON_40, "supported"),
    ("ambiguous price", "The Falcon 40 costs 1.299 EUR.", FALCON_40, "unsupported"),
    ("stock is no part of 120", "The Falcon 40 has 1 unit in stock.", FALCON_40, "contradicted"),
    ("price is not the stock", "The price of the Falcon 40 is 12 EUR.", FALCON_40, "contradicted"),
    ("other code", "FAL-60 costs 1299 EUR.", FALCON_40, "unsupported"),
    ("other product", "The Falcon 60 costs 1299 EUR.", FALCON_40, "unsupported"),
    ("sold out", "The Merlin 2 is sold out.", EMPTY, "supported"),
    ("in stock", "The Merlin 2 is in stock.", EMPTY, "contradicted"),
    ("sold out in Persian", "Merlin 2 ناموجود است.", EMPTY, "supported"),
    ("in stock in Persian", "Merlin 2 موجود است.", EMPTY, "contradicted"),
    ("unknown attribute", "The Falcon 40 is made in Italy.", FALCON_40, "unsupported"),
    ("denial beside empty notes", "We do not stock the Falcon 40.", {"name": "Falcon 40", "notes": None}, "unsupported"),
    ("bare number as a marker", "The Falcon 40 costs 1,299.00 EUR [1].", FALCON_40, "supported"),
    ("bare zero as a marker", "The Falcon 40 costs 1,299.00 EUR [0].", FALCON_40, "supported"),
    ("denial", "We do not stock the Falcon 40.", {"name": "Falcon 40", "price": "5 EUR"}, "unsupported"),
    ("C++ is not C#", "C++ is supported.", "C# is supported.", "unsupported"),
    ("bare value", "Order X94678 was shipped in 7 days.", "7", "unsupported"),
    ("country NO", "The country of Oslo Gardermoen is NO.", OSLO, "supported"),
    ("code in Persian", "کد «Oslo Gardermoen» OSL است.", OSLO, "supported"),
    ("other code in Persian", "کد «Oslo Gardermoen» ENG1 است.", OSLO, "unsupported"),
    ("number as shown", "Lat von „Oslo Gardermoen“: 60.193917.", OSLO, "supported"),
    ("money is no stock", "The stock of the Merlin 3 costs 12 EUR.", {"name": "Merlin 3", "stock": 12}, "unsupported"),
    ("plain yes", "Oslo Gardermoen – Is open: yes.", OSLO, "supported"),
    ("plain no", "Oslo Gardermoen – Is open: no.", OSLO, "contradicted"),
    ("status that is a word for stock", "The status of Oslo Gardermoen is available.", OSLO, "supported"),
    ("nothing recorded", "No closed since is recorded for Oslo Gardermoen.", OSLO, "supported"),
    ("number named number", "The order number of Oslo Gardermoen is 1001.", OSLO, "supported"),
    ("double negation in Spanish", "El hotel no tiene ningún ascensor.", "El hotel no tiene ascensor.", "supported"),
    ("Persian denial", "کتابخانه جمعه باز نیست.", "کتابخانه جمعه باز است.", "contradicted"),
    ("scale", "Revenue was 50 million USD.", "Revenue was 150 million USD; margin was 12.5%.", "contradicted"),
    ("swapped names", "Dana Weil reports to Mara Holm.", "Mara Holm reports to Dana Weil.", "unsupported"),
    ("another clause", "The basic plan costs 12 euros a month.", "The basic plan is free; the team plan costs 12 euros a month.", "unsupported"),
    ("all and some", "All tests failed on Windows.", "Some tests failed on Windows.", "unsupported"),
    ("other language, words only", "Das Hotel hat eine Sauna.", "The hotel is near the station.", "not_checkable"),
    ("stars", "★★★", CACHE, "no_claim"),
    ("question", "Does the cache expire?", CACHE, "no_claim"),
    ("refusal", "I could not find that.", CACHE, "no_claim"),
]  # fmt: skip


@pytest.mark.parametrize(("claim", "evidence", "verdict"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])  # fmt: skip
def test_evidence_carries_a_claim_or_does_not(
    claim: str, evidence: str | dict[str, object], verdict: str
) -> None:
    support = check_support(claim, [evidence])

    assert support.verdict == verdict, support.reasons


def test_a_value_of_the_neighbour_record_does_not_support() -> None:
    support = check_support("Falcon 40 has 250 units in stock.", [FALCON_40, FALCON_60])

    assert support.verdict == "contradicted"
    assert support.reasons == ("number 250 vs 12 in stock",)


def test_city_of_one_and_limit_of_the_other_do_not_support_together() -> None:
    claim = "Mara Holm from Oslo has a credit limit of 750."

    assert check_support(claim, [MARA, TWIN]).verdict != "supported"


def test_each_named_record_is_held_to_its_own_value() -> None:
    right = "Falcon 40 costs 1299 EUR and Falcon 60 costs 1499 EUR."
    wrong = "Falcon 40 costs 1499 EUR and Falcon 60 costs 1299 EUR."

    assert check_support(right, [FALCON_40, FALCON_60]).verdict == "supported"
    assert check_support(wrong, [FALCON_40, FALCON_60]).verdict == "contradicted"


def test_a_match_names_the_evidence_and_the_field() -> None:
    support = check_support("Falcon 60 has 250 units in stock.", [FALCON_40, FALCON_60])

    assert [(m.evidence, m.field) for m in support.matches] == [(1, "stock")]


def test_a_match_in_a_text_is_the_span_of_its_sentence() -> None:
    text = f"Read this first. {CACHE} Then restart."

    (match,) = check_support("The cache expires after one minute.", [text]).matches

    assert text[match.start : match.end] == CACHE


def test_evidence_values_are_accepted_and_keys_prove_nothing() -> None:
    evidence = Evidence(
        kind="record", source_id="r", model="Products", record="Falcon 40",
        names=("Falcon 40",),
        fields=(
            Field(column="id", label="Id", value=12, text="12", is_key=True),
            Field(column="stock", label="Stock", value=3, text="3", kind="number"),
        ),
    )  # fmt: skip

    assert check_support("Falcon 40: stock 3", [evidence]).verdict == "supported"
    assert check_support("Falcon 40: id 12", [evidence]).verdict == "unsupported"


def test_the_country_no_is_no_denial() -> None:
    (field,) = read_evidence(0, {"country": "NO"}).fields

    assert field.truth is None


def test_nothing_supports_without_evidence() -> None:
    assert check_support("The cache expires.", []).verdict == "unsupported"


@settings(max_examples=60, deadline=None)
@given(
    st.text(max_size=80),
    st.one_of(
        st.text(max_size=80),
        st.dictionaries(st.text(max_size=8), st.one_of(st.text(max_size=20), st.integers(), st.floats(), st.booleans(), st.none(), st.datetimes()), max_size=4),
    ),
)  # fmt: skip
def test_any_text_can_be_checked_and_twice_the_same(
    claim: str, evidence: str | dict[str, object]
) -> None:
    support = check_support(claim, [evidence])

    assert 0 <= support.score <= 1
    assert check_support(claim, [evidence]) == support


LONG = {
    "200 kB of sentences": f"{CACHE} The importer makes 5 retries, and costs 12 EUR. " * 2300,
    "one sentence without end": "cache expires 60 seconds " * 8000,
    "100,000 digits": "9" * 100_000,
    "digits and separators": "1." * 50_000,
    "a token of 50,000 characters": "x" * 50_000,
    "Chinese without a stop": "价格是三十五元" * 3000,
}  # fmt: skip


@pytest.mark.parametrize("text", LONG.values(), ids=LONG.keys())
def test_long_evidence_takes_linear_time(text: str) -> None:
    """Generous, for busy machines: anything quadratic takes minutes here."""
    started = time.monotonic()

    check_support("The cache expires after 60 seconds.", [text])

    assert time.monotonic() - started < 30


def test_what_is_too_long_for_a_statement_is_not_judged() -> None:
    support = check_support("The cache holds x" + "9" * 50_000, [CACHE])

    assert support.verdict == "not_checkable"
