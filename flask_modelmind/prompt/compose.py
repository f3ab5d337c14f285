"""Write the data message, and put the prompt together."""

from __future__ import annotations

import dataclasses
import hashlib
from collections import abc as cabc

from ..values import Evidence
from ..values import Field
from ..values import Location
from ..values import Message
from ..values import Omission
from ..values import PageContext
from ..values import Passage
from ..values import Prompt
from ..values import Question
from ..values import Snapshot
from ..values import TokenNames
from .rules import PromptRules
from .rules import system_message
from .tokens import read_tokens
from .untrusted import defuse
from .untrusted import one_line

_FENCE_CHARACTERS = 16
_WORD_CHARACTERS = 30
"""Longest word that is left out whole when a message is cut."""


def compose(
    question: Question,
    snapshot: Snapshot,
    rules: PromptRules,
    *,
    viewer: cabc.Mapping[str, str] | None = None,
) -> Prompt:
    """Put together what a language model is sent.

    The system message holds rules alone. Records, page text and what is told of the
    viewer stand in the data message, between delimiters that no content can close.

    :param viewer: What the model may know of the viewer, such as ``{"name": "Mira"}``.
    """
    fence = _fence(snapshot)
    blocks = [
        _evidence_block(snapshot, fence),
        _page_block(question.page, rules, snapshot.tokens, fence),
        _viewer_block(viewer or {}, snapshot.tokens, fence),
    ]
    return Prompt(
        system=system_message(rules, lang=question.lang, tokens=snapshot.tokens),
        data="\n\n".join(block for block in blocks if block),
        history=_history(question.history, rules, snapshot.tokens),
        question=defuse(question.text, tokens=snapshot.tokens, fence=fence).strip(),
    )


def evidence_line(passage: Passage, tokens: TokenNames) -> str:
    """Write one piece of evidence with its token, as it stands in the prompt.

    A record is one line that begins with ``-``. The lines of a document begin with
    ``|``. So no line of content can be taken for a line of the frame. Also used to
    measure evidence against the budget.
    """
    evidence = passage.evidence
    fields = "; ".join(
        f"{_safe(_field_name(field), tokens)}: {_safe(field.text, tokens)}"
        for field in evidence.fields
        if _is_told(field)
    )
    token = tokens.source_token(passage.key)
    head = " | ".join(part for part in (_safe(_head(evidence), tokens), fields) if part)
    lines = defuse(evidence.text, tokens=tokens).strip().splitlines()
    if not lines:
        return f"- {head} | {token}"
    text = "\n".join(f"| {line}".rstrip() for line in lines)
    return f"- {head}\n{text}\n| {token}"


def _fence(snapshot: Snapshot) -> str:
    """Return a delimiter that was unknown when any of the content was written."""
    parts = [snapshot.turn_id, *(passage.key for passage in snapshot.passages)]
    digest = hashlib.sha256("\0".join(parts).encode()).hexdigest()
    return digest[:_FENCE_CHARACTERS]


def _evidence_block(snapshot: Snapshot, fence: str) -> str:
    omissions = {o.model: o for o in snapshot.omissions if o.left_out_count}
    groups: dict[str, list[Passage]] = {}
    for passage in snapshot.passages:
        groups.setdefault(passage.evidence.model, []).append(passage)
    lines = []
    for model in dict.fromkeys([*groups, *omissions]):
        lines.append(f"# {_safe(model, snapshot.tokens)}{_shown(omissions.get(model))}")
        lines += [_passage_line(passage, snapshot) for passage in groups.get(model, ())]
    if general := _action_tokens(snapshot, None):
        lines += ["# Actions for the whole site", *general]
    body = "\n".join(lines or ["(nothing was found for this question)"])
    return _framed("evidence", body, fence)


def _framed(name: str, body: str, fence: str) -> str:
    return f"<<{name} {fence}>>\n{body.replace(fence, '')}\n<<end {fence}>>"


def _shown(omission: Omission | None) -> str:
    if omission is None:
        return ""
    total = omission.shown_count + omission.left_out_count
    return f" (shown {omission.shown_count} of at least {total})"


def _passage_line(passage: Passage, snapshot: Snapshot) -> str:
    line = evidence_line(passage, snapshot.tokens)
    return " | ".join([line, *_action_tokens(snapshot, passage.key)])


def _action_tokens(snapshot: Snapshot, passage_key: str | None) -> list[str]:
    return [
        f"{_safe(offer.description or offer.link.label, snapshot.tokens)}:"
        f" {snapshot.tokens.route_token(offer.key)}"
        for offer in snapshot.actions
        if offer.passage_key == passage_key
    ]


def _head(evidence: Evidence) -> str:
    place = _place(evidence.location) if evidence.location else ""
    return f"{evidence.record} ({place})" if place else evidence.record


def _place(location: Location) -> str:
    first, last = location.lines or (0, 0)
    parts = [
        location.file,
        f"section {location.section}" if location.section else "",
        f"page {location.page}" if location.page is not None else "",
        f"lines {first}-{last}" if location.lines else "",
        location.chunk or "",
    ]
    return ", ".join(part for part in parts if part)


def _is_told(field: Field) -> bool:
    return bool(field.text.strip()) and (field.is_identity or not field.is_key)


def _field_name(field: Field) -> str:
    """Name the column, and its label where that says more."""
    column = field.column.replace("_", " ").replace(".", " ").casefold()
    if field.label.casefold() in ("", column, field.column.casefold()):
        return field.column
    return f"{field.column} ({field.label})"


def _page_block(
    page: PageContext | None, rules: PromptRules, tokens: TokenNames, fence: str
) -> str:
    if page is None or not rules.page_characters:
        return ""
    told = {
        "address": page.url,
        "title": page.title,
        "description": page.description,
        "headings": " / ".join(page.headings),
        "selected text": page.selection[: rules.selection_characters],
        "text": page.content[: rules.page_characters],
    }
    lines = [f"{k}: {_safe(v, tokens)}" for k, v in told.items() if v.strip()]
    note = "(the page the visitor is on: an unverified hint, not evidence)"
    return _framed("page", "\n".join([note, *lines]), fence) if lines else ""


def _viewer_block(
    viewer: cabc.Mapping[str, str], tokens: TokenNames, fence: str
) -> str:
    lines = [f"{k}: {_safe(v, tokens)}" for k, v in viewer.items() if v.strip()]
    return _framed("visitor", "\n".join(lines), fence) if lines else ""


def _history(
    messages: cabc.Sequence[Message], rules: PromptRules, tokens: TokenNames
) -> tuple[Message, ...]:
    recent = messages[-rules.recent_messages :] if rules.recent_messages else ()
    cleaned = (
        dataclasses.replace(
            message, text=_shortened(message, rules.message_characters, tokens)
        )
        for message in recent
    )
    return tuple(message for message in cleaned if message.text)


def _shortened(message: Message, longest: int, tokens: TokenNames) -> str:
    text = message.text
    if message.role == "assistant":
        text, _ = read_tokens(text, tokens)
    text = defuse(text, tokens=tokens).strip()
    if len(text) <= longest:
        return text
    cut = text[: longest - 1]
    words, _, rest = cut.rpartition(" ")
    is_near = words and len(rest) <= _WORD_CHARACTERS
    return f"{(words if is_near else cut).rstrip()}…"


def _safe(text: str, tokens: TokenNames) -> str:
    return one_line(defuse(text, tokens=tokens))
