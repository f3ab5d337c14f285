from __future__ import annotations

import typing as t

import pytest

from flask_modelmind.sources.leaves import leaves
from flask_modelmind.sources.leaves import MAX_LEAVES


def hides(name: str) -> str | None:
    return "sensitive" if "password" in name or "token" in name else None


def read(value: t.Any) -> dict[str, t.Any]:
    return dict(leaves("meta", value, hides))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"seats": 5, "plan": None}, {"meta.seats": 5, "meta.plan": None}),
        ({"a": {"b": {"c": 1}}}, {"meta.a.b.c": 1}),
        ({"tags": ["a", "b"]}, {"meta.tags": ["a", "b"]}),
        ({"items": [{"n": 1}, {"n": 2}]}, {"meta.items.0.n": 1, "meta.items.1.n": 2}),
        ([1, 2], {"meta": [1, 2]}),
        ([[1], [2]], {"meta.0": [1], "meta.1": [2]}),
        ("plain", {"meta": "plain"}),
        (None, {"meta": None}),
        (7, {"meta": 7}),
        ('{"seats": 5}', {"meta.seats": 5}),
        ("[1, 2]", {"meta": [1, 2]}),
        ("{not json", {"meta": "{not json"}),
        ({}, {}),
    ],
    ids=str,
)
def test_nested_data_comes_apart_into_named_leaves(
    value: t.Any, expected: dict[str, t.Any]
) -> None:
    assert read(value) == expected


def test_sensitive_keys_are_dropped_at_every_depth() -> None:
    value = {
        "smtp_password": "x",
        "mail": {"api_token": "x", "port": 25},
        "hosts": [{"password": "x", "name": "a"}],
        "tokens": {"first": "x"},
    }

    assert read(value) == {"meta.mail.port": 25, "meta.hosts.0.name": "a"}


def test_a_key_that_is_only_sensitive_below_another_is_dropped() -> None:
    def hides_cards(name: str) -> str | None:
        return "sensitive" if name == "card.number" else None

    value = {"card": {"number": "4", "color": "blue"}, "number": 1}

    assert dict(leaves("meta", value, hides_cards)) == {
        "meta.card.color": "blue",
        "meta.number": 1,
    }


def test_endless_data_is_bounded() -> None:
    deep: dict[str, t.Any] = {}
    deep["again"] = deep

    assert read(deep) == {}
    assert len(read({str(n): n for n in range(1_000)})) == MAX_LEAVES
