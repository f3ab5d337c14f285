"""Which provider the settings name."""

from __future__ import annotations

import subprocess
import sys
import typing as t

import pytest

from flask_modelmind.errors import ConfigError
from flask_modelmind.providers import make_provider
from flask_modelmind.providers.openai import OpenAIProvider
from flask_modelmind.providers.openai_options import OpenAIOptions
from flask_modelmind.providers.presets import PRESETS
from flask_modelmind.settings import Settings

GIVEN: dict[str, t.Any] = {
    "MODEL_MIND_OPENAI_API_KEY": "sk-openai",
    "MODEL_MIND_ANTHROPIC_API_KEY": "sk-anthropic",
    "MODEL_MIND_GEMINI_API_KEY": "sk-gemini",
    "MODEL_MIND_AZURE_API_KEY": "sk-azure",
}


def options_of(name: str, **config: t.Any) -> OpenAIOptions:
    settings = Settings.from_config(GIVEN | config)
    return OpenAIOptions.from_settings(settings, name)


def test_without_a_name_and_key_answers_come_from_the_evidence_alone() -> None:
    assert make_provider(Settings()).name == "extractive"


def test_without_a_name_but_with_a_key_it_is_openai() -> None:
    settings = Settings.from_config({"MODEL_MIND_OPENAI_API_KEY": "sk-1"})

    assert make_provider(settings).name == "openai"


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("OpenAI", "openai"),
        (" claude ", "anthropic"),
        ("Google", "gemini"),
        ("google-gemini", "gemini"),
        ("Ollama", "ollama"),
        ("extractive", "extractive"),
    ],
)
def test_names_are_read_in_any_case_and_by_alias(written: str, name: str) -> None:
    settings = Settings.from_config(GIVEN | {"MODEL_MIND_PROVIDER": written})

    assert make_provider(settings).name == name


def test_an_unknown_name_is_refused_with_the_nearest_one() -> None:
    settings = Settings.from_config({"MODEL_MIND_PROVIDER": "olama"})

    with pytest.raises(ConfigError, match=r"'olama'; expected .* mean 'ollama'\?"):
        make_provider(settings)


@pytest.mark.parametrize(
    ("name", "config", "url", "model", "api", "key"),
    [
        (
            "openai",
            {},
            "https://api.openai.com/v1",
            "gpt-5-nano",
            "responses",
            "openai",
        ),
        (
            "openai",
            {"MODEL_MIND_OPENAI_BASE_URL": "http://127.0.0.1:9/v1/"},
            "http://127.0.0.1:9/v1",
            "gpt-5-nano",
            "chat",
            "openai",
        ),
        (
            "azure",
            {
                "MODEL_MIND_OPENAI_BASE_URL": "https://x.openai.azure.com/openai/v1",
                "MODEL_MIND_MODEL": "mine",
            },
            "https://x.openai.azure.com/openai/v1",
            "mine",
            "chat",
            "azure",
        ),
        (
            "anthropic",
            {},
            "https://api.anthropic.com/v1",
            "claude-haiku-4-5",
            "chat",
            "anthropic",
        ),
        (
            "gemini",
            {},
            "https://generativelanguage.googleapis.com/v1beta/openai",
            "gemini-2.5-flash",
            "chat",
            "gemini",
        ),
        ("ollama", {}, "http://127.0.0.1:11434/v1", "llama3.1", "chat", ""),
        (
            "ollama",
            {"MODEL_MIND_OLLAMA_BASE_URL": "http://127.0.0.1:11434"},
            "http://127.0.0.1:11434/v1",
            "llama3.1",
            "chat",
            "",
        ),
        (
            "vllm",
            {"MODEL_MIND_MODEL": "m", "MODEL_MIND_OPENAI_API": "responses"},
            "http://127.0.0.1:8000/v1",
            "m",
            "responses",
            "",
        ),
    ],
)
def test_a_preset_is_an_address_a_model_and_a_key(
    name: str, config: dict[str, str], url: str, model: str, api: str, key: str
) -> None:
    options = options_of(name, **config)

    assert (options.base_url, options.model, options.api) == (url, model, api)
    assert options.key == (f"sk-{key}" if key else "")


def test_a_key_of_one_service_never_goes_to_another() -> None:
    other = options_of("anthropic", MODEL_MIND_OPENAI_BASE_URL="https://evil.test/v1")

    assert other.base_url == "https://api.anthropic.com/v1"


@pytest.mark.parametrize(
    ("name", "config", "match"),
    [
        ("vllm", {}, "'MODEL_MIND_MODEL' is empty; provider 'vllm'"),
        ("azure", {}, "'MODEL_MIND_OPENAI_BASE_URL' is empty; provider 'azure'"),
        ("openai", {"MODEL_MIND_OPENAI_BASE_URL": "localhost"}, "expected http"),
    ],
)
def test_what_a_preset_lacks_is_named(
    name: str, config: dict[str, str], match: str
) -> None:
    with pytest.raises(ConfigError, match=match):
        options_of(name, **config)


def test_a_local_server_needs_no_key() -> None:
    settings = Settings.from_config(
        {"MODEL_MIND_OPENAI_BASE_URL": "http://127.0.0.1:9/v1"}
    )

    assert OpenAIOptions.from_settings(settings, "openai").key_setting == ""
    assert OpenAIOptions.from_settings(Settings(), "openai").key_setting


def test_a_key_is_never_shown() -> None:
    assert "sk-openai" not in repr(options_of("openai"))


@pytest.mark.parametrize("name", [n for n in PRESETS if n not in ("azure", "vllm")])
def test_making_a_provider_needs_no_key_and_no_connection(name: str) -> None:
    settings = Settings.from_config({"MODEL_MIND_PROVIDER": name})

    assert isinstance(make_provider(settings), OpenAIProvider)


def test_the_client_library_is_not_imported_before_the_first_question() -> None:
    code = (
        "import sys; from flask_modelmind.providers import make_provider;"
        "from flask_modelmind.settings import Settings;"
        "make_provider(Settings(provider='openai'));"
        "sys.exit(bool({'openai', 'httpx', 'httpx2'} & sys.modules.keys()))"
    )

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0  # noqa: S603
