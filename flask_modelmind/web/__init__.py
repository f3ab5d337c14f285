"""The HTTP surface: JSON, server-sent events, and the page that needs no JavaScript."""

from __future__ import annotations

from .blueprint import make_blueprints as make_blueprints
from .services import Pipeline as Pipeline
from .services import Services as Services
from .services import Turn as Turn
from .wire import public_answer as public_answer
