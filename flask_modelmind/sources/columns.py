"""Find out from the mapper which columns may be shown, and what they hold."""

from __future__ import annotations

import dataclasses
import inspect
import logging
import typing as t
from collections import abc as cabc

import sqlalchemy as sa
from sqlalchemy import orm
from sqlalchemy.ext.associationproxy import AssociationProxy
from sqlalchemy.ext.hybrid import HybridExtensionType
from sqlalchemy.sql import visitors

from ..declarations import ModelOptions
from ..settings import Settings
from ..values import FieldKind
from .kinds import kind_of
from .kinds import scale_of
from .kinds import type_reason
from .leaves import Hides
from .leaves import LeafRules
from .leaves import make_leaf_rules
from .names import readable_name

logger = logging.getLogger(__name__)


@dataclasses.dataclass(frozen=True, kw_only=True)
class ColumnSpec:
    """One column that may be shown."""

    name: str
    """Name the developer knows; ``category.name`` for a column of a relation."""
    label: str
    kind: FieldKind | None
    """``None``: only the value will tell, as for a Python property."""
    attribute: t.Any = None
    """Mapped attribute or SQL expression; ``None``: nothing SQL could read."""
    column_type: sa.types.TypeEngine[t.Any] | None = None
    relation: str | None = None
    is_many: bool = False
    """Whether the relation leads to several rows."""
    unit: str | None = None
    """Unit, or ``{column}`` that holds it."""
    scale: int | None = None
    """Decimal places of a ``Numeric``."""
    is_key: bool = False
    is_unique: bool = False
    is_identity: bool = False
    """Whether its values name a record."""
    leaf: LeafRules = dataclasses.field(default_factory=LeafRules)
    """What was declared for what is inside a JSON column."""

    @property
    def key(self) -> str:
        """Name of the attribute on its own class."""
        return self.name.partition(".")[2] if self.relation else self.name


def discover(
    model: type, options: ModelOptions, settings: Settings, hides: Hides
) -> tuple[ColumnSpec, ...]:
    """Return the model's own columns that may be shown, in the order they are shown.

    Without an explicit list these are the mapped columns, hybrids with an SQL form and
    synonyms of private columns. Left out then: keys that are mere numbers or UUIDs of
    other rows, tenant and owner columns, and types nobody can read.

    :param hides: Says why a name is sensitive. An explicit list never overrules it;
        ``options.unblock`` does, and is logged.
    """
    traits = _Traits(model, settings, options)
    named = _heads(options.columns) if options.columns is not None else None
    names: cabc.Iterable[str] = traits.automatic() if named is None else named
    if named is None and options.include:
        allowed = _heads(options.include)
        names = [*(n for n in names if n in allowed), *(n for n in allowed)]
    shown = [n for n in dict.fromkeys(names) if _may_show(n, traits, options, hides)]
    return tuple(traits.spec(name) for name in shown)


def hidden_reason(
    model: type, name: str, settings: Settings, options: ModelOptions, hides: Hides
) -> str | None:
    """Say why a column may not be shown; ``None``: it may."""
    traits = _Traits(model, settings, options)
    if name in options.exclude:
        return "excluded"
    return None if name in options.unblock else traits.reason(name, hides)


def _may_show(name: str, traits: _Traits, options: ModelOptions, hides: Hides) -> bool:
    if name in options.exclude or traits.is_relation(name):
        return False
    reason = traits.reason(name, hides)
    if reason is None:
        return True
    if name in options.unblock:
        logger.warning(
            "'%s.%s' is shown because unblock names it, although: %s.",
            traits.model.__name__,
            name,
            reason,
        )
        return True
    if name in (options.columns or options.include):
        logger.warning(
            "'%s.%s' is listed but stays hidden: %s. Name it in unblock to show it.",
            traits.model.__name__,
            name,
            reason,
        )
    return False


def _heads(names: cabc.Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name.partition(".")[0] for name in names))


class _Traits:
    """What a mapper knows of the attributes of one class."""

    def __init__(self, model: type, settings: Settings, options: ModelOptions) -> None:
        self.model = model
        self._options = options
        self._mapper = t.cast("orm.Mapper[t.Any]", sa.inspect(model))
        self._keys = {
            options.access.tenant_column or settings.model_tenant_column,
            options.access.user_column or settings.model_user_column,
        }

    def automatic(self) -> cabc.Iterator[str]:
        for prop in self._mapper.column_attrs:
            if not prop.key.startswith("_") and self._is_readable(prop):
                yield prop.key
        for name, target in self._mapper.synonyms.items():
            if target.name.startswith("_") and not name.startswith("_"):
                yield name
        for name, descriptor in self._mapper.all_orm_descriptors.items():
            is_hybrid = descriptor.extension_type is HybridExtensionType.HYBRID_PROPERTY
            if is_hybrid and not str(name).startswith("_"):
                expression = self.expression(str(name))
                if expression is not None and kind_of(expression.type):
                    yield str(name)

    def reason(self, name: str, hides: Hides) -> str | None:
        names = [name]
        for column in self._base_columns(name):
            if column.info.get("mind") is False or column.info.get("hidden"):
                return "hidden by its column info"
            if (reason := type_reason(column.type)) is not None:
                return reason
            names.append(column.key or column.name)
            names.append(column.name)
        if name in self._mapper.synonyms:
            names.append(self._mapper.synonyms[name].name)
        static = inspect.getattr_static(self.model, name, None)
        if isinstance(static, AssociationProxy):
            names += [static.target_collection, static.value_attr]
        return next((r for r in map(hides, dict.fromkeys(names)) if r), None)

    def is_relation(self, name: str) -> bool:
        return name in self._mapper.relationships

    def spec(self, name: str) -> ColumnSpec:
        expression = self.expression(name)
        column = self._column(name)
        return ColumnSpec(
            name=name,
            label=self._options.labels.get(name) or readable_name(name),
            kind=None if expression is None else kind_of(expression.type),
            attribute=None if expression is None else getattr(self.model, name),
            column_type=None if expression is None else expression.type,
            unit=self._options.units.get(name),
            scale=None if expression is None else scale_of(expression.type),
            is_key=name in self._keys or (column is not None and _is_key(column)),
            is_unique=column is not None and self._is_unique(column),
            leaf=make_leaf_rules(name, self._options),
        )

    def expression(self, name: str) -> sa.ColumnElement[t.Any] | None:
        """Return the SQL form of an attribute, if it has one."""
        static = inspect.getattr_static(self.model, name, None)
        if isinstance(static, property | AssociationProxy):
            return None
        try:
            attribute = getattr(self.model, name)
            found = (
                attribute.__clause_element__()
                if hasattr(attribute, "__clause_element__")
                else attribute
            )
        # A hybrid without an SQL form fails in whatever way its Python body does.
        except Exception:  # noqa: BLE001
            return None
        return found if isinstance(found, sa.ColumnElement) else None

    def _is_readable(self, prop: orm.ColumnProperty[t.Any]) -> bool:
        column = prop.columns[0]
        if kind_of(column.type) is None or prop.key in self._keys:
            return False
        is_reference = isinstance(column, sa.Column) and bool(column.foreign_keys)
        is_own = isinstance(column, sa.Column) and column.primary_key
        return not is_reference or is_own or kind_of(column.type) in ("text", "enum")

    def _base_columns(self, name: str) -> cabc.Iterator[sa.Column[t.Any]]:
        expressions = [self.expression(name)]
        if self._mapper.has_property(name):
            prop = self._mapper.attrs.get(name)
            if isinstance(prop, orm.ColumnProperty):
                expressions.extend(prop.columns)
        for expression in expressions:
            if expression is not None:
                for part in visitors.iterate(expression):
                    if isinstance(part, sa.Column):
                        yield part

    def _column(self, name: str) -> sa.Column[t.Any] | None:
        if name in self._mapper.synonyms:
            name = self._mapper.synonyms[name].name
        if name not in self._mapper.column_attrs:
            return None
        column = self._mapper.column_attrs[name].columns[0]
        return column if isinstance(column, sa.Column) else None

    def _is_unique(self, column: sa.Column[t.Any]) -> bool:
        if column.unique:
            return True
        table = column.table
        uniques: list[list[sa.Column[t.Any]]] = [
            list(c.columns)
            for c in table.constraints
            if isinstance(c, sa.UniqueConstraint | sa.PrimaryKeyConstraint)
        ]
        uniques += [list(index.columns) for index in table.indexes if index.unique]
        return any(len(columns) == 1 and columns[0] is column for columns in uniques)


def _is_key(column: sa.Column[t.Any]) -> bool:
    """Tell whether a column only points at a row.

    A text that is the whole primary key, such as a country code, is a fact of its own.
    """
    if column.foreign_keys:
        return True
    table = column.table
    is_natural = isinstance(column.type, sa.String) and len(table.primary_key) == 1
    return column.primary_key and not is_natural
