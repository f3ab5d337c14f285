"""Choose who you are: one click instead of a password."""

from __future__ import annotations

import sqlalchemy as sa
from flask import abort
from flask import Blueprint
from flask import redirect
from flask import render_template
from flask import request
from flask import url_for
from flask.typing import ResponseReturnValue
from flask_login import login_user
from flask_login import logout_user

from .extensions import db
from .extensions import login_manager
from .models import User

blueprint = Blueprint("accounts", __name__)


@login_manager.user_loader  # type: ignore[untyped-decorator]
def load_user(user_id: str) -> User | None:
    """Return the user of a session cookie."""
    return db.session.get(User, int(user_id)) if user_id.isdecimal() else None


@blueprint.get("/login")
def choose() -> str:
    """Show the demo users."""
    users = db.session.scalars(sa.select(User).order_by(User.id))
    return render_template("login.html", users=users, next=request.args.get("next", ""))


@blueprint.post("/login")
def log_in() -> ResponseReturnValue:
    """Log the chosen demo user in."""
    user = load_user(request.form.get("user_id", "")) or abort(404)
    login_user(user)
    return redirect(_own_path(request.form.get("next", "")))


@blueprint.post("/logout")
def log_out() -> ResponseReturnValue:
    """Become a visitor again."""
    logout_user()
    return redirect(url_for("products.index"))


def _own_path(target: str) -> str:
    """Return ``target`` when it is a path of this site, else the first page."""
    is_path = target.startswith("/") and not target.startswith(("//", "/\\"))
    return target if is_path else url_for("products.index")
