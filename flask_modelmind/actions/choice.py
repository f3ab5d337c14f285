"""Which of the offered buttons an answer gets."""

from __future__ import annotations

import logging
from collections import abc as cabc

from ..values import ActionLink
from ..values import ActionOffer
from ..values import Citation
from ..values import PlacedToken
from ..values import Snapshot
from .links import identity

logger = logging.getLogger(__name__)


def first_offers(snapshot: Snapshot) -> dict[str, ActionOffer]:
    """Return the first offer of each passage, by the key of the passage."""
    offers: dict[str, ActionOffer] = {}
    for offer in snapshot.actions:
        if offer.passage_key is not None:
            offers.setdefault(offer.passage_key, offer)
    return offers


def given_offers(
    tokens: cabc.Iterable[PlacedToken], snapshot: Snapshot
) -> cabc.Iterator[ActionOffer]:
    """Yield the offers that route tokens mean, in order.

    A token gives the key of an offer; or the declared name of an action with exactly
    the parameters of one offer, compared as text. What fits no offer of this turn, or
    more than one, is dropped.
    """
    for token in tokens:
        for key in token.keys:
            offer = snapshot.action(key.lower()) or _named(key, token, snapshot)
            if offer is None:
                logger.debug("a route token fits no offer of this turn: dropped")
            else:
                yield offer


def cited_offers(
    citations: cabc.Iterable[Citation], first: cabc.Mapping[str, ActionOffer]
) -> cabc.Iterator[ActionOffer]:
    """Yield the first offer of each cited record, in order of citation."""
    for citation in citations:
        if citation.key in first:
            yield first[citation.key]


def distinct_links(offers: cabc.Iterable[ActionOffer]) -> tuple[ActionLink, ...]:
    """Return the links of offers, each address once; the first wins."""
    links: dict[tuple[str, str], ActionLink] = {}
    for offer in offers:
        links.setdefault(identity(offer.link), offer.link)
    return tuple(links.values())


def _named(name: str, token: PlacedToken, snapshot: Snapshot) -> ActionOffer | None:
    given = {key: value.strip() for key, value in token.parameters.items()}
    fitting = [
        offer
        for offer in snapshot.actions
        if offer.name == name and dict(offer.parameters) == _relevant(given, offer)
    ]
    return fitting[0] if len(fitting) == 1 else None


def _relevant(given: cabc.Mapping[str, str], offer: ActionOffer) -> dict[str, str]:
    """Leave out a label of the model's own: the button has the record's."""
    is_free = "label" not in offer.parameters
    return {key: value for key, value in given.items() if key != "label" or not is_free}
