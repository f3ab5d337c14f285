"""A provider that says what a test tells it to."""

from __future__ import annotations

import itertools
import re
import time
from collections import abc as cabc

from .errors import ConfigError
from .values import ActionOffer
from .values import Finished
from .values import FinishReason
from .values import Passage
from .values import ProviderEvent
from .values import ProviderReply
from .values import ProviderRequest
from .values import Snapshot
from .values import TextDelta
from .values import Usage

Script = str | ProviderReply | Exception
Answers = Script | cabc.Sequence[Script] | cabc.Callable[[ProviderRequest], Script]

_PLACEHOLDER = re.compile(
    r"\{source:(?P<source>[^{}|]+)(?:\|(?P<columns>[^{}]*))?\}"
    r"|\{route:(?P<route>[^{}:]+)(?::(?P<record>[^{}]+))?\}"
)


class ScriptedProvider:
    """Answers without a network: for tests of an application.

    An answer may hold placeholders, because keys live for one turn only:

    * ``{source:Falcon 40}``: the token of the passage with that label
    * ``{source:Falcon 40|price,stock}``: the same with columns
    * ``{route:products.view:Falcon 40}``: the token of that record's action
    * ``{route:contact}``: the token of a global action

    A label is matched as a whole, else as the beginning of one. A placeholder for
    something that this turn has no evidence for becomes a token with an unknown key.

    :param answers: One answer for every question; or one a question, in order, the
        last one repeating; or a function of the request. An exception is raised.
    :param cut: Where the text is cut: ``None`` for one piece, a number for pieces of
        that many characters, or a list of offsets.
    :param delay_seconds: Pause before each piece, 0 to 1 s.
    :param error: Raised after the whole text, in place of its end.
    :param finish: How the answer ends.
    :param usage: Tokens to report.
    """

    name = "scripted"

    def __init__(
        self,
        answers: Answers = "",
        *,
        cut: int | cabc.Sequence[int] | None = None,
        delay_seconds: float = 0.0,
        error: Exception | None = None,
        finish: FinishReason = "complete",
        usage: Usage | None = None,
    ) -> None:
        if isinstance(cut, int) and cut < 1:
            raise ConfigError(f"'cut' is {cut}; expected at least 1 character.")
        self._answers = answers
        self._cut = cut
        self._delay_seconds = delay_seconds
        self._error = error
        self._finish = finish
        self._usage = usage or Usage()
        self.requests: list[ProviderRequest] = []
        """Every request, in order."""
        self.closed_count = 0
        """How many streams were closed before their end."""

    @property
    def prompts(self) -> list[str]:
        """What was sent each time: rules, history, data and question as one text."""
        return [_prompt_text(request) for request in self.requests]

    def stream(self, request: ProviderRequest) -> cabc.Iterator[ProviderEvent]:
        """Yield the scripted answer in pieces, then one :class:`Finished`."""
        self.requests.append(request)
        script = self._script(request)
        if isinstance(script, Exception):
            raise script
        reply = script if isinstance(script, ProviderReply) else self._reply(script)
        return self._stream(reply, fill_placeholders(reply.text, request.snapshot))

    def _stream(self, reply: ProviderReply, text: str) -> cabc.Iterator[ProviderEvent]:
        try:
            for piece in _pieces(text, self._cut):
                if self._delay_seconds:
                    time.sleep(self._delay_seconds)
                yield TextDelta(piece)
        except GeneratorExit:
            self.closed_count += 1
            raise
        if self._error is not None:
            raise self._error
        yield Finished(reason=reply.reason, model=reply.model, usage=reply.usage)

    def _script(self, request: ProviderRequest) -> Script:
        answers = self._answers
        if callable(answers):
            return answers(request)
        if isinstance(answers, str | ProviderReply | Exception):
            return answers
        if not answers:
            return ""
        return answers[min(len(self.requests), len(answers)) - 1]

    def _reply(self, text: str) -> ProviderReply:
        return ProviderReply(
            text=text, reason=self._finish, model="scripted", usage=self._usage
        )


def fill_placeholders(text: str, snapshot: Snapshot) -> str:
    """Put the tokens of a turn in the place of ``{source:…}`` and ``{route:…}``."""
    return _PLACEHOLDER.sub(lambda found: _token(found, snapshot), text)


def _token(found: re.Match[str], snapshot: Snapshot) -> str:
    tokens = snapshot.tokens
    if found["source"]:
        passage = _passage(found["source"], snapshot)
        columns = [c.strip() for c in (found["columns"] or "").split(",") if c.strip()]
        return tokens.source_token(passage.key if passage else _UNKNOWN_KEY, columns)
    offer = _offer(found["route"], found["record"], snapshot)
    return tokens.route_token(offer.key if offer else _UNKNOWN_KEY)


_UNKNOWN_KEY = "0" * 16


def _passage(label: str, snapshot: Snapshot) -> Passage | None:
    wanted = label.strip().casefold()
    labelled = [(p.evidence.record.casefold(), p) for p in snapshot.passages]
    exact = (p for name, p in labelled if name == wanted)
    begun = (p for name, p in labelled if name.startswith(wanted))
    return next(exact, None) or next(begun, None)


def _offer(name: str, record: str | None, snapshot: Snapshot) -> ActionOffer | None:
    passage = _passage(record, snapshot) if record else None
    if record and passage is None:
        return None
    key = passage.key if passage else None
    offers = (o for o in snapshot.actions if o.name == name.strip())
    return next((o for o in offers if o.passage_key == key), None)


def _pieces(text: str, cut: int | cabc.Sequence[int] | None) -> cabc.Iterator[str]:
    if isinstance(cut, int):
        cut = range(cut, len(text), cut)
    edges = [0, *sorted(at for at in cut or () if 0 < at < len(text)), len(text)]
    for start, end in itertools.pairwise(edges):
        if end > start:
            yield text[start:end]


def _prompt_text(request: ProviderRequest) -> str:
    prompt = request.prompt
    history = [f"{message.role}: {message.text}" for message in prompt.history]
    return "\n\n".join([prompt.system, *history, prompt.data, prompt.question])
