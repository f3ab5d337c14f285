from __future__ import annotations

import typing as t
from collections import abc as cabc
from html.parser import HTMLParser

import pytest
from flask import Blueprint
from flask import Flask
from flask import render_template_string

from flask_modelmind.assets import asset_dir
from flask_modelmind.labels import template_globals
from flask_modelmind.settings import Settings
from flask_modelmind.web.wire import as_wire

Json = dict[str, t.Any]
Render = cabc.Callable[..., "Page"]
IMPORT = '{% import "modelmind/macros.html" as modelmind %}'


class Element:
    """One start tag, with the text up to its end tag."""

    def __init__(self, tag: str, attributes: cabc.Mapping[str, str | None]) -> None:
        self.tag = tag
        self.attributes = attributes
        self.text = ""

    @property
    def classes(self) -> list[str]:
        return (self.attributes.get("class") or "").split()

    def __getitem__(self, name: str) -> str | None:
        return self.attributes.get(name)


class Page(HTMLParser):
    """Rendered HTML as a browser would read it."""

    VOID: t.Final = {"input", "link", "meta", "path", "br", "img"}

    def __init__(self, html: str) -> None:
        super().__init__()
        self.html = html
        self.elements: list[Element] = []
        self._open: list[Element] = []
        self._pieces: list[str] = []
        self.feed(html)
        self.close()
        assert not self._open, f"not closed: {[e.tag for e in self._open]}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, dict(attrs))
        self.elements.append(element)
        if tag not in self.VOID:
            self._open.append(element)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self._open.pop().tag == tag, f"crossed </{tag}>"

    def handle_data(self, data: str) -> None:
        self._pieces.append(data)
        for element in self._open:
            element.text += data

    def find(self, name: str) -> list[Element]:
        """Return the elements with a class, or with a tag name."""
        return [e for e in self.elements if name in e.classes or e.tag == name]

    def ids(self) -> list[str]:
        return [e["id"] for e in self.elements if e["id"]]

    @property
    def text(self) -> str:
        return " ".join("".join(self._pieces).split())


def make_blueprint() -> Blueprint:
    blueprint = Blueprint(
        "modelmind",
        __name__,
        url_prefix="/model-mind",
        template_folder=asset_dir("templates"),
        static_folder=asset_dir("static"),
        static_url_path="/static",
    )
    for name in ("chat", "stream", "session"):
        blueprint.add_url_rule(f"/{name}", name, lambda: "")
    blueprint.add_url_rule("/", "index", lambda: "", methods=["GET", "POST"])
    return blueprint


@pytest.fixture
def app(app: Flask) -> Flask:
    app.register_blueprint(make_blueprint())
    words = template_globals(Settings(name="Store assistant"))
    app.jinja_env.globals.update(words, modelmind_wire=as_wire)
    return app


@pytest.fixture
def render(app: Flask) -> Render:
    """Render a template that imports the macros, under a sub-path."""

    def render(template: str, **values: t.Any) -> Page:
        with app.test_request_context("/", base_url="http://shop.example/app/"):
            return Page(render_template_string(IMPORT + template, **values))

    return render


@pytest.fixture
def answer() -> Json:
    """An answer with a supported, a doubly cited and an unsupported statement."""
    return {
        "answer": "The Falcon 40 is in stock. It has a warranty. Buyers love it.",
        "turn_id": "t1",
        "lang": "en",
        "dir": "ltr",
        "status": "complete",
        "blocks": [{"type": "p", "dir": "ltr", "segments": make_segments()}],
        "citations": [make_record_citation(), make_document_citation()],
        "actions": [
            {"label": "View product", "url": "/products/1", "primary": True},
            {"label": "Order", "url": "/orders", "method": "POST"},
        ],
        "coverage": {"claims": 3, "supported": 2, "unsupported": 1},
    }


def make_segments() -> list[Json]:
    return [
        {
            "spans": [
                {"text": "The "},
                {"text": "Falcon 40", "kind": "name"},
                {"text": " is in stock. "},
            ],
            "support": "supported",
            "citations": [1],
        },
        {
            "spans": [{"text": "It has a warranty. "}],
            "support": "supported",
            "citations": [1, 2],
        },
        {"spans": [{"text": "Buyers love it."}], "support": "unsupported"},
    ]


def make_record_citation() -> Json:
    return {
        "number": 1,
        "model": "Products",
        "record": "Falcon 40 (FAL-40)",
        "fields": [
            {"column": "stock", "label": "Stock", "value": "14", "marked": True},
            {"column": "price", "label": "Price", "value": "1299.00 EUR"},
        ],
        "evidence": [{"t": "Stock: "}, {"t": "14", "m": True}],
        "location": None,
        "action": {"label": "View Falcon 40", "url": "/products/1", "kind": "route"},
        "status": "given",
        "available": True,
        "changed": False,
    }


def make_document_citation() -> Json:
    return {
        "number": 2,
        "model": "Handbook",
        "record": "Warranty policy",
        "fields": [],
        "evidence": [
            {"t": "Phones have "},
            {"t": "two years", "m": True},
            {"t": " of warranty."},
        ],
        "location": {
            "file": "warranty.md",
            "section": "2.1 Phones",
            "lines": [14, 16],
            "page": 3,
        },
        "action": None,
        "available": True,
    }
