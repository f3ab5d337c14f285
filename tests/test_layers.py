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
        "signals",
        "spelling",
        "text",
        "transliteration",
        "values",
    },
    {"declarations", "labels", "language", "settings"},
    STAGES,
    {"finding"},
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
    "labels",
    "language",
    "prompt",
    "retrieval",
    "text",
    "transliteration",
    "values",
}
OUTSIDE = {"flask", "flask_login", "flask_sqlalchemy", "openai", "sqlalchemy"}


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
