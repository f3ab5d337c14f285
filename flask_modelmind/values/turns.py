"""The snapshot of one turn: all that tokens, citations and actions may refer to."""

from __future__ import annotations

import dataclasses
import typing as t
from collections import abc as cabc

from .evidence import Evidence


@dataclasses.dataclass(frozen=True, kw_only=True)
class ActionLink:
    """A button: a page of the application that this viewer may open."""

    label: str
    url: str
    kind: str = "route"
    method: t.Literal["GET", "POST"] = "GET"
    confirm: str | None = None
    primary: bool = False
    name: str = ""
    """Declared key, such as ``products.view``; stored, never on the wire."""
    source_id: str | None = None
    """The record it opens, for re-authorising a stored link; never on the wire."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class ActionOffer:
    """An action the model may propose in this turn, resolved and authorised already."""

    key: str
    """16 hex characters, valid in this turn only."""
    name: str
    """Declared key, such as ``products.view``."""
    description: str = ""
    passage_key: str | None = None
    """The passage whose record the link opens; ``None`` for a global action."""
    parameters: cabc.Mapping[str, str] = dataclasses.field(default_factory=dict)
    """URL parameters by name, as text."""
    link: ActionLink


@dataclasses.dataclass(frozen=True, kw_only=True)
class Passage:
    """Evidence as it was put into the prompt, under a key that lives for one turn."""

    key: str
    """16 hex characters: an HMAC over turn and source id."""
    evidence: Evidence


@dataclasses.dataclass(frozen=True, kw_only=True)
class Omission:
    """What the budget or a limit left out of a model's candidates."""

    model: str
    shown_count: int
    left_out_count: int


@dataclasses.dataclass(frozen=True, kw_only=True)
class TokenNames:
    """The names of the two tokens, and how they are written."""

    source: str = "model_mind_source"
    route: str = "model_mind_route"

    def source_token(self, key: str, columns: cabc.Sequence[str] = ()) -> str:
        """Write the token that cites one passage."""
        listed = f' columns="{", ".join(columns)}"' if columns else ""
        return f'[[{self.source} key="{key}"{listed}]]'

    def route_token(self, key: str) -> str:
        """Write the token that offers one action."""
        return f'[[{self.route} key="{key}"]]'


@dataclasses.dataclass(frozen=True, kw_only=True)
class Snapshot:
    """All that one turn may refer to. Built once, before the provider is called."""

    turn_id: str
    passages: tuple[Passage, ...] = ()
    actions: tuple[ActionOffer, ...] = ()
    omissions: tuple[Omission, ...] = ()
    tokens: TokenNames = dataclasses.field(default_factory=TokenNames)

    def passage(self, key: str) -> Passage | None:
        """Return the passage of a key of this turn."""
        return next((p for p in self.passages if p.key == key), None)

    def action(self, key: str) -> ActionOffer | None:
        """Return the action of a key of this turn."""
        return next((a for a in self.actions if a.key == key), None)


@dataclasses.dataclass(frozen=True, kw_only=True)
class PlacedToken:
    """A token the model wrote, and where it stood in the visible text."""

    kind: t.Literal["source", "route"]
    keys: tuple[str, ...]
    """What the model gave as key, cleaned; not validated."""
    at: int
    """Code-point offset into the visible text."""
    columns: tuple[str, ...] = ()
    parameters: cabc.Mapping[str, str] = dataclasses.field(default_factory=dict)
