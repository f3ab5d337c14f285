"""Folding and literal matching inside each database.

What is compared is the folded form of :func:`flask_modelmind.text.fold`. SQLite calls
that very function; servers come close enough to find candidates. Text that is ASCII
only takes a fast way everywhere.
"""

from __future__ import annotations

import functools
import typing as t
from collections import abc as cabc

import sqlalchemy as sa
from sqlalchemy.dialects import mysql
from sqlalchemy.engine import Connection

from ..text import fold
from .lettering import mysql_letters
from .lettering import postgresql_letters

Text = sa.ColumnElement[str]
Truth = sa.ColumnElement[bool]

FOLD_FUNCTION = "model_mind_fold"
"""Name of the SQL function that is registered on SQLite connections."""
_FOLDED_VALUES = 65_536
"""Column values whose folded form is remembered, a few MB."""


class Dialect(t.Protocol):
    """What differs between databases."""

    materializes: bool
    """Whether ``WITH … AS MATERIALIZED`` is understood."""

    def prepare(self, connection: Connection) -> None:
        """Make a connection ready; cheap when it is already."""

    def fold(self, text: Text) -> Text:
        """Return the folded form of a text that is not null."""

    def position(self, text: Text, piece: str) -> sa.ColumnElement[int]:
        """Return where folded text first holds a piece, literally; 0: nowhere."""

    def may_contain(self, columns: list[Text], pieces: list[str]) -> Truth | None:
        """Return a fast test on stored text that no wanted row fails.

        ``None``: there is nothing faster than folding every row.
        """


class SQLite:
    """SQLite 3.35 and later."""

    materializes = True

    def prepare(self, connection: Connection) -> None:
        """Register the fold function, once for each DBAPI connection."""
        if connection.info.get(FOLD_FUNCTION):
            return
        driver: t.Any = connection.connection.driver_connection
        driver.create_function(FOLD_FUNCTION, 1, _fold_value, deterministic=True)
        connection.info[FOLD_FUNCTION] = True

    def fold(self, text: Text) -> Text:
        """Fold ASCII natively, everything else by the registered function."""
        return sa.case(
            (_is_ascii(text), sa.func.lower(text)),
            else_=sa.func.model_mind_fold(text, type_=sa.String),
        )

    def position(self, text: Text, piece: str) -> sa.ColumnElement[int]:
        """Compare byte by byte: there are no wildcards in ``instr``."""
        return sa.func.instr(text, piece, type_=sa.Integer)

    def may_contain(self, columns: list[Text], pieces: list[str]) -> Truth | None:
        """Test ASCII by ``LIKE``; fold only the values that are not ASCII."""
        if not pieces:
            return None
        tests: list[Truth] = []
        for column in columns:
            likely = [piece for piece in pieces if fits(column, piece)]
            tests += [
                column.like(f"%{_escaped(piece)}%", escape="\\")
                for piece in likely
                if piece.isascii()
            ]
            if likely:
                folded: Text = sa.func.model_mind_fold(column, type_=sa.String)
                found = [self.position(folded, piece) > 0 for piece in likely]
                tests.append(sa.and_(sa.not_(_is_ascii(column)), sa.or_(*found)))
        return sa.or_(*tests) if tests else sa.false()


class PostgreSQL:
    """PostgreSQL 12 and later."""

    materializes = True

    def prepare(self, connection: Connection) -> None:
        """Need nothing."""

    def fold(self, text: Text) -> Text:
        """Translate letter by letter, whatever the locale of the database is."""
        table = postgresql_letters()
        folded: Text = sa.func.translate(
            text, table.sources, table.targets, type_=sa.String
        )
        for source, target in table.pairs:
            folded = sa.func.replace(folded, source, target, type_=sa.String)
        is_ascii = sa.func.octet_length(text) == sa.func.char_length(text)
        return sa.case((is_ascii, sa.func.lower(text)), else_=sa.func.lower(folded))

    def position(self, text: Text, piece: str) -> sa.ColumnElement[int]:
        """Search literally."""
        return sa.func.strpos(text, piece, type_=sa.Integer)

    def may_contain(self, columns: list[Text], pieces: list[str]) -> Truth | None:
        """Know nothing faster."""
        del columns, pieces
        return None


class MySQL:
    """MySQL 8 and MariaDB 10.5, and later."""

    materializes = False

    def prepare(self, connection: Connection) -> None:
        """Need nothing."""

    def fold(self, text: Text) -> Text:
        """Replace letter by letter: ``LOCATE`` levels no diacritics."""
        wide = sa.cast(text, mysql.CHAR(charset="utf8mb4"))
        folded: Text = sa.func.lower(wide, type_=sa.String)
        for source, target in mysql_letters():
            folded = sa.func.replace(folded, source, target, type_=sa.String)
        is_ascii = sa.func.length(text) == sa.func.char_length(text)
        return sa.case((is_ascii, sa.func.lower(wide)), else_=folded)

    def position(self, text: Text, piece: str) -> sa.ColumnElement[int]:
        """Compare code point by code point."""
        literal = sa.collate(text, "utf8mb4_bin")
        return sa.func.locate(piece, literal, type_=sa.Integer)

    def may_contain(self, columns: list[Text], pieces: list[str]) -> Truth | None:
        """Know nothing faster."""
        del columns, pieces
        return None


_DIALECTS: cabc.Mapping[str, Dialect] = {
    "sqlite": SQLite(),
    "postgresql": PostgreSQL(),
    "mysql": MySQL(),
    "mariadb": MySQL(),
}


def dialect_of(connection: Connection) -> Dialect:
    """Return the dialect of a connection, made ready.

    :raises KeyError: The database is none of those supported.
    """
    dialect = _DIALECTS[connection.dialect.name]
    dialect.prepare(connection)
    return dialect


def fits(column: Text, piece: str) -> bool:
    """Tell whether a column is wide enough; its declared length is believed."""
    length = getattr(column.type, "length", None)
    return length is None or len(piece) <= length


@functools.lru_cache(maxsize=_FOLDED_VALUES)
def _fold_value(value: object) -> str | None:
    return None if value is None else fold(str(value))


def _is_ascii(text: Text) -> Truth:
    """Compare characters with bytes; the length of a blob is its bytes."""
    return sa.func.length(text) == sa.func.length(sa.cast(text, sa.LargeBinary))


def _escaped(piece: str) -> str:
    return piece.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
