"""The demo's own pages: what everybody may read, and what only its owner may."""

from __future__ import annotations

import typing as t
from collections import abc as cabc

import pytest
import sqlalchemy as sa
from flask import Flask
from flask.testing import FlaskClient

from demo import seed
from demo.extensions import db
from demo.models import Airport
from demo.models import Product

Browser = cabc.Callable[[str | None], FlaskClient]

MINA = "Mina Azadi"
TOMAS = "Tomas Brandt"
INES = "Ines Okafor"


@pytest.fixture
def browser(demo_app: Flask, log_in: t.Any) -> Browser:
    return lambda user: t.cast(FlaskClient, log_in(demo_app, user))


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/categories/phones",
        "/products/2",
        "/help",
        "/help/returns",
        "/airports/",
        "/airports/?page=3",
        "/airports/?q=tehran",
        "/airports/EGLL",
        "/login",
    ],
)
def test_a_visitor_may_read_the_shop(browser: Browser, path: str) -> None:
    assert browser(None).get(path).status_code == 200


@pytest.mark.parametrize("path", ["/orders/", "/orders/SO-1001", "/admin/customers"])
def test_a_visitor_is_sent_to_log_in(browser: Browser, path: str) -> None:
    response = browser(None).get(path)

    assert response.status_code == 302
    assert response.location.startswith("/login?next=")


@pytest.mark.parametrize(
    ("user", "number", "status"),
    [
        (MINA, "SO-1001", 200),
        (MINA, "SO-1004", 404),
        (MINA, "SO-2001", 404),
        (TOMAS, "SO-2001", 200),
        (TOMAS, "SO-1001", 404),
        (INES, "SO-1004", 200),
        (INES, "SO-2001", 404),
        (INES, "SO-9999", 404),
    ],
)
def test_an_order_opens_to_its_owner_and_their_administrator(
    browser: Browser, user: str, number: str, status: int
) -> None:
    assert browser(user).get(f"/orders/{number}").status_code == status


def test_the_list_of_orders_holds_only_ones_own(browser: Browser) -> None:
    page = browser(MINA).get("/orders/").text

    assert "SO-1001" in page
    assert "SO-1004" not in page
    assert "SO-2001" not in page


@pytest.mark.parametrize(
    ("user", "path", "status"),
    [
        (INES, "/admin/customers", 200),
        (INES, "/admin/customers/C-1002", 200),
        (INES, "/admin/customers/C-2001", 404),
        (MINA, "/admin/customers", 403),
        (MINA, "/admin/customers/C-1001", 403),
    ],
)
def test_customers_are_the_administrators_of_their_tenant(
    browser: Browser, user: str, path: str, status: int
) -> None:
    assert browser(user).get(path).status_code == status


def test_no_page_of_a_product_shows_what_it_cost_the_shop(
    browser: Browser, demo_app: Flask
) -> None:
    with demo_app.app_context():
        product = db.session.scalars(sa.select(Product)).first()
    assert product is not None

    page = browser(INES).get(f"/products/{product.id}").text

    assert f"{product.price:,.2f}" in page
    assert f"{product.supplier_cost:,.2f}" not in page


@pytest.mark.parametrize("target", ["https://example.org/", "//example.org", "/\\x"])
def test_logging_in_never_leads_away(demo_app: Flask, target: str) -> None:
    response = demo_app.test_client().post(
        "/login", data={"user_id": "1", "next": target}
    )

    assert response.location == "/"


def test_logging_in_leads_back(demo_app: Flask) -> None:
    response = demo_app.test_client().post(
        "/login", data={"user_id": "1", "next": "/orders/SO-1001"}
    )

    assert response.location == "/orders/SO-1001"


@pytest.mark.parametrize("user_id", ["", "99", "x", "1 or 1=1"])
def test_an_unknown_user_cannot_log_in(demo_app: Flask, user_id: str) -> None:
    response = demo_app.test_client().post("/login", data={"user_id": user_id})

    assert response.status_code == 404


def test_every_page_carries_the_assistant(browser: Browser) -> None:
    page = browser(None).get("/products/2").text

    assert "data-modelmind-" in page
    assert "/model-mind/" in page


def test_seeding_twice_changes_nothing(demo_app: Flask) -> None:
    with demo_app.app_context():
        products = db.session.scalar(sa.select(sa.func.count(Product.id)))
        airports = seed.seed()

        assert db.session.scalar(sa.select(sa.func.count(Product.id))) == products
        assert airports == len(list(seed.airport_rows()))


def test_an_airport_without_an_iata_code_has_none(demo_app: Flask) -> None:
    with demo_app.app_context():
        blank = sa.select(Airport).where(Airport.iata == "")

        assert db.session.scalar(blank) is None
