"""The JSON and event-stream endpoints, the same under both prefixes."""

from __future__ import annotations

import typing as t
from collections import abc as cabc

from flask import jsonify
from flask import request
from flask import Response

from ..conversation import StoredMessage
from ..conversation import StoredTurn
from ..errors import SessionNotFound
from ..values import Viewer
from .asking import ask
from .asking import AskFailed
from .asking import settled
from .errors import PROBLEMS
from .errors import Refusal
from .identity import Caller
from .identity import identify
from .manifest import build_manifest
from .origin import csrf_token
from .recording import Finished
from .recording import RecordedTurn
from .reply_bodies import answer_body
from .reply_bodies import message_body
from .reply_bodies import ready_body
from .reply_bodies import session_body
from .request_body import read_json
from .schemas import ChatRequest
from .schemas import read_chat
from .schemas import read_uuid
from .services import Services
from .services import Surface
from .sse import encode_event
from .streaming import EventStream
from .streaming import write_end
from .wire import read_answer

STREAM_HEADERS = {
    "Cache-Control": "no-cache, no-transform",
    "X-Accel-Buffering": "no",
}


class Views:
    """The endpoints of one prefix.

    :param surface: The prefix, and how to find what they work with.
    """

    def __init__(self, surface: Surface) -> None:
        self._surface = surface

    def manifest(self) -> Response:
        """Describe the assistant."""
        return jsonify(build_manifest(self._services.settings))

    def chat(self) -> Response:
        """Answer a question when the whole answer is there."""
        caller, asked = self._ask()
        finished = (
            drain(asked)
            if isinstance(asked, RecordedTurn)
            else replay(self._services, asked, caller.viewer)
        )
        if finished.problem is not None:
            raise AskFailed(finished.problem, finished.stored)
        return jsonify({**finished.body, **self._token(caller)})

    def stream(self) -> Response:
        """Answer a question as it is written."""
        if not self._services.settings.streaming:
            raise Refusal("streaming_disabled")
        caller, asked = self._ask()
        token = self._token(caller)
        body: cabc.Iterable[bytes]
        if isinstance(asked, RecordedTurn):
            heartbeat = self._services.settings.heartbeat_seconds
            body = EventStream(asked, heartbeat_seconds=heartbeat, extra=token)
        else:
            finished = replay(self._services, asked, caller.viewer)
            first = encode_event("ready", {**ready_body(asked), **token})
            body = [first, *write_end(finished)]
        return Response(body, mimetype="text/event-stream", headers=STREAM_HEADERS)

    def session(self) -> Response:
        """Give a conversation back: the one asked for, else the newest."""
        caller = identify(self._services)
        store = self._services.store
        given = request.args.get("session_id") or None
        session = store.session(caller.owner, read_uuid(given) if given else None)
        is_expired = session is not None and session.is_expired
        if session is None or is_expired:
            body = session_body(None, [], is_expired=is_expired)
        else:
            limit = self._services.settings.browser_messages
            messages = store.messages(session, limit=limit)
            written = write_messages(self._services, messages, caller.viewer)
            body = session_body(session, written, is_expired=False)
        return jsonify({**body, "csrf_token": csrf_token(), **self._token(caller)})

    def turn(self, turn_id: str) -> Response:
        """Give a turn back: its answer, or that it still runs."""
        caller = identify(self._services)
        stored = self._services.store.turn(caller.owner, read_uuid(turn_id))
        if stored.status == "running" and not stored.is_lost:
            response = jsonify({**ready_body(stored), "status": "running"})
            response.status_code = 202
            response.headers["Retry-After"] = "1"
            return response
        stored = settled(self._services, stored)
        return jsonify(replay(self._services, stored, caller.viewer).body)

    def stop(self, turn_id: str) -> Response:
        """End a running turn; what is there of the answer is kept."""
        caller = identify(self._services)
        stored = self._services.store.turn(caller.owner, read_uuid(turn_id))
        status: str = stored.status
        if status == "running":
            self._services.store.request_stop(stored)
            self._surface.running.stop(stored.row_id)
            status = "stopping"
        return jsonify({"turn_id": stored.turn_id, "status": status})

    @property
    def _services(self) -> Services:
        return self._surface.look_up()

    def _ask(self) -> tuple[Caller, RecordedTurn | StoredTurn]:
        settings = self._services.settings
        chat: ChatRequest = read_chat(
            read_json(max_bytes=settings.max_body_bytes), settings
        )
        caller = identify(self._services)
        return caller, ask(self._surface, caller, chat)

    def _token(self, caller: Caller) -> dict[str, str]:
        """Return the visitor's proof for a client that keeps no cookies."""
        is_browser = caller.has_cookie or caller.viewer.is_authenticated
        if not self._surface.is_api or is_browser:
            return {}
        return {"session_token": caller.token}


def drain(recorded: RecordedTurn) -> Finished:
    """Run a turn to its end."""
    finished = [e for e in recorded.events() if isinstance(e, Finished)]
    return finished[-1]


def replay(services: Services, stored: StoredTurn, viewer: Viewer) -> Finished:
    """Return the stored end of a turn, as the viewer may see it now.

    :param stored: A finished turn.
    """
    if stored.answer is None:
        raise SessionNotFound(f"Turn '{stored.turn_id}' has no answer.")
    answer = services.pipeline.open(read_answer(stored.answer.metadata), viewer)
    problem = None
    if answer.status == "failed":
        problem = PROBLEMS.get(answer.reason or "", PROBLEMS["provider_unavailable"])
    return Finished(body=answer_body(stored, answer), problem=problem, stored=stored)


def write_messages(
    services: Services, messages: list[StoredMessage], viewer: Viewer
) -> list[dict[str, t.Any]]:
    """Write stored messages as the viewer may see them now."""
    written = []
    for message in messages:
        answer = None
        if message.role == "assistant":
            answer = services.pipeline.open(read_answer(message.metadata), viewer)
        written.append(message_body(message, answer))
    return written
