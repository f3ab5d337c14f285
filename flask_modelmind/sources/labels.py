"""Name a record as people know it."""

from __future__ import annotations

import typing as t
from collections import abc as cabc

from ..declarations import ModelOptions
from ..settings import Settings
from ..values import Field
from .checks import label_columns
from .columns import ColumnSpec
from .templates import fill
from .templates import template_names

LABEL_CHARACTERS = 100
_CODES = ("sku", "code", "slug")


def identity_columns(
    specs: cabc.Sequence[ColumnSpec], options: ModelOptions, settings: Settings
) -> tuple[str, ...]:
    """Return the columns whose values name a record, most specific first.

    These are unique texts, then codes, then what the label is made of: of a template
    the label columns in it, else its first column. A column of a relation never is one:
    many records share its value.
    """
    own = [spec for spec in specs if spec.relation is None]
    texts = {spec.name for spec in own if spec.kind == "text"}
    unique = [spec.name for spec in own if spec.is_unique and spec.name in texts]
    codes = [name for name in _CODES if name in texts]
    fallback = [name for name in settings.label_columns if name in texts]
    declared = [name for name in label_columns(options.source_label) if name in texts]
    naming = [name for name in declared if name in fallback] or declared[:1]
    return tuple(dict.fromkeys((*unique, *codes, *(naming or fallback[:1]))))


def record_label(
    fields: cabc.Mapping[str, Field],
    key: cabc.Sequence[t.Any],
    options: ModelOptions,
    settings: Settings,
) -> str:
    """Name a record: by its declared label, else the first label column, else its key.

    :param fields: Fields by column, of the record alone or of its label as well.
    :param key: Primary key, in mapper order.
    """
    texts = {name: field.text for name, field in fields.items()}
    label = options.source_label
    if label:
        text = fill(label, texts) if template_names(label) else texts.get(label, "")
        if text:
            return _cut(text)
    for name in settings.label_columns:
        if texts.get(name) and not fields[name].is_key:
            return _cut(texts[name])
    for name in settings.label_columns:
        if texts.get(name) and fields[name].kind == "text":
            return _cut(texts[name])
    return _cut("#" + "/".join(str(part) for part in key))


def record_names(
    label: str, fields: cabc.Sequence[Field], identities: cabc.Sequence[str]
) -> tuple[str, ...]:
    """Return the values that name a record, its label first, without repeats."""
    texts = {field.column: field.text for field in fields}
    values = (texts.get(name, "") for name in identities)
    return tuple(dict.fromkeys(text for text in (label, *values) if text))


def _cut(text: str) -> str:
    if len(text) <= LABEL_CHARACTERS:
        return text
    return text[: LABEL_CHARACTERS - 1].rstrip() + "…"
