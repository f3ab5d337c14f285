"""Evidence that no model holds: rows from ``@mind.context`` hooks."""

from __future__ import annotations

import logging
import typing as t
from collections import abc as cabc

from ..hooks import failure
from ..settings import Settings
from ..values import Evidence
from .display import Masks
from .fields import FieldReader
from .leaves import Hides

logger = logging.getLogger(__name__)

MAX_ROWS = 100
"""Most rows of one hook."""


def context_evidence(
    name: str,
    label: str,
    rows: cabc.Iterable[cabc.Mapping[str, t.Any] | str],
    hides: Hides,
    *,
    masks: Masks = str,
    settings: Settings | None = None,
) -> list[Evidence]:
    """Turn the rows of a hook into evidence of kind ``context``.

    Sensitive keys are dropped, nested ones too. Rows are read here, so a hook that
    yields and fails half-way is logged and gives nothing.

    :param rows: Mappings of name → value, or plain texts; at most 100 are used.
    """
    settings = settings or Settings()
    reader = FieldReader(settings, hides, masks)
    try:
        return [
            _evidence(name, label, place, row, reader)
            for place, row in zip(range(MAX_ROWS), rows, strict=False)
        ]
    # The hook is the application's code; whatever it raises must not end the turn.
    except Exception as exc:  # noqa: BLE001
        logger.error(
            "The context '%s' failed and gives nothing: %s.", name, failure(exc)
        )
        return []


def _evidence(
    name: str,
    label: str,
    place: int,
    row: cabc.Mapping[str, t.Any] | str,
    reader: FieldReader,
) -> Evidence:
    source_id = f"context:{name}:{place}"
    if isinstance(row, str):
        [field] = reader.given({"text": row})
        return Evidence(
            kind="context",
            source_id=source_id,
            model=label,
            record=label,
            text=field.text,
            names=(label,),
        )
    fields = reader.given(row)
    title = next((f.text for f in fields if f.kind == "text" and f.text), "")
    named = next(
        (f.text for f in fields if f.column in ("name", "title", "label")), title
    )
    return Evidence(
        kind="context",
        source_id=source_id,
        model=label,
        record=named[:100] or label,
        fields=fields,
        names=tuple(dict.fromkeys((label, named))) if named else (label,),
    )
