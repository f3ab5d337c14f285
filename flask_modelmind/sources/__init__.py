"""What may be known: records of the application's models, and context texts."""

from __future__ import annotations

from .columns import ColumnSpec as ColumnSpec
from .context import context_evidence as context_evidence
from .mixin import ModelMindMixin as ModelMindMixin
from .neighbours import RelatedGate as RelatedGate
from .records import Records as Records
from .registry import ModelEntry as ModelEntry
from .registry import Registry as Registry
from .searching import SearchColumn as SearchColumn
from .sessions import SessionSource as SessionSource
