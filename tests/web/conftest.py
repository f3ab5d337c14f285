"""An application with the endpoints and a pipeline that does as it is told."""

from __future__ import annotations

import dataclasses
import datetime as dt
import threading
import typing as t
from collections import abc as cabc
from pathlib import Path

import pytest
import sqlalchemy as sa
from flask import Flask
from flask import request
from flask.testing import FlaskClient

from flask_modelmind.conversation import ConversationStore
from flask_modelmind.settings import Settings
from flask_modelmind.values import ActionLink
from flask_modelmind.values import Answer
from flask_modelmind.values import AnswerReady
from flask_modelmind.values import Citation
from flask_modelmind.values import CitedField
from flask_modelmind.values import Claim
from flask_modelmind.values import Coverage
from flask_modelmind.values import Delta
from flask_modelmind.values import Question
from flask_modelmind.values import Segment
from flask_modelmind.values import StageChanged
from flask_modelmind.values import TurnEvent
from flask_modelmind.values import Viewer
from flask_modelmind.web import make_blueprints

TEXT = "The Falcon 40 costs 1,299.00 EUR."
PAGE = (
    "{% for m in messages %}<p class={{ m.role }}>{{ m.content }}</p>{% endfor %}"
    "<output>{{ error or '' }}</output><textarea>{{ question or '' }}</textarea>"
    "<i>{{ session_id }}</i>"
)

Script = cabc.Callable[["FakeTurn"], cabc.Iterator[TurnEvent]]


def make_answer(turn_id: str) -> Answer:
    action = ActionLink(
        label="View Falcon 40",
        url="/products/1",
        name="products.view",
        source_id="record:Product:1",
    )
    citation = Citation(
        number=1,
        key="0123456789abcdef",
        kind="record",
        model="Products",
        record="Falcon 40 (FAL-40)",
        source_id="record:Product:1",
        columns=("price",),
        fields=(
            CitedField(column="price", label="Price", value="1299.00 EUR", marked=True),
        ),
        evidence=(Segment(text="Price: "), Segment(text="1299.00 EUR", marked=True)),
        action=action,
    )
    claim = Claim(
        text=TEXT, start=0, end=len(TEXT), verdict="supported", citations=(1,)
    )
    return Answer(
        text=TEXT,
        turn_id=turn_id,
        claims=(claim,),
        citations=(citation,),
        actions=(action,),
        coverage=Coverage(claims=1, supported=1),
        provider="scripted",
    )


@dataclasses.dataclass
class FakeTurn:
    question: Question
    viewer: Viewer
    script: Script
    running: cabc.Iterator[TurnEvent] | None = None
    stopping: threading.Event = dataclasses.field(default_factory=threading.Event)
    closed: threading.Event = dataclasses.field(default_factory=threading.Event)

    def events(self) -> cabc.Iterator[TurnEvent]:
        # Held, so that only closing it ends it, and not its last reference.
        self.running = self._run()
        return self.running

    def _run(self) -> cabc.Iterator[TurnEvent]:
        try:
            yield from self.script(self)
        finally:
            self.closed.set()

    def stop(self) -> None:
        self.stopping.set()


def answering(turn: FakeTurn) -> cabc.Iterator[TurnEvent]:
    yield StageChanged(stage="writing")
    yield Delta(TEXT[:10])
    yield Delta(TEXT[10:])
    yield AnswerReady(make_answer(turn.question.turn_id))


class FakePipeline:
    def __init__(self) -> None:
        self.script: Script = answering
        self.refuses: Exception | None = None
        self.turns: list[FakeTurn] = []
        self.opened_for: list[Viewer] = []

    def start(self, question: Question, viewer: Viewer) -> FakeTurn:
        if self.refuses is not None:
            raise self.refuses
        turn = FakeTurn(question, viewer, self.script)
        self.turns.append(turn)
        return turn

    def open(self, answer: Answer, viewer: Viewer) -> Answer:
        self.opened_for.append(viewer)
        return answer


class Clock:
    def __init__(self) -> None:
        self.now = dt.datetime(2026, 4, 3, 12, tzinfo=dt.UTC)

    def __call__(self) -> dt.datetime:
        return self.now

    def advance(self, **parts: float) -> None:
        self.now += dt.timedelta(**parts)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Parts:
    settings: Settings
    access: HeaderAccess
    pipeline: FakePipeline
    store: ConversationStore


class HeaderAccess:
    """Takes the user from a header, as an application's own login would."""

    def identify(self) -> Viewer:
        user = request.headers.get("X-User")
        tenant = request.headers.get("X-Tenant")
        return Viewer(id=user, user=user, tenant=tenant)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def pipeline() -> FakePipeline:
    return FakePipeline()


@pytest.fixture
def engine(tmp_path: Path) -> cabc.Iterator[sa.Engine]:
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'app.db'}")
    yield engine
    engine.dispose()


@pytest.fixture
def settings() -> Settings:
    return Settings(rate_limit=1000, api_rate_limit=1000)


@pytest.fixture
def store(settings: Settings, engine: sa.Engine, clock: Clock) -> ConversationStore:
    return ConversationStore(settings, lambda: engine, clock)


@pytest.fixture
def services(
    settings: Settings, store: ConversationStore, pipeline: FakePipeline
) -> Parts:
    return Parts(
        settings=settings, pipeline=pipeline, store=store, access=HeaderAccess()
    )


@pytest.fixture
def app(app: Flask, services: Parts, tmp_path: Path) -> Flask:
    page = tmp_path / "templates" / "modelmind" / "page.html"
    page.parent.mkdir(parents=True)
    page.write_text(PAGE)
    for blueprint in make_blueprints(services.settings, lambda: services):
        app.register_blueprint(blueprint)
    return app


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def ask(client: FlaskClient) -> cabc.Callable[..., t.Any]:
    """Ask over the web prefix with the browser of the test; extra keys are sent."""

    def ask(question: str = "What does the Falcon 40 cost?", **more: t.Any) -> t.Any:
        headers = more.pop("headers", None)
        browser = more.pop("client", client)
        body = {"question": question, **more}
        return browser.post("/model-mind/chat", json=body, headers=headers)

    return ask
