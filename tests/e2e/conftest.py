"""Tests here show windows: the rule of ``tests/qt_rules.py`` holds for all of them."""

import pytest

from tests.e2e.playing import close, started
from tests.qt_rules import nothing_left_behind as nothing_left_behind


@pytest.fixture
def app(qtbot, tmp_path):
    """Return the application, as it is started for the first time."""
    assembled = started(qtbot, tmp_path)
    yield assembled
    close(assembled)
