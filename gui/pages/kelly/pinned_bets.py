"""How the worth of bets differs from the pinned table, computed in the background, and the rows that display it."""

from collections.abc import Iterator
from functools import partial

from PySide6.QtCore import QEvent, QObject, Signal, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from engine import CancelToken, Snapshot
from engine.details.bet_changes import BetChange, bet_changes, with_same_bets
from engine.details.changes import Change
from engine.details.next_tables import Z95
from engine.ranges.orders import Order
from gui.look.changes import LEAST_WORTH, change_ink
from gui.look.formatting import change_in_chips, change_in_growth, signed_chips
from gui.look.formatting import chips as amount
from gui.look.guard import Guarded
from gui.look.theme import current_theme
from gui.pages.kelly.model import KellyModel
from gui.pages.kelly.question import NOTHING, Question, worked_out
from gui.parts.build import drop, label, named
from gui.state.latest import Answers, Questions
from gui.state.session import Pinned

HEADS = ("", "Pinned", "Now", "Change in chips", "in growth")
TIP = (
    "What each action is worth on the pinned table and on this one: expected chips, and the change of chips and of "
    "growth with the half width of its 95 % interval. Where the pinned table has no pot and price of its own, it has "
    "those of this one."
)


class PinnedBets(QObject):
    """Compares a question with that of the pinned table; ``changed``: there are other ``rows``."""

    changed = Signal()

    def __init__(self, model: KellyModel, questions: Questions, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document, self._session = model.document, model.session
        self._answers = Answers[tuple[BetChange, ...]](questions, "pinned bets", self)
        self._answers.changed.connect(self.changed)

    @property
    def rows(self) -> tuple[BetChange, ...]:
        """How bets differ from the pinned table; empty where nothing is compared."""
        return self._answers.latest.value or ()

    def ask(self, question: Question) -> None:
        """Compare a question, once no run is under way; nothing where there is nothing to compare it with."""
        pinned, weighed, before = self._session.pinned, question.weighed, None
        if pinned is not None and pinned.scenario != self._document.scenario:
            before = pinned.snapshot
        comparable = weighed is not None and question.scenario.kelly is not None and question.snapshot is not None
        comparable = comparable and not question.stale
        if pinned is None or before is None or not comparable or pinned.scenario.game != question.scenario.game:
            self._forget()
        elif self._session.state == "idle":
            self._answers.ask((pinned, weighed), partial(_compared, pinned, before, question, self._document.orders))

    def _forget(self) -> None:
        displayed = bool(self.rows)
        self._answers.forget()
        if displayed:
            self.changed.emit()


def _compared(
    pinned: Pinned, before: Snapshot, question: Question, orders: tuple[Order, ...], cancel: CancelToken
) -> Iterator[tuple[BetChange, ...]]:
    cancel.guard()
    scenario, after = with_same_bets(pinned.scenario, question.scenario), question.weighed
    for step in worked_out(scenario, before, orders, NOTHING, cancel):
        weighed = None if step is None else step.weighed
        if weighed is not None and after is not None and question.snapshot is not None:
            yield bet_changes(before, weighed, question.snapshot, after)


def cells_of(row: BetChange) -> tuple[str, ...]:
    """Return a row in words."""
    name = "What is best" if row.advised else row.after.action.capitalize()
    sizes = {amount(choice.chips) for choice in (row.before, row.after) if choice.chips}
    if sizes and not row.advised:
        name = f"{name} {' / '.join(sorted(sizes))}"
    ends = []
    for choice, chips in ((row.before, row.chips.before), (row.after, row.chips.after)):
        done = f"{choice.action} {amount(choice.chips)}: " if choice.chips else f"{choice.action}: "
        ends.append(f"{done if row.advised else ''}{signed_chips(chips)}")
    in_chips = change_in_chips(row.chips.change, Z95 * row.chips.stderr)
    growth = row.growth
    in_growth = "" if growth is None else change_in_growth(growth.change, Z95 * growth.stderr)
    return name, ends[0], ends[1], in_chips, in_growth


class PinnedBetsView(Guarded, QWidget):
    """The rows as a small table, hidden while there are none; labels ``kelly.pinned<row>.<column>``."""

    def __init__(self, model: PinnedBets, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "kelly.pinned", "Against the pinned table", TIP)
        self._model = model
        self._labels: list[list[QLabel]] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(12, 0, 0, 0)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(2)
        self._grid.setColumnStretch(len(HEADS), 1)
        for column, head in enumerate(HEADS):
            self._grid.addWidget(label(head, self, weight=QFont.Weight.Normal), 0, column)
        model.changed.connect(self.render_rows)
        self.render_rows()

    @Slot()
    def render_rows(self) -> None:
        """Show the rows of the model."""
        rows = self._model.rows
        self._fit(len(rows))
        for labels, row in zip(self._labels, rows, strict=True):
            cells = cells_of(row)
            for part, head, text in zip(labels, HEADS, cells, strict=True):
                part.setText(text)
                part.setAccessibleName(f"{cells[0]}, {head}: {text}" if head else text)
            for part, worth in ((labels[3], row.chips), (labels[4], row.growth)):
                part.setStyleSheet(f"color: {self._color(worth)}")
        self.setVisible(bool(rows))

    def _color(self, worth: Change | None) -> str:
        theme = current_theme()
        return theme.muted if worth is None else change_ink(worth, theme, LEAST_WORTH)

    def _fit(self, rows: int) -> None:
        while len(self._labels) > rows:
            drop(self._grid, *self._labels.pop())
        while len(self._labels) < rows:
            self._labels.append(self._row(len(self._labels)))

    def _row(self, place: int) -> list[QLabel]:
        made = []
        for column in range(len(HEADS)):
            name = f"kelly.pinned{place}.{column}"
            part = label("", self, name=name, role="", weight=QFont.Weight.DemiBold if column > 2 else None)
            self._grid.addWidget(part, place + 1, column)
            made.append(part)
        return made

    def customEvent(self, event: QEvent) -> None:
        self.render_rows()
