"""One hostile name, wherever a player can write one, through all pages of both games: it is text and nothing else.

What Qt would take for markup must have been made plain (``gui.look.styling``); what is rich must have been escaped.
"""

import json
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QHelpEvent, Qt, QTextDocument
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QGraphicsTextItem,
    QGraphicsView,
    QHeaderView,
    QLabel,
    QTabWidget,
    QTextEdit,
    QToolTip,
    QWidget,
)

from engine import RunOptions, Scenario, Seat, dumps
from engine.kelly.hand.session import after_action, begin_session, tracked_session
from engine.ranges.library_files import LibraryEntry
from engine.scenario.kelly import read_panel
from engine.scenario.tracked_hand import TrackedAction
from gui.look.styling import RICH, TIP_OF_QT
from tests.e2e.playing import close, go_to, part, result, started
from tests.gui.object_names import all_exports

NAME = "<img src='secret.png'><b>bold</b>"
FILE_NAME = NAME.replace("/", "")
TABLES = {
    "holdem": Scenario(
        "holdem", (Seat(NAME, "AhKh"), Seat(f"{NAME} 2", "22+, AK"), Seat(f"{NAME} 3", "15%", folded=True)),
        board="7h 8h 2c", run=RunOptions(max_trials=2000), kelly=read_panel({"bankroll": 500}),
    ),
    "razz": Scenario("razz", (Seat(NAME, "A29"), Seat(f"{NAME} 2", "(7-7-7)")), run=RunOptions(max_trials=2000)),
}  # fmt: skip
WAITING = {game: Scenario(game, (Seat(NAME, ""), Seat(f"{NAME} 2", ""))) for game in ("holdem", "razz")}


def images(html):
    """Say whether a text would show a picture as Qt lays it out."""
    document = QTextDocument()
    document.setHtml(html)
    return "<img" in document.toHtml()


def unmarked(text):
    """Return a text without the hostile name, also as files and folders bear it."""
    return text.replace(NAME, "").replace(FILE_NAME, "")


def check_labels(window):
    for label in window.findChildren(QLabel):
        if not label.isVisible() or label.metaObject().className() == TIP_OF_QT:
            continue
        assert label.textFormat() != Qt.TextFormat.AutoText, label.objectName()
        if label.textFormat() == Qt.TextFormat.RichText:
            assert not images(label.text()), label.objectName()
        else:
            assert not Qt.mightBeRichText(unmarked(label.text())), f"{label.objectName()} shows markup of ours"
    for text in window.findChildren(QTextEdit):
        assert "<img" not in text.toHtml(), text.objectName()
    for view in window.findChildren(QGraphicsView):
        items = [item for item in view.scene().items() if isinstance(item, QGraphicsTextItem)] if view.scene() else []
        assert not [item for item in items if "<img" in item.toHtml()], view.objectName()


def shown_tip(widget, place):
    QToolTip.hideText()
    QApplication.sendEvent(widget, QHelpEvent(QEvent.Type.ToolTip, place, widget.mapToGlobal(place)))
    return QToolTip.text()


def hostile(tip):
    return isinstance(tip, str) and "<img" in tip


def places_with_tips(widget):
    """Yield where on a widget, a view's cells and heads among them, there is a tool tip with the name."""
    role = Qt.ItemDataRole.ToolTipRole
    if hostile(widget.toolTip()):
        yield widget, QPoint(2, 2)
    if isinstance(widget, QHeaderView) and widget.model() is not None:
        for section in range(widget.count()):
            if hostile(widget.model().headerData(section, widget.orientation(), role)):
                at = widget.sectionViewportPosition(section) + 2
                across = widget.orientation() == Qt.Orientation.Horizontal
                yield widget.viewport(), QPoint(at, 2) if across else QPoint(2, at)
    elif isinstance(widget, QAbstractItemView) and widget.model() is not None:
        model = widget.model()
        for row in range(min(model.rowCount(), 20)):
            for index in [model.index(row, column) for column in range(model.columnCount())]:
                if hostile(index.data(role)):
                    yield widget.viewport(), widget.visualRect(index).center()


def check_tips(window):
    for widget in [w for w in window.findChildren(QWidget) if w.isVisible()]:
        assert not (widget.property(RICH) and images(widget.toolTip())), widget.objectName()
        for area, place in places_with_tips(widget):
            assert not images(shown_tip(area, place)), widget.objectName()
    QToolTip.hideText()


def look(window):
    check_labels(window)
    check_tips(window)


def walk(app, *titles):
    """Look at every page of the game, or at some by their titles, then at what stands around the last one."""
    pages = part(app, "pages", QTabWidget)
    for page in [i for i in range(pages.count()) if not titles or pages.tabText(i) in titles]:
        pages.setCurrentIndex(page)
        for _ in range(5):
            QApplication.processEvents()
        for inner in pages.widget(page).findChildren(QTabWidget):
            for tab in range(inner.count()):
                inner.setCurrentIndex(tab)
                QApplication.processEvents()
        look(pages.widget(page))
    look(app.main_window)


def look_when_drawn(app):
    for _ in range(5):
        QApplication.processEvents()
    look(app.main_window)


@pytest.mark.parametrize("game", ["holdem", "razz"])
def test_no_page_takes_a_name_for_markup(app, qtbot, tmp_path, game):
    app.library.add(LibraryEntry(NAME, "AA", FILE_NAME, game, note=NAME))
    path = tmp_path / f"{FILE_NAME}.steelwheel"
    path.write_text(dumps(TABLES[game]), encoding="utf-8")
    assert app.main_window.commands.open_path(path)
    result(app, qtbot)
    walk(app)
    app.main_window.pages.show_inspection()
    look(app.main_window)
    app.document.replace("Wait", WAITING[game])
    walk(app)
    app.document.undo_stack.undo()
    result(app, qtbot)
    for item in all_exports(app.main_window.pages):
        if item.chart.ready:
            svg = ElementTree.fromstring(item.chart.svg())
            assert not [node for node in svg.iter() if node.tag.endswith("img")]
    app.document.edit("Other", kelly=read_panel({"bankroll": 7}))
    path.write_text(dumps(replace(TABLES[game], dead="2d" if game == "holdem" else "K")), encoding="utf-8")
    assert not app.main_window.commands.save()  # the question is asked with the name in it
    look(app.main_window)


def test_the_tracker_takes_no_name_for_markup(app):
    setup = {"bankroll": 500.0, "stacks": [100.0, 80.0, 60.0], "small_blind": 1.0, "big_blind": 2.0}
    seats = tuple(replace(seat, folded=False) for seat in TABLES["holdem"].seats)
    table = replace(
        TABLES["holdem"], seats=seats, board="", kelly=read_panel({"bankroll": 500.0, "tracker": {"setup": setup}})
    )
    go_to(app, "Kelly")
    app.document.replace("Set up", table)
    look_when_drawn(app)
    app.document.replace("Begin", begin_session(app.document.scenario))
    look_when_drawn(app)
    for action in (TrackedAction("call"), TrackedAction("call"), TrackedAction("check", note=NAME)):
        app.document.replace("Act", after_action(app.document.scenario, tracked_session(app.document.scenario), action))
        look_when_drawn(app)
    walk(app, "Journal", "Histories", "Kelly")


def test_the_offer_to_restore_takes_no_name_for_markup(app, qtbot, tmp_path):
    saved = {"steelwheel_autosave": 1, "path": str(tmp_path / NAME), "scenario": json.loads(dumps(TABLES["holdem"]))}
    folder = tmp_path / "data" / "steelwheel" / "autosave"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "a.autosave").write_text(json.dumps(saved), encoding="utf-8")
    (folder / "a.lock").touch()
    beside = started(qtbot, tmp_path)
    assert part(beside, "recovery").isVisible()
    look(beside.main_window)
    close(beside)


def test_markup_of_ours_is_kept(app):
    go_to(app, "Kelly")
    QApplication.processEvents()
    assert shown_tip(part(app, "kelly.bankroll"), QPoint(2, 2)).startswith("<b>Bankroll W</b>")
