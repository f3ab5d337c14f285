"""Requests and readings that provider tests share."""

from __future__ import annotations

import time
import typing as t

from flask_modelmind.values import Evidence
from flask_modelmind.values import Field
from flask_modelmind.values import Finished
from flask_modelmind.values import Message
from flask_modelmind.values import Passage
from flask_modelmind.values import Prompt
from flask_modelmind.values import Provider
from flask_modelmind.values import ProviderRequest
from flask_modelmind.values import Question
from flask_modelmind.values import Snapshot
from flask_modelmind.values import TextDelta

QUESTION = "What does the Falcon 40 cost?"


def make_request(
    *,
    seconds: float = 5.0,
    limit: int = 450,
    history: tuple[Message, ...] = (),
    turn_id: str = "t1",
) -> ProviderRequest:
    price = Field(column="price", label="Price", value=1299, text="1299.00 EUR")
    falcon = Evidence(
        kind="record",
        source_id="record:Product:1",
        model="Products",
        record="Falcon 40",
        names=("Falcon 40",),
        fields=(price,),
        score=0.9,
    )
    passage = Passage(key="0123456789abcdef", evidence=falcon)
    return ProviderRequest(
        question=Question(text=QUESTION, turn_id=turn_id),
        prompt=Prompt(
            system="The rules.", data="<<evidence>>", history=history, question=QUESTION
        ),
        snapshot=Snapshot(turn_id=turn_id, passages=(passage,)),
        deadline=time.monotonic() + seconds,
        max_output_tokens=limit,
        fallback_answer="I did not find that.",
    )


def read_all(
    provider: Provider, request: ProviderRequest | None = None
) -> tuple[str, Finished]:
    """Return the whole text and the ending, which must come once and last."""
    *deltas, last = provider.stream(request or make_request())
    assert isinstance(last, Finished)
    texts = [t.cast(TextDelta, delta).text for delta in deltas]
    assert all(texts)
    return "".join(texts), last
