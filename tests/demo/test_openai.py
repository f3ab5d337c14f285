"""The same questions through the OpenAI provider, over HTTP to a scripted server.

The server is a model that reads well: it looks for the record a question is about in
the data it was sent, and says the expected value with the token it finds there.
"""

from __future__ import annotations

import http.server
import json
import re
import threading
import typing as t
from collections import abc as cabc

import pytest
from flask import Flask

from flask_modelmind.text import fold

Case = t.Any
Json = dict[str, t.Any]
KEY = re.compile(r'key="([0-9a-f]{16})"')


class ScriptedModel(http.server.ThreadingHTTPServer):
    """A loopback server that streams Chat Completions."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), CompletionHandler)
        self.case: Case = None
        """The question that is asked next."""
        self.prompts: dict[str, str] = {}
        """Question's id → all that was sent to the model for it."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"

    def reply(self, prompt: str) -> str:
        """Answer from the prompt alone, as a careful model would."""
        self.prompts[self.case.id] = self.prompts.get(self.case.id, "") + prompt
        keys = [self._key(label, prompt) for label in self.case.records]
        if not keys or None in keys:
            return "That is not in the records I was given."
        said = "; ".join(f"{label}: {value}" for label, value in self._pairs())
        return said + "".join(f' [[model_mind_source key="{key}"]]' for key in keys)

    def _pairs(self) -> cabc.Iterator[tuple[str, str]]:
        return zip(self.case.records, self.case.values, strict=True)

    def _key(self, label: str, prompt: str) -> str | None:
        lines = (line for line in prompt.splitlines() if label in line)
        found = (KEY.search(line) for line in lines)
        return next((match[1] for match in found if match), None)


class CompletionHandler(http.server.BaseHTTPRequestHandler):
    """One request of the OpenAI client."""

    protocol_version = "HTTP/1.1"
    server: ScriptedModel

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        prompt = "\n".join(str(message["content"]) for message in body["messages"])
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        for word in re.findall(r"\S+\s*", self.server.reply(prompt)):
            self._send({"content": word}, None)
        self._send({}, "stop")
        self.wfile.write(b"data: [DONE]\n\n")

    def _send(self, delta: Json, finish_reason: str | None) -> None:
        chunk = {
            "id": "chatcmpl-1",
            "object": "chat.completion.chunk",
            "created": 1,
            "model": "scripted",
            "choices": [{"index": 0, "delta": delta, "finish_reason": finish_reason}],
        }
        self.wfile.write(f"data: {json.dumps(chunk)}\n\n".encode())

    def log_message(self, format: str, *args: t.Any) -> None:  # noqa: A002
        """Keep the tests' output quiet."""


@pytest.fixture(scope="module")
def model() -> cabc.Iterator[ScriptedModel]:
    with ScriptedModel() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def openai_app(make_demo: t.Any, model: ScriptedModel) -> Flask:
    app: Flask = make_demo(
        MODEL_MIND_PROVIDER="openai",
        MODEL_MIND_OPENAI_API_KEY="sk-invented",
        MODEL_MIND_OPENAI_BASE_URL=model.url,
        MODEL_MIND_MODEL="scripted",
    )
    return app


@pytest.fixture(scope="module")
def answer(
    openai_app: Flask, model: ScriptedModel, ask: t.Any
) -> cabc.Callable[[Case], Json]:
    known: dict[str, Json] = {}

    def answer(case: Case) -> Json:
        if case.id not in known:
            model.case = case
            known[case.id] = ask(openai_app, case.question, user=case.user)
        return known[case.id]

    return answer


def test_exactly_the_right_records_are_cited(
    answerable: Case, answer: cabc.Callable[[Case], Json]
) -> None:
    response = answer(answerable)

    cited = [citation["record"] for citation in response["citations"]]
    assert sorted(cited) == sorted(answerable.records), response["answer"]


def test_the_answer_says_the_value_without_a_token(
    answerable: Case, answer: cabc.Callable[[Case], Json]
) -> None:
    text = answer(answerable)["answer"]

    assert [value for value in answerable.values if fold(value) not in fold(text)] == []
    assert "model_mind" not in text
    assert "[[" not in text


def test_a_model_that_knows_nothing_cites_nothing(
    unanswerable: Case, answer: cabc.Callable[[Case], Json]
) -> None:
    assert answer(unanswerable)["citations"] == []


def test_nothing_hidden_is_sent_to_the_model(
    secretive: Case, answer: cabc.Callable[[Case], Json], model: ScriptedModel
) -> None:
    answer(secretive)

    told = fold(model.prompts.get(secretive.id, ""))
    assert [secret for secret in secretive.absent if fold(secret) in told] == []
