"""The tables of the conversation, in a metadata of their own.

Every name carries the prefix, constraints and indexes too, so that two installations
share one database without a collision.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
import re
import typing as t

import sqlalchemy as sa
from sqlalchemy.dialects import mysql

DEFAULT_PREFIX = "model_mind_"
PREFIX_CHARACTERS = 24
"""Longest prefix: names must stay below the 63 bytes PostgreSQL keeps."""
_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_LONG_TEXT = sa.Text().with_variant(mysql.LONGTEXT(), "mysql", "mariadb")


class UTCDateTime(sa.types.TypeDecorator[dt.datetime]):
    """An aware time, kept as UTC with microseconds on every database."""

    impl = sa.DateTime
    cache_ok = True

    def load_dialect_impl(self, dialect: sa.Dialect) -> sa.types.TypeEngine[t.Any]:
        """Ask MySQL and MariaDB for microseconds; they drop them otherwise."""
        if dialect.name in ("mysql", "mariadb"):
            return dialect.type_descriptor(mysql.DATETIME(fsp=6))
        return dialect.type_descriptor(sa.DateTime())

    def process_bind_param(
        self,
        value: dt.datetime | None,
        dialect: sa.Dialect,  # noqa: ARG002
    ) -> dt.datetime | None:
        """Turn an aware time into naive UTC."""
        if value is None:
            return None
        return value.astimezone(dt.UTC).replace(tzinfo=None)

    def process_result_value(
        self,
        value: dt.datetime | None,
        dialect: sa.Dialect,  # noqa: ARG002
    ) -> dt.datetime | None:
        """Turn naive UTC into an aware time."""
        return None if value is None else value.replace(tzinfo=dt.UTC)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Tables:
    """The tables of one installation."""

    metadata: sa.MetaData
    sessions: sa.Table
    messages: sa.Table
    turns: sa.Table
    limits: sa.Table


def clean_prefix(prefix: str) -> str:
    """Return a table prefix that is a plain identifier.

    :param prefix: As configured. Characters outside ``A-Za-z0-9_`` become ``_``;
        nothing, or nothing but ``_``, becomes the default.
    """
    cleaned = re.sub(r"[^A-Za-z0-9_]", "_", prefix)[:PREFIX_CHARACTERS]
    return cleaned if cleaned.strip("_") else DEFAULT_PREFIX


def build_tables(prefix: str) -> Tables:
    """Describe the tables of one installation.

    :param prefix: See :func:`clean_prefix`.
    """
    prefix = clean_prefix(prefix)
    metadata = sa.MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    return Tables(
        metadata=metadata,
        sessions=_sessions(metadata, prefix),
        messages=_messages(metadata, prefix),
        turns=_turns(metadata, prefix),
        limits=_limits(metadata, prefix),
    )


def _table(metadata: sa.MetaData, name: str, *items: sa.schema.SchemaItem) -> sa.Table:
    return sa.Table(
        name,
        metadata,
        sa.Column("id", _ID, primary_key=True, autoincrement=True),
        *items,
        mysql_charset="utf8mb4",
        mariadb_charset="utf8mb4",
    )


def _owner() -> tuple[sa.Column[t.Any], ...]:
    return (
        sa.Column("owner_kind", sa.String(10), nullable=False),
        sa.Column("owner_id", sa.String(64), nullable=False),
        sa.Column("owner_tenant", sa.String(64), nullable=False, default=""),
    )


def _stamps() -> tuple[sa.Column[t.Any], ...]:
    return (
        sa.Column("created_at", UTCDateTime, nullable=False),
        sa.Column("updated_at", UTCDateTime, nullable=False),
    )


def _session_key(prefix: str) -> sa.Column[t.Any]:
    target = sa.ForeignKey(f"{prefix}sessions.id", ondelete="CASCADE")
    return sa.Column("session_id", _ID, target, nullable=False)


def _sessions(metadata: sa.MetaData, prefix: str) -> sa.Table:
    return _table(
        metadata,
        f"{prefix}sessions",
        sa.Column("uuid", sa.String(36), nullable=False),
        *_owner(),
        sa.Column("conversation_summary", _LONG_TEXT),
        sa.Column("message_count", sa.Integer, nullable=False, default=0),
        sa.Column("compacted_message_count", sa.Integer, nullable=False, default=0),
        sa.Column("compacted_at", UTCDateTime),
        sa.Column("last_interaction_at", UTCDateTime, index=True),
        sa.Column("running_turn", sa.String(36)),
        sa.Column("running_since", UTCDateTime),
        sa.Column("ip_address", sa.String(45)),
        sa.Column("user_agent", _LONG_TEXT),
        *_stamps(),
        sa.UniqueConstraint("uuid"),
        sa.Index(None, "owner_kind", "owner_id", "owner_tenant"),
    )


def _messages(metadata: sa.MetaData, prefix: str) -> sa.Table:
    return _table(
        metadata,
        f"{prefix}messages",
        _session_key(prefix),
        sa.Column("uuid", sa.String(36), nullable=False),
        sa.Column("turn_id", sa.String(36), nullable=False),
        sa.Column("role", sa.String(10), nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("content", _LONG_TEXT, nullable=False),
        sa.Column("metadata", sa.JSON(none_as_null=True)),
        sa.Column("feedback", sa.String(10)),
        sa.Column("feedback_note", _LONG_TEXT),
        sa.Column("feedback_at", UTCDateTime),
        *_stamps(),
        sa.UniqueConstraint("uuid"),
        sa.UniqueConstraint("session_id", "turn_id", "role"),
    )


def _turns(metadata: sa.MetaData, prefix: str) -> sa.Table:
    return _table(
        metadata,
        f"{prefix}turns",
        _session_key(prefix),
        sa.Column("turn_id", sa.String(36), nullable=False),
        *_owner(),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("stop_requested", sa.Boolean, nullable=False, default=False),
        *_stamps(),
        sa.UniqueConstraint("owner_kind", "owner_id", "owner_tenant", "turn_id"),
    )


def _limits(metadata: sa.MetaData, prefix: str) -> sa.Table:
    return _table(
        metadata,
        f"{prefix}limits",
        sa.Column("bucket", sa.String(64), nullable=False),
        sa.Column("window_start", sa.BigInteger, nullable=False, index=True),
        sa.Column("hit_count", sa.Integer, nullable=False),
        sa.UniqueConstraint("bucket", "window_start"),
    )
