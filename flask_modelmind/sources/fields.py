"""Read the fields of one record."""

from __future__ import annotations

import dataclasses
import logging
import typing as t
from collections import abc as cabc

from sqlalchemy import exc

from ..hooks import failure
from ..settings import Settings
from ..values import Field
from .columns import ColumnSpec
from .display import Masks
from .display import NULL
from .display import show
from .display import show_list
from .display import Shown
from .display import Style
from .leaves import Hides
from .leaves import leaves
from .names import readable_name
from .related import RelatedRows
from .templates import fill
from .templates import template_names

logger = logging.getLogger(__name__)

_ATOMS = (str, bytes, bytearray, memoryview)
MISSING = object()
"""Stands for an attribute that could not be read."""
RelatedReader = cabc.Callable[[t.Any, str], RelatedRows]
"""``(record, relation) -> rows``."""


class FieldReader:
    """Turns attributes of records into typed fields.

    :param hides: Says why a JSON key is sensitive; such keys are dropped.
    :param masks: Takes what looks like a secret out of a text.
    """

    def __init__(self, settings: Settings, hides: Hides, masks: Masks = str) -> None:
        self._hides = hides
        self._style = Style(
            strip_html=settings.strip_html,
            characters=settings.field_characters,
            masks=masks,
        )

    def fields(
        self,
        record: t.Any,
        specs: cabc.Iterable[ColumnSpec],
        related: RelatedReader | None = None,
    ) -> tuple[Field, ...]:
        """Return the fields of a record in the order of ``specs``.

        :param related: Gives the rows behind a relation; ``None``: relations are left
            out.
        """
        found: list[Field] = []
        for spec in specs:
            if spec.relation is None:
                found += self.read(record, spec)
            elif related is not None:
                found += self._related(related(record, spec.relation), spec)
        return tuple(found)

    def read(self, record: t.Any, spec: ColumnSpec) -> cabc.Iterator[Field]:
        """Yield the field of one own column; several when it holds nested data."""
        value = read_value(record, spec.key)
        if value is MISSING:
            return
        if spec.kind == "json" or isinstance(value, cabc.Mapping):
            yield from self._nested(spec, value)
        elif (shown := self._show(value, spec)) is not None:
            yield self._field(spec, shown, unit=self._unit(record, spec))

    def given(self, row: cabc.Mapping[str, t.Any]) -> tuple[Field, ...]:
        """Return fields of a mapping that a model or hook gives by itself.

        Sensitive names are dropped, nested ones too.
        """
        specs = (
            ColumnSpec(name=str(name), label=readable_name(str(name)), kind=None)
            for name in row
            if self._hides(str(name)) is None
        )
        return tuple(
            field for spec in specs for field in self._nested(spec, row[spec.name])
        )

    def _related(self, rows: RelatedRows, spec: ColumnSpec) -> cabc.Iterator[Field]:
        if not rows.members and not rows.count:
            yield self._field(spec, NULL)
        elif spec.is_many:
            values = [read_value(member, spec.key) for member in rows.members]
            known = [value for value in values if value is not MISSING]
            shown = show_list(
                known,
                kind=spec.kind,
                scale=spec.scale,
                style=self._style,
                count=rows.count,
                is_cut=rows.is_cut,
            )
            yield self._field(spec, shown)
        else:
            own = dataclasses.replace(spec, name=spec.key, relation=None)
            for field in self.read(rows.members[0], own):
                name = f"{spec.relation}.{field.column}"
                label = spec.label if name == spec.name else readable_name(name)
                yield dataclasses.replace(field, column=name, label=label)

    def _nested(self, spec: ColumnSpec, value: t.Any) -> cabc.Iterator[Field]:
        for name, leaf in leaves(spec.name, value, self._hides, spec.leaf):
            shown = self._show(leaf, spec)
            if shown is not None and name == spec.name:
                yield self._field(spec, shown)
            elif shown is not None:
                label = spec.leaf.labels.get(name) or readable_name(name)
                named = dataclasses.replace(spec, name=name, label=label)
                yield self._field(named, shown, unit=spec.leaf.units.get(name))

    def _show(self, value: t.Any, spec: ColumnSpec) -> Shown | None:
        if isinstance(value, cabc.Collection) and not isinstance(value, _ATOMS):
            is_ordered = isinstance(value, cabc.Sequence)
            ordered = list(value) if is_ordered else sorted(value, key=str)
            return show_list(
                ordered, kind=spec.kind, scale=spec.scale, style=self._style
            )
        return show(value, kind=spec.kind, scale=spec.scale, style=self._style)

    def _unit(self, record: t.Any, spec: ColumnSpec) -> str | None:
        if not spec.unit:
            return None
        texts = {}
        for name in template_names(spec.unit):
            shown = show(_known(record, name), kind=None, scale=None, style=self._style)
            texts[name] = shown.text if shown else ""
        return fill(spec.unit, texts) or None

    def _field(
        self, spec: ColumnSpec, shown: Shown, *, unit: str | None = None
    ) -> Field:
        has_unit = unit is not None and shown.kind == "number"
        return Field(
            column=spec.name,
            label=spec.label,
            value=shown.value,
            text=f"{shown.text} {unit}" if has_unit else shown.text,
            kind=shown.kind,
            unit=unit if has_unit else None,
            is_identity=spec.is_identity,
            is_key=spec.is_key,
        )


def _known(record: t.Any, name: str) -> t.Any:
    value = read_value(record, name)
    return None if value is MISSING else value


def read_value(record: t.Any, name: str) -> t.Any:
    """Read one attribute; a column that refuses to load is left out."""
    try:
        return getattr(record, name)
    except exc.InvalidRequestError:
        return MISSING
    except exc.DBAPIError:
        raise
    # Properties and hybrids are the application's code and may fail on odd rows.
    except Exception as error:  # noqa: BLE001
        model = type(record).__name__
        logger.error("Reading '%s.%s' failed: %s.", model, name, failure(error))
        return MISSING
