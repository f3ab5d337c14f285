"""Fill the demo's database from ``data/shop.json`` and ``airportsdata``."""

from __future__ import annotations

import datetime as dt
import decimal
import json
import typing as t
from collections import abc as cabc
from pathlib import Path

import airportsdata
import click
import sqlalchemy as sa
from flask.cli import with_appcontext

from .extensions import Base
from .extensions import db
from .models import Airport
from .models import Category
from .models import Customer
from .models import Order
from .models import OrderLine
from .models import OrderStatus
from .models import Policy
from .models import Product
from .models import ProductStatus
from .models import Tenant
from .models import User

Row = dict[str, t.Any]

SHOP_FILE = Path(__file__).parent / "data" / "shop.json"
_READERS: dict[str, cabc.Callable[[str], t.Any]] = {
    "price": decimal.Decimal,
    "supplier_cost": decimal.Decimal,
    "unit_price": decimal.Decimal,
    "released": dt.date.fromisoformat,
    "since": dt.date.fromisoformat,
    "placed_on": dt.date.fromisoformat,
    "shipped_on": dt.date.fromisoformat,
    "updated_on": dt.date.fromisoformat,
}
"""Columns that JSON has no type for."""


@click.command("seed")
@click.option("--fresh", is_flag=True, help="Throw the demo's rows away first.")
@with_appcontext
def seed_command(*, fresh: bool) -> None:
    """Create and fill the demo's tables; do nothing when they are filled."""
    if fresh:
        db.drop_all()
    click.echo(f"The demo has {seed()} airports.")


def seed() -> int:
    """Create the demo's tables and fill them when they are empty.

    :return: Number of airports now in the database.
    """
    db.create_all()
    if db.session.scalar(sa.select(Tenant.id).limit(1)) is None:
        for model, rows in _shop_rows():
            db.session.execute(sa.insert(model), rows)
        db.session.execute(sa.insert(Airport), list(airport_rows()))
        db.session.commit()
    return db.session.scalar(sa.select(sa.func.count()).select_from(Airport)) or 0


def airport_rows() -> cabc.Iterator[Row]:
    """Yield every airport of the installed ``airportsdata`` as a row."""
    for airport in airportsdata.load("ICAO").values():
        yield {
            "icao": airport["icao"],
            "iata": airport["iata"] or None,
            "name": airport["name"],
            "city": airport["city"],
            "region": airport["subd"],
            "country": airport["country"],
            "elevation_ft": airport["elevation"],
            "latitude": airport["lat"],
            "longitude": airport["lon"],
            "timezone": airport["tz"],
        }


def _shop_rows() -> cabc.Iterator[tuple[type[Base], list[Row]]]:
    """Yield the rows of the shop, a table after those it refers to."""
    shop = json.loads(SHOP_FILE.read_text(encoding="utf-8"))
    tables: dict[str, list[Row]] = {
        name: [{"id": number} | _typed(row) for number, row in enumerate(rows, 1)]
        for name, rows in shop.items()
    }
    _link_products(tables)
    lines = list(_link_orders(tables))

    yield Tenant, tables["tenants"]
    yield User, tables["users"]
    yield Category, tables["categories"]
    yield Product, tables["products"]
    yield Customer, tables["customers"]
    yield Order, tables["orders"]
    yield OrderLine, lines
    yield Policy, tables["policies"]


def _typed(row: Row) -> Row:
    return {
        name: _READERS[name](value) if name in _READERS and value else value
        for name, value in row.items()
    }


def _link_products(tables: dict[str, list[Row]]) -> None:
    category_ids = {row["slug"]: row["id"] for row in tables["categories"]}

    for row in tables["products"]:
        row["category_id"] = category_ids[row.pop("category")]
        row["status"] = ProductStatus[row["status"]]


def _link_orders(tables: dict[str, list[Row]]) -> cabc.Iterator[Row]:
    """Complete the orders from their customers; yield their lines."""
    customers = {row["number"]: row for row in tables["customers"]}
    product_ids = {row["sku"]: row["id"] for row in tables["products"]}

    for order in tables["orders"]:
        customer = customers[order.pop("customer")]
        order["status"] = OrderStatus[order["status"]]
        order["customer_id"] = customer["id"]
        order |= {name: customer[name] for name in ("user_id", "tenant_id")}
        lines = [_typed(line) for line in order.pop("lines")]
        order["total"] = sum(line["quantity"] * line["unit_price"] for line in lines)
        for line in lines:
            line["product_id"] = product_ids[line.pop("sku")]
            yield {"order_id": order["id"]} | line
