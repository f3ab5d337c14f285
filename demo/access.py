"""Who may see which order and customer: one rule for the pages and the assistant."""

from __future__ import annotations

import typing as t

import sqlalchemy as sa

from .models import Customer
from .models import Order
from .models import User


def visible_orders(select: sa.Select[t.Any], user: User) -> sa.Select[t.Any]:
    """Narrow a select of orders: an admin's tenant, or a user's own."""
    select = select.where(Order.tenant_id == user.tenant_id)
    return select if user.is_admin else select.where(Order.user_id == user.id)


def may_see_order(user: User, order: Order) -> bool:
    """Say the same of one order that is loaded already."""
    is_own = user.is_admin or order.user_id == user.id
    return order.tenant_id == user.tenant_id and is_own


def visible_customers(select: sa.Select[t.Any], user: User) -> sa.Select[t.Any]:
    """Narrow a select of customers: an admin's tenant, or the user themselves."""
    select = select.where(Customer.tenant_id == user.tenant_id)
    return select if user.is_admin else select.where(Customer.user_id == user.id)


def may_see_customer(user: User, customer: Customer) -> bool:
    """Say the same of one customer that is loaded already."""
    is_own = user.is_admin or customer.user_id == user.id
    return customer.tenant_id == user.tenant_id and is_own
