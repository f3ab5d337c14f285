"""Folding for MySQL and MariaDB: one ``REPLACE`` a letter, written without nesting."""

from __future__ import annotations

import typing as t

import sqlalchemy as sa
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import GenericFunction

from .lettering import mysql_letters


class Levelled(GenericFunction[str]):
    """A text in lower case with its letters levelled.

    Hundreds of nested function objects would exceed what SQLAlchemy can walk through,
    so the whole is one object to it. Only letters of this package are written into the
    SQL.
    """

    name = "model_mind_levelled"
    type = sa.String()
    inherit_cache = True


@compiles(Levelled, "mysql", "mariadb")
def _compile(element: Levelled, compiler: SQLCompiler, **options: t.Any) -> str:
    text = f"LOWER({compiler.process(element.clauses, **options)})"
    for source, target in mysql_letters():
        text = f"REPLACE({text}, {_quoted(source)}, {_quoted(target)})"
    return text


def _quoted(letter: str) -> str:
    """Write a letter as a literal; drivers take a single percent sign for a place."""
    return "'" + letter.replace("'", "''").replace("%", "%%") + "'"
