from __future__ import annotations

import pytest

from flask_modelmind.retrieval.codes import code_key
from flask_modelmind.retrieval.codes import code_spellings
from flask_modelmind.retrieval.codes import is_number


@pytest.mark.parametrize(
    ("one", "other"),
    [("fal-40", "fal40"), ("fal_40", "fal/40"), ("1,299.00", "1299"), ("1.50", "1.5")],
)
def test_spellings_of_one_code_are_equal(one: str, other: str) -> None:
    assert code_key(one) == code_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("15", "150"), ("15", "1.5"), ("007", "7"), ("fal-40", "fal-4"), ("a1", "1")],
)
def test_other_codes_are_not_equal(one: str, other: str) -> None:
    assert code_key(one) != code_key(other)


def test_a_code_has_other_spellings() -> None:
    assert code_spellings("fal-40") == ("fal40", "fal 40")
    assert code_spellings("a/b-2.1") == ("ab21",)
    assert code_spellings("15") == ()


def test_a_number_is_no_code() -> None:
    assert is_number("1,299.50")
    assert not is_number("s24")
