from __future__ import annotations

import dataclasses
import typing as t

import pytest

from flask_modelmind.errors import ConfigError
from flask_modelmind.setting_types import Secret
from flask_modelmind.settings import Settings
from flask_modelmind.settings import settings_table


def test_the_app_config_wins_over_the_environment_and_that_over_the_default() -> None:
    environ = {"MODEL_MIND_MAX_CITATIONS": "7", "MODEL_MIND_MAX_ACTIONS": "3"}
    settings = Settings.from_config({"MODEL_MIND_MAX_CITATIONS": 2}, environ)

    assert (settings.max_citations, settings.max_actions) == (2, 3)
    assert settings.retrieval_limit == 8


@pytest.mark.parametrize(
    ("name", "default"),
    [
        ("citations_enabled", True),
        ("source_token", "model_mind_source"),
        ("infer_source_citations", True),
        ("max_citations", 4),
        ("citation_columns", 4),
        ("label_columns", ("name", "title", "label", "sku", "code", "slug", "id")),
    ],
)
def test_the_promised_defaults_hold(name: str, default: object) -> None:
    assert getattr(Settings(), name) == default


def test_an_unknown_key_is_refused_with_the_nearest_known_name() -> None:
    with pytest.raises(ConfigError, match="Did you mean 'MODEL_MIND_MAX_CITATIONS'"):
        Settings.from_config({"MODEL_MIND_MAX_CITATION": 1})


def test_keys_of_other_extensions_are_left_alone() -> None:
    assert Settings.from_config({"SECRET_KEY": "x"}, {"PATH": "/"}) == Settings()


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("MODEL_MIND_MAX_CITATIONS", "many", "int at least 0 and at most 50"),
        ("MODEL_MIND_MAX_CITATIONS", 51, "at most 50"),
        ("MODEL_MIND_MAX_CITATIONS", True, "int"),
        ("MODEL_MIND_TIMEOUT", 0, "at least 1"),
        ("MODEL_MIND_STREAMING", "perhaps", "bool"),
        ("MODEL_MIND_OPENAI_API", "soap", "one of 'auto', 'responses', 'chat'"),
        ("MODEL_MIND_NAME", 5, "a string"),
        ("MODEL_MIND_LINK_HOSTS", [1], "a list of strings"),
        ("MODEL_MIND_ROUTE_PREFIX", "/", "a path such as '/model-mind'"),
        ("MODEL_MIND_API_PREFIX", "api", "a path such as '/model-mind'"),
        ("MODEL_MIND_SOURCE_TOKEN", "a]b", "a letter first"),
        ("MODEL_MIND_TABLE_PREFIX", "a b;", "no digit first"),
    ],
)
def test_a_wrong_value_is_named_with_what_was_expected(
    key: str, value: t.Any, expected: str
) -> None:
    with pytest.raises(ConfigError) as caught:
        Settings.from_config({key: value})

    assert f"'{key}' is {value!r}" in str(caught.value)
    assert expected in str(caught.value)


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("true", True),
        ("1", True),
        ("YES", True),
        ("on", True),
        ("0", False),
        ("", False),
    ],
)
def test_booleans_are_read_leniently(word: str, value: bool) -> None:
    settings = Settings.from_config({}, {"MODEL_MIND_STREAMING": word})
    assert settings.streaming is value


def test_lists_come_from_the_environment_as_text() -> None:
    environ = {
        "MODEL_MIND_LINK_HOSTS": "a.test, b.test,",
        "MODEL_MIND_DEFAULT_QUESTIONS": "Is it in stock?| What, then? ||",
    }
    settings = Settings.from_config({}, environ)

    assert settings.link_hosts == ("a.test", "b.test")
    assert settings.default_questions == ("Is it in stock?", "What, then?")


def test_a_secret_never_shows_itself() -> None:
    settings = Settings.from_config({"MODEL_MIND_OPENAI_API_KEY": "sk-abc"})

    assert settings.openai_api_key == "sk-abc"
    assert "sk-abc" not in repr(settings)
    assert repr(Secret()) == "''"


def test_a_wrong_secret_is_not_repeated_in_the_error() -> None:
    with pytest.raises(ConfigError, match="is a secret; expected") as caught:
        Settings.from_config({"MODEL_MIND_OPENAI_API_KEY": 12345})

    assert "12345" not in str(caught.value)


def test_the_usual_key_variables_of_providers_are_understood() -> None:
    environ = {"OPENAI_API_KEY": "one", "OPENAI_MODEL": "small"}
    settings = Settings.from_config({}, environ)
    own = Settings.from_config({}, {**environ, "MODEL_MIND_OPENAI_API_KEY": "two"})

    assert (settings.openai_api_key, settings.model) == ("one", "small")
    assert own.openai_api_key == "two"


def test_the_table_names_every_setting_and_no_secret() -> None:
    table = settings_table()

    for field in dataclasses.fields(Settings):
        assert f"`MODEL_MIND_{field.name.upper()}`" in table


@pytest.mark.parametrize(
    ("one", "other", "value"),
    [
        ("MODEL_MIND_ROUTE_PREFIX", "MODEL_MIND_API_PREFIX", "/ask"),
        ("MODEL_MIND_SOURCE_TOKEN", "MODEL_MIND_ROUTE_TOKEN", "cite"),
    ],
)
def test_settings_that_must_differ_are_named_together(
    one: str, other: str, value: str
) -> None:
    with pytest.raises(ConfigError, match=f"'{one}' and '{other}' are both '{value}'"):
        Settings.from_config({one: value, other: value})
