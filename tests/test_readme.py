"""Every block of the README is run, in order, as a reader would."""

from __future__ import annotations

import json
import re
import shlex
import typing as t
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask import Flask

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> t.Iterator[dict[str, t.Any]]:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("readme"))
        names: dict[str, t.Any] = {"__name__": "readme"}
        for language, block in BLOCK.findall(README):
            if language == "python":
                exec(compile(block, "README.md", "exec"), names)  # noqa: S102
        yield names


def commands() -> list[list[str]]:
    blocks = [
        block for language, block in BLOCK.findall(README) if language == "console"
    ]
    joined = "".join(blocks).replace("\\\n", " ")
    return [shlex.split(line, comments=True) for line in joined.splitlines() if line]


def test_every_block_is_of_a_kind_that_is_run() -> None:
    assert {language for language, _ in BLOCK.findall(README)} == {"console", "python"}


def test_the_python_blocks_answer_with_a_citation(
    names: dict[str, t.Any], capsys: pytest.CaptureFixture[str]
) -> None:
    answer = names["answer"]

    assert answer.text == "The stock of Falcon 40 (FAL-40) is 12."
    assert [c.source for c in answer.citations] == ["Products: Falcon 40 (FAL-40)"]
    assert answer.actions[0].label == "View Falcon 40"


def test_the_page_of_the_smallest_app_holds_the_widget(names: dict[str, t.Any]) -> None:
    html = names["app"].test_client().get("/").text
    assert "<modelmind-chat" in html
    assert "modelmind.css" in html


@pytest.mark.parametrize("command", commands(), ids=" ".join)
def test_the_commands_do_what_they_say(
    names: dict[str, t.Any], command: list[str]
) -> None:
    run = {"make": run_make, "pip": run_pip, "flask": run_flask, "curl": run_curl}
    run[command[0]](names["app"], command[1:])


def run_make(_: Flask, arguments: list[str]) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in arguments:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)


def run_pip(_: Flask, arguments: list[str]) -> None:
    setup = (ROOT / "setup.cfg").read_text(encoding="utf-8")
    assert f"name = {arguments[-1]}" in setup


def run_flask(app: Flask, arguments: list[str]) -> None:
    result = app.test_cli_runner().invoke(args=arguments)
    assert result.exit_code == 0, result.output
    assert "1299.00 EUR" in result.output


def run_curl(app: Flask, arguments: list[str]) -> None:
    body = json.loads(arguments[arguments.index("-d") + 1])
    response = app.test_client().post(urlsplit(arguments[-1]).path, json=body)
    assert response.status_code == 200
    assert response.json is not None
    assert response.json["citations"][0]["record"] == "Falcon 40 (FAL-40)"


def test_the_readme_is_short_and_its_links_lead_somewhere() -> None:
    assert len(README.splitlines()) <= 150
    for target in re.findall(r"\]\((?!http)([^)#]+)", README):
        assert (ROOT / target).is_file(), target
