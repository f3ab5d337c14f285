"""Tell a missing table from a database that is down."""

from __future__ import annotations

import typing as t

from sqlalchemy import exc

_MISSING_STATES = {"42P01", "3F000"}
_MISSING_CODES = {1146, 1049}


def is_missing_table(error: exc.SQLAlchemyError) -> bool:
    """Whether a statement failed because a table does not exist.

    Source: SQLSTATE 42P01 and 3F000 of PostgreSQL, 1146 and 1049 of MySQL and MariaDB,
    the message of SQLite, which has no code for it.
    """
    original: t.Any = getattr(error, "orig", None)
    if original is None:
        return isinstance(error, exc.NoSuchTableError)
    state = getattr(original, "sqlstate", None) or getattr(original, "pgcode", None)
    code = next(iter(getattr(original, "args", ())), None)
    return (
        state in _MISSING_STATES
        or code in _MISSING_CODES
        or "no such table" in str(original)
    )
