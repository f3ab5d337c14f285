"""A customer's own orders."""

from __future__ import annotations

import sqlalchemy as sa
from flask import abort
from flask import Blueprint
from flask import render_template
from flask_login import current_user
from flask_login import login_required

from .access import may_see_order
from .access import visible_orders
from .extensions import db
from .models import Order

blueprint = Blueprint("orders", __name__, url_prefix="/orders")


@blueprint.get("/")
@login_required  # type: ignore[untyped-decorator]
def index() -> str:
    """List the orders the user may see: their own, or all of an admin's tenant."""
    select = visible_orders(sa.select(Order), current_user).order_by(Order.number)
    return render_template("orders.html", orders=db.session.scalars(select))


@blueprint.get("/<number>")
@login_required  # type: ignore[untyped-decorator]
def show(number: str) -> str:
    """Show one order; another's order does not exist here."""
    order = db.one_or_404(sa.select(Order).filter_by(number=number))
    if not may_see_order(current_user, order):
        abort(404)
    return render_template("order.html", order=order)
