"""The inventory of object names: what tests and screen readers find in the assembled window.

    python -m tests.gui.object_names > tests/data/object_names.md

prints a row for each name: the name, the class of what has it, and where it stands: the file of the nearest widget
around it that is neither Qt's nor one of ``gui/parts``. Numbers that count seats, slots and the like stand as N, the
cards of the deck as CARD and RANK.
"""

import os
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, QSettings
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QTabWidget,
    QWidget,
)

from engine import GAMES
from gui.application import Application
from gui.export.files import ExportItem
from gui.look.styling import prepare_style
from gui.shell.main_window import DEFAULT_SIZE
from gui.state.session import Pinned
from gui.storage.settings import Settings

INVENTORY = Path(__file__).parents[1] / "data" / "object_names.md"
OPERATED = (QAbstractButton, QAbstractItemView, QAbstractSlider, QAbstractSpinBox, QComboBox, QLineEdit, QTabWidget)
PARTS_OF_QT = re.compile(r"_?qt?_|Scroll(Left|Right)Button$|$")
"""Names that Qt gives to parts of its own widgets, and parts that it leaves without one."""

COUNTED = re.compile(r"\b(seat|slot|stacks|chips|place|noPair|level|word|other|bet|player|stack)\d+\b")
"""Words that count."""

HEAD = ("| object name | class | file |", "|---|---|---|")

VIEWS = (
    "range.showPaint", "range.showLibrary", "range.showInspect", "kelly.view.advice", "kelly.view.tracker",
    "preflop.view.situation", "preflop.view.hands", "preflop.view.seats", "preflop.view.jam",
    "betting.side.hands", "betting.side.habits", "betting.view.convergence", "betting.view.situation",
    "flopReport.view.chart", "flopReport.set.list", "match.view.matrix", "match.view.sizes", "simulate.view.situation",
    "simulate.view.hands", "simulate.view.values", "simulate.view.results", "third.view.situation",
)  # fmt: skip
"""Buttons that show another part of their page."""


def assemble(application: QApplication, folder: Path) -> Application:
    """Return the assembled program, its window shown as on a large screen, with settings of its own in ``folder``; a
    table is pinned, so that the page that compares is there."""
    prepare_style(application)
    assembled = Application(application, Settings(QSettings(str(folder / "s.ini"), QSettings.Format.IniFormat)))
    assembled.main_window.resize(*DEFAULT_SIZE)
    assembled.main_window.show()
    document = assembled.document
    assembled.session.keep_pinned(Pinned(document.scenario, document.file, None))
    return assembled


@pytest.fixture
def app(qtbot, qapp, tmp_path, monkeypatch):
    """The assembled program, with files of its own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assembled = assemble(qapp, tmp_path)
    qtbot.addWidget(assembled.main_window)
    yield assembled
    assembled.main_window.close()
    assembled.shut_down()


def switch_game(window: QWidget, game: str) -> None:
    """Switch the window to ``game``; what the switch has replaced is gone afterwards."""
    window.commands.switch_game(game)
    settle()


def settle() -> None:
    """Let the window do what it has put off: nothing that was deleted is found any more."""
    QApplication.processEvents()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def take_seats(window: QWidget, number: int) -> None:
    """Have so many seats at the table."""
    add, seats = window.findChild(QAbstractButton, "addSeat"), window.findChild(QWidget, "seatList")
    while sum(row.isVisible() for row in seats.rows) < number:
        add.click()
        settle()


def show_all(window: QWidget) -> Iterator[None]:
    """Show every page of the game, and every view of a page, one after the other."""
    pages = window.findChild(QTabWidget, "pages")
    for page in range(pages.count()):
        pages.setCurrentIndex(page)
        settle()
        yield
        buttons = [b for b in window.findChildren(QAbstractButton) if b.objectName() in VIEWS and b.isVisible()]
        for view in sorted(buttons, key=lambda button: VIEWS.index(button.objectName())):
            view.click()
            settle()
            yield


def all_exports(pages: QTabWidget) -> list[ExportItem]:
    """Build all pages of the game; return their charts that can be exported."""
    for tab in range(pages.count()):
        pages.page_of(tab)
    return pages.exports


def operated(window: QWidget) -> list[QWidget]:
    """Return all widgets that can be operated, hidden ones included, parts of Qt's own widgets left out."""
    return [
        widget
        for widget in window.findChildren(QWidget)
        if isinstance(widget, OPERATED) and (_is_ours(widget) or not PARTS_OF_QT.match(widget.objectName()))
    ]


def inventory(window: QWidget) -> list[str]:
    """Return the rows of the table of all names in the window, of both games."""
    rows: set[tuple[str, str, str]] = set()
    window.show_export()
    for game in GAMES:
        switch_game(window, game)
        for _ in show_all(window):
            actions = [action for action in window.findChildren(QAction) if not PARTS_OF_QT.match(action.objectName())]
            rows |= {_row(item) for item in (*operated(window), *actions)}
    return [*HEAD, *(f"| `{name}` | {class_} | {file} |" for name, class_, file in sorted(rows))]


def _row(item: QObject) -> tuple[str, str, str]:
    return pattern(item.objectName()), type(item).__name__, _file(item)


def pattern(name: str) -> str:
    name = re.sub(r"^deck\.[2-9TJQKA][shdc]$", "deck.CARD", name)
    name = re.sub(r"^deck\.rank\..$", "deck.rank.RANK", name)
    return COUNTED.sub(r"\1N", name)


def _file(item: QObject) -> str:
    while not _is_ours(item) or type(item).__module__.startswith("gui.parts."):
        item = item.parent()
    return type(item).__module__.replace(".", "/") + ".py"


def _is_ours(item: QObject) -> bool:
    return type(item).__module__.startswith("gui.")


def main() -> None:
    """Print the inventory."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QApplication(sys.argv[:1])
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_DATA_HOME"] = os.environ["LOCALAPPDATA"] = folder
        assembled = assemble(application, Path(folder))
        rows = inventory(assembled.main_window)
        assembled.main_window.close()
        assembled.shut_down()
    sys.stdout.write("\n".join(rows) + "\n")


if __name__ == "__main__":
    main()
