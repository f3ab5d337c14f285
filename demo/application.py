"""The application factory of the demo."""

from __future__ import annotations

import secrets
import typing as t
from collections import abc as cabc
from pathlib import Path

from flask import Flask

from . import accounts
from . import admin
from . import airports
from . import assistant
from . import orders
from . import seed
from . import shop
from .extensions import db
from .extensions import login_manager
from .money import format_money


def create_app(
    config: cabc.Mapping[str, t.Any] | None = None,
    *,
    instance_path: str | None = None,
) -> Flask:
    """Make the demo application; ``flask --app demo seed`` fills its database.

    :param config: Wins over the defaults below.
    :param instance_path: Folder of the database and the secret key; default:
        ``instance/`` beside the package.
    """
    app = Flask("demo", instance_path=instance_path)
    app.config["SQLALCHEMY_DATABASE_URI"] = "sqlite:///shop.sqlite"
    app.config.update(config or {})
    app.config["SECRET_KEY"] = app.config["SECRET_KEY"] or _secret_key(app)

    db.init_app(app)
    login_manager.init_app(app)
    assistant.init_app(app)
    app.jinja_env.filters["money"] = format_money
    for page in (shop, orders, airports, admin, accounts):
        app.register_blueprint(page.blueprint)
    app.cli.add_command(seed.seed_command)
    return app


def _secret_key(app: Flask) -> str:
    """Return the key of this copy of the demo, made at its first start."""
    file = Path(app.instance_path, "secret_key")

    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch(mode=0o600)
        file.write_text(secrets.token_hex(32), encoding="ascii")
    return file.read_text(encoding="ascii")
