"""What the assistant may tell to whom, beside what the models declare themselves."""

from __future__ import annotations

import os
import typing as t
from collections import abc as cabc

import sqlalchemy as sa
from flask import Flask

from flask_modelmind.values import Viewer

from .access import may_see_customer
from .access import may_see_order
from .access import visible_customers
from .access import visible_orders
from .extensions import mind
from .models import Customer
from .models import Order

DEFAULTS = {
    "MODEL_MIND_NAME": "Lantern",
    "MODEL_MIND_BRAND_MARK": "LL",
    "MODEL_MIND_SUBTITLE": "Answers from the shop's and the airports' records",
    "MODEL_MIND_DEFAULT_QUESTIONS": [
        "What does the Falcon 60 cost?",
        "Is the Sonara One in stock?",
        "How many days do I have to return a product?",
        "In which city is LHR?",
        "آیا سماور برقی گل‌سرخ موجود است؟",
        "کد یاتای فرودگاه Mehrabad چیست؟",
    ],
}
"""Settings of the demo; its ``config`` and the environment win over them."""

mind.global_action(
    "orders.list",
    endpoint="orders.index",
    label="My orders",
    description="The list of the visitor's own orders.",
    login=True,
)


def init_app(app: Flask) -> None:
    """Bring the assistant into the application."""
    for key, value in DEFAULTS.items():
        if key not in os.environ:
            app.config.setdefault(key, value)
    mind.init_app(app)


@mind.scope(Order)
def own_orders(select: sa.Select[t.Any], viewer: Viewer) -> sa.Select[t.Any]:
    """Read the orders the viewer's pages would list."""
    if not viewer.is_authenticated:
        return select.where(sa.false())
    return visible_orders(select, viewer.user)


@mind.authorize(Order)
def may_view_order(viewer: Viewer, order: Order) -> bool:
    """Ask of each order what its page asks."""
    return viewer.is_authenticated and may_see_order(viewer.user, order)


@mind.scope(Customer)
def known_customers(select: sa.Select[t.Any], viewer: Viewer) -> sa.Select[t.Any]:
    """Read the customers of an admin's tenant, or the viewer alone."""
    if not viewer.is_authenticated:
        return select.where(sa.false())
    return visible_customers(select, viewer.user)


@mind.authorize(Customer)
def may_view_customer(viewer: Viewer, customer: Customer) -> bool:
    """Ask of each customer what the statement asked."""
    return viewer.is_authenticated and may_see_customer(viewer.user, customer)


@mind.context("support", label="Support")
def support_hours(_: Viewer) -> cabc.Iterable[cabc.Mapping[str, t.Any]]:
    """Tell what stands in no table."""
    return [
        {
            "title": "Support",
            "opening hours": "Monday to Friday, 9:00 to 17:00",
            "response time": "one business day",
        }
    ]
