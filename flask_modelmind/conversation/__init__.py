"""Sessions, messages, turns and rate counters, kept in the application's database."""

from __future__ import annotations

from .rows import Origin as Origin
from .rows import Owner as Owner
from .rows import StoredMessage as StoredMessage
from .rows import StoredSession as StoredSession
from .rows import StoredTurn as StoredTurn
from .store import ConversationStore as ConversationStore
from .store import utc_now as utc_now
