from __future__ import annotations

import pytest
import sqlalchemy as sa

from flask_modelmind.conversation import ConversationStore
from flask_modelmind.conversation.tables import build_tables
from flask_modelmind.conversation.tables import clean_prefix
from flask_modelmind.settings import Settings


@pytest.mark.parametrize(
    ("given", "used"),
    [
        ("shop_", "shop_"),
        ("my-shop.", "my_shop_"),
        ("", "model_mind_"),
        ("___", "model_mind_"),
        ("فروشگاه", "model_mind_"),
        ("x" * 60, "x" * 24),
    ],
    ids=["plain", "characters", "empty", "underscores", "script", "long"],
)
def test_a_prefix_becomes_an_identifier(given: str, used: str) -> None:
    assert clean_prefix(given) == used


def test_every_name_carries_the_prefix() -> None:
    tables = build_tables("shop_").metadata.tables.values()

    names = [
        *(table.name for table in tables),
        *(str(rule.name) for table in tables for rule in table.constraints),
        *(str(index.name) for table in tables for index in table.indexes),
    ]

    assert len(names) > 15
    assert all("shop_" in name for name in names)
    assert len(set(names)) == len(names)


def test_two_installations_share_one_database(engine: sa.Engine) -> None:
    for prefix in ("mm_test_a_", "mm_test_b_"):
        store = ConversationStore(Settings(table_prefix=prefix), lambda: engine)
        store.create_tables()

        assert store.missing_tables() == []
