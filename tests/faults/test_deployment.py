"""Small pools, outer contexts, sub-paths, late declarations and several apps."""

from __future__ import annotations

import re
import threading
import typing as t
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy import orm

from flask_modelmind import RegistrationError
from flask_modelmind.testing import ScriptedProvider
from tests.faults.conftest import MakeDesk
from tests.faults.desk import make_desk
from tests.faults.desk import read_events

ASKED = "What does Falcon 40 cost?"
SAID = "Falcon 40 costs 1,299.00 EUR {source:Falcon 40|price}."


@pytest.mark.parametrize("endpoint", ["chat", "stream"])
def test_a_model_that_takes_its_time_holds_no_connection(
    desk_of: MakeDesk, endpoint: str
) -> None:
    """With one connection in all, a page of the application is still served."""
    asked, may_go = threading.Event(), threading.Event()

    def wait(_: t.Any) -> str:
        asked.set()
        assert may_go.wait(timeout=5)
        return SAID

    options = {"pool_size": 1, "max_overflow": 0, "pool_timeout": 0.5}
    desk = desk_of(wait, SQLALCHEMY_ENGINE_OPTIONS=options)
    products = sa.select(sa.func.count()).select_from(desk.models["Product"])
    desk.app.add_url_rule(
        "/count", "count", lambda: str(desk.db.session.scalar(products))
    )
    answers: list[str] = []
    asking = threading.Thread(
        target=lambda: answers.append(desk.post(endpoint, ASKED).text)
    )
    asking.start()
    assert asked.wait(timeout=5)

    page = desk.app.test_client().get("/count")

    may_go.set()
    asking.join(timeout=5)
    assert page.text == "3"
    assert '"status":"complete"' in answers[0]
    assert len(desk.rows("messages")) == 2


def test_an_outer_context_does_not_make_the_first_viewer_everybody(
    desk_of: MakeDesk,
) -> None:
    desk = desk_of("One moment.")

    with desk.app.app_context():
        for user, city in (("ada", "Oslo"), ("eve", "Lima"), (None, "Sam Lee |")):
            desk.ask("Sam Lee?", user=user, client=desk.app.test_client())
            data = desk.provider.requests[-1].prompt.data
            assert (city in data) is (user is not None)


def test_below_a_path_every_address_keeps_it(desk_of: MakeDesk) -> None:
    desk = desk_of(SAID, MODEL_MIND_ROUTE_PREFIX="/assistant")
    shop = {"SCRIPT_NAME": "/shop"}

    answer = desk.client.post(
        "/assistant/chat", json={"question": ASKED}, environ_overrides=shop
    ).get_json()
    manifest = desk.client.get("/assistant/manifest", environ_overrides=shop)

    assert [a["url"] for a in answer["actions"]] == ["/shop/products/1"]
    assert answer["citations"][0]["action"]["url"] == "/shop/products/1"
    endpoints = manifest.get_json()["endpoints"].values()
    assert all(url.startswith("/shop/assistant/") for url in endpoints)


def test_a_stream_says_the_same_when_all_of_it_comes_at_once(desk_of: MakeDesk) -> None:
    """A proxy that buffers costs time and nothing else."""
    desk = desk_of(SAID, cut=3)

    response = desk.post("stream", ASKED)

    assert response.headers["X-Accel-Buffering"] == "no"
    assert "no-cache" in response.headers["Cache-Control"]
    assert "no-transform" in response.headers["Cache-Control"]
    assert "Cookie" in response.headers["Vary"]
    assert "Content-Encoding" not in response.headers
    events = read_events(response.text)
    chat = desk.ask(ASKED, new_session=True)
    for key in ("answer", "status", "coverage", "actions", "blocks"):
        assert events[-1][1][key] == chat[key]


def test_two_desks_of_one_process_answer_from_their_own_data(tmp_path: Path) -> None:
    desks = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        desks.append(make_desk(tmp_path / name, ScriptedProvider(SAID)))
    one, two = desks
    two.run("UPDATE product SET price = 5 WHERE id = 1")

    values = [
        [c["verdict"] for c in desk.ask(ASKED)["claims"]] for desk in (one, two, one)
    ]

    assert values == [["supported"], ["contradicted"], ["supported"]]
    for desk in desks:
        with desk.app.app_context():
            desk.db.engine.dispose()


def test_a_model_may_be_declared_after_the_first_question(desk_of: MakeDesk) -> None:
    desk = desk_of("x")
    desk.ask("Willow Lane?")

    class Depot(desk.db.Model):  # type: ignore[name-defined, misc]
        id: orm.Mapped[int] = orm.mapped_column(primary_key=True)
        street: orm.Mapped[str]

    desk.mind.register(Depot, source_label="street")
    with desk.app.app_context():
        Depot.__table__.create(desk.db.engine)
        with desk.db.engine.begin() as connection:
            connection.execute(sa.insert(Depot).values(street="Willow Lane"))
    desk.ask("Willow Lane?")

    before, after = (r.prompt.data for r in desk.provider.requests)
    assert "Willow Lane |" not in before
    assert "Willow Lane |" in after


@pytest.mark.parametrize(
    "options",
    [
        {"colour": "red"},
        {"exclude": ["colour"]},
        {"columns": ["id", "colour"]},
        {"search": {"colour": 1}},
        {"source_label": "{colour}"},
        {"order_by": {"colour": "asc"}},
        {"columns": "name"},
    ],
    ids=str,
)
def test_a_declaration_that_names_what_is_not_there_fails_at_once(
    desk_of: MakeDesk, options: dict[str, t.Any]
) -> None:
    desk = desk_of("x")

    class Depot(desk.db.Model):  # type: ignore[name-defined, misc]
        id: orm.Mapped[int] = orm.mapped_column(primary_key=True)
        name: orm.Mapped[str]

    with pytest.raises(RegistrationError, match=r"colour|columns"):
        desk.mind.register(Depot, **options)


@pytest.mark.parametrize("model", [int, object, "Product", None])
def test_what_is_no_model_is_refused(desk_of: MakeDesk, model: t.Any) -> None:
    with pytest.raises(RegistrationError):
        desk_of("x").mind.register(model)


def test_a_list_that_is_cut_says_so(desk_of: MakeDesk) -> None:
    """A model that sees 8 of 250 rows must not take them for all."""
    desk = desk_of("8 tickets are open.")
    rows = [{"title": f"Leak {n}", "status": "open"} for n in range(250)]
    with desk.app.app_context(), desk.db.engine.begin() as connection:
        connection.execute(sa.insert(desk.models["Ticket"]), rows)

    answer = desk.ask("Which tickets about a leak are open?")

    prompt = desk.provider.requests[-1].prompt
    assert re.search(r"# Tickets \(shown 8 of at least [1-9]\d+\)", prompt.data)
    assert "do not count" in prompt.system
    assert [c["verdict"] for c in answer["claims"]] != ["supported"]


def test_no_thought_is_spent_on_text_an_unasked_model_holds(desk_of: MakeDesk) -> None:
    """A prompt says when a question found nothing, and offers no key to cite."""
    desk = desk_of("I do not know.")

    answer = desk.ask("Who won the chess olympiad?")

    assert "[[model_mind_source" not in desk.provider.requests[-1].prompt.data
    assert (answer["citations"], answer["actions"]) == ([], [])
