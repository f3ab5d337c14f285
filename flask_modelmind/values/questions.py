"""What is asked, and how the search understands it."""

from __future__ import annotations

import dataclasses
import typing as t

Role = t.Literal["user", "assistant"]


@dataclasses.dataclass(frozen=True, kw_only=True)
class PageContext:
    """The page the visitor is on, as the browser told it: a hint, never evidence."""

    url: str = ""
    title: str = ""
    description: str = ""
    selection: str = ""
    content: str = ""
    locale: str = ""
    headings: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True, kw_only=True)
class Message:
    """One message of a conversation as the server stored it."""

    role: Role
    text: str
    names: tuple[str, ...] = ()
    """Labels of the records an assistant message cited: the subject of a follow-up."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Question:
    """What the visitor asks, validated."""

    text: str
    turn_id: str
    lang: str = "en"
    """BCP 47 language the answer is written in."""
    history: tuple[Message, ...] = ()
    page: PageContext | None = None


@dataclasses.dataclass(frozen=True, kw_only=True)
class Term:
    """One thing to look for."""

    text: str
    """Folded form, see :func:`flask_modelmind.text.fold`."""
    raw: str
    """As the visitor typed it. Terms of one ``raw`` are forms of one word: the best
    of them counts."""
    weight: float = 1.0
    """Share of the question this term stands for, above 0; codes and names weigh most.
    """
    is_code: bool = False
    """Has a digit or is written like a code: only whole, exact matches count."""
    is_generic: bool = False
    """Names a model or a field (``price``), so it never selects a row by itself."""
    pattern: str = ""
    """For a word of another script, a regular expression that the same name written in
    folded Latin letters matches in full; empty: none. Made of letter classes only."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Query:
    """A question as the search understands it."""

    text: str
    """Folded question."""
    terms: tuple[Term, ...] = ()
    phrases: tuple[str, ...] = ()
    """Folded runs of words that may be names, longest first."""
    subjects: tuple[str, ...] = ()
    """Folded labels of the records the conversation was about, latest first; empty when
    the question names its own."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Hit:
    """One candidate row found inside the database."""

    key: tuple[t.Any, ...]
    """Primary key, in its own types, in mapper order."""
    score: float
