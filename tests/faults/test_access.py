"""What a viewer may not see is in no prompt, answer, card, button, page or log."""

from __future__ import annotations

import logging
import typing as t
import uuid

import pytest
import sqlalchemy as sa

from tests.faults.conftest import MakeDesk
from tests.faults.desk import Desk

LIMIT = "What is the credit limit of Sam Lee?"
SAID = "Sam Lee has a credit limit of 5000 {source:Sam Lee}."


def test_each_viewer_gets_the_rows_of_the_own_tenant(desk_of: MakeDesk) -> None:
    """Asked in the same words, one after the other, by one browser."""
    desk = desk_of("One moment.")

    for user, seen in (("ada", "Oslo"), ("eve", "Lima"), (None, ""), ("ada", "Oslo")):
        desk.ask(LIMIT, user=user)
        prompt = desk.provider.requests[-1].prompt
        assert (("Oslo" in prompt.data), ("Lima" in prompt.data)) == (
            seen == "Oslo",
            seen == "Lima",
        )
        assert "Sam Lee |" not in prompt.data or user


def test_an_answer_of_one_tenant_is_no_proof_for_another(desk_of: MakeDesk) -> None:
    desk = desk_of(SAID)

    own = desk.ask(LIMIT, user="ada")
    other = desk.ask(LIMIT, user="eve")
    nobody = desk.ask(LIMIT)

    assert [c["verdict"] for c in own["claims"]] == ["supported"]
    assert [c["verdict"] for c in other["claims"]] == ["contradicted"]
    assert [c["verdict"] for c in nobody["claims"]] == ["unsupported"]
    assert nobody["citations"] == []


HIDDEN = ("sam@oslo", "sam@lima", "pbkdf2", "777.7", "888.8", "33.3", "hunter2")
PRYING = [
    "What is the email and password of the customer of ticket Broken wheel?",
    "What does it cost the shop? cost of Falcon 40, Falcon 60, Lynx 9",
    "sam@oslo.example",
    "pbkdf2:oslo",
    "777.70",
    "smtp_password of Falcon 40",
]


@pytest.mark.parametrize("question", PRYING)
def test_hidden_columns_come_back_through_no_door(
    desk_of: MakeDesk, question: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Not by relation, JSON key, search, log or an error of the database."""
    caplog.set_level(logging.DEBUG, logger="flask_modelmind")
    desk = desk_of("I do not know {source:Falcon 40} {source:Broken wheel}.")
    desk.add("Ticket", title="Broken wheel", customer_id=1)
    meta = {"colour": "red", "smtp_password": "hunter2", "deep": [{"pin": "hunter2"}]}
    desk.add("Product", id=4, sku="FAL-1", name="Falcon 40 mini", price=1,
             currency="EUR", stock=1, weight_kg=1, active=True, meta=meta)  # fmt: skip

    answer = desk.ask(question, user="ada")

    told = "\n".join(p.replace(question, "") for p in desk.provider.prompts)
    for secret in HIDDEN:
        assert secret not in told
        assert secret not in str(answer["citations"])
        assert secret not in caplog.text.replace(question, "")


def test_a_relation_to_another_tenant_is_as_good_as_absent(desk_of: MakeDesk) -> None:
    desk = desk_of("It is broken.")
    desk.add("Ticket", title="Broken wheel", customer_id=1)

    desk.ask("Broken wheel?", user="ada")
    desk.ask("Broken wheel?", user="eve")

    own, other = (r.prompt.data for r in desk.provider.requests)
    assert "customer.city: Oslo" in own
    assert "Broken wheel" in other
    assert "Oslo" not in other


@pytest.fixture
def invoices(desk_of: MakeDesk) -> Desk:
    """Build one invoice of ada's behind a hundred that match as well."""
    desk = desk_of("Invoice R-777 totals 9.00 {source:R-777}.")
    model = desk.models["Invoice"]
    rows = [{"number": f"R-{n} R-777", "total": 5, "owner": "bob"} for n in range(100)]
    rows.append({"number": "R-777", "total": 9, "owner": "ada"})
    with desk.app.app_context(), desk.db.engine.begin() as connection:
        due = desk.models["Product"].__table__.c.placed_on.type.python_type(2026, 1, 1)
        connection.execute(sa.insert(model), [{**row, "due_on": due} for row in rows])
    return desk


def test_rows_of_others_crowd_the_own_one_out_of_nothing(invoices: Desk) -> None:
    answer = invoices.ask("What is the total of invoice R-777?", user="ada")

    assert [c["record"] for c in answer["citations"]] == ["R-777"]
    assert "R-99 " not in invoices.provider.prompts[-1]
    assert "of 1" not in invoices.provider.requests[-1].prompt.data


def test_what_may_not_be_seen_looks_like_what_is_not_there(invoices: Desk) -> None:
    def ask(question: str) -> tuple[str, t.Any]:
        answer = invoices.ask(question, user="eve", new_session=True)
        data = invoices.provider.requests[-1].prompt.data
        body = data.split("\n", 1)[1].rsplit("\n", 1)[0].split("[[")[0]
        return body, (answer["citations"], answer["claims"], answer["status"])

    assert ask("What is the total of invoice R-777?") == ask(
        "What is the total of invoice X-777?"
    )


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE invoice SET owner = 'bob' WHERE number = 'R-777'",
        "DELETE FROM invoice WHERE number = 'R-777'",
    ],
    ids=["revoked", "deleted"],
)
def test_a_card_closes_when_the_right_to_its_record_is_gone(
    invoices: Desk, change: str
) -> None:
    """A deleted record and a forbidden one look the same."""
    answer = invoices.ask("What is the total of invoice R-777?", user="ada")
    assert answer["citations"][0]["fields"]

    invoices.run(change)

    turn = invoices.client.get(
        f"/model-mind/turns/{answer['turn_id']}", headers={"X-User": "ada"}
    )
    for reloaded in (invoices.reload(user="ada")[-1], turn.get_json()):
        [card] = reloaded["citations"]
        assert card["available"] is False
        assert (card["record"], card["fields"], card["evidence"]) == ("", [], [])
        assert card["action"] is None


def test_nothing_of_a_conversation_opens_to_another_viewer(desk_of: MakeDesk) -> None:
    """Every endpoint, also in the same browser: as if it were not there."""
    desk = desk_of("Falcon 40 has 12 in stock.")
    mine = desk.ask("Falcon 40 stock?", user="ada")
    before = (desk.rows("messages"), desk.rows("turns"), desk.rows("sessions"))
    session, turn = mine["session_id"], mine["turn_id"]

    for prefix in ("/model-mind", "/api/model-mind"):
        for theirs in ({"session_id": session}, {"session_id": str(uuid.uuid4())}):
            for endpoint in ("chat", "stream"):
                body = {"question": "Hello there", **theirs}
                response = desk.client.post(f"{prefix}/{endpoint}", json=body,
                                            headers={"X-User": "eve"})  # fmt: skip
                assert response.status_code == 404
                assert response.get_json()["error"]["code"] == "not_found"
        for path, method in ((f"turns/{turn}", "GET"), (f"turns/{turn}/stop", "POST")):
            response = desk.client.open(f"{prefix}/{path}", method=method, json={},
                                        headers={"X-User": "eve"})  # fmt: skip
            assert response.status_code == 404
        response = desk.client.get(f"{prefix}/session?session_id={session}",
                                   headers={"X-User": "eve"})  # fmt: skip
        assert (response.get_json() or {}).get("messages", []) == []

    assert (desk.rows("messages"), desk.rows("turns"), desk.rows("sessions")) == before
    assert len(desk.provider.requests) == 1


@pytest.mark.parametrize("answer", [None, 0, "yes", 1])
def test_a_rule_that_says_anything_but_true_denies(
    desk_of: MakeDesk, answer: object
) -> None:
    desk = desk_of("Falcon 40 is here {source:Falcon 40}.")
    desk.mind.authorize(desk.models["Product"])(
        t.cast("t.Any", lambda viewer, record: answer)
    )

    told = desk.ask("Falcon 40?")

    assert "Falcon 40 (" not in desk.provider.requests[-1].prompt.data
    assert (told["citations"], told["actions"]) == ([], [])


def test_a_scope_that_raises_shows_nothing_and_tells_no_data(
    desk_of: MakeDesk, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="flask_modelmind")
    desk = desk_of("Falcon 40 is here {source:Falcon 40}.")

    @desk.mind.scope(desk.models["Product"])
    def broken(select: t.Any, viewer: t.Any) -> t.Any:
        raise KeyError("hunter2")

    told = desk.ask("Falcon 40?")

    assert "Falcon 40 (" not in desk.provider.requests[-1].prompt.data
    assert told["citations"] == []
    assert "raised KeyError" in caplog.text
    assert "hunter2" not in caplog.text
