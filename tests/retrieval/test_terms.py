from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flask_modelmind.retrieval import make_query
from flask_modelmind.retrieval import names_model

SUBJECT = "Falcon 40"

ASKED = {
    "en-polite": (
        "I'd like to know whether you could possibly say if the Bose QC45 is in stock",
        ["bose", "qc45"],
    ),
    "en-mouse": ("mouse in stock", ["mouse"]),
    "en-one-word": ("Deadline?", ["deadline"]),
    "en-acronym": ("Who is in IT?", ["it"]),
    "en-signs": ("C# or C++?", ["c#", "c++"]),
    "en-band": ("When do The Who play?", ["the", "who", "play"]),
    "en-code": ("is fal-40 available", ["fal-40"]),
    "de": ("Können Sie mir bitte sagen, ob FAL-40 noch auf Lager ist?", ["fal-40"]),
    "fr": ("Pourriez-vous me dire combien coûte le Falcon 40 ?", ["falcon", "40"]),
    "es": ("¿Me podría decir cuánto cuesta el Falcon 40?", ["falcon", "40"]),
    "it": ("Vorrei sapere quanto costa il Falcon 40", ["falcon", "40"]),
    "pt": ("Gostaria de saber quanto custa o Falcon 40", ["falcon", "40"]),
    "nl": ("Kunt u mij zeggen hoeveel de Falcon 40 kost?", ["zeggen", "falcon", "40"]),
    "tr": ("Falcon 40 kaç lira, lütfen söyler misiniz?", ["falcon", "40"]),
    "ru": ("Подскажите, пожалуйста, сколько стоит Falcon 40?", ["falcon", "40"]),
    "uk": ("Скажіть, будь ласка, скільки коштує Falcon 40?", ["falcon", "40"]),
    "fa": ("لطفاً بفرمایید قیمت فالکن ۴۰ چند است؟", ["فالکن", "40"]),
    "fa-arabic-keyboard": ("قيمت كتاب علي چند است", ["کتاب", "علی"]),
    "ar": ("من فضلك، كم سعر الكتاب الأزرق؟", ["الکتاب", "الازرق"]),
    "he": ("בבקשה, כמה עולה פלקון?", ["פלקון"]),
    "el": ("Πόσο κοστίζει το Falcon 40 παρακαλώ;", ["falcon", "40"]),
    "hi": ("कृपया बताइए फाल्कन की कीमत क्या है?", ["फाल्कन"]),
    "ko": ("팔콘 가격은 얼마입니까?", ["팔콘"]),
    "zh": ("请问无线鼠标多少钱？", ["无线", "线鼠", "鼠标"]),
    "zh-one-character": ("猫", ["猫"]),
    "ja": ("無線マウスの価格はいくらですか", ["無線", "線マ", "マウ", "ウス"]),
    "th": ("เมาส์ ราคาเท่าไหร่", ["เม", "มา", "าส", "ส์"]),
}


@pytest.mark.parametrize(("question", "expected"), ASKED.values(), ids=ASKED)
def test_names_are_kept_and_courtesy_is_dropped(
    question: str, expected: list[str]
) -> None:
    query = make_query(question)

    forms: dict[str, str] = {}
    for term in query.terms:
        if not term.is_generic:
            forms.setdefault(term.raw, term.text)
    assert list(forms.values()) == expected


FOLLOW_UPS = {
    "en": ("how much is it?", True),
    "en-attribute": ("and the price?", True),
    "en-new-word": ("does it have bluetooth?", True),
    "en-what-about": ("what about the warranty?", True),
    "en-other-name": ("and for Falcon 60?", False),
    "en-other-code": ("is FAL-60 in stock?", False),
    "en-other-topic": ("what is the weather like", False),
    "fa": ("قیمتش چقدر است؟", True),
    "fa-this": ("وزن این چقدر است؟", True),
    "ar": ("كم سعره؟", True),
    "de": ("und wie viel kostet er?", True),
    "ru": ("а сколько он стоит?", True),
    "zh": ("它多少钱？", True),
    "ja": ("それはいくらですか", True),
}


@pytest.mark.parametrize(("question", "goes_on"), FOLLOW_UPS.values(), ids=FOLLOW_UPS)
def test_a_follow_up_takes_over_the_subject(question: str, goes_on: bool) -> None:
    query = make_query(question, subjects=[SUBJECT], generic_words=["سعره"])

    assert (query.subjects == ("falcon 40",)) is goes_on
    assert ("falcon" in {t.text for t in query.terms}) is (
        goes_on or "Falcon" in question
    )


def test_without_a_conversation_there_is_no_subject() -> None:
    assert make_query("how much is it?").terms[-1:] == ()


def test_words_of_labels_get_little_weight() -> None:
    query = make_query("colour of the Falcon", generic_words=["Colours"])

    weights = {term.text: term.weight for term in query.terms}
    assert weights["colour"] < weights["falcon"] / 5
    assert {t.text: t.is_generic for t in query.terms} == {
        "colour": True,
        "falcon": False,
    }


def test_codes_and_names_come_first_when_terms_are_limited() -> None:
    question = "compare nice cheap light strong things like Falcon with BX-7"

    query = make_query(question, max_terms=2)

    assert {term.raw for term in query.terms} == {"Falcon", "BX-7"}


@given(st.text(), st.lists(st.text(), max_size=2))
def test_any_question_becomes_a_query_whose_weights_are_shares(
    question: str, subjects: list[str]
) -> None:
    query = make_query(question, subjects=subjects)

    words = {term.raw: term.weight for term in reversed(query.terms)}
    assert all(term.weight > 0 for term in query.terms)
    assert sum(words.values()) == pytest.approx(1 if words else 0)


def test_quoted_words_are_a_phrase() -> None:
    query = make_query('tell me about "blue moon", please')

    assert query.phrases == ("blue moon",)


def test_adjoining_words_are_a_phrase() -> None:
    assert make_query("price of Falcon 40?").phrases == ("falcon 40",)


@pytest.mark.parametrize(
    ("asked", "form"),
    [("FAL40", "fal-40"), ("fal-40", "fal40"), ("FAL 40", "fal40"), ("1,299", "1299")],
)
def test_a_code_is_looked_for_in_its_other_spellings(asked: str, form: str) -> None:
    assert form in {term.text for term in make_query(asked).terms}


@pytest.mark.parametrize(
    ("question", "label", "expected"),
    [
        ("which products do you have?", "Products", True),
        ("which product is cheap?", "Products", True),
        ("show order lines", "Order lines", True),
        ("show lines of the order", "Order lines", False),
        ("چه محصولاتی دارید؟", "محصول", False),
        ("محصولات شما", "محصول", True),
        ("有哪些产品", "产品", True),
        ("how are you?", "Products", False),
        ("anything", "", False),
    ],
)
def test_a_question_names_a_model_by_its_label(
    question: str, label: str, expected: bool
) -> None:
    assert names_model(make_query(question), [label]) is expected
