from __future__ import annotations

import pytest

from flask_modelmind.spelling import likely_edits
from flask_modelmind.spelling import typo_similarity


@pytest.mark.parametrize(
    ("word", "edits"), [("", 0), ("usb", 0), ("bose", 1), ("falcon", 1), ("samsung", 2)]
)
def test_longer_words_may_hold_more_mistakes(word: str, edits: int) -> None:
    assert likely_edits(word) == edits


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("samsng", "samsung"),
        ("flacon", "falcon"),
        ("afclon", "falcon"),
        ("電腦螢幕", "電腦銀幕"),
        ("ламппа", "лампа"),
    ],
)
def test_a_mistyped_word_is_alike(one: str, other: str) -> None:
    assert typo_similarity(one, other, 2) >= 0.66


@pytest.mark.parametrize(
    ("one", "other"),
    [("mouse", "house"), ("cable", "table"), ("wireless", "tireless"), ("", "")],
)
def test_another_word_is_not(one: str, other: str) -> None:
    assert typo_similarity(one, other, 2) == 0
