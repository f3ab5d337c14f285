"""What the package exports is what is promised, and every setting is kept."""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import pkgutil
from pathlib import Path

import pytest

import flask_modelmind
from flask_modelmind.settings import Settings
from flask_modelmind.settings import settings_table

DOCS = Path(__file__).parent.parent / "docs"


def test_exported_names_are_the_promised_ones() -> None:
    exported = {
        name
        for name, value in vars(flask_modelmind).items()
        if not name.startswith("_") and not inspect.ismodule(value)
    }
    assert exported == set(flask_modelmind.__all__)


@pytest.mark.parametrize("name", flask_modelmind.__all__)
def test_every_exported_name_has_a_docstring(name: str) -> None:
    assert inspect.getdoc(getattr(flask_modelmind, name))


def test_every_module_can_be_imported_alone() -> None:
    for module in pkgutil.walk_packages(
        flask_modelmind.__path__, flask_modelmind.__name__ + "."
    ):
        if not module.name.endswith((".templates", ".static")):
            importlib.import_module(module.name)


def test_the_page_of_settings_holds_the_table_of_the_code() -> None:
    assert settings_table() in (DOCS / "settings.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("field", dataclasses.fields(Settings), ids=lambda f: f.name)
def test_every_setting_is_read_somewhere(field: dataclasses.Field[object]) -> None:
    """A setting that nothing reads is a promise that is not kept."""
    package = Path(inspect.getfile(flask_modelmind)).parent
    readers = [
        path
        for path in package.rglob("*.py")
        if path.name != "settings.py" and field.name in path.read_text(encoding="utf-8")
    ]
    assert readers, f"nothing reads settings.{field.name}"
