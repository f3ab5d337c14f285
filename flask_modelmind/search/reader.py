"""Reading candidate keys page by page."""

from __future__ import annotations

import typing as t
from collections import abc as cabc

import sqlalchemy as sa
from sqlalchemy import orm
from sqlalchemy import Select

from ..values import Hit
from .dialects import dialect_of
from .protocol import SearchColumnLike
from .statements import make_ground
from .wanted import Group
from .wanted import Wanted

_Row = t.Sequence[t.Any]


class Reader:
    """Runs statements over one model and gives each key out once.

    :param session: Where to read.
    :param statement: The scoped select.
    :param columns: What is searched.
    :param page_size: Most rows of a page, at least 1.
    """

    def __init__(
        self,
        session: orm.Session,
        statement: Select[t.Any],
        columns: cabc.Sequence[SearchColumnLike],
        page_size: int,
    ) -> None:
        entity = statement.column_descriptions[0]["entity"]
        self._session = session
        self._bind = {"mapper": sa.inspect(entity).mapper}
        self._page_size = page_size
        self._seen: set[tuple[t.Any, ...]] = set()
        self._found = 0
        connection = session.connection(bind_arguments=self._bind)
        self.ground = make_ground(statement, columns, dialect_of(connection))

    def execute(self, statement: Select[t.Any]) -> list[_Row]:
        """Run a statement against the database of the model."""
        result = self._session.execute(statement, bind_arguments=self._bind)
        return list(result.all())

    def read(self, statement: Select[t.Any], *, offset: int) -> list[_Row]:
        """Read one page of keys, score and found words."""
        rows = self.execute(statement.limit(self._page_size).offset(offset))
        for row in rows:
            self._found |= int(row[-1])
        return rows

    def pages(
        self, statement: Select[t.Any], *, first: list[_Row] | None = None
    ) -> cabc.Iterator[list[Hit]]:
        """Yield all pages of a statement, without keys that were given before.

        :param first: The first page, when it was read already.
        """
        offset = 0
        rows = self.read(statement, offset=0) if first is None else first
        while rows:
            hits = self._fresh(rows)
            if hits:
                yield hits
            if len(rows) < self._page_size:
                return
            offset += self._page_size
            rows = self.read(statement, offset=offset)

    def missing(
        self, wanted: Wanted, groups: cabc.Sequence[Group]
    ) -> tuple[Group, ...]:
        """Return the words that no row read so far holds."""
        bits = {group.raw: 1 << at for at, group in enumerate(wanted.groups)}
        return tuple(g for g in groups if not self._found & bits[g.raw])

    def _fresh(self, rows: list[_Row]) -> list[Hit]:
        hits: list[Hit] = []
        for *key, score, _ in rows:
            if tuple(key) not in self._seen:
                self._seen.add(tuple(key))
                hits.append(Hit(key=tuple(key), score=float(score)))
        return hits
