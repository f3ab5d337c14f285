"""Measure what a turn costs beside the language model, on the demo's data.

Three figures, over HTTP through the whole application, 28,000 airports included:

* the time of a turn whose provider answers at once, and with the extractive provider;
* the time from the provider's first piece to the first delta on the wire;
* the memory of the process before and after many turns.

Run from the checkout: ``python bench/overhead.py``. A quiet machine gives steady
figures; those that are kept stand in ``docs/measurements.md``.
"""

from __future__ import annotations

import gc
import itertools
import os
import statistics
import sys
import tempfile
import time
import typing as t
from collections import abc as cabc
from pathlib import Path

import click
from flask import Flask
from flask.testing import FlaskClient

sys.path.insert(0, os.fspath(Path(__file__).parent.parent))

from demo import create_app
from demo import seed
from flask_modelmind.values import Finished
from flask_modelmind.values import ProviderEvent
from flask_modelmind.values import ProviderRequest
from flask_modelmind.values import TextDelta

QUESTIONS = (
    "What does the Falcon 60 cost?",
    "In which city is LHR?",
    "How many days do I have to return a product?",
    "What is the IATA code of London Heatrow Airport?",
    "Who wrote Hamlet?",
    "قیمت گوشی سیمرغ ۱ چقدر است؟",
    "Wie viele Wolkenkissen sind auf Lager?",
    "HNDはどの都市にありますか？",
)
ORIGIN = {"Origin": "http://localhost"}
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


class InstantProvider:
    """Cite the best passage at once, and remember when the first piece was given."""

    name = "instant"

    def __init__(self) -> None:
        self.started_at = 0.0

    def stream(self, request: ProviderRequest) -> cabc.Iterator[ProviderEvent]:
        """Yield one sentence about the first passage, word by word."""
        text = "Nothing is known about that."
        if passages := request.snapshot.passages:
            best = passages[0]
            field = next((f for f in best.evidence.fields if f.is_identity), None)
            named = field.text if field else best.evidence.record
            text = f"It is {named}. {request.snapshot.tokens.source_token(best.key)}"
        self.started_at = time.perf_counter()
        for word in text.split(" "):
            yield TextDelta(f"{word} ")
        yield Finished(model="instant")


@click.command()
@click.option("--turns", default=300, show_default=True, help="Turns a time rests on.")
@click.option("--memory-turns", default=1_000, show_default=True)
def main(*, turns: int, memory_turns: int) -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        instant = InstantProvider()
        app = make_demo(
            folder, MODEL_MIND_PROVIDER="custom", MODEL_MIND_CUSTOM_PROVIDER=instant
        )
        plain = make_demo(folder, MODEL_MIND_PROVIDER="extractive")
        with app.app_context():
            airports = seed.seed()
        click.echo(f"{airports} airports, {turns} turns a row; milliseconds\n")
        click.echo(f"{'':32}{'median':>9}{'p95':>9}{'worst':>9}")
        report("turn, instant provider", turn_seconds(app, turns))
        report("turn, extractive provider", turn_seconds(plain, turns))
        report("first delta after first piece", delta_seconds(app, instant, turns))
        before, after = memory_bytes(app, memory_turns)
        click.echo(
            f"\nresident memory: {before / 2**20:.1f} MB, after {memory_turns} turns"
            f" {after / 2**20:.1f} MB ({(after - before) / 2**20:+.1f} MB)"
        )


def make_demo(folder: str, **config: t.Any) -> Flask:
    """Make a demo application that keeps its database in ``folder``."""
    settings = {"TESTING": True, "SECRET_KEY": "bench", "MODEL_MIND_RATE_LIMIT": 99_999}
    return create_app(settings | config, instance_path=folder)


def turn_seconds(app: Flask, turns: int) -> list[float]:
    """Time whole turns over ``chat``; a first round over all questions is not kept."""
    client = app.test_client()
    times = [time_turn(client, text) for text in rounds(turns + len(QUESTIONS))]
    return times[len(QUESTIONS) :]


def time_turn(client: FlaskClient, question: str) -> float:
    """Ask one question in a conversation of its own."""
    start = time.perf_counter()
    response = client.post(
        "/model-mind/chat",
        json={"question": question, "new_session": True},
        headers=ORIGIN,
    )
    taken = time.perf_counter() - start
    if response.status_code != 200:
        raise SystemExit(f"'{question}' gave {response.status_code}: {response.text}")
    return taken


def delta_seconds(app: Flask, provider: InstantProvider, turns: int) -> list[float]:
    """Time from the provider's first piece to the first ``delta`` event."""
    client = app.test_client()
    return [
        seen - provider.started_at
        for text in rounds(turns)
        if (seen := first_delta_at(client, text))
    ]


def first_delta_at(client: FlaskClient, question: str) -> float | None:
    """Read a stream to its end and return when its first delta came."""
    seen = None
    response = client.post(
        "/model-mind/stream",
        json={"question": question, "new_session": True},
        headers=ORIGIN,
        buffered=False,
    )
    for chunk in response.iter_encoded():
        if seen is None and b"event: delta" in chunk:
            seen = time.perf_counter()
    response.close()
    return seen


def memory_bytes(app: Flask, turns: int) -> tuple[int, int]:
    """Return resident memory before and after some turns, caches warm at the start."""
    turn_seconds(app, 100)
    before = resident_bytes()
    turn_seconds(app, turns)
    return before, resident_bytes()


def resident_bytes() -> int:
    """Return the resident memory of this process (Linux)."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE_BYTES


def rounds(count: int) -> cabc.Iterator[str]:
    """Yield the questions over and over, ``count`` in all."""
    return itertools.islice(itertools.cycle(QUESTIONS), count)


def report(name: str, seconds: cabc.Sequence[float]) -> None:
    """Print one row of the table."""
    p95 = statistics.quantiles(seconds, n=20)[-1] if len(seconds) > 1 else seconds[0]
    figures = (statistics.median(seconds), p95, max(seconds))
    click.echo(f"{name:32}" + "".join(f"{1_000 * value:9.2f}" for value in figures))


if __name__ == "__main__":
    main()
