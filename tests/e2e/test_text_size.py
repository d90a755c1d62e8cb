"""The size of text in the assembled window: chosen, kept and followed; ``test_cut_texts.py`` looks at all pages."""

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSettings
from PySide6.QtGui import QAction, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QTabWidget, QWidget

from gui.look.scale import set_text_scale
from gui.look.theme import EXAMPLES, TEXT_SCALES, text_scale
from gui.storage.settings import Settings
from tests.e2e.playing import close, go_to, part, result, settled_picture, started

SIZE = (1280, 800)
ROUNDS = 30
"""More often than a window lays itself out after a change."""
TABLES = {"holdem": "Flop - a range against any two", "razz": "Razz - A29 against a seven"}


def choose(app, name):
    app.main_window.findChild(QAction, f"action.{name}").trigger()


def press(app, keys):
    """Press the shortcut of an action that has these keys."""
    action = next(a for a in app.main_window.findChildren(QAction) if a.shortcut().toString() == keys)
    action.trigger()


def test_larger_smaller_and_normal_go_through_all_sizes(app):
    action = {name: app.main_window.findChild(QAction, f"action.text{name}") for name in ("Larger", "Smaller")}
    for percent in (110, 125, 150, 175, 200):
        assert action["Larger"].isEnabled()
        press(app, "Ctrl+F9")
        assert text_scale() == percent
    assert not action["Larger"].isEnabled()
    press(app, "Shift+F9")
    assert text_scale() == 100
    for percent in (90, 80):
        press(app, "Ctrl+Shift+F9")
        assert text_scale() == percent
    assert not action["Smaller"].isEnabled()
    assert app.main_window.findChild(QAction, "action.textSize.80").isChecked()


class Frames(QObject):
    """Notes where each widget of a window stands whenever it is painted."""

    def __init__(self, window):
        super().__init__()
        self._window = window
        self.painted = []
        self.last = window.findChild(QWidget, "seatList").rows[-1]

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint and isinstance(watched, QWidget) and self._window.isAncestorOf(watched):
            self.painted.append((watched, self.place(watched)))
        return False

    def place(self, widget):
        return QRect(widget.mapTo(self._window, QPoint()), widget.size())


@pytest.mark.parametrize("game", TABLES)
def test_no_frame_shows_a_window_that_is_not_laid_out_yet(app, qtbot, game):
    app.main_window.commands.open_example(EXAMPLES / f"{TABLES[game]}.steelwheel")
    app.main_window.resize(*SIZE)
    result(app, qtbot)
    frames = Frames(app.main_window)
    for size in (125, 150, 100, 80, 200, 100):
        settled_picture(app.main_window, qtbot)
        frames.painted.clear()
        QApplication.instance().installEventFilter(frames)
        choose(app, f"textSize.{size}")
        qtbot.waitUntil(lambda: any(widget is frames.last for widget, _ in frames.painted))
        for _ in range(ROUNDS):
            QApplication.processEvents()
        QApplication.instance().removeEventFilter(frames)
        early = {widget.objectName() or type(widget).__name__ for widget, place in frames.painted
                 if place != frames.place(widget)}  # fmt: skip
        assert not early, size


def test_no_other_command_has_these_keys(app):
    keys = [key.toString() for a in app.main_window.findChildren(QAction) for key in a.shortcuts()]
    for own in ("F9", "Ctrl+F9", "Ctrl+Shift+F9", "Shift+F9", "Ctrl+=", "Ctrl+-"):
        assert keys.count(own) == 1


def test_the_size_is_there_again_at_the_next_start(qtbot, tmp_path):
    first = started(qtbot, tmp_path)
    choose(first, "textSize.150")
    close(first)
    second = started(qtbot, tmp_path)
    assert text_scale() == 150
    assert second.main_window.findChild(QAction, "action.textSize.150").isChecked()
    assert part(second, "seat0.name").font().pixelSize() == 20
    close(second)


@pytest.mark.parametrize("value", ["", "many", "0", "-100", "1000", "100.5", "85", "@Invalid()", "true"])
def test_a_size_that_is_none_is_the_usual_one(tmp_path, value):
    path = tmp_path / "settings.ini"
    path.write_text(f"[General]\ntext_scale={value}\n", encoding="utf-8")
    assert Settings(QSettings(str(path), QSettings.Format.IniFormat)).text_scale == 100


def test_a_window_starts_in_the_usual_size_if_none_is_stored(qtbot, tmp_path):
    (tmp_path / "settings.ini").write_text("[General]\ntext_scale=85\n", encoding="utf-8")
    app = started(qtbot, tmp_path)
    assert text_scale() == 100
    close(app)


def test_nothing_is_lost_when_the_size_changes(app, qtbot):
    QTest.keyClicks(app.main_window, "ahadkhkd")
    go_to(app, "Range")
    pages, before = part(app, "pages", QTabWidget), app.document.undo_stack.count()
    field = part(app, "seat1.text", QLineEdit)
    field.setFocus()
    field.setText("22+, A")
    page, table, mark = pages.currentWidget(), app.document.scenario, app.document.cursor
    snapshot = result(app, qtbot)
    choose(app, "textSize.200")
    assert pages.currentWidget() is page
    assert (app.document.scenario, app.document.cursor) == (table, mark)
    assert app.document.undo_stack.count() == before
    assert app.session.snapshot is snapshot
    assert not app.session.stale
    assert (field.text(), field.hasFocus()) == ("22+, A", True)


def open_example(app, qtbot, game):
    path = next(path for path in EXAMPLES.iterdir() if path.stem == TABLES[game])
    app.main_window.commands.open_example(path)
    result(app, qtbot)


def test_a_window_that_has_changed_looks_as_one_that_was_started_so(qtbot, tmp_path):
    pictures = []
    for percent in (100, 150):
        folder = tmp_path / str(percent)
        folder.mkdir()
        (folder / "settings.ini").write_text(f"[General]\ntext_scale={percent}\ntheme=light\n", encoding="utf-8")
        app = started(qtbot, folder)
        app.main_window.resize(1600, 1000)
        open_example(app, qtbot, "holdem")
        set_text_scale(150)
        result(app, qtbot)
        shown = ("seat0", "deck", "board", "toolBar")
        pictures.append({name: settled_picture(part(app, name), qtbot) for name in shown})
        close(app)
    for name, picture in pictures[0].items():
        assert picture.size() == pictures[1][name].size(), name
        assert picture.convertToFormat(QImage.Format.Format_RGB32) == pictures[1][name].convertToFormat(
            QImage.Format.Format_RGB32
        ), name


def test_the_palette_offers_the_sizes(app):
    choose(app, "find")
    titles = {result.item.title for result in part(app, "palette.list").model().rows}
    part(app, "palette.entry").setText("larger text")
    titles |= {result.item.title for result in part(app, "palette.list").model().rows}
    part(app, "palette").close()
    assert "Larger text" in titles
    assert len(TEXT_SCALES) == 8
