"""What the endpoints are given to work with, and what they ask of it."""

from __future__ import annotations

import dataclasses
import threading
import typing as t
from collections import abc as cabc

from ..conversation import ConversationStore
from ..settings import Settings
from ..values import Answer
from ..values import Question
from ..values import TurnEvent
from ..values import Viewer


class Turn(t.Protocol):
    """A turn that was accepted: the provider may be asked."""

    def events(self) -> cabc.Iterator[TurnEvent]:
        """Yield what happens; the last event is ``AnswerReady`` or ``TurnFailed``.

        Closing the iterator, where it can be closed, closes the provider's stream.
        """
        ...

    def stop(self) -> None:
        """End the turn within one piece of the provider's. Any thread may call it."""
        ...


class Pipeline(t.Protocol):
    """What answers questions."""

    def start(self, question: Question, viewer: Viewer) -> Turn:
        """Do all that can be refused.

        :raises ModelMindError: The question is refused, or cannot be answered now.
        """
        ...

    def open(self, answer: Answer, viewer: Viewer) -> Answer:
        """Return a stored answer as this viewer may see it now."""
        ...


class Identifies(t.Protocol):
    """What knows who asks."""

    def identify(self) -> Viewer:
        """Return the viewer of the current request."""
        ...


class RunningTurns:
    """The turns that run in this process, to stop them at once."""

    def __init__(self) -> None:
        self._stops: dict[int, cabc.Callable[[], None]] = {}
        self._lock = threading.Lock()

    def add(self, row_id: int, stop: cabc.Callable[[], None]) -> None:
        """Remember how to stop a turn."""
        with self._lock:
            self._stops[row_id] = stop

    def discard(self, row_id: int) -> None:
        """Forget a turn that ended."""
        with self._lock:
            self._stops.pop(row_id, None)

    def stop(self, row_id: int) -> bool:
        """Stop a turn, and return whether it runs here."""
        with self._lock:
            stop = self._stops.get(row_id)
        if stop is not None:
            stop()
        return stop is not None


class Services(t.Protocol):
    """The parts of one application that the endpoints use."""

    @property
    def settings(self) -> Settings:
        """The settings."""
        ...

    @property
    def access(self) -> Identifies:
        """Who asks."""
        ...

    @property
    def pipeline(self) -> Pipeline:
        """What answers."""
        ...

    @property
    def store(self) -> ConversationStore:
        """What was said."""
        ...


@dataclasses.dataclass(frozen=True, kw_only=True)
class Surface:
    """One of the two prefixes of an application. Holds no application."""

    look_up: cabc.Callable[[], Services]
    """Returns the parts of the application of the current request."""
    running: RunningTurns
    is_api: bool
    """The API prefix: its own rate limit, a token for clients without cookies."""
