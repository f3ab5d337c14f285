"""Read the fields of one record."""

from __future__ import annotations

import dataclasses
import logging
import typing as t
from collections import abc as cabc

from sqlalchemy import exc

from ..settings import Settings
from ..values import Field
from .columns import ColumnSpec
from .columns import Hides
from .display import MAX_SCALAR_ITEMS
from .display import NULL
from .display import show
from .display import show_list
from .display import Shown
from .display import Style
from .leaves import leaves
from .names import readable_name
from .templates import fill
from .templates import template_names

log = logging.getLogger(__name__)

_MISSING = object()


class FieldReader:
    """Turns attributes of records into typed fields.

    :param hides: Says why a JSON key is sensitive; such keys are dropped.
    """

    def __init__(self, settings: Settings, hides: Hides) -> None:
        self._hides = hides
        self._style = Style(
            strip_html=settings.strip_html, characters=settings.field_characters
        )

    def fields(
        self, record: t.Any, specs: cabc.Iterable[ColumnSpec]
    ) -> tuple[Field, ...]:
        """Return the fields of a record in the order of ``specs``."""
        return tuple(field for spec in specs for field in self.read(record, spec))

    def read(self, record: t.Any, spec: ColumnSpec) -> cabc.Iterator[Field]:
        """Yield the field of one column; several when it holds nested data."""
        if spec.relation is not None:
            yield from self._related(record, spec)
            return
        value = _value(record, spec.key)
        if value is _MISSING:
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

    def _related(self, record: t.Any, spec: ColumnSpec) -> cabc.Iterator[Field]:
        related = _value(record, t.cast("str", spec.relation))
        if related is _MISSING:
            return
        if related is None:
            yield self._field(spec, NULL)
        elif not _is_many(related):
            own = dataclasses.replace(spec, name=spec.key, relation=None)
            for field in self.read(related, own):
                name = f"{spec.relation}.{field.column}"
                yield dataclasses.replace(field, column=name)
        else:
            members = list(
                related.values() if isinstance(related, cabc.Mapping) else related
            )
            values = [_value(one, spec.key) for one in members[:MAX_SCALAR_ITEMS]]
            known = [value for value in values if value is not _MISSING]
            shown = self._show_list(known, spec, count=len(members))
            yield self._field(spec, shown)

    def _nested(self, spec: ColumnSpec, value: t.Any) -> cabc.Iterator[Field]:
        for name, leaf in leaves(spec.name, value, self._hides):
            if spec.leaves is not None and name not in spec.leaves:
                continue
            shown = self._show(leaf, spec)
            if shown is not None:
                label = spec.label if name == spec.name else readable_name(name)
                named = dataclasses.replace(spec, name=name, label=label)
                yield self._field(named, shown)

    def _show(self, value: t.Any, spec: ColumnSpec) -> Shown | None:
        if isinstance(value, list | tuple | set | frozenset):
            ordered = sorted(value, key=str) if isinstance(value, set) else list(value)
            return self._show_list(ordered, spec)
        return show(value, kind=spec.kind, scale=spec.scale, style=self._style)

    def _show_list(
        self, values: cabc.Sequence[t.Any], spec: ColumnSpec, count: int | None = None
    ) -> Shown:
        return show_list(
            values, kind=spec.kind, scale=spec.scale, style=self._style, count=count
        )

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
            is_key=spec.is_key,
        )


def _known(record: t.Any, name: str) -> t.Any:
    value = _value(record, name)
    return None if value is _MISSING else value


def _value(record: t.Any, name: str) -> t.Any:
    """Read one attribute; a column that refuses to load is left out."""
    try:
        return getattr(record, name)
    except (exc.InvalidRequestError, AttributeError):
        return _MISSING
    except exc.DBAPIError:
        raise
    # Properties and hybrids are the application's code and may fail on odd rows.
    except Exception:
        log.exception("Reading '%s.%s' failed.", type(record).__name__, name)
        return _MISSING


def _is_many(value: t.Any) -> bool:
    return isinstance(value, cabc.Collection) and not isinstance(value, str)
