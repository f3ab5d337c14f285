"""Read a blocking stream under a deadline that holds whatever the server does.

Timeouts of HTTP clients count from byte to byte, so a server that drips never meets
them; name resolution has none at all. A thread reads, the caller waits no longer than
its deadline, and a stream nobody wants any more is cut off at its socket.
"""

from __future__ import annotations

import contextlib
import queue
import socket
import threading
import time
import typing as t
from collections import abc as cabc

T = t.TypeVar("T")
Clock = cabc.Callable[[], float]

_QUEUE_ITEMS = 256
_PUT_SECONDS = 0.2
"""How long a full queue is waited for before looking whether anybody reads on."""


class DeadlinePassed(Exception):  # noqa: N818
    """The deadline came before the stream ended."""


class Cancellation:
    """Tells the reading thread that nobody waits for it any more."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self._shut: cabc.Callable[[], None] | None = None

    @property
    def is_set(self) -> bool:
        """Whether reading has become pointless."""
        return self._event.is_set()

    def watch(self, response: t.Any) -> None:
        """Name the HTTP response whose socket is shut down on cancellation.

        Shutting down, unlike closing, wakes a blocked read and frees no descriptor
        that the reading thread still uses.
        """
        extensions = getattr(response, "extensions", None) or {}
        stream = extensions.get("network_stream")
        found = stream.get_extra_info("socket") if stream is not None else None
        if isinstance(found, socket.socket):
            self._shut = lambda: found.shutdown(socket.SHUT_RDWR)

    def cancel(self) -> None:
        """Stop the reading thread as soon as it can be stopped."""
        self._event.set()
        if self._shut is not None:
            with contextlib.suppress(OSError, ValueError):
                self._shut()


class _End:
    def __init__(self, error: Exception | None = None) -> None:
        self.error = error


def relay(
    produce: cabc.Callable[[Cancellation], cabc.Generator[T, None, None]],
    *,
    deadline: float,
    clock: Clock = time.monotonic,
) -> cabc.Generator[T, None, None]:
    """Yield what ``produce`` yields, from a thread of its own.

    What ``produce`` raises is raised here. Closing this generator cancels it.

    :param deadline: On ``clock``, in seconds.
    :raises DeadlinePassed: The end did not come in time.
    """
    items: queue.Queue[T | _End] = queue.Queue(_QUEUE_ITEMS)
    cancellation = Cancellation()
    threading.Thread(
        target=_read,
        args=(produce, items, cancellation),
        name="modelmind-provider",
        daemon=True,
    ).start()
    try:
        while True:
            item = _next(items, deadline - clock())
            if not isinstance(item, _End):
                yield item
            elif item.error is not None:
                raise item.error
            else:
                return
    finally:
        cancellation.cancel()


def _next(items: queue.Queue[T | _End], seconds: float) -> T | _End:
    if seconds <= 0:
        raise DeadlinePassed
    try:
        return items.get(timeout=seconds)
    except queue.Empty:
        raise DeadlinePassed from None


def _read(
    produce: cabc.Callable[[Cancellation], cabc.Generator[T, None, None]],
    items: queue.Queue[T | _End],
    cancellation: Cancellation,
) -> None:
    end = _End()
    try:
        with contextlib.closing(produce(cancellation)) as produced:
            for item in produced:
                if not _put(items, item, cancellation):
                    return
    except Exception as exc:  # noqa: BLE001 - it is raised in the waiting thread
        end = _End(exc)
    _put(items, end, cancellation)


def _put(
    items: queue.Queue[T | _End], item: T | _End, cancellation: Cancellation
) -> bool:
    while not cancellation.is_set:
        try:
            items.put(item, timeout=_PUT_SECONDS)
        except queue.Full:
            continue
        return True
    return False
