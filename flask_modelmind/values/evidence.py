"""What can prove a claim."""

from __future__ import annotations

import dataclasses
import datetime as dt
import decimal
import typing as t

EvidenceKind = t.Literal["record", "document", "computed", "context"]


FieldKind = t.Literal[
    "text", "number", "boolean", "date", "datetime", "time", "interval", "enum",
    "uuid", "json", "null",
]  # fmt: skip


Scalar = (
    str | int | float | bool | decimal.Decimal | dt.datetime | dt.date | dt.time
    | dt.timedelta | None
)  # fmt: skip


@dataclasses.dataclass(frozen=True, kw_only=True)
class Field:
    """One typed value of a record as the viewer may see it."""

    column: str
    """Name the developer knows: ``price``, ``category.name``, ``meta.seats``."""
    label: str
    """Name people read: ``Price``."""
    value: Scalar
    """The typed value; nested JSON arrives as one field a leaf."""
    text: str
    """How the value is written for people: ``1299.00 EUR``, ``yes``, ``2026-04-03``."""
    kind: FieldKind = "text"
    unit: str | None = None
    """Unit or currency of a number, when the model declares one: ``kg``, ``EUR``."""
    is_identity: bool = False
    """Whether the value names the record (label, name, sku, code)."""
    is_key: bool = False
    """Primary, foreign, tenant or owner key: never attributed by itself."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Location:
    """Where in a file a piece of evidence stands. Lines are 1-based and inclusive."""

    file: str
    section: str | None = None
    lines: tuple[int, int] | None = None
    page: int | None = None
    chunk: str | None = None


@dataclasses.dataclass(frozen=True, kw_only=True)
class Evidence:
    """Something that can prove a claim: a record, a chunk, a figure, a context text."""

    kind: EvidenceKind
    source_id: str
    """Stable and unique: kind, registered name and primary key. Never sent to a model
    or a visitor."""
    model: str
    """Label of the model or source: ``Products``."""
    record: str
    """Label of the record: ``Falcon 40 (FAL-40)``."""
    fields: tuple[Field, ...] = ()
    text: str = ""
    """What a document chunk or context text says; empty for records."""
    names: tuple[str, ...] = ()
    """Values that name this evidence, most specific first; used to find mentions."""
    location: Location | None = None
    score: float = 0.0
    """Rank among this turn's candidates; higher is better."""

    def field(self, column: str) -> Field | None:
        """Return one field by its column name."""
        return next((f for f in self.fields if f.column == column), None)
