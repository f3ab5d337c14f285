"""Find the evidence of one turn: every model under its scope, ranked and packed."""

from __future__ import annotations

import dataclasses
import logging
import typing as t
from collections import abc as cabc

from .access import Access
from .access import SensitiveColumns
from .declarations import ContextHook
from .errors import AccessDenied
from .hooks import failure
from .prompt import evidence_line
from .providers import asking_words
from .retrieval import left_out
from .retrieval import make_query
from .retrieval import missing_words
from .retrieval import names_model
from .retrieval import pack
from .retrieval import rank
from .search import Search
from .settings import Settings
from .sources import context_evidence
from .sources import ModelEntry
from .sources import Records
from .sources import Registry
from .sources import RelatedGate
from .text import fold
from .text import words
from .values import Evidence
from .values import Message
from .values import Omission
from .values import Passage
from .values import Query
from .values import Question
from .values import TokenNames
from .values import Viewer

logger = logging.getLogger(__name__)
_KEY_CHARS = "0" * 16
_CARRIED = 0.6
"""Score of a record that carries the question, so that no other spelling is tried."""


_Row = tuple[t.Any, Evidence, ModelEntry]


@dataclasses.dataclass(frozen=True, kw_only=True)
class ContextSource:
    """A function of the application that brings evidence no model holds."""

    name: str
    label: str
    hook: ContextHook


@dataclasses.dataclass(frozen=True, kw_only=True)
class Found:
    """What a question found, best first, and what did not fit."""

    evidence: tuple[Evidence, ...] = ()
    omissions: tuple[Omission, ...] = ()
    records: cabc.Mapping[str, tuple[t.Any, ModelEntry]] = dataclasses.field(
        default_factory=dict
    )
    """Source id → the row and its model, for actions; used before the first byte."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Finder:
    """Bring access, sources, search and retrieval together for one question."""

    settings: Settings
    access: Access
    sensitive: SensitiveColumns
    registry: Registry
    records: Records
    search: Search
    tokens: TokenNames
    contexts: cabc.Mapping[str, ContextSource]
    generic_words: dict[tuple[ModelEntry, ...], frozenset[str]] = dataclasses.field(
        default_factory=dict
    )
    """Words of labels by the models they were read from; filled at first use."""

    def find(self, question: Question, viewer: Viewer) -> Found:
        """Return the evidence that goes into the prompt of this question.

        :raises StorageError: The database cannot be reached.
        """
        entries = tuple(e for e in self.registry.entries() if e.options.enabled)
        query = self._query(question, entries)
        contexts = self._contexts(viewer)
        rows = self._search(entries, query, viewer, spelled=())
        evidence = [*(item for _, item, _ in rows.values()), *contexts]
        ranked = self._rank(query, evidence)
        if not ranked or ranked[0].score < _CARRIED:
            missing = missing_words(query, evidence)
            if missing:
                rows |= self._search(entries, query, viewer, spelled=missing)
                evidence = [*(item for _, item, _ in rows.values()), *contexts]
                ranked = self._rank(query, evidence)
        kept, _ = pack(
            self._limit(ranked),
            measure=self._measure,
            max_characters=self.settings.max_context_characters,
        )
        return Found(
            evidence=tuple(kept),
            omissions=tuple(left_out(ranked, kept)),
            records={
                e.source_id: (rows[e.source_id][0], rows[e.source_id][2])
                for e in kept
                if e.kind == "record"
            },
        )

    def scoped(self, entry: ModelEntry, viewer: Viewer) -> t.Any:
        """Return the statement that reads a model under the viewer's scope.

        :raises AccessDenied: The viewer may see no row of this model.
        """
        return self.access.scope(
            self.records.rows_statement(entry), entry.model, entry.options, viewer
        )

    def may_see(
        self, entry: ModelEntry, viewer: Viewer
    ) -> cabc.Callable[[t.Any], bool]:
        """Return the record gate of a model for this viewer."""
        return lambda record: self.access.allows(
            record, entry.model, entry.options, viewer
        )

    def may_see_related(self, viewer: Viewer) -> RelatedGate:
        """Return the record gate for rows of other models that a record shows."""
        return lambda entry, row: self.may_see(entry, viewer)(row)

    def _query(self, question: Question, entries: tuple[ModelEntry, ...]) -> Query:
        if not self.settings.retrieval_enabled:
            return Query(text=fold(question.text))
        subjects = _latest_subjects(question.history)
        if question.page is not None and question.page.title:
            subjects.insert(0, question.page.title)
        return make_query(
            question.text,
            subjects=subjects,
            generic_words=self._generic_words(entries),
            max_terms=self.settings.retrieval_max_terms,
            min_term_length=self.settings.retrieval_min_term_length,
        )

    def _generic_words(self, entries: tuple[ModelEntry, ...]) -> frozenset[str]:
        """Return the words that models and fields are called; worked out once."""
        if entries not in self.generic_words:
            columns = frozenset(
                c.label for e in entries for c in self.records.columns(e)
            )
            labels = columns | {e.label for e in entries} | {e.name for e in entries}
            said = {word.text for label in labels for word in words(fold(label))}
            self.generic_words[entries] = asking_words(columns) | said
        return self.generic_words[entries]

    def _search(
        self,
        entries: cabc.Iterable[ModelEntry],
        query: Query,
        viewer: Viewer,
        *,
        spelled: cabc.Collection[str],
    ) -> dict[str, _Row]:
        """Return the candidates of every model by source id."""
        return {
            item.source_id: (record, item, entry)
            for entry in entries
            for record, item in self._find_in(entry, query, viewer, spelled)
        }

    def _find_in(
        self,
        entry: ModelEntry,
        query: Query,
        viewer: Viewer,
        spelled: cabc.Collection[str],
    ) -> list[tuple[t.Any, Evidence]]:
        try:
            statement = self.scoped(entry, viewer)
        except AccessDenied:
            return []
        pages = self.search.find(
            self.records.session(entry),
            statement,
            self.records.search_columns(entry),
            query,
            page_size=self.settings.retrieval_candidate_limit,
            is_named=self._is_named(entry, query),
            spelled=spelled,
        )
        return self.records.collect(
            entry,
            statement,
            pages,
            self.may_see(entry, viewer),
            limit=self.settings.retrieval_candidate_limit,
            allows_related=self.may_see_related(viewer),
        )

    def _is_named(self, entry: ModelEntry, query: Query) -> bool:
        """Return whether first rows of a model are wanted when no word selects any."""
        if not self.settings.retrieval_enabled:
            return True
        return names_model(query, [entry.label, entry.name])

    def _contexts(self, viewer: Viewer) -> list[Evidence]:
        found: list[Evidence] = []
        for source in self.contexts.values():
            try:
                rows = source.hook(viewer)
            except Exception as exc:  # noqa: BLE001 -- the hook is the application's.
                logger.error(
                    "The context '%s' failed and is left out: %s.",
                    source.name,
                    failure(exc),
                )
                continue
            found += context_evidence(
                source.name,
                source.label,
                rows,
                self.sensitive.reason,
                masks=self.sensitive.mask,
                settings=self.settings,
            )
        return found

    def _rank(self, query: Query, evidence: cabc.Sequence[Evidence]) -> list[Evidence]:
        return rank(
            query,
            evidence,
            fuzzy=self.settings.retrieval_fuzzy,
            max_distance=self.settings.retrieval_fuzzy_distance,
            min_similarity=self.settings.retrieval_fuzzy_similarity,
            min_score=self.settings.retrieval_min_score,
        )

    def _limit(self, ranked: cabc.Iterable[Evidence]) -> list[Evidence]:
        """Keep at most ``retrieval_limit`` of one model, or the model's own limit."""
        limits = {
            entry.label: min(
                entry.options.limit or self.settings.retrieval_limit,
                self.settings.max_rows_per_model,
            )
            for entry in self.registry.entries()
        }
        counts: dict[str, int] = {}
        kept = []
        for item in ranked:
            counts[item.model] = counts.get(item.model, 0) + 1
            if counts[item.model] <= limits.get(
                item.model, self.settings.retrieval_limit
            ):
                kept.append(item)
        return kept

    def _measure(self, evidence: Evidence) -> int:
        passage = Passage(key=_KEY_CHARS, evidence=evidence)
        return len(evidence_line(passage, self.tokens))


def _latest_subjects(history: cabc.Sequence[Message]) -> list[str]:
    """Return what the latest answer that cited anything was about."""
    return next(
        (
            list(message.names)
            for message in reversed(history)
            if message.role == "assistant" and message.names
        ),
        [],
    )
