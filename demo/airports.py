"""The airports of the world."""

from __future__ import annotations

import sqlalchemy as sa
from flask import Blueprint
from flask import render_template
from flask import request

from .extensions import db
from .models import Airport

blueprint = Blueprint("airports", __name__, url_prefix="/airports")


@blueprint.get("/")
def index() -> str:
    """List airports, fifty a page, narrowed by ``?q=`` when given."""
    text = request.args.get("q", "").strip()
    select = sa.select(Airport).order_by(Airport.name, Airport.icao)
    if text:
        columns = (Airport.name, Airport.city, Airport.iata, Airport.icao)
        select = select.where(
            sa.or_(*(column.icontains(text, autoescape=True) for column in columns))
        )
    page = db.paginate(select, per_page=50)
    return render_template("airports.html", page=page, text=text)


@blueprint.get("/<icao>")
def show(icao: str) -> str:
    """Show one airport by its ICAO code."""
    airport = db.one_or_404(sa.select(Airport).filter_by(icao=icao))
    return render_template("airport.html", airport=airport)
