"""Which buttons a turn may offer: resolved and authorised before the first byte."""

from __future__ import annotations

import dataclasses
import logging
import typing as t
from collections import abc as cabc

from flask import current_app

from ..declarations import ActionOptions
from ..declarations import ModelOptions
from ..errors import ActionError
from ..settings import Settings
from ..values import ActionLink
from ..values import ActionOffer
from ..values import Citation
from ..values import Passage
from ..values import PlacedToken
from ..values import Snapshot
from ..values import Viewer
from .choice import cited_offers
from .choice import distinct_links
from .choice import first_offers
from .choice import given_offers
from .declared import check_action
from .declared import is_key
from .endpoints import build_url
from .endpoints import endpoint_problem
from .endpoints import read_values
from .links import identity
from .places import Place
from .places import write_label
from .rules import refusal

logger = logging.getLogger(__name__)
Offered = tuple[Passage, t.Any, ModelOptions]


class Actions:
    """Turn declared actions into links of one application.

    :param settings: Settings of the application.
    :param hides: Why a column is sensitive, or ``None``: such columns come into no
        address and no label.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        hides: cabc.Callable[[str], str | None] = lambda _: None,
    ) -> None:
        self.settings = settings
        self._hides = hides
        self._problems: dict[tuple[t.Any, ...], str | None] = {}

    def check(self, options: ActionOptions, model: type | None = None) -> None:
        """Refuse an action that cannot work, when it is declared.

        :param model: The model it stands on; ``None``: a global action.
        :raises RegistrationError: Says what is wrong and what to write instead.
        """
        check_action(options, model, self._hides)

    def offers(
        self,
        records: cabc.Iterable[Offered],
        global_actions: cabc.Iterable[ActionOptions],
        viewer: Viewer,
        make_key: cabc.Callable[[str], str],
    ) -> tuple[ActionOffer, ...]:
        """Resolve and authorise all actions a turn may propose.

        Call it in the request, before the first byte is sent. An action that cannot be
        offered is left out and the log says why; nothing is raised.

        :param records: Passages with their records, which the viewer may see.
        :param make_key: Makes 16 hex characters, valid in this turn only.
        """
        if not self.settings.actions_enabled:
            return ()
        places = [
            Place(options=a, passage=passage, record=record, model_options=options)
            for passage, record, options in records
            for a in options.actions
        ] + [Place(options=a) for a in global_actions]
        made = (self._offer(place, viewer, make_key) for place in _distinct(places))
        return tuple(offer for offer in made if offer is not None)

    def still_offered(
        self,
        links: cabc.Iterable[ActionLink],
        records: cabc.Iterable[Offered],
        global_actions: cabc.Iterable[ActionOptions],
        viewer: Viewer,
    ) -> tuple[ActionLink, ...]:
        """Return those links of an earlier answer that a new turn would offer too.

        For stored answers: rights, records and endpoints may have changed since.

        :param records: The records of the answer, loaded again for this viewer.
        """
        offers = self.offers(records, global_actions, viewer, lambda seed: seed)
        known = {identity(offer.link) for offer in offers}
        return tuple(link for link in links if identity(link) in known)

    def choose(
        self,
        tokens: cabc.Sequence[PlacedToken],
        snapshot: Snapshot,
        citations: cabc.Sequence[Citation],
        *,
        is_refusal: bool = False,
    ) -> tuple[tuple[ActionLink, ...], tuple[Citation, ...]]:
        """Pick the buttons of an answer, and the one of each citation.

        Route tokens come first, in the order of the answer. Only when the model wrote
        none, and the answer is no refusal, the first action of each cited record is
        taken. Keys and names that this turn did not offer are dropped.

        :param is_refusal: Whether the answer says that it does not know.
        :return: At most ``MODEL_MIND_MAX_ACTIONS`` different links; and the citations,
            each with the first action of its record.
        """
        first = first_offers(snapshot)
        routes = [token for token in tokens if token.kind == "route"]
        offers: cabc.Iterable[ActionOffer] = ()
        if routes:
            offers = given_offers(routes, snapshot)
        elif self.settings.infer_route_actions and not is_refusal:
            offers = cited_offers(citations, first)
        filled = tuple(
            dataclasses.replace(c, action=first[c.key].link) if c.key in first else c
            for c in citations
        )
        return distinct_links(offers)[: self.settings.max_actions], filled

    def _offer(
        self, place: Place, viewer: Viewer, make_key: cabc.Callable[[str], str]
    ) -> ActionOffer | None:
        options = place.options
        if self._endpoint_problem(options) is not None:
            return None
        reason = refusal(options, viewer, place.record) or self._exposure(place)
        if reason:
            logger.info("action '%s' is not offered: %s", options.key, reason)
            return None
        try:
            values, texts = read_values(options, place.record)
            url = build_url(options, values)
        except ActionError as exc:
            logger.info("action '%s' is not offered: %s", options.key, exc)
            return None
        return ActionOffer(
            key=make_key(place.seed),
            name=options.key,
            description=options.description,
            passage_key=None if place.passage is None else place.passage.key,
            parameters=texts,
            link=ActionLink(
                label=write_label(place, self._hides),
                url=url,
                kind=options.kind,
                method=options.method,
                confirm=options.confirm,
                primary=options.primary,
                name=options.key,
                source_id=(
                    None if place.passage is None else place.passage.evidence.source_id
                ),
            ),
        )

    def _endpoint_problem(self, options: ActionOptions) -> str | None:
        """Look an endpoint up once, and warn once when it cannot be opened."""
        known = (options.endpoint, options.method, *sorted(options.values))
        if known not in self._problems:
            problem = endpoint_problem(current_app, options)
            self._problems[known] = problem
            if problem is not None:
                logger.warning("action '%s' is never offered: %s", options.key, problem)
        return self._problems[known]

    def _exposure(self, place: Place) -> str | None:
        """Return which sensitive column the address would show, or ``None``.

        Settings may block more names than were known when the action was declared.
        """
        return next(
            (
                f"'{column}' would stand in its address, but {reason}"
                for column in place.options.values.values()
                if not is_key(type(place.record), column)
                and (reason := self._hides(column))
            ),
            None,
        )


def _distinct(places: cabc.Iterable[Place]) -> cabc.Iterator[Place]:
    """Leave out an action that the same record or the application has already."""
    seen: set[str] = set()
    for place in places:
        if place.seed in seen:
            logger.warning("action '%s' is declared twice", place.options.key)
            continue
        seen.add(place.seed)
        yield place
