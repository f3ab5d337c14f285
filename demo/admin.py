"""Pages of those who run a shop."""

from __future__ import annotations

import sqlalchemy as sa
from flask import abort
from flask import Blueprint
from flask import render_template
from flask_login import current_user
from flask_login import login_required

from .access import visible_customers
from .extensions import db
from .models import Customer

blueprint = Blueprint("admin", __name__, url_prefix="/admin")


@blueprint.before_request
@login_required  # type: ignore[untyped-decorator]
def require_admin() -> None:
    """Turn everybody else away."""
    if not current_user.is_admin:
        abort(403)


@blueprint.get("/customers")
def customers() -> str:
    """List the customers of the admin's tenant."""
    select = visible_customers(sa.select(Customer), current_user)
    found = db.session.scalars(select.order_by(Customer.number))
    return render_template("customers.html", customers=found)


@blueprint.get("/customers/<number>")
def customer(number: str) -> str:
    """Show one customer of the admin's tenant."""
    select = visible_customers(sa.select(Customer), current_user)
    found = db.one_or_404(select.where(Customer.number == number))
    return render_template("customers.html", customers=[found])
