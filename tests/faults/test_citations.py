"""Which records an answer cites, with which columns, over HTTP and after a reload."""

from __future__ import annotations

import typing as t

import pytest

from tests.faults.conftest import MakeDesk
from tests.faults.desk import Json

FALCONS = "What do Falcon 40 and Falcon 60 cost?"
ALL = "What of Falcon 40, Falcon 60 and Lynx 9 is in stock?"
GOODS = "Within how many days of delivery may goods be returned, and the notice period?"
F40, F60, LYNX = "Falcon 40 (FAL-40)", "Falcon 60 (FAL-60)", "Lynx 9 (LYN-9)"

Cited = list[tuple[str, list[str]]]


def cited(answer: Json) -> Cited:
    return [(c["record"], c["columns"]) for c in answer["citations"]]


def verdicts(answer: Json) -> list[tuple[str, list[int]]]:
    return [(c["verdict"], c["citations"]) for c in answer["claims"]]


CITED: list[t.Any] = [
    ("shared words cite nothing", FALCONS,
     "Falcon 40 costs 1,299.00 EUR.", [(F40, ["name", "price"])]),
    ("a token and nothing beside it", FALCONS,
     "Falcon 60 costs 1,499.00 EUR {source:Falcon 60|price}.", [(F60, ["price"])]),
    ("price and date of a record named by code", "What does LYN-9 cost?",
     "LYN-9 costs $89.90 and was placed on July 3, 2024.",
     [(LYNX, ["sku", "price", "placed_on"])]),
    ("a token without columns claims none it does not use", FALCONS,
     "Here it is {source:Falcon 40}.", [(F40, [])]),
    ("columns nobody was shown are not claimed", FALCONS,
     "Falcon 40 costs 1,299.00 EUR {source:Falcon 40|cost, password, price}.",
     [(F40, ["price"])]),
    ("a brand cites no record", FALCONS, "We sell Falcon products.", []),
    ("the name of an action is no record", FALCONS,
     "See the page {route:view:Falcon 40}.", []),
    ("a denial is no proof", FALCONS, "We do not stock the Falcon 40.", []),
    ("two columns of one record are one card", FALCONS,
     ("Falcon 40 costs 1,299.00 EUR {source:Falcon 40}."
      " Falcon 40 has 12 in stock {source:Falcon 40}."),
     [(F40, ["name", "price", "stock"])]),
    ("only what is used is listed, by first use", FALCONS,
     ("Falcon 60 costs 1,499.00 EUR {source:Falcon 60}."
      " Falcon 40 costs 1,299.00 EUR {source:Falcon 40}."),
     [(F60, ["name", "price"]), (F40, ["name", "price"])]),
    ("surplus tokens side by side go", ALL,
     "Falcon 40 is in stock {source:Falcon 40}{source:Falcon 60}{source:Lynx 9}.",
     [(F40, ["name", "stock"])]),
    ("marks of emphasis and code do not hide a value", FALCONS,
     "**Falcon 40** costs `1,299.00` EUR {source:Falcon 40|price}.",
     [(F40, ["price"])]),
    ("an answer in Arabic that names a record in English", FALCONS,
     "سعر Falcon 40 هو 1,299.00 يورو.", [(F40, ["name", "price"])]),
    ("a quoted sentence of a long text", "What is the notice period?",
     "The notice period is 64 days {source:Leave}.", [("Leave", ["body"])]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [row[1:] for row in CITED],
    ids=[row[0] for row in CITED],
)
def test_an_answer_cites_exactly_what_it_rests_on(
    desk_of: MakeDesk, question: str, text: str, expected: Cited
) -> None:
    desk = desk_of(text)

    answer = desk.ask(question)

    assert cited(answer) == expected
    assert [c["number"] for c in answer["citations"]] == [*range(1, len(expected) + 1)]
    stored = desk.reload()[-1]
    assert stored["content"] == answer["answer"]
    for part in ("citations", "claims", "actions", "coverage", "blocks"):
        assert stored[part] == answer[part], part


JUDGED: list[t.Any] = [
    ("a changed number", "What is the notice period?",
     "The notice period is 62 days {source:Leave}.", "contradicted"),
    ("a value of the neighbour", ALL,
     "Falcon 40 has 250 units in stock {source:Falcon 40}.", "contradicted"),
    ("a number beside a code", FALCONS,
     "Falcon 60 costs 1,299.00 EUR {source:Falcon 40}.", "unsupported"),
    ("nothing said of it", FALCONS,
     "Falcon 40 is made in Italy {source:Falcon 40}.", "unsupported"),
    ("a denial of what is there", FALCONS,
     "We do not stock the Falcon 40.", "unsupported"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("question", "text", "verdict"),
    [row[1:] for row in JUDGED],
    ids=[row[0] for row in JUDGED],
)
def test_what_the_record_does_not_carry_is_never_supported(
    desk_of: MakeDesk, question: str, text: str, verdict: str
) -> None:
    answer = desk_of(text).ask(question)

    assert [c["verdict"] for c in answer["claims"]] == [verdict]
    assert answer["coverage"] == {
        "claims": 1,
        "supported": 0,
        "unsupported": int(verdict == "unsupported"),
        "contradicted": int(verdict == "contradicted"),
        "not_checkable": 0,
    }


def test_a_fact_under_the_wrong_source_is_moved_to_the_right_one(
    desk_of: MakeDesk,
) -> None:
    desk = desk_of("Goods may be returned within 30 days of delivery {source:Leave}.")

    answer = desk.ask(GOODS)

    assert cited(answer) == [("Returns", ["body"])]
    assert answer["citations"][0]["status"] == "repointed"


def test_a_valid_key_does_not_launder_an_invented_one(desk_of: MakeDesk) -> None:
    """Each occurrence is judged by itself; a link to it leads nowhere."""
    text = (
        "Falcon 40 has 12 in stock {source:Falcon 40}."
        ' Shipping is free [[model_mind_source key="ffffffffffffffff"]].'
        " See [S99](https://example.test)."
    )
    desk = desk_of(text)

    answer = desk.ask(FALCONS)

    assert verdicts(answer) == [
        ("supported", [1]),
        ("unsupported", []),
        ("unsupported", []),
    ]
    assert answer["actions"] == [
        {**answer["actions"][0], "label": "View Falcon 40", "url": "/products/1"}
    ]


def test_numbers_in_brackets_are_text_and_never_a_source(desk_of: MakeDesk) -> None:
    answer = desk_of("Falcon 40 costs 1,299.00 EUR [1]. It weighs 4.5 kg [0].").ask(
        FALCONS
    )

    assert answer["answer"] == "Falcon 40 costs 1,299.00 EUR [1]. It weighs 4.5 kg [0]."
    assert {c["record"] for c in answer["citations"]} == {F40}
    assert {c["verdict"] for c in answer["claims"]} == {"supported"}


@pytest.mark.parametrize("language", ["en", "de", "fa", "ar", "es", "fr"])
def test_a_refusal_has_neither_sources_nor_buttons(
    desk_of: MakeDesk, language: str
) -> None:
    """Records that share a word with the sentence are not cited by it."""
    desk = desk_of(
        lambda request: request.fallback_answer, MODEL_MIND_LANGUAGE=language
    )
    for name in ("Information", "Records", "Could", "Find"):
        desk.add("Ticket", title=name, status="find")

    answer = desk.ask(f"{FALCONS} Information, records, could find?")

    assert (answer["status"], answer["reason"]) == ("refused", "not_found")
    assert (answer["citations"], answer["actions"]) == ([], [])
    assert answer["coverage"]["claims"] == 0


@pytest.mark.parametrize("text", ["", "  \n", "{source:Falcon 40}"])
def test_an_answer_without_a_word_is_a_refusal(desk_of: MakeDesk, text: str) -> None:
    answer = desk_of(text).ask(FALCONS)

    assert (answer["status"], answer["citations"]) == ("refused", [])
    assert answer["answer"]


@pytest.mark.parametrize(
    "text", ["Hello!", "好的。", "```\ncode\n```", "Anything else?"]
)
def test_what_claims_nothing_is_not_called_unverified(
    desk_of: MakeDesk, text: str
) -> None:
    answer = desk_of(text).ask(FALCONS)

    assert answer["answer"] == text
    assert {c["verdict"] for c in answer["claims"]} == {"no_claim"}
    assert answer["coverage"]["unsupported"] == 0


def test_two_records_of_one_name_are_told_apart(desk_of: MakeDesk) -> None:
    """City of one and limit of the other prove nothing together."""
    desk = desk_of("Sam Lee of Oslo has a credit limit of 750 {source:Sam Lee}.")
    desk.add("Customer", id=9, name="Sam Lee", city="Lima", tenant_id=1,
             credit_limit=750, email="e", password_hash="p")  # noqa: S106  # fmt: skip

    answer = desk.ask("What is the credit limit of Sam Lee?", user="ada")

    assert desk.provider.prompts[-1].count("- Sam Lee |") == 2
    assert [c["verdict"] for c in answer["claims"]] != ["supported"]


def test_a_key_of_the_turn_before_cites_nothing(desk_of: MakeDesk) -> None:
    keys: list[str] = []

    def answer(request: t.Any) -> str:
        keys.append(request.snapshot.passages[0].key)
        return f'So it is [[model_mind_source key="{keys[0]}"]].'

    desk = desk_of(answer)
    first = desk.ask("Falcon 40?")
    second = desk.ask("Falcon 40?", session_id=first["session_id"])

    assert len(first["citations"]) == 1
    assert second["citations"] == []
    assert keys[0] != keys[1]


def test_a_record_that_changes_while_the_model_writes_is_cited_as_it_was_shown(
    desk_of: MakeDesk,
) -> None:
    """One snapshot a turn; the card tells afterwards that the record changed."""
    desk = desk_of(lambda _: change())

    def change() -> str:
        desk.run("UPDATE product SET price = 9 WHERE id = 1")
        return "Falcon 40 costs 1,299.00 EUR {source:Falcon 40|price}."

    answer = desk.ask(FALCONS)

    assert verdicts(answer) == [("supported", [1])]
    assert answer["citations"][0]["fields"][0]["value"] == "1299.00 EUR"
    assert desk.reload()[-1]["citations"][0]["changed"] is True


def test_a_record_left_out_of_the_prompt_cannot_be_cited(desk_of: MakeDesk) -> None:
    desk = desk_of(
        "Lynx 9 costs 89.90 USD.",
        MODEL_MIND_RETRIEVAL_LIMIT=1,
    )

    answer = desk.ask("What does Falcon 40 cost?")

    assert "Lynx" not in desk.provider.requests[-1].prompt.data
    assert answer["citations"] == []
