from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flask_modelmind.language import base_language
from flask_modelmind.language import detect_language
from flask_modelmind.language import direction

TEXTS = {
    "en": "How much is the Falcon 40?",
    "en-quotes-persian": "How much is «فالکن»?",
    "de": "Wie viel kostet der Falcon 40?",
    "de-letter": "Geöffnete Schläuche",
    "fr": "Combien coûte le Falcon 40 ?",
    "es": "¿Cuánto cuesta el Falcon 40?",
    "it": "Quanto costa il Falcon?",
    "pt": "Qual é o preço do Falcon?",
    "nl": "Hoeveel kost de Falcon?",
    "tr": "Stokta var mı?",
    "ru": "Сколько стоит Falcon 40?",
    "uk": "Скільки коштує цей товар?",
    "el": "Πόσο κοστίζει;",
    "fa": "قیمتش چقدر است؟",
    "fa-latin-names": "قیمت Samsung Galaxy S24 Ultra چند است؟",
    "fa-arabic-keyboard": "قيمت اين كتاب چند است",
    "fa-one-word": "سلام",
    "ar": "كم سعر هذا المنتج؟",
    "ar-vocalised": "ما هو سِعْرُ الهاتف",
    "ur": "اس کی قیمت کیا ہے؟",
    "he": "כמה עולה המוצר?",
    "zh": "这个产品多少钱？",
    "zh-latin-names": "Falcon 40 多少钱",
    "ja": "この製品の価格は？",
    "ja-katakana": "カメラ",
    "ko": "이 제품은 얼마입니까?",
    "hi": "इस उत्पाद की कीमत क्या है?",
    "th": "สินค้านี้ราคาเท่าไหร่",
}


@pytest.mark.parametrize(("case", "text"), TEXTS.items(), ids=TEXTS)
def test_language_is_told_from_the_text(case: str, text: str) -> None:
    assert detect_language(text) == case.partition("-")[0]


@pytest.mark.parametrize(
    ("text", "locale", "expected"),
    [
        ("12", "fa-IR", "fa"),
        ("Falcon", "de_AT", "de"),
        ("Falcon", "pl", "pl"),
        ("Falcon", "fa", "en"),
        ("", None, "sv"),
        ("نور", "ar", "ar"),
        ("東京", "ja", "ja"),
        ("How much is it?", "fa", "en"),
        ("नमस्कार", "mr-IN", "mr"),
    ],
)
def test_locale_decides_only_where_the_text_does_not(
    text: str, locale: str | None, expected: str
) -> None:
    default = "sv" if not text else "en"

    assert detect_language(text, locale=locale, default=default) == expected


@given(st.text(), st.none() | st.text())
def test_any_text_has_a_language(text: str, locale: str | None) -> None:
    assert detect_language(text, locale=locale)


@pytest.mark.parametrize(
    ("tag", "expected"),
    [("fa", "rtl"), ("ar-EG", "rtl"), ("he", "rtl"), ("UR", "rtl"), ("en", "ltr")],
)
def test_direction_follows_the_language(tag: str, expected: str) -> None:
    assert direction(tag) == expected


def test_base_language_is_the_first_part_of_a_tag() -> None:
    assert [base_language(tag) for tag in ("fa-IR", "zh_Hans", None)] == [
        "fa",
        "zh",
        "",
    ]


@pytest.mark.parametrize("text", ["Size A", "Volvo A 40", "Blood type O", "E 320"])
def test_a_single_letter_of_a_name_does_not_make_a_language(text: str) -> None:
    assert detect_language(text) == "en"
