"""Read ``MODEL_MIND_*`` once and turn it into a frozen, typed value.

Order: ``app.config``, else the environment variable of the same name, else the default.
"""

from __future__ import annotations

import dataclasses
import difflib
import typing as t
from collections import abc as cabc

from .errors import ConfigError
from .setting_types import bounds_of
from .setting_types import Key
from .setting_types import read_setting
from .setting_types import Secret
from .setting_types import setting

PREFIX = "MODEL_MIND_"


_PATH = {
    "pattern": r"/[\w.~-]+(/[\w.~-]+)*",
    "pattern_said": "a path such as '/model-mind', without a slash at its end",
}
_IDENTIFIER = {
    "pattern": r"[A-Za-z_][A-Za-z0-9_]{0,39}",
    "pattern_said": "1 to 40 letters, digits and underscores, no digit first",
}
_TOKEN = {
    "pattern": r"[A-Za-z][\w:-]{0,59}",
    "pattern_said": "1 to 60 letters, digits and '_', ':' or '-', a letter first",
}


@dataclasses.dataclass(frozen=True, kw_only=True)
class Settings:
    """Settings of one application, after :meth:`ModelMind.init_app`."""

    # The assistant.
    name: str = setting("ModelMind", "Name of the assistant.")
    brand_mark: str = setting("MM", "Short badge beside the name.")
    subtitle: str = setting(
        "", "Second line of the header; empty: that an AI answers, and from what."
    )
    launcher_label: str = setting("", "Text of the launcher; empty: 'Ask <name>'.")
    placeholder: str = setting(
        "", "Hint in the empty question field; empty: in the visitor's language."
    )
    initial_message: str = setting(
        "", "First message a visitor sees; empty: a sentence in the visitor's language."
    )
    fallback_answer: str = setting(
        "", "Answer when nothing is found; empty: a sentence in the visitor's language."
    )
    tone: str = setting("Be concise, friendly and precise.", "How answers sound.")
    language: str = setting("", "Fixed BCP 47 answer language; empty: the question's.")
    default_questions: tuple[str, ...] = setting(
        (), "Questions offered to start with, at most 6.", separator="|"
    )
    extra_instructions: str = setting("", "Further rules for the system message.")

    # The provider.
    provider: str = setting(
        "",
        "openai, ollama, gemini, anthropic, azure, vllm, extractive, custom; empty:"
        " openai when a key is set, else extractive.",
    )
    custom_provider: t.Any = setting(
        None, "Provider object, class or 'package.module:name' for provider 'custom'."
    )
    model: str = setting("", "Name of the model; empty: the preset's.")
    openai_api_key: Secret = setting(Secret(), "Key of the OpenAI API.")
    openai_organization: str = setting("", "Organization header of the OpenAI API.")
    openai_base_url: str = setting("", "Address of an OpenAI-compatible API.")
    openai_api: str = setting(
        "auto",
        "Which API to speak; auto: Responses for OpenAI itself, else Chat Completions.",
        choices=("auto", "responses", "chat"),
    )
    anthropic_api_key: Secret = setting(Secret(), "Key for provider 'anthropic'.")
    gemini_api_key: Secret = setting(Secret(), "Key for provider 'gemini'.")
    azure_api_key: Secret = setting(Secret(), "Key for provider 'azure'.")
    ollama_base_url: str = setting(
        "http://127.0.0.1:11434/v1", "Address of Ollama for provider 'ollama'."
    )
    vllm_base_url: str = setting(
        "http://127.0.0.1:8000/v1", "Address of vLLM for provider 'vllm'."
    )
    timeout: float = setting(
        30.0, "Longest time of one turn, retries included.", unit="s", low=1, high=600
    )
    connect_timeout: float = setting(
        3.0, "Longest wait for a connection.", unit="s", low=0.1, high=60
    )
    max_output_tokens: int = setting(
        450, "Longest answer asked for.", unit="tokens", low=16, high=100_000
    )
    max_retries: int = setting(1, "Further tries of a failed call.", low=0, high=5)
    reasoning_effort: str = setting("", "Reasoning effort; empty: not sent.")
    retry_when_truncated: bool = setting(
        False, "Ask once more, with more room, when the limit left no text at all."
    )
    store_responses: bool = setting(False, "Let the provider keep responses.")
    require_finish_reason: bool = setting(
        True, "Treat a stream that ends without a finish reason as cut off."
    )

    # Addresses, limits and sessions.
    route_prefix: str = setting(
        "/model-mind", "URL prefix of the pages and web API.", **_PATH
    )
    api_enabled: bool = setting(True, "Register the JSON API under api_prefix.")
    api_prefix: str = setting("/api/model-mind", "URL prefix of the JSON API.", **_PATH)
    api_require_login: bool = setting(False, "Answer 401 to visitors on the JSON API.")
    rate_limit: int = setting(
        12, "Questions a viewer may ask.", unit="per minute", low=1, high=100_000
    )
    api_rate_limit: int = setting(
        30, "The same for the JSON API.", unit="per minute", low=1, high=100_000
    )
    max_body_bytes: int = setting(
        262_144, "Largest request body.", unit="bytes", low=1_024, high=10_485_760
    )
    question_characters: int = setting(
        2_000, "Longest question.", unit="characters", low=2, high=20_000
    )
    recent_messages: int = setting(
        8, "Messages of the conversation in a prompt.", low=0, high=100
    )
    browser_messages: int = setting(
        60, "Messages given back to the browser.", low=1, high=500
    )
    message_characters: int = setting(
        800, "Longest earlier message in a prompt.", unit="characters", low=50
    )
    session_lifetime_minutes: int = setting(
        120, "Inactivity after which a conversation ends; 0: never.", unit="min", low=0
    )
    table_prefix: str = setting(
        "model_mind_", "Prefix of this package's tables.", **_IDENTIFIER
    )
    auto_create_tables: bool = setting(
        True, "Create missing tables of this package at first use."
    )
    streaming: bool = setting(True, "Whether the widget streams answers.")
    heartbeat_seconds: float = setting(
        10.0, "Silence after which a stream sends a comment.", unit="s", low=0.05
    )
    store_request_metadata: bool = setting(
        False, "Keep IP address and user agent with a conversation."
    )

    # Finding.
    retrieval_enabled: bool = setting(True, "Look records up for each question.")
    retrieval_limit: int = setting(8, "Records a model may bring.", low=1, high=100)
    retrieval_candidate_limit: int = setting(
        60, "Candidates a model is ranked from.", low=1, high=1_000
    )
    retrieval_max_terms: int = setting(8, "Terms of a question.", low=1, high=32)
    retrieval_min_term_length: int = setting(
        2, "Shortest term.", unit="characters", low=1, high=10
    )
    retrieval_min_score: float = setting(
        0.1, "Lowest score of a record that is shown.", low=0, high=1
    )
    retrieval_fuzzy: bool = setting(True, "Find words with typing mistakes.")
    retrieval_fuzzy_distance: int = setting(2, "Most edits of a word.", low=0, high=4)
    retrieval_fuzzy_similarity: float = setting(
        0.72, "Lowest similarity of a word.", unit="ratio", low=0, high=1
    )

    # Records and their columns.
    strip_html: bool = setting(True, "Take HTML markup out of record text.")
    field_characters: int = setting(
        600, "Longest field in a prompt.", unit="characters", low=20
    )
    max_rows_per_model: int = setting(25, "Most rows of one model in a prompt.", low=1)
    max_context_characters: int = setting(
        12_000, "Evidence in one prompt.", unit="characters", low=500
    )
    blocked_columns: tuple[str, ...] = setting((), "Further column names never shown.")
    blocked_patterns: tuple[str, ...] = setting(
        (), "Further words that make a column name sensitive."
    )

    # Access.
    authorization_enabled: bool = setting(
        True, "Apply tenant, user and record rules. Off: every viewer sees every row."
    )
    include_user_context: bool = setting(
        False, "Tell the model the viewer's name and roles."
    )
    user_columns: tuple[str, ...] = setting(
        ("name",), "Columns of the user that include_user_context may tell."
    )
    roles_attribute: str = setting(
        "roles", "Attribute or method of the user that gives role names."
    )
    tenant_scoping_enabled: bool = setting(True, "Scope models with a tenant column.")
    tenant_id: str = setting("", "One fixed tenant; empty: resolve it.")
    tenant_request_attribute: str = setting(
        "tenant_id", "Attribute of flask.g or the request that holds the tenant."
    )
    user_tenant_column: str = setting("tenant_id", "Attribute of the user: its tenant.")
    model_tenant_column: str = setting("tenant_id", "Column of a model: its tenant.")
    scope_to_user: bool = setting(False, "Scope models that have an owner column.")
    model_user_column: str = setting("user_id", "Column of a model: its owner.")
    scope_to_tenant: bool = setting(True, "Default of scope_to_tenant for each model.")

    # Citations and actions.
    citations_enabled: bool = setting(True, "Cite records.")
    source_token: str = setting(
        "model_mind_source", "Name of the citation token.", **_TOKEN
    )
    infer_source_citations: bool = setting(
        True, "Cite a record that the answer names without its token."
    )
    max_citations: int = setting(4, "Citations of one answer.", low=0, high=50)
    citation_columns: int = setting(4, "Columns of one citation.", low=1, high=50)
    label_columns: tuple[str, ...] = setting(
        ("name", "title", "label", "sku", "code", "slug", "id"),
        "Columns that name a record, in order.",
    )
    actions_enabled: bool = setting(True, "Offer buttons.")
    max_actions: int = setting(5, "Buttons of one answer.", low=0, high=20)
    route_token: str = setting(
        "model_mind_route", "Name of the action token.", **_TOKEN
    )
    infer_route_actions: bool = setting(
        True, "Offer the button of a record that is cited without a route token."
    )
    link_hosts: tuple[str, ...] = setting(
        (), "Hosts whose addresses stay links in an answer."
    )

    # The page the visitor is on.
    page_context_enabled: bool = setting(
        False, "Take the text of the visitor's page as a hint."
    )
    page_context_characters: int = setting(
        6_000, "Page text.", unit="characters", low=0, high=15_000
    )
    page_context_selection_characters: int = setting(
        2_000, "Selected text.", unit="characters", low=0, high=5_000
    )

    @classmethod
    def from_config(
        cls,
        config: cabc.Mapping[str, t.Any],
        environ: cabc.Mapping[str, str] | None = None,
    ) -> Settings:
        """Pick the ``MODEL_MIND_*`` keys out of a config and an environment.

        :param config: Usually ``app.config``.
        :param environ: Usually ``os.environ``; used where ``config`` lacks a key.
        :raises ConfigError: A key is unknown, or a value has the wrong type or bounds.
        """
        known = {f"{PREFIX}{f.name.upper()}": f for f in dataclasses.fields(cls)}
        given = {**_from_environ(environ or {}), **dict(config)}
        values = {}
        for key, value in given.items():
            if not key.startswith(PREFIX):
                continue
            if key not in known:
                raise ConfigError(_unknown(key, known))
            values[known[key].name] = read_setting(key, value, known[key])
        settings = cls(**values)
        for one, other in _APART:
            if getattr(settings, one) == getattr(settings, other):
                raise ConfigError(
                    f"'{PREFIX}{one.upper()}' and '{PREFIX}{other.upper()}' are both"
                    f" '{getattr(settings, one)}'; give each its own."
                )
        return settings


_APART = (("route_prefix", "api_prefix"), ("source_token", "route_token"))
"""Settings that must differ."""
_ALIASES = {
    "OPENAI_API_KEY": f"{PREFIX}OPENAI_API_KEY",
    "OPENAI_MODEL": f"{PREFIX}MODEL",
    "OPENAI_ORGANIZATION": f"{PREFIX}OPENAI_ORGANIZATION",
    "ANTHROPIC_API_KEY": f"{PREFIX}ANTHROPIC_API_KEY",
    "GEMINI_API_KEY": f"{PREFIX}GEMINI_API_KEY",
    "AZURE_OPENAI_API_KEY": f"{PREFIX}AZURE_API_KEY",
}
"""Environment variables of others that stand in for one of ours."""


def _from_environ(environ: cabc.Mapping[str, str]) -> dict[str, str]:
    aliased = {
        ours: environ[theirs] for theirs, ours in _ALIASES.items() if theirs in environ
    }
    own = {key: value for key, value in environ.items() if key.startswith(PREFIX)}
    return {**aliased, **own}


def settings_table() -> str:
    """Return a Markdown table of every setting, in the order they are declared."""
    rows = ["| setting | default | meaning |", "|---|---|---|"]
    rows += [
        f"| `{PREFIX}{field.name.upper()}` | {_default(field)} |"
        f" {_meaning(field.metadata['key'])} |"
        for field in dataclasses.fields(Settings)
    ]
    return "\n".join(rows)


def _default(field: dataclasses.Field[t.Any]) -> str:
    value = field.default
    if isinstance(value, tuple):
        return f"`{', '.join(value)}`" if value else ""
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    return f"`{value}`" if value not in ("", None) else ""


def _meaning(about: Key) -> str:
    bounds = bounds_of(about)
    parts = [part for part in (about.unit, bounds) if part]
    choices = f" One of: {', '.join(about.choices)}." if about.choices else ""
    return f"{about.doc}{choices}" + (f" ({', '.join(parts)})" if parts else "")


def _unknown(key: str, known: cabc.Iterable[str]) -> str:
    near = difflib.get_close_matches(key, known, n=1)
    hint = f" Did you mean '{near[0]}'?" if near else " See docs/settings.md."
    return f"'{key}' is not a setting of flask-modelmind.{hint}"
