"""Turn a column name into words people read."""

from __future__ import annotations

import re

_PARTS = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+|[^\W_\da-zA-Z]+")
_ACRONYMS = (
    "api bic cpu ean gb gps gtin html iata icao id ip isbn iso json kg km mb pdf ram"
    " sku ssd tv uri url usb utc uuid vat zip"
)


def readable_name(name: str) -> str:
    """Write ``stock_status`` as ``Stock status`` and ``category.sku`` as
    ``Category SKU``.
    """  # noqa: D205
    words = [_word(part) for part in _PARTS.findall(name)]
    text = " ".join(words)
    return text[:1].upper() + text[1:] if text else name


def _word(part: str) -> str:
    lowered = part.lower()
    return lowered.upper() if lowered in _ACRONYMS.split() else lowered
