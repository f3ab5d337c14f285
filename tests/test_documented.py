"""Whatever an application or a client can write has its place on a page of the docs."""

from __future__ import annotations

import dataclasses
import inspect
import re
import typing as t
from collections import abc as cabc
from pathlib import Path

import click
import pytest
from flask import Flask

import flask_modelmind
from flask_modelmind import ModelMind
from flask_modelmind import ModelMindMixin
from flask_modelmind.declarations import AccessOptions
from flask_modelmind.declarations import ActionOptions
from flask_modelmind.declarations import ModelOptions
from flask_modelmind.declaring import Declaring
from flask_modelmind.errors import ProviderError
from flask_modelmind.settings import PREFIX
from flask_modelmind.settings import Settings
from flask_modelmind.values import AnswerStatus
from flask_modelmind.values import CitationStatus
from flask_modelmind.values import StageChanged
from flask_modelmind.values import Verdict
from flask_modelmind.web.errors import PROBLEMS
from flask_modelmind.web.identity import COOKIE
from flask_modelmind.web.identity import HEADER
from flask_modelmind.web.openapi import OPERATIONS
from flask_modelmind.web.schemas import ChatRequest

ROOT = Path(__file__).parent.parent
PAGES = {
    page.stem: page.read_text(encoding="utf-8") for page in (ROOT / "docs").glob("*.md")
}
README = (ROOT / "README.md").read_text(encoding="utf-8")
ALL = README + "".join(PAGES.values())


def public_methods(kind: type) -> list[str]:
    return [
        name
        for name, value in vars(kind).items()
        if inspect.isfunction(value) and not name.startswith("_")
    ]


def fields_of(kind: t.Any) -> set[str]:
    return {field.name for field in dataclasses.fields(kind)}


def words(kind: t.Any) -> tuple[str, ...]:
    return t.cast("tuple[str, ...]", t.get_args(kind))


def commands(app: Flask) -> cabc.Iterator[tuple[str, click.Command]]:
    ModelMind(app)
    group = app.cli.commands["modelmind"]
    assert isinstance(group, click.Group)
    yield from group.commands.items()


@pytest.mark.parametrize("name", flask_modelmind.__all__)
def test_every_exported_name_is_on_a_page(name: str) -> None:
    assert re.search(rf"\b{name}\b", ALL)


@pytest.mark.parametrize(
    "name", [name for name in public_methods(Declaring) if name != "actions_of"]
)
def test_every_declaration_is_on_a_page(name: str) -> None:
    assert re.search(rf"(?:@\w+|\bmind)\.{name}\b", ALL)


@pytest.mark.parametrize(
    "name", [name for name in vars(ModelMindMixin) if name.startswith("mind_")]
)
def test_every_method_of_the_mixin_is_on_the_page_of_records(name: str) -> None:
    assert re.search(rf"^\|[^|\n]*`{name}\b[^|\n]*\|", PAGES["records"], re.MULTILINE)


@pytest.mark.parametrize("name", ["ask", "stream"])
def test_every_argument_of_a_question_is_on_the_page_about_asking(name: str) -> None:
    arguments = inspect.signature(getattr(ModelMind, name)).parameters

    for argument in set(arguments) - {"self"}:
        assert f"| `{argument}` |" in PAGES["asking"]


@pytest.mark.parametrize(
    ("page", "options"),
    [
        ("records", fields_of(ModelOptions) - {"actions", "scope", "authorize"}),
        ("actions", fields_of(ActionOptions) - {"key"}),
        ("access", fields_of(AccessOptions)),
    ],
    ids=["model", "action", "access"],
)
def test_every_option_is_in_the_table_of_its_page(page: str, options: set[str]) -> None:
    first_cells = re.findall(r"^\| ([^|]+) \|", PAGES[page], re.MULTILINE)
    listed = {name for cell in first_cells for name in re.findall(r"`(\w+)`", cell)}

    assert options <= listed


def test_every_command_and_its_options_are_on_the_page_about_asking(
    app: Flask,
) -> None:
    for name, command in commands(app):
        assert f"`flask modelmind {name}" in PAGES["asking"]
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                assert parameter.opts[0] in PAGES["asking"]


def test_no_page_names_a_setting_that_is_none() -> None:
    known = {f"{PREFIX}{name.upper()}" for name in fields_of(Settings)}

    assert set(re.findall(rf"{PREFIX}[A-Z_]*[A-Z]", ALL)) <= known


def test_no_page_names_a_command_that_is_none(app: Flask) -> None:
    named = set(re.findall(r"flask modelmind ([a-z-]+)", ALL))

    assert named <= {name for name, _ in commands(app)}


def test_the_page_of_the_api_has_every_error_under_its_status() -> None:
    rows = re.findall(r"^\| (\d{3}) \| (.+) \|$", PAGES["api"], re.MULTILINE)
    told = {
        (int(status), code)
        for status, codes in rows
        for code in re.findall(r"`(\w+)`", codes)
    }

    assert told == {(problem.status, code) for code, problem in PROBLEMS.items()}


def test_the_page_of_the_api_has_every_endpoint() -> None:
    told = set(
        re.findall(r"`(GET|POST) ([a-z./<>_]+)[?`]", PAGES["api"].partition("## A ")[0])
    )

    assert told == {
        (
            operation.method.upper(),
            operation.path[1:].replace("{", "<").replace("}", ">"),
        )
        for operation in OPERATIONS
    }


def test_the_page_of_the_api_has_every_field_of_a_question() -> None:
    table = PAGES["api"].partition("## A question")[2].partition("## An answer")[0]

    assert re.findall(r"^\| `(\w+)`", table, re.MULTILINE) == [
        *("question", "session_id", "new_session", "turn_id", "page_context"),
        "history",
    ]
    assert set(re.findall(r"^\| `(\w+)`", table, re.MULTILINE)) == set(
        ChatRequest.model_fields
    )


def test_the_page_of_the_api_has_every_event_of_a_stream() -> None:
    """The events are read out of the code that sends them."""
    web = Path(flask_modelmind.__file__).parent / "web"
    sent = {
        name
        for path in web.glob("*.py")
        for name in re.findall(r'encode_event\(\s*"(\w+)"', path.read_text())
    }
    table = PAGES["api"].partition("## The stream")[2].partition("## Errors")[0]

    assert set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) == sent


@pytest.mark.parametrize(
    ("page", "values"),
    [
        ("api", words(AnswerStatus)),
        ("api", words(t.get_type_hints(StageChanged)["stage"])),
        ("api", (COOKIE, HEADER)),
        ("citations", words(Verdict)),
        ("citations", words(CitationStatus)),
        ("providers", tuple(kind.__name__ for kind in ProviderError.__subclasses__())),
    ],
    ids=["statuses", "stages", "visitor", "verdicts", "citations", "provider errors"],
)
def test_every_word_a_client_may_meet_is_on_its_page(
    page: str, values: tuple[str, ...]
) -> None:
    for value in values:
        assert re.search(rf"`[^`\n]*\b{value}\b[^`\n]*`", PAGES[page]), value


@pytest.mark.parametrize("page", PAGES)
def test_the_readme_leads_to_every_page(page: str) -> None:
    assert f"](docs/{page}.md)" in README
