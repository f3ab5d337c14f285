"""Nothing of a token reaches a visitor, and everything else does: chat and stream."""

from __future__ import annotations

import typing as t

import pytest

from tests.faults.conftest import MakeDesk

FALCONS = "What do Falcon 40 and Falcon 60 cost?"
SAID = "Falcon 40 costs 1,299.00 EUR"

TOKENS = {
    "space inside": '[[ model_mind_source key="K" ]]',
    "no key": "[[model_mind_source]]",
    "never closed": '[[model_mind_source key="K',
    "cut in the name": "[[model_mind_sou",
    "bracket in a value": '[[model_mind_source key="K" columns="a]b"]]',
    "escaped for Markdown": '\\[\\[model_mind_source key="K"\\]\\]',
    "single brackets": '[model_mind_source key="K"]',
    "capitals": '[[MODEL_MIND_SOURCE KEY="K"]]',
    "curly quotes": "[[model_mind_source key=“K”]]",
    "quotes escaped as in JSON": '[[model_mind_source key=\\"K\\"]]',
    "two keys": '[[model_mind_source key="K, ffffffffffffffff"]]',
    "a route nobody offered": '[[model_mind_route key="orders.view" order="999"]]',
}


def answering(token: str) -> t.Any:
    """Put the key of the Falcon 40 into a token."""

    def answer(request: t.Any) -> str:
        passages = request.snapshot.passages
        key = next(p.key for p in passages if p.evidence.record.startswith("Falcon 40"))
        return f"{SAID} {token.replace('K', key)}"

    return answer


@pytest.mark.parametrize("token", TOKENS.values(), ids=TOKENS)
def test_a_token_of_any_form_is_never_seen(desk_of: MakeDesk, token: str) -> None:
    """Its record is cited: by the key where it can be read, else by its name."""
    desk = desk_of(answering(token), cut=1)

    answer = desk.ask(FALCONS)
    events = desk.stream(FALCONS, new_session=True)

    assert answer["answer"] == SAID
    assert [c["record"] for c in answer["citations"]] == ["Falcon 40 (FAL-40)"]
    deltas = "".join(data["delta"] for name, data in events if name == "delta")
    assert deltas == events[-1][1]["answer"] == SAID
    assert [row["content"] for row in desk.rows("messages")][1::2] == [SAID, SAID]


PLAIN = {
    "a word that ends a sentence": "The light is on.",
    "a word before a comma": "Status: on, voltage: 5V",
    "words that look like cleaning": "log on and wait, go at once",
    "dots before words": "Support for .NET 8 and a .env file",
    "lists, tables and code": (
        "a\n\n- b\n  - c\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n```py\nx = 1\n\n\ny\n```"
    ),
    "an address that begins another": "https://shop.test and https://shop.test/p/1",
    "links": "[Docs](https://x.test/docs), https://en.wikipedia.org/wiki/Foo_(bar)",
    "mail": "Anna (anna@x.example) or Bob (Bob@X.example). help@acme.example",
    "many addresses": " ".join(f"https://a.test/{n}" for n in range(9)),
    "an address in disguise": "See https://evil.example/?ref=github.com",
    "brackets of code": "Use `dp[i][0]`.\n~~~\nrows[1] = rows[0]\n~~~",
    "a fence that is never closed": "```py\nrows[1] = [[model_mind_source",
    "brackets that close nothing": "A [S1 and [[Wiki]] and 【注】 [ok",
    "a tag of thought inside code": "Write `<think>x</think>` in the template.",
    "letters of more than one unit": "Done 👍🏽. abc é e\u0301 [é",
}


@pytest.mark.parametrize("text", PLAIN.values(), ids=PLAIN)
def test_what_is_no_token_stays_letter_for_letter(desk_of: MakeDesk, text: str) -> None:
    """And no address that the model wrote becomes a button."""
    desk = desk_of(text, cut=1)

    answer = desk.ask(FALCONS)

    assert answer["answer"] == text
    assert answer["actions"] == []
    assert desk.reload()[-1]["content"] == text
    for claim in answer["claims"]:
        assert text[claim["start"] : claim["end"]] == claim["text"]


@pytest.mark.parametrize("cut", range(1, 40, 3))
def test_live_final_stored_and_reloaded_text_are_one_at_every_cut(
    desk_of: MakeDesk, cut: int
) -> None:
    desk = desk_of(
        "A {source:Falcon 40|price} é [x] b{source:Falcon 60}.\n\n"
        "[Click]{route:view:Falcon 40} `[1]` ende [[model_mind_route",
        cut=cut,
    )

    events = desk.stream(FALCONS)

    done = events[-1][1]
    shown = [data["delta"] for name, data in events if name == "delta"]
    assert "".join(shown).rstrip() == done["answer"]
    assert not any("model_mind" in piece or "[[" in piece for piece in shown)
    assert desk.reload()[-1]["content"] == done["answer"]
    assert "model_mind" not in done["answer"]


def test_thought_that_only_ends_is_no_part_of_the_answer(desk_of: MakeDesk) -> None:
    """Its tokens count for nothing either."""
    desk = desk_of(
        "maybe 999 {source:Falcon 60}</think>"
        "Falcon 40 costs 1,299.00 EUR {source:Falcon 40}."
    )

    answer = desk.ask(FALCONS)

    assert answer["answer"] == "Falcon 40 costs 1,299.00 EUR."
    assert [c["record"] for c in answer["citations"]] == ["Falcon 40 (FAL-40)"]


def test_earlier_answers_come_back_without_marks(desk_of: MakeDesk) -> None:
    """A model that sees its own chips copies them, deeper with every turn."""
    desk = desk_of("Falcon 40 costs 1,299.00 EUR {source:Falcon 40}.")
    first = desk.ask(FALCONS)
    desk.ask("And its stock?", session_id=first["session_id"])
    third = desk.ask("And its weight?", session_id=first["session_id"])

    history = desk.provider.requests[-1].prompt.history
    assert [m.role for m in history] == ["user", "assistant"] * 2
    assert {m.text for m in history if m.role == "assistant"} == {
        "Falcon 40 costs 1,299.00 EUR."
    }
    assert third["answer"] == "Falcon 40 costs 1,299.00 EUR."
    assert third["citations"][0]["number"] == 1
