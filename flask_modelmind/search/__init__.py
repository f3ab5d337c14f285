"""Find candidate rows inside the database, under the viewer's scope."""

from __future__ import annotations

from .protocol import Search as Search
from .protocol import SearchColumnLike as SearchColumnLike
from .scan import ScanSearch as ScanSearch

__all__ = ["ScanSearch", "Search", "SearchColumnLike"]
