from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flask_modelmind.retrieval import make_query
from flask_modelmind.retrieval import missing_words
from flask_modelmind.retrieval import rank
from flask_modelmind.values import Evidence
from flask_modelmind.values import Field


def product(name: str, description: str = "", sku: str = "") -> Evidence:
    texts = {"name": name, "description": description, "sku": sku}
    fields = tuple(
        Field(
            column=column,
            label=column,
            value=text,
            text=text,
            is_identity=column != "description",
        )
        for column, text in texts.items()
        if text
    )
    return Evidence(
        kind="record", source_id=name, model="Products", record=name, fields=fields
    )


SHOP = [
    product("Gaming Mini Lamp", "lighting in the house"),
    product("Logitech Mouse", "a wireless mouse", "LOG-185"),
    product("Falcon 40", "drone with camera", "FAL-40"),
    product("Falcon 60", "drone with camera", "FAL-60"),
    product("iPhone 15 Pro", "phone", "IP-15P"),
    product("iPhone 15", "phone", "IP-15"),
    product("Bose QC45", "headphones", "BO-45"),
    product("Samsung Galaxy S24", "phone", "SA-24"),
    product("Tireless Chair", "for the table", "CH-150"),
    product("کتاب علی", "کتاب فارسی"),
    product("خطة السفر", ""),
    product("无线鼠标", "好"),
    product("팔콘 드론", ""),
    product("Kaffeemühle", "mahlt Bohnen"),
    product("काल यंत्र", ""),
    product("कल यंत्र", ""),
]


def found(question: str, shop: list[Evidence] = SHOP) -> list[str]:
    query = make_query(question, generic_words=["Products", "Price", "Stock"])
    return [one.record for one in rank(query, shop)]


FIRST = {
    "word": ("mouse in stock", "Logitech Mouse"),
    "polite": ("could you possibly tell me if Bose QC45 is there", "Bose QC45"),
    "code": ("fal-60", "Falcon 60"),
    "code-joined": ("fal60", "Falcon 60"),
    "code-apart": ("FAL 60", "Falcon 60"),
    "name": ("price of Falcon 40?", "Falcon 40"),
    "shorter-name": ("iphone 15", "iPhone 15"),
    "longer-name": ("iPhone 15 Pro", "iPhone 15 Pro"),
    "plural": ("which mouses?", "Logitech Mouse"),
    "typo": ("samsng galxy", "Samsung Galaxy S24"),
    "swap": ("flacon 40", "Falcon 40"),
    "fa-name": ("قیمت فالکن ۴۰ چند است؟", "Falcon 40"),
    "fa-keyboard": ("كتاب علي", "کتاب علی"),
    "fa-zwnj": ("کتاب‌های علی", "کتاب علی"),
    "ar-vocalised": ("ما سعر خِطَّة السَّفَر؟", "خطة السفر"),
    "ru-name": ("Сколько стоит Самсунг?", "Samsung Galaxy S24"),
    "el-name": ("Σάμσουνγκ", "Samsung Galaxy S24"),
    "de-umlaut": ("Kaffeemuhle", "Kaffeemühle"),
    "zh": ("无线鼠标多少钱", "无线鼠标"),
    "ko-particle": ("팔콘은 얼마입니까", "팔콘 드론"),
    "hi-vowel-sign": ("कल यंत्र", "कल यंत्र"),
}


@pytest.mark.parametrize(("question", "expected"), FIRST.values(), ids=FIRST)
def test_the_right_record_comes_first(question: str, expected: str) -> None:
    assert found(question)[:1] == [expected]


@pytest.mark.parametrize(
    "question",
    ["who is the president of France?", "what is the weather like", "cable", "tabel 9"],
)
def test_a_question_about_something_else_finds_nothing(question: str) -> None:
    assert found(question) == []


def test_two_letters_inside_a_word_are_no_hit() -> None:
    shop = [product("Gaming Mini Lamp"), product("UK Plug")]

    assert found("ga", shop) == []
    assert found("UK", shop) == ["UK Plug"]


def test_a_number_is_matched_whole() -> None:
    shop = [product("Cable 150"), product("Cable 2015"), product("Cable 15")]

    assert found("Cable 15", shop)[0] == "Cable 15"
    assert found("15", shop) == ["Cable 15"]


def test_mouse_is_not_house_and_a_typo_never_beats_the_word() -> None:
    shop = [product("House"), product("Moose"), product("Mouse")]

    assert found("mouse", shop) == ["Mouse"]
    assert found("mouse", shop[:2]) == ["Moose"]


def test_typing_mistakes_can_be_switched_off() -> None:
    assert rank(make_query("samsng"), SHOP, fuzzy=False) == []


def test_a_word_in_a_heavier_column_counts_more() -> None:
    in_text = product("Lamp", "like a mouse")
    in_name = product("Mouse")

    ranked = rank(make_query("mouse"), [in_text, in_name])

    assert [one.record for one in ranked] == ["Mouse", "Lamp"]


def test_the_model_may_weigh_its_columns() -> None:
    shop = [product("Lamp", "like a mouse"), product("Mouse cover")]

    ranked = rank(make_query("mouse"), shop, weights={"description": 10, "name": 1})

    assert ranked[0].record == "Lamp"


def test_a_rare_word_decides_between_records_that_share_a_common_one() -> None:
    shop = [product(f"Drone {name}") for name in ("red", "blue", "green", "grey")]

    assert found("green drone", shop)[0] == "Drone green"


def test_two_records_of_one_name_both_stay() -> None:
    assert found("Ada Byron", [product("Ada Byron"), product("Ada Byron")]) == [
        "Ada Byron",
        "Ada Byron",
    ]


def test_a_follow_up_finds_its_subject() -> None:
    query = make_query("how much is it?", subjects=["Falcon 40"])

    assert rank(query, SHOP)[0].record == "Falcon 40"


def test_without_terms_the_candidates_stay_as_they_are() -> None:
    assert rank(make_query("what is there?"), SHOP) == SHOP


def test_text_of_documents_is_ranked_too() -> None:
    chunk = Evidence(
        kind="document",
        source_id="ops",
        model="Handbook",
        record="ops.md",
        text="The cache expires after 60 seconds.",
    )

    ranked = rank(make_query("When does the cache expire?"), [SHOP[0], chunk])

    assert [one.record for one in ranked] == ["ops.md"]


def test_a_record_called_like_a_field_is_found_by_its_name() -> None:
    """ "Shipping" is a page here, and a word of the label "Shipping date"."""
    shop = [product("Shipping"), product("Returns"), product("Falcon 40")]
    query = make_query("What does shipping cost?", generic_words=["Shipping date"])

    assert [one.record for one in rank(query, shop)] == ["Shipping"]


def test_a_question_that_names_a_model_only_keeps_its_rows() -> None:
    handbook = Evidence(kind="context", source_id="c", model="Handbook", record="Ops")

    query = make_query("Which products are there?", generic_words=["Products"])

    assert rank(query, [SHOP[0], handbook])[0].record == SHOP[0].record
    assert len(rank(query, [SHOP[0], handbook])) == 1


def test_words_that_no_candidate_holds_are_told() -> None:
    query = make_query("price of the Falcn 60 with cameras", generic_words=["Price"])

    assert missing_words(query, SHOP) == {"Falcn"}


CARRIED = {
    "name-mistyped": ("price of the Falcn 60", "Falcon 60"),
    "name-of-another-script": ("قیمت فالکن ۶۰", "Falcon 60"),
    "name-beside-a-city": ("elevation of Heathrow", "London Heathrow Airport"),
    "noun-of-another-language": ("فرودگاه هیترو", "London Heathrow Airport"),
    "word-of-a-description": ("wireless mouse", "Logitech Mouse"),
}
AIRPORTS = [
    dataclasses.replace(
        product(name),
        model="Airports",
        fields=(
            *product(name).fields,
            Field(column="city", label="City", value=city, text=city),
        ),
    )
    for name, city in (
        ("London Heathrow Airport", "London"),
        ("Jeter Field", "Sladen"),
        ("Dan France Airport", "Soldotna"),
        ("Fair Weather Field", "Monaville"),
        ("President Carlos Airport", "Chaco"),
    )
]
GENERIC = ["Products", "Airports", "Price", "Elevation"]


@pytest.mark.parametrize(("question", "record"), CARRIED.values(), ids=CARRIED)
def test_who_carries_the_question_scores_high(question: str, record: str) -> None:
    best = rank(make_query(question, generic_words=GENERIC), [*SHOP, *AIRPORTS])[0]

    assert best.record == record
    assert best.score >= 0.6


@pytest.mark.parametrize(
    "question",
    [
        "What is the capital of France?",
        "What is the weather tomorrow?",
        "Who is the president of the committee?",
        "What does the Falcon 80 cost?",
        "Do you have the Falco 900?",
        "پایتخت فرانسه کجاست؟",
    ],
)
def test_half_of_a_question_scores_low(question: str) -> None:
    ranked = rank(make_query(question, generic_words=GENERIC), [*SHOP, *AIRPORTS])

    assert all(one.score < 0.5 for one in ranked)


@given(st.text(), st.lists(st.text(max_size=30), max_size=4))
def test_scores_are_between_nothing_and_one(question: str, names: list[str]) -> None:
    ranked = rank(make_query(question), [product(name) for name in names])

    assert all(0 <= one.score <= 1 for one in ranked)
    assert [one.score for one in ranked] == sorted(
        (one.score for one in ranked), reverse=True
    )
