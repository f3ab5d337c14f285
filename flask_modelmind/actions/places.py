"""Where one action would be offered, and what its button would say."""

from __future__ import annotations

import dataclasses
import typing as t
from collections import abc as cabc

from ..declarations import ActionOptions
from ..declarations import ModelOptions
from ..errors import ActionError
from ..values import Passage
from .endpoints import read_path
from .templates import fill_label
from .templates import headline
from .templates import label_columns
from .templates import shorten


@dataclasses.dataclass(frozen=True, kw_only=True)
class Place:
    """One action on one record, or a global one."""

    options: ActionOptions
    passage: Passage | None = None
    record: t.Any = None
    model_options: ModelOptions = dataclasses.field(default_factory=ModelOptions)

    @property
    def seed(self) -> str:
        """What the key of the offer is made from: two models may share a name."""
        source = "" if self.passage is None else self.passage.evidence.source_id
        return f"action:{source}:{self.options.key}"


def write_label(place: Place, hides: cabc.Callable[[str], str | None]) -> str:
    """Write a button: its template, or the plain key when a value of it is missing.

    :param hides: Why a column is hidden, or ``None``.
    :return: 1 to 80 characters.
    """
    template = place.options.label
    plain = shorten(headline(place.options.key))
    values = {c: _text(place, c, hides) for c in label_columns(template)}
    if not template or not all(values.values()):
        return plain
    return fill_label(template, values) or plain


def _text(place: Place, column: str, hides: cabc.Callable[[str], str | None]) -> str:
    """Return what people read for a column; as on the card, when it is there."""
    if place.passage is None:
        return ""
    evidence = place.passage.evidence
    field = evidence.field(column)
    if field is not None:
        return field.text
    if column == "label":
        return evidence.record
    if column in place.model_options.exclude or hides(column):
        return ""
    try:
        value = read_path(place.record, column)
    except ActionError:
        return ""
    return "" if value is None else str(value)
