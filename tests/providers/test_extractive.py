from __future__ import annotations

import re
from decimal import Decimal

import pytest

from flask_modelmind.providers.asking import asked_concepts
from flask_modelmind.providers.extractive import ExtractiveProvider
from flask_modelmind.text import fold
from flask_modelmind.values import Evidence
from flask_modelmind.values import Field
from flask_modelmind.values import Finished
from flask_modelmind.values import Message
from flask_modelmind.values import Passage
from flask_modelmind.values import Prompt
from flask_modelmind.values import ProviderRequest
from flask_modelmind.values import Question
from flask_modelmind.values import Snapshot
from flask_modelmind.values import TextDelta

FALLBACK = "I could not find that."
TOKEN = re.compile(
    r" \[\[model_mind_source key=\"(\w+)\"(?: columns=\"([^\"]*)\")?\]\]"
)


def product(
    name: str, sku: str, price: str, stock: int, score: float = 0.9
) -> Evidence:
    return Evidence(
        kind="record",
        source_id=f"record:Product:{sku}",
        model="Products",
        record=f"{name} ({sku})",
        names=(f"{name} ({sku})", name, sku),
        score=score,
        fields=(
            Field(column="id", label="Id", value=1, text="1", is_key=True),
            Field(column="name", label="Name", value=name, text=name, is_identity=True),
            Field(
                column="price",
                label="Price",
                value=Decimal(price),
                text=f"{price} EUR",
                kind="number",
            ),
            Field(
                column="stock",
                label="Stock",
                value=stock,
                text=f"{stock}",
                kind="number",
            ),
            Field(
                column="is_active",
                label="Is active",
                value=True,
                text="yes",
                kind="boolean",
            ),
            Field(column="rating", label="Rating", value=None, text="", kind="null"),
        ),
    )


FALCON_40 = product("Falcon 40", "FAL-40", "1299.00", 12)
FALCON_60 = product("Falcon 60", "FAL-60", "1499.00", 0)


def answer(
    question: str,
    *evidence: Evidence,
    lang: str = "en",
    history: tuple[Message, ...] = (),
) -> str:
    snapshot = Snapshot(
        turn_id="t",
        passages=tuple(
            Passage(key=f"key{index}", evidence=item)
            for index, item in enumerate(evidence)
        ),
    )
    request = ProviderRequest(
        question=Question(text=question, turn_id="t", lang=lang, history=history),
        prompt=Prompt(system="", data=""),
        snapshot=snapshot,
        deadline=0.0,
        fallback_answer=FALLBACK,
    )
    events = list(ExtractiveProvider().stream(request))
    assert isinstance(events[-1], Finished)
    return "".join(event.text for event in events if isinstance(event, TextDelta))


@pytest.mark.parametrize(
    ("lang", "question", "text"),
    [
        (
            "en",
            "How much is the Falcon 40?",
            "The price of Falcon 40 (FAL-40) is 1299.00 EUR.",
        ),
        ("fa", "قیمت Falcon 40 چند است؟", "قیمت «Falcon 40 (FAL-40)» 1299.00 EUR است."),
        ("ar", "كم سعر Falcon 40؟", "سعر «Falcon 40 (FAL-40)»: 1299.00 EUR."),
        (
            "de",
            "Was kostet der Falcon 40?",
            "Preis von „Falcon 40 (FAL-40)“: 1299.00 EUR.",
        ),
        (
            "es",
            "¿Cuánto cuesta el Falcon 40?",
            "Precio de «Falcon 40 (FAL-40)»: 1299.00 EUR.",
        ),
        (
            "fr",
            "Quel est le prix du Falcon 40 ?",
            "Prix de « Falcon 40 (FAL-40) » : 1299.00 EUR.",
        ),
        ("tr", "Falcon 40 fiyatı nedir?", "Falcon 40 (FAL-40) – fiyat: 1299.00 EUR."),
        ("ru", "Сколько стоит Falcon 40?", "Falcon 40 (FAL-40) – цена: 1299.00 EUR."),
        ("ja", "Falcon 40の価格は？", "「Falcon 40 (FAL-40)」 価格：1299.00 EUR。"),
        ("zh", "Falcon 40 多少钱？", "“Falcon 40 (FAL-40)”的价格：1299.00 EUR。"),
    ],
)
def test_the_asked_field_is_stated_in_the_language_of_the_question(
    lang: str, question: str, text: str
) -> None:
    written = answer(question, FALCON_40, lang=lang)

    assert TOKEN.sub("", written) == text
    assert TOKEN.findall(written) == [("key0", "price")]


def test_every_asked_field_has_a_sentence_with_its_own_token() -> None:
    written = answer("What is the price and the stock of the Falcon 60?", FALCON_60)

    assert TOKEN.findall(written) == [("key0", "price"), ("key0", "stock")]
    assert written.count(". ") == 1


def test_only_the_named_record_answers() -> None:
    written = answer("Is the Falcon 60 in stock?", FALCON_40, FALCON_60)
    assert TOKEN.findall(written) == [("key1", "stock")]


def test_the_longer_name_wins_over_the_one_inside_it() -> None:
    short = product("Nova 15", "NOV-15", "10", 1)
    long = product("Nova 15 Pro", "NOV-15P", "20", 1)
    written = answer("price of the Nova 15 Pro?", short, long)
    assert TOKEN.findall(written) == [("key1", "price")]


def test_two_named_records_are_both_answered() -> None:
    written = answer(
        "Compare the price of Falcon 40 and Falcon 60", FALCON_40, FALCON_60
    )
    assert [key for key, _ in TOKEN.findall(written)] == ["key0", "key1"]


def test_records_of_one_name_are_told_apart() -> None:
    def customer(key: str, city: str, limit: str) -> Evidence:
        fields = (
            Field(column="city", label="City", value=city, text=city),
            Field(
                column="credit_limit",
                label="Credit limit",
                value=Decimal(limit),
                text=limit,
                kind="number",
            ),
        )
        return Evidence(
            kind="record",
            source_id=key,
            model="Customers",
            record="Sam Lee",
            names=("Sam Lee",),
            fields=fields,
            score=0.9,
        )

    written = answer(
        "What is Sam Lee's credit limit?",
        customer("c1", "Oslo", "5000"),
        customer("c2", "Lima", "750"),
    )
    assert TOKEN.sub("", written) == (
        "The credit limit of Sam Lee (Oslo) is 5000."
        " The credit limit of Sam Lee (Lima) is 750."
    )


def test_thanks_tell_nothing_of_what_was_spoken_of_before() -> None:
    spoken_of = Message(role="assistant", text="", names=(FALCON_40.record,))
    assert answer("Thanks!", FALCON_40, history=(spoken_of,)) == FALLBACK


def test_a_follow_up_is_answered_about_what_was_spoken_of_before() -> None:
    spoken_of = Message(role="assistant", text="", names=(FALCON_40.record,))
    written = answer("How much is it?", FALCON_40, history=(spoken_of,))
    assert TOKEN.findall(written) == [("key0", "price")]


def test_an_empty_field_is_said_to_be_empty() -> None:
    written = answer("What rating has the Falcon 40?", FALCON_40)
    assert TOKEN.sub("", written) == "No rating is recorded for Falcon 40 (FAL-40)."


def test_a_question_without_an_attribute_gets_a_summary_without_keys() -> None:
    written = answer("Falcon 40?", FALCON_40)
    assert [columns for _, columns in TOKEN.findall(written)] == [
        "price, stock, is_active"
    ]
    assert TOKEN.sub("", written) == (
        "Falcon 40 (FAL-40): price 1299.00 EUR, stock 12, is active yes."
    )


def test_a_boolean_is_said_in_the_visitors_language() -> None:
    written = answer("Ist der Falcon 40 aktiv?", FALCON_40, lang="de")
    assert "ja [[" in written


def test_a_text_answers_with_its_most_fitting_sentence() -> None:
    policy = Evidence(
        kind="context",
        source_id="context:returns:0",
        model="Policies",
        record="Returns",
        text="Opened software is not refundable. Goods may be returned within 30 days.",
        score=0.9,
    )
    written = answer("Within how many days may goods be returned?", policy)
    assert TOKEN.sub("", written) == "Returns: Goods may be returned within 30 days."


def test_the_name_of_a_record_does_not_choose_the_sentence() -> None:
    policy = Evidence(
        kind="context",
        source_id="context:warranty:0",
        model="Policies",
        record="Warranty",
        text="Every product has a warranty of 12 months. A repair takes 10 days.",
        score=0.7,
    )
    written = answer("How long does a repair under warranty take?", policy)
    assert TOKEN.sub("", written) == "Warranty: A repair takes 10 days."


def dated(**days: str) -> Evidence:
    fields = tuple(
        Field(
            column=column,
            label=column.replace("_", " ").capitalize(),
            value=day,
            text=day,
            kind="date",
        )
        for column, day in days.items()
    )
    return Evidence(
        kind="record",
        source_id="record:Order:1",
        model="Orders",
        record="Order 1",
        names=("Order 1",),
        fields=fields,
        score=0.9,
    )


ORDER = dated(placed_on="2026-03-02", shipped_on="2026-03-04")


def test_of_two_dates_the_one_that_is_spelled_out_is_told() -> None:
    written = answer("When was order 1 placed?", ORDER)
    assert TOKEN.sub("", written) == "The order date of Order 1 is 2026-03-02."


def test_two_dates_of_a_record_keep_their_own_names() -> None:
    written = answer("Which dates has order 1? Say the date of each.", ORDER)
    assert TOKEN.sub("", written) == (
        "The order date of Order 1 is 2026-03-02."
        " The shipping date of Order 1 is 2026-03-04."
    )


def test_of_two_namesakes_the_one_that_fits_better_answers() -> None:
    leeds = product("Alex Rowan", "C-1", "1", 1, 0.9)
    cork = product("Alex Rowan", "C-2", "2", 1, 0.77)
    written = answer("What is the price of Alex Rowan of Leeds?", leeds, cork)
    assert TOKEN.findall(written) == [("key0", "price")]


def test_a_word_may_touch_a_script_without_spaces() -> None:
    written = answer("FAL-40のPriceを教えて", FALCON_40, lang="ja")
    assert TOKEN.findall(written) == [("key0", "price")]


def test_a_record_that_has_little_of_the_question_is_no_answer() -> None:
    written = answer("What about the weather?", product("Fair", "FA-1", "1", 1, 0.35))
    assert written == FALLBACK


def test_nothing_found_is_said_as_it_is() -> None:
    assert answer("What is the weather?") == FALLBACK


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("قیمتش چقدر است؟", "price"),
        ("موجودی فالکن", "stock"),
        ("wie viele sind auf Lager?", "stock"),
        ("¿dónde está el aeropuerto?", "city"),
        ("Когда отправлен заказ?", "date"),
        ("这个多少钱", "price"),
    ],
)
def test_attributes_are_recognised_in_many_languages(question: str, first: str) -> None:
    assert first in asked_concepts(fold(question))


@pytest.mark.parametrize(
    ("lang", "question", "text"),
    [
        ("en", "Is the Falcon 60 in stock?", "is not in stock: the stock is 0."),
        ("fa", "آیا Falcon 60 موجود است؟", "موجود نیست: موجودی 0 است."),
        ("ar", "هل Falcon 60 متوفر؟", "غير متوفر: المخزون 0."),
        ("de", "Ist der Falcon 60 auf Lager?", "ist nicht auf Lager: Lagerbestand 0."),
        ("es", "¿Está disponible el Falcon 60?", "no está disponible: existencias 0."),
        ("fr", "Le Falcon 60 est-il en stock ?", "n'est pas en stock : stock 0."),
    ],
)
def test_an_empty_stock_is_said_plainly(lang: str, question: str, text: str) -> None:
    assert TOKEN.sub("", answer(question, FALCON_60, lang=lang)).endswith(text)


def test_a_record_without_the_attribute_asked_for_is_no_answer() -> None:
    assert answer("What is the elevation of the Falcon 40?", FALCON_40) == FALLBACK


def test_records_that_tie_are_listed_with_one_field_each() -> None:
    shop = [product(f"Nova {n}", f"NOV-{n}", f"{n}", n) for n in range(1, 7)]
    written = answer("Which novas are there?", *shop)
    assert [columns for _, columns in TOKEN.findall(written)] == ["price"] * 4
