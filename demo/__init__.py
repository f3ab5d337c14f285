"""A small shop and every airport of the world: Flask-ModelMind to try out."""

from __future__ import annotations

from .application import create_app as create_app

__all__ = ["create_app"]
