"""Outside CI a missing server skips its tests in one line; in CI it fails them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CASES = """\
import pytest

def test_needs_a_server(postgresql_url):
    pass

def test_needs_it_too(request):
    request.getfixturevalue("postgresql_url")

@pytest.mark.skip(reason="tired")
def test_marked():
    pass
"""
"""Two tests without their server, and one its author gave up."""
MODULE = 'import pytest\npytest.importorskip("no_such_package")\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copy(Path(__file__).parent / "conftest.py", tmp_path)
    (tmp_path / "test_cases.py").write_text(CASES)
    (tmp_path / "test_module.py").write_text(MODULE)
    return tmp_path


def run(folder: Path, name: str, *, ci: str) -> subprocess.CompletedProcess[str]:
    environ = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("MODELMIND_", "PYTEST_"))
    }
    return subprocess.run(  # noqa: S603
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", name],
        cwd=folder,
        env=environ | {"CI": ci},
        capture_output=True,
        text=True,
        check=False,
    )


def test_outside_ci_a_missing_server_is_one_clear_line(folder: Path) -> None:
    done = run(folder, ".", ci="")

    line = "2 tests were left out: set MODELMIND_TEST_POSTGRESQL to a PostgreSQL URL"
    assert done.returncode == 0, done.stdout
    assert len([row for row in done.stdout.splitlines() if line in row]) == 1


def test_in_ci_a_missing_server_is_a_failure(folder: Path) -> None:
    done = run(folder, "test_cases.py", ci="true")

    assert done.returncode == 1
    assert "test_needs_a_server: nothing may be skipped in CI" in done.stdout


def test_in_ci_a_skip_mark_is_a_failure(folder: Path) -> None:
    done = run(folder, "test_cases.py", ci="true")

    assert "test_cases.py::test_marked: nothing may be skipped in CI" in done.stdout
    assert " skipped" not in done.stdout.splitlines()[-1]


def test_in_ci_a_module_that_skips_itself_is_a_failure(folder: Path) -> None:
    done = run(folder, "test_module.py", ci="true")

    assert "test_module.py: nothing may be skipped in CI" in done.stdout
