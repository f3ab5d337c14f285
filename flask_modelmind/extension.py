"""The object that an application works with."""

from __future__ import annotations

import os
import typing as t
import uuid
from collections import abc as cabc
from weakref import WeakKeyDictionary

from flask import current_app
from flask import Flask
from flask import has_request_context

from .cli import make_group
from .declaring import Declaring
from .errors import ConfigError
from .errors import ProviderProtocolError
from .questions import make_question
from .settings import Settings
from .sources import ModelEntry
from .sources import SessionSource
from .state import AppState
from .state import make_state
from .turn import Turn
from .values import Answer
from .values import AnswerReady
from .values import Message
from .values import TurnEvent
from .values import TurnFailed
from .values import Viewer
from .web import make_blueprints

EXTENSION_KEY = "modelmind"


class ModelMind(Declaring):
    """Answer questions about an application's own data, with proof.

    What is declared on this object, such as models and actions, is shared by every
    application it serves. What depends on configuration is kept per application.

    :param app: Call :meth:`init_app` on this application now.
    :param sessions: Where models are read and this package's tables live, for plain
        SQLAlchemy: a session, ``scoped_session`` or ``sessionmaker``. Default: the
        Flask-SQLAlchemy or Flask-SQLAlchemy-Lite extension of each application.
    """

    def __init__(
        self, app: Flask | None = None, *, sessions: SessionSource | None = None
    ) -> None:
        super().__init__()
        self._app_state: WeakKeyDictionary[Flask, AppState] = WeakKeyDictionary()
        self._sessions = sessions

        if app is not None:
            self.init_app(app)

    def init_app(self, app: Flask) -> None:
        """Read the settings of an application and register the endpoints on it.

        :param app: The application, already configured.
        :raises ConfigError: The application has a ``ModelMind`` already, or one of its
            settings is wrong.
        """
        if EXTENSION_KEY in app.extensions:
            raise ConfigError(
                f"The app '{app.name}' has a 'ModelMind' already;"
                f" use 'app.extensions[\"{EXTENSION_KEY}\"]'."
            )
        settings = Settings.from_config(app.config, os.environ)
        self._app_state[app] = make_state(
            self, settings, secret_key=app.secret_key, sessions=self._sessions
        )
        app.extensions[EXTENSION_KEY] = self
        for blueprint in make_blueprints(settings, self._state):
            app.register_blueprint(blueprint)
        app.cli.add_command(make_group(self._state))

    def register(self, model: type, /, **options: t.Any) -> ModelEntry:
        """Declare a model that cannot be decorated, with the options of :meth:`model`.

        :raises RegistrationError: An option is unknown or names something that does
            not exist, the model is registered already, or its rules cannot work.
        """
        entry = super().register(model, **options)
        for state in self._app_state.values():
            state.access.check(model, entry.options)
        return entry

    @property
    def settings(self) -> Settings:
        """The settings of the current application."""
        return self._state().settings

    def ask(
        self,
        question: str,
        *,
        viewer: Viewer | None = None,
        lang: str | None = None,
        history: cabc.Sequence[Message] = (),
    ) -> Answer:
        """Answer a question, without storing it.

        :param question: 2 to ``MODEL_MIND_QUESTION_CHARACTERS`` characters.
        :param viewer: Who asks; default: the current user, or a visitor outside a
            request.
        :param lang: BCP 47 language of the answer; default: that of the question.
        :raises QuestionError: The question is too short or too long.
        :raises ProviderError: The provider gave no usable answer.
        :raises StorageError: The database cannot be reached.
        """
        for event in self.stream(question, viewer=viewer, lang=lang, history=history):
            if isinstance(event, AnswerReady):
                return event.answer
            if isinstance(event, TurnFailed):
                raise event.error
        raise ProviderProtocolError("The turn has no end.", provider="pipeline")

    def stream(
        self,
        question: str,
        *,
        viewer: Viewer | None = None,
        lang: str | None = None,
        history: cabc.Sequence[Message] = (),
    ) -> cabc.Iterator[TurnEvent]:
        """Answer a question piece by piece; takes and raises what :meth:`ask` does.

        Everything that may be refused is refused by this call, not by the iterator.
        The last event is ``AnswerReady`` or ``TurnFailed``.
        """
        turn = self._start(question, viewer=viewer, lang=lang, history=history)
        return turn.events()

    def _start(
        self,
        question: str,
        *,
        viewer: Viewer | None,
        lang: str | None,
        history: cabc.Sequence[Message],
    ) -> Turn:
        state = self._state()
        if viewer is None:
            viewer = state.access.identify() if has_request_context() else Viewer()
        asked = make_question(
            question,
            state.settings,
            turn_id=str(uuid.uuid4()),
            lang=lang,
            locale=viewer.locale,
            history=history,
        )
        return state.pipeline.start(asked, viewer)

    def _state(self) -> AppState:
        app = current_app._get_current_object()  # type: ignore[attr-defined]  # noqa: SLF001

        try:
            return self._app_state[app]
        except KeyError:
            raise ConfigError(
                f"'init_app' was not called for the app '{app.name}' on this"
                " 'ModelMind' object."
            ) from None
