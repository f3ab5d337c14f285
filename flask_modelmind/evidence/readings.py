"""Evidence as the support check reads it: fields with typed values, or sentences."""

from __future__ import annotations

import dataclasses
import datetime as dt
import decimal
import functools
import re
import typing as t
from collections import abc as cabc

from ..text import fold
from ..text import fold_with_offsets
from ..text import Folded
from ..values import Evidence
from ..values import Field
from .claims import split_claims
from .concepts import concepts_of_label
from .concepts import label_stems
from .dates import moment_of
from .quantities import Quantity
from .units import BARE
from .units import Unit
from .units import unit_named
from .values_in_text import find_typed
from .values_in_text import Typed
from .wording import find_terms
from .wording import guess_language
from .wording import uses_decimal_comma

_NAME_COLUMNS = ("name", "title", "label", "sku", "code", "slug", "service", "model")
YES = frozenset({"yes", "true", "on", "ja", "si", "oui", "بله", "نعم", "да", "是"}) | {
    "sim",
    "evet",
    "हाँ",
    "はい",
}
NO = frozenset(
    {"no", "false", "off", "nein", "non", "خیر", "لا", "нет", "否", "none"}
) | {"nao", "hayir", "नहीं", "いいえ"}
_CODED = frozenset({"country", "code", "timezone"})
"""Attributes whose values are codes: the country NO is not a denial."""
_FEW_WORDS = 3
_CLAUSE = re.compile(r"[^;\u061b\uff1b]{1,2000}")
"""A clause; one without end is cut, so that comparing stays linear."""
_MAX_DEPTH = 4


@dataclasses.dataclass(frozen=True)
class Sentence:
    """A clause of running text."""

    sentence: int
    """Number of the sentence it belongs to."""
    start: int
    end: int
    """Code-point offsets into the running text."""
    folded: Folded
    typed: tuple[Typed, ...]
    stems: frozenset[str]

    @functools.cached_property
    def facts(self) -> tuple[Typed, ...]:
        """The typed values, each once."""
        known: dict[object, Typed] = {}
        for value in self.typed:
            known.setdefault(dataclasses.replace(value, start=0, end=0), value)
        return tuple(known.values())


@dataclasses.dataclass(frozen=True)
class FieldReading:
    """A field with all that a claim about it may be compared with."""

    column: str
    text: str
    folded: str
    labels: tuple[frozenset[str], ...]
    """Stems of the words of each way to name the column."""
    concepts: frozenset[str]
    typed: tuple[Typed, ...]
    truth: bool | None
    """The value of a yes-or-no field."""
    stems: frozenset[str]
    """Words of a textual value."""
    is_named: bool
    """Whether it names the record."""
    is_empty: bool
    is_text: bool
    """Whether its words matter, besides the values in them."""

    @property
    def is_number(self) -> bool:
        """Whether it is a name of digits alone (an order number)."""
        return self.folded.isdecimal()

    @property
    def label_stems(self) -> frozenset[str]:
        """Stems of all words the column is named by."""
        return frozenset().union(*self.labels)


@dataclasses.dataclass(frozen=True)
class Reading:
    """One piece of evidence."""

    index: int
    language: str
    names: tuple[str, ...] = ()
    model_stems: frozenset[str] = frozenset()
    fields: tuple[FieldReading, ...] = ()
    sentences: tuple[Sentence, ...] = ()


EvidenceLike = str | cabc.Mapping[str, object] | Evidence


def read_evidence(index: int, evidence: EvidenceLike) -> Reading:
    """Prepare one piece of evidence for comparison, in time linear in its length.

    :param index: Its place among the evidence, for the matches.
    """
    if isinstance(evidence, str):
        return _read_text(index, evidence)
    if not isinstance(evidence, Evidence):
        return _read_mapping(index, evidence)
    text = _read_text(index, evidence.text)
    fields = tuple(_read_field(field) for field in evidence.fields if not field.is_key)
    labels = " ".join(field.label for field in evidence.fields)
    return dataclasses.replace(
        text,
        names=tuple(dict.fromkeys((evidence.record, *evidence.names))),
        model_stems=label_stems(evidence.model),
        fields=fields,
        language=text.language or guess_language(fold(labels)) or "en",
    )


def _read_text(index: int, text: str) -> Reading:
    language = guess_language(fold(text))
    habit = uses_decimal_comma(language)
    sentences = tuple(
        _read_sentence(number, claim.start + clause.start(), clause[0], habit)
        for number, claim in enumerate(split_claims(text))
        for clause in _CLAUSE.finditer(claim.text)
    )
    return Reading(index=index, language=language, sentences=sentences)


def _read_sentence(
    number: int,
    start: int,
    piece: str,
    habit: bool | None,  # noqa: FBT001
) -> Sentence:
    folded = fold_with_offsets(piece)
    taken = bytearray(len(folded.text))
    typed = find_typed(folded.text, taken=taken, uses_decimal_comma=habit)
    stems = frozenset(term.stem for term in find_terms(folded.text))
    return Sentence(number, start, start + len(piece), folded, tuple(typed), stems)


def _read_mapping(index: int, mapping: cabc.Mapping[str, object]) -> Reading:
    leaves = list(_leaves(mapping))
    fields = tuple(_read_leaf(column, value) for column, value in leaves)
    named = [
        str(value)
        for wanted in _NAME_COLUMNS
        for column, value in leaves
        if column.casefold() == wanted and value is not None
    ]
    return Reading(index=index, language="en", names=tuple(named), fields=fields)


def _leaves(
    mapping: cabc.Mapping[str, object], lead: str = "", depth: int = 0
) -> cabc.Iterator[tuple[str, object]]:
    for key, value in mapping.items():
        column = f"{lead}{key}"
        if isinstance(value, cabc.Mapping) and depth < _MAX_DEPTH:
            yield from _leaves(value, f"{column}.", depth + 1)
        elif isinstance(value, list | tuple | set | frozenset):
            yield column, ", ".join(map(str, value))
        else:
            yield column, value


def _read_leaf(column: str, value: object) -> FieldReading:
    text = "" if value is None else str(value)
    scalar = value if isinstance(value, _SCALARS) else text
    return _make_field(
        column, (column,), scalar, text,
        is_named=column.casefold() in _NAME_COLUMNS,
    )  # fmt: skip


def _read_field(field: Field) -> FieldReading:
    return _make_field(
        field.column,
        (field.column, field.label),
        field.value,
        field.text,
        unit=field.unit,
        is_named=field.is_identity,
    )


_SCALARS = (
    str, int, float, bool, decimal.Decimal, dt.datetime, dt.date, dt.time, dt.timedelta,
)  # fmt: skip


def _make_field(
    column: str,
    names: tuple[str, ...],
    value: object,
    text: str,
    *,
    unit: str | None = None,
    is_named: bool = False,
) -> FieldReading:
    folded = fold(text)
    labels = tuple(
        stems
        for name in names
        for stems in (label_stems(name), label_stems(name.casefold()))
    )
    declared = unit_named(unit) if unit else _unit_of_column(column)
    concepts = frozenset().union(*(concepts_of_label(stems) for stems in labels))
    truth = value if isinstance(value, bool) else _truth(folded, concepts)
    typed = () if isinstance(value, bool) else tuple(
        _typed_values(value, folded, declared or BARE)
    )  # fmt: skip
    value_stems = frozenset(term.stem for term in find_terms(folded))
    return FieldReading(
        column=column,
        text=text,
        folded=folded,
        labels=tuple(dict.fromkeys(labels)),
        concepts=concepts,
        typed=typed,
        truth=truth,
        stems=value_stems,
        is_named=is_named,
        is_empty=value is None or not folded,
        is_text=isinstance(value, str)
        and truth is None
        and (not typed or len(value_stems) > _FEW_WORDS),
    )  # fmt: skip


def _truth(folded: str, concepts: cabc.Set[str]) -> bool | None:
    if concepts & _CODED:
        return None
    if folded in YES:
        return True
    return False if folded in NO else None


@functools.lru_cache(maxsize=2_048)
def _unit_of_column(column: str) -> Unit | None:
    """Read the unit a column name ends with (``weight_kg``, ``timeoutSeconds``)."""
    last = re.split(r"[_.\s]|(?<=[a-z])(?=[A-Z])", column)[-1]
    has_more = len(last) < len(column)
    unit = unit_named(last) if has_more and len(last) > 1 else None
    return None if unit and unit.dimension == "months" and last == "year" else unit


def _typed_values(value: object, folded: str, unit: Unit) -> cabc.Iterator[Typed]:
    moment = moment_of(value)
    if moment:
        yield dataclasses.replace(moment, end=len(folded))
        return
    amount = _amount(value)
    if amount is not None:
        yield from _with_shown_unit(amount, folded, unit)
        return
    if isinstance(value, dt.timedelta):
        seconds = decimal.Decimal(str(value.total_seconds()))
        time = t.cast(Unit, unit_named("s"))
        yield Quantity(0, len(folded), seconds, seconds, time)
        return
    for found in find_typed(folded):
        yield _in_unit(found, unit)


def _with_shown_unit(
    amount: decimal.Decimal, folded: str, unit: Unit
) -> cabc.Iterator[Typed]:
    """Give a number the unit that is declared, or else the one it is shown with.

    The shown number counts too: it may be rounded.
    """
    shown = [q for q in find_typed(folded) if isinstance(q, Quantity)][:1]
    if unit.is_bare and shown:
        unit = shown[0].unit
    worth = amount * unit.factor
    yield Quantity(0, len(folded), worth, worth, unit)
    for shown_value in shown:
        yield _in_unit(shown_value, unit)


def _in_unit(found: Typed, unit: Unit) -> Typed:
    if not isinstance(found, Quantity) or found.dimension or unit.is_bare:
        return found
    return dataclasses.replace(
        found, unit=unit, low=found.low * unit.factor, high=found.high * unit.factor
    )


def _amount(value: object) -> decimal.Decimal | None:
    if isinstance(value, bool) or not isinstance(value, int | float | decimal.Decimal):
        return None
    if isinstance(value, int) and value.bit_length() > 128:
        return None
    amount = decimal.Decimal(str(value)) if isinstance(value, float) else value
    amount = decimal.Decimal(amount)
    return amount if amount.is_finite() else None
