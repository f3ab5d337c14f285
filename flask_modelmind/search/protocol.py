"""What the rest of the package asks of a search."""

from __future__ import annotations

import typing as t
from collections import abc as cabc

from sqlalchemy import orm
from sqlalchemy import Select

from ..values import Hit
from ..values import Query


class SearchColumnLike(t.Protocol):
    """A column to look into."""

    @property
    def attribute(self) -> t.Any:
        """Mapped attribute, or SQL expression that yields text."""

    @property
    def name(self) -> str:
        """Name the developer knows."""

    @property
    def weight(self) -> float:
        """Worth of a word found here, above 0."""


class Search(t.Protocol):
    """Finds candidate rows inside the database."""

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
        """Yield pages of candidates, best first, until there are no more.

        :param session: Session of the model's database; read only.
        :param statement: Select of one model entity under the viewer's scope. Every
            restriction in it holds for every hit; its order is used only when the query
            tells no rows apart.
        :param columns: Where to look; nothing else is looked into.
        :param query: What to look for. Its text reaches the database as bound
            parameters, and literally.
        :param page_size: Most hits of a page, at least 1.
        :param is_named: Whether the question names this model, so that its first rows
            are wanted when nothing tells rows apart.
        :param spelled: :attr:`Term.raw` of the words that other spellings are looked
            for when no row holds them, which is slow; ``None``: all of much weight.
        :return: Pages of distinct hits; none when nothing was found.
        """
        ...
