from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flask_modelmind.text import fold
from flask_modelmind.text import fold_with_offsets
from flask_modelmind.text import has_unspaced_script
from flask_modelmind.text import words

SAME = {
    "en-case-and-space": ("Falcon  40\t", "falcon 40"),
    "en-curly-quote": ("Bruno’s", "bruno's"),
    "en-non-breaking": ("FAL\u201140\u00a0EUR", "fal-40 eur"),
    "en-soft-hyphen": ("cata\u00adlogue", "catalogue"),
    "en-ligature": ("ﬁnal oﬃce", "final office"),
    "en-trademark": ("Falcon™ 40", "falcon 40"),
    "de-sharp-s": ("STRASSE", "Straße"),
    "de-quotes": ("„Geöffnete Software“", '"Geoffnete Software"'),
    "fr-ligature": ("Œuvre d’été", "oeuvre d'ete"),
    "es-tilde": ("Piñata Ñandú", "pinata nandu"),
    "da-stroke": ("Ærø", "aero"),
    "pl-stroke": ("Łódź", "lodz"),
    "tr-dotted": ("İSTANBUL ISPARTA", "istanbul ısparta"),
    "ru-yo": ("Ёлка Чай", "елка чаи"),
    "el-accent": ("Πόσο κοστίζεΙς", "ποσο κοστιζεισ"),
    "fa-keyboards": ("كتاب علي", "کتاب علی"),
    "fa-zwnj": ("می‌رود", "میرود"),
    "fa-tatweel": ("کـــتاب", "کتاب"),
    "fa-digits": ("۱۲٬۵۰۰٫۵", "12,500.5"),
    "ar-digits": ("٣٠ ثانية", "30 ثانیه"),
    "ar-harakat": ("كِتَابٌ", "كتاب"),
    "ar-alef": ("أحمد إلى آخر", "احمد الی اخر"),
    "ar-presentation": ("ﺍﻟﻜﺘﺎﺏ", "الكتاب"),
    "ur-heh": ("ہے", "هی"),
    "bidi-controls": ("\u202bقیمت\u202c \u200fA\u200e", "قیمت a"),
    "he-niqqud": ("שָׁלוֹם", "שלום"),
    "hi-digits": ("₹ ४५०", "₹ 450"),
    "th-digits": ("๑๒๓", "123"),
    "ja-half-width": ("ｶﾞｷﾞ", "ガギ"),
    "ja-full-width": ("Ｆａｌｃｏｎ　４０", "falcon 40"),
    "ko-jamo": (unicodedata.normalize("NFD", "가격"), "가격"),
    "math-digits": ("𝟛0", "30"),
}

DIFFERENT = {
    "half": ("½", "1/2"),
    "square": ("m²", "m2"),
    "circled": ("①", "1"),
    "roman": ("Ⅳ", "IV"),
    "area-sign": ("5㎡", "5m2"),
    "c-sharp": ("C#", "C++"),
    "hi-vowel-sign": ("कि", "की"),
    "hi-vowel-none": ("कल", "काल"),
    "ja-voiced": ("かき", "がき"),
    "th-tone": ("ไมล์", "ไหม"),
    "two-numbers": ("60", "600"),
}

WORDS = {
    "en": ("how much is it?", ["how", "much", "is", "it"]),
    "en-apostrophe": ("bruno's", ["bruno", "s"]),
    "code-hyphen": ("is fal-40 in?", ["is", "fal-40", "in"]),
    "code-mixed": ("a/b-2.1.", ["a/b-2.1"]),
    "code-underscore": ("fal_40", ["fal_40"]),
    "number": ("12,500.5 eur", ["12,500.5", "eur"]),
    "list-of-numbers": ("1, 2", ["1", "2"]),
    "time": ("at 10:30:", ["at", "10:30"]),
    "compound": ("and/or node.js", ["and", "or", "node", "js"]),
    "signs": ("c# or c++?", ["c#", "or", "c++"]),
    "fa": ("قیمت فالکن 40 چند است?", ["قیمت", "فالکن", "40", "چند", "است"]),
    "ru": ("сколько стоит?", ["сколько", "стоит"]),
    "hi": ("इसकी कीमत क्या है", ["इसकी", "कीमत", "क्या", "है"]),
    "ko": ("가격은 얼마", ["가격은", "얼마"]),
    "zh": ("多少钱", ["多少", "少钱"]),
    "zh-single": ("猫", ["猫"]),
    "zh-mixed": ("iphone15手机", ["iphone15", "手机"]),
    "ja": ("価格は", ["価格", "格は"]),
    "th": ("ราคา", ["รา", "าค", "คา"]),
    "km": ("ភាសា", ["ភា", "ាស", "សា"]),
    "lo": ("ລາວ", ["ລາ", "າວ"]),
    "signs-only": ("★★★ + ?", []),
}


@pytest.mark.parametrize(("one", "other"), SAME.values(), ids=SAME)
def test_two_spellings_of_one_text_fold_alike(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT.values(), ids=DIFFERENT)
def test_two_texts_of_different_meaning_stay_apart(one: str, other: str) -> None:
    assert fold(one) != fold(other)


@pytest.mark.parametrize(("text", "expected"), WORDS.values(), ids=WORDS)
def test_words_follow_the_script(text: str, expected: list[str]) -> None:
    found = words(text)

    assert [word.text for word in found] == expected
    assert all(text[word.start : word.end] == word.text for word in found)


@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.text(alphabet=st.characters()))
def test_composed_and_decomposed_text_fold_alike(text: str) -> None:
    composed = unicodedata.normalize("NFC", text)

    assert fold(unicodedata.normalize("NFD", text)) == fold(composed)


@given(st.text(alphabet=st.characters(exclude_categories=[])))
def test_folding_with_offsets_gives_the_same_text(text: str) -> None:
    folded = fold_with_offsets(text)

    assert folded.text == fold(text)
    assert len(folded.offsets) == len(folded.text) + 1
    assert list(folded.offsets) == sorted(folded.offsets)
    assert folded.offsets[-1] == len(text)


@pytest.mark.parametrize("point", range(0, 0x110000, 0x1000))
def test_every_character_folds_without_harm(point: int) -> None:
    for code in range(point, point + 0x1000, 7):
        text = f"a{chr(code)}b"

        assert fold(fold(text)) == fold(text) == fold_with_offsets(text).text


def test_offsets_point_at_the_character_that_was_folded() -> None:
    text = "  Cafe\u0301   n\u00b0\u200c Straße "

    folded = fold_with_offsets(text)

    at = folded.text.index("strasse")
    start, end = folded.original_span(at, at + len("strasse"))
    assert text[start:end].strip() == "Straße"
    assert folded.offsets[: len("cafe")] == (2, 3, 4, 5)


def test_offsets_are_kept_inside_a_cluster_of_kept_marks() -> None:
    assert fold_with_offsets("कि").offsets == (0, 1, 2)


def test_a_word_knows_whether_it_holds_a_digit() -> None:
    plain, code = words("falcon fal-40")

    assert (plain.has_digit, code.has_digit) == (False, True)


def test_scripts_without_spaces_are_told_apart() -> None:
    assert has_unspaced_script("iphone 手机")
    assert not has_unspaced_script("فالکن 40")
