"""Make the provider that the settings name."""

from __future__ import annotations

import difflib
from collections import abc as cabc

from ..errors import ConfigError
from ..settings import Settings
from ..values import Provider
from .custom import load_custom
from .extractive import ExtractiveProvider
from .openai import OpenAIProvider
from .openai_options import OpenAIOptions
from .presets import canonical_name
from .presets import PRESETS


def make_provider(settings: Settings) -> Provider:
    """Make the provider that ``MODEL_MIND_PROVIDER`` names.

    Nothing is connected and no client library is imported before the first question.
    Without a name it is ``openai`` when a key is set, else ``extractive``.

    :raises ConfigError: The name is unknown, or a custom provider cannot be used.
    """
    name = canonical_name(settings.provider) or _default(settings)
    if name in PRESETS:
        return _make_openai(settings, name)
    maker = _MAKERS.get(name)
    if maker is None:
        raise ConfigError(_unknown(settings.provider, name))
    return maker(settings)


def _default(settings: Settings) -> str:
    if settings.custom_provider:
        return "custom"
    return "openai" if settings.openai_api_key else "extractive"


def _make_openai(settings: Settings, name: str) -> Provider:
    return OpenAIProvider(OpenAIOptions.from_settings(settings, name))


def _make_extractive(_: Settings) -> Provider:
    return ExtractiveProvider()


def _make_custom(settings: Settings) -> Provider:
    return load_custom(settings.custom_provider)


_MAKERS: dict[str, cabc.Callable[[Settings], Provider]] = {
    "custom": _make_custom,
    "extractive": _make_extractive,
}


def _unknown(given: str, name: str) -> str:
    known = [*PRESETS, *_MAKERS]
    near = difflib.get_close_matches(name, known, n=1)
    hint = f" Did you mean '{near[0]}'?" if near else ""
    listed = ", ".join(f"'{one}'" for one in sorted(known))
    return f"'MODEL_MIND_PROVIDER' is '{given}'; expected one of {listed}.{hint}"
