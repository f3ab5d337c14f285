"""Reading a blocking stream under a deadline."""

from __future__ import annotations

import threading
import time
from collections import abc as cabc

import pytest

from flask_modelmind.providers.relay import Cancellation
from flask_modelmind.providers.relay import DeadlinePassed
from flask_modelmind.providers.relay import relay


def test_items_come_in_order_and_the_end_ends() -> None:
    def produce(_: Cancellation) -> cabc.Generator[int, None, None]:
        yield from range(1_000)

    assert [*relay(produce, deadline=time.monotonic() + 5)] == [*range(1_000)]


def test_an_error_of_the_reading_thread_is_raised_after_its_items() -> None:
    def produce(_: Cancellation) -> cabc.Generator[int, None, None]:
        yield 1
        raise KeyError("gone")

    items = relay(produce, deadline=time.monotonic() + 5)

    assert next(items) == 1
    with pytest.raises(KeyError, match="gone"):
        next(items)


def test_the_deadline_is_met_while_the_stream_blocks() -> None:
    blocked = threading.Event()

    def produce(_: Cancellation) -> cabc.Generator[int, None, None]:
        blocked.wait(5)
        yield 1

    with pytest.raises(DeadlinePassed):
        next(relay(produce, deadline=time.monotonic() + 0.05))
    blocked.set()


def test_a_deadline_in_the_past_gives_nothing() -> None:
    def produce(_: Cancellation) -> cabc.Generator[int, None, None]:
        yield 1

    with pytest.raises(DeadlinePassed):
        next(relay(produce, deadline=time.monotonic() - 1))


def test_a_reader_that_stops_ends_a_stream_without_end() -> None:
    ended = threading.Event()

    def produce(_: Cancellation) -> cabc.Generator[int, None, None]:
        try:
            while True:
                yield 1
        finally:
            ended.set()

    items = relay(produce, deadline=time.monotonic() + 5)
    next(items)
    items.close()

    assert ended.wait(1)
