from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from flask_modelmind.evidence import CitationRules
from flask_modelmind.evidence import examine
from flask_modelmind.settings import Settings
from flask_modelmind.values import Evidence
from flask_modelmind.values import Field
from flask_modelmind.values import Location
from flask_modelmind.values import Passage
from flask_modelmind.values import PlacedToken
from flask_modelmind.values import Snapshot

RULES = CitationRules()


def product(number: int, name: str, price: str, stock: int, **extra: str) -> Passage:
    fields = [
        Field(column="id", label="Id", value=number, text=str(number), kind="number",
              is_key=True),
        Field(column="name", label="Name", value=name, text=name, is_identity=True),
        Field(column="price", label="Price", value=price, text=price, kind="number",
              unit="EUR"),
        Field(column="stock", label="Stock", value=stock, text=str(stock),
              kind="number"),
    ]  # fmt: skip
    fields += [
        Field(column=c, label=c.capitalize(), value=v, text=v) for c, v in extra.items()
    ]
    return Passage(
        key=f"{number:016x}",
        evidence=Evidence(
            kind="record",
            source_id=f"record:Product:{number}",
            model="Products",
            record=name,
            names=(name,),
            fields=tuple(fields),
        ),
    )


FALCON_40 = product(1, "Falcon 40", "1,299.00 EUR", 12, category="Headphones")
FALCON_60 = product(2, "Falcon 60", "1,499.00 EUR", 250, category="Headphones")
SNAPSHOT = Snapshot(turn_id="t", passages=(FALCON_40, FALCON_60))


def document(number: int, name: str, text: str) -> Passage:
    return Passage(
        key=f"d{number:015x}",
        evidence=Evidence(
            kind="document",
            source_id=f"document:{number}",
            model="Handbook",
            record=name,
            names=(name,),
            text=text,
            location=Location(file=name, lines=(1, 3), chunk=f"{name}#chunk-01"),
        ),
    )


LEAVE = document(1, "leave.md", "# Leave\nThe notice period is 64 days. Be kind.")
RETURNS = document(
    2, "returns.md", "# Returns\nGoods may be returned within 30 days of delivery."
)
DOCUMENTS = Snapshot(turn_id="t", passages=(LEAVE, RETURNS))


def source(at: int, *keys: str, columns: tuple[str, ...] = ()) -> PlacedToken:
    return PlacedToken(kind="source", keys=keys, at=at, columns=columns)


def test_sources_are_numbered_by_first_use_and_only_cited_ones_are_listed() -> None:
    first = "Falcon 60 costs 1,499.00 EUR."
    text = f"{first} Falcon 40 costs 1,299.00 EUR."
    tokens = [source(len(first), FALCON_60.key), source(len(text), FALCON_40.key)]

    examined = examine(text, tokens, SNAPSHOT, RULES)

    assert [c.record for c in examined.citations] == ["Falcon 60", "Falcon 40"]
    assert [c.citations for c in examined.claims] == [(1,), (2,)]


def test_a_key_that_is_not_of_this_turn_is_dropped() -> None:
    text = "Shipping is free."

    examined = examine(text, [source(len(text), "f" * 16)], SNAPSHOT, RULES)

    assert examined.citations == ()
    assert examined.claims[0].citations == ()


def test_a_source_used_twice_keeps_its_number() -> None:
    one, two, three = (
        "Falcon 40 costs 1,299.00 EUR.",
        "Falcon 60 costs 1,499.00 EUR.",
        "Falcon 40 has 12 units in stock.",
    )
    text = f"{one} {two} {three}"
    tokens = [
        source(len(one), FALCON_40.key),
        source(len(one) + 1 + len(two), FALCON_60.key),
        source(len(text), FALCON_40.key),
    ]

    examined = examine(text, tokens, SNAPSHOT, RULES)

    assert [c.citations for c in examined.claims] == [(1,), (2,), (1,)]
    assert [c.number for c in examined.citations] == [1, 2]


@pytest.mark.parametrize("key", ["f" * 16, "", "falcon", "0", "1", "S99"])
def test_an_invented_key_next_to_a_valid_one_cites_nothing(key: str) -> None:
    text = "Falcon 40 has 12 units in stock. Shipping is free."
    tokens = [source(32, FALCON_40.key), source(len(text), key)]

    examined = examine(text, tokens, SNAPSHOT, RULES)

    assert [c.citations for c in examined.claims] == [(1,), ()]
    assert examined.claims[1].verdict == "unsupported"


def test_one_token_may_hold_several_keys() -> None:
    text = "Falcon 40 costs 1,299.00 EUR and Falcon 60 costs 1,499.00 EUR."

    examined = examine(
        text, [source(len(text), FALCON_40.key, FALCON_60.key)], SNAPSHOT, RULES
    )

    assert examined.claims[0].citations == (1, 2)
    assert examined.claims[0].verdict == "supported"


def test_a_surplus_marker_is_dropped_from_a_supported_claim() -> None:
    text = "Falcon 40 costs 1,299.00 EUR."

    examined = examine(
        text, [source(len(text), FALCON_40.key, FALCON_60.key)], SNAPSHOT, RULES
    )

    assert [c.record for c in examined.citations] == ["Falcon 40"]


def test_a_token_on_the_wrong_record_is_moved_to_the_one_that_carries_it() -> None:
    text = "Falcon 40 costs 1,299.00 EUR."

    (citation,) = examine(
        text, [source(len(text), FALCON_60.key)], SNAPSHOT, RULES
    ).citations

    assert (citation.record, citation.status) == ("Falcon 40", "repointed")


def test_a_token_is_not_moved_when_two_others_carry_the_claim() -> None:
    copy = document(3, "returns-2.md", RETURNS.evidence.text)
    text = "Goods may be returned within 30 days of delivery."
    snapshot = Snapshot(turn_id="t", passages=(LEAVE, RETURNS, copy))

    (citation,) = examine(text, [source(len(text), LEAVE.key)], snapshot, RULES).citations  # fmt: skip

    assert (citation.record, citation.status) == ("leave.md", "given")


def test_a_token_on_the_wrong_document_is_moved() -> None:
    text = "Goods may be returned within 30 days of delivery."

    (citation,) = examine(
        text, [source(len(text), LEAVE.key)], DOCUMENTS, RULES
    ).citations

    assert (citation.record, citation.status) == ("returns.md", "repointed")


def test_a_value_of_the_neighbour_record_moves_no_token() -> None:
    text = "Falcon 40 has 250 units in stock."

    examined = examine(text, [source(len(text), FALCON_40.key)], SNAPSHOT, RULES)

    assert [c.record for c in examined.citations] == ["Falcon 40"]
    assert examined.claims[0].verdict == "contradicted"
    assert examined.coverage.contradicted == 1


def test_a_changed_number_is_contradicted_by_its_document() -> None:
    text = "The notice period is 62 days."

    (claim,) = examine(text, [source(len(text), LEAVE.key)], DOCUMENTS, RULES).claims

    assert claim.verdict == "contradicted"
    assert claim.reasons == ("number 62 days vs number 64 days",)


def test_a_count_and_a_document_keep_their_own_citations() -> None:
    count = Passage(
        key="c" * 16,
        evidence=Evidence(
            kind="computed", source_id="q", model="Products",
            record="Number of active products",
            fields=(
                Field(column="count", label="Active products", value=2, text="2",
                      kind="number"),
            ),
        ),
    )  # fmt: skip
    first = "2 products are active."
    text = f"{first} Goods may be returned within 30 days of delivery."
    tokens = [source(len(first), count.key), source(len(text), RETURNS.key)]
    snapshot = Snapshot(turn_id="t", passages=(count, RETURNS))

    examined = examine(text, tokens, snapshot, RULES)

    assert [c.kind for c in examined.citations] == ["computed", "document"]
    assert [c.verdict for c in examined.claims] == ["supported", "supported"]


def test_the_same_source_under_two_keys_is_one_card() -> None:
    again = Passage(key="9" * 16, evidence=FALCON_40.evidence)
    first = "Falcon 40 costs 1,299.00 EUR."
    text = f"{first} Falcon 40 has 12 units in stock."
    tokens = [source(len(first), FALCON_40.key), source(len(text), again.key)]

    examined = examine(
        text, tokens, Snapshot(turn_id="t", passages=(FALCON_40, again)), RULES
    )

    assert len(examined.citations) == 1


def test_tokens_at_the_head_of_a_line_belong_to_that_line() -> None:
    text = "- Falcon 40: 1,299.00 EUR\n- Falcon 60: 1,499.00 EUR"
    tokens = [source(0, FALCON_40.key), source(text.index("\n") + 1, FALCON_60.key)]

    examined = examine(text, tokens, SNAPSHOT, CitationRules(infers=False))

    assert [c.citations for c in examined.claims] == [(1,), (2,)]


def test_a_token_behind_a_closing_question_goes_to_the_statement_before() -> None:
    text = "Falcon 40 costs 1,299.00 EUR. Shall I show more?"

    examined = examine(
        text, [source(len(text), FALCON_40.key)], SNAPSHOT, CitationRules(infers=False)
    )

    assert [c.citations for c in examined.claims] == [(1,), ()]


def test_claims_past_the_cap_keep_their_text_without_a_number() -> None:
    text = "Falcon 40 costs 1,299.00 EUR. Falcon 60 costs 1,499.00 EUR."
    tokens = [source(29, FALCON_40.key), source(len(text), FALCON_60.key)]

    examined = examine(text, tokens, SNAPSHOT, CitationRules(max_citations=1))

    assert [c.citations for c in examined.claims] == [(1,), ()]
    assert examined.claims[1].verdict == "supported"


def test_switched_off_nothing_is_cited_and_claims_are_still_judged() -> None:
    text = "Falcon 40 costs 1,299.00 EUR."

    examined = examine(
        text,
        [source(len(text), FALCON_40.key)],
        SNAPSHOT,
        CitationRules(is_enabled=False),
    )

    assert examined.citations == ()
    assert examined.claims[0].verdict == "supported"


@pytest.mark.parametrize(
    "text",
    [
        "I could not find that.",
        "Is the Falcon 40 what you mean?",
        "Hello!",
        "This shop's records say nothing about Falcon 40.",
    ],
)
def test_nothing_is_cited_for_what_states_nothing(text: str) -> None:
    rules = CitationRules(
        fallback_texts=("This shop's records say nothing about Falcon 40.",)
    )

    examined = examine(text, [source(len(text), FALCON_40.key)], SNAPSHOT, rules)

    assert examined.citations == ()
    assert {c.verdict for c in examined.claims} == {"no_claim"}
    assert examined.coverage.claims == 0


def test_an_empty_answer_has_no_claims_and_no_score() -> None:
    examined = examine("", [], SNAPSHOT, RULES)

    assert examined.claims == ()
    assert examined.coverage.claims == 0


def test_the_rules_come_from_the_settings() -> None:
    settings = Settings(
        citations_enabled=False, infer_source_citations=False, max_citations=2,
        citation_columns=3, fallback_answer="Nothing.",
    )  # fmt: skip

    rules = CitationRules.from_settings(settings, fallback_texts=("Nichts.",))

    assert rules == CitationRules(
        is_enabled=False, infers=False, max_citations=2, max_columns=3,
        fallback_texts=("Nothing.", "Nichts."),
    )  # fmt: skip


@given(st.text(max_size=80), st.integers(0, 80), st.text(max_size=20))
@hypothesis_settings(max_examples=60, deadline=None)
def test_any_answer_can_be_examined(text: str, at: int, key: str) -> None:
    tokens = [source(min(at, len(text)), key, FALCON_40.key)]

    examined = examine(text, tokens, SNAPSHOT, RULES)

    numbers = {n for claim in examined.claims for n in claim.citations}
    assert numbers == {c.number for c in examined.citations}
