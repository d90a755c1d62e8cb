"""A player at random, who opens everything there is and works in between, by mouse and by keys.

Nothing may come of it but what he sees: no internal error, no message of Qt, no widget that moves under the mouse.
"""

import logging
import random
import re
import sys
import threading
import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TypeVar
from unittest.mock import patch

import shiboken6
from PySide6.QtCore import QPoint, QProcess, QRect, Qt, QTimer, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QAction, QContextMenuEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialog,
    QFileDialog,
    QLineEdit,
    QMenu,
    QPushButton,
    QTabBar,
    QToolButton,
    QWidget,
)

from engine import RunOptions, Scenario, Seat
from gui.application import Application
from gui.export.files import FORMATS
from gui.look.theme import Paper
from gui.pages.specs import PAGES
from gui.parts.text_entry import ProblemLine
from gui.state.runner import LatestWins
from tests.gui.object_names import PARTS_OF_QT, pattern

RUN_SECONDS = 1.0
PAUSES_MS = (0, 5, 40, 200)
CLOSING_MS = 30
"""How soon what has opened is closed again."""
PATIENCE_MS = 3000
"""How soon where more is to be done with it."""
TIMES = 2
"""How often everything is opened at least."""
MOST_MS, SETTLING_MS = 20_000, 2_000
"""How long it may take until something opens or closes; how long a layout is waited for that changes."""
RANGES = ("AA", "TT+, AQs+", "22+, ATs+, KQo", "15%", "30%, !AA", "random", "5%-20%", "99-66:0.5, A5s-A2s", "JTs, Q9")
RAZZ_HANDS = ("A 2 3", "A 2 9", "x x K", "x x 7", "(7-7-)7", "[A]7-9", "x x 5 6", "A 3 4 8", "x", "x x Q T")
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "shdc"]
NUMBERS = ("", "5", "30", "100", "250", "1000", "5000", "many")
FIELDS = ("bankroll", "chips0", "chips1", "pot", "toCall", "chip", "maxBet", "allFold", "rake")
LEFT_OUT = {"File › Quit", "File › New window"}
"""What would end the window or begin another process."""
IGNORED = re.compile(r"This plugin (does not support|supports) ")
"""Messages about what the offscreen platform cannot do."""
NAMED = re.compile("Examples|recent|template|history|Recent results")
"""Menus whose entries are names."""
CHARTS = re.compile(r"export\.[^.]+\.(\w+)$")
"""Entries that all charts have."""
LOGGERS = ("steelwheel", "steelwheel.faults")
Open = Callable[[], object]
Step = tuple[QMenu, QAction, Qt.Key]
"""Of a menu an entry, and the key that opens or does it."""
Kind = TypeVar("Kind", bound=QWidget)


class Player:
    """Does one thing after another at random, as somebody would who tries everything.

    ``opened`` counts how often each thing was opened, ``faults`` has what must not have happened.
    """

    def __init__(self, assembled: Application, seed: int) -> None:
        self.app, self.window = assembled, assembled.main_window
        self.random = random.Random(seed)
        self.done: Counter[str] = Counter()
        self.opened: Counter[str] = Counter()
        self.faults: list[str] = []
        self._now = ""
        self._closer = QTimer(singleShot=True)
        self._closer.timeout.connect(self._close_what_is_open)
        self._habits = {
            self.open_something: 30, self.table: 4, self.undo_or_redo: 3, self.type_text: 5, self.type_number: 3,
            self.export: 2, self.find: 2, self.deal: 3,
        }  # fmt: skip

    @property
    def missing(self) -> list[str]:
        """What was seen and not opened often enough."""
        return sorted(name for name, times in self.opened.items() if times < TIMES)

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Note what must not happen, and close what opens."""
        handler = _Handler(self._fault)
        before = qInstallMessageHandler(self._on_qt_message)
        hooks = threading.excepthook
        threading.excepthook = lambda given: self._fault(f"in a thread: {given.exc_value!r}")
        self.window.fault.connect(self._on_fault)
        for name in LOGGERS:
            logging.getLogger(name).addHandler(handler)
        self._closer.start(CLOSING_MS)
        try:
            with patch("gui.shell.sheets.own_process", _quick_process):
                yield
        finally:
            self._closer.stop()
            for name in LOGGERS:
                logging.getLogger(name).removeHandler(handler)
            self.window.fault.disconnect(self._on_fault)
            threading.excepthook = hooks
            qInstallMessageHandler(before)

    def act(self) -> None:
        """Do one thing, and let the window go on for a moment."""
        (habit,) = self.random.choices(list(self._habits), list(self._habits.values()))
        self.done[habit.__name__] += 1
        self._now = habit.__name__
        self.window.activateWindow()
        self._wait(self.window.isActiveWindow)
        habit()
        QTest.qWait(self.random.choice(PAUSES_MS))
        self._wait_until_closed()

    # what can be opened

    def open_something(self) -> None:
        """Open what was opened least often of what there is now, and see that nothing has moved."""
        there = defaultdict[str, list[Open]](list)
        for name, opens in self.openings():
            there[name].append(opens)
        for name in there:
            self.opened.setdefault(name, 0)
        least = min(self.opened[name] for name in there)
        name = self.random.choice([name for name in there if self.opened[name] == least])
        self.opened[name] += 1
        self._now = name
        self.random.choice(there[name])()

    def openings(self) -> Iterator[tuple[str, Open]]:
        """Yield what can be opened now, by name."""
        yield from self._pages()
        yield from self._buttons()
        yield from self._context_menus()
        bar = self.window.menuBar()
        for action in bar.actions():
            if action.isVisible() and action.isEnabled():
                yield from self._in_menu(_words(action), action.menu(), partial(self._open_from_bar, action))
        for button in self._shown(QAbstractButton):
            if (menu := _menu_of(button)) is not None and not _is_empty(menu):
                yield from self._in_menu(pattern(button.objectName()), menu, partial(self._press, button))

    def _pages(self) -> Iterator[tuple[str, Open]]:
        pages, groups = self.window.pages, self.window.pages.groups
        for tab in range(pages.count()):
            yield f"page {pages.tabText(tab)}", partial(self._turn, tab)
        for group in range(groups.count()):
            yield f"group {groups.tabText(group)}", partial(self._click_tab, groups, group)

    def _turn(self, tab: int) -> None:
        """Show a page, by its key if it has one and the tabs of another group are displayed."""
        pages = self.window.pages
        if pages.key_of(tab) and (self._by_keys or not pages.isTabVisible(tab)):
            QTest.keySequence(self.window, QKeySequence(pages.key_of(tab)))
            if pages.currentIndex() != tab:
                self._fault("the page does not open")
        else:
            if not pages.isTabVisible(tab):
                group = next(spec.group for spec in PAGES if spec.title == pages.tabText(tab))
                names = [pages.groups.tabText(i) for i in range(pages.groups.count())]
                self._click_tab(pages.groups, names.index(group))
            self._click_tab(pages.tabBar(), tab)

    def _click_tab(self, bar: QTabBar, tab: int) -> None:
        place = bar.tabRect(tab).center()
        # There may be too many tabs for the room, and buttons on them that scroll the bar.
        if bar.rect().contains(place) and bar.childAt(place) is None:
            QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=place)
            if bar.currentIndex() != tab:
                self._fault("the page does not open")

    def _buttons(self) -> Iterator[tuple[str, Open]]:
        for button in self._shown(QAbstractButton):
            name = button.objectName()
            if button.isEnabled() and name and not PARTS_OF_QT.match(name) and _menu_of(button) is None:
                yield f"button {pattern(name)}", partial(self._press, button)

    def _press(self, button: QAbstractButton) -> None:
        """Press a button, which stays where it is, if it stays at all; one in sight in part is scrolled into sight.

        A message that appears or disappears may move it, and so may work that ends at this moment.
        """
        self._settled()
        idle, messages = self._idle, self._messages()
        before, whole = self._place(button), _is_whole(button)
        if self._by_keys and button.focusPolicy() & Qt.FocusPolicy.TabFocus:
            button.setFocus(Qt.FocusReason.TabFocusReason)
            before = self._place(button)  # it may have been scrolled into sight
            whole = _is_whole(button)
            QTest.keyClick(button, Qt.Key.Key_Space)
        else:
            QTest.mouseMove(button)  # the window must know that the pointer is there
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        QApplication.processEvents()
        after = self._place(button)
        if not idle or not whole or before is None or after is None or messages != self._messages():
            return
        if not after.contains(before.center()):
            at, now = before.topLeft().toTuple(), after.topLeft().toTuple()
            self._fault(f"{button.objectName()} has moved from under the pointer, from {at} to {now}")

    def _context_menus(self) -> Iterator[tuple[str, Open]]:
        for widget in self._shown(QWidget):
            own = any("contextMenuEvent" in vars(kind) for kind in type(widget).__mro__ if _is_ours(kind))
            if widget.objectName() and own and widget.isEnabled():
                yield f"context menu of {pattern(widget.objectName())}", partial(self._ask_for_menu, widget)

    def _ask_for_menu(self, widget: QWidget) -> None:
        reason = QContextMenuEvent.Reason.Keyboard if self._by_keys else QContextMenuEvent.Reason.Mouse
        at = widget.rect().center()
        self._unmoved(lambda: QApplication.sendEvent(widget, QContextMenuEvent(reason, at, widget.mapToGlobal(at))))

    def _in_menu(self, name: str, menu: QMenu, show: Open, *path: Step) -> Iterator[tuple[str, Open]]:
        """Yield what is in a menu; ``show`` opens the first one, ``path`` leads from there to this one."""
        yield f"menu {name}", partial(self._open_menu, menu, show, path)
        for action in menu.actions():
            if action.isSeparator() or not action.isVisible() or not action.isEnabled():
                continue
            within = f"{name} › {_words(action)}"
            if isinstance(under := action.menu(), QMenu):
                yield from self._in_menu(within, under, show, *path, (menu, action, Qt.Key.Key_Right))
            elif within not in LEFT_OUT:
                steps = (*path, (menu, action, Qt.Key.Key_Return))
                yield _without_names(within, action), partial(self._follow, show, steps)

    def _open_menu(self, menu: QMenu, show: Open, path: tuple[Step, ...]) -> None:
        seen, whole = list[bool](), list[bool]()

        def note() -> None:
            seen.append(True)
            self._closer.start(CLOSING_MS)

        def open_it() -> None:
            whole.append(self._follow(show, path))
            self._wait(lambda: bool(seen) or not all(whole))

        menu.aboutToShow.connect(note)
        self._unmoved(open_it)
        if shiboken6.isValid(menu):
            menu.aboutToShow.disconnect(note)
        if not seen and all(whole):
            self._fault("the menu does not open")

    def _follow(self, show: Open, path: tuple[Step, ...]) -> bool:
        """Open a menu and choose one entry after the other; return whether all were there: a menu may be filled as it
        opens. By timers, for a button may wait for its menu, and an entry for its dialog.
        """
        left, missed = deque(path), list[Step]()

        def go_on() -> None:
            menu, action, key = step = left.popleft()
            there = shiboken6.isValid(action) and menu.isVisible() and action in menu.actions()
            there = there and action.isEnabled() and action.isVisible()
            if not there:
                missed.append(step)
                left.clear()
            if left:
                QTimer.singleShot(CLOSING_MS, go_on)
            elif key == Qt.Key.Key_Return or missed:
                self._closer.start(CLOSING_MS)
            if there:
                self._do(menu, action, key)

        self._closer.start(PATIENCE_MS)
        if left:
            QTimer.singleShot(CLOSING_MS, go_on)
        show()
        self._wait(lambda: not left)
        return not missed

    def _open_from_bar(self, action: QAction) -> None:
        bar = self.window.menuBar()
        mark = re.search("&(.)", action.text())
        if self._by_keys and mark and self.window.isActiveWindow():
            QTest.keyClick(self.window, mark[1].lower(), Qt.KeyboardModifier.AltModifier)
        else:
            QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.actionGeometry(action).center())

    def _do(self, menu: QMenu, action: QAction, key: Qt.Key) -> None:
        place = menu.actionGeometry(action)
        if self._by_keys or not menu.rect().contains(place.center()):
            menu.setActiveAction(action)
            if action.menu() is None or not action.menu().isVisible():
                QTest.keyClick(menu, key)
        else:
            QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=place.center())

    def _unmoved(self, deed: Open) -> None:
        """Open something that is closed again; all that was seen is then where it was.

        What an answer has moved that came meanwhile stays where it is the next time.
        """
        moved = list[str]()
        for _ in range(TIMES):
            before, state = self._settled(), self._state()
            self._closer.start(PATIENCE_MS)
            deed()
            self._closer.start(CLOSING_MS)
            self._wait_until_closed()
            if state != self._state() or not self._idle:
                return
            after = self._places()
            moved = [
                f"{name} from {before[name]} to {after[name]}"
                for name in before.keys() & after
                if before[name] != after[name]
            ]
            if not moved:
                return
        self._fault(f"this moves: {', '.join(sorted(moved))}")

    def _settled(self) -> dict[str, tuple[int, int]]:
        """Return the places once they stay as they are."""
        places = [dict[str, tuple[int, int]](), self._places()]

        def is_settled() -> bool:
            places[:] = places[1], self._places()
            return places[0] == places[1] and self._idle

        self._wait(is_settled, SETTLING_MS)
        return places[1]

    def _state(self) -> tuple[object, ...]:
        session = self.app.session
        return id(self.app.document.scenario), id(session.snapshot), session.state

    @property
    def _idle(self) -> bool:
        """Whether nothing is being computed, for the table or for a page."""
        workers = self.app.questions.findChildren(LatestWins)
        return self.app.session.state == "idle" and not any(worker.running and not worker.paused for worker in workers)

    def _messages(self) -> list[str]:
        """Return the messages and hints that are displayed below fields and seats."""
        return [line.accessibleName() for line in self._shown(ProblemLine)]

    def _places(self) -> dict[str, tuple[int, int]]:
        """Return where all named widgets are that can be seen."""
        shown = [(w.objectName(), self._place(w)) for w in self._shown(QWidget) if w.objectName()]
        return {name: (place.x(), place.y()) for name, place in shown if place is not None}

    def _place(self, widget: QWidget) -> QRect | None:
        """Return where a widget is in the window, None where it cannot be seen any more."""
        if not shiboken6.isValid(widget) or not widget.isVisible() or widget.visibleRegion().isEmpty():
            return None
        return QRect(widget.mapTo(self.window, QPoint()), widget.size())

    def _shown(self, kind: type[Kind]) -> list[Kind]:
        return [w for w in self.window.findChildren(kind) if self._can_be_seen(w)]

    def _can_be_seen(self, widget: QWidget) -> bool:
        return widget.isVisible() and widget.window() is self.window and not widget.visibleRegion().isEmpty()

    @property
    def _by_keys(self) -> bool:
        return self.random.random() < 0.5

    # what is open

    def _close_what_is_open(self) -> None:
        """Close what has opened, one thing at a time; of a dialog of ours a button may be pressed first."""
        self._closer.start(CLOSING_MS)  # once more within itself, where a dialog opens another
        if popup := QApplication.activePopupWidget():
            self.done[f"closed {type(popup).__name__}"] += 1
            QTest.keyClick(popup, Qt.Key.Key_Escape)
            if shiboken6.isValid(popup) and popup.isVisible():
                popup.close()
        elif dialogs := self._dialogs():
            dialog = QApplication.activeModalWidget() or dialogs[-1]
            self.done[f"closed {dialog.windowTitle()}"] += 1
            buttons = [b for b in dialog.findChildren(QAbstractButton) if b.isVisible() and b.isEnabled()]
            if buttons and not isinstance(dialog, QFileDialog) and self.random.random() < 0.5:
                QTest.mouseClick(self.random.choice(buttons), Qt.MouseButton.LeftButton)
            if shiboken6.isValid(dialog) and dialog.isVisible():
                QTest.keyClick(dialog, Qt.Key.Key_Escape)
            if shiboken6.isValid(dialog) and dialog.isVisible():
                dialog.close()

    def _dialogs(self) -> list[QWidget]:
        tops = [w for w in QApplication.topLevelWidgets() if w.isVisible() and w is not self.window]
        inner = [d for d in self.window.findChildren(QDialog) if d.isVisible() and not d.isWindow()]
        return [w for w in tops if isinstance(w, QDialog) or w.windowType() == Qt.WindowType.Window] + inner

    def _wait_until_closed(self) -> None:
        if not self._wait(lambda: not self._dialogs() and QApplication.activePopupWidget() is None):
            self._fault(f"this does not close: {[*self._dialogs(), QApplication.activePopupWidget()]}")

    def _wait(self, done: Callable[[], bool], most_ms: int = MOST_MS) -> bool:
        """Wait until something is so; return whether it is."""
        until = time.monotonic() + most_ms / 1000
        while not (result := done()) and time.monotonic() < until:
            QTest.qWait(5)
        return result

    # work

    def table(self) -> None:
        """Put another table in place of the present one."""
        pick = self.random
        run = RunOptions(max_seconds=RUN_SECONDS, seed=pick.randrange(100))
        if pick.random() < 0.4:
            seats = tuple(Seat(f"P{i}", pick.choice(RAZZ_HANDS)) for i in range(pick.randint(1, 6)))
            scenario = Scenario("razz", seats, run=run)
        else:
            cards = pick.sample(DECK, 9)
            hands = ("".join(cards[5:7]), "".join(cards[7:9]), *RANGES)
            seats = tuple(Seat(f"P{i}", hand) for i, hand in enumerate(pick.sample(hands, pick.randint(2, 7))))
            scenario = Scenario("holdem", seats, board=" ".join(cards[: pick.choice((0, 0, 3, 4, 5))]), run=run)
        self.app.document.replace("Soak", scenario)

    def undo_or_redo(self) -> None:
        """Go back or forth some steps."""
        stack = self.app.document.undo_stack
        for _ in range(self.random.randint(1, 5)):
            (stack.undo if self.random.random() < 0.6 else stack.redo)()

    def type_text(self) -> None:
        """Type a hand or range into a seat, key by key."""
        razz = self.app.document.scenario.game == "razz"
        seat = self.random.randrange(len(self.app.document.scenario.seats))
        self._type(f"seat{seat}.text", self.random.choice(RAZZ_HANDS if razz else RANGES))

    def type_number(self) -> None:
        """Type a number on the Kelly page."""
        self._type(f"kelly.{self.random.choice(FIELDS)}", self.random.choice(NUMBERS))

    def _type(self, name: str, text: str) -> None:
        field = self.window.findChild(QLineEdit, name)
        if isinstance(field, QLineEdit) and field.isVisible() and field.isEnabled():
            field.setFocus()
            field.selectAll()
            QTest.keyClicks(field, text or " ")
            QTest.keyClick(field, Qt.Key.Key_Return)

    def deal(self) -> None:
        """Type a card, or take one back."""
        key = self.random.choice((*"AKQJT98765432shdcf", Qt.Key.Key_Backspace, Qt.Key.Key_Tab))
        QTest.keyClick(self.window.focusWidget() or self.window, key)

    def find(self) -> None:
        """Look for something in the palette, which always finds something."""
        QTest.keyClick(self.window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
        field = QApplication.focusWidget()
        if isinstance(field, QLineEdit):
            QTest.keyClicks(field, self.random.choice(("run", "text", "kelly", "AKs v 22+", "e", "picture")))

    def export(self) -> None:
        """Make a file of a chart or of the results."""
        form = self.random.choice(FORMATS)
        snapshot = self.app.session.snapshot
        ready = [item.chart for item in self.window.pages.exports if item.chart.ready]
        if form.chart is not None and ready:
            form.chart(self.random.choice(ready), Paper())
        elif form.results is not None and snapshot is not None:
            form.results(snapshot)

    # what must not happen

    def _fault(self, text: str) -> None:
        self.faults.append(f"{text} (while: {self._now})")

    def _on_fault(self, text: str, details: str) -> None:
        self._fault(f"{text}\n{details}")

    def _on_qt_message(self, kind: QtMsgType, _context: object, text: str) -> None:
        if kind not in (QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg) and not IGNORED.match(text):
            self._fault(f"Qt: {text}")


class _Handler(logging.Handler):
    """Passes faults on that are logged."""

    def __init__(self, send: Callable[[str], None]) -> None:
        super().__init__(logging.ERROR)
        self._send = send

    def emit(self, record: logging.LogRecord) -> None:
        self._send(f"logged: {record.getMessage()}")


def _quick_process(parent: QWidget, *arguments: str) -> QProcess:
    """Return a process in place of a self-test or a repair, which would delete the compiled kernels."""
    process = QProcess(parent)
    process.setProgram(sys.executable)
    process.setArguments(["-I", "-S", "-c", f"print({arguments!r})"])
    return process


def _menu_of(button: QAbstractButton) -> QMenu | None:
    menu = button.menu() if isinstance(button, (QPushButton, QToolButton)) else None
    return menu if isinstance(menu, QMenu) else None


def _is_empty(menu: QMenu) -> bool:
    return menu.isEmpty() or not menu.isEnabled()


def _words(action: QAction) -> str:
    """Return the name of an entry, its text without what changes."""
    if action.objectName() in ("action.undo", "action.redo"):
        return action.objectName()
    return action.text().replace("&", "").rstrip("…").partition("\t")[0]


def _without_names(name: str, action: QAction) -> str:
    """Return the name of an entry, one for all that stand for files, results and the like, or for a chart."""
    above = name.rpartition(" › ")[0]
    if chart := CHARTS.match(action.objectName()):
        return f"{above.partition(' › ')[0]} › export.CHART.{chart[1]}"
    return name if action.objectName() or not NAMED.search(above) else f"{above} › any"


def _is_whole(widget: QWidget) -> bool:
    return widget.visibleRegion().boundingRect() == widget.rect()


def _is_ours(kind: type) -> bool:
    return kind.__module__.startswith("gui.")
