"""Amounts as the demo's pages write them."""

from __future__ import annotations

import decimal


def format_money(amount: decimal.Decimal, currency: str) -> str:
    """Write an amount with its ISO 4217 code: ``1,299.00 EUR``."""
    return f"{amount:,.2f} {currency}"
