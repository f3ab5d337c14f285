from __future__ import annotations

import logging

import pytest


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.DEBUG, logger="flask_modelmind")
    return caplog
