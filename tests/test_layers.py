"""Which module may import which: the architecture, as a test."""

from __future__ import annotations

import ast
from collections import abc as cabc
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "flask_modelmind"

STAGES = {
    "access",
    "actions",
    "conversation",
    "evidence",
    "prompt",
    "providers",
    "retrieval",
    "search",
    "sources",
}
RANKS = [
    {"errors"},
    {
        "assets",
        "hooks",
        "phrases",
        "setting_types",
        "spelling",
        "text",
        "transliteration",
        "values",
    },
    {"declarations", "labels", "language", "settings"},
    STAGES,
    {"finding", "model_options"},
    {"declaring", "questions", "reopening", "turn"},
    {"pipeline"},
    {"testing", "web"},
    {"state"},
    {"cli"},
    {"extension"},
]
"""From the bottom up. A module imports its own unit, or one of lower rank."""

PURE = {
    "declarations",
    "errors",
    "evidence",
    "hooks",
    "labels",
    "language",
    "model_options",
    "phrases",
    "prompt",
    "questions",
    "retrieval",
    "setting_types",
    "settings",
    "spelling",
    "text",
    "transliteration",
    "values",
}
OUTSIDE = {"flask", "flask_login", "flask_sqlalchemy", "openai", "sqlalchemy"}
ONLY_IN = {
    "click": {"cli"},
    "flask_login": {"access/login"},
    "flask_sqlalchemy": set[str](),
    "limits": {"web/rate"},
    "openai": {"providers/openai"},
    "pydantic": {"web/openapi", "web/replies", "web/schemas"},
    "rapidfuzz": {"spelling"},
    # The web part catches the errors of a database, and writes no SQL.
    "sqlalchemy": {"conversation/", "search/", "sources/", "web/errors"},
}
"""What few parts may import: a module, or all of a package with its slash."""
LAZY = {"flask_login", "limits", "openai"}
"""What is imported when it is needed: optional, or slow to import."""


def rank(name: str) -> int:
    return next(place for place, names in enumerate(RANKS) if name in names)


def layer_of(path: Path) -> str:
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


def imports(path: Path) -> cabc.Iterator[tuple[bool, str]]:
    """Yield ``(is_own, top-level name)`` for each import in a file."""
    inside = path.relative_to(PACKAGE).parts[:-1]

    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from ((False, alias.name.partition(".")[0]) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield False, (node.module or "").partition(".")[0]
        elif isinstance(node, ast.ImportFrom):
            base = inside[: len(inside) - node.level + 1]
            target = (*base, *(node.module or node.names[0].name).split("."))
            yield True, target[0]
        elif isinstance(node, ast.Call) and "import_module" in ast.unparse(node.func):
            yield False, ast.unparse(node.args[0]).strip("'")


FILES = [p for p in PACKAGE.rglob("*.py") if layer_of(p) != "__init__"]


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.relative_to(PACKAGE).as_posix())
def test_imports_point_down(path: Path) -> None:
    own = layer_of(path)

    for is_own, name in imports(path):
        assert name != PACKAGE.name, "Import own modules relatively."

        if is_own and name != own:
            assert rank(name) < rank(own), f"{own} must not import {name}"
        elif own in PURE:
            assert name not in OUTSIDE, f"{own} must not import {name}"


@pytest.mark.parametrize("name", ONLY_IN)
def test_what_is_contained_stays_contained(name: str) -> None:
    importers = {
        path.relative_to(PACKAGE).with_suffix("").as_posix()
        for path in FILES
        if (False, name) in imports(path)
    }

    strays = {i for i in importers if not i.startswith(tuple(ONLY_IN[name]))}
    assert not strays, f"{strays} must not import {name}"


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.relative_to(PACKAGE).as_posix())
def test_what_is_imported_late_is_not_imported_at_the_top(path: Path) -> None:
    top = {
        alias.name.partition(".")[0]
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.Import)
        for alias in node.names
    } | {
        (node.module or "").partition(".")[0]
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.ImportFrom) and not node.level
    }

    assert not top & LAZY


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.relative_to(PACKAGE).as_posix())
def test_every_logger_is_one_of_the_package(path: Path) -> None:
    calls = [
        ast.unparse(node)
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "logging.getLogger"
    ]

    names = ("__name__", f"'{PACKAGE.name}'")
    assert set(calls) <= {f"logging.getLogger({name})" for name in names}


def test_every_module_has_its_rank() -> None:
    ranked = [name for names in RANKS for name in names]

    assert sorted(ranked) == sorted({layer_of(path) for path in FILES})
