"""How one server is spoken to, read from the settings."""

from __future__ import annotations

import dataclasses
import typing as t
import urllib.parse

from ..errors import ConfigError
from ..settings import PREFIX
from ..settings import Settings
from .presets import OPENAI_BASE_URL
from .presets import Preset
from .presets import PRESETS

Api = t.Literal["responses", "chat"]

_APIS: dict[str, Api] = {"responses": "responses", "chat": "chat"}


@dataclasses.dataclass(frozen=True, kw_only=True)
class OpenAIOptions:
    """How one server is spoken to."""

    name: str = "openai"
    """Name of the provider, as in ``MODEL_MIND_PROVIDER``."""
    base_url: str
    model: str
    api: Api = "chat"
    key: str = dataclasses.field(default="", repr=False)
    key_setting: str = ""
    """Setting that a missing key belongs in; empty: the server needs none."""
    organization: str = ""
    limit_name: str = "max_tokens"
    """What Chat Completions calls the longest answer here."""
    connect_timeout_seconds: float = 3.0
    max_retries: int = 1
    reasoning_effort: str = ""
    retry_when_truncated: bool = False
    store_responses: bool = False
    require_finish_reason: bool = True

    @classmethod
    def from_settings(cls, settings: Settings, name: str) -> t.Self:
        """Read the settings for one preset.

        :raises ConfigError: The preset needs an address or a model that is not set.
        """
        preset = PRESETS[name]
        base_url = _base_url(settings, name, preset)
        is_openai = base_url == OPENAI_BASE_URL
        is_key_needed = preset.key_setting and (is_openai or name != "openai")
        return cls(
            name=name,
            base_url=base_url,
            model=_model(settings, name, preset),
            api=_APIS.get(settings.openai_api, "responses" if is_openai else "chat"),
            key=getattr(settings, preset.key_setting) if preset.key_setting else "",
            key_setting=_written(preset.key_setting) if is_key_needed else "",
            organization=settings.openai_organization,
            limit_name=preset.limit_name,
            connect_timeout_seconds=settings.connect_timeout,
            max_retries=settings.max_retries,
            reasoning_effort=settings.reasoning_effort,
            retry_when_truncated=settings.retry_when_truncated,
            store_responses=settings.store_responses,
            require_finish_reason=settings.require_finish_reason,
        )


def _base_url(settings: Settings, name: str, preset: Preset) -> str:
    given = (
        getattr(settings, preset.base_url_setting) if preset.base_url_setting else ""
    )
    url = (given or preset.base_url).rstrip("/")
    if not url:
        setting = _written(preset.base_url_setting)
        raise ConfigError(
            f"'{setting}' is empty; provider '{name}' needs the address of its server."
        )
    parts = urllib.parse.urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        setting = _written(preset.base_url_setting)
        raise ConfigError(f"'{setting}' is '{url}'; expected http://… or https://….")
    return url if parts.path else f"{url}/v1"


def _model(settings: Settings, name: str, preset: Preset) -> str:
    model = settings.model or preset.model
    if not model:
        raise ConfigError(
            f"'MODEL_MIND_MODEL' is empty; provider '{name}' needs the name of a model."
        )
    return model


def _written(setting: str) -> str:
    return f"{PREFIX}{setting.upper()}"
