"""Turn a question into terms, rank what was found, and fit it into a budget."""

from __future__ import annotations

from .budget import left_out as left_out
from .budget import pack as pack
from .index import DEFAULT_WEIGHTS as DEFAULT_WEIGHTS
from .ranking import missing_words as missing_words
from .ranking import rank as rank
from .terms import make_query as make_query
from .terms import names_model as names_model

__all__ = [
    "DEFAULT_WEIGHTS",
    "left_out",
    "make_query",
    "missing_words",
    "names_model",
    "pack",
    "rank",
]
