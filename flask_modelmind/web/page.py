"""The page that needs no JavaScript: the conversation and a form."""

from __future__ import annotations

import typing as t
import uuid

from flask import make_response
from flask import redirect
from flask import render_template
from flask import request
from flask import Response
from flask import url_for

from .asking import ask
from .asking import AskFailed
from .errors import Problem
from .identity import identify
from .recording import RecordedTurn
from .request_body import check_length
from .schemas import read_chat
from .services import Surface
from .views import drain
from .views import write_messages

LATEST = "modelmind-page-latest"
"""Id of the last question on the page, for the browser to scroll to."""


class Page:
    """The page at the web prefix.

    :param surface: The prefix, and how to find what it works with.
    """

    def __init__(self, surface: Surface) -> None:
        self._surface = surface

    def show(self) -> Response:
        """Show the newest conversation of the viewer."""
        return self.render()

    def post(self) -> Response:
        """Answer the form's question, then send the browser back to the page."""
        services = self._surface.look_up()
        settings = services.settings
        check_length(max_bytes=settings.max_body_bytes)
        chat = read_chat(_form(), settings)
        asked = ask(self._surface, identify(services), chat)
        if isinstance(asked, RecordedTurn):
            finished = drain(asked)
            if finished.problem is not None:
                raise AskFailed(finished.problem, finished.stored)
        page = url_for("modelmind.index", _anchor=LATEST)
        return t.cast(Response, redirect(page, code=303))

    def render(self, problem: Problem | None = None) -> Response:
        """Render the page.

        :param problem: Why the form was refused; the question stays in its field.
        """
        services = self._surface.look_up()
        caller = identify(services)
        store = services.store
        session = store.session(caller.owner)
        messages = []
        if session is not None:
            limit = services.settings.browser_messages
            stored = store.messages(session, limit=limit)
            messages = write_messages(services, stored, caller.viewer)
        question = request.form.get("question") if problem else None
        html = render_template(
            "modelmind/page.html",
            messages=messages,
            session_id=session.uuid if session else None,
            question=question,
            error=problem.message if problem else None,
        )
        response = make_response(html)
        response.status_code = problem.status if problem else 200
        if problem and problem.retry_after is not None:
            response.headers["Retry-After"] = str(problem.retry_after)
        return response


def _form() -> dict[str, t.Any]:
    """Return the fields of the form; empty ones count as not sent."""
    form = request.form
    fields: dict[str, t.Any] = {
        name: form[name] for name in ("question", "session_id") if form.get(name)
    }
    if turn_id := _turn_id(form.get("form_id", ""), form.get("question", "")):
        fields["turn_id"] = turn_id
    return {**fields, "new_session": bool(form.get("new_session"))}


def _turn_id(form_id: str, question: str) -> str | None:
    """Return one id for all clicks that send the same question from the same form."""
    try:
        return str(uuid.uuid5(uuid.UUID(form_id), question))
    except ValueError:
        return None
