"""What happens during a turn."""

from __future__ import annotations

import dataclasses
import typing as t

from .answers import Answer


@dataclasses.dataclass(frozen=True, kw_only=True)
class StageChanged:
    """The turn entered a stage the visitor may be told about."""

    stage: t.Literal["writing", "checking"]


@dataclasses.dataclass(frozen=True)
class Delta:
    """Visible text to append; never a token or a part of one."""

    text: str
    block: int = 0


@dataclasses.dataclass(frozen=True)
class AnswerReady:
    """The last event of a turn that went well: authoritative."""

    answer: Answer


@dataclasses.dataclass(frozen=True)
class TurnFailed:
    """The last event of a turn whose provider failed.

    ``answer`` holds what was visible until then, with status ``failed``.
    """

    error: Exception
    answer: Answer


TurnEvent = StageChanged | Delta | AnswerReady | TurnFailed
