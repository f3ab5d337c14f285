"""Code passes through byte for byte, whatever stands in it."""

from __future__ import annotations

from collections import abc as cabc

import pytest

from flask_modelmind.prompt import read_tokens
from flask_modelmind.prompt import TokenScanner
from flask_modelmind.values import TokenNames

NAMES = TokenNames()
KEY = "0123456789abcdef"
T = NAMES.source_token(KEY)


def scan(pieces: cabc.Iterable[str]) -> str:
    scanner = TokenScanner(NAMES)
    events = [event for piece in pieces for event in scanner.feed(piece)]
    events += scanner.finish()
    return "".join(event for event in events if isinstance(event, str))


def every_cut(text: str) -> cabc.Iterator[list[str]]:
    yield list(text)
    for at in range(len(text) + 1):
        yield [text[:at], text[at:]]


CODE = {
    "span": f"Write `{T}` there.",
    "span of two": f"Write ``a ` {T} `` there.",
    "span over lines": f"Write `a\n{T}` there.",
    "backslash in a span": f"Write `a\\` and `{T}` there.",
    "fence": f"One:\n```py\nrows[1] = {T}\n\n{T}\n```\nTwo.",
    "tilde fence": f"One:\n~~~\n{T}\n```\n{T}\n~~~\nTwo.",
    "long fence": f"````\n```\n{T}\n```\n{T}\n````\nTwo.",
    "fence never closed": f"One:\n```\n{T}\n\nmore {T}",
    "fence in a list": f"- one\n\n  ```sh\n  {T}\n  ```\n- two",
    "fence in an item": f"- ```\n  {T}\n  ```\n- two",
    "fence in a quote": f"> ```\n> {T}\n> ```\n\nTwo.",
    "fence at once": f"```\n{T}\n```",
    "indented": f"One:\n\n    code {T}\n\n    {T}\n\nTwo.",
    "indented by a tab": f"One:\n\n\tcode {T}\n\nTwo.",
    "indented at once": f"    code {T}\n\nTwo.",
    "indented in an item": f"- one\n\n      code {T}\n\nTwo.",
    "span beside a bracket": f"dp[`{T}`]",
    "thinking in a span": "Write `<think>x</think>` in the template.",
    "thinking in a fence": "```\n</think>\n```",
}


@pytest.mark.parametrize("text", CODE.values(), ids=CODE.keys())
def test_code_is_not_changed(text: str) -> None:
    for pieces in every_cut(text):
        assert scan(pieces) == text


PROSE = {
    "after a span": (f"Use `dp[i][0]` {T}.", "Use `dp[i][0]`."),
    "after a fence": (f"```\nx\n```\n{T}\nTwo.", "```\nx\n```\nTwo."),
    "behind a lone backtick": (f"5` wide {T} and tall", "5` wide and tall"),
    "behind an escaped backtick": (f"\\`a {T} b`", "\\`a b`"),
    "behind a span of another paragraph": (f"a ` b\n\nc {T} ` d", "a ` b\n\nc ` d"),
    "behind a span that is too long": (
        f"a ` b {T} {'word ' * 100}` c",
        f"a ` b {'word ' * 100}` c",
    ),
    "in a paragraph of an item": (f"- one\n\n    two {T}", "- one\n\n    two"),
    "in a lazy line": (f"one\n    two {T}", "one\n    two"),
    "between inline fences": (f"```x``` {T} y", "```x``` y"),
    "with tildes around": (f"~~old~~ {T} new", "~~old~~ new"),
    "after indented code": (f"    code\nTwo {T}.", "    code\nTwo."),
}


@pytest.mark.parametrize(("text", "expected"), PROSE.values(), ids=PROSE.keys())
def test_prose_beside_code_is_cleaned(text: str, expected: str) -> None:
    for pieces in every_cut(text):
        assert scan(pieces) == expected


def test_code_is_shown_while_it_arrives() -> None:
    scanner = TokenScanner(NAMES)

    shown = "".join(str(event) for event in scanner.feed(f"```\n{T[:20]}"))

    assert shown == f"```\n{T[:20]}"


THINKING = {
    "whole": (
        f"<think>maybe 999 {T}</think>\n\nThe fee is 15% {T}.",
        "The fee is 15%.",
    ),
    "other name": ("<Reasoning>hm < 5</Reasoning>Yes.", "Yes."),
    "after whitespace": ("\n<think>hm</think>Yes.", "Yes."),
    "never closed": ("<think>hm, Yes.", ""),
    "in the middle": ("Yes <think> no.", "Yes <think> no."),
    "no tag": ("<thinker>Yes</thinker>", "<thinker>Yes</thinker>"),
    "empty": ("<think>\n\n</think>\n\nYes.", "Yes."),
}


@pytest.mark.parametrize(("text", "expected"), THINKING.values(), ids=THINKING.keys())
def test_reasoning_at_the_beginning_is_dropped(text: str, expected: str) -> None:
    for pieces in every_cut(text):
        assert scan(pieces).lstrip("\n") == expected


def test_reasoning_whose_beginning_is_missing_does_not_count() -> None:
    text, placed = read_tokens(f"maybe 999 {T}</think>The fee is 15% {T}.", NAMES)

    assert text == "The fee is 15%."
    assert [token.at for token in placed] == [14]


TORTURE = """\
# سلام **دنیا** {t}

1. قیمت «شاهین ۴۰»: ۱٬۲۹۹ یورو {t}؛ موجودی: ۳ عدد {t}.
2. 手续费为15%【model_mind_source key=0123456789abcdef】。退货期30天{t}！
   - नमस्ते {t}। मूल्य ₹1,299 {t}
| name | price |
|------|-------|
| Falcon {t} | `1,299` {t} |

```py
rows[1] = "{t}"
```
ราคา 1,299 บาท {t} ครับ — «Ten» (20 {t}), 👩‍👩‍👧 {t}!
{t}

Done [1][2] and [x](https://x.test/a_(b)) {t}"""

TORTURED = """\
# سلام **دنیا**

1. قیمت «شاهین ۴۰»: ۱٬۲۹۹ یورو؛ موجودی: ۳ عدد.
2. 手续费为15%。退货期30天！
   - नमस्ते। मूल्य ₹1,299
| name | price |
|------|-------|
| Falcon | `1,299` |

```py
rows[1] = "{t}"
```
ราคา 1,299 บาท ครับ — «Ten» (20), 👩‍👩‍👧!

Done [1][2] and [x](https://x.test/a_(b))"""


def test_a_long_answer_in_many_scripts_comes_out_clean_at_every_cut() -> None:
    text = TORTURE.replace("{t}", T)
    expected = TORTURED.replace("{t}", T)

    for pieces in every_cut(text):
        assert scan(pieces) == expected
