"""Named services that all speak the OpenAI protocol: settings, not code."""

from __future__ import annotations

import dataclasses

OPENAI_BASE_URL = "https://api.openai.com/v1"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Preset:
    """Where a service is, and what it expects."""

    base_url: str = ""
    """Address; empty: the setting named by ``base_url_setting`` must give one."""
    base_url_setting: str = ""
    key_setting: str = ""
    """Setting that holds the key; empty: the service needs none."""
    model: str = ""
    """Default model; empty: ``MODEL_MIND_MODEL`` must name one."""
    limit_name: str = "max_tokens"
    """What Chat Completions calls the longest answer here."""


PRESETS: dict[str, Preset] = {
    "openai": Preset(
        base_url=OPENAI_BASE_URL,
        base_url_setting="openai_base_url",
        key_setting="openai_api_key",
        model="gpt-5-nano",
        limit_name="max_completion_tokens",
    ),
    "azure": Preset(
        base_url_setting="openai_base_url",
        key_setting="azure_api_key",
        limit_name="max_completion_tokens",
    ),
    "anthropic": Preset(
        base_url="https://api.anthropic.com/v1",
        key_setting="anthropic_api_key",
        model="claude-haiku-4-5",
    ),
    "gemini": Preset(
        base_url="https://generativelanguage.googleapis.com/v1beta/openai",
        key_setting="gemini_api_key",
        model="gemini-2.5-flash",
    ),
    "ollama": Preset(base_url_setting="ollama_base_url", model="llama3.1"),
    "vllm": Preset(base_url_setting="vllm_base_url"),
}
"""Name in ``MODEL_MIND_PROVIDER`` → preset."""

ALIASES = {
    "azure_openai": "azure",
    "claude": "anthropic",
    "google": "gemini",
    "google_gemini": "gemini",
}


def canonical_name(name: str) -> str:
    """Return a provider's name in lower case, ``-`` and spaces as ``_``, no alias."""
    plain = "_".join(name.strip().lower().replace("-", " ").split())
    return ALIASES.get(plain, plain)
