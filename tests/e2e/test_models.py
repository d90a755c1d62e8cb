"""What Qt asks the models of the assembled window for, and may ask at any time: with PySide 6.11 and Python 3.11 an
exception in a method that Qt calls ends the program where it was Python that has called Qt.
"""

from PySide6.QtCore import QAbstractItemModel, QAbstractTableModel, QModelIndex, Qt
from PySide6.QtWidgets import QTableView, QTabWidget

from gui.look.theme import EXAMPLES
from gui.parts.cells import EMPTY
from tests.e2e.playing import RESULT_MS, go_to, part

ROLES = (
    Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.CheckStateRole, Qt.ItemDataRole.TextAlignmentRole,
)  # fmt: skip


def own_models(app):
    """Return the models of ours in the pages that are built."""
    models = app.main_window.findChildren(QAbstractItemModel)
    return [model for model in models if type(model).__module__.startswith("gui.")]


def ask_for_too_much(model):
    """Ask a model for what it has not: nothing, and headings before the first and behind the last."""
    nowhere = QModelIndex()
    model.flags(nowhere)
    size = (model.rowCount(nowhere), model.columnCount(nowhere) if isinstance(model, QAbstractTableModel) else 1)
    for role in ROLES:
        assert model.data(nowhere, role) in (None, EMPTY)
        for orientation in Qt.Orientation:
            for section in (-1, *size, max(size) + 5):
                model.headerData(section, orientation, role)


def test_models_are_asked_for_what_they_have_not(app):
    pages = part(app, "pages", QTabWidget)
    asked = set()
    for game in ("holdem", "razz"):
        app.main_window.commands.switch_game(game)
        for place in range(pages.count()):
            pages.setCurrentIndex(place)
            for model in own_models(app):
                ask_for_too_much(model)
                asked.add(type(model).__name__)
    assert {"CellModel", "TableModel"} <= asked


def test_the_list_of_lows_has_no_more_names_than_rows(app, qtbot):
    app.main_window.commands.open_example(next(EXAMPLES.glob("*A29 against a seven.steelwheel")))
    go_to(app, "Lows")
    model = part(app, "outcomes.lowsTable", QTableView).model()
    qtbot.waitUntil(lambda: model.rowCount() > 0, timeout=RESULT_MS)
    ask_for_too_much(model)
