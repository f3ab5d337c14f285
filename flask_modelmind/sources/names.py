"""Turn a column name into words people read."""

from __future__ import annotations

import re

_HUMPS = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[^\W\d_])(?=\d)")
_BREAKS = re.compile(r"[\W_]+")
_ACRONYMS = (
    "api bic cpu ean gb gps gtin html iata icao id ip isbn iso json kg km mb pdf ram"
    " sku ssd tv uri url usb utc uuid vat zip"
)


def readable_name(name: str) -> str:
    """Write ``stock_status`` as ``Stock status`` and ``category.sku`` as
    ``Category SKU``.
    """  # noqa: D205
    parts = _BREAKS.split(_HUMPS.sub(" ", name))
    words = [_word(part) for part in parts if part]
    text = " ".join(words)
    return text[:1].upper() + text[1:] if text else name


def _word(part: str) -> str:
    lowered = part.lower()
    return lowered.upper() if lowered in _ACRONYMS.split() else lowered
