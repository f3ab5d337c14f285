from __future__ import annotations

from flask_modelmind.retrieval import pack
from flask_modelmind.values import Evidence
from flask_modelmind.values import Omission


def piece(model: str, text: str, score: float) -> Evidence:
    return Evidence(
        kind="record",
        source_id=text,
        model=model,
        record=text,
        text=text,
        score=score,
    )


def length(evidence: Evidence) -> int:
    return len(evidence.text)


def test_records_are_whole_and_best_first() -> None:
    ranked = [piece("A", "a" * 4, 0.9), piece("A", "b" * 4, 0.5), piece("A", "c", 0.7)]

    kept, omitted = pack(ranked, measure=length, max_characters=8)

    assert [one.text for one in kept] == ["aaaa", "c"]
    assert omitted == [Omission(model="A", shown_count=2, left_out_count=1)]


def test_each_model_brings_its_best_record_first() -> None:
    ranked = [piece("A", f"a{at:03}", 0.9 - at / 100) for at in range(9)]
    ranked.append(piece("B", "bbbb", 0.2))

    kept, _ = pack(ranked, measure=length, max_characters=8)

    assert [one.text for one in kept] == ["a000", "bbbb"]


def test_a_record_that_is_too_long_does_not_shut_out_shorter_ones() -> None:
    ranked = [piece("A", "a" * 100, 0.9), piece("A", "b", 0.5)]

    kept, omitted = pack(ranked, measure=length, max_characters=10)

    assert [one.text for one in kept] == ["b"]
    assert omitted[0].left_out_count == 1


def test_nothing_is_said_to_be_left_out_when_all_fits() -> None:
    ranked = [piece("A", "a", 0.9), piece("B", "b", 0.5)]

    assert pack(ranked, measure=length, max_characters=10) == (ranked, [])
