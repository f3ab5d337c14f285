from __future__ import annotations

import dataclasses
import hashlib
import logging
import typing as t
from types import SimpleNamespace

import pytest
from flask import Flask

from flask_modelmind.actions import Actions
from flask_modelmind.declarations import ActionOptions
from flask_modelmind.declarations import ModelOptions
from flask_modelmind.settings import Settings
from flask_modelmind.values import ActionLink
from flask_modelmind.values import ActionOffer
from flask_modelmind.values import Evidence
from flask_modelmind.values import Field
from flask_modelmind.values import Passage
from flask_modelmind.values import Viewer

GUEST = Viewer()
MEMBER = Viewer(id=7, user=object())
VIEW = ActionOptions(
    key="products.view",
    endpoint="show",
    values={"product_id": "id"},
    label="View {name}",
)


def make_key(seed: str) -> str:
    return hashlib.sha256(seed.encode()).hexdigest()[:16]


def passage(name: str = "Falcon 40", key: int = 1, model: str = "product") -> Passage:
    source = f"record:{model}:{key}"
    field = Field(column="name", label="Name", value=name, text=name)
    evidence = Evidence(
        kind="record",
        source_id=source,
        model="Products",
        record=f"{name} (FAL)",
        fields=(field,),
    )
    return Passage(key=make_key(source), evidence=evidence)


def record(**columns: t.Any) -> t.Any:
    return SimpleNamespace(**{"id": 1, "name": "Falcon 40", **columns})


@pytest.fixture
def app(app: Flask) -> Flask:
    app.add_url_rule("/products/<int:product_id>", "show", str)
    app.add_url_rule("/items/<slug>", "item", str)
    app.add_url_rule("/orders/<int:order_id>", "order", str, methods=["POST"])
    app.add_url_rule("/help", "help", str)
    return app


def offer(
    app: Flask,
    *actions: ActionOptions,
    row: t.Any = None,
    viewer: Viewer = GUEST,
    exclude: tuple[str, ...] = (),
    actions_of: Actions | None = None,
) -> tuple[ActionOffer, ...]:
    stage = actions_of or Actions(Settings())
    options = ModelOptions(actions=actions, exclude=exclude)
    with app.test_request_context():
        return stage.offers(
            [(passage(), row or record(), options)], (), viewer, make_key
        )


def test_an_action_is_resolved_from_its_record(app: Flask) -> None:
    (made,) = offer(app, VIEW)

    assert made.link.label == "View Falcon 40"
    assert made.link.url == "/products/1"
    assert made.link.kind == "route"
    assert made.name == "products.view"
    assert made.parameters == {"product_id": "1"}
    assert made.passage_key == passage().key
    assert len(made.key) == 16


def test_two_models_may_use_one_key(app: Flask) -> None:
    view = ActionOptions(key="view", endpoint="show", values={"product_id": "id"})
    buy = ActionOptions(
        key="view", endpoint="order", values={"order_id": "id"}, method="POST"
    )
    rows = [
        (passage(), record(id=5), ModelOptions(actions=(view,))),
        (passage(model="order"), record(id=5), ModelOptions(actions=(buy,))),
    ]

    with app.test_request_context():
        first, second = Actions(Settings()).offers(rows, (), GUEST, make_key)

    assert (first.link.url, second.link.url) == ("/products/5", "/orders/5")
    assert first.key != second.key


def test_a_global_action_needs_no_record(app: Flask) -> None:
    action = ActionOptions(key="help", endpoint="help", description="Ask a person")

    with app.test_request_context():
        (made,) = Actions(Settings()).offers((), [action], GUEST, make_key)

    assert made.link.label == "Help"
    assert made.link.url == "/help"
    assert made.passage_key is None
    assert made.description == "Ask a person"


def test_a_category_slug_may_be_a_parameter(app: Flask) -> None:
    action = ActionOptions(
        key="item", endpoint="item", values={"slug": "category.slug"}
    )

    (made,) = offer(app, action, row=record(category=SimpleNamespace(slug="a b")))

    assert made.link.url == "/items/a%20b"


@pytest.mark.parametrize(
    "value",
    [None, "", [1], {"a": 1}, "x" * 201, "../admin", "..", "a/../b", "/evil.test",
     "\\evil.test", "a\nb", "a\x00"],
)  # fmt: skip
def test_a_value_that_makes_no_safe_address_drops_the_action(
    app: Flask, value: t.Any
) -> None:
    action = ActionOptions(key="item", endpoint="item", values={"slug": "name"})

    assert offer(app, action, row=record(name=value)) == ()


def test_a_quote_or_bracket_in_a_value_survives(app: Flask) -> None:
    action = ActionOptions(key="item", endpoint="item", values={"slug": "name"})

    (made,) = offer(app, action, row=record(name="O'Reilly[1]"))

    assert made.parameters == {"slug": "O'Reilly[1]"}


def test_a_value_of_the_wrong_type_drops_the_action(app: Flask) -> None:
    assert offer(app, VIEW, row=record(id="one")) == ()


def test_a_record_that_raises_drops_the_action(app: Flask) -> None:
    class Broken:
        @property
        def id(self) -> int:
            raise RuntimeError("secret")

    assert offer(app, VIEW, row=Broken()) == ()


def test_one_bad_action_does_not_cost_the_others(app: Flask) -> None:
    bad = ActionOptions(key="bad", endpoint="item", values={"slug": "missing"})

    assert [made.name for made in offer(app, bad, VIEW)] == ["products.view"]


def test_a_missing_endpoint_is_warned_of_once(
    app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    action = ActionOptions(key="gone", endpoint="shop.gone")
    stage = Actions(Settings())

    for _ in range(3):
        assert offer(app, action, actions_of=stage) == ()

    warnings = [r.message for r in caplog.records if r.levelno == logging.WARNING]
    assert warnings == [
        "action 'gone' is never offered: there is no endpoint 'shop.gone'"
    ]


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (ActionOptions(key="a", endpoint="show"), "needs values for: product_id"),
        (
            ActionOptions(key="a", endpoint="order", values={"order_id": "id"}),
            "does not answer GET",
        ),
    ],
    ids=["parameter", "method"],
)
def test_an_endpoint_that_does_not_fit_is_warned_of(
    app: Flask, action: ActionOptions, said: str, caplog: pytest.LogCaptureFixture
) -> None:
    assert offer(app, action) == ()

    assert said in caplog.text


def test_defaults_of_the_application_may_fill_a_parameter(app: Flask) -> None:
    app.add_url_rule("/<lang>/page", "page", str)
    app.url_defaults(lambda _, values: values.setdefault("lang", "fa"))

    (made,) = offer(app, ActionOptions(key="page", endpoint="page"))

    assert made.link.url == "/fa/page"


def test_nothing_is_offered_when_actions_are_off(app: Flask) -> None:
    assert offer(app, VIEW, actions_of=Actions(Settings(actions_enabled=False))) == ()


def test_an_action_declared_twice_is_offered_once(app: Flask) -> None:
    assert len(offer(app, VIEW, VIEW)) == 1


def test_an_action_is_only_offered_to_those_who_may_open_it(
    app: Flask, log: pytest.LogCaptureFixture
) -> None:
    """Who asks how to change a price gets no button to a page for administrators."""
    edit = ActionOptions(
        key="products.edit",
        endpoint="show",
        values={"product_id": "id"},
        roles=frozenset({"admin"}),
    )

    assert [o.name for o in offer(app, edit, VIEW, viewer=MEMBER)] == ["products.view"]
    assert (
        "'products.edit' is not offered: the viewer has none of its roles" in log.text
    )


def test_a_hook_is_asked_with_the_record_of_each_passage(app: Flask) -> None:
    view = dataclasses.replace(VIEW, authorize=lambda viewer, row: row.id == viewer.id)
    options = ModelOptions(actions=(view,))
    rows = [
        (passage(key=6), record(id=6), options),
        (passage(key=7), record(id=7), options),
    ]

    with app.test_request_context():
        made = Actions(Settings()).offers(rows, (), MEMBER, make_key)

    assert [o.link.url for o in made] == ["/products/7"]


def test_a_global_hook_gets_no_record(app: Flask) -> None:
    action = ActionOptions(
        key="help", endpoint="help", authorize=lambda viewer, row: row is None
    )

    with app.test_request_context():
        assert Actions(Settings()).offers((), [action], GUEST, make_key)


LABELS = {
    "column": ("View {name}", "View Falcon 40"),
    "label": ("View {label}", "View Falcon 40 (FAL)"),
    "attribute": ("{city}", "Bergen"),
    "path": ("In {category.name}", "In Drones"),
    "excluded": ("Cost {cost}", "Products view"),
    "hidden": ("Pin {pin}", "Products view"),
    "missing": ("At {place}", "Products view"),
    "none": ("", "Products view"),
}


@pytest.mark.parametrize(("template", "label"), LABELS.values(), ids=LABELS)
def test_a_label_is_written_from_the_record(
    app: Flask, template: str, label: str
) -> None:
    row = record(
        city="Bergen",
        cost=5,
        pin="1234",
        place=None,
        category=SimpleNamespace(name="Drones"),
    )
    stage = Actions(Settings(), hides=lambda name: "hidden" if name == "pin" else None)

    (made,) = offer(
        app,
        dataclasses.replace(VIEW, label=template),
        row=row,
        exclude=("cost",),
        actions_of=stage,
    )

    assert made.link.label == label


def test_kind_method_and_question_come_with_the_link(app: Flask) -> None:
    action = ActionOptions(
        key="orders.cancel",
        endpoint="order",
        values={"order_id": "id"},
        kind="danger",
        method="POST",
        confirm="Cancel this order?",
        primary=True,
    )

    (made,) = offer(app, action)

    assert made.link == ActionLink(
        label="Orders cancel",
        url="/orders/1",
        kind="danger",
        method="POST",
        confirm="Cancel this order?",
        primary=True,
        name="orders.cancel",
        source_id=made.link.source_id,
    )
    assert made.link.source_id == "record:product:1"


def test_a_key_belongs_to_its_turn(app: Flask) -> None:
    options = ModelOptions(actions=(VIEW,))
    keys = []

    for turn in ("one", "two"):
        with app.test_request_context():
            (made,) = Actions(Settings()).offers(
                [(passage(), record(), options)],
                (),
                GUEST,
                lambda seed, turn=turn: make_key(turn + seed),  # type: ignore[misc]
            )
        keys.append(made.key)

    assert keys[0] != keys[1]


def test_a_column_that_the_settings_block_comes_into_no_address(
    app: Flask, log: pytest.LogCaptureFixture
) -> None:
    stage = Actions(Settings(), hides=lambda name: "blocked" if name == "id" else None)

    assert offer(app, VIEW, actions_of=stage) == ()
    assert "'id' would stand in its address, but blocked" in log.text


def test_a_link_of_an_earlier_answer_is_authorised_again(app: Flask) -> None:
    view = dataclasses.replace(VIEW, roles=frozenset({"staff"}))
    rows = [(passage(), record(), ModelOptions(actions=(view,)))]
    staff = Viewer(id=7, user=object(), roles=frozenset({"staff"}))
    stage = Actions(Settings())

    with app.test_request_context():
        links = tuple(o.link for o in stage.offers(rows, (), staff, make_key))

        assert stage.still_offered(links, rows, (), staff) == links
        assert stage.still_offered(links, rows, (), MEMBER) == ()
        assert stage.still_offered(links, (), (), staff) == ()
