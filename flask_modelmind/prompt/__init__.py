"""Compose what a language model is sent, and read the tokens it writes back."""

from __future__ import annotations

from .compose import compose as compose
from .compose import evidence_line as evidence_line
from .rules import PromptRules as PromptRules
from .tokens import read_tokens as read_tokens
from .tokens import TokenScanner as TokenScanner
