"""Choose what a claim cites: the tokens it was given, or the evidence it names."""

from __future__ import annotations

import dataclasses
import functools
from collections import abc as cabc

from ..text import fold
from ..text import fold_with_offsets
from ..values import CitationStatus
from ..values import Passage
from ..values import PlacedToken
from ..values import Snapshot
from ..values import Support
from .mentions import find_mentions
from .mentions import Mention
from .mentions import Named
from .polarity import is_negative
from .readings import read_evidence
from .readings import Reading
from .support import judge_claim


@dataclasses.dataclass(frozen=True, kw_only=True)
class Selection:
    """What one claim cites, and how it was judged against that."""

    passages: tuple[Passage, ...] = ()
    status: CitationStatus = "given"
    support: Support
    columns: cabc.Mapping[str, tuple[str, ...]] = dataclasses.field(
        default_factory=dict
    )
    """Passage key → columns the token asked for, not validated."""


class Selector:
    """Chooses among the passages of one turn, and of no other.

    :param snapshot: What the model was shown. Two passages of one source are one.
    :param infers: Whether a claim without a valid token cites what it names.
    """

    def __init__(self, snapshot: Snapshot, *, infers: bool) -> None:
        self._by_source: dict[str, Passage] = {}
        for passage in snapshot.passages:
            self._by_source.setdefault(passage.evidence.source_id, passage)
        self._by_key = {
            passage.key: self._by_source[passage.evidence.source_id]
            for passage in snapshot.passages
        }
        self._passages = tuple(self._by_source.values())
        self._places = {p.key: place for place, p in enumerate(self._passages)}
        self._read: dict[str, Reading] = {}
        self._infers = infers

    def select(
        self,
        claim: str,
        tokens: cabc.Sequence[PlacedToken],
        *,
        before: cabc.Sequence[Passage] = (),
    ) -> Selection:
        """Choose what a claim cites.

        A valid token decides, unless its source does not carry the claim while exactly
        one other does. Without one, only identity counts: the claim names the record,
        or goes on about the one record its paragraph cited last.

        :param before: What the claim before it in the same paragraph cites.
        """
        given, columns = self._read_tokens(tokens)
        if given:
            return self._from_tokens(claim, given, columns)
        if self._infers:
            named = self._named(claim)
            if named:
                return self._inferred(claim, named)
            if len(before) == 1 and not self._mentions(claim):
                support = self._judge(claim, before)
                if support.verdict == "supported":
                    return Selection(
                        passages=tuple(before), status="inferred", support=support
                    )
        return Selection(support=self._judge(claim, ()))

    def reading(self, passage: Passage) -> Reading:
        """Return a passage as the support check reads it; each is read once."""
        reading = self._read.get(passage.key)
        if reading is None:
            place = self._places[passage.key]
            reading = self._read[passage.key] = read_evidence(place, passage.evidence)
        return reading

    @functools.cached_property
    def _names(self) -> tuple[Named, ...]:
        return tuple(
            Named((p.evidence.record, *p.evidence.names), p.evidence.model)
            for p in self._passages
        )

    def _read_tokens(
        self, tokens: cabc.Sequence[PlacedToken]
    ) -> tuple[tuple[Passage, ...], dict[str, tuple[str, ...]]]:
        passages: dict[str, Passage] = {}
        columns: dict[str, tuple[str, ...]] = {}
        for token in tokens:
            for key in token.keys:
                passage = self._by_key.get(key)
                if passage:
                    passages[passage.key] = passage
                    asked = columns.get(passage.key, ())
                    columns[passage.key] = asked + token.columns
        return tuple(passages.values()), columns

    def _judge(self, claim: str, passages: cabc.Sequence[Passage]) -> Support:
        return judge_claim(claim, [self.reading(passage) for passage in passages])

    def _from_tokens(
        self,
        claim: str,
        given: tuple[Passage, ...],
        columns: dict[str, tuple[str, ...]],
    ) -> Selection:
        support = self._judge(claim, given)
        if support.verdict == "supported":
            carriers = {match.evidence for match in support.matches}
            kept = tuple(p for p in given if self._places[p.key] in carriers)
            return Selection(passages=kept or given, support=support, columns=columns)
        if support.verdict in {"unsupported", "contradicted"}:
            others = self._carriers(claim, given)
            if len(others) == 1:
                return Selection(
                    passages=tuple(others),
                    status="repointed",
                    support=self._judge(claim, others),
                )
        return Selection(passages=given, support=support, columns=columns)

    def _carriers(self, claim: str, given: cabc.Collection[Passage]) -> list[Passage]:
        """Find other passages that carry a claim; a named record must be the one."""
        named = {index for m in self._mentions(claim) for index in m.evidence}
        return [
            passage
            for index, passage in enumerate(self._passages)
            if passage not in given
            and (not named or index in named or not passage.evidence.fields)
            and self._judge(claim, [passage]).verdict == "supported"
        ]

    def _inferred(self, claim: str, named: tuple[Passage, ...]) -> Selection:
        """Cite what is named, unless the claim denies or gets wrong what it says."""
        support = self._judge(claim, named)
        is_denial = support.verdict == "unsupported" and is_negative(fold(claim))
        if support.verdict == "contradicted" or is_denial:
            return Selection(support=support)
        return Selection(passages=named, status="inferred", support=support)

    def _mentions(self, claim: str) -> list[Mention]:
        return find_mentions(fold_with_offsets(claim), claim, self._names)

    def _named(self, claim: str) -> tuple[Passage, ...]:
        """Return the passages a claim names beyond doubt, in the order of naming."""
        found: dict[int, None] = {}
        for mention in self._mentions(claim):
            bearers = mention.evidence
            if len(bearers) > 1:
                bearers = self._discriminate(claim, bearers)
            if mention.is_weak:
                bearers = tuple(i for i in bearers if self._shows_value(claim, i))
            found |= dict.fromkeys(bearers)
        return tuple(self._passages[index] for index in found)

    def _discriminate(self, claim: str, bearers: tuple[int, ...]) -> tuple[int, ...]:
        """Tell records of one name apart by a value only one of them carries."""
        carrying = [
            index
            for index in bearers
            if self._judge(claim, [self._passages[index]]).verdict == "supported"
            and self._shows_value(claim, index)
        ]
        return tuple(carrying) if len(carrying) == 1 else ()

    def _shows_value(self, claim: str, index: int) -> bool:
        """Whether a claim uses a value of a record that is not its name."""
        passage = self._passages[index]
        names = {f.column for f in passage.evidence.fields if f.is_identity}
        support = self._judge(claim, [passage])
        return support.verdict == "supported" and any(
            match.field not in names for match in support.matches
        )
