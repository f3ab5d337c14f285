"""The order of the stages, and nothing else.

:meth:`Pipeline.start` does all that may be refused, before a byte is sent.
:meth:`Turn.events` is the one way an answer is made; everything else drains it.
"""

from __future__ import annotations

import dataclasses
import hashlib
import hmac
import time
import typing as t
from collections import abc as cabc

from .actions import Actions
from .declarations import ActionOptions
from .declarations import ModelOptions
from .finding import Finder
from .finding import Found
from .reopening import Reopener
from .settings import Settings
from .sources import ModelEntry
from .turn import Turn
from .values import Answer
from .values import Passage
from .values import Provider
from .values import Question
from .values import Snapshot
from .values import Viewer

_KEY_LENGTH = 16


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
            settings=self.settings,
            provider=self.provider,
            actions=self.actions,
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
