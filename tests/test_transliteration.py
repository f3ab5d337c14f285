from __future__ import annotations

import time

import pytest

from flask_modelmind.text import fold
from flask_modelmind.transliteration import closeness
from flask_modelmind.transliteration import latin_pattern
from flask_modelmind.transliteration import sounds_like

SAME = {
    "fa-falcon": ("فالکن", "falcon"),
    "fa-heathrow": ("هیترو", "heathrow"),
    "fa-samsung": ("سامسونگ", "samsung"),
    "fa-galaxy": ("گلکسی", "galaxy"),
    "fa-frankfurt": ("فرانکفورت", "frankfurt"),
    "fa-tehran": ("تهران", "tehran"),
    "fa-tokyo": ("توکیو", "tokyo"),
    "ar-adidas": ("أديداس", "adidas"),
    "ar-gatwick": ("جاتويك", "gatwick"),
    "ru-london": ("Лондон", "london"),
    "ru-heathrow": ("Хитроу", "heathrow"),
    "ru-alexander": ("Александр", "alexander"),
    "el-athens": ("Αθήνα", "athina"),
    "he-london": ("לונדון", "london"),
}
OTHER = {
    "fa": ("فالکن", "florence"),
    "fa-longer": ("لندن", "londonderry"),
    "ru": ("Лондон", "lisbon"),
    "ar": ("جاتويك", "gadget"),
}


@pytest.mark.parametrize(("name", "latin"), SAME.values(), ids=SAME)
def test_a_name_meets_its_latin_spelling(name: str, latin: str) -> None:
    assert sounds_like(latin_pattern(fold(name)), latin)


@pytest.mark.parametrize(("name", "latin"), OTHER.values(), ids=OTHER)
def test_another_name_is_not_met(name: str, latin: str) -> None:
    assert not sounds_like(latin_pattern(fold(name)), latin)


@pytest.mark.parametrize(
    "word", ["falcon", "fal-40", "او", "无线", "", "ا" * 40, "ааа"]
)
def test_what_is_no_foreign_name_has_no_pattern(word: str) -> None:
    assert latin_pattern(word) == ""
    assert not sounds_like(latin_pattern(word), "falcon")


@pytest.mark.parametrize(
    "word", ["بیویویویویویویوب", "باعاعاعاعاعاعاعب", "سسسسسسسسسسسسسسسس"]
)
def test_matching_stays_cheap_for_hostile_words(word: str) -> None:
    pattern = latin_pattern(word)
    start = time.perf_counter()

    for text in ("b" + "aeiouy" * 5 + "x", "s" * 32, "sc" * 16):
        sounds_like(pattern, text)

    assert time.perf_counter() - start < 0.25


@pytest.mark.parametrize(("word", "latin"), SAME.values(), ids=SAME)
def test_a_spelling_of_the_name_is_close(word: str, latin: str) -> None:
    assert closeness(fold(word), latin) > 0.9


def test_a_name_with_the_same_consonants_is_further_away() -> None:
    heathrow = fold("هیترو")

    assert closeness(heathrow, "heathrow") > 0.9
    assert max(closeness(heathrow, other) for other in ("jeter", "otero")) < 0.8
