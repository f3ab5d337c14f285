"""Tell a model whose table is broken from a database that is down."""

from __future__ import annotations

import typing as t

from sqlalchemy import exc

UNREADABLE = (ArithmeticError, LookupError, TypeError, ValueError)
"""What a stored value raises that its column's type cannot hold: no date, no member."""
_STATES = {"42P01", "42703", "42501"}
_CODES = {1146, 1054, 1142}
_MESSAGES = ("no such table", "no such column")


def is_broken_table(error: exc.SQLAlchemyError) -> bool:
    """Whether a statement failed because a table or column is missing or not readable.

    Source: SQLSTATE 42P01, 42703 and 42501 of PostgreSQL; 1146, 1054 and 1142 of MySQL
    and MariaDB; the messages of SQLite, which has no codes for it.
    """
    original: t.Any = getattr(error, "orig", None)
    if original is None:
        return isinstance(error, exc.NoSuchTableError)
    code = next(iter(getattr(original, "args", ())), None)
    return (
        getattr(original, "sqlstate", None) in _STATES
        or getattr(original, "pgcode", None) in _STATES
        or code in _CODES
        or any(message in str(original) for message in _MESSAGES)
    )
