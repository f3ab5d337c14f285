"""The pages anybody may read: categories, products and policies."""

from __future__ import annotations

import sqlalchemy as sa
from flask import Blueprint
from flask import render_template
from sqlalchemy import orm

from .extensions import db
from .models import Category
from .models import Policy
from .models import Product

blueprint = Blueprint("products", __name__)


@blueprint.get("/")
def index() -> str:
    """List the products of the shop, shelf by shelf."""
    shelves = sa.select(Category).options(orm.selectinload(Category.products))
    categories = db.session.scalars(shelves.order_by(Category.id)).all()
    return render_template("products.html", categories=categories)


@blueprint.get("/products/<int:product_id>")
def show(product_id: int) -> str:
    """Show one product."""
    return render_template("product.html", product=db.get_or_404(Product, product_id))


@blueprint.get("/categories/<slug>")
def category(slug: str) -> str:
    """Show one shelf."""
    shelf = db.one_or_404(sa.select(Category).filter_by(slug=slug))
    return render_template("products.html", categories=[shelf])


@blueprint.get("/help")
def policies() -> str:
    """List what the shop promises."""
    found = db.session.scalars(sa.select(Policy).order_by(Policy.title))
    return render_template("policies.html", policies=found)


@blueprint.get("/help/<slug>")
def policy(slug: str) -> str:
    """Show one promise."""
    found = db.one_or_404(sa.select(Policy).filter_by(slug=slug))
    return render_template("policies.html", policies=[found])
