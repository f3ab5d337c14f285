from __future__ import annotations

import pytest

from flask_modelmind.actions.templates import fill_label
from flask_modelmind.actions.templates import headline
from flask_modelmind.actions.templates import label_columns


def test_a_template_names_its_columns_in_order() -> None:
    assert label_columns("{name} of {category.slug}, {{x}}") == (
        "name",
        "category.slug",
    )


def test_placeholders_inside_a_value_stay_text() -> None:
    assert fill_label("View {name}", {"name": "{secret}"}) == "View {secret}"


def test_line_breaks_and_double_spaces_become_one_space() -> None:
    assert fill_label("View {name}", {"name": "a\n  b"}) == "View a b"


@pytest.mark.parametrize("length", [79, 80, 81, 500])
def test_a_label_has_at_most_eighty_characters(length: int) -> None:
    label = fill_label("{name}", {"name": "x" * length})

    assert len(label) == min(length, 80)
    assert label.endswith("…") == (length > 80)


def test_a_key_reads_as_a_headline() -> None:
    assert headline("products.view-all") == "Products view all"
