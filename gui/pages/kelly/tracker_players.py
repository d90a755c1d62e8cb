"""The players of a tracked hand: stack, chips on this street and in the pot, whose turn it is."""

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QColor, QFont
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from engine import GAMES
from engine.kelly.hand.table import TableState
from gui.look.theme import TEXT, Look, font
from gui.pages.kelly.words import chips
from gui.parts.build import named

COLUMNS = ("Player", "Stack", "This street", "In the pot", "")
TIPS = (
    "",
    "Chips in front, not yet bet",
    "Chips bet on this street; an ante is none, for nobody has to match it",
    "All chips put in during the hand, the ante too",
    "",
)
ROW_HEIGHT = 26
MOST_ROWS = 6


class TrackerPlayers(QTableWidget):
    """One row a player; ``tracker.players``."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(0, len(COLUMNS), parent)
        self._look = look
        self._state: TableState | None = None
        self._acting: int | None = None
        named(self, "tracker.players", "Players of the hand")
        self.setHorizontalHeaderLabels(COLUMNS)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in range(len(COLUMNS)):
            side = Qt.AlignmentFlag.AlignLeft if column in (0, 4) else Qt.AlignmentFlag.AlignRight
            item = self.horizontalHeaderItem(column)
            if item is not None:
                item.setTextAlignment(side | Qt.AlignmentFlag.AlignVCenter)
                item.setToolTip(TIPS[column])
        look.changed.connect(self._on_look_changed)

    def render_state(self, state: TableState, acting: int | None) -> None:
        """Show the players as they stand; ``acting``: whose turn it is."""
        self._state, self._acting = state, acting
        self.setRowCount(len(state.players))
        for row, player in enumerate(state.players):
            marks = [
                "button" if row == state.button and not GAMES[state.game].stud else "",
                "folded" if player.folded and not player.out else "",
                "out" if player.out else "",
                "all in" if not player.folded and player.stack == 0.0 and not state.over else "",
                "to act" if row == acting else "",
            ]
            texts = (
                player.name,
                chips(player.stack),
                chips(player.street) if player.street else "",
                chips(player.committed) if player.committed else "",
                ", ".join(mark for mark in marks if mark),
            )
            for column, text in enumerate(texts):
                self._write(row, column, text, quiet=player.folded, strong=row == acting)
        if acting is not None:
            self.scrollTo(self.model().index(acting, 0))
        height = self.horizontalHeader().sizeHint().height() + ROW_HEIGHT * min(len(state.players), MOST_ROWS) + 2
        self.setFixedHeight(height)

    def _write(self, row: int, column: int, text: str, *, quiet: bool, strong: bool) -> None:
        item = self.item(row, column)
        if item is None:
            item = QTableWidgetItem()
            self.setItem(row, column, item)
        side = Qt.AlignmentFlag.AlignLeft if column in (0, 4) else Qt.AlignmentFlag.AlignRight
        item.setTextAlignment(side | Qt.AlignmentFlag.AlignVCenter)
        item.setText(text)
        item.setFont(font(TEXT, QFont.Weight.DemiBold if strong else QFont.Weight.Normal))
        theme = self._look.theme
        item.setForeground(QColor(theme.muted if quiet or column == 4 else theme.text))
        item.setBackground(QColor(theme.selection if strong else theme.surface))

    @Slot()
    def _on_look_changed(self) -> None:
        if self._state is not None:
            self.render_state(self._state, self._acting)
