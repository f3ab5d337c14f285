"""The two blueprints: pages with a JSON API, and the JSON API alone."""

from __future__ import annotations

import hashlib
import logging
from collections import abc as cabc
from pathlib import Path

from flask import Blueprint
from flask import jsonify
from flask import request
from flask import Response

from ..assets import asset_dir
from ..labels import template_globals
from ..settings import Settings
from .asking import AskFailed
from .errors import error_response
from .errors import Problem
from .errors import problem_of
from .errors import PROBLEMS
from .errors import Refusal
from .identity import identify
from .identity import keep_visitor
from .openapi import build_openapi
from .origin import check_origin
from .page import Page
from .reply_bodies import ready_body
from .services import RunningTurns
from .services import Services
from .services import Surface
from .views import Views
from .wire import as_wire

WEB = "modelmind"
API = "modelmind_api"
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"})
REDIRECTS = frozenset({301, 302, 303, 307, 308})
logger = logging.getLogger(__name__)


def make_blueprints(
    settings: Settings, look_up: cabc.Callable[[], Services]
) -> tuple[Blueprint, ...]:
    """Build the blueprints of one application.

    :param settings: Prefixes, and whether the API is served.
    :param look_up: Returns the parts of the application of the current request; so the
        blueprints do not hold them.
    """
    running = RunningTurns()
    web = Surface(look_up=look_up, running=running, is_api=False)
    api = Surface(look_up=look_up, running=running, is_api=True)
    blueprints = (_web_blueprint(settings, web), _api_blueprint(settings, api))
    return blueprints if settings.api_enabled else blueprints[:1]


def _web_blueprint(settings: Settings, surface: Surface) -> Blueprint:
    static = asset_dir("static")
    blueprint = Blueprint(
        WEB,
        __name__,
        url_prefix=_prefix(settings.route_prefix),
        template_folder=str(asset_dir("templates")),
        static_folder=str(static),
        static_url_path=f"/static/{fingerprint(static)}",
    )
    page = Page(surface)
    _add(blueprint, "/", "index", {"GET": page.show, "POST": page.post})
    _add_api(blueprint, Views(surface))
    _guard(blueprint, page=page)
    words = {**template_globals(settings), "modelmind_wire": as_wire}
    blueprint.record_once(lambda state: state.app.jinja_env.globals.update(words))
    return blueprint


def _api_blueprint(settings: Settings, surface: Surface) -> Blueprint:
    blueprint = Blueprint(API, __name__, url_prefix=_prefix(settings.api_prefix))
    if settings.api_require_login:
        blueprint.before_request(lambda: _require_login(surface.look_up()))
    _add_api(blueprint, Views(surface))
    _guard(blueprint)
    return blueprint


def fingerprint(folder: Path) -> str:
    """Return 12 characters that change whenever a file below the folder does."""
    digest = hashlib.sha256()
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        digest.update(path.relative_to(folder).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def _add_api(blueprint: Blueprint, views: Views) -> None:
    document = build_openapi()
    _add(blueprint, "/manifest", "manifest", {"GET": views.manifest})
    _add(blueprint, "/chat", "chat", {"POST": views.chat})
    _add(blueprint, "/stream", "stream", {"POST": views.stream})
    _add(blueprint, "/session", "session", {"GET": views.session})
    _add(blueprint, "/turns/<turn_id>", "turn", {"GET": views.turn})
    _add(blueprint, "/turns/<turn_id>/stop", "stop", {"POST": views.stop})
    _add(blueprint, "/openapi.json", "openapi", {"GET": lambda: jsonify(document)})


def _add(
    blueprint: Blueprint,
    rule: str,
    endpoint: str,
    views: cabc.Mapping[str, cabc.Callable[..., Response]],
) -> None:
    """Add a rule for its methods, and an answer in our shape for the others."""

    def view(**values: str) -> Response:
        method = "GET" if request.method == "HEAD" else request.method
        return views[method](**values)

    blueprint.add_url_rule(rule, endpoint, view, methods=list(views))
    others = METHODS - set(views) - ({"HEAD"} if "GET" in views else set())
    allowed = ", ".join(sorted(views))

    def refuse(**_: str) -> Response:
        response = error_response(PROBLEMS["method_not_allowed"])
        response.headers["Allow"] = allowed
        return response

    blueprint.add_url_rule(
        rule,
        f"{endpoint}_refused",
        refuse,
        methods=sorted(others),
        provide_automatic_options=False,
    )


def _guard(blueprint: Blueprint, page: Page | None = None) -> None:
    """Add what holds for every endpoint of a blueprint."""

    def missing(rest: str) -> Response:  # noqa: ARG001
        raise Refusal("not_found")

    blueprint.add_url_rule("/<path:rest>", "missing", missing, methods=sorted(METHODS))
    blueprint.before_request(check_origin)
    blueprint.after_request(keep_visitor)
    blueprint.after_request(_finish)
    blueprint.register_error_handler(Exception, lambda e: _on_error(e, page))


def _on_error(error: Exception, page: Page | None) -> Response:
    problem = error.problem if isinstance(error, AskFailed) else problem_of(error)
    if page is not None and request.endpoint == f"{WEB}.index":
        shown = _render(page, problem)
        if shown is not None:
            return shown
    extra = ready_body(error.stored) if isinstance(error, AskFailed) else None
    return error_response(problem, extra)


def _render(page: Page, problem: Problem) -> Response | None:
    try:
        return page.render(problem)
    except Exception:  # The page itself is what failed.
        logger.exception("The page of flask-modelmind could not be shown.")
        return None


def _finish(response: Response) -> Response:
    """Keep answers out of caches, and login pages out of answers."""
    endpoint = (request.endpoint or "").rpartition(".")[2]
    if endpoint == "static":
        return response
    if endpoint != "index" and response.status_code in REDIRECTS:
        response = error_response(PROBLEMS["login_required"])
    response.vary.add("Cookie")
    if response.mimetype != "text/event-stream":
        response.headers["Cache-Control"] = "no-store"
    return response


def _require_login(services: Services) -> None:
    if not identify(services).viewer.is_authenticated:
        raise Refusal("login_required")


def _prefix(prefix: str) -> str:
    return "/" + prefix.strip("/")
