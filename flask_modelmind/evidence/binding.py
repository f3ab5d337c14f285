"""Bind a value of a claim to the field it is said of."""

from __future__ import annotations

import dataclasses
import re
from collections import abc as cabc

from .dates import Relation
from .quantities import Quantity
from .readings import FieldReading
from .readings import Reading
from .statement import Statement
from .values_in_text import Code
from .values_in_text import compare_typed
from .values_in_text import Typed

_FAR = 10**9
_CLAUSE_CHARS = 1_000
"""How far away another clause counts."""
_JOINER = re.compile(r"[,;\u3001\uff0c] | (?:and|und|et|y|و|и|but|aber|pero|mais) ")
_RELATION_ORDER: dict[Relation, int] = {
    "equal": 0, "compatible": 1, "conflicting": 2, "unrelated": 3,
}  # fmt: skip


@dataclasses.dataclass(frozen=True)
class Bound:
    """A value of a claim beside the field it is compared with."""

    field: FieldReading
    relation: Relation
    distance: int
    """Characters between the value and the nearest word for the attribute."""

    @property
    def is_bound(self) -> bool:
        """Whether the claim says the attribute; otherwise only the type tells."""
        return self.distance < _FAR


def bind_value(value: Typed, claim: Statement, record: Reading) -> Bound | None:
    """Choose the field of a record that a value is said of.

    The attribute named nearest to the value decides. Where none is named, a unit, date
    or code may tell by its type; a bare number never does if several fields could hold
    it.

    :return: ``None`` when no field can be compared.
    """
    compared = sorted(
        _compare(value, claim, record),
        key=lambda c: (c.distance, _RELATION_ORDER[c.relation]),
    )
    if compared and compared[0].is_bound:
        return compared[0]
    agreeing = [c for c in compared if c.relation in {"equal", "compatible"}]
    if isinstance(value, Quantity) and not value.dimension:
        columns = {c.field.column for c in agreeing}
        return agreeing[0] if len(columns) == 1 and not claim.concepts else None
    if agreeing:
        return agreeing[0]
    return compared[0] if len(compared) == 1 else None


def is_spoken_of(field: FieldReading, claim: Statement) -> bool:
    """Tell whether a claim names the attribute of a field, in any language known."""
    spoken = {name for name, _, _ in claim.concepts}
    return bool(field.concepts & spoken) or any(
        term.stem in field.label_stems for term in claim.terms
    )


def _compare(value: Typed, claim: Statement, record: Reading) -> cabc.Iterator[Bound]:
    """Compare a value with every field that could hold it."""
    held = {
        fact.dimension
        for field in record.fields
        for fact in field.typed
        if isinstance(fact, Quantity)
    }
    for field in record.fields:
        if field.is_named and not isinstance(value, Code) and not field.is_number:
            continue
        distance = _distance(value, field, claim)
        for fact in field.typed:
            if _is_mixed(value, fact) and not _may_mix(value, field, distance, held):
                continue
            relation = compare_typed(value, fact)
            if relation != "unrelated":
                yield Bound(field, relation, distance)


def _is_mixed(value: Typed, fact: Typed) -> bool:
    """Whether one of two amounts lacks the unit of the other."""
    return (
        isinstance(value, Quantity)
        and isinstance(fact, Quantity)
        and value.dimension != fact.dimension
    )


def _may_mix(
    value: Typed, field: FieldReading, distance: int, held: cabc.Set[str]
) -> bool:
    """Whether a missing unit may be overlooked: the attribute is said beside it."""
    if distance >= _CLAUSE_CHARS:
        return False
    dimension = value.dimension if isinstance(value, Quantity) else ""
    return not dimension or (dimension not in held and "stock" not in field.concepts)


def _distance(value: Typed, field: FieldReading, claim: Statement) -> int:
    """Count characters to the nearest word for the attribute; clauses keep apart."""
    spots = [
        (term.start, term.end) for term in claim.terms if term.stem in field.label_stems
    ]
    spots += [
        (start, end) for name, start, end in claim.concepts if name in field.concepts
    ]
    return min((_gap(value, spot, claim.text) for spot in spots), default=_FAR)


def _gap(value: Typed, spot: tuple[int, int], text: str) -> int:
    start, end = spot
    between = text[value.end : start] if start >= value.end else text[end : value.start]
    away = _CLAUSE_CHARS if _JOINER.search(between) else 0
    return max(start - value.end, value.start - end, 0) + away
