"""A loopback server that speaks both OpenAI APIs, and fails as told.

Over real HTTP, so that the client library, its transport and its timeouts are real.

.. code-block:: python

    with OpenAIServer() as server:
        server.scripts = lambda body: copy_tokens("It costs 5 {source:Falcon 40}.", body)
        ...  # MODEL_MIND_OPENAI_BASE_URL = server.url
"""

from __future__ import annotations

import contextlib
import dataclasses
import http.server
import itertools
import json
import re
import socket
import struct
import threading
import typing as t
from collections import abc as cabc

Body = dict[str, t.Any]
Event = dict[str, t.Any] | str | bytes
"""A JSON event, raw data of one event, or raw bytes of the body."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Script:
    """What the server does with one call."""

    text: str = ""
    """Answer, streamed in pieces of ``cut`` characters."""
    cut: int = 7
    events: tuple[Event, ...] | None = None
    """Exactly these events, in place of ``text`` and its ending."""
    ending: str | None = "stop"
    """Finish reason, or ``length``, ``content_filter``; ``None`` for no ending."""
    with_usage: bool = True
    status: int = 200
    headers: cabc.Mapping[str, str] = dataclasses.field(default_factory=dict)
    error: cabc.Mapping[str, t.Any] | None = None
    """Error object of a failed call."""
    body: bytes | None = None
    """The whole body, as it is."""
    content_type: str = "text/event-stream"
    pause_seconds: float = 0.0
    """Between two writes."""
    then: t.Literal["end", "reset", "silence"] = "end"
    """What follows the last event."""


Scripts = cabc.Callable[[Body], str | Script]


class OpenAIServer:
    """Serves ``/responses`` and ``/chat/completions`` under :attr:`url`."""

    def __init__(self, scripts: Scripts | cabc.Iterable[str | Script] = ()) -> None:
        self.scripts: Scripts = _as_function(scripts)
        self.calls: list[tuple[str, Body, dict[str, str]]] = []
        """Path, body and lower-case headers of every call."""
        self.hung_up = threading.Event()
        """Set when a client went away before the end of an answer."""
        self.released = threading.Event()
        """Ends every silence."""
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
        self._server.daemon_threads = True
        self._server.script = self  # type: ignore[attr-defined]
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.02}
        )

    @property
    def url(self) -> str:
        """Base URL for the client."""
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    @property
    def bodies(self) -> list[Body]:
        """The JSON body of every call."""
        return [body for _, body, _ in self.calls]

    def play(self, *scripts: str | Script) -> None:
        """Answer the next calls so; the last script repeats."""
        self.scripts = _as_function(scripts)

    def __enter__(self) -> t.Self:
        """Start serving."""
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop serving, and end what is silent."""
        self.released.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def _as_function(scripts: Scripts | cabc.Iterable[str | Script]) -> Scripts:
    if callable(scripts):
        return scripts
    given = list(scripts) or ["Hello."]
    turns = itertools.chain(given, itertools.repeat(given[-1]))
    return lambda _: next(turns)


_PLACEHOLDER = re.compile(
    r"\{source:(?P<label>[^{}|]+)(?:\|(?P<columns>[^{}]+))?\}|\{route:(?P<route>[^{}]+)\}"
)
_KEY = re.compile(r"(\[\[\w+ key=\"[0-9a-f]{16}\")\]\]")


def copy_tokens(answer: str, body: Body) -> str:
    """Put tokens into an answer by copying them out of the prompt, as a model does.

    ``{source:Falcon 40}`` and ``{source:Falcon 40|price}`` copy the token of the first
    evidence whose label begins so; ``{route:View Falcon 40}`` that of an action by its
    label. What the prompt does not hold is left out.

    :param body: The body of the call that is answered.
    """
    turns = body.get("messages") or body["input"]
    prompt: str = turns[-1]["content"]

    def copied(found: re.Match[str]) -> str:
        label = found["label"] or found["route"]
        start = prompt.find(f"\n- {label}" if found["label"] else f"| {label}: ")
        token = _KEY.search(prompt, start) if start >= 0 else None
        columns = f' columns="{found["columns"]}"' if found["columns"] else ""
        return f"{token[1]}{columns}]]" if token else ""

    return _PLACEHOLDER.sub(copied, answer)


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def do_POST(self) -> None:
        owner: OpenAIServer = self.server.script  # type: ignore[attr-defined]
        length = int(self.headers.get("content-length", "0"))
        body = json.loads(self.rfile.read(length))
        headers = {name.lower(): value for name, value in self.headers.items()}
        owner.calls.append((self.path, body, headers))
        script = owner.scripts(body)
        if isinstance(script, str):
            script = Script(text=script)
        try:
            self._play(script, body, owner)
        except OSError:
            owner.hung_up.set()
        self.close_connection = True

    def _play(self, script: Script, body: Body, owner: OpenAIServer) -> None:
        if script.error is not None:
            error = json.dumps({"error": dict(script.error)}).encode()
            self._send_whole(script, error, "application/json")
        elif script.body is not None:
            self._send_whole(script, script.body, script.content_type)
        else:
            self._send_head(script, script.content_type)
            self._stream(script, body, owner)

    def _stream(self, script: Script, body: Body, owner: OpenAIServer) -> None:
        is_chat = self.path.endswith("/chat/completions")
        events = script.events
        if events is None:
            events = tuple((_chat if is_chat else _responses)(script, body))
        for event in events:
            self.wfile.write(_encoded(event))
            self.wfile.flush()
            if script.pause_seconds and owner.released.wait(script.pause_seconds):
                return
        if script.then == "silence":
            owner.released.wait(10)
        elif script.then == "reset":
            self._reset()
        elif script.events is None and is_chat and script.ending:
            self.wfile.write(b"data: [DONE]\n\n")

    def _send_head(self, script: Script, content_type: str) -> None:
        self.send_response(script.status)
        self.send_header("content-type", content_type)
        for name, value in script.headers.items():
            self.send_header(name, value)
        self.send_header("connection", "close")
        self.end_headers()

    def _send_whole(self, script: Script, body: bytes, content_type: str) -> None:
        self._send_head(script, content_type)
        self.wfile.write(body)

    def _reset(self) -> None:
        linger = struct.pack("ii", 1, 0)
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        with contextlib.suppress(OSError):
            self.connection.close()


def _encoded(event: Event) -> bytes:
    if isinstance(event, bytes):
        return event
    if isinstance(event, str):
        return f"data: {event}\n\n".encode()
    name = f"event: {event['type']}\n" if "type" in event else ""
    return f"{name}data: {json.dumps(event)}\n\n".encode()


def _pieces(script: Script) -> cabc.Iterator[str]:
    for start in range(0, len(script.text), script.cut):
        yield script.text[start : start + script.cut]


def chat_chunk(content: t.Any = None, **choice: t.Any) -> Body:
    """Return one chunk of a Chat Completion."""
    return {
        "id": "c1",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": "loopback-1",
        "choices": [
            {"index": 0, "delta": {"content": content}, "finish_reason": None} | choice
        ],
    }


def _chat(script: Script, body: Body) -> cabc.Iterator[Event]:
    yield chat_chunk("", delta={"role": "assistant", "content": ""})
    for piece in _pieces(script):
        yield chat_chunk(piece)
    if script.ending:
        yield chat_chunk(delta={}, finish_reason=script.ending)
    wants_usage = body.get("stream_options", {}).get("include_usage")
    if script.with_usage and wants_usage:
        usage = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}
        yield chat_chunk() | {"choices": [], "usage": usage}


_USAGE = {
    "input_tokens": 11,
    "input_tokens_details": {"cached_tokens": 0},
    "output_tokens": 7,
    "output_tokens_details": {"reasoning_tokens": 0},
    "total_tokens": 18,
}
_INCOMPLETE = {"length": "max_output_tokens", "content_filter": "content_filter"}


def response_event(kind: str, **more: t.Any) -> Body:
    """Return one event of the Responses API."""
    return {"type": kind, "sequence_number": 0} | more


def response_of(status: str, **more: t.Any) -> Body:
    """Return a Response object for an event."""
    return {
        "id": "r1",
        "object": "response",
        "created_at": 1,
        "model": "loopback-1",
        "status": status,
        "output": [],
        "usage": None,
    } | more


def _responses(script: Script, _: Body) -> cabc.Iterator[Event]:
    yield response_event("response.created", response=response_of("in_progress"))
    place = {"item_id": "m1", "output_index": 0, "content_index": 0}
    for piece in _pieces(script):
        yield response_event(
            "response.output_text.delta", delta=piece, logprobs=[], **place
        )
    if script.text:
        yield response_event("response.output_text.done", text=script.text, **place)
    if not script.ending:
        return
    usage = _USAGE if script.with_usage else None
    if reason := _INCOMPLETE.get(script.ending):
        details = {"reason": reason}
        response = response_of("incomplete", incomplete_details=details, usage=usage)
        yield response_event("response.incomplete", response=response)
        return
    part = {"type": "output_text", "text": script.text, "annotations": []}
    message = {"type": "message", "id": "m1", "role": "assistant", "content": [part]}
    response = response_of("completed", output=[message], usage=usage)
    yield response_event("response.completed", response=response)
