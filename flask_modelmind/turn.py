"""One question on its way to an answer: the one way an answer is made."""

from __future__ import annotations

import dataclasses
import logging
import re
import threading
from collections import abc as cabc

from .actions import Actions
from .errors import ProviderContextTooLong
from .errors import ProviderError
from .evidence import CitationRules
from .evidence import examine
from .evidence import Examined
from .language import direction
from .phrases import fallback_answer
from .phrases import withheld_answer
from .prompt import compose
from .prompt import PromptRules
from .prompt import TokenScanner
from .settings import Settings
from .values import ActionLink
from .values import Answer
from .values import AnswerReady
from .values import AnswerStatus
from .values import Delta
from .values import Finished
from .values import PlacedToken
from .values import Provider
from .values import ProviderRequest
from .values import Question
from .values import Snapshot
from .values import StageChanged
from .values import TextDelta
from .values import TurnEvent
from .values import TurnFailed

logger = logging.getLogger(__name__)
_CHARACTERS_PER_TOKEN = 16
_LEAST_LIMIT_CHARS = 30_000
"""A provider that ignores the limit of tokens is cut off here: checking and drawing an
answer takes a millisecond a statement."""
_UNREADABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_HALF_PAIR = re.compile("[\ud800-\udfff]")


class Turn:
    """One question on its way to an answer.

    :param about_viewer: What the language model may know of the viewer.
    :param deadline: When it must be over, on the clock of :func:`time.monotonic`.
    """

    def __init__(
        self,
        *,
        question: Question,
        snapshot: Snapshot,
        about_viewer: cabc.Mapping[str, str],
        deadline: float,
        settings: Settings,
        provider: Provider,
        actions: Actions,
    ) -> None:
        self.question = question
        self.snapshot = snapshot
        self._about_viewer = about_viewer
        self._deadline = deadline
        self._settings = settings
        self._provider = provider
        self._actions = actions
        self._stopped = threading.Event()
        self._text: list[str] = []
        self._tokens: list[PlacedToken] = []
        self._finished = Finished()

    def events(self) -> cabc.Iterator[TurnEvent]:
        """Yield what happens, and in the end one ``AnswerReady`` or ``TurnFailed``.

        Closing the iterator closes the provider's stream.
        """
        yield StageChanged(stage="writing")
        try:
            yield from self._write()
            yield StageChanged(stage="checking")
            yield AnswerReady(self._answer())
        except ProviderError as error:
            logger.warning(
                "Provider '%s' failed: %s", error.provider, type(error).__name__
            )
            yield TurnFailed(error=error, answer=self.partial("failed", "provider"))

    def stop(self) -> None:
        """End the turn after the piece that is on its way. Safe from any thread."""
        self._stopped.set()

    def partial(
        self, status: AnswerStatus = "stopped", reason: str | None = "visitor"
    ) -> Answer:
        """Return what is visible so far, with nothing cited and nothing claimed."""
        return self._plain("".join(self._text).rstrip(), status=status, reason=reason)

    def _write(self) -> cabc.Iterator[TurnEvent]:
        try:
            yield from self._attempt()
        except ProviderContextTooLong:
            if self._text:
                raise
            self._halve()
            yield from self._attempt()

    def _attempt(self) -> cabc.Iterator[TurnEvent]:
        scanner = TokenScanner(self.snapshot.tokens)
        pieces = self._provider.stream(self.request())
        room = self._limit_chars()
        try:
            for piece in pieces:
                if isinstance(piece, TextDelta):
                    yield from self._take(scanner.feed(_readable(piece.text[:room])))
                    room -= len(piece.text)
                else:
                    self._finished = piece
                if room < 0:
                    self._finished = Finished(reason="truncated")
                if room < 0 or self._stopped.is_set():
                    break
        finally:
            close = getattr(pieces, "close", None)
            if close is not None:
                close()
        yield from self._take(scanner.finish())
        # Reasoning that turns out to be such only at its end is taken back.
        self._text, self._tokens = [scanner.text], [*scanner.placed]

    def _limit_chars(self) -> int:
        return max(
            _LEAST_LIMIT_CHARS, _CHARACTERS_PER_TOKEN * self._settings.max_output_tokens
        )

    def request(self) -> ProviderRequest:
        """Return what the provider is sent."""
        rules = PromptRules.from_settings(self._settings)
        return ProviderRequest(
            question=self.question,
            prompt=compose(
                self.question, self.snapshot, rules, viewer=self._about_viewer
            ),
            snapshot=self.snapshot,
            deadline=self._deadline,
            max_output_tokens=self._settings.max_output_tokens,
            fallback_answer=self._fallback(),
        )

    def _take(
        self, parts: cabc.Iterable[str | PlacedToken]
    ) -> cabc.Iterator[TurnEvent]:
        shown = []
        for part in parts:
            if isinstance(part, PlacedToken):
                self._tokens.append(part)
            else:
                shown.append(part)
        if text := "".join(shown):
            self._text.append(text)
            yield Delta(text)

    def _halve(self) -> None:
        """Keep the better half of the passages; what is left out can't be cited."""
        kept = self.snapshot.passages[: max(1, len(self.snapshot.passages) // 2)]
        keys = {passage.key for passage in kept} | {None}
        self.snapshot = dataclasses.replace(
            self.snapshot,
            passages=kept,
            actions=tuple(a for a in self.snapshot.actions if a.passage_key in keys),
        )
        self.question = dataclasses.replace(self.question, history=())

    def _answer(self) -> Answer:
        text = "".join(self._text).rstrip()
        if self._finished.reason in ("filtered", "refused"):
            return self._plain(
                withheld_answer(self.question.lang),
                status="refused",
                reason=self._finished.reason,
            )
        if self._stopped.is_set() and not text:
            return self.partial()
        if not text and (links := self._offered()):
            text = " · ".join(link.label for link in links)
            answer = self._plain(text, status=self._status(), reason=self._reason())
            return dataclasses.replace(answer, actions=links)
        if not text or text == self._fallback():
            return self._plain(self._fallback(), status="refused", reason="not_found")
        return self._examined(text)

    def _offered(self) -> tuple[ActionLink, ...]:
        """Return the buttons of an answer that is nothing else."""
        return self._actions.choose(self._tokens, self.snapshot, ())[0]

    def _examined(self, text: str) -> Answer:
        rules = CitationRules.from_settings(
            self._settings, fallback_texts=(self._fallback(),)
        )
        examined: Examined = examine(text, self._tokens, self.snapshot, rules)
        links, citations = self._actions.choose(
            self._tokens, self.snapshot, examined.citations
        )
        return dataclasses.replace(
            self._plain(text, status=self._status(), reason=self._reason()),
            claims=examined.claims,
            citations=citations,
            actions=links,
            coverage=examined.coverage,
        )

    def _status(self) -> AnswerStatus:
        if self._stopped.is_set():
            return "stopped"
        return "truncated" if self._finished.reason == "truncated" else "complete"

    def _reason(self) -> str | None:
        reasons = {"stopped": "visitor", "truncated": "max_output_tokens"}
        return reasons.get(self._status())

    def _plain(self, text: str, *, status: AnswerStatus, reason: str | None) -> Answer:
        return Answer(
            text=text,
            turn_id=self.question.turn_id,
            status=status,
            reason=reason,
            lang=self.question.lang,
            dir=direction(self.question.lang),
            provider=self._provider.name,
            provider_model=self._finished.model,
            usage=self._finished.usage,
        )

    def _fallback(self) -> str:
        return self._settings.fallback_answer or fallback_answer(self.question.lang)


def _readable(text: str) -> str:
    """Drop control characters, which a terminal obeys; replace half surrogate pairs."""
    return _HALF_PAIR.sub("\ufffd", _UNREADABLE.sub("", text))
