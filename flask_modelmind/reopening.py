"""Show a stored answer as its viewer may see it today."""

from __future__ import annotations

import dataclasses
import typing as t
from collections import abc as cabc

from .actions import Actions
from .declarations import ActionOptions
from .declarations import ModelOptions
from .finding import Finder
from .sources import ModelEntry
from .values import ActionLink
from .values import Answer
from .values import Citation
from .values import CitedField
from .values import Evidence
from .values import Passage
from .values import Viewer

_Reloaded = tuple[Passage, t.Any, ModelOptions]


@dataclasses.dataclass(frozen=True, kw_only=True)
class Reopener:
    """Check every citation and button of a stored answer again.

    A record that is gone, or that this viewer may not see any more, keeps its number
    and nothing else. One whose cited values differ now is marked as changed; what was
    cited stays as it was. A button stays only when it would be offered now.

    :param options_of: Gives the options of a model, its actions included.
    """

    finder: Finder
    actions: Actions
    global_actions: cabc.Sequence[ActionOptions]
    options_of: cabc.Callable[[ModelEntry], ModelOptions]

    def open(self, answer: Answer, viewer: Viewer) -> Answer:
        """Return the answer as it may be shown now; call it inside a request.

        :raises StorageError: The database cannot be reached.
        """
        try:
            found = self._reload(answer, viewer)
            links = self._links(answer, found, viewer)
        finally:
            self.finder.records.release()
        return dataclasses.replace(
            answer,
            citations=tuple(_open(c, found, links) for c in answer.citations),
            actions=tuple(link for link in answer.actions if link in links),
        )

    def _reload(self, answer: Answer, viewer: Viewer) -> dict[str, _Reloaded]:
        """Read each record of an answer again that the viewer may still see."""
        wanted = [c.source_id for c in answer.citations if c.kind == "record"]
        wanted += [link.source_id for link in answer.actions if link.source_id]
        found = {}
        for source_id in dict.fromkeys(wanted):
            if (reloaded := self._reload_one(source_id, viewer)) is not None:
                found[source_id] = reloaded
        return found

    def _reload_one(self, source_id: str, viewer: Viewer) -> _Reloaded | None:
        def scoped(entry: ModelEntry) -> t.Any:
            reached.append(entry)
            return self.finder.scoped(entry, viewer)

        def allows(record: t.Any) -> bool:
            return self.finder.may_see(reached[-1], viewer)(record)

        reached: list[ModelEntry] = []
        found = self.finder.records.reload(source_id, scoped, allows)
        if found is None:
            return None
        record, evidence = found
        passage = Passage(key=source_id, evidence=evidence)
        return passage, record, self.options_of(reached[-1])

    def _links(
        self, answer: Answer, found: cabc.Mapping[str, _Reloaded], viewer: Viewer
    ) -> tuple[ActionLink, ...]:
        stored = [c.action for c in answer.citations if c.action is not None]
        return self.actions.still_offered(
            [*answer.actions, *stored], found.values(), self.global_actions, viewer
        )


def _open(
    citation: Citation,
    found: cabc.Mapping[str, _Reloaded],
    links: cabc.Collection[ActionLink],
) -> Citation:
    if citation.kind != "record":
        return citation
    if citation.source_id not in found:
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
    evidence = found[citation.source_id][0].evidence
    return dataclasses.replace(
        citation,
        changed=any(_differs(field, evidence) for field in citation.fields),
        action=citation.action if citation.action in links else None,
    )


def _differs(cited: CitedField, evidence: Evidence) -> bool:
    field = evidence.field(cited.column)
    return field is None or field.text != cited.value
