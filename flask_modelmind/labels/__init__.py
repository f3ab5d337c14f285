"""What the page and the widget say around an answer, in the visitor's language.

One module a language; every module holds the same keys. The sentences with numbers are
worded so that they are right for any number, because no plural rules are applied.
"""

from __future__ import annotations

import dataclasses
import json
import types
import typing as t
import uuid
from collections import abc as cabc

from . import ar
from . import de
from . import en
from . import es
from . import fa
from . import fr

TABLES: t.Final[cabc.Mapping[str, cabc.Mapping[str, str]]] = types.MappingProxyType(
    {
        module.__name__.rpartition(".")[2]: types.MappingProxyType(module.LABELS)
        for module in (en, fa, ar, de, es, fr)
    }
)
"""Labels by primary language subtag."""

ANSWER_PREFIXES: t.Final = (
    "back", "changed", "contradicted", "coverage_", "digits", "dir", "line", "new_tab",
    "note_", "open", "page", "source", "unavailable", "unsupported",
)  # fmt: skip
"""How the keys of the labels inside an answer begin."""

CoverageState = t.Literal["all", "some", "none", "unchecked", "no_claims"]


def choose_language(wishes: cabc.Iterable[str | None]) -> str:
    """Return the first language of the wishes that has labels, else ``"en"``.

    :param wishes: BCP 47 tags, dearest first; the region is not looked at, so a wish
        for ``fa-IR`` is granted before a later one for ``en``.
    """
    names = (_primary(wish) for wish in wishes)
    return next((name for name in names if name in TABLES), "en")


def labels(
    lang: str | None = None, *, overrides: cabc.Mapping[str, str] | None = None
) -> cabc.Mapping[str, str]:
    """Return the labels of a language; English where the language is not known.

    :param lang: BCP 47 tag such as ``fa-IR``; the region is not looked at.
    :param overrides: The application's own wording by key. Empty texts are passed over.
    :return: A read-only mapping with every key.
    """
    table = TABLES.get(_primary(lang), TABLES["en"])

    if not overrides:
        return table

    own = {key: text for key, text in overrides.items() if text}
    return types.MappingProxyType({**table, **own})


def labels_json(
    lang: str | None = None, *, overrides: cabc.Mapping[str, str] | None = None
) -> str:
    """Return what the script needs: the labels of ``lang``, and those of answers.

    An answer is in the language of its question, which may not be that of the page.

    :return: A JSON object ``{"page": {...}, "answers": {"en": {...}, "fa": {...}}}``.
    """
    answers = {
        name: {k: text for k, text in table.items() if k.startswith(ANSWER_PREFIXES)}
        for name, table in TABLES.items()
    }
    page = dict(labels(lang, overrides=overrides))
    return json.dumps(
        {"page": page, "answers": answers}, ensure_ascii=False, separators=(",", ":")
    )


def written(number: int, labels: cabc.Mapping[str, str]) -> str:
    """Write a whole number in the digits of the labels' language."""
    return str(number).translate(
        {ord("0") + value: digit for value, digit in enumerate(labels["digits"])}
    )


def filled(template: str, labels: cabc.Mapping[str, str], **values: object) -> str:
    """Put values into a label. Whole numbers are written in the language's digits.

    :param template: A label such as ``"Source {number}"``. Only its plain ``{name}``
        places are replaced, so a value with braces stays as it is.
    """
    parts = template.split("{")
    texts = [parts[0]]

    for part in parts[1:]:
        name, _, rest = part.partition("}")
        value = values.get(name, "")
        text = written(value, labels) if isinstance(value, int) else str(value)
        texts.append(text + rest)

    return "".join(texts)


def _primary(lang: str | None) -> str:
    return (lang or "").replace("_", "-").partition("-")[0].lower()


@dataclasses.dataclass(frozen=True, kw_only=True)
class CoverageLine:
    """How far an answer rests on sources, in words."""

    state: CoverageState
    text: str
    notes: tuple[str, ...] = ()
    """What is wrong with the rest, one short text each."""


def coverage_line(
    labels: cabc.Mapping[str, str],
    *,
    claims: int = 0,
    supported: int = 0,
    unsupported: int = 0,
    contradicted: int = 0,
    not_checkable: int = 0,
    status: str = "complete",
) -> CoverageLine:
    """Say in words how many statements of an answer have a source.

    An answer that was stopped, cut off or broken was not checked to its end, and an
    answer without statements is never called supported.

    :param status: Status of the answer, as on the wire.
    """
    state = _coverage_state(claims, supported, not_checkable, status)
    key = "coverage_one" if state == "all" and claims == 1 else f"coverage_{state}"
    text = filled(labels[key], labels, claims=claims, supported=supported)

    if state not in {"some", "none"}:
        return CoverageLine(state=state, text=text)

    counts = {
        "note_unsupported": unsupported if state == "some" else 0,
        "note_contradicted": contradicted,
        "note_not_checkable": not_checkable,
    }
    notes = (filled(labels[name], labels, count=n) for name, n in counts.items() if n)
    return CoverageLine(state=state, text=text, notes=tuple(notes))


def _coverage_state(
    claims: int, supported: int, not_checkable: int, status: str
) -> CoverageState:
    if status in {"stopped", "failed"}:
        return "unchecked"
    if not claims:
        return "no_claims"
    if not_checkable == claims:
        return "unchecked"
    if supported == claims:
        return "all"
    return "some" if supported else "none"


def template_globals(settings: object) -> dict[str, object]:
    """Return what the templates need as Jinja globals.

    Imported macros see globals only, never the variables of context processors.

    :param settings: The application's settings; the templates read ``name``,
        ``subtitle``, ``placeholder`` and the like as attributes.
    """
    return {
        "modelmind_form_id": lambda: str(uuid.uuid4()),
        "modelmind_settings": settings,
        "modelmind_language": choose_language,
        "modelmind_labels": labels,
        "modelmind_labels_json": labels_json,
        "modelmind_coverage": coverage_line,
        "modelmind_filled": filled,
        "modelmind_written": written,
    }
