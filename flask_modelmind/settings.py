"""Read ``MODEL_MIND_*`` once and turn it into a frozen, typed value.

Order: ``app.config``, else the environment variable of the same name, else the default.
"""

from __future__ import annotations

import dataclasses
import difflib
import typing as t
from collections import abc as cabc

from .errors import ConfigError

PREFIX = "MODEL_MIND_"
_TRUE = {"1", "true", "yes", "on"}
_FALSE = {"0", "false", "no", "off", ""}


class Secret(str):
    """A string that never shows itself in a ``repr``, a log line or a table."""

    __slots__ = ()

    def __repr__(self) -> str:
        """Return a mask, whatever the secret is."""
        return "'****'" if self else "''"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Key:
    """What is known of one setting beside its type and default."""

    doc: str
    unit: str = ""
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    separator: str = ","
    """Between the items of a list that comes from the environment."""


def _key(default: t.Any, doc: str, **more: t.Any) -> t.Any:
    key = Key(doc=doc, **more)
    if isinstance(default, list):
        default = tuple(default)
    return dataclasses.field(default=default, metadata={"key": key})


@dataclasses.dataclass(frozen=True, kw_only=True)
class Settings:
    """Settings of one application, after :meth:`ModelMind.init_app`."""

    # The assistant.
    name: str = _key("ModelMind", "Name of the assistant.")
    brand_mark: str = _key("MM", "Short badge beside the name.")
    subtitle: str = _key(
        "", "Second line of the header; empty: that an AI answers, and from what."
    )
    launcher_label: str = _key("", "Text of the launcher; empty: 'Ask <name>'.")
    placeholder: str = _key(
        "", "Hint in the empty question field; empty: in the visitor's language."
    )
    initial_message: str = _key(
        "", "First message a visitor sees; empty: a sentence in the visitor's language."
    )
    fallback_answer: str = _key(
        "", "Answer when nothing is found; empty: a sentence in the visitor's language."
    )
    tone: str = _key("Be concise, friendly and precise.", "How answers sound.")
    language: str = _key("", "Fixed answer language as a BCP 47 tag; empty: visitor's.")
    default_questions: tuple[str, ...] = _key(
        (), "Questions offered to start with, at most 6.", separator="|"
    )
    extra_instructions: str = _key("", "Further rules for the system message.")

    # The provider.
    provider: str = _key(
        "",
        "openai, ollama, gemini, anthropic, azure, vllm, extractive, custom; empty:"
        " openai when a key is set, else extractive.",
    )
    custom_provider: t.Any = _key(
        None, "Provider object, class or 'package.module:name' for provider 'custom'."
    )
    model: str = _key("", "Name of the model; empty: the preset's.")
    openai_api_key: Secret = _key(Secret(), "Key of the OpenAI API.")
    openai_organization: str = _key("", "Organization header of the OpenAI API.")
    openai_base_url: str = _key("", "Address of an OpenAI-compatible API.")
    openai_api: str = _key(
        "auto",
        "Which API to speak; auto: Responses for OpenAI itself, else Chat Completions.",
        choices=("auto", "responses", "chat"),
    )
    anthropic_api_key: Secret = _key(Secret(), "Key for provider 'anthropic'.")
    gemini_api_key: Secret = _key(Secret(), "Key for provider 'gemini'.")
    azure_api_key: Secret = _key(Secret(), "Key for provider 'azure'.")
    ollama_base_url: str = _key(
        "http://127.0.0.1:11434/v1", "Address of Ollama for provider 'ollama'."
    )
    vllm_base_url: str = _key(
        "http://127.0.0.1:8000/v1", "Address of vLLM for provider 'vllm'."
    )
    timeout: float = _key(
        30.0, "Longest time of one turn, retries included.", unit="s", low=1, high=600
    )
    connect_timeout: float = _key(
        3.0, "Longest wait for a connection.", unit="s", low=0.1, high=60
    )
    max_output_tokens: int = _key(
        450, "Longest answer asked for.", unit="tokens", low=16, high=100_000
    )
    max_retries: int = _key(1, "Further tries of a failed call.", low=0, high=5)
    reasoning_effort: str = _key("", "Reasoning effort; empty: not sent.")
    retry_when_truncated: bool = _key(
        False, "Ask once more, with more room, when the limit left no text at all."
    )
    store_responses: bool = _key(False, "Let the provider keep responses.")
    require_finish_reason: bool = _key(
        True, "Treat a stream that ends without a finish reason as cut off."
    )

    # Addresses, limits and sessions.
    route_prefix: str = _key("/model-mind", "URL prefix of the pages and web API.")
    api_enabled: bool = _key(True, "Register the JSON API under api_prefix.")
    api_prefix: str = _key("/api/model-mind", "URL prefix of the JSON API.")
    api_require_login: bool = _key(False, "Answer 401 to visitors on the JSON API.")
    rate_limit: int = _key(
        12, "Questions a viewer may ask.", unit="per minute", low=1, high=100_000
    )
    api_rate_limit: int = _key(
        30, "The same for the JSON API.", unit="per minute", low=1, high=100_000
    )
    max_body_bytes: int = _key(
        262_144, "Largest request body.", unit="bytes", low=1_024, high=10_485_760
    )
    question_characters: int = _key(
        2_000, "Longest question.", unit="characters", low=2, high=20_000
    )
    recent_messages: int = _key(
        8, "Messages of the conversation in a prompt.", low=0, high=100
    )
    browser_messages: int = _key(
        60, "Messages given back to the browser.", low=1, high=500
    )
    message_characters: int = _key(
        800, "Longest earlier message in a prompt.", unit="characters", low=50
    )
    session_lifetime_minutes: int = _key(
        120, "Inactivity after which a conversation ends; 0: never.", unit="min", low=0
    )
    table_prefix: str = _key("model_mind_", "Prefix of this package's tables.")
    auto_create_tables: bool = _key(
        True, "Create missing tables of this package at first use."
    )
    streaming: bool = _key(True, "Whether the widget streams answers.")
    heartbeat_seconds: float = _key(
        10.0, "Silence after which a stream sends a comment.", unit="s", low=0.05
    )
    store_request_metadata: bool = _key(
        False, "Keep IP address and user agent with a conversation."
    )

    # Finding.
    retrieval_enabled: bool = _key(True, "Look records up for each question.")
    retrieval_limit: int = _key(8, "Records a model may bring.", low=1, high=100)
    retrieval_candidate_limit: int = _key(
        60, "Candidates a model is ranked from.", low=1, high=1_000
    )
    retrieval_max_terms: int = _key(8, "Terms of a question.", low=1, high=32)
    retrieval_min_term_length: int = _key(
        2, "Shortest term.", unit="characters", low=1, high=10
    )
    retrieval_min_score: float = _key(
        0.1, "Lowest score of a record that is shown.", low=0, high=1
    )
    retrieval_fuzzy: bool = _key(True, "Find words with typing mistakes.")
    retrieval_fuzzy_distance: int = _key(2, "Most edits of a word.", low=0, high=4)
    retrieval_fuzzy_similarity: float = _key(
        0.72, "Lowest similarity of a word.", unit="ratio", low=0, high=1
    )

    # Records and their columns.
    strip_html: bool = _key(True, "Take HTML markup out of record text.")
    field_characters: int = _key(
        600, "Longest field in a prompt.", unit="characters", low=20
    )
    max_rows_per_model: int = _key(25, "Most rows of one model in a prompt.", low=1)
    max_context_characters: int = _key(
        12_000, "Evidence in one prompt.", unit="characters", low=500
    )
    blocked_columns: tuple[str, ...] = _key((), "Further column names never shown.")
    blocked_patterns: tuple[str, ...] = _key(
        (), "Further words that make a column name sensitive."
    )

    # Access.
    authorization_enabled: bool = _key(
        True, "Apply tenant, user and record rules. Off: every viewer sees every row."
    )
    include_user_context: bool = _key(
        False, "Tell the model the viewer's name and roles."
    )
    user_columns: tuple[str, ...] = _key(
        ("name",), "Columns of the user that include_user_context may tell."
    )
    roles_attribute: str = _key(
        "roles", "Attribute or method of the user that gives role names."
    )
    tenant_scoping_enabled: bool = _key(True, "Scope models that have a tenant column.")
    tenant_id: str = _key("", "One fixed tenant; empty: resolve it.")
    tenant_request_attribute: str = _key(
        "tenant_id", "Attribute of flask.g or the request that holds the tenant."
    )
    user_tenant_column: str = _key("tenant_id", "Attribute of the user: its tenant.")
    model_tenant_column: str = _key("tenant_id", "Column of a model: its tenant.")
    scope_to_user: bool = _key(False, "Scope models that have an owner column.")
    model_user_column: str = _key("user_id", "Column of a model: its owner.")
    scope_to_tenant: bool = _key(True, "Default of scope_to_tenant for each model.")

    # Citations and actions.
    citations_enabled: bool = _key(True, "Cite records.")
    source_token: str = _key("model_mind_source", "Name of the citation token.")
    infer_source_citations: bool = _key(
        True, "Cite a record that the answer names without its token."
    )
    max_citations: int = _key(4, "Citations of one answer.", low=0, high=50)
    citation_columns: int = _key(4, "Columns of one citation.", low=1, high=50)
    label_columns: tuple[str, ...] = _key(
        ("name", "title", "label", "sku", "code", "slug", "id"),
        "Columns that name a record, in order.",
    )
    actions_enabled: bool = _key(True, "Offer buttons.")
    max_actions: int = _key(5, "Buttons of one answer.", low=0, high=20)
    route_token: str = _key("model_mind_route", "Name of the action token.")
    infer_route_actions: bool = _key(
        True, "Offer the button of a record that is cited without a route token."
    )
    link_hosts: tuple[str, ...] = _key(
        (), "Hosts whose addresses stay links in an answer."
    )

    # The page the visitor is on.
    page_context_enabled: bool = _key(
        False, "Take the text of the visitor's page as a hint."
    )
    page_context_characters: int = _key(
        6_000, "Page text.", unit="characters", low=0, high=15_000
    )
    page_context_selection_characters: int = _key(
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
            values[known[key].name] = _read(key, value, known[key])
        return cls(**values)


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
    for field in dataclasses.fields(Settings):
        rows.append(
            f"| `{PREFIX}{field.name.upper()}` | {_default(field)} |"
            f" {_meaning(field.metadata['key'])} |"
        )
    return "\n".join(rows)


def _default(field: dataclasses.Field[t.Any]) -> str:
    value = field.default
    if isinstance(value, tuple):
        return f"`{', '.join(value)}`" if value else ""
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    return f"`{value}`" if value not in ("", None) else ""


def _meaning(about: Key) -> str:
    bounds = _bounds(about)
    parts = [part for part in (about.unit, bounds) if part]
    choices = f" One of: {', '.join(about.choices)}." if about.choices else ""
    return f"{about.doc}{choices}" + (f" ({', '.join(parts)})" if parts else "")


def _bounds(about: Key) -> str:
    if about.low is None and about.high is None:
        return ""
    if about.high is None:
        return f"at least {about.low:g}"
    return f"{about.low:g} to {about.high:g}" if about.low is not None else ""


def _unknown(key: str, known: cabc.Iterable[str]) -> str:
    near = difflib.get_close_matches(key, known, n=1)
    hint = f" Did you mean '{near[0]}'?" if near else " See docs/settings.md."
    return f"'{key}' is not a setting of flask-modelmind.{hint}"


def _read(key: str, value: t.Any, field: dataclasses.Field[t.Any]) -> t.Any:
    about: Key = field.metadata["key"]
    reader = _READERS.get(str(field.type))
    if reader is None:
        return value
    try:
        result = reader(value, about)
    except (TypeError, ValueError):
        raise ConfigError(
            f"'{key}' is {_shown(value, field)}; expected {_expected(field, about)}."
        ) from None
    if not _fits(result, about):
        raise ConfigError(
            f"'{key}' is {_shown(value, field)}; expected {_expected(field, about)}."
        )
    return result


def _read_bool(value: t.Any, _: Key) -> bool:
    if isinstance(value, bool):
        return value
    word = str(value).strip().lower()
    if word not in _TRUE | _FALSE:
        raise ValueError(word)
    return word in _TRUE


def _read_int(value: t.Any, _: Key) -> int:
    if isinstance(value, bool | float):
        raise TypeError(type(value))
    return int(value)


def _read_float(value: t.Any, _: Key) -> float:
    if isinstance(value, bool):
        raise TypeError(type(value))
    return float(value)


def _read_text(value: t.Any, _: Key) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        raise TypeError(type(value))
    return value.strip()


def _read_secret(value: t.Any, about: Key) -> Secret:
    return Secret(_read_text(value, about))


def _read_words(value: t.Any, about: Key) -> tuple[str, ...]:
    items = value.split(about.separator) if isinstance(value, str) else value
    words = [_read_text(item, about) for item in items or ()]
    return tuple(word for word in words if word)


_READERS: dict[str, cabc.Callable[[t.Any, Key], t.Any]] = {
    "bool": _read_bool,
    "int": _read_int,
    "float": _read_float,
    "str": _read_text,
    "Secret": _read_secret,
    "tuple[str, ...]": _read_words,
}


def _fits(value: t.Any, about: Key) -> bool:
    if about.choices:
        return value in about.choices
    if isinstance(value, bool) or not isinstance(value, int | float):
        return True
    low_ok = about.low is None or value >= about.low
    return low_ok and (about.high is None or value <= about.high)


def _shown(value: t.Any, field: dataclasses.Field[t.Any]) -> str:
    return "a secret" if field.type == "Secret" else repr(value)


def _expected(field: dataclasses.Field[t.Any], about: Key) -> str:
    if about.choices:
        return "one of " + ", ".join(f"'{choice}'" for choice in about.choices)
    noun = {"tuple[str, ...]": "a list of strings", "str": "a string"}.get(
        str(field.type), f"{field.type}"
    )
    bounds = [
        f"at least {about.low:g}" if about.low is not None else "",
        f"at most {about.high:g}" if about.high is not None else "",
    ]
    said = " and ".join(bound for bound in bounds if bound)
    return " ".join(part for part in (noun, said, about.unit) if part)
