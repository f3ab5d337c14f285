from __future__ import annotations

import pytest

from flask_modelmind.retrieval.stems import stem
from flask_modelmind.text import fold

ALIKE = {
    "en": ("products", "product"),
    "de": ("Lampen", "Lampe"),
    "es": ("precios", "precio"),
    "tr": ("kitapları", "kitap"),
    "ru": ("лампами", "лампа"),
    "fa-plural": ("گوشی‌ها", "گوشی"),
    "fa-possessive": ("قیمتش", "قیمت"),
    "ar-article": ("الكتاب", "كتاب"),
    "ar-and": ("والكتاب", "كتاب"),
}
APART = {
    "code": ("fal-40s", "fal-40"),
    "short": ("bus", "bu"),
    "fa-short": ("ها", ""),
    "hi": ("काल", "कल"),
}


@pytest.mark.parametrize(("one", "other"), ALIKE.values(), ids=ALIKE)
def test_forms_of_one_word_have_one_stem(one: str, other: str) -> None:
    assert stem(fold(one)) == stem(fold(other))


@pytest.mark.parametrize(("one", "other"), APART.values(), ids=APART)
def test_other_words_keep_their_own_stem(one: str, other: str) -> None:
    assert stem(fold(one)) != stem(fold(other))
