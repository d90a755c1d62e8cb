"""The assembled application: starting it, finding and clicking its parts by their names."""

import warnings
from dataclasses import replace

from PySide6.QtCore import QMimeData, QPoint, QPointF, QSettings, Qt, QUrl
from PySide6.QtGui import QAction, QDragEnterEvent, QDropEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QTabWidget, QWidget

from gui.application import Application
from gui.export.dialog import ExportDialog
from gui.look.styling import prepare_style
from gui.shell.main_window import DEFAULT_SIZE
from gui.storage.settings import Settings

RESULT_MS = 300_000
"""Time for a first result, whose details may wait for kernels: 45 s of an idle processor, and five times that."""


def started(qtbot, folder):
    """Return the application, its window on show as on a large screen, its settings in ``folder``."""
    prepare_style(QApplication.instance())
    settings = Settings(QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat))
    assembled = Application(QApplication.instance(), settings)
    qtbot.addWidget(assembled.main_window)
    assembled.main_window.resize(*DEFAULT_SIZE)
    assembled.main_window.show()
    qtbot.waitExposed(assembled.main_window)
    return assembled


def restored(qtbot, tmp_path):
    """Start the window and take what is offered, until nothing is; return the window and the tables."""
    app, tables = started(qtbot, tmp_path), []
    while part(app, "recovery").isVisible():
        click(app, "recovery.restore")
        tables.append(app.document.scenario)
    return app, tables


def close(assembled):
    """Close the window and end the threads."""
    assembled.main_window.close()
    assembled.shut_down()


def part(app, name, kind=QWidget):
    """Return the part of this objectName, which must be there."""
    result = app.main_window.findChild(kind, name)
    assert result is not None, name
    return result


def go_to(app, title):
    """Show the page of this title."""
    part(app, "pages", QTabWidget).setCurrentIndex(_place(app, title))


def export_file(app, title, path):
    """Save a chart or the results in the export dialog, in the format of the file's suffix; return what was written."""
    part(app, "action.export", QAction).trigger()
    dialog = part(app, "export", ExportDialog)
    rows = [dialog.list.item(row) for row in range(dialog.list.count())]
    dialog.list.setCurrentItem(next(row for row in rows if row.flags() and row.text().split("\n")[0] == title))
    formats = [dialog.format.itemText(i).lower() for i in range(dialog.format.count())]
    dialog.format.setFocus()
    QTest.keyClick(dialog.format, Qt.Key.Key_Home)
    for _ in range(next(i for i, name in enumerate(formats) if name.startswith(path.suffix[1:]))):
        QTest.keyClick(dialog.format, Qt.Key.Key_Down)
    type_into(app, "export.folder", str(path.parent))
    type_into(app, "export.file", path.name)
    QTest.keyClick(dialog.file, Qt.Key.Key_Return)
    assert path.exists(), dialog.note.text()
    dialog.close()
    return path.read_bytes()


def press_page_key(app, title, times=1):
    """Press the key that shows the page of this title; again, it gives the page the keyboard."""
    keys = QKeySequence(app.main_window.pages.key_of(_place(app, title)))[0]
    for _ in range(times):
        QTest.keyClick(QApplication.focusWidget() or app.main_window, keys.key(), keys.keyboardModifiers())


def _place(app, title):
    pages = part(app, "pages", QTabWidget)
    return next(i for i in range(pages.count()) if pages.tabText(i) == title)


def click(app, *names):
    """Click parts, one after the other."""
    for name in names:
        QTest.mouseClick(part(app, name), Qt.MouseButton.LeftButton)


def type_into(app, name, text):
    """Replace the text of a field, key by key."""
    field = part(app, name, QLineEdit)
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)


def result(app, qtbot):
    """Wait for the result of what is on the table now."""

    def ready():
        session = app.session
        return not session.stale and session.state == "idle" and session.snapshot is not None

    qtbot.waitUntil(ready, timeout=RESULT_MS)
    snapshot = app.session.snapshot
    own = app.document.scenario
    assert replace(snapshot.scenario, run=replace(snapshot.scenario.run, detail=own.run.detail)) == own
    return snapshot


def settled_picture(page, qtbot):
    """Return what a page looks like as soon as it stays so."""
    seen = [page.grab().toImage()]

    def is_settled():
        qtbot.wait(50)
        seen.append(page.grab().toImage())
        return seen.pop(0) == seen[-1]

    qtbot.waitUntil(is_settled, timeout=RESULT_MS)
    return seen[-1]


def drag_enter(actions, data, buttons):
    """Return the event of a drag that comes to a widget."""
    with warnings.catch_warnings():  # Qt 6.12 wants the place as QPointF, which older ones do not take
        warnings.simplefilter("ignore", DeprecationWarning)
        return QDragEnterEvent(QPoint(2, 2), actions, data, buttons, Qt.KeyboardModifier.NoModifier)


def drop(widget, *paths):
    """Drag files over a widget and drop them; return whether both was welcome."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    data.setText("\n".join(map(str, paths)))
    how = (Qt.DropAction.CopyAction | Qt.DropAction.MoveAction, data, Qt.MouseButton.LeftButton)
    enter = drag_enter(*how)
    fall = QDropEvent(QPointF(2, 2), *how, Qt.KeyboardModifier.NoModifier)
    for event in (enter, fall):
        event.ignore()
        QApplication.sendEvent(widget, event)
    return enter.isAccepted() and fall.isAccepted()
