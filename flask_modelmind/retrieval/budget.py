"""Fitting ranked evidence into a prompt, whole records only."""

from __future__ import annotations

import collections
from collections import abc as cabc

from ..values import Evidence
from ..values import Omission


def pack(
    ranked: cabc.Sequence[Evidence],
    *,
    measure: cabc.Callable[[Evidence], int],
    max_characters: int,
) -> tuple[list[Evidence], list[Omission]]:
    """Choose what fits, best first, and say what was left out.

    Each model first brings its best record, then all others follow by score. A record
    is taken whole or not at all; one that is too long does not shut out shorter ones.

    :param ranked: Evidence with its score set, best first within each model.
    :param measure: Returns the length of one piece in the prompt, characters.
    :param max_characters: Room for all of it.
    :return: What was chosen, best first; and for each model that lost records, how many
        are shown and left out.
    """
    chosen: set[int] = set()
    room = max_characters
    for at in _fair_order(ranked):
        length = measure(ranked[at])
        if length <= room:
            chosen.add(at)
            room -= length
    kept = [ranked[at] for at in _by_score(ranked) if at in chosen]
    return kept, left_out(ranked, kept)


def _by_score(ranked: cabc.Sequence[Evidence]) -> list[int]:
    return sorted(range(len(ranked)), key=lambda at: -ranked[at].score)


def _fair_order(ranked: cabc.Sequence[Evidence]) -> list[int]:
    order = _by_score(ranked)
    met: set[str] = set()
    first: list[int] = []
    for at in order:
        if ranked[at].model not in met:
            met.add(ranked[at].model)
            first.append(at)
    return first + [at for at in order if at not in set(first)]


def left_out(
    ranked: cabc.Sequence[Evidence], kept: cabc.Sequence[Evidence]
) -> list[Omission]:
    """Count for each model what matches and is not shown.

    :param ranked: All that matches.
    :param kept: What is shown of it.
    """
    found = collections.Counter(one.model for one in ranked)
    shown = collections.Counter(one.model for one in kept)
    return [
        Omission(
            model=model,
            shown_count=shown[model],
            left_out_count=count - shown[model],
        )
        for model, count in found.items()
        if count > shown[model]
    ]
