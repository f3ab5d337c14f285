"""Make text from records, pages and visitors harmless inside a prompt.

The words stay as they are, so that an answer can quote them. Only what could be taken
for part of the prompt's own frame is changed:

* an opening of a token loses its brackets: ``[[model_mind_source`` becomes
  ``(model_mind_source``
* the turn's delimiter is cut out, and ``<<evidence`` becomes ``< <evidence``
* tags of reasoning and of chat templates are broken: ``</think>`` becomes
  ``< /think>``
* control, direction-override and invisible tag characters are removed
"""

from __future__ import annotations

import re

from ..values import TokenNames
from .grammar import OPENERS
from .grammar import Opening
from .grammar import read_opening
from .reasoning import TAG

_INVISIBLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufeff\U000e0000-\U000e007f]"
)
_FRAME = re.compile(
    r"<(?=<\s*/?\s*(?:evidence|page|visitor|end)\b)|<(?=\|)", re.IGNORECASE
)
_BREAK = re.compile(r"\r\n?|[\u2028\u2029\x85\x0b\x0c]")


def defuse(text: str, *, tokens: TokenNames, fence: str = "") -> str:
    """Return ``text`` with everything broken that could pass for the frame.

    :param tokens: Names of the two tokens.
    :param fence: Delimiter of this turn.
    """
    text = _BREAK.sub("\n", text)
    text = _INVISIBLE.sub("", text)
    if fence:
        text = re.sub(re.escape(fence), "", text, flags=re.IGNORECASE)
    text = TAG.sub(lambda found: "< " + found[0][1:], text)
    text = _FRAME.sub("< ", text)
    return _without_openings(text, tokens)


def one_line(text: str) -> str:
    """Return ``text`` with every run of whitespace as one space."""
    return " ".join(text.split())


def _without_openings(text: str, tokens: TokenNames) -> str:
    parts: list[str] = []
    at = 0
    for found in re.finditer(rf"\\?[{re.escape(OPENERS)}]", text):
        if found.start() < at:
            continue
        opening = read_opening(text + " ", found.start(), tokens)
        if isinstance(opening, Opening):
            written = text[found.start() : opening.end]
            name = re.sub(r"^[\\\s\[【［]+", "", written)
            parts += [text[at : found.start()], "(", name]
            at = opening.end
    return "".join([*parts, text[at:]])
