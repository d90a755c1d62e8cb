"""Tests here show windows: the rule of ``tests/qt_rules.py`` holds for all of them."""

import traceback

import pytest

from tests.e2e.playing import close, started
from tests.qt_rules import nothing_left_behind as nothing_left_behind
from tests.qt_rules import patient_reading as patient_reading
from tests.qt_rules import qapp as qapp
from tests.qt_rules import qtbot as qtbot


@pytest.fixture(autouse=True)
def own_data(tmp_path, monkeypatch):
    """Give each test a data folder of its own: a window that is closed leaves its unsaved table to the next one."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture(autouse=True)
def no_fault_of_ours(monkeypatch):
    """Fail a test during which an exception came out of the window's code or of its jobs: the window only reports it
    and goes on.
    """
    faults = []

    def note(error, more=""):
        faults.append("".join((*traceback.format_exception(error), more)))

    for place in ("gui.application", "gui.state.runner"):
        monkeypatch.setattr(f"{place}.print_fault", note)
    yield
    assert not faults, "\n".join(faults)


@pytest.fixture
def app(qtbot, tmp_path):
    """Return the application, as it is started for the first time."""
    assembled = started(qtbot, tmp_path)
    yield assembled
    close(assembled)
