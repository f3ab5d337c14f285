"""Columns of related models that become fields of a record."""

from __future__ import annotations

import dataclasses
import inspect
import logging
import typing as t
from collections import abc as cabc

from sqlalchemy import orm
from sqlalchemy.ext.associationproxy import AssociationProxy

from ..declarations import ModelOptions
from ..settings import Settings
from .columns import ColumnSpec
from .columns import discover
from .leaves import Hides
from .names import readable_name

logger = logging.getLogger(__name__)


def related_columns(
    mapper: orm.Mapper[t.Any],
    options: ModelOptions,
    related_options: cabc.Callable[[type], ModelOptions | None],
    settings: Settings,
    hides: Hides,
) -> tuple[ColumnSpec, ...]:
    """Return the columns of declared relations, named ``relation.column``.

    A sensitive column stays hidden here, too, and a related model that is enabled
    itself shows no more than it shows by itself.

    :param related_options: Options of an enabled model; ``None``: it is not enabled.
    """
    found: list[ColumnSpec] = []
    for relation, names in options.relations.items():
        prop = mapper.relationships[relation]
        allowed = [n for n in names if _may_show(mapper, relation, n, options, hides)]
        own = related_options(prop.mapper.class_)
        listed = dataclasses.replace(
            own or ModelOptions(),
            columns=tuple(allowed),
            unblock=tuple(n for n in names if f"{relation}.{n}" in options.unblock),
        )
        specs = discover(prop.mapper.class_, listed, settings, hides)
        if own is not None:
            shown = discover(prop.mapper.class_, own, settings, hides)
            specs = _enabled(specs, shown, f"{mapper.class_.__name__}.{relation}")
        found += [
            _named(relation, spec, options, is_many=bool(prop.uselist))
            for spec in specs
        ]
    return tuple({spec.name: spec for spec in found}.values())


def _may_show(
    mapper: orm.Mapper[t.Any],
    relation: str,
    column: str,
    options: ModelOptions,
    hides: Hides,
) -> bool:
    name = f"{relation}.{column}"
    if name in options.exclude or relation in options.exclude:
        return False
    reason = hides(relation) or hides(name)
    if reason is not None and name not in options.unblock:
        logger.warning(
            "'%s.%s' stays hidden: %s.", mapper.class_.__name__, name, reason
        )
        return False
    return True


def _enabled(
    specs: tuple[ColumnSpec, ...], shown: tuple[ColumnSpec, ...], place: str
) -> tuple[ColumnSpec, ...]:
    """Keep what the enabled related model shows by itself."""
    names = {spec.name for spec in shown}
    for spec in specs:
        if spec.name not in names:
            logger.warning(
                "'%s.%s' stays hidden: the related model does not show it.",
                place,
                spec.name,
            )
    return tuple(spec for spec in specs if spec.name in names)


def _named(
    relation: str, spec: ColumnSpec, options: ModelOptions, *, is_many: bool
) -> ColumnSpec:
    name = f"{relation}.{spec.name}"
    return dataclasses.replace(
        spec,
        name=name,
        label=options.labels.get(name) or readable_name(name),
        relation=relation,
        is_many=is_many,
        unit=options.units.get(name) or spec.unit,
    )


def loads(
    mapper: orm.Mapper[t.Any], specs: cabc.Iterable[ColumnSpec]
) -> tuple[t.Any, ...]:
    """Return loader options that read what is shown without a query a record.

    Rows of to-many relations are left to :func:`.related.read_related`, which bounds
    how many there are.
    """
    model = mapper.class_
    own = [spec.key for spec in specs if spec.relation is None]
    wanted: list[t.Any] = [orm.undefer(a) for a in deferred_attributes(mapper, own)]
    wanted += [orm.selectinload(a) for a in _proxied(model, own)]
    relations: dict[str, list[str]] = {}
    for spec in specs:
        if spec.relation is not None and not spec.is_many:
            relations.setdefault(spec.relation, []).append(spec.key)
    for relation, keys in relations.items():
        related = mapper.relationships[relation].mapper
        load = orm.selectinload(getattr(model, relation))
        deferred = deferred_attributes(related, keys)
        wanted.append(load.options(*map(orm.undefer, deferred)))
    return tuple(wanted)


def deferred_attributes(
    mapper: orm.Mapper[t.Any], keys: cabc.Iterable[str]
) -> cabc.Iterator[t.Any]:
    """Yield the deferred attributes among some columns of a model."""
    for key in keys:
        name = mapper.synonyms[key].name if key in mapper.synonyms else key
        if name in mapper.column_attrs and mapper.column_attrs[name].deferred:
            yield getattr(mapper.class_, name)


def _proxied(model: type, keys: cabc.Iterable[str]) -> cabc.Iterator[t.Any]:
    for key in keys:
        static = inspect.getattr_static(model, key, None)
        if isinstance(static, AssociationProxy):
            yield getattr(model, static.target_collection)
