from __future__ import annotations

import pytest

from flask_modelmind.declaring import Declaring
from flask_modelmind.search import ScanSearch
from flask_modelmind.settings import Settings
from flask_modelmind.state import make_state


@pytest.mark.parametrize("fuzzy", [True, False])
def test_the_search_in_the_database_heeds_the_setting_of_fuzziness(fuzzy: bool) -> None:
    settings = Settings(provider="extractive", retrieval_fuzzy=fuzzy)

    state = make_state(Declaring(), settings, secret_key=None, sessions=None)

    search = state.pipeline.finder.search
    assert isinstance(search, ScanSearch)
    assert search._fuzzy is fuzzy
