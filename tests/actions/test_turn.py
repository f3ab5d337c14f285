"""From declared actions to the buttons of an answer, over one turn."""

from __future__ import annotations

import hashlib
import typing as t
from types import SimpleNamespace

import pytest
from flask import Flask

from flask_modelmind.actions import Actions
from flask_modelmind.declarations import ActionOptions
from flask_modelmind.declarations import ModelOptions
from flask_modelmind.settings import Settings
from flask_modelmind.values import ActionLink
from flask_modelmind.values import Citation
from flask_modelmind.values import Evidence
from flask_modelmind.values import Passage
from flask_modelmind.values import PlacedToken
from flask_modelmind.values import Snapshot
from flask_modelmind.values import Viewer

MEMBER = Viewer(id=7, user=object())
VIEW = ActionOptions(
    key="products.view",
    endpoint="show",
    values={"product": "id"},
    label="View {name}",
    authorize=lambda viewer, record: record.owner == viewer.id,
)
STAGE = Actions(Settings())
ROWS = [
    SimpleNamespace(id=1, name="Falcon 40", owner=7),
    SimpleNamespace(id=2, name="Heron", owner=8),
]


def make_key(seed: str) -> str:
    return hashlib.sha256(seed.encode()).hexdigest()[:16]


def passage(row: t.Any) -> Passage:
    source = f"record:product:{row.id}"
    evidence = Evidence(
        kind="record", source_id=source, model="Products", record=row.name
    )
    return Passage(key=make_key(source), evidence=evidence)


@pytest.fixture
def snapshot(app: Flask) -> Snapshot:
    app.add_url_rule("/products/<int:product>", "show", str)
    passages = [passage(row) for row in ROWS]
    options = ModelOptions(actions=(VIEW,))
    offered = [(p, row, options) for p, row in zip(passages, ROWS, strict=True)]
    with app.test_request_context():
        actions = STAGE.offers(offered, (), MEMBER, make_key)
    return Snapshot(turn_id="turn", passages=tuple(passages), actions=actions)


def choose(
    snapshot: Snapshot, *tokens: PlacedToken, cited: t.Sequence[int] = ()
) -> tuple[tuple[ActionLink, ...], tuple[Citation, ...]]:
    citations = [
        Citation(
            number=number + 1,
            key=snapshot.passages[number].key,
            kind="record",
            model="Products",
            record=snapshot.passages[number].evidence.record,
            source_id=snapshot.passages[number].evidence.source_id,
        )
        for number in cited
    ]
    return STAGE.choose(tokens, snapshot, citations)


def test_of_an_allowed_and_a_denied_record_one_has_a_button(
    snapshot: Snapshot,
) -> None:
    tokens = [
        PlacedToken(
            kind="route", keys=("products.view",), at=0, parameters={"product": number}
        )
        for number in ("1", "2")
    ]

    links, _ = choose(snapshot, *tokens)

    assert [link.url for link in links] == ["/products/1"]


def test_a_known_key_is_resolved_and_an_unknown_one_dropped(
    snapshot: Snapshot,
) -> None:
    known, unknown = snapshot.actions[0].key, make_key("forged")

    links, _ = choose(snapshot, PlacedToken(kind="route", keys=(unknown, known), at=0))

    assert links == (
        ActionLink(
            label="View Falcon 40",
            url="/products/1",
            kind="route",
            name="products.view",
            source_id="record:product:1",
        ),
    )


def test_a_button_is_inferred_for_a_cited_record_in_any_language(
    snapshot: Snapshot,
) -> None:
    links, citations = choose(snapshot, cited=[0, 1])

    assert [link.label for link in links] == ["View Falcon 40"]
    assert [c.action is not None for c in citations] == [True, False]


def test_the_button_of_another_turn_is_dropped(snapshot: Snapshot) -> None:
    later = Snapshot(turn_id="later", passages=snapshot.passages)

    links, _ = choose(
        later, PlacedToken(kind="route", keys=(snapshot.actions[0].key,), at=0)
    )

    assert links == ()


def test_everything_is_resolved_before_the_answer(snapshot: Snapshot) -> None:
    """No request is active here: a stream has none when it picks its buttons."""
    links, _ = choose(snapshot, cited=[0])

    assert len(links) == 1
