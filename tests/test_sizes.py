"""Nothing grows past the size at which it is two things."""

from __future__ import annotations

import ast
from collections import abc as cabc
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MODULE_LINES = 400
FUNCTION_LINES = 40
FILES = sorted(
    path
    for folder in ("flask_modelmind", "tests", "demo", "bench")
    for path in (ROOT / folder).rglob("*.py")
)
SCRIPTS = sorted((ROOT / "static").rglob("*.js"))
SCRIPT_LINES = 250


def functions(path: Path) -> cabc.Iterator[tuple[str, int]]:
    """Yield each function with the lines of its body, its docstring aside."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            has_docstring = ast.get_docstring(node) is not None and len(node.body) > 1
            first = node.body[1 if has_docstring else 0]
            yield node.name, (node.end_lineno or 0) - first.lineno + 1


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_a_module_and_its_functions_can_be_read_at_once(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MODULE_LINES
    if "tests" not in path.relative_to(ROOT).parts:
        long = {name: n for name, n in functions(path) if n > FUNCTION_LINES}
        assert not long


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda p: p.name)
def test_a_script_can_be_read_at_once(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= SCRIPT_LINES
