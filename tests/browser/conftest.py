from __future__ import annotations

import json
import os
import threading
import typing as t
from collections import abc as cabc
from pathlib import Path

import pytest
from flask import Blueprint
from flask import Flask
from flask import jsonify
from flask import redirect
from flask import render_template
from flask import render_template_string
from flask import request
from flask import Response
from flask import url_for
from werkzeug.serving import make_server

from flask_modelmind.assets import asset_dir
from flask_modelmind.labels import template_globals
from flask_modelmind.settings import Settings

Json = dict[str, t.Any]
ANSWERS = json.loads((Path(__file__).parent / "answers.json").read_text())
CHROMIUM = os.environ.get("MODELMIND_CHROMIUM", "/usr/bin/chromium")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
POLICY = (
    "default-src 'none'; script-src 'nonce-n1'; style-src 'nonce-n1';"
    " connect-src 'self'; form-action 'self'; base-uri 'none'"
)
HOST = """<!doctype html>
{% import "modelmind/macros.html" as modelmind %}
<html lang="en"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Shop</title>
{{ modelmind.styles(nonce="n1") }} {{ modelmind.scripts(nonce="n1") }}
<h1>Shop</h1><p><a href="#">A link of the page</a></p>
{{ modelmind.chat_widget(id="assistant", title="Store assistant",
   questions=["Is the Falcon 40 in stock?"], lang=lang, theme=theme) }}
</html>"""


class Backend:
    """The endpoints of the package with canned answers, chosen by the question."""

    def __init__(self) -> None:
        self.asked: list[Json] = []
        self.messages: list[Json] = []
        self.remembered: Json = {
            "session_id": None,
            "messages": [],
            "csrf_token": "fresh",
        }
        self.refusals: list[str] = []
        self.tokens: list[str | None] = []
        self.go_on = threading.Event()

    def stream(self) -> Response:
        body = request.get_json()
        self.asked.append(body)
        self.tokens.append(request.headers.get("X-CSRFToken"))
        question = body["question"]
        code = self.refusals.pop(0) if self.refusals else None

        if code is not None:
            error = {"code": code, "message": "Refused."}
            return self._refusal({"error": error, "message": "Refused."}, 400)

        if question.startswith("Fail"):
            error = {"code": "provider_unavailable", "message": "Try in a minute."}
            return self._refusal({"error": error, "message": error["message"]}, 503)
        if question.startswith("Crash"):
            return Response("<h1>Werkzeug</h1>", 500, mimetype="text/html")

        return Response(self._events(question), mimetype="text/event-stream")

    def chat(self) -> Response:
        return jsonify(answer_to(request.get_json()["question"]))

    def session(self) -> Response:
        return jsonify(self.remembered)

    def page(self) -> str | Response:
        if request.method == "POST":
            question = request.form["question"]
            self.messages += [
                {"role": "user", "content": question},
                {"role": "assistant", **answer_to(question)},
            ]
            page = url_for("modelmind.index", _anchor="modelmind-page-latest")
            return t.cast(Response, redirect(page, 303))
        return render_template(
            "modelmind/page.html", messages=self.messages, nonce="n1"
        )

    @staticmethod
    def answer_to(question: str) -> Json:
        return answer_to(question)

    def _events(self, question: str) -> cabc.Iterator[str]:
        answer = answer_to(question)
        yield event("ready", {"session_id": "s1", "turn_id": "t1"})
        yield event("status", {"stage": "writing"})
        half = len(answer["answer"]) // 2
        yield event("delta", {"delta": answer["answer"][:half], "block": 0})
        if question.startswith("Wait"):
            self.go_on.wait(10)
        if question.startswith("Cut"):
            return
        yield event("delta", {"delta": answer["answer"][half:], "block": 0})
        if question.startswith("Break"):
            yield event("error", {"code": "provider", "message": "The model stopped."})
            return
        yield event("done", answer | {"session_id": "s1"})

    @staticmethod
    def _refusal(payload: Json, status: int) -> Response:
        response = jsonify(payload)
        response.status_code = status
        return response


def answer_to(question: str) -> Json:
    name = next((n for n in ANSWERS if f"#{n}" in question), "plain")
    return t.cast(Json, ANSWERS[name])


def event(name: str, payload: Json) -> str:
    return f"event: {name}\ndata: {json.dumps(payload)}\n\n"


def make_app(backend: Backend, root: Path) -> Flask:
    app = Flask("shop", root_path=os.fspath(root))
    modelmind = Blueprint(
        "modelmind",
        __name__,
        url_prefix="/model-mind",
        template_folder=asset_dir("templates"),
        static_folder=asset_dir("static"),
        static_url_path="/static",
    )
    modelmind.add_url_rule("/chat", "chat", backend.chat, methods=["POST"])
    modelmind.add_url_rule("/stream", "stream", backend.stream, methods=["POST"])
    modelmind.add_url_rule("/session", "session", backend.session)
    modelmind.add_url_rule("/", "index", backend.page, methods=["GET", "POST"])
    app.register_blueprint(modelmind)
    app.jinja_env.globals.update(template_globals(Settings(name="Store assistant")))

    @app.get("/")
    def host() -> str:
        return render_template_string(
            HOST,
            lang=request.args.get("lang"),
            theme=request.args.get("theme", "auto"),
        )

    @app.get("/answer/<name>")
    def answer(name: str) -> str:
        template = """<!doctype html>{% import "modelmind/macros.html" as modelmind %}
        {{ modelmind.styles(nonce="n1") }}{{ modelmind.answer(answer, id="fixed") }}"""
        return render_template_string(template, answer=ANSWERS[name])

    @app.after_request
    def guard(response: Response) -> Response:
        response.headers["Content-Security-Policy"] = POLICY
        return response

    return app


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> cabc.Generator[None, pytest.TestReport, pytest.TestReport]:
    """Report a missing browser in one line instead of one for every test."""
    report = yield
    if report.skipped and isinstance(report.longrepr, tuple):
        place: t.Any = (__file__, None, report.longrepr[2])
        report.longrepr = place
    return report


@pytest.fixture
def backend() -> Backend:
    return Backend()


@pytest.fixture
def site(backend: Backend, tmp_path: Path) -> cabc.Iterator[str]:
    """Serve the shop on a loopback port and give its address."""
    server = make_server("127.0.0.1", 0, make_app(backend, tmp_path), threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    backend.go_on.set()
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="session")
def chromium() -> cabc.Iterator[t.Any]:
    """Start the browser once, or say in one line why there is none."""
    playwright = _playwright()
    with playwright() as tools:
        browser = tools.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


def _playwright() -> t.Any:
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415
    except ImportError:
        return pytest.skip("the browser tests need the package 'playwright'")

    if not Path(CHROMIUM).exists():
        pytest.skip("set MODELMIND_CHROMIUM to the path of a Chromium")
    return sync_playwright


@pytest.fixture
def open_page(chromium: t.Any, site: str) -> cabc.Iterator[cabc.Callable[..., t.Any]]:
    """Open a path of the shop; complaints of the browser fail the test."""
    contexts: list[t.Any] = []
    complaints: list[str] = []

    def open_page(path: str = "/", **options: t.Any) -> t.Any:
        options.setdefault("viewport", {"width": 1000, "height": 760})
        context = chromium.new_context(**options)
        context.set_default_timeout(5000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda m: complaints.append(m.text) if _is_bad(m) else None)
        page.goto(site + path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


def _is_bad(message: t.Any) -> bool:
    expected = ("responded with a status of", "net::ERR_FAILED")
    is_expected = any(text in message.text for text in expected)
    return message.type in {"error", "warning"} and not is_expected
