from __future__ import annotations

import typing as t
from collections import abc as cabc

import pytest
import sqlalchemy as sa
from sqlalchemy import orm
from sqlalchemy.ext.associationproxy import association_proxy

from flask_modelmind.declarations import ModelOptions
from flask_modelmind.errors import RegistrationError
from flask_modelmind.settings import Settings
from flask_modelmind.sources import ModelEntry
from flask_modelmind.sources import Records
from flask_modelmind.sources import Registry
from flask_modelmind.values import Evidence
from flask_modelmind.values import Hit

Column: t.Any = sa.Column


class Shop(t.NamedTuple):
    """The models of these tests."""

    customer: t.Any
    order: t.Any
    tag: t.Any
    engine: sa.Engine


@pytest.fixture
def shop(db: t.Any) -> Shop:
    class Customer(db.Model):  # type: ignore[misc]
        id = Column(sa.Integer, primary_key=True)
        name = Column(sa.String(40))
        city = Column(sa.String(40))
        email = Column(sa.String(40))
        password_hash = Column(sa.String(40))
        notes = orm.deferred(Column(sa.Text), raiseload=True)

        def __repr__(self) -> str:
            return f"<Customer {self.email} {self.password_hash}>"

        __str__ = __repr__

    tagging = db.Table(
        "tagging",
        Column("order_id", sa.ForeignKey("shop_order.id"), primary_key=True),
        Column("tag_id", sa.ForeignKey("tag.id"), primary_key=True),
    )

    class Tag(db.Model):  # type: ignore[misc]
        id = Column(sa.Integer, primary_key=True)
        word = Column(sa.String(40))

    class Order(db.Model):  # type: ignore[misc]
        __tablename__ = "shop_order"
        id = Column(sa.Integer, primary_key=True)
        number = Column(sa.String(20), unique=True)
        customer_id = Column(sa.ForeignKey("customer.id"))
        parent_id = Column(sa.ForeignKey("shop_order.id"))
        customer = db.relationship(Customer, lazy="raise", backref="orders")
        tags = db.relationship(Tag, secondary=tagging, order_by=Tag.word.desc())
        children = db.relationship("Order", lazy="write_only")
        words = association_proxy("tags", "word")

    db.create_all()
    tags = [Tag(id=n, word=f"tag {n:02}") for n in range(1, 31)]
    for n in range(1, 11):
        customer = Customer(
            id=n,
            name=f"Customer {n}",
            city="Ulm",
            email=f"c{n}@example.org",
            password_hash="TOP",  # noqa: S106
            notes=f"note {n}",
        )
        order = Order(id=n, number=f"ORD-{n}", customer=customer)
        order.tags = tags if n == 1 else tags[:2] if n == 2 else []
        order.parent_id = None if n == 1 else 1
        db.session.add(order)
        db.session.flush()
    db.session.commit()
    db.session.remove()
    return Shop(Customer, Order, Tag, db.engine)


def collect(
    records: Records,
    entry: ModelEntry,
    *keys: int,
    allows_related: cabc.Callable[[ModelEntry, t.Any], bool] | None = None,
) -> list[Evidence]:
    hits = [Hit(key=(key,), score=1.0) for key in keys]
    found = records.collect(
        entry,
        records.rows_statement(entry),
        [hits],
        lambda _: True,
        20,
        allows_related=allows_related,
    )
    return [evidence for _, evidence in found]


def text(evidence: Evidence, column: str) -> str:
    field = evidence.field(column)
    assert field is not None
    return field.text


def test_columns_of_a_relation_become_fields(
    shop: Shop, registry: Registry, records: Records
) -> None:
    options = ModelOptions(
        relations={"customer": ("name", "notes"), "tags": ("word",)},
        labels={"customer.name": "Buyer"},
    )
    entry = registry.add(shop.order, options)

    _, second, third = collect(records, entry, 1, 2, 3)

    assert text(second, "customer.name") == "Customer 2"
    assert text(second, "customer.notes") == "note 2"
    assert text(second, "tags.word") == "tag 02, tag 01"
    assert text(third, "tags.word") == ""
    name = second.field("customer.name")
    assert name is not None
    assert name.label == "Buyer"
    assert not name.is_identity


def test_a_long_relation_is_bounded_and_says_how_much_is_left_out(
    shop: Shop, registry: Registry, records: Records
) -> None:
    entry = registry.add(shop.order, ModelOptions(relations={"tags": ("word",)}))

    [first] = collect(records, entry, 1)

    words = text(first, "tags.word")
    assert words.startswith("tag 30, tag 29, ")
    assert words.endswith("tag 11, … (+10)")


def test_a_model_related_to_itself_is_read(
    shop: Shop, registry: Registry, records: Records
) -> None:
    entry = registry.add(shop.order, ModelOptions(relations={"children": ("number",)}))

    first, second = collect(records, entry, 1, 2)

    assert text(first, "children.number").startswith("ORD-2, ORD-3")
    assert text(second, "children.number") == ""


def test_the_number_of_queries_does_not_grow_with_the_records(
    shop: Shop, registry: Registry, records: Records
) -> None:
    options = ModelOptions(
        columns=("number", "words"),
        relations={"customer": ("name", "notes"), "tags": ("word",)},
        source_label="{number} ({customer.name})",
    )
    entry = registry.add(shop.order, options)
    statements: list[str] = []

    def count(_: object, __: object, statement: str, *more: object) -> None:
        statements.append(statement)

    sa.event.listen(shop.engine, "before_cursor_execute", count)
    found = collect(records, entry, *range(1, 11))
    sa.event.remove(shop.engine, "before_cursor_execute", count)

    assert len(found) == 10
    assert found[0].record == "ORD-1 (Customer 1)"
    assert text(found[1], "words") == "tag 02, tag 01"
    assert len(statements) == 4


def test_a_relation_never_shows_a_sensitive_column(
    shop: Shop, registry: Registry, records: Records
) -> None:
    options = ModelOptions(relations={"customer": ("name", "password_hash")})
    entry = registry.add(shop.order, options)

    [first] = collect(records, entry, 1)

    assert first.field("customer.password_hash") is None
    assert "TOP" not in repr(first)


def test_a_relation_shows_no_more_than_the_enabled_model_does(
    shop: Shop, registry: Registry, records: Records
) -> None:
    registry.add(shop.customer, ModelOptions(columns=("name", "city")))
    options = ModelOptions(relations={"customer": ("name", "email")})
    entry = registry.add(shop.order, options)

    [first] = collect(records, entry, 1)

    assert first.field("customer.name") is not None
    assert first.field("customer.email") is None
    assert "example.org" not in repr(first)


def test_a_related_row_the_viewer_may_not_see_is_as_good_as_absent(
    shop: Shop, registry: Registry, records: Records
) -> None:
    registry.add(shop.customer)
    entry = registry.add(shop.order, ModelOptions(relations={"customer": ("name",)}))

    first, second = collect(
        records, entry, 1, 2, allows_related=lambda _, customer: customer.id == 2
    )

    assert text(first, "customer.name") == ""
    assert text(second, "customer.name") == "Customer 2"


def test_hidden_rows_of_a_to_many_relation_are_not_counted(
    shop: Shop, registry: Registry, records: Records
) -> None:
    registry.add(shop.tag)
    entry = registry.add(shop.order, ModelOptions(relations={"tags": ("word",)}))

    first, second = collect(
        records, entry, 1, 2, allows_related=lambda _, tag: tag.id in (1, 30)
    )

    assert text(first, "tags.word") == "tag 30, …"
    assert text(second, "tags.word") == "tag 01"


def test_the_application_s_own_collections_stay_unloaded(
    shop: Shop, registry: Registry, records: Records
) -> None:
    entry = registry.add(shop.order, ModelOptions(relations={"tags": ("word",)}))
    hits = [[Hit(key=(1,), score=1.0)]]

    [(order, _)] = records.collect(
        entry, records.rows_statement(entry), hits, lambda _: True, 1
    )

    assert "tags" in sa.inspect(order).unloaded
    assert len(order.tags) == 30


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (ModelOptions(relations={"custmer": ("name",)}), "mean 'customer'"),
        (ModelOptions(relations={"customer": ("nam",)}), "mean 'name'"),
        (ModelOptions(relations={"customer": ("orders",)}), "relation of a relation"),
        (ModelOptions(columns=("number", "customer")), "is a relation"),
    ],
    ids=["relation", "column", "nested", "listed"],
)
def test_a_relation_that_cannot_be_shown_is_refused(
    shop: Shop,
    registry: Registry,
    records: Records,
    options: ModelOptions,
    message: str,
) -> None:
    entry = registry.add(shop.order, options)

    with pytest.raises(RegistrationError, match=message):
        records.columns(entry)


def test_a_record_read_by_the_application_has_its_relations_too(
    db: t.Any, shop: Shop, registry: Registry, records: Records
) -> None:
    entry = registry.add(shop.order, ModelOptions(relations={"tags": ("word",)}))
    order = db.session.get(shop.order, 2)

    assert text(records.evidence(entry, order), "tags.word") == "tag 02, tag 01"


def test_a_column_of_a_to_one_relation_can_be_searched(
    shop: Shop, registry: Registry, records: Records
) -> None:
    options = ModelOptions(
        relations={"customer": ("name",)}, search={"number": 5, "customer.name": 2}
    )
    entry = registry.add(shop.order, options)
    columns = {column.name: column for column in records.search_columns(entry)}
    condition = columns["customer.name"].attribute.like("%omer 7")

    found = records.session(entry).scalars(
        records.rows_statement(entry).where(condition)
    )

    assert [order.id for order in found] == [7]


def test_a_relation_with_a_sensitive_name_stays_hidden_until_unblocked(
    shop: Shop, registry: Registry
) -> None:
    def hide_customers(name: str) -> str | None:
        return "sensitive" if name in ("customer", "email") else None

    records = Records(registry, Settings(), hide_customers)
    options = ModelOptions(
        relations={"customer": ("name", "city", "email")},
        unblock=("customer.name", "customer.email"),
    )
    entry = registry.add(shop.order, options)

    names = [c.name for c in records.columns(entry) if c.relation]

    assert names == ["customer.name", "customer.email"]
