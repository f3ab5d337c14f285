"""How often a viewer may ask.

Counted with Flask-Limiter's storage when the application has set it up, else in the
database. Only questions count; restoring a conversation is free.
"""

from __future__ import annotations

import logging
import time
import typing as t
from collections import abc as cabc

from flask import current_app

from ..errors import RateLimited
from .identity import Caller
from .services import Services

logger = logging.getLogger(__name__)
ADDRESS_FACTOR = 10
"""Visitors behind one address may ask this many times as often as one of them."""


def check_rate(services: Services, caller: Caller, *, is_api: bool) -> dict[str, int]:
    """Count one question with Flask-Limiter, or say what the store is to count.

    :return: Key → most questions a minute, for :meth:`ConversationStore.begin_turn`;
        empty when Flask-Limiter has counted.
    :raises RateLimited: It is one too many for the viewer, or for the address.
    """
    settings = services.settings
    limit = settings.api_rate_limit if is_api else settings.rate_limit
    surface = "api" if is_api else "web"
    limits = {f"{surface}:{key}": most for key, most in _buckets(caller, limit)}
    limiter = _flask_limiter()
    if limiter is None:
        return limits
    try:
        for key, most in limits.items():
            _hit(limiter, key, most)
    except RateLimited:
        raise
    except Exception:  # Each storage has errors of its own.
        logger.exception("Flask-Limiter's storage failed; the database counts instead.")
        return limits
    return {}


def _buckets(caller: Caller, limit: int) -> cabc.Iterator[tuple[str, int]]:
    """Yield whom to count, and how often each may ask.

    A visitor who shows nothing is only an address: a new cookie with each question
    would otherwise be a new allowance. A visitor who does is counted by address too,
    generously, because cookies can be collected.
    """
    if caller.viewer.is_authenticated:
        yield f"user:{caller.owner.id}", limit
    elif caller.is_known:
        yield f"visitor:{caller.owner.id}", limit
        yield f"visitors:{caller.address}", limit * ADDRESS_FACTOR
    else:
        yield f"address:{caller.address}", limit


def _flask_limiter() -> t.Any:
    """Return the strategy of the application's Flask-Limiter, or nothing."""
    for limiter in current_app.extensions.get("limiter") or ():
        if getattr(limiter, "enabled", False):
            return limiter.limiter
    return None


def _hit(strategy: t.Any, key: str, allowed: int) -> None:
    # Flask-Limiter brings it; without Flask-Limiter nobody comes here.
    from limits import RateLimitItemPerMinute  # noqa: PLC0415

    item = RateLimitItemPerMinute(allowed)
    if strategy.hit(item, "modelmind", key):
        return
    reset_at = strategy.get_window_stats(item, "modelmind", key)[0]
    wait = max(1.0, reset_at - time.time())
    raise RateLimited("Too many questions.", retry_after_seconds=wait)
