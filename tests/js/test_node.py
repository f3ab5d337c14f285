from __future__ import annotations

import itertools
import json
import os
import shutil
import subprocess
import typing as t
from pathlib import Path

import pytest

from flask_modelmind.assets import asset_dir
from flask_modelmind.labels import coverage_line
from flask_modelmind.labels import labels
from flask_modelmind.labels import TABLES

TESTS = sorted(Path(__file__).parent.glob("*.test.js"))
SCRIPTS = sorted((asset_dir("static") / "modelmind").glob("*.js"))


@pytest.fixture(scope="module")
def node() -> str:
    found = shutil.which("node")

    if found is None:
        pytest.skip("the JavaScript tests need Node.js 20 or newer")

    return found


def run(node: str, *arguments: str, given: str = "") -> str:
    done = subprocess.run(  # noqa: S603
        [node, *arguments],
        check=False,
        capture_output=True,
        input=given,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_tests_in_javascript_pass(node: str) -> None:
    assert TESTS

    run(node, "--test", *map(os.fspath, TESTS))


def test_coverage_is_said_alike_by_templates_and_script(node: str) -> None:
    cases = list(coverage_cases())
    words = (asset_dir("static") / "modelmind" / "words.js").as_uri()
    script = f"""
        import {{readFileSync}} from 'node:fs'
        import {{coverageLine}} from '{words}'
        const cases = JSON.parse(readFileSync(0, 'utf-8'))
        const lines = cases.map(([labels, counts, status]) =>
          coverageLine(labels, counts, status))
        console.log(JSON.stringify(lines))
    """

    said = run(node, "--input-type=module", "-e", script, given=json.dumps(cases))

    for (table, counts, status), line in zip(cases, json.loads(said), strict=True):
        expected = coverage_line(table, status=status, **counts)
        assert line == {
            "state": expected.state,
            "text": expected.text,
            "notes": list(expected.notes),
        }


def coverage_cases() -> t.Iterator[tuple[dict[str, str], dict[str, int], str]]:
    names = ("supported", "unsupported", "contradicted", "not_checkable")
    for lang in TABLES:
        for numbers in itertools.product((0, 1, 12), repeat=len(names)):
            counts = dict(zip(names, numbers, strict=True)) | {"claims": sum(numbers)}
            yield dict(labels(lang)), counts, "complete"
        yield dict(labels(lang)), {"claims": 2, "supported": 2}, "stopped"


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_the_scripts_never_write_markup(path: Path) -> None:
    source = path.read_text()

    for name in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write"):
        assert name not in source
    assert len(source.splitlines()) <= 250
