"""The document says what the endpoints do, and real answers fit it."""

from __future__ import annotations

import json
import typing as t
import uuid

import pydantic
import pytest
from flask import Flask
from flask.testing import FlaskClient

from flask_modelmind.web import replies
from flask_modelmind.web.openapi import build_openapi

QUESTION = {"question": "Price?"}
SCHEMAS = {
    name: model
    for name, model in vars(replies).items()
    if isinstance(model, type) and issubclass(model, pydantic.BaseModel)
}


def document(client: FlaskClient, prefix: str) -> t.Any:
    return client.get(f"{prefix}/openapi.json").get_json()


def references(node: t.Any) -> set[str]:
    if isinstance(node, dict):
        own = {node["$ref"]} if "$ref" in node else set()
        return own.union(*(references(child) for child in node.values()))
    if isinstance(node, list):
        return set().union(*(references(child) for child in node))
    return set()


@pytest.mark.parametrize("prefix", ["/model-mind", "/api/model-mind"])
def test_every_endpoint_is_in_the_document(
    app: Flask, client: FlaskClient, prefix: str
) -> None:
    served = {
        (rule.rule.removeprefix(prefix).replace("<", "{").replace(">", "}"), method)
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith(prefix + "/")
        and not rule.endpoint.endswith(("_refused", ".missing", ".static", ".index"))
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }

    told = {
        (path, method.upper())
        for path, operations in document(client, prefix)["paths"].items()
        for method in operations
    }

    assert told == served


def test_every_reference_leads_somewhere(client: FlaskClient) -> None:
    found = document(client, "/model-mind")

    names = {reference.rpartition("/")[2] for reference in references(found)}

    assert len(names) > 15
    assert names <= set(found["components"]["schemas"])


def fits(response: t.Any, path: str, method: str) -> None:
    """Check a real answer against what the document promises for its status."""
    operation = build_openapi()["paths"][path][method]
    promised = operation["responses"][str(response.status_code)]["content"]
    assert response.mimetype in promised
    reference = promised[response.mimetype]["schema"].get("$ref")
    if reference is not None:
        model = SCHEMAS[reference.rpartition("/")[2]]
        model.model_validate_json(response.data)


@pytest.mark.parametrize("prefix", ["/model-mind", "/api/model-mind"])
def test_real_answers_fit_the_document(client: FlaskClient, prefix: str) -> None:
    def call(method: str, path: str, **more: t.Any) -> t.Any:
        turn_id = more.pop("turn", "")
        address = prefix + path.replace("{turn_id}", turn_id)
        response = client.open(address, method=method.upper(), **more)
        fits(response, path, method)
        return response.get_json()

    call("get", "/manifest")
    call("get", "/openapi.json")
    call("get", "/session")
    answered = call("post", "/chat", json=QUESTION)
    call("post", "/stream", json=QUESTION)
    call("get", "/session")
    call("get", "/turns/{turn_id}", turn=answered["turn_id"])
    call("post", "/turns/{turn_id}/stop", turn=answered["turn_id"], json={})


@pytest.mark.parametrize("prefix", ["/model-mind", "/api/model-mind"])
def test_real_errors_fit_the_document(
    client: FlaskClient, pipeline: t.Any, prefix: str
) -> None:
    unknown = str(uuid.uuid4())
    cases: list[tuple[str, str, t.Any, int]] = [
        ("post", "/chat", {"json": {}}, 422),
        ("post", "/chat", {"data": "x"}, 415),
        ("post", "/chat", {"json": {**QUESTION, "session_id": unknown}}, 404),
        ("post", "/stream", {"json": QUESTION, "headers": {"Origin": "null"}}, 400),
        ("get", "/session", {"query_string": {"session_id": unknown}}, 404),
        ("get", "/session", {"query_string": {"session_id": "x"}}, 422),
        ("get", "/turns/{turn_id}", {}, 404),
        ("post", "/turns/{turn_id}/stop", {"json": {}}, 404),
    ]
    for method, path, request, status in cases:
        address = prefix + path.replace("{turn_id}", unknown)
        response = client.open(address, method=method.upper(), **request)
        assert response.status_code == status
        fits(response, path, method)

    pipeline.refuses = KeyError()
    fits(client.post(f"{prefix}/chat", json=QUESTION), "/chat", "post")


def test_the_models_promise_exactly_what_is_sent(client: FlaskClient) -> None:
    """A key that is sent and not promised, or the other way round, fails here."""
    sent = client.post("/model-mind/chat", json=QUESTION).get_json()

    optional = {"session_token"}
    assert set(sent) == set(replies.AnswerReply.model_fields) - optional
    with pytest.raises(pydantic.ValidationError):
        replies.AnswerReply.model_validate_json(json.dumps({**sent, "more": 1}))
