"""Write a prompt as the parameters of either OpenAI API."""

from __future__ import annotations

import typing as t
from collections import abc as cabc

from ..values import Prompt

Parameters = dict[str, t.Any]

REMOVABLE = ("reasoning_effort", "reasoning", "stream_options", "store")
"""Parameters that an answer can do without, when a server refuses them."""

_OTHER_LIMIT = {
    "max_tokens": "max_completion_tokens",
    "max_completion_tokens": "max_tokens",
}


def chat_parameters(
    prompt: Prompt, *, model: str, limit: int, limit_name: str, effort: str
) -> Parameters:
    """Return the parameters of a streamed Chat Completion.

    :param limit: Longest answer, in tokens.
    :param limit_name: What this server calls that parameter.
    """
    parameters: Parameters = {
        "model": model,
        "messages": [{"role": "system", "content": prompt.system}, *_turns(prompt)],
        limit_name: limit,
        "stream": True,
        "stream_options": {"include_usage": True},
    }
    return parameters | ({"reasoning_effort": effort} if effort else {})


def response_parameters(
    prompt: Prompt, *, model: str, limit: int, effort: str, is_stored: bool
) -> Parameters:
    """Return the parameters of a streamed Response."""
    parameters: Parameters = {
        "model": model,
        "instructions": prompt.system,
        "input": _turns(prompt),
        "max_output_tokens": limit,
        "store": is_stored,
        "stream": True,
    }
    return parameters | ({"reasoning": {"effort": effort}} if effort else {})


def without(parameters: Parameters, refused: cabc.Iterable[str]) -> Parameters:
    """Return the parameters without those that the server is known to refuse."""
    changed = dict(parameters)
    for name in refused:
        value = changed.pop(name, None)
        if value is not None and name in _OTHER_LIMIT:
            changed[_OTHER_LIMIT[name]] = value
    return changed


def refusable(parameters: Parameters) -> list[str]:
    """Return the parameters that can be left out or sent under another name."""
    return [name for name in (*REMOVABLE, *_OTHER_LIMIT) if name in parameters]


def _turns(prompt: Prompt) -> list[dict[str, str]]:
    """Write history, data and question as user and assistant taking turns.

    Many chat templates accept nothing else: neither two messages of one role in a row
    nor an assistant who speaks first.
    """
    last = f"{prompt.data}\n\nThe visitor asks:\n{prompt.question}".strip()
    turns: list[dict[str, str]] = []
    for role, text in [*((m.role, m.text) for m in prompt.history), ("user", last)]:
        if turns and turns[-1]["role"] == role:
            turns[-1]["content"] += f"\n\n{text}"
        elif turns or role == "user":
            turns.append({"role": role, "content": text})
    return turns
