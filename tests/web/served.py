"""An application for real servers: its provider writes slowly and logs its end.

Run as ``served:make_app('FOLDER')``.
"""

from __future__ import annotations

import time
from collections import abc as cabc
from pathlib import Path

from flask import Flask
from flask_sqlalchemy import SQLAlchemy

from flask_modelmind import ModelMind
from flask_modelmind.values import Finished
from flask_modelmind.values import ProviderEvent
from flask_modelmind.values import ProviderRequest
from flask_modelmind.values import TextDelta

PAUSE_SECONDS = 0.05


class SlowProvider:
    """Says one word each 50 ms: 5 words to a short question, else 200."""

    name = "slow"

    def __init__(self, log: Path) -> None:
        self.log = log

    def stream(self, request: ProviderRequest) -> cabc.Iterator[ProviderEvent]:
        count = 5 if "short" in request.question.text else 200
        try:
            for number in range(count):
                time.sleep(PAUSE_SECONDS)
                yield TextDelta(f"word{number} ")
            yield Finished()
        finally:
            with self.log.open("a") as log:
                log.write(f"{request.question.turn_id}\n")


def make_app(folder: str) -> Flask:
    app = Flask("served", root_path=folder)
    app.config |= {
        "SECRET_KEY": "test",
        "SQLALCHEMY_DATABASE_URI": f"sqlite:///{folder}/app.db",
        "MODEL_MIND_PROVIDER": "custom",
        "MODEL_MIND_CUSTOM_PROVIDER": SlowProvider(Path(folder) / "closed.log"),
        "MODEL_MIND_HEARTBEAT_SECONDS": 0.2,
        "MODEL_MIND_API_RATE_LIMIT": 1_000,
    }
    SQLAlchemy(app)
    ModelMind(app)
    return app
