"""Streams under the servers that applications really run on."""

from __future__ import annotations

import http.client
import json
import os
import socket
import subprocess
import sys
import time
import typing as t
from collections import abc as cabc
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

HERE = Path(__file__).parent
WAIT = 20.0
KINDS = {"gthread": ["--threads", "8"], "gevent": []}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def until(condition: cabc.Callable[[], bool]) -> None:
    end = time.monotonic() + WAIT
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


class Server:
    def __init__(self, port: int, folder: Path) -> None:
        self.port = port
        self.log = folder / "closed.log"

    def is_up(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def open(self, method: str, path: str, body: t.Any = None) -> t.Any:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=WAIT)
        headers = {"Content-Type": "application/json", "Connection": "close"}
        data = json.dumps(body) if body is not None else None
        connection.request(method, f"/api/model-mind{path}", data, headers)
        return connection.getresponse()

    def ask(self, question: str) -> t.Any:
        return self.open("POST", "/stream", {"question": question})

    def closed(self) -> int:
        return len(self.log.read_text().splitlines()) if self.log.exists() else 0


@pytest.fixture(params=KINDS)
def server(request: pytest.FixtureRequest, tmp_path: Path) -> cabc.Iterator[Server]:
    port = free_port()
    found = Server(port, tmp_path)
    command = [
        *(sys.executable, "-m", "gunicorn", "--workers", "1"),
        *("--worker-class", request.param, *KINDS[request.param]),
        *("--bind", f"127.0.0.1:{port}", "--chdir", os.fspath(HERE)),
        *("--log-level", "error", f"served:make_app({os.fspath(tmp_path)!r})"),
    ]
    path = os.pathsep.join(entry for entry in sys.path if entry)
    process = subprocess.Popen(  # noqa: S603  # All of it is written above.
        command, env={**os.environ, "PYTHONPATH": path}
    )
    until(found.is_up)
    yield found
    process.terminate()
    process.wait(WAIT)


def read_event(response: t.Any) -> bytes:
    lines = [response.readline()]
    while lines[-1].strip():
        lines.append(response.readline())
    return b"".join(lines)


def test_a_server_streams_serves_others_and_notices_who_leaves(server: Server) -> None:
    leaving = server.ask("A long story, please")
    seen = b""
    while seen.count(b"event: delta") < 3:
        seen += read_event(leaving)
    assert server.closed() == 0

    leaving.close()
    until(lambda: server.closed() == 1)

    with ThreadPoolExecutor(4) as pool:
        streams = list(pool.map(lambda _: server.ask("A short one").read(), range(4)))
        manifest = server.open("GET", "/manifest")
    assert manifest.status == 200
    assert all(stream.count(b"event: done") == 1 for stream in streams)
    assert all(stream.count(b"event: delta") >= 5 for stream in streams)
