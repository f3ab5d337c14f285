"""The commands under ``flask modelmind``."""

from __future__ import annotations

import json
import typing as t
import uuid
from collections import abc as cabc

import click
from flask import current_app
from flask.cli import with_appcontext

from .errors import ModelMindError
from .questions import make_question
from .settings import settings_table
from .state import AppState
from .turn import Turn
from .values import Answer
from .values import AnswerReady
from .values import Delta
from .values import TurnFailed
from .values import Viewer
from .web import public_answer

as_user = click.option(
    "--as-user", metavar="ID", help="Act for this user instead of a visitor."
)
as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def make_group(state: cabc.Callable[[], AppState]) -> click.Group:
    """Build the command group of one application.

    :param state: Returns the state of the current application.
    """
    group = click.Group("modelmind", help="Ask, inspect and set up the assistant.")
    for make in (_ask, _inspect_context, _settings, _create_tables):
        group.add_command(make(state))
    return group


def _ask(state: cabc.Callable[[], AppState]) -> click.Command:
    @click.command("ask")
    @click.argument("question")
    @click.option("--lang", help="Language of the answer; default: the question's.")
    @as_user
    @as_json
    @with_appcontext
    def ask(
        question: str, lang: str | None, as_user: str | None, *, as_json: bool
    ) -> None:
        """Answer QUESTION and list the sources."""
        turn = _start(state(), question, as_user, lang=lang)
        for event in turn.events():
            if isinstance(event, Delta) and not as_json:
                click.echo(event.text, nl=False)
            elif isinstance(event, TurnFailed):
                raise click.ClickException(str(event.error))
            elif isinstance(event, AnswerReady):
                _print_answer(event.answer, as_json=as_json)

    return ask


def _start(
    state: AppState, text: str, user: str | None, *, lang: str | None = None
) -> Turn:
    """Start a turn for a user, or for a visitor.

    :raises ClickException: The question or the user is refused.
    """
    try:
        viewer = _viewer(state, user) if user else Viewer()
        question = make_question(
            text,
            state.settings,
            turn_id=str(uuid.uuid4()),
            lang=lang,
            locale=viewer.locale,
        )
        with current_app.test_request_context():
            return state.pipeline.start(question, viewer)
    except ModelMindError as error:
        raise click.ClickException(str(error)) from error


def _viewer(state: AppState, user: str) -> Viewer:
    try:
        return state.access.identify_user(user)
    except ModelMindError:
        raise
    # The loader is the application's; most turn the text into a number first.
    except Exception as error:
        raise click.ClickException(
            f"the user loader failed for '{user}': {type(error).__name__}: {error}"
        ) from error


def _print_answer(answer: Answer, *, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(public_answer(answer), ensure_ascii=False, indent=2))
        return
    click.echo()
    for citation in answer.citations:
        columns = f" ({', '.join(citation.columns)})" if citation.columns else ""
        click.echo(f"[{citation.number}] {citation.source}{columns}")
    for link in answer.actions:
        click.echo(f"→ {link.label}: {link.url}")


def _inspect_context(state: cabc.Callable[[], AppState]) -> click.Command:
    @click.command("inspect-context")
    @click.option("--question", default="", help="Show what this question would find.")
    @as_user
    @as_json
    @with_appcontext
    def inspect_context(question: str, as_user: str | None, *, as_json: bool) -> None:
        """Show what may be known: each model, or the exact prompt of a question."""
        if question:
            _print_prompt(_start(state(), question, as_user), as_json=as_json)
        else:
            _print_models(state(), as_json=as_json)

    return inspect_context


def _print_models(state: AppState, *, as_json: bool) -> None:
    finder = state.pipeline.finder
    models: list[dict[str, t.Any]] = [
        {
            "model": entry.name,
            "label": entry.label,
            "columns": [column.name for column in finder.records.columns(entry)],
            "hidden": finder.records.hidden(entry),
        }
        for entry in finder.registry.entries()
    ]
    if as_json:
        click.echo(json.dumps({"models": models}, ensure_ascii=False, indent=2))
        return
    noun = "model" if len(models) == 1 else "models"
    click.echo(f"{len(models)} {noun} may be talked about.")
    for model in models:
        click.echo(f"{model['label']}: {', '.join(model['columns'])}")
        for column, reason in model["hidden"].items():
            click.echo(f"  hidden: {column} ({reason})")


def _print_prompt(turn: Turn, *, as_json: bool) -> None:
    prompt = turn.request().prompt
    shown = {
        "system": prompt.system,
        "data": prompt.data,
        "characters": len(prompt.system) + len(prompt.data),
        "records": [p.evidence.record for p in turn.snapshot.passages],
        "omissions": [
            {"model": o.model, "shown": o.shown_count, "left_out": o.left_out_count}
            for o in turn.snapshot.omissions
        ],
    }
    if as_json:
        click.echo(json.dumps(shown, ensure_ascii=False, indent=2))
        return
    click.echo(f"--- system\n{prompt.system}\n--- data\n{prompt.data}")
    click.echo(f"--- {shown['characters']} characters")
    for omission in turn.snapshot.omissions:
        click.echo(
            f"{omission.model}: {omission.shown_count} shown,"
            f" {omission.left_out_count} left out"
        )


def _settings(_: cabc.Callable[[], AppState]) -> click.Command:
    @click.command("settings")
    def settings() -> None:
        """Print every setting with its default, as docs/settings.md has them."""
        click.echo(settings_table())

    return settings


def _create_tables(state: cabc.Callable[[], AppState]) -> click.Command:
    @click.command("create-tables")
    @with_appcontext
    def create_tables() -> None:
        """Create the tables of this package that are missing."""
        try:
            state().store.create_tables()
        except ModelMindError as error:
            raise click.ClickException(str(error)) from error
        click.echo("The tables are there.")

    return create_tables
