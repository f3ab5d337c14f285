"""The statement that finds, scores and orders candidates under the given scope."""

from __future__ import annotations

import dataclasses
import functools
import operator
import typing as t
from collections import abc as cabc

import sqlalchemy as sa
from sqlalchemy import orm
from sqlalchemy import Select

from .dialects import Dialect
from .dialects import fits
from .dialects import Text
from .dialects import Truth
from .protocol import SearchColumnLike
from .wanted import Group
from .wanted import is_short
from .wanted import Wanted

_SPACE: Text = sa.literal_column("' '", sa.String)
_NOTHING: Text = sa.literal_column("''", sa.String)
_HEAVY = 0.5
"""Share of the heaviest column's weight from which on a column names rows."""
_PHRASE_WEIGHT = 0.5
_MOST_PHRASES = 4
_LONGEST_CODE = 16
_MARK = " | "
"""Stands between the columns that name rows and the others."""
_CASES = (
    (" {} ", True, 1.0),
    (" {}", True, 0.8),
    (" {}", False, 0.6),
    ("{}", False, 0.3),
)
"""How a piece is bounded, whether it must stand in a column that names rows, and what
share of the weight it is worth."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Ground:
    """Where is searched: a scoped statement, its model and its columns."""

    statement: Select[t.Any]
    mapper: orm.Mapper[t.Any]
    columns: tuple[Text, ...]
    """Expressions that yield text, heaviest first."""
    heavy: tuple[Text, ...]
    """Those that name rows."""
    dialect: Dialect

    @property
    def keys(self) -> list[sa.ColumnElement[t.Any]]:
        """Primary key columns, in mapper order."""
        return [
            getattr(self.mapper.class_, self.mapper.get_property_by_column(column).key)
            for column in self.mapper.primary_key
        ]


def make_ground(
    statement: Select[t.Any],
    columns: cabc.Sequence[SearchColumnLike],
    dialect: Dialect,
) -> Ground:
    """Read a scoped statement of one model entity."""
    entity = statement.column_descriptions[0]["entity"]
    mapper: orm.Mapper[t.Any] = sa.inspect(entity).mapper
    ordered = sorted(columns, key=lambda column: -column.weight)
    heaviest = ordered[0].weight if ordered else 0.0
    return Ground(
        statement=_unlimited(statement, mapper),
        mapper=mapper,
        columns=tuple(_as_text(column.attribute) for column in ordered),
        heavy=tuple(
            _as_text(column.attribute)
            for column in ordered
            if column.weight >= heaviest * _HEAVY
        ),
        dialect=dialect,
    )


def first_rows(ground: Ground) -> Select[t.Any]:
    """Return the keys in the statement's own order, else by primary key."""
    keyed = ground.statement.with_only_columns(
        *ground.keys, sa.literal(0.0), sa.literal(0)
    )
    return keyed.order_by(*ground.keys)


def scored_rows(ground: Ground, wanted: Wanted) -> Select[t.Any]:
    """Return the rows that hold a selecting word, best first.

    :return: Select of the primary key, the score, and a number whose bit ``n`` tells
        that group ``n`` was found.
    """
    pieces = [piece for group in wanted.selecting for piece in group.pieces]
    folded = folded_rows(ground, pieces)
    keys = [folded.c[f"key_{at}"] for at in range(len(ground.keys))]
    score = _score(folded, wanted, ground.dialect).label("score")
    found = _found(folded.c.text, wanted.groups, ground.dialect).label("found")
    holds = [_holds(folded.c.text, group, ground.dialect) for group in wanted.selecting]
    return (
        sa.select(*keys, score, found)
        .where(sa.or_(*holds))
        .order_by(sa.desc("score"), folded.c.mark, *keys)
    )


def exact_codes(ground: Ground, wanted: Wanted) -> Select[t.Any] | None:
    """Return the rows whose code is a word of the question, found by an index.

    :return: A select as of :func:`scored_rows`; ``None`` when no column has codes.
    """
    codes = [column for column in ground.columns if _holds_codes(column)]
    if not codes or wanted.is_general:
        return None
    score: sa.ColumnElement[float] = sa.literal(0.0)
    found: sa.ColumnElement[int] = sa.literal(0)
    tests: list[Truth] = []
    for at, group in enumerate(wanted.groups):
        if group.is_generic:
            continue
        variants = _code_variants(group)
        wide = [code.in_(variants) for code in codes if fits(code, group.text)]
        tests.append(sa.or_(sa.false(), *wide))
        score += sa.case((tests[-1], round(group.weight, 6)), else_=0.0)
        found += sa.case((tests[-1], 1 << at), else_=0)
    return (
        ground.statement.order_by(None)
        .with_only_columns(
            *ground.keys,
            score.label("score"),
            found.label("found"),
            maintain_column_froms=True,
        )
        .where(sa.or_(*tests))
        .order_by(sa.desc("score"), *ground.keys)
    )


def folded_rows(ground: Ground, pieces: cabc.Sequence[str]) -> sa.CTE:
    """Return keys and folded texts of at least the rows that hold a piece.

    Columns ``key_0`` …, ``text`` with a space at both ends, and ``mark``, the position
    in it behind which no column names the row.
    """
    narrowed = ground.statement.order_by(None).with_only_columns(
        *(key.label(f"key_{at}") for at, key in enumerate(ground.keys)),
        _joined(ground.heavy, ground.columns[len(ground.heavy) :]).label("text"),
        maintain_column_froms=True,
    )
    quick = ground.dialect.may_contain(list(ground.columns), list(pieces))
    if quick is not None:
        narrowed = narrowed.where(quick)
    raw = _cte(narrowed, "model_mind_rows", ground.dialect)
    keys = [raw.c[f"key_{at}"] for at in range(len(ground.keys))]
    text = _SPACE + ground.dialect.fold(raw.c.text) + _SPACE
    texts = _cte(
        sa.select(*keys, text.label("text")), "model_mind_texts", ground.dialect
    )
    mark = ground.dialect.position(texts.c.text, _MARK).label("mark")
    return sa.select(*texts.c, mark).cte("model_mind_marked")


def name_texts(ground: Ground) -> Select[tuple[str]]:
    """Return the folded names of all rows, codes left out where there are names."""
    names = [column for column in ground.heavy if not _is_narrow(column)]
    raw = _cte(
        ground.statement.order_by(None).with_only_columns(
            _side_by_side(names or ground.heavy).label("text"),
            maintain_column_froms=True,
        ),
        "model_mind_names",
        ground.dialect,
    )
    return sa.select(ground.dialect.fold(raw.c.text))


def _holds_codes(column: Text) -> bool:
    """Tell whether a column has an index and values that are codes."""
    table_column = getattr(column, "expression", column)
    if not isinstance(table_column, sa.Column) or table_column.table is None:
        return False
    indexes = getattr(table_column.table, "indexes", ())
    is_indexed = any(list(i.columns)[:1] == [table_column] for i in indexes)
    is_alone = table_column.primary_key and len(table_column.table.primary_key) == 1
    is_unique = table_column.unique or is_alone
    return bool(is_unique or (_is_narrow(column) and is_indexed))


def _is_narrow(column: Text) -> bool:
    length = getattr(column.type, "length", None)
    return length is not None and length <= _LONGEST_CODE


def _code_variants(group: Group) -> list[str]:
    """Return how a code may be stored."""
    spelled = {group.raw, group.text, *group.pieces}
    return sorted(spelled | {text.upper() for text in spelled})


def _unlimited(statement: Select[t.Any], mapper: orm.Mapper[t.Any]) -> Select[t.Any]:
    """Keep a scope that has a limit as it is: search inside the rows it allows."""
    limits = (statement._limit_clause, statement._offset_clause)  # noqa: SLF001
    if all(limit is None for limit in limits):
        return statement
    keys = mapper.primary_key
    allowed = statement.with_only_columns(*keys).subquery("model_mind_scope")
    same = [key == column for key, column in zip(keys, allowed.c, strict=True)]
    return sa.select(mapper).join(allowed, sa.and_(*same))


def _as_text(attribute: t.Any) -> Text:
    is_text = isinstance(attribute.type, sa.String) and not isinstance(
        attribute.type, sa.Enum
    )
    return attribute if is_text else sa.cast(attribute, sa.String(255))


def _joined(heavy: cabc.Sequence[Text], others: cabc.Sequence[Text]) -> Text:
    """Put texts side by side, the mark behind those that name rows."""
    mark: Text = sa.literal_column(f"'{_MARK}'", sa.String)
    return _side_by_side(heavy) + mark + _side_by_side(others)


def _side_by_side(columns: cabc.Sequence[Text]) -> Text:
    texts: list[Text] = [
        sa.func.coalesce(column, _NOTHING, type_=sa.String) for column in columns
    ]
    return functools.reduce(
        lambda left, text: left + _SPACE + text, texts or [_NOTHING]
    )


def _cte(statement: Select[t.Any], name: str, dialect: Dialect) -> sa.CTE:
    cte = statement.cte(name)
    return cte.prefix_with("MATERIALIZED") if dialect.materializes else cte


def _score(rows: sa.CTE, wanted: Wanted, dialect: Dialect) -> sa.ColumnElement[float]:
    scores = [_group_score(rows, group, dialect) for group in wanted.groups]
    for phrase in wanted.phrases[:_MOST_PHRASES]:
        named = dialect.position(rows.c.text, phrase).between(1, rows.c.mark)
        scores.append(sa.case((named, _PHRASE_WEIGHT), else_=0.0))
    return functools.reduce(operator.add, scores)


def _group_score(
    rows: sa.CTE, group: Group, dialect: Dialect
) -> sa.ColumnElement[float]:
    whens = []
    for shape, names_rows, share in _CASES:
        places = [
            dialect.position(rows.c.text, shape.format(piece))
            for piece in _bounded(group, shape)
        ]
        tests = [p.between(1, rows.c.mark) if names_rows else p > 0 for p in places]
        if tests:
            whens.append((sa.or_(*tests), round(group.weight * share, 6)))
    return sa.case(*whens, else_=0.0)


def _bounded(group: Group, shape: str) -> list[str]:
    if shape == " {} ":
        return list(group.whole)
    return [piece for piece in group.pieces if not is_short(piece)]


def _found(
    text: Text, groups: cabc.Sequence[Group], dialect: Dialect
) -> sa.ColumnElement[int]:
    bits = [
        sa.case((_holds(text, group, dialect), 1 << at), else_=0)
        for at, group in enumerate(groups)
    ]
    return functools.reduce(operator.add, bits)


def _holds(text: Text, group: Group, dialect: Dialect) -> Truth:
    """Tell whether a text holds a piece; a short one as a whole word."""
    return sa.or_(
        *(
            dialect.position(text, f" {piece} " if is_short(piece) else piece) > 0
            for piece in group.pieces
        )
    )
