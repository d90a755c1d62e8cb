"""The window in random use for a long time: ``python -m tests.bench.soak [MINUTES] [SEED]``.

Tables of both games are edited, pages turned, runs begun and ended, charts exported, themes and decks switched, fields
typed into, menus and dialogs opened. Once a minute a line tells the resident memory, the number of live Python objects
and widgets, how late the event loop was, and which Python objects have become more since the first minute. Offscreen
unless ``QT_QPA_PLATFORM`` says otherwise; nothing of the user's but the kernel cache is touched. The exit status tells
whether the memory stayed within :data:`MEMORY_GOAL_MB`.
"""

import gc
import os
import random
import resource
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QMenu, QWidget

from engine import RunOptions, Scenario, Seat
from gui.application import Application
from gui.export.files import FORMATS
from gui.pages.pages import Pages
from tests.bench.window import build
from tests.gui.lateness import LatenessProbe

MINUTES, SEED = 20.0, 1
MEMORY_GOAL_MB = 400.0
RUN_SECONDS = 1.0
PAUSES_MS = (5, 40, 120, 400)
RANGES = ("AA", "TT+, AQs+", "22+, ATs+, KQo", "15%", "30%, !AA", "random", "5%-20%", "99-66:0.5, A5s-A2s", "JTs, Q9")
RAZZ_HANDS = ("A 2 3", "A 2 9", "x x K", "x x 7", "(7-7-)7", "[A]7-9", "x x 5 6", "A 3 4 8", "x", "x x Q T")
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "shdc"]
NUMBERS = ("", "5", "30", "100", "250", "1000", "5000")
FIELDS = ("bankroll", "chips0", "chips1", "pot", "toCall", "chip", "maxBet", "allFold", "rake")
COMMANDS = (
    "new", "addSeat", "clearBoard", "clearDead", "holdem", "razz", "run", "stop", "refine", "makeExact", "undo", "redo",
    "copy", "inspect", "rangeHelp", "theme.light", "theme.dark", "fourColours", "tintDeck",
)  # fmt: skip
BUTTONS = ("kelly.view.tracker", "kelly.view.advice", "tracker.begin", "tracker.deal", "tracker.call", "tracker.fold",
           "tracker.stepBack", "tracker.end", "range.view.weights", "range.view.equity")  # fmt: skip


class Player:
    """Does one thing after another at random, as somebody would who tries everything."""

    def __init__(self, assembled: Application, seed: int) -> None:
        self.app, self.window = assembled, assembled.main_window
        self.random = random.Random(seed)
        self.done: Counter[str] = Counter()
        pages = self.window.findChild(Pages)
        assert isinstance(pages, Pages)
        self.pages = pages
        self._habits = {
            self.table: 6, self.undo_or_redo: 4, self.type_text: 6, self.turn_page: 8, self.command: 5,
            self.export: 3, self.type_number: 3, self.click: 4, self.menu: 1, self.help: 1,
        }  # fmt: skip

    def act(self) -> None:
        """Do one thing, and let the window go on for a moment."""
        (habit,) = self.random.choices(list(self._habits), list(self._habits.values()))
        self.done[habit.__name__] += 1
        habit()
        QTest.qWait(self.random.choice(PAUSES_MS))
        for dialog in self.window.findChildren(QDialog):
            dialog.close()

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

    def turn_page(self) -> None:
        """Show another page."""
        self.pages.setCurrentIndex(self.random.randrange(self.pages.count()))

    def command(self) -> None:
        """Choose something from the menus."""
        name = self.random.choice(COMMANDS)
        action = next((a for a in self._actions() if a.objectName() == f"action.{name}"), None)
        if action is not None and action.isEnabled():
            action.trigger()

    def _actions(self) -> list[object]:
        return [a for menu in self.window.menuBar().findChildren(QMenu) for a in menu.actions()]

    def export(self) -> None:
        """Make a file of a chart or of the results."""
        form = self.random.choice(FORMATS)
        snapshot = self.app.session.snapshot
        ready = [item.chart for item in self.pages.exports if item.chart.ready]
        if form.chart is not None and ready:
            form.chart(self.random.choice(ready))
        elif form.results is not None and snapshot is not None:
            form.results(snapshot)

    def click(self) -> None:
        """Click a button of the Kelly or range page, the deck or the table."""
        card = f"deck.{self.random.choice(DECK)}"
        target = self.window.findChild(QWidget, self.random.choice((*BUTTONS, card, card)))
        if isinstance(target, QWidget) and target.isVisible() and target.isEnabled():
            QTest.mouseClick(target, Qt.MouseButton.LeftButton)

    def menu(self) -> None:
        """Open a menu and close it."""
        menu = self.random.choice(self.window.menuBar().findChildren(QMenu))
        menu.popup(self.window.mapToGlobal(self.window.rect().center()))
        QTest.qWait(20)
        menu.close()

    def help(self) -> None:
        """Open a sheet of the Help menu; it is closed after a moment."""
        menu = next(menu for menu in self.window.menuBar().findChildren(QMenu) if menu.title() == "&Help")
        self.random.choice(menu.actions()).trigger()


def resident_mb() -> float:
    """Return the resident memory of this process; its peak where the system tells no more."""
    statm = Path("/proc/self/statm")
    if statm.exists():
        return int(statm.read_text().split()[1]) * resource.getpagesize() / 2**20
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (2**20 if sys.platform == "darwin" else 2**10)


def live_objects() -> Counter[str]:
    """Return how many Python objects of each type there are that the garbage collector knows of."""
    gc.unfreeze()
    gc.collect()
    return Counter(f"{type(item).__module__}.{type(item).__qualname__}" for item in gc.get_objects())


def report(minute: float, probe: LatenessProbe, first: Counter[str], player: Player) -> float:
    """Print a line; return the resident memory."""
    objects, memory = live_objects(), resident_mb()
    late = sorted(probe.late_ms) or [0.0]
    more = ", ".join(f"{name.rpartition('.')[2]} +{n}" for name, n in (objects - first).most_common(5)) if first else ""
    undo = player.app.document.undo_stack.count()
    print(
        f"{minute:5.1f} min  {memory:6.0f} MB  {sum(objects.values()):8d} objects  {len(QApplication.allWidgets()):5d} "
        f"widgets  {undo:5d} undo steps  late p99 {late[int(0.99 * len(late))]:4.0f} max {late[-1]:5.0f} ms  {more}",
        flush=True,
    )
    return memory


def main() -> int:
    """Play; return 1 if the memory went beyond the goal."""
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else MINUTES
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else SEED
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory() as home:
        for variable in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "APPDATA", "LOCALAPPDATA"):
            os.environ[variable] = home
        return play(minutes, seed)


def play(minutes: float, seed: int) -> int:
    """Play for so long; return 1 if the memory went beyond the goal."""
    _, assembled = build()
    player = Player(assembled, seed)
    QTest.qWait(3000)
    worst = report(0.0, LatenessProbe(), Counter(), player)
    begun, first = time.monotonic(), Counter[str]()
    minute = 1
    while minute <= minutes:
        probe = LatenessProbe()
        while time.monotonic() < begun + 60 * minute:
            player.act()
        probe.stop()
        worst = max(worst, report(minute, probe, first, player))
        first = first or live_objects()
        minute += 1
    print(", ".join(f"{name} {n}" for name, n in player.done.most_common()))
    assembled.main_window.close()
    assembled.shut_down()
    print(f"at most {worst:.0f} MB, goal {MEMORY_GOAL_MB:.0f} MB")
    return 1 if worst > MEMORY_GOAL_MB else 0


if __name__ == "__main__":
    sys.exit(main())
