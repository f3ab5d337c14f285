"""Find what of a passage a claim uses: columns of a record, spans of a text."""

from __future__ import annotations

import dataclasses

from ..text import fold
from ..text import fold_with_offsets
from ..values import Evidence
from .mentions import find_mentions
from .mentions import Named
from .passages import judge_passage
from .readings import Reading
from .records import carried_columns
from .statement import read_statement


@dataclasses.dataclass(frozen=True)
class Used:
    """The columns one claim is about, in the record's order."""

    proving: tuple[str, ...] = ()
    """Columns whose value stands in the claim."""
    disputed: tuple[str, ...] = ()
    """Columns of which the claim says another value."""


def used_columns(claim: str, evidence: Evidence, reading: Reading) -> Used:
    """Find the columns a claim is about.

    Values count as values: numbers, dates and prices in any spelling, bound to their
    attribute. Keys are never among them: that a row belongs to somebody proves nothing.
    """
    statement = read_statement(claim, [Named(reading.names)])
    carried, disputed = carried_columns(statement, reading)
    proving = carried | _named_columns(claim, evidence)
    columns = [field.column for field in evidence.fields if not field.is_key]
    return Used(
        proving=tuple(column for column in columns if column in proving),
        disputed=tuple(c for c in columns if c in disputed - proving),
    )


def used_spans(claim: str, reading: Reading) -> tuple[tuple[int, int], ...]:
    """Return the code-point spans of a running text that carry a claim, in order."""
    if not reading.sentences:
        return ()
    judgement = judge_passage(read_statement(claim, [Named(reading.names)]), reading)
    return tuple(sorted((match.start, match.end) for match in judgement.matches))


def _named_columns(claim: str, evidence: Evidence) -> set[str]:
    """Find identity columns whose value stands in a claim."""
    fields = [f for f in evidence.fields if f.is_identity and fold(f.text)]
    named = [Named((field.text,), evidence.model) for field in fields]
    mentions = find_mentions(fold_with_offsets(claim), claim, named)
    return {fields[index].column for mention in mentions for index in mention.evidence}
