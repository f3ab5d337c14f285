"""Counting hits in fixed windows, shared by all processes through the database."""

from __future__ import annotations

import hashlib

import sqlalchemy as sa

from .tables import Tables

KEPT_WINDOWS = 2
"""Older windows are deleted when a new one begins."""


class Limits:
    """Statements about hit counters."""

    def __init__(self, tables: Tables) -> None:
        self._limits = tables.limits

    def hit(
        self, connection: sa.Connection, key: str, *, window_seconds: int, now: float
    ) -> int:
        """Count one hit and return how many the key has in the current window.

        :param key: Whom to count; only its hash is kept.
        :param now: Seconds since the epoch.
        """
        bucket = hashlib.sha256(key.encode()).hexdigest()
        start = int(now) // window_seconds * window_seconds
        table = self._limits
        mine = sa.and_(table.c.bucket == bucket, table.c.window_start == start)
        counted = connection.execute(
            table.update().where(mine).values(hit_count=table.c.hit_count + 1)
        )
        if counted.rowcount == 0:
            old = table.c.window_start < start - KEPT_WINDOWS * window_seconds
            connection.execute(table.delete().where(old))
            first = {"bucket": bucket, "window_start": start, "hit_count": 1}
            connection.execute(table.insert().values(**first))
            return 1
        count = connection.execute(sa.select(table.c.hit_count).where(mine)).scalar()
        return int(count or 0)
