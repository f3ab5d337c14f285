"""The OpenAI provider as its tests make it: bound to the loopback server."""

from __future__ import annotations

import dataclasses
import typing as t

from flask_modelmind.providers.openai import OpenAIProvider
from flask_modelmind.providers.openai_options import OpenAIOptions
from tests.providers.openai_server import OpenAIServer

Api = t.Literal["responses", "chat"]
BOTH: tuple[Api, ...] = ("responses", "chat")
KEY = "sk-secret-of-the-test"


def make(server: OpenAIServer, api: Api = "chat", **changes: t.Any) -> OpenAIProvider:
    options = OpenAIOptions(
        base_url=server.url, model="m-1", api=api, key=KEY, max_retries=0
    )
    return OpenAIProvider(dataclasses.replace(options, **changes), sleep=lambda _: None)
