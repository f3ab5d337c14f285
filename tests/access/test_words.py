from __future__ import annotations

import pytest

from flask_modelmind.access.words import split_name

NAMES = {
    "snake": ("stripe_api_key", ["stripe", "api", "key"]),
    "camel": ("stripeApiKey", ["stripe", "api", "key"]),
    "capitals": ("stripeAPIKey", ["stripe", "api", "key"]),
    "kebab": ("X-Api-Key", ["x", "api", "key"]),
    "spaces": ("Api  key ", ["api", "key"]),
    "digits": ("cvv2_code", ["cvv2", "code"]),
    "diacritics": ("Contraseña", ["contrasena"]),
    "decomposed": ("Contrasen\u0303a", ["contrasena"]),
    "full width": ("\uff50\uff57\uff44", ["pwd"]),
    "arabic letters": ("\u0643\u062f_\u0645\u0644\u064a", ["کد", "ملی"]),
    "zero width": ("رمز\u200cعبور", ["رمز", "عبور"]),
    "korean": ("비밀번호", ["비밀번호"]),
    "empty": ("__", []),
}


@pytest.mark.parametrize(("name", "words"), NAMES.values(), ids=NAMES)
def test_a_name_falls_into_words(name: str, words: list[str]) -> None:
    assert list(split_name(name)) == words
