"""Run a turn in a thread and hand its events to the server as they come.

The thread stores the outcome, so a client that goes away changes nothing but the time
when the turn ends. Neither side has a request, a context or an ORM object: what needed
them was done before the first byte.
"""

from __future__ import annotations

import contextvars
import queue
import threading
import time
import typing as t
from collections import abc as cabc

from ..values import Delta
from ..values import StageChanged
from .recording import Finished
from .recording import RecordedTurn
from .recording import STOP_CHECK_SECONDS
from .reply_bodies import ready_body
from .sse import encode_event
from .sse import HEARTBEAT

Piece = StageChanged | Delta | Finished


class EventStream:
    """The body of a streamed answer, for any WSGI server.

    The turn starts with the first event, when the server has left the request: where
    all threads share one connection, as to an in-memory SQLite, the end of one rolls
    back what a thread is writing. ``close()`` ends the turn within one piece of the
    provider's; the server calls it when the client has gone, even before a first byte.

    :param recorded: The turn.
    :param heartbeat_seconds: Silence after which a comment is sent.
    :param extra: Further keys of the ``ready`` event.
    """

    def __init__(
        self,
        recorded: RecordedTurn,
        *,
        heartbeat_seconds: float,
        extra: cabc.Mapping[str, t.Any] | None = None,
    ) -> None:
        self._recorded = recorded
        self._ready = {**ready_body(recorded.stored), **(extra or {})}
        self._heartbeat_seconds = heartbeat_seconds
        self._pieces: queue.Queue[Piece] = queue.Queue()
        self._chunks = self._write()
        self._is_started = False

    def __iter__(self) -> cabc.Iterator[bytes]:
        """Return itself."""
        return self

    def __next__(self) -> bytes:
        """Return the next event or heartbeat, waiting for it."""
        self._start()
        return next(self._chunks)

    def close(self) -> None:
        """End the turn; after its end this does nothing."""
        self._recorded.stop()
        self._start()  # A turn that never ran has to be stored as ended too.

    def _start(self) -> None:
        if self._is_started:
            return
        self._is_started = True
        # An empty context: the request of this moment must not be seen in the thread.
        threading.Thread(
            target=contextvars.Context().run, args=(self._pump,), daemon=True
        ).start()

    def _pump(self) -> None:
        for event in self._recorded.events():
            self._pieces.put(event)
            # Let the thread that waits for the piece run: what comes next, such as
            # checking the answer, may keep the interpreter busy for milliseconds.
            time.sleep(0)

    def _write(self) -> cabc.Iterator[bytes]:
        yield encode_event("ready", self._ready)
        sent_at = time.monotonic()
        while True:
            silence = time.monotonic() - sent_at
            wait = min(self._heartbeat_seconds - silence, STOP_CHECK_SECONDS)
            try:
                piece = self._pieces.get(timeout=max(wait, 0.001))
            except queue.Empty:
                self._recorded.check_stop()
                if time.monotonic() - sent_at < self._heartbeat_seconds:
                    continue
                yield HEARTBEAT
            else:
                yield from write_piece(piece)
                if isinstance(piece, Finished):
                    return
            sent_at = time.monotonic()


def write_piece(piece: Piece) -> cabc.Iterator[bytes]:
    """Write one piece of a turn as events."""
    if isinstance(piece, StageChanged):
        yield encode_event("status", {"stage": piece.stage})
    elif isinstance(piece, Delta):
        yield encode_event("delta", {"delta": piece.text, "block": piece.block})
    else:
        yield from write_end(piece)


def write_end(finished: Finished) -> cabc.Iterator[bytes]:
    """Write the blocks, the error if there is one, and ``done``."""
    yield from _blocks(finished.body)
    if finished.problem is not None:
        problem = finished.problem
        yield encode_event(
            "error",
            {
                "code": problem.code,
                "message": problem.message,
                "retryable": problem.retryable,
                "retry_after": problem.retry_after,
                "session_id": finished.body["session_id"],
            },
        )
    yield encode_event("done", finished.body)


def _blocks(body: dict[str, t.Any]) -> cabc.Iterator[bytes]:
    """Write each block with the citations that no earlier block has."""
    left = {citation["number"]: citation for citation in body["citations"]}
    for index, block in enumerate(body["blocks"]):
        numbers = [n for segment in block["segments"] for n in segment["citations"]]
        new = [left.pop(number) for number in numbers if number in left]
        payload = {"index": index, "block": block, "citations": new}
        yield encode_event("block", payload)
