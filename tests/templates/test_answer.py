from __future__ import annotations

import typing as t
from collections import abc as cabc

Json = dict[str, t.Any]
Render = cabc.Callable[..., t.Any]


def test_each_marker_leads_to_its_own_card(render: Render, answer: Json) -> None:
    page = render("{{ modelmind.answer(answer, id='a') }}", answer=answer)

    assert [m["href"] for m in page.find("modelmind-marker")] == [
        "#a-source-1",
        "#a-source-1",
        "#a-source-2",
        "#a-coverage",
    ]
    assert [c["id"] for c in page.find("modelmind-card")] == [
        "a-source-1",
        "a-source-2",
    ]
