"""The code in docs/providers.md and docs/testing.md does what it says."""

from __future__ import annotations

import re
import typing as t
from pathlib import Path

import pytest

from flask_modelmind import errors
from flask_modelmind.providers import make_provider
from flask_modelmind.providers.presets import PRESETS
from flask_modelmind.settings import Settings
from tests.providers.requests import QUESTION
from tests.providers.requests import read_all

DOCS = Path(__file__).parent.parent.parent / "docs"
PROVIDERS = (DOCS / "providers.md").read_text(encoding="utf-8")


def run(page: str) -> dict[str, t.Any]:
    names: dict[str, t.Any] = {"__name__": "docs"}
    text = (DOCS / page).read_text(encoding="utf-8")
    for block in re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        exec(compile(block, page, "exec"), names)  # noqa: S102
    return names


def test_the_test_in_the_page_about_testing_passes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names = run("testing.md")

    names["test_the_price_is_cited"]()


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("OwnProvider", f"12 characters of evidence for: {QUESTION}"),
        ("OwnAnswers", f"You asked: {QUESTION}"),
    ],
)
def test_the_providers_in_the_page_about_providers_work(
    name: str, expected: str
) -> None:
    custom = run("providers.md")[name]

    provider = make_provider(Settings(provider="custom", custom_provider=custom))

    assert read_all(provider)[0] == expected


@pytest.mark.parametrize("name", [*PRESETS, "extractive", "custom"])
def test_every_provider_is_documented(name: str) -> None:
    assert f"| `{name}`" in PROVIDERS


@pytest.mark.parametrize("kind", errors.ProviderError.__subclasses__())
def test_every_provider_error_is_documented(kind: type[errors.ProviderError]) -> None:
    assert f"| `{kind.__name__}` |" in PROVIDERS
