"""Compare a claim with one record: value by value, each bound to its attribute."""

from __future__ import annotations

import dataclasses
import re

from ..text import words
from ..values import Match
from .binding import bind_value
from .binding import is_spoken_of
from .concepts import stock_words
from .judgement import contradicted
from .judgement import Judgement
from .judgement import not_checkable
from .judgement import supported
from .judgement import unsupported
from .polarity import is_negative
from .polarity import is_negator
from .polarity import positive_forms
from .quantities import Quantity
from .readings import FieldReading
from .readings import NO
from .readings import Reading
from .readings import YES
from .statement import describe
from .statement import Statement
from .values_in_text import Code
from .values_in_text import Typed
from .wording import stem
from .wording import Term

_SENTENCE_END = re.compile(r"(?<=[.!?;\u3002\u061f\u06d4\u0964])\s+|\n")
_LOOSE_RATIO = 0.34
"""Share of a claim's words that a record need not hold when its values do."""
_QUOTE_EDGES = " :.,;。！!?\"'()»«„“”「」"
_SHORTEST_QUOTE_CHARS = 10
_SHORT_VALUE_TERMS = 3
_SHORT_CLAIM_TERMS = 6
_AUXILIARIES = frozenset({"is", "has", "can", "may", "column"})


@dataclasses.dataclass
class _Tally:
    """What was found so far in one record."""

    matches: list[Match] = dataclasses.field(default_factory=list)
    conflicts: list[tuple[Match, str]] = dataclasses.field(default_factory=list)
    missing: list[str] = dataclasses.field(default_factory=list)
    covered: set[int] = dataclasses.field(default_factory=set)
    """Starts of the claim's terms that are accounted for."""
    is_weak: bool = False
    has_polarity: bool = False
    """Whether affirming or denying was compared already."""


def judge_record(claim: Statement, record: Reading) -> Judgement:
    """Tell whether one record carries a claim.

    Every value must agree with the field it is said of. A value that agrees with some
    other field proves nothing, and one that differs from its own contradicts.
    """
    if _names_another(claim, record):
        return unsupported(0.08, "the claim names something else")
    return _conclude(claim, record, _weigh(claim, record))


def carried_columns(claim: Statement, record: Reading) -> tuple[set[str], set[str]]:
    """Return the columns whose value a claim uses, and those it gets wrong."""
    tally = _weigh(claim, record)
    return (
        {match.field for match in tally.matches if match.field},
        {match.field for match, _ in tally.conflicts if match.field},
    )


def _weigh(claim: Statement, record: Reading) -> _Tally:
    tally = _Tally()
    for value in claim.typed:
        _weigh_value(value, claim, record, tally)
    for field in record.fields:
        for weigh in _WEIGHERS:
            weigh(field, claim, record, tally)
    _weigh_stock(claim, record, tally)
    return tally


def _names_another(claim: Statement, record: Reading) -> bool:
    """Whether a part of the record's name goes on with another number ("iPhone 14")."""
    if claim.mentions or not record.names:
        return False
    family = {
        stem(w) for name in record.names for w in re.findall(r"\w+", name.lower())
    }
    return any(
        term.stem in family
        and any(
            value.start == term.end + 1 and _is_designation(value)
            for value in claim.typed
        )
        for term in claim.terms
    )


def _is_designation(value: Typed) -> bool:
    return isinstance(value, Code) or (
        isinstance(value, Quantity) and not value.dimension and value.bound == "exact"
    )


def _weigh_value(
    value: Typed, claim: Statement, record: Reading, tally: _Tally
) -> None:
    chosen = bind_value(value, claim, record)
    if chosen is None:
        tally.missing.append(f"{describe(value, claim.text)} is not in the record")
        return
    match = Match(
        evidence=record.index,
        field=chosen.field.column,
        start=0,
        end=len(chosen.field.text),
    )
    if chosen.relation == "conflicting":
        told = f"{describe(value, claim.text)} vs {chosen.field.text}"
        tally.conflicts.append((match, f"{told} in {chosen.field.column}"))
        return
    tally.matches.append(match)
    tally.is_weak |= not chosen.is_bound


def _weigh_stock(claim: Statement, record: Reading, tally: _Tally) -> None:
    said = stock_words(claim.text)
    held = next((f for f in record.fields if "stock" in f.concepts and f.typed), None)
    if not said or not held:
        return
    amount = held.typed[0]
    if not isinstance(amount, Quantity) or any(
        c[0].field == held.column for c in tally.conflicts
    ):
        return
    is_there, start, end = said
    says_any = is_there != (claim.is_negative and is_there)
    if any(m.field == held.column for m in tally.matches):
        # The number is told as well: "not in stock: the stock is 0".
        tally.has_polarity |= says_any == (amount.low > 0)
        return
    if any(start <= place < end for place in tally.covered):
        return
    match = Match(evidence=record.index, field=held.column, end=len(held.text))
    tally.covered |= {term.start for term in claim.terms if start <= term.start < end}
    tally.has_polarity = True
    if says_any == (amount.low > 0):
        tally.matches.append(match)
    else:
        said_text = claim.text[start:end]
        tally.conflicts.append(
            (match, f'"{said_text}" vs {held.text} in {held.column}')
        )


def _weigh_truth(
    field: FieldReading, claim: Statement, record: Reading, tally: _Tally
) -> None:
    """Compare a yes-or-no field when the claim says all of its label, or yes or no."""
    if field.truth is None:
        return
    answer = _said_answer(claim) if is_spoken_of(field, claim) else None
    if answer is not None:
        _settle(field, record, tally, agrees=answer == field.truth)
        return
    said = {term.stem: term for term in claim.terms}
    denied = {
        stem(positive): term
        for term in claim.terms
        for positive in positive_forms(term.text)
    }
    known = said.keys() | denied.keys()
    labels = [label - _AUXILIARIES for label in field.labels]
    label = next((label for label in labels if label and label <= known), None)
    if label is None:
        return
    terms = [said.get(word) or denied[word] for word in label]
    is_denied = any(word not in said for word in label)
    says = not (claim.is_negative ^ is_denied)
    tally.covered |= {term.start for term in terms}
    _settle(field, record, tally, agrees=says == field.truth)


def _said_answer(claim: Statement) -> bool | None:
    """Read a plain yes or no as the value of an attribute ("Active: yes")."""
    last = [word.text for word in words(claim.text)][-2:]
    if any(word in YES for word in last):
        return True
    return False if any(word in NO for word in last) else None


def _settle(
    field: FieldReading, record: Reading, tally: _Tally, *, agrees: bool
) -> None:
    match = Match(evidence=record.index, field=field.column, end=len(field.text))
    tally.has_polarity = True
    if agrees:
        tally.matches.append(match)
    else:
        tally.conflicts.append((match, f"{field.column} is {field.text}"))


def _weigh_absence(
    field: FieldReading, claim: Statement, record: Reading, tally: _Tally
) -> None:
    """Let an empty field prove that nothing is recorded."""
    spoken = {term.stem for term in claim.terms if not is_negator(term.text)}
    is_meant = any(label and label <= spoken for label in field.labels)
    if field.is_empty and claim.is_negative and is_meant and not claim.typed:
        tally.covered |= {term.start for term in claim.terms}
        _settle(field, record, tally, agrees=True)


def _weigh_name(
    field: FieldReading, claim: Statement, record: Reading, tally: _Tally
) -> None:
    """Let a name prove itself where it is said of the record ("SKU of …: FAL-40")."""
    said = {claim.text[m.start : m.end] for m in claim.mentions[1:]}
    if field.is_named and field.folded in said:
        match = Match(evidence=record.index, field=field.column, end=len(field.text))
        tally.matches.append(match)


def _weigh_text(
    field: FieldReading, claim: Statement, record: Reading, tally: _Tally
) -> None:
    if field.is_named or not field.is_text:
        return
    if not field.stems:
        _weigh_code(field, claim, record, tally)
        return
    hit = [term for term in claim.terms if term.stem in field.stems]
    is_short = len(field.stems) <= _SHORT_VALUE_TERMS
    is_carried = (
        {term.stem for term in hit} >= field.stems
        if is_short
        else len(hit) > len(claim.terms) / 2
    )
    if not hit or not is_carried:
        return
    match = Match(evidence=record.index, field=field.column, end=len(field.text))
    if not is_short and _says_opposite(field, claim):
        tally.has_polarity = True
        tally.conflicts.append((match, f"{field.column} says the opposite"))
        return
    tally.has_polarity = tally.has_polarity or (claim.is_negative and not is_short)
    tally.covered |= {term.start for term in hit}
    tally.matches.append(match)


def _says_opposite(field: FieldReading, claim: Statement) -> bool:
    """Tell whether the sentence of a text that the claim is about denies it."""
    sentences = _SENTENCE_END.split(field.folded)
    stems = [term.stem for term in claim.terms]
    about = max(sentences, key=lambda one: sum(stem in one for stem in stems))
    return is_negative(about) != claim.is_negative


def _weigh_code(
    field: FieldReading, claim: Statement, record: Reading, tally: _Tally
) -> None:
    """Compare a value that is no word of its own ("NO") where its attribute is said."""
    said = {word.text for word in words(claim.text)}
    if field.folded in said and is_spoken_of(field, claim):
        match = Match(evidence=record.index, field=field.column, end=len(field.text))
        tally.matches.append(match)
        tally.has_polarity = True


def _weigh_quote(
    field: FieldReading, claim: Statement, record: Reading, tally: _Tally
) -> None:
    """Take what is quoted word for word as it stands, denials included."""
    starts = sorted({0, *(mention.end for mention in claim.mentions)})
    for start in starts:
        quote = claim.text[start:].strip(_QUOTE_EDGES)
        if len(quote) >= _SHORTEST_QUOTE_CHARS and quote in field.folded:
            tally.matches.append(
                Match(evidence=record.index, field=field.column, end=len(field.text))
            )
            tally.has_polarity = True
            tally.covered |= {t.start for t in claim.terms if t.start >= start}
            return


_WEIGHERS = (_weigh_truth, _weigh_text, _weigh_absence, _weigh_name, _weigh_quote)
"""What is compared field by field, besides typed values."""


def _conclude(claim: Statement, record: Reading, tally: _Tally) -> Judgement:
    if tally.conflicts or tally.missing:
        return _conclude_differing(claim, tally)
    rest = [
        term for term in claim.terms if not _is_accounted(term, claim, record, tally)
    ]
    is_foreign = bool(claim.language) and claim.language != record.language
    if tally.matches:
        return _conclude_proved(claim, tally, rest, is_foreign=is_foreign)
    if is_foreign and claim.terms:
        return not_checkable("another language, and no value to compare")
    if claim.is_negative:
        return unsupported(0.1, "nothing in the record proves the denial")
    if rest or not claim.mentions:
        return _conclude_unproved(claim, record, rest)
    return supported(0.6, [], "the record is named")


def _conclude_differing(claim: Statement, tally: _Tally) -> Judgement:
    """Conclude where a value differs from its field, or has none."""
    if claim.is_arithmetic:
        return not_checkable("the claim compares or adds values")
    reasons = [reason for _, reason in tally.conflicts]
    if not reasons:
        return unsupported(0.12, *tally.missing)
    if claim.is_negative and not tally.has_polarity:
        return unsupported(0.3, *reasons)
    return contradicted([match for match, _ in tally.conflicts], *reasons)


def _conclude_proved(
    claim: Statement, tally: _Tally, rest: list[Term], *, is_foreign: bool
) -> Judgement:
    if claim.is_negative and not tally.has_polarity:
        return contradicted(tally.matches, "the claim denies what the record says")
    allowed = max(1, int(len(claim.terms) * _LOOSE_RATIO))
    is_named_apart = any(term.start in claim.proper for term in rest)
    if not is_foreign and (is_named_apart or len(rest) > allowed):
        missed = ", ".join(term.text for term in rest[:4])
        return unsupported(0.3, f"not in the record: {missed}")
    if claim.is_arithmetic and rest:
        return not_checkable("the claim compares or adds values")
    score = 0.7 if tally.is_weak or is_foreign else 0.95 - 0.1 * len(rest)
    return supported(score, tally.matches, "values agree")


def _conclude_unproved(
    claim: Statement, record: Reading, rest: list[Term]
) -> Judgement:
    named = [
        field
        for field in record.fields
        if not field.is_named and field.stems and not field.typed
        and field.truth is None
        and len(field.stems) <= _SHORT_VALUE_TERMS
        and is_spoken_of(field, claim)
    ]  # fmt: skip
    if len(named) == 1 and rest and len(claim.terms) <= _SHORT_CLAIM_TERMS:
        field = named[0]
        match = Match(evidence=record.index, field=field.column, end=len(field.text))
        said = " ".join(term.text for term in rest)
        return contradicted([match], f'"{said}" vs {field.text} in {field.column}')
    missed = ", ".join(term.text for term in rest[:4])
    return unsupported(0.12, f"not in the record: {missed}")


def _is_accounted(term: Term, claim: Statement, record: Reading, tally: _Tally) -> bool:
    """Whether a word is explained by names, labels, attributes or values."""
    if term.start in tally.covered or is_negator(term.text):
        return True
    if term.stem in record.model_stems or term.stem in _name_stems(record):
        return True
    if any(start <= term.start < end for _, start, end in claim.concepts):
        return True
    return any(
        term.stem in field.label_stems or term.stem in field.stems
        for field in record.fields
    )


def _name_stems(record: Reading) -> set[str]:
    return {
        stem(word) for name in record.names for word in re.findall(r"\w+", name.lower())
    }
