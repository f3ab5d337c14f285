"""A running turn whose outcome is stored, whatever becomes of the client."""

from __future__ import annotations

import dataclasses
import logging
import time
import typing as t
from collections import abc as cabc

from ..conversation import ConversationStore
from ..conversation import StoredTurn
from ..errors import ProviderProtocolError
from ..errors import StorageError
from ..language import direction
from ..values import Answer
from ..values import AnswerReady
from ..values import AnswerStatus
from ..values import Delta
from ..values import StageChanged
from ..values import TurnFailed
from .errors import Problem
from .errors import problem_of
from .reply_bodies import answer_body
from .services import RunningTurns
from .services import Turn
from .wire import read_answer
from .wire import stored_answer

STOP_CHECK_SECONDS = 1.0
"""How often the database is asked whether another process wants the turn to end."""
logger = logging.getLogger(__name__)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Finished:
    """The end of a recorded turn."""

    body: dict[str, t.Any]
    """What ``chat`` answers and ``done`` carries."""
    problem: Problem | None = None
    """Why the turn failed."""
    stored: StoredTurn


class RecordedTurn:
    """A turn, its row in the store, and the text that was visible until now.

    :param turn: What the pipeline started.
    :param stored: Its row.
    :param lang: Language of a text that is cut off.
    :param store: Usable without an application context.
    :param running: Where the turn is found by the stop endpoint.
    """

    def __init__(
        self,
        turn: Turn,
        stored: StoredTurn,
        *,
        lang: str,
        store: ConversationStore,
        running: RunningTurns,
    ) -> None:
        self.stored = stored
        self._turn = turn
        self._lang = lang
        self._store = store
        self._running = running
        self._visible: list[str] = []
        self._is_stopped = False
        self._checked_at = time.monotonic()
        running.add(stored.row_id, self.stop)

    def stop(self) -> None:
        """End the turn within one piece of the provider's; what is there is kept."""
        self._is_stopped = True
        self._turn.stop()

    def check_stop(self) -> None:
        """Stop the turn if another process asked for it; cheap to call often."""
        now = time.monotonic()
        if self._is_stopped or now - self._checked_at < STOP_CHECK_SECONDS:
            return
        self._checked_at = now
        try:
            if self._store.is_stop_requested(self.stored):
                self.stop()
        except StorageError:
            logger.warning("Whether a turn is to stop could not be looked up.")

    def events(self) -> cabc.Iterator[StageChanged | Delta | Finished]:
        """Run the turn. The last event is a :class:`Finished`; nothing is raised."""
        events = self._turn.events()
        try:
            outcome: AnswerReady | TurnFailed | None = None
            try:
                for event in events:
                    if isinstance(event, AnswerReady | TurnFailed):
                        outcome = event
                        break
                    if isinstance(event, Delta):
                        self._visible.append(event.text)
                    yield event
                    self.check_stop()
            except GeneratorExit:
                self.stop()
                self._finish(self._cut_off())
                raise
            except Exception as error:  # noqa: BLE001  # The client gets an end event.
                outcome = TurnFailed(error, self._answer("failed"))
            yield self._finish(outcome or self._cut_off())
        finally:
            self._running.discard(self.stored.row_id)
            close = getattr(events, "close", None)
            if close is not None:
                close()

    def _cut_off(self) -> AnswerReady | TurnFailed:
        """Return how a turn ends that has no last event of its own."""
        if self._is_stopped:
            return AnswerReady(self._answer("stopped"))
        error = ProviderProtocolError("The turn has no end.", provider="pipeline")
        return TurnFailed(error, self._answer("failed"))

    def _answer(self, status: AnswerStatus) -> Answer:
        return Answer(
            text="".join(self._visible),
            turn_id=self.stored.turn_id,
            status=status,
            lang=self._lang,
            dir=direction(self._lang),
        )

    def _finish(self, outcome: AnswerReady | TurnFailed) -> Finished:
        answer, problem = outcome.answer, None
        if isinstance(outcome, TurnFailed):
            problem = problem_of(outcome.error)
            answer = dataclasses.replace(answer, status="failed", reason=problem.code)
        try:
            stored = self._store.finish_turn(
                self.stored,
                status=answer.status,
                content=answer.text,
                metadata=stored_answer(answer),
            )
        except StorageError as error:
            return Finished(
                body=answer_body(self.stored, answer),
                problem=problem or problem_of(error),
                stored=self.stored,
            )
        if stored.answer is not None:
            # What is told now is what will be told after a reload.
            answer = read_answer(stored.answer.metadata)
        return Finished(
            body=answer_body(stored, answer), problem=problem, stored=stored
        )
