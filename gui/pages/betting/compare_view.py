"""The comparison next to the matrix: a pinned decision, its matrix, and the difference from the displayed decision."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QComboBox, QSizePolicy, QVBoxLayout, QWidget

from engine.betting.watch import BettingView
from engine.cards import RANKS, RAZZ_RANKS
from engine.ranges.holdem_matrix import SIZE, MatrixCell
from gui.charts.values import Chart
from gui.look.guard import Guarded
from gui.look.scale import at_least, keep_lines
from gui.look.theme import current_theme
from gui.pages.betting.compared import (
    ComparedRow,
    DecisionComparison,
    Pin,
    compared_table,
    difference_cells,
    difference_chart,
    pin_of,
)
from gui.pages.betting.model import same_play
from gui.pages.betting.player_view import PlayerView, Show, node_cells, player_names
from gui.parts.build import NO_MARGINS, combo_box, filled, keep_room, label, named, offer, stacked
from gui.parts.cell_grid import CellGrid, SquareFrame
from gui.parts.chip_button import ChipFlow, chip_button
from gui.parts.choice_bar import ChoiceBar
from gui.parts.table import TableView
from gui.words.formatting import number_of

PINNED, DIFFERENCE, TABLE = "pinned", "difference", "table"
VIEWS = {PINNED: "pinned", DIFFERENCE: "difference", TABLE: "hands"}
HINT = "Pin this decision, then go to another one: both strategies are side by side, with the difference of every hand."
AT_PIN = "This is the pinned decision. Go to another one to compare it."
NOT_TO_ACT = "{} is not to act here. Go to a decision to compare it with the pinned one."
KINDS_NOTE = "Their actions differ, so all bets and raises are compared together."
PIN_TIP = "Pin the strategy of this decision to compare other decisions with it"
GO_TIP = "Go to the pinned decision"
UNPIN_TIP = "Unpin the decision"
OTHER_SITUATION = "pinned before the situation changed"
READING_LINES = 2
MIN_MAP = 200, 221
"""Width and height of the matrix in pixels: narrower than half a page in large text."""


class CompareView(Guarded, QWidget):
    """Pins a decision and compares the displayed one with it.

    ``walked`` carries the path of the pinned decision if the player goes there; ``picked`` the cell that he has
    clicked; ``changed``: he has pinned or unpinned a decision, or chosen another view.
    """

    walked = Signal(object)
    picked = Signal(object)
    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "betting.compare", "Comparison with another decision")
        self.pin: Pin | None = None
        self.both: DecisionComparison | None = None
        """The comparison, or None without a pin or if nobody decides at the displayed node."""
        self._view: BettingView | None = None
        self._player: PlayerView | None = None
        rows = (
            ("pin", "pin", self._on_pin, "Pin this decision", PIN_TIP),
            ("go", "go to it", self._on_go, "Go to the pinned decision", GO_TIP),
            ("unpin", "unpin", self._on_unpin, "Unpin the decision", UNPIN_TIP),
        )
        self._chips = {
            key: chip_button(text, f"betting.compare.{key}", handler, title, tip, parent=self)
            for key, text, handler, title, tip in rows
        }
        self.title = label(HINT, self, name="betting.compare.title", weight=QFont.Weight.DemiBold, wrap=True)
        self.reading = label("", self, name="betting.compare.reading", weight=QFont.Weight.Normal, wrap=True)
        keep_lines(self.reading, READING_LINES)
        self.reading.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.grid = CellGrid(SIZE, SIZE, picks=True)
        named(self.grid, "betting.compare.matrix", "Strategy at the pinned decision, or the difference")
        self.table = TableView[ComparedRow]("betting.compare.hands", "Both strategies hand by hand")
        self.of: QComboBox = combo_box("betting.compare.of", "Action that is compared")
        self.of.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        frame = SquareFrame(self.grid, (), SIZE)
        at_least(frame, width=MIN_MAP[0], height=MIN_MAP[1])  # smaller than the matrix of the page, which is next to it
        self._stack = stacked(frame, self.table)
        # The preferred size of a matrix would make the page higher than the window.
        self._stack.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        keep_room(self._stack)
        self.views = ChoiceBar("betting.compare.view", "DecisionComparison", VIEWS, self, on=DIFFERENCE)
        head, shown = ChipFlow(tuple(self._chips.values()), self), ChipFlow((self.views, self.of), self)
        parts = head, self.title, shown, self.reading, (self._stack, 1)
        filled(QVBoxLayout(self), *parts, spacing=4, margins=NO_MARGINS)
        self.of.activated.connect(self.changed)
        self.views.chosen.connect(self.changed)
        self.grid.picked.connect(self.picked)
        self.grid.hovered.connect(self._read_out)

    @property
    def index(self) -> int:
        """The index of the compared measure in :attr:`Comparison.names`."""
        return max(self.of.currentIndex(), 0)

    def note(self) -> str:
        """Return why the pinned numbers are not those of the displayed solution, or ""."""
        pin, view = self.pin, self._view
        if pin is None or view is None:
            return ""
        if not same_play(pin.request, view.solution.request):
            return OTHER_SITUATION
        here = view.node_progress.iterations
        return "" if here == pin.iterations else f"pinned after {number_of(pin.iterations, 'iteration')}, now {here:,}"

    def show_view(
        self, view: BettingView | None, player: PlayerView | None, show: Show, picked: MatrixCell | None, *, stale: bool
    ) -> None:
        """Compare the decision of ``player`` in a view; ``show``: the colours of the matrix, ``picked``: its cell."""
        self._view, self._player = view, player
        if (
            self.pin is not None
            and view is not None
            and view.solution.request.table.game != self.pin.request.table.game
        ):
            self.pin = None
        pin, decides = self.pin, player is not None and player.decides
        self.both = (
            DecisionComparison.of(player, pin.player) if pin is not None and player is not None and decides else None
        )
        self._chips["pin"].setEnabled(decides and not stale)
        self._chips["go"].setEnabled(pin is not None and view is not None and not stale)
        self._chips["unpin"].setEnabled(pin is not None)
        for part in (self.reading, self.views, self._stack):
            part.setVisible(pin is not None)
        self.of.setVisible(self.both is not None and self.views.key != PINNED)
        self._show_texts()
        for part in (self.title, self.reading):
            part.setEnabled(not stale)
        if pin is None:
            self.grid.show_cells((None,) * SIZE * SIZE)
            self.table.show_table(type(self.table.table)())
            return
        self._show_grid(pin, show, picked, stale=stale)
        self._stack.setCurrentIndex(self.views.key == TABLE)
        if self.both is None:
            self.table.show_table(type(self.table.table)())
        else:
            self.table.show_table(compared_table(self.both, self.index, picked, stale=stale))
        self._read_out()

    def _show_texts(self) -> None:
        """Show the pinned decision, the difference over all hands, and the measures that can be compared."""
        pin, both = self.pin, self.both
        if pin is None:
            self.title.setText(HINT)
            return
        note = self.note()
        self.title.setText(f"Pinned: {pin.line}{f' ({note})' if note else ''}")
        chosen, names = self.of.currentText(), () if both is None else both.names
        offer(self.of, names, keep=True)
        if both is not None and chosen not in names:
            self.of.setCurrentIndex(len(names) - 2)  # the largest bet, before the EV
        self.reading.setToolTip("" if both is None or both.by_name else KINDS_NOTE)

    def _summary(self) -> str:
        """Return the differences over all hands, or why there are none."""
        both, player, view = self.both, self._player, self._view
        if both is None or self.pin is None or view is None:
            return NOT_TO_ACT.format(player.name) if player is not None else ""
        if view.node.path == self.pin.player.node.path and not self.note():
            return AT_PIN
        return f"Here minus pinned: {both.summary()}"

    def _show_grid(self, pin: Pin, show: Show, picked: MatrixCell | None, *, stale: bool) -> None:
        """Show the matrix of the pinned decision, or that of the difference."""
        ranks_only = pin.player.ranks_only
        self.grid.model_.show_heads(tuple(RAZZ_RANKS if ranks_only else reversed(RANKS)))
        seats = pin.request.table.active_seats
        self.grid.set_color(current_theme().seat(seats[pin.player.index]))
        if self.views.key == DIFFERENCE and self.both is not None:
            cells = difference_cells(self.both, self.index, picked, stale=stale)
        else:
            cells = node_cells(pin.player, show, picked, stale=stale or bool(self.note()))
        self.grid.show_cells(cells)

    def show_hands(self) -> None:
        """Show the table, as after a click on a cell."""
        self.views.show_choice(TABLE)

    @Slot()
    def _read_out(self) -> None:
        self.reading.setText(self.grid.speech or self._summary())

    def chart(self) -> Chart | None:
        """Return the differences as a chart, or None if nothing is compared."""
        if self.both is None or self.pin is None or self._view is None:
            return None
        return difference_chart(self._view, self.both, self.pin, self.index, self.note())

    @Slot()
    def _on_pin(self) -> None:
        view, player = self._view, self._player
        if view is not None and player is not None and player.decides:
            self.pin = pin_of(view, player, player_names(view))
            self.changed.emit()

    @Slot()
    def _on_unpin(self) -> None:
        self.pin = None
        self.changed.emit()

    @Slot()
    def _on_go(self) -> None:
        if self.pin is not None:
            self.walked.emit(self.pin.player.node.path)
