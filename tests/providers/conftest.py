"""A loopback server for every provider test that needs one."""

from __future__ import annotations

import importlib.util
import sys
import typing as t
from collections import abc as cabc
from pathlib import Path

import pytest

if t.TYPE_CHECKING:
    from tests.providers.openai_server import OpenAIServer


def _load(path: Path, name: str) -> t.Any:
    """Load a module that tests share: they are no package on the import path."""
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(name)
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_HERE = Path(__file__).parent
_load(_HERE / "requests.py", "tests.providers.requests")
_server = _load(_HERE / "openai_server.py", "tests.providers.openai_server")


@pytest.fixture(scope="session", autouse=True)
def client_library() -> None:
    """Import the client library once, so that no test's deadline pays for it."""
    for name in ("openai", "openai.resources.chat", "openai.resources.responses"):
        importlib.import_module(name)


@pytest.fixture
def server() -> cabc.Iterator[OpenAIServer]:
    with _server.OpenAIServer() as server:
        yield server
