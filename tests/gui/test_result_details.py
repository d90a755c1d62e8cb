"""The details of a result reach the pages: the equities of hands colour the matrix."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QWidget

from engine import Folder
from gui.library import Library
from gui.pages import Pages
from gui.result_details import class_equities
from gui.settings import Settings
from tests.gui.table_fakes import result, table

MATRIX = [
    {"seat": 0, "classes": {"AA": {"share": 1.0, "equity": 0.8, "stderr": 0.0}}, "combos": {}},
    {"seat": 2, "classes": {"KK": {"share": 1.0, "equity": 0.2, "stderr": 0.0}}, "combos": {}},
]


@pytest.fixture
def made():
    return table(seats=("AA", "QQ", "KK"), folded=(1,))


def with_matrix(made, matrix):
    return replace(result(made.scenario, (0.8, 0.2)), details={"matrix": matrix})


def test_the_equities_of_a_seat(made):
    snapshot = with_matrix(made, MATRIX)
    assert class_equities(snapshot, 0) == {"AA": 0.8}
    assert class_equities(snapshot, 2) == {"KK": 0.2}
    assert class_equities(snapshot, 1) is None
    assert class_equities(result(made.scenario, (0.8, 0.2)), 0) is None
    assert class_equities(None, 0) is None


@pytest.mark.parametrize(
    "matrix",
    [
        5,
        None,
        ["AA"],
        [{}],
        [{"seat": 0}],
        [{"seat": 0, "classes": []}],
        [{"seat": 0, "classes": {"AA": {"equity": {}}}}],
    ],
)
def test_a_file_may_hold_anything(made, matrix):
    assert class_equities(with_matrix(made, matrix), 0) is None


def test_the_heat_is_offered_as_long_as_the_result_stands(qtbot, tmp_path, made):
    library = Library(tmp_path / "library.json", Folder("Presets"))
    settings = Settings(QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat))
    pages = Pages(made.document, made.session, made.table_input, made.look, settings, library)
    qtbot.addWidget(pages)
    shown = [pages.tabText(i) for i in range(pages.count()) if pages.isTabVisible(i)]
    assert shown == ["Equity", "Range", "Kelly"]
    heat = pages.findChild(QWidget, "range.heat")
    assert heat.isHidden()
    made.session.show(with_matrix(made, MATRIX))
    assert not heat.isHidden()
    made.document.edit("Board", board="2c 3d 4h")
    assert made.session.stale
    assert heat.isHidden()
