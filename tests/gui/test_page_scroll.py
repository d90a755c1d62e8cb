"""What has less room than it needs scrolls, and follows the keyboard; where a window stands on its screen."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QStackedLayout,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from gui.application import WindowEvents
from gui.parts.build import combo_box, filled
from gui.parts.page_scroll import FocusFollower, PageScroll, name_scroll_bar
from gui.shell.main_window import FRAME, brought_back, first_size, fit_dialog


@pytest.mark.parametrize("screen", [(1920, 1080), (1440, 900), (960, 600), (1024, 768), (1280, 720)])
def test_a_window_fits_the_screen_wherever_it_was_before(screen):
    room = QRect(QPoint(100, 30), QSize(*screen))
    assert room.size() - FRAME == (room.size() - FRAME).expandedTo(first_size(room.size()))
    for before in (QRect(2000, 1500, 2400, 1300), QRect(-900, -900, 900, 600), QRect(100, 30, 1280, 800)):
        after = brought_back(before, room)
        assert room.contains(after.adjusted(-FRAME.width() // 2, -30, FRAME.width() // 2, FRAME.width() // 2))
    inside = QRect(150, 80, 820, 510)
    assert brought_back(inside, room) == inside


def test_a_dialog_is_no_larger_than_its_screen(qapp):
    dialog = QDialog()
    room = dialog.screen().availableSize() - FRAME
    for size in (QSize(5000, 5000), QSize(300, 5000), QSize(300, 200)):
        dialog.resize(size)
        assert not fit_dialog(dialog, QEvent(QEvent.Type.Show))
        assert dialog.size() == size.boundedTo(room)


@pytest.fixture
def following(qapp):
    """Let the window follow the keyboard, as the program does."""
    events = WindowEvents()
    events.add(FocusFollower().follow, *FocusFollower.EVENTS)
    events.add(name_scroll_bar, QEvent.Type.Polish)
    qapp.installEventFilter(events)
    yield
    qapp.removeEventFilter(events)


@pytest.mark.usefixtures("following")
def test_what_has_the_keyboard_comes_into_sight(qtbot, expose):
    page = QWidget()
    fields = [QLineEdit() for _ in range(30)]
    filled(QVBoxLayout(page), *fields)
    area = expose(PageScroll(page, "test"), (300, 200))
    bars = area.verticalScrollBar(), area.horizontalScrollBar()
    assert bars[0].maximum() > 0
    assert bars[0].accessibleName() == "Scroll up and down"
    bars[1].ensurePolished()
    assert bars[1].accessibleName() == "Scroll left and right"
    assert area.horizontalScrollBar().maximum() == 0
    area.activateWindow()
    qtbot.waitUntil(area.isActiveWindow)
    for field in (fields[-1], fields[0], fields[15]):
        field.setFocus()
        assert field.visibleRegion().boundingRect() == field.rect()
    for field in fields[3:]:
        field.hide()
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() == 0)
    assert page.height() == area.viewport().height()


@pytest.mark.usefixtures("following")
def test_a_button_that_is_disabled_when_it_is_clicked_stays_in_sight(qtbot, expose):
    page, button, last = QWidget(), QPushButton("To seat"), QLineEdit()
    button.clicked.connect(lambda: button.setEnabled(False))
    filled(QVBoxLayout(page), button, 2000, last)
    area = expose(PageScroll(page, "test"), (300, 200))
    area.activateWindow()
    qtbot.waitUntil(area.isActiveWindow)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert last.hasFocus()
    assert area.verticalScrollBar().value() == 0


@pytest.mark.usefixtures("following")
def test_what_was_clicked_stays_under_the_pointer_when_the_focus_goes_elsewhere(qtbot, expose):
    """As a card of the deck does, in large text: the focus goes to the slot of the next card."""
    page, first, button = QWidget(), QLineEdit(), QPushButton("7h")
    button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    button.clicked.connect(lambda: first.setFocus(Qt.FocusReason.OtherFocusReason))
    filled(QVBoxLayout(page), first, 2000, button)
    area = expose(PageScroll(page, "test"), (300, 200))
    area.activateWindow()
    qtbot.waitUntil(area.isActiveWindow)
    bar = area.verticalScrollBar()
    bar.setValue(bar.maximum())
    page.setFocus()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert first.hasFocus()
    assert bar.value() == bar.maximum()
    qtbot.keyClick(button, Qt.Key.Key_Shift)
    page.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    page.setFocus()
    first.setFocus(Qt.FocusReason.OtherFocusReason)  # by a key: it comes into sight
    assert bar.value() < bar.maximum()


@pytest.mark.usefixtures("following")
def test_a_page_that_has_the_keyboard_itself_stays_where_it_is(qtbot, expose):
    page = QWidget()
    page.setMinimumSize(700, 500)
    page.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
    area = expose(PageScroll(page, "test"), (300, 200))
    area.activateWindow()
    qtbot.waitUntil(area.isActiveWindow)
    page.setFocus(Qt.FocusReason.OtherFocusReason)
    assert page.hasFocus()
    assert page.pos() == QPoint(0, 0)


def test_a_stack_of_pages_scrolls_only_where_it_has_less_than_its_least_height(expose):
    page, full, tall = QWidget(), QWidget(), QTextEdit()
    tall.setMinimumHeight(100)
    words = QLabel("Words that take one line or more. " * 4)
    words.setWordWrap(True)
    filled(QVBoxLayout(full), words, (tall, 1))
    stack = QStackedLayout(page)
    stack.addWidget(QLabel("Nothing yet"))
    stack.addWidget(full)
    stack.setCurrentWidget(full)
    area = expose(PageScroll(page, "test", wraps=True), (300, 220))
    assert full.sizeHint().height() > 220
    assert area.verticalScrollBar().maximum() == 0
    area.resize(300, 120)
    assert area.verticalScrollBar().maximum() > 0
    assert tall.height() >= 100


@pytest.mark.usefixtures("following")
def test_a_list_scrolls_to_its_current_line(qtbot, expose):
    page, listed = QWidget(), QListWidget()
    listed.addItems([f"line {i}" for i in range(40)])
    listed.setMinimumHeight(1000)
    filled(QVBoxLayout(page), listed)
    area = expose(PageScroll(page, "test"), (300, 200))
    area.activateWindow()
    qtbot.waitUntil(area.isActiveWindow)
    listed.setFocus()
    listed.setCurrentRow(29)
    qtbot.keyClick(listed, Qt.Key.Key_Down)
    line = listed.visualItemRect(listed.item(30))
    top = listed.viewport().mapTo(area.viewport(), line.topLeft())
    assert area.viewport().rect().contains(QRect(top, QSize(10, line.height())))


def test_the_wheel_leaves_choices_as_they_are(qtbot):
    """A page that scrolls brings other fields under the pointer; an event that is not accepted goes to the page."""
    chosen = []
    combo = combo_box("test.combo", "A choice", chosen.append)
    qtbot.addWidget(combo)
    combo.addItems(["one", "two", "three"])
    combo.show()
    point = QPointF(combo.rect().center())
    wheel = QWheelEvent(
        point, combo.mapToGlobal(point), QPoint(0, 0), QPoint(0, -120), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(combo, wheel)
    assert (combo.currentIndex(), chosen, wheel.isAccepted()) == (0, [], False)
