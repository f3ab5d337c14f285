"""What stands where: languages, narrow windows, themes, pages without a script."""

from __future__ import annotations

import typing as t
from collections import abc as cabc

import pytest

pytestmark = pytest.mark.browser

OpenPage = cabc.Callable[..., t.Any]
NORMALISED = """(root) => {
  const copy = root.cloneNode(true)
  const prefix = copy.id
  const walk = (node) => {
    for (const {name, value} of [...node.attributes]) {
      node.setAttribute(name, value.replaceAll(prefix, 'ID'))
    }
    for (const child of [...node.childNodes]) {
      if (child.nodeType === 3 && /^\\n+$/.test(child.data)) child.remove()
      else if (child.nodeType === 1) walk(child)
    }
  }
  walk(copy)
  copy.normalize()
  const list = (node) => node.nodeType === 3 ? node.data : [node.localName,
    Object.fromEntries([...node.attributes].map((a) => [a.name, a.value]).sort()),
    ...[...node.childNodes].map(list)]
  return list(copy)
}"""
OVERFLOW = "() => document.documentElement.scrollWidth - innerWidth"
LOG_OVERFLOW = "(log) => log.scrollWidth - log.clientWidth"


def ask(page: t.Any, question: str) -> None:
    if page.locator(".modelmind-launcher").is_visible():
        page.locator(".modelmind-launcher").click()
    page.locator("textarea").fill(question)
    page.locator("textarea").press("Enter")
    page.locator("[aria-busy=false] .modelmind-answer__text").last.wait_for()


@pytest.mark.parametrize("name", ["plain", "persian", "rich", "refused", "bare"])
def test_script_and_templates_build_the_same_answer(
    open_page: OpenPage, name: str
) -> None:
    server = open_page(f"/answer/{name}").locator("#fixed").evaluate(NORMALISED)
    page = open_page()

    ask(page, f"#{name}")

    live = page.locator(".modelmind-answer").evaluate(NORMALISED)
    assert live == server


def test_a_persian_answer_runs_from_right_to_left(open_page: OpenPage) -> None:
    page = open_page("/?lang=fa")

    ask(page, "موجود است؟ #persian")

    answer = page.locator(".modelmind-answer")
    assert answer.get_attribute("dir") == "rtl"
    assert page.locator(".modelmind-marker").all_inner_texts() == ["۱", "۱", "۲", "?"]
    one, two = (page.locator(".modelmind-marker").nth(i).bounding_box() for i in (1, 2))
    assert one["x"] > two["x"]
    card = page.locator(".modelmind-card").first
    number = card.locator(".modelmind-card__number").bounding_box()
    assert number["x"] > card.locator(".modelmind-card__title").bounding_box()["x"]


def test_a_persian_answer_on_an_english_page_keeps_its_language(
    open_page: OpenPage,
) -> None:
    page = open_page()

    ask(page, "موجود است؟ #persian")

    assert "۲ گزاره از ۳" in page.locator(".modelmind-coverage").inner_text()
    assert page.get_by_role("button", name="Send question").is_visible()


@pytest.mark.parametrize("name", ["plain", "persian", "rich"])
def test_320_pixels_are_wide_enough(open_page: OpenPage, name: str) -> None:
    page = open_page(viewport={"width": 320, "height": 640})

    ask(page, f"{'x' * 60} #{name}")

    assert page.evaluate(OVERFLOW) <= 0
    assert page.locator("[role=log]").evaluate(LOG_OVERFLOW) <= 0
    assert page.locator(".modelmind-composer").bounding_box()["width"] == 320


def test_on_a_narrow_window_the_panel_is_modal(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 320, "height": 640})
    page.locator(".modelmind-launcher").click()

    assert page.locator(".modelmind-panel").evaluate("d => d.matches(':modal')")
    page.keyboard.press("Escape")
    assert page.locator(".modelmind-panel").is_hidden()


@pytest.mark.parametrize("name", ["plain", "persian", "japanese"])
def test_a_marker_never_starts_a_line(open_page: OpenPage, name: str) -> None:
    page = open_page(f"/answer/{name}", viewport={"width": 300, "height": 800})
    starts = """() => {
      const markers = [...document.querySelectorAll('.modelmind-marker')]
      return markers.filter((marker) => {
        const text = document.createTreeWalker(marker.previousSibling, 4)
        let last = null
        while (text.nextNode()) last = text.currentNode
        const range = document.createRange()
        range.setStart(last, last.length - 1)
        range.setEnd(last, last.length)
        const box = marker.getBoundingClientRect()
        return (box.top + box.bottom) / 2 > range.getBoundingClientRect().bottom
      }).length
    }"""

    for width in range(200, 520, 8):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(starts) == 0, width


def test_a_marker_is_large_enough_to_tap(open_page: OpenPage) -> None:
    page = open_page("/answer/plain")

    sizes = page.evaluate(
        """() => [...document.querySelectorAll('.modelmind-marker')].map((m) => {
          const area = getComputedStyle(m, '::after')
          return [parseFloat(area.width), parseFloat(area.height)]
        })"""
    )

    assert all(width >= 24 and height >= 24 for width, height in sizes), sizes


@pytest.mark.parametrize(
    ("system", "theme", "expected"),
    [
        ("light", "auto", "rgb(255, 255, 255)"),
        ("dark", "auto", "rgb(23, 24, 26)"),
        ("dark", "light", "rgb(255, 255, 255)"),
        ("light", "dark", "rgb(23, 24, 26)"),
    ],
)
def test_the_theme_follows_the_system_or_the_page(
    open_page: OpenPage, system: str, theme: str, expected: str
) -> None:
    page = open_page(f"/?theme={theme}", color_scheme=system)
    page.locator(".modelmind-launcher").click()

    colour = "(panel) => getComputedStyle(panel).backgroundColor"
    assert page.locator(".modelmind-panel").evaluate(colour) == expected


def test_with_reduced_motion_nothing_moves(open_page: OpenPage) -> None:
    page = open_page(reduced_motion="reduce")

    page.locator(".modelmind-launcher").click()

    assert page.evaluate("document.getAnimations().length") == 0


def test_without_a_script_the_launcher_leads_to_the_page(open_page: OpenPage) -> None:
    page = open_page(java_script_enabled=False)

    page.locator(".modelmind-launcher").click()

    assert page.url.endswith("/model-mind/")
    assert page.locator("textarea").is_visible()


def test_without_a_script_the_page_answers(open_page: OpenPage) -> None:
    page = open_page("/model-mind/", java_script_enabled=False)
    page.locator("textarea").fill("Is it there? #plain")

    page.get_by_role("button", name="Send question").click()

    assert page.url.endswith("/model-mind/#modelmind-page-latest")
    assert page.locator(".modelmind-card").count() == 2
    page.locator(".modelmind-marker").nth(2).click()
    assert page.url.endswith("-source-2")
    assert page.locator(".modelmind-card:target").inner_text().startswith("2")


def test_the_page_answers_in_place_with_a_script(
    open_page: OpenPage, backend: t.Any
) -> None:
    page = open_page("/model-mind/")

    ask(page, "Is it there? #plain")

    assert page.locator(".modelmind-card").count() == 2
    assert backend.messages == []
    assert page.evaluate(OVERFLOW) <= 0
