"""The order of the stages, and nothing else.

:meth:`Pipeline.start` does all that may be refused, before a byte is sent.
:meth:`Turn.events` is the one way an answer is made; everything else drains it.
"""

from __future__ import annotations

import dataclasses
import hashlib
import hmac
import logging
import threading
import time
import typing as t
from collections import abc as cabc

from .actions import Actions
from .declarations import ActionOptions
from .declarations import ModelOptions
from .errors import ProviderContextTooLong
from .errors import ProviderError
from .errors import QuestionError
from .evidence import CitationRules
from .evidence import examine
from .evidence import Examined
from .finding import Finder
from .finding import Found
from .language import detect_language
from .language import direction
from .phrases import fallback_answer
from .phrases import withheld_answer
from .prompt import compose
from .prompt import PromptRules
from .prompt import TokenScanner
from .reopening import Reopener
from .settings import Settings
from .sources import ModelEntry
from .values import Answer
from .values import AnswerReady
from .values import AnswerStatus
from .values import Delta
from .values import Finished
from .values import Message
from .values import PageContext
from .values import Passage
from .values import PlacedToken
from .values import Provider
from .values import ProviderRequest
from .values import Question
from .values import Snapshot
from .values import StageChanged
from .values import TextDelta
from .values import TurnEvent
from .values import TurnFailed
from .values import Viewer

logger = logging.getLogger("flask_modelmind")
_KEY_LENGTH = 16
_FIRST_CJK = 0x2E80


@dataclasses.dataclass(frozen=True, kw_only=True)
class Pipeline:
    """Answer one question after another for one application.

    :param secret: Key of the HMAC that makes the keys of a turn.
    """

    settings: Settings
    finder: Finder
    actions: Actions
    provider: Provider
    global_actions: cabc.Sequence[ActionOptions]
    secret: bytes
    actions_of: cabc.Callable[[type], tuple[ActionOptions, ...]]
    """What is declared for a model beside its options."""

    def start(self, question: Question, viewer: Viewer) -> Turn:
        """Find and freeze what this turn may refer to.

        Runs inside the request or application context of the question. Afterwards no
        database connection, application object or request proxy is needed.

        :raises StorageError: The database cannot be reached.
        """
        deadline = time.monotonic() + self.settings.timeout
        try:
            found = self.finder.find(question, viewer)
            snapshot = self._freeze(question, found, viewer)
        finally:
            self.finder.records.release()
        return Turn(
            question=question,
            snapshot=snapshot,
            about_viewer=self.finder.access.introduce(viewer),
            deadline=deadline,
            pipeline=self,
        )

    def question(
        self,
        text: str,
        *,
        turn_id: str,
        lang: str | None = None,
        locale: str | None = None,
        history: cabc.Sequence[Message] = (),
        page: PageContext | None = None,
    ) -> Question:
        """Check what a visitor typed, and tell the language of the answer.

        :param lang: Fixed language of the answer.
        :param locale: Language to assume where the text does not tell.
        :raises QuestionError: The question is too short or too long.
        """
        text = text.strip()
        limit = self.settings.question_characters
        if len(text) > limit:
            raise QuestionError(
                f"The question has {len(text)} characters; {limit} are allowed.",
                fields={"question": f"At most {limit} characters."},
            )
        if len(text) < _shortest(text):
            raise QuestionError(
                "The question is empty or too short.",
                fields={"question": "At least 2 characters."},
            )
        fixed = lang or self.settings.language
        return Question(
            text=text,
            turn_id=turn_id,
            lang=fixed or detect_language(text, locale=locale),
            history=tuple(history),
            page=page if self.settings.page_context_enabled else None,
        )

    def open(self, answer: Answer, viewer: Viewer) -> Answer:
        """Return a stored answer as this viewer may see it now.

        :raises StorageError: The database cannot be reached.
        """
        reopener = Reopener(
            finder=self.finder,
            actions=self.actions,
            global_actions=self.global_actions,
            options_of=self._options,
        )
        return reopener.open(answer, viewer)

    def _freeze(self, question: Question, found: Found, viewer: Viewer) -> Snapshot:
        def make_key(name: str) -> str:
            message = f"{question.turn_id}\0{name}".encode()
            digest = hmac.new(self.secret, message, hashlib.sha256)
            return digest.hexdigest()[:_KEY_LENGTH]

        passages = tuple(
            Passage(key=make_key(item.source_id), evidence=item)
            for item in found.evidence
        )
        rows = [
            (passage, *self._row(found, passage))
            for passage in passages
            if passage.evidence.source_id in found.records
        ]
        offers = self.actions.offers(rows, self.global_actions, viewer, make_key)
        return Snapshot(
            turn_id=question.turn_id,
            passages=passages,
            actions=offers,
            omissions=found.omissions,
            tokens=self.finder.tokens,
        )

    def _row(self, found: Found, passage: Passage) -> tuple[t.Any, ModelOptions]:
        record, entry = found.records[passage.evidence.source_id]
        return record, self._options(entry)

    def _options(self, entry: ModelEntry) -> ModelOptions:
        """Return the options of a model with all actions declared for it."""
        declared = entry.options.actions + self.actions_of(entry.model)
        return dataclasses.replace(entry.options, actions=declared)


def _shortest(text: str) -> int:
    """Return the least length: one sign is a word in Chinese, not in Latin script."""
    return 1 if text and ord(text[0]) >= _FIRST_CJK else 2


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
        pipeline: Pipeline,
    ) -> None:
        self.question = question
        self.snapshot = snapshot
        self._about_viewer = about_viewer
        self._deadline = deadline
        self._pipeline = pipeline
        self._settings = pipeline.settings
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

    def close(self) -> None:
        """End the turn; the provider's stream is closed with its iterator."""
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
        pieces = self._pipeline.provider.stream(self.request())
        try:
            for piece in pieces:
                if isinstance(piece, TextDelta):
                    yield from self._take(scanner.feed(piece.text))
                else:
                    self._finished = piece
                if self._stopped.is_set():
                    break
        finally:
            close = getattr(pieces, "close", None)
            if close is not None:
                close()
        yield from self._take(scanner.finish())

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
        if not text or text == self._fallback():
            return self._plain(self._fallback(), status="refused", reason="not_found")
        return self._examined(text)

    def _examined(self, text: str) -> Answer:
        rules = CitationRules.from_settings(
            self._settings, fallback_texts=(self._fallback(),)
        )
        examined: Examined = examine(text, self._tokens, self.snapshot, rules)
        links, citations = self._pipeline.actions.choose(
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
            provider=self._pipeline.provider.name,
            provider_model=self._finished.model,
            usage=self._finished.usage,
        )

    def _fallback(self) -> str:
        return self._settings.fallback_answer or fallback_answer(self.question.lang)
