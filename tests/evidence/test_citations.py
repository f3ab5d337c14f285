from __future__ import annotations

from flask_modelmind.evidence import CitationRules
from flask_modelmind.evidence import examine
from flask_modelmind.values import Evidence
from flask_modelmind.values import Field
from flask_modelmind.values import Passage
from flask_modelmind.values import PlacedToken
from flask_modelmind.values import Snapshot

RULES = CitationRules()


def product(number: int, name: str, price: str, stock: int, **extra: str) -> Passage:
    fields = [
        Field(column="id", label="Id", value=number, text=str(number), kind="number",
              is_key=True),
        Field(column="name", label="Name", value=name, text=name, is_identity=True),
        Field(column="price", label="Price", value=price, text=price, kind="number",
              unit="EUR"),
        Field(column="stock", label="Stock", value=stock, text=str(stock),
              kind="number"),
    ]  # fmt: skip
    fields += [
        Field(column=c, label=c.capitalize(), value=v, text=v) for c, v in extra.items()
    ]
    return Passage(
        key=f"{number:016x}",
        evidence=Evidence(
            kind="record",
            source_id=f"record:Product:{number}",
            model="Products",
            record=name,
            names=(name,),
            fields=tuple(fields),
        ),
    )


FALCON_40 = product(1, "Falcon 40", "1,299.00 EUR", 12, category="Headphones")
FALCON_60 = product(2, "Falcon 60", "1,499.00 EUR", 250, category="Headphones")
SNAPSHOT = Snapshot(turn_id="t", passages=(FALCON_40, FALCON_60))


def source(at: int, *keys: str, columns: tuple[str, ...] = ()) -> PlacedToken:
    return PlacedToken(kind="source", keys=keys, at=at, columns=columns)


def test_sources_are_numbered_by_first_use_and_only_cited_ones_are_listed() -> None:
    first = "Falcon 60 costs 1,499.00 EUR."
    text = f"{first} Falcon 40 costs 1,299.00 EUR."
    tokens = [source(len(first), FALCON_60.key), source(len(text), FALCON_40.key)]

    examined = examine(text, tokens, SNAPSHOT, RULES)

    assert [c.record for c in examined.citations] == ["Falcon 60", "Falcon 40"]
    assert [c.citations for c in examined.claims] == [(1,), (2,)]


def test_a_key_that_is_not_of_this_turn_is_dropped() -> None:
    text = "Shipping is free."

    examined = examine(text, [source(len(text), "f" * 16)], SNAPSHOT, RULES)

    assert examined.citations == ()
    assert examined.claims[0].citations == ()
