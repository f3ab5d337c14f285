from __future__ import annotations

import pytest

from flask_modelmind.actions import may_link
from flask_modelmind.actions import row_links
from flask_modelmind.actions.links import identity
from flask_modelmind.settings import Settings
from flask_modelmind.values import ActionLink
from flask_modelmind.values import Citation

SETTINGS = Settings(link_hosts=("Docs.test", "*.shop.test", "dev.test:8080"))
VIEW = ActionLink(label="View", url="/products/1")


def citation(action: ActionLink | None) -> Citation:
    return Citation(
        number=1,
        key="k",
        kind="record",
        model="Products",
        record="Falcon",
        source_id="record:product:1",
        action=action,
    )


@pytest.mark.parametrize(
    "url",
    [
        "https://docs.test/a?b#c",
        "http://docs.test",
        "HTTPS://DOCS.TEST/",
        "https://docs.test./",
        "https://docs.test:443/",
        "https://a.b.shop.test/",
        "http://dev.test:8080/",
    ],
)
def test_an_address_of_a_listed_host_may_be_a_link(url: str) -> None:
    assert may_link(url, SETTINGS)


@pytest.mark.parametrize(
    "url",
    [
        "https://evil.test/?ref=docs.test",
        "https://docs.test.evil.test/",
        "https://evil.test#docs.test",
        "https://docs.test@evil.test/",
        "https://user:pass@docs.test/",
        "https://evil.test\\@docs.test/",
        "https://evil.test\\.shop.test/",
        "https://docs.test:8080/",
        "https://docs.test:x/",
        "https://shop.test/",
        "https://evilshop.test/",
        "http://dev.test/",
        "https:///docs.test",
        "https://",
        "//docs.test/",
        "/products/1",
        "docs.test",
        "javascript:alert(1)//docs.test",
        "java\nscript:alert(1)",
        "data:text/html,x",
        "mailto:bo@docs.test",
        "ftp://docs.test/",
        " https://docs.test/",
        "https://docs.test/\x00",
        "https://[::1",
        "",
    ],
)
def test_any_other_address_is_text(url: str) -> None:
    assert not may_link(url, SETTINGS)


def test_without_listed_hosts_no_address_is_a_link() -> None:
    assert not may_link("https://docs.test/", Settings())


def test_only_scheme_and_host_are_compared_without_case() -> None:
    def same(one: str, other: str) -> bool:
        return identity(ActionLink(label="a", url=one)) == identity(
            ActionLink(label="b", url=other)
        )

    assert same("HTTP://Shop.test/p/Ab", "http://shop.TEST/p/Ab")
    assert not same("/p/Ab", "/p/aB")
    assert not same("/p", "/p/")


def test_a_form_and_a_page_at_one_address_are_two_actions() -> None:
    form = ActionLink(label="Delete", url="/products/1", method="POST")

    assert identity(form) != identity(VIEW)


def test_a_button_on_a_card_is_not_shown_twice() -> None:
    other = ActionLink(label="Buy", url="/products/1/buy")

    assert row_links((VIEW, other), (citation(VIEW), citation(None))) == (other,)
