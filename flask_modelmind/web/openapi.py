"""The OpenAPI 3.1 document, made from the same models that check the requests."""

from __future__ import annotations

import dataclasses
import functools
import typing as t

import pydantic
from pydantic.json_schema import models_json_schema

from .errors import PROBLEMS
from .identity import COOKIE
from .identity import HEADER
from .replies import AnswerReply
from .replies import ErrorReply
from .replies import ManifestReply
from .replies import RunningReply
from .replies import SessionReply
from .replies import StopReply
from .schemas import ChatRequest

Json = dict[str, t.Any]
COMMON = frozenset({400, 401, 403, 404, 405, 413, 415, 422, 429, 500, 503})
_REFERENCE = "#/components/schemas/{model}"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Operation:
    """One endpoint as the document tells it."""

    path: str
    method: str
    summary: str
    replies: dict[int, type[pydantic.BaseModel] | None]
    """Status → model of the JSON; ``None`` for an event stream or this document."""
    request: type[pydantic.BaseModel] | None = None
    query: tuple[str, ...] = ()
    media_type: str = "application/json"


OPERATIONS = (
    Operation(
        path="/manifest",
        method="get",
        summary="Describe the assistant, its endpoints and limits.",
        replies={200: ManifestReply},
    ),
    Operation(
        path="/chat",
        method="post",
        summary="Ask a question and get the whole answer.",
        request=ChatRequest,
        replies={200: AnswerReply, 409: ErrorReply},
    ),
    Operation(
        path="/stream",
        method="post",
        summary="Ask a question and get the answer as server-sent events: ready,"
        " status, delta, block, error, done. 'done' carries an AnswerReply.",
        request=ChatRequest,
        replies={200: None, 409: ErrorReply},
        media_type="text/event-stream",
    ),
    Operation(
        path="/session",
        method="get",
        summary="Get a conversation back: the one asked for, else the newest.",
        query=("session_id",),
        replies={200: SessionReply},
    ),
    Operation(
        path="/turns/{turn_id}",
        method="get",
        summary="Get the answer of a turn, or learn that it still runs.",
        replies={200: AnswerReply, 202: RunningReply},
    ),
    Operation(
        path="/turns/{turn_id}/stop",
        method="post",
        summary="End a running turn; what is there of the answer is kept.",
        replies={200: StopReply},
    ),
    Operation(
        path="/openapi.json",
        method="get",
        summary="This document.",
        replies={200: None},
    ),
)


@functools.cache
def build_openapi() -> Json:
    """Return the document; its paths are relative to where it is served."""
    models = {m for o in OPERATIONS for m in (o.request, *o.replies.values()) if m}
    ordered = sorted(models | {ErrorReply}, key=lambda model: model.__name__)
    _, definitions = models_json_schema(
        [(model, "validation") for model in ordered], ref_template=_REFERENCE
    )
    paths: dict[str, Json] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method] = _operation(operation)
    return {
        "openapi": "3.1.0",
        "info": {"title": "flask-modelmind", "version": "1"},
        "servers": [{"url": "."}],
        "paths": paths,
        "components": {
            "schemas": definitions["$defs"],
            "securitySchemes": _security(),
        },
        "security": [{}, {"visitor": []}, {"token": []}],
    }


def _operation(operation: Operation) -> Json:
    body: Json = {
        "summary": operation.summary,
        "parameters": _parameters(operation),
        "responses": {
            **{str(s): _reply(operation, m) for s, m in operation.replies.items()},
            **{str(status): _error(status) for status in sorted(COMMON)},
        },
    }
    if operation.request is not None:
        schema = _reference(operation.request)
        content = {"application/json": {"schema": schema}}
        body["requestBody"] = {"required": True, "content": content}
    return body


def _parameters(operation: Operation) -> list[Json]:
    uuid = {"type": "string", "format": "uuid"}
    found: list[Json] = [
        {"name": name, "in": "query", "required": False, "schema": uuid}
        for name in operation.query
    ]
    if "{turn_id}" in operation.path:
        found.append(
            {"name": "turn_id", "in": "path", "required": True, "schema": uuid}
        )
    return found


def _reply(operation: Operation, model: type[pydantic.BaseModel] | None) -> Json:
    if model is ErrorReply:
        return _error(409)
    if model is None:
        schema: Json = {} if operation.media_type == "application/json" else _TEXT
        content = {operation.media_type: {"schema": schema}}
        return {"description": operation.summary, "content": content}
    content = {"application/json": {"schema": _reference(model)}}
    return {"description": (model.__doc__ or "").strip(), "content": content}


_TEXT: Json = {"type": "string"}


def _error(status: int) -> Json:
    codes = [code for code, problem in PROBLEMS.items() if problem.status == status]
    content = {"application/json": {"schema": _reference(ErrorReply)}}
    return {"description": "Code: " + ", ".join(codes), "content": content}


def _reference(model: type[pydantic.BaseModel]) -> Json:
    return {"$ref": _REFERENCE.format(model=model.__name__)}


def _security() -> Json:
    return {
        "visitor": {"type": "apiKey", "in": "cookie", "name": COOKIE},
        "token": {"type": "apiKey", "in": "header", "name": HEADER},
    }
