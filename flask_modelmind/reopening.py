"""Show a stored answer as its viewer may see it today."""

from __future__ import annotations

import dataclasses
import typing as t

from .finding import Finder
from .sources import ModelEntry
from .values import Answer
from .values import Citation
from .values import CitedField
from .values import Evidence
from .values import Viewer


@dataclasses.dataclass(frozen=True, kw_only=True)
class Reopener:
    """Check every citation of a stored answer again.

    A record that is gone, or that this viewer may not see any more, keeps its number
    and nothing else. One whose cited values differ now is marked as changed; what was
    cited stays as it was.
    """

    finder: Finder

    def open(self, answer: Answer, viewer: Viewer) -> Answer:
        """Return the answer with its citations as they may be shown now.

        :raises StorageError: The database cannot be reached.
        """
        try:
            citations = tuple(self._open(c, viewer) for c in answer.citations)
        finally:
            self.finder.records.release()
        gone = {
            before.action
            for before, now in zip(answer.citations, citations, strict=True)
            if before.action is not None and now.action is None
        }
        return dataclasses.replace(
            answer,
            citations=citations,
            actions=tuple(link for link in answer.actions if link not in gone),
        )

    def _open(self, citation: Citation, viewer: Viewer) -> Citation:
        if citation.kind != "record":
            return citation
        evidence = self._reload(citation.source_id, viewer)
        if evidence is None:
            return dataclasses.replace(
                citation,
                record="",
                columns=(),
                fields=(),
                evidence=(),
                location=None,
                action=None,
                available=False,
            )
        changed = any(_differs(field, evidence) for field in citation.fields)
        return dataclasses.replace(citation, changed=changed)

    def _reload(self, source_id: str, viewer: Viewer) -> Evidence | None:
        def scoped(entry: ModelEntry) -> t.Any:
            reached.append(entry)
            return self.finder.scoped(entry, viewer)

        def allows(record: object) -> bool:
            return self.finder.may_see(reached[-1], viewer)(record)

        reached: list[ModelEntry] = []
        found = self.finder.records.reload(source_id, scoped, allows)
        return None if found is None else found[1]


def _differs(cited: CitedField, evidence: Evidence) -> bool:
    field = evidence.field(cited.column)
    return field is None or field.text != cited.value
