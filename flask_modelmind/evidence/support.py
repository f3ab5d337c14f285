"""Check whether evidence carries a claim: subject, attribute and value together.

The check is made of rules alone: it is deterministic, needs no model, and says
``not_checkable`` where rules cannot tell.
"""

from __future__ import annotations

from collections import abc as cabc

from ..values import Support
from .discourse import is_statement
from .judgement import contradicted
from .judgement import Judgement
from .judgement import not_checkable
from .judgement import supported
from .judgement import unsupported
from .mentions import Mention
from .mentions import Named
from .passages import judge_passage
from .readings import EvidenceLike
from .readings import read_evidence
from .readings import Reading
from .records import judge_record
from .statement import read_statement
from .statement import Statement

MAX_CLAIM_CHARS = 4_000
MAX_CLAIM_VALUES = 24
"""What is longer, or holds more values, is no single statement."""
_PREFERENCE = ("supported", "contradicted", "not_checkable", "unsupported", "no_claim")


def check_support(claim: str, evidence: cabc.Sequence[EvidenceLike]) -> Support:
    """Tell whether evidence carries a claim.

    Numbers, dates and codes are compared as values and must agree exactly within what
    the wording allows; no likeness of spelling overrides a number. What the claim says
    must stand together in one record or one place of a text.

    :param claim: One statement, without tokens.
    :param evidence: Texts, records as mappings of column to value, or values of
        :class:`~flask_modelmind.values.Evidence`.
    :return: The verdict, the probability of "supported" (0 to 1), where the proof
        stands, and reasons. Never raises on any text.
    """
    if not is_statement(claim):
        return Support(verdict="no_claim", score=0.0, reasons=("nothing is stated",))
    if len(claim) > MAX_CLAIM_CHARS:
        return _as_support(not_checkable("longer than a statement"))
    items = _flatten(evidence)
    return judge_claim(claim, [read_evidence(i, item) for i, item in items])


def judge_claim(claim: str, readings: cabc.Sequence[Reading]) -> Support:
    """Check one statement against evidence that was read before."""
    if len(claim) > MAX_CLAIM_CHARS:
        return _as_support(not_checkable("longer than a statement"))
    if not readings:
        return _as_support(unsupported(0.05, "no evidence"))
    statement = read_statement(claim, [Named(reading.names) for reading in readings])
    if len(statement.typed) > MAX_CLAIM_VALUES:
        return _as_support(not_checkable("more values than a statement has"))
    return _as_support(_judge(statement, readings))


def _flatten(
    evidence: cabc.Sequence[EvidenceLike],
) -> cabc.Iterator[tuple[int, EvidenceLike]]:
    items = [evidence] if isinstance(evidence, str | cabc.Mapping) else evidence
    yield from enumerate(items)


def _as_support(judgement: Judgement) -> Support:
    return Support(
        verdict=judgement.verdict,
        score=round(judgement.score, 3),
        matches=judgement.matches,
        reasons=judgement.reasons,
    )


def _judge(claim: Statement, readings: cabc.Sequence[Reading]) -> Judgement:
    subjects = list(dict.fromkeys(i for m in claim.mentions for i in m.evidence))
    spans = [m for m in claim.mentions if not _is_alias(m, claim.mentions)]
    if len(spans) > 1 and len(subjects) > 1:
        return _judge_parts(claim, spans, readings)
    records = [r for r in readings if r.fields]
    bound = [r for r in records if r.index in _indexes(readings, subjects)]
    judgements = [judge_record(claim, record) for record in bound or records]
    if not bound and len(judgements) > 1:
        judgements = [_loosened(judgement) for judgement in judgements]
    judgements += [judge_passage(claim, r) for r in readings if r.sentences]
    return _best(judgements)


def _indexes(
    readings: cabc.Sequence[Reading], places: cabc.Iterable[int]
) -> frozenset[int]:
    return frozenset(readings[place].index for place in places)


def _is_alias(mention: Mention, mentions: cabc.Sequence[Mention]) -> bool:
    """Whether an earlier mention names the same evidence ("Falcon 40 (FAL-40)")."""
    earlier = [m for m in mentions if m.start < mention.start]
    return any(set(m.evidence) & set(mention.evidence) for m in earlier)


def _judge_parts(
    claim: Statement, spans: cabc.Sequence[Mention], readings: cabc.Sequence[Reading]
) -> Judgement:
    """Judge what is said of each of several named records by that record alone."""
    if claim.is_arithmetic:
        return not_checkable("the claim compares or adds values")
    ends = [mention.start for mention in spans[1:]] + [len(claim.text)]
    parts: list[Judgement] = []
    start = 0
    for mention, end in zip(spans, ends, strict=True):
        part = claim.part(start, end, mention=mention)
        candidates = [readings[i] for i in mention.evidence if readings[i].fields]
        parts.append(_best([judge_record(part, record) for record in candidates]))
        start = end
    return _together(parts)


def _together(parts: cabc.Sequence[Judgement]) -> Judgement:
    """Join the parts of one claim: it holds when all of them do."""
    matches = [match for part in parts for match in part.matches]
    reasons = [reason for part in parts for reason in part.reasons]
    verdicts = {part.verdict for part in parts}
    if "contradicted" in verdicts:
        return contradicted(matches, *reasons)
    if verdicts == {"supported"}:
        return supported(min(part.score for part in parts), matches, *reasons)
    if "not_checkable" in verdicts:
        return not_checkable(*reasons)
    return unsupported(0.2, *reasons)


def _loosened(judgement: Judgement) -> Judgement:
    """Take back a contradiction by a record the claim does not name."""
    if judgement.verdict != "contradicted":
        return judgement
    return unsupported(0.15, *judgement.reasons)


def _best(judgements: cabc.Sequence[Judgement]) -> Judgement:
    if not judgements:
        return unsupported(0.05, "no evidence")
    return min(judgements, key=lambda j: (_PREFERENCE.index(j.verdict), -j.score))
