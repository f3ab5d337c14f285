"""What is built carries what the package needs, and the tests test what is built."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections import abc as cabc
from pathlib import Path

import pytest

import flask_modelmind

CHECKOUT = Path(__file__).parent.parent
PARTS = (
    *("flask_modelmind", "templates", "static", "tests", "demo", "docs", "bench"),
    *("setup.cfg", "pyproject.toml", "MANIFEST.in", "LICENSE", "README.md"),
    *("CHANGELOG.md", "Makefile", "package.json"),
)
BUILD = """\
import sys
from setuptools import build_meta
getattr(build_meta, "build_" + sys.argv[1])(sys.argv[2])
"""
LOCATE = """\
import site, sys
for folder in sys.argv[1:]:
    site.addsitedir(folder)
# The finder of an editable install stands behind the ordinary path otherwise.
sys.meta_path.sort(key=lambda finder: "editable" not in str(finder).lower())
from flask_modelmind.assets import asset_dir
for name in ("templates", "static"):
    print(asset_dir(name))
"""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clean copy of the checkout: builds leave their traces there."""
    tree = tmp_path_factory.mktemp("tree")
    ignore = shutil.ignore_patterns("__pycache__", "*.pyc", "*.egg-info", "build")

    for part in PARTS:
        source = CHECKOUT / part
        if source.is_dir():
            shutil.copytree(source, tree / part, ignore=ignore)
        elif source.exists():
            shutil.copy(source, tree / part)
    return tree


@pytest.fixture(scope="module")
def wheel(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("wheel", tree, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def sdist(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("sdist", tree, tmp_path_factory.mktemp("sdist"))


def build(kind: str, tree: Path, target: Path) -> Path:
    """Build with the installed setuptools alone: no network, no isolation."""
    run([sys.executable, "-c", BUILD, kind, os.fspath(target)], cwd=tree)
    return next(target.glob("*.tar.gz" if kind == "sdist" else "*.whl"))


def run(command: cabc.Sequence[str], *, cwd: Path, **environ: str) -> str:
    done = subprocess.run(  # noqa: S603
        command,
        cwd=cwd,
        env=os.environ | environ,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def files_of(folder: str) -> set[str]:
    """Name the package's asset files as a wheel would."""
    return {
        f"flask_modelmind/{path.relative_to(CHECKOUT).as_posix()}"
        for path in (CHECKOUT / folder).rglob("*")
        if path.is_file()
    }


def located(site: Path, *, cwd: Path) -> list[Path]:
    """Return the asset folders as a package found in ``site`` finds them."""
    output = run(
        [sys.executable, "-P", "-c", LOCATE, os.fspath(site)],
        cwd=cwd,
        PYTHONPATH=os.fspath(site),
    )
    return [Path(line) for line in output.splitlines()]


def test_the_installed_package_is_tested_and_not_the_checkout() -> None:
    found = Path(flask_modelmind.__file__)

    if os.environ.get("MODELMIND_INSTALLED") == "1":
        assert "site-packages" in found.parts
        assert CHECKOUT not in found.parents or ".venv-test" in found.parts
    else:
        assert found.parent == CHECKOUT / "flask_modelmind"


def test_a_wheel_holds_every_template_and_static_file(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())

    assert files_of("templates") | files_of("static") <= names
    assert "flask_modelmind/templates/modelmind/macros.html" in names
    assert "flask_modelmind/py.typed" in names


def test_a_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        tops = {name.partition("/")[0] for name in archive.namelist()}

    assert {top.partition("-")[0] for top in tops} == {"flask_modelmind"}


def test_an_sdist_holds_what_is_needed_to_build_test_and_show_it(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}

    assert {
        "setup.cfg",
        "pyproject.toml",
        "Makefile",
        "package.json",
        "templates/modelmind/macros.html",
        "static/modelmind/modelmind.css",
        "demo/data/shop.json",
        "demo/templates/layout.html",
        "tests/test_packaging.py",
    } <= names
    assert not [name for name in names if "__pycache__" in name]


def test_a_wheel_built_from_the_sdist_is_the_same(
    sdist: Path, wheel: Path, tmp_path: Path
) -> None:
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    (tree,) = tmp_path.iterdir()

    again = build("wheel", tree, tmp_path)

    with zipfile.ZipFile(wheel) as one, zipfile.ZipFile(again) as other:
        assert set(one.namelist()) == set(other.namelist())


def test_a_wheel_finds_its_assets(wheel: Path, tmp_path: Path) -> None:
    shutil.unpack_archive(wheel, tmp_path / "site", "zip")

    folders = located(tmp_path / "site", cwd=tmp_path)

    package = tmp_path / "site" / "flask_modelmind"
    assert folders == [package / "templates", package / "static"]


def test_an_editable_install_finds_its_assets(tree: Path, tmp_path: Path) -> None:
    editable = build("editable", tree, tmp_path)
    shutil.unpack_archive(editable, tmp_path / "site", "zip")

    folders = located(tmp_path / "site", cwd=tmp_path)

    assert folders == [tree / "templates", tree / "static"]
