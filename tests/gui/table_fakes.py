"""A table without an engine behind it: the real document, session and input on a runner that runs nothing."""

from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from engine import GAMES, Estimate, Scenario, Seat, SeatResult, Snapshot
from engine.equity.reasons import saved_reason
from gui.state.context import TableContext
from gui.state.document import Document
from gui.state.latest import Questions
from gui.state.session import Session
from gui.state.table_input import TableInput
from gui.table.table_panel import TablePanel

CLASS_SHARE = 0.1


class IdleRunner(QObject):
    snapshot_ready = Signal(object)
    failed = Signal(object)
    ended = Signal()
    running = False
    paused = False
    speed = 2e9

    def run(self, scenario, after=None):
        pass

    def complete(self, result, details):
        pass

    def stop(self):
        pass


@dataclass
class Table:
    document: Document
    session: Session
    table_input: TableInput
    questions: Questions

    @property
    def scenario(self):
        return self.document.scenario

    @property
    def context(self):
        return TableContext(self.document, self.session, self.table_input, self.questions)

    def cards(self):
        return [seat.cards for seat in self.scenario.seats]

    def settle(self):
        """Let the session look at the document now instead of in a moment."""
        self.session.start()


def table(game="holdem", seats=("", ""), *, board="", dead="", folded=(), orders=tuple):
    named = tuple(Seat(f"Seat {i + 1}", text, i in folded) for i, text in enumerate(seats))
    document = Document(Scenario(game, named, board=board, dead=dead), orders=orders)
    made = Table(
        document,
        Session(document, IdleRunner(document), document),
        TableInput(document, document),
        Questions("table", document),
    )
    made.settle()
    return made


def result(scenario, equities, stderr=0.0):
    """A result in which active seat i wins ``equities[i]`` alone."""
    rest = iter(equities)

    def estimate():
        win = next(rest)
        classes = dict.fromkeys(GAMES[scenario.game].classes, CLASS_SHARE)
        return Estimate(win, stderr, win, (0.0,), 1 - win, classes)

    seats = tuple(SeatResult(s.name, s.folded, estimate() if s.plays else None) for s in scenario.seats)
    method = "sampled" if stderr else "exact"
    return Snapshot(scenario, method, saved_reason("because"), True, 10, 1, 0.1, 1.0, seats)


def shown(qtbot, *args, **kwargs):
    """Return a table and its panel in an active window."""
    made = table(*args, **kwargs)
    panel = TablePanel(made.context)
    qtbot.addWidget(panel)
    panel.resize(540, 740)
    panel.show()
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    return made, panel


def part(panel, name):
    result = panel.findChild(QWidget, name)
    assert result is not None, name
    return result


def click(qtbot, panel, name):
    qtbot.mouseClick(part(panel, name), Qt.MouseButton.LeftButton)


def write(qtbot, panel, name, text):
    """Type over the text of a field."""
    entry = part(panel, name)
    entry.setFocus()
    entry.selectAll()
    qtbot.keyClicks(entry, text)
    return entry
