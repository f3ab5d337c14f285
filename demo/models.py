"""The models of the demo: who buys, what is sold, what was ordered, where one flies."""

from __future__ import annotations

import datetime as dt
import decimal
import enum
import typing as t

import sqlalchemy as sa
from flask_login import UserMixin
from sqlalchemy import orm
from sqlalchemy.orm import Mapped
from sqlalchemy.orm import mapped_column

from .extensions import mind
from .extensions import Model

Money = t.Annotated[decimal.Decimal, mapped_column(sa.Numeric(10, 2))]


class ProductStatus(enum.Enum):
    """Where a product stands in its life."""

    ANNOUNCED = "announced"
    ON_SALE = "on sale"
    DISCONTINUED = "discontinued"


class OrderStatus(enum.Enum):
    """How far an order has come."""

    PENDING = "pending"
    PAID = "paid"
    SHIPPED = "shipped"
    DELIVERED = "delivered"
    CANCELLED = "cancelled"


class Tenant(Model):
    """A branch of the shop; the data of one is nothing to another."""

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]


class User(UserMixin, Model):  # type: ignore[misc]
    """Someone who can log in."""

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    role: Mapped[str]
    tenant_id: Mapped[int] = mapped_column(sa.ForeignKey(Tenant.id))
    tenant: Mapped[Tenant] = orm.relationship()

    @property
    def roles(self) -> list[str]:
        """Roles, in the form Flask-ModelMind reads them."""
        return [self.role]

    @property
    def is_admin(self) -> bool:
        """Whether the user runs their tenant's shop."""
        return self.role == "admin"


@mind.model(
    label="Categories",
    search={"name": 8, "slug": 4, "description": 1},
    source_label="name",
)
@mind.action(
    "categories.view",
    endpoint="products.category",
    values={"slug": "slug"},
    label="Browse {name}",
)
class Category(Model):
    """A shelf of the shop."""

    id: Mapped[int] = mapped_column(primary_key=True)
    slug: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str]
    description: Mapped[str]
    products: Mapped[list[Product]] = orm.relationship(back_populates="category")


@mind.model(
    label="Products",
    search={"sku": 12, "name": 10, "description": 2},
    source_label="{name} ({sku})",
    exclude=["category_id", "supplier_cost"],
    relations={"category": ["name"]},
    units={"price": "{currency}", "weight_kg": "kg"},
    labels={"weight_kg": "Weight", "is_active": "Sold in the shop", "sku": "SKU"},
)
@mind.action(
    "products.view",
    endpoint="products.show",
    values={"product_id": "id"},
    label="View {name}",
)
class Product(Model):
    """Something the shop sells."""

    id: Mapped[int] = mapped_column(primary_key=True)
    sku: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str]
    category_id: Mapped[int] = mapped_column(sa.ForeignKey(Category.id))
    price: Mapped[Money]
    currency: Mapped[str] = mapped_column(sa.String(3))
    stock: Mapped[int]
    weight_kg: Mapped[float]
    status: Mapped[ProductStatus]
    is_active: Mapped[bool]
    released: Mapped[dt.date]
    rating: Mapped[float | None]
    description: Mapped[str]
    supplier_cost: Mapped[Money]
    meta: Mapped[dict[str, t.Any]] = mapped_column(sa.JSON)
    category: Mapped[Category] = orm.relationship(back_populates="products")


@mind.model(
    label="Customers",
    search={"number": 12, "name": 10, "city": 2},
    source_label="{name} ({number})",
    exclude=["email", "tenant_id", "user_id"],
    labels={"since": "Customer since"},
)
@mind.action(
    "customers.view",
    endpoint="admin.customer",
    values={"number": "number"},
    label="Open customer {number}",
    roles=["admin"],
)
class Customer(Model):
    """A customer of one tenant; only some have a login."""

    id: Mapped[int] = mapped_column(primary_key=True)
    number: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str]
    city: Mapped[str]
    email: Mapped[str]
    since: Mapped[dt.date]
    tenant_id: Mapped[int] = mapped_column(sa.ForeignKey(Tenant.id))
    user_id: Mapped[int | None] = mapped_column(sa.ForeignKey(User.id))


@mind.model(
    label="Orders",
    search={"number": 12, "status": 2},
    source_label="Order {number}",
    exclude=["customer_id", "tenant_id", "user_id"],
    relations={"customer": ["name"]},
    labels={"placed_on": "Order date", "shipped_on": "Shipping date"},
    units={"total": "{currency}"},
    order_by={"placed_on": "desc"},
)
@mind.action(
    "orders.view",
    endpoint="orders.show",
    values={"number": "number"},
    label="Open order {number}",
    login=True,
)
class Order(Model):
    """An order: its owner's and their tenant's administrator's business only."""

    __tablename__ = "orders"

    id: Mapped[int] = mapped_column(primary_key=True)
    number: Mapped[str] = mapped_column(unique=True)
    customer_id: Mapped[int] = mapped_column(sa.ForeignKey(Customer.id))
    user_id: Mapped[int | None] = mapped_column(sa.ForeignKey(User.id))
    tenant_id: Mapped[int] = mapped_column(sa.ForeignKey(Tenant.id))
    status: Mapped[OrderStatus]
    placed_on: Mapped[dt.date]
    shipped_on: Mapped[dt.date | None]
    total: Mapped[Money]
    currency: Mapped[str] = mapped_column(sa.String(3))
    customer: Mapped[Customer] = orm.relationship()
    lines: Mapped[list[OrderLine]] = orm.relationship(back_populates="order")


class OrderLine(Model):
    """One product of an order, at the price of that day."""

    id: Mapped[int] = mapped_column(primary_key=True)
    order_id: Mapped[int] = mapped_column(sa.ForeignKey(Order.id))
    product_id: Mapped[int] = mapped_column(sa.ForeignKey(Product.id))
    quantity: Mapped[int]
    unit_price: Mapped[Money]
    order: Mapped[Order] = orm.relationship(back_populates="lines")
    product: Mapped[Product] = orm.relationship()


@mind.model(
    label="Help pages",
    search={"title": 8, "slug": 4, "body": 3},
    source_label="title",
    labels={"body": "Text", "updated_on": "Last change"},
)
@mind.action(
    "policies.view",
    endpoint="products.policy",
    values={"slug": "slug"},
    label="Read {title}",
)
class Policy(Model):
    """What the shop promises: returns, shipping, warranty and the like."""

    id: Mapped[int] = mapped_column(primary_key=True)
    slug: Mapped[str] = mapped_column(unique=True)
    title: Mapped[str]
    body: Mapped[str]
    updated_on: Mapped[dt.date]


@mind.model(
    label="Airports",
    search={"iata": 14, "icao": 14, "name": 8, "city": 5},
    source_label="{name} ({icao})",
    labels={"iata": "IATA code", "icao": "ICAO code", "elevation_ft": "Elevation"},
    units={"elevation_ft": "ft", "latitude": "°", "longitude": "°"},
)
@mind.action(
    "airports.view",
    endpoint="airports.show",
    values={"icao": "icao"},
    label="View {name}",
)
class Airport(Model):
    """An airport of the world, from the package ``airportsdata``."""

    id: Mapped[int] = mapped_column(primary_key=True)
    icao: Mapped[str] = mapped_column(sa.String(4), unique=True)
    iata: Mapped[str | None] = mapped_column(sa.String(3), unique=True)
    name: Mapped[str] = mapped_column(index=True)
    city: Mapped[str] = mapped_column(index=True)
    region: Mapped[str]
    country: Mapped[str] = mapped_column(sa.String(2))
    elevation_ft: Mapped[float]
    latitude: Mapped[float]
    longitude: Mapped[float]
    timezone: Mapped[str]
