"""The extensions of the demo, made once and bound to an app by the factory."""

from __future__ import annotations

import typing as t

from flask_login import LoginManager
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import orm

from flask_modelmind import ModelMind


class Base(orm.DeclarativeBase):
    """The base of the demo's models."""


db = SQLAlchemy(model_class=Base)
if t.TYPE_CHECKING:  # Type checkers cannot follow a class made at run time.
    Model = Base
else:
    Model = db.Model
mind = ModelMind()
login_manager = LoginManager()
login_manager.login_view = "accounts.choose"
login_manager.login_message = "Please choose a demo user first."
