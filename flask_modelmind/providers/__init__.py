"""Talk to a language model.

Every provider is one object with a ``name`` and ``stream(request)``, which yields
:class:`~flask_modelmind.values.TextDelta` and ends with exactly one
:class:`~flask_modelmind.values.Finished`, or raises a
:class:`~flask_modelmind.errors.ProviderError`.
"""

from __future__ import annotations

from .asking import asking_words as asking_words
from .table import make_provider as make_provider
