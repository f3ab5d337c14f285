"""Search without an index: one pass over the rows that the scope allows."""

from __future__ import annotations

import typing as t
from collections import abc as cabc

from sqlalchemy import orm
from sqlalchemy import Select

from ..values import Hit
from ..values import Query
from .protocol import SearchColumnLike
from .reader import Reader
from .spellings import find_spellings
from .statements import exact_codes
from .statements import first_rows
from .statements import scored_rows
from .wanted import Group
from .wanted import read_query
from .wanted import Wanted


class ScanSearch:
    """Looks at every allowed row, inside the database.

    Right for tables up to some hundred thousand rows. Codes are looked up by equality
    first where a column has an index. Words that no row holds are tried in other
    spellings: with typing mistakes, and of other scripts in Latin letters.

    :param fuzzy: Whether words with typing mistakes are found.
    """

    def __init__(self, *, fuzzy: bool = True) -> None:
        self._fuzzy = fuzzy

    def find(
        self,
        session: orm.Session,
        statement: Select[t.Any],
        columns: cabc.Sequence[SearchColumnLike],
        query: Query,
        *,
        page_size: int,
        is_named: bool,
        spelled: cabc.Collection[str] | None = None,
    ) -> cabc.Iterator[list[Hit]]:
        """Yield pages of candidates, best first; see :class:`Search`."""
        wanted = read_query(query)
        reader = Reader(session, statement, columns, page_size)
        if wanted.selecting and columns:
            yield from self._selected(reader, wanted, spelled)
        if is_named and (wanted.is_general or not columns):
            yield from reader.pages(first_rows(reader.ground))

    def _selected(
        self,
        reader: Reader,
        wanted: Wanted,
        spelled: cabc.Collection[str] | None,
    ) -> cabc.Iterator[list[Hit]]:
        exact = exact_codes(reader.ground, wanted)
        if exact is not None:
            yield from reader.pages(exact)
            if all(_is_plain_code(group) for group in wanted.selecting) and (
                not reader.missing(wanted, wanted.selecting)
            ):
                return
        rows = scored_rows(reader.ground, wanted)
        first = reader.read(rows, offset=0)
        missing = () if wanted.is_general else reader.missing(wanted, wanted.strong)
        if spelled is not None:
            missing = tuple(group for group in missing if group.raw in spelled)
        spellings = find_spellings(reader, missing, fuzzy=self._fuzzy)
        if spellings:
            rows = scored_rows(reader.ground, wanted.with_spellings(spellings))
            first = reader.read(rows, offset=0)
        yield from reader.pages(rows, first=first)


def _is_plain_code(group: Group) -> bool:
    """Tell whether a word can be nothing but a code: LHR, but not Lima."""
    return group.raw.isupper() or any(character.isdigit() for character in group.raw)
