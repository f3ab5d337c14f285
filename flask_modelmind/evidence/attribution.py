"""Find the columns of a record whose values a claim uses."""

from __future__ import annotations

from ..text import fold
from ..values import Evidence
from ..values import Field


def used_columns(claim: str, evidence: Evidence) -> tuple[str, ...]:
    """Return the columns whose values stand in a claim, in the record's order.

    Keys are never among them: that a row belongs to somebody proves nothing.
    """
    folded = fold(claim)
    return tuple(field.column for field in evidence.fields if _is_used(field, folded))


def _is_used(field: Field, folded: str) -> bool:
    value = fold(field.text)
    return bool(value) and not field.is_key and value in folded
