from __future__ import annotations

import typing as t
from pathlib import Path

from flask.testing import FlaskClient

OWN = {"Origin": "http://localhost"}


def post(client: FlaskClient, question: str = "Price?", **more: t.Any) -> t.Any:
    data = {"question": question, **more}
    return client.post("/model-mind/", data=data, headers=OWN)


def test_the_page_shows_the_conversation(client: FlaskClient) -> None:
    posted = post(client)

    page = client.get(posted.headers["Location"]).text

    assert posted.status_code == 303
    assert "<p class=user>Price?</p>" in page
    assert "<p class=assistant>The Falcon 40 costs 1,299.00 EUR.</p>" in page


def test_the_browser_is_sent_to_the_last_question(client: FlaskClient) -> None:
    assert post(client).headers["Location"] == "/model-mind/#modelmind-page-latest"


def test_reloading_the_page_asks_nothing_again(
    client: FlaskClient, pipeline: t.Any
) -> None:
    posted = post(client)
    client.get(posted.headers["Location"])
    client.get(posted.headers["Location"])

    assert len(pipeline.turns) == 1


def test_a_question_that_is_refused_stays_in_the_field(client: FlaskClient) -> None:
    response = post(client, "x" * 2_001)

    assert (response.status_code, response.mimetype) == (422, "text/html")
    assert "Please check your question." in response.text
    assert "x" * 2_001 in response.text


def test_what_was_typed_is_escaped(client: FlaskClient) -> None:
    response = post(client, "<b>" * 1_000)

    assert "<b>" not in response.text


def test_a_provider_that_fails_is_told_on_the_page(
    client: FlaskClient, pipeline: t.Any
) -> None:
    pipeline.refuses = KeyError("secret")

    response = post(client)

    assert response.status_code == 500
    assert "Something went wrong." in response.text
    assert "secret" not in response.text


def test_a_page_that_cannot_be_drawn_is_still_the_one_shape(
    tmp_path: Path, client: FlaskClient
) -> None:
    page = tmp_path / "templates" / "modelmind" / "page.html"
    page.write_text("{{ 1 / 0 }}")

    response = client.get("/model-mind/")

    assert (response.status_code, response.mimetype) == (500, "application/json")
    assert response.get_json()["error"]["code"] == "internal"


def test_a_new_conversation_is_begun_from_the_form(
    client: FlaskClient, pipeline: t.Any
) -> None:
    post(client)
    post(client, "Another?", new_session="1")

    page = client.get("/model-mind/").text

    assert "Price?" not in page
    assert "Another?" in page


def test_the_same_form_sent_twice_asks_once(
    client: FlaskClient, pipeline: t.Any
) -> None:
    form_id = "00000000-0000-4000-8000-000000000001"
    post(client, form_id=form_id)
    post(client, form_id=form_id)

    assert len(pipeline.turns) == 1


def test_an_address_without_its_last_slash_is_the_page(client: FlaskClient) -> None:
    assert client.get("/model-mind", follow_redirects=True).status_code == 200


def test_the_page_of_the_package_shows_answer_citation_and_error(
    tmp_path: Path, client: FlaskClient
) -> None:
    (tmp_path / "templates" / "modelmind" / "page.html").unlink()
    post(client)

    page = client.get("/model-mind/").text
    refused = post(client, "?").text

    assert "The Falcon 40 costs 1,299.00 EUR." in page
    assert "Falcon 40 (FAL-40)" in page
    assert 'href="/products/1"' in page
    assert "Please check your question." in refused
