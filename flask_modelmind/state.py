"""What one application has of its own, and how it is put together."""

from __future__ import annotations

import dataclasses
import hashlib
import secrets

from .access import Access
from .access import SensitiveColumns
from .actions import Actions
from .conversation import ConversationStore
from .declaring import Declaring
from .finding import Finder
from .pipeline import Pipeline
from .providers import make_provider
from .search import ScanSearch
from .settings import Settings
from .sources import Records
from .sources import SessionSource
from .values import TokenNames


@dataclasses.dataclass(frozen=True, kw_only=True)
class AppState:
    """The parts of one application; none of them holds the application."""

    settings: Settings
    access: Access
    pipeline: Pipeline
    store: ConversationStore


def make_state(
    declared: Declaring,
    settings: Settings,
    *,
    secret_key: str | bytes | None,
    sessions: SessionSource | None,
) -> AppState:
    """Put the stages of one application together.

    :param declared: What the application's ``ModelMind`` holds.
    :param secret_key: The application's; without one the keys of a turn are made from
        random bytes, which is enough as they live for one turn.
    :param sessions: Where models are read; ``None``: the ``sqlalchemy`` extension.
    :raises ConfigError: The provider's settings are wrong.
    :raises RegistrationError: A model's access rules cannot work.
    """
    sensitive = SensitiveColumns(settings)
    access = Access(settings, declared.hooks)
    for entry in declared.registry.entries():
        access.check(entry.model, entry.options)
    records = Records(
        declared.registry,
        settings,
        sensitive.reason,
        masks=sensitive.mask,
        sessions=sessions,
    )
    actions = Actions(settings, hides=sensitive.reason)
    finder = Finder(
        settings=settings,
        access=access,
        sensitive=sensitive,
        registry=declared.registry,
        records=records,
        search=ScanSearch(fuzzy=settings.retrieval_fuzzy),
        tokens=TokenNames(source=settings.source_token, route=settings.route_token),
        contexts=declared.contexts,
    )
    pipeline = Pipeline(
        settings=settings,
        finder=finder,
        actions=actions,
        provider=make_provider(settings),
        global_actions=declared.global_actions,
        actions_of=declared.actions_of,
        secret=_secret(secret_key),
    )
    store = ConversationStore(settings, records.engine)
    return AppState(settings=settings, access=access, pipeline=pipeline, store=store)


def _secret(secret_key: str | bytes | None) -> bytes:
    if not secret_key:
        return secrets.token_bytes(32)
    key = secret_key.encode() if isinstance(secret_key, str) else secret_key
    return hashlib.sha256(b"flask-modelmind turn keys\0" + key).digest()
