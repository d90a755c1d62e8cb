"""The decided hands as a table: one row a decision, the latest first."""

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from engine import GAMES
from engine.journal.records import Decision, Hand
from gui.look.formatting import chips, signed_chips
from gui.look.scale import px
from gui.look.theme import Look
from gui.pages.journal.words import act_text, given_up_text, moment_text, same_act
from gui.parts.row_table import RowModel, RowTable

ROW_HEIGHT = 24
PADDING = 26
UNDER_WAY = "unfinished"
COLUMNS = (
    ("Hand", "Number of the hand in the journal"),
    ("Advice", "What was advised, at this bankroll"),
    ("Done", "What was done"),
    ("Given up", "Growth that was given up by doing something else than advised"),
    ("Result", "Chips that the whole hand brought"),
    ("Bankroll", "What the hand left"),
    ("Street", "Where in the hand"),
    ("Game", ""),
    ("When", "When the hand began"),
)
TEXTS = (1, 2, 6, 7, 8)


@dataclass(frozen=True, slots=True)
class HandRow:
    """A row: a hand, its place in the journal, a decision in it if there is one, and whether that is its last.

    ``checked``: hero had checked before on the street, and was bet to.
    """

    place: int
    hand: Hand
    decision: Decision | None
    last: bool
    checked: bool = False


def rows_of(hands: tuple[Hand, ...]) -> tuple[HandRow, ...]:
    """Return the rows of the table, the latest first."""
    rows = []
    for place, hand in reversed(tuple(enumerate(hands))):
        if not hand.decisions:
            rows.append(HandRow(place, hand, None, last=True))
        for *checks, found in reversed(hand.counted):
            rows.append(HandRow(place, hand, found, found is hand.decisions[-1], bool(checks)))
    return tuple(rows)


class HandsModel(RowModel):
    """Rows of the hands of a journal."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self._hands: tuple[Hand, ...] = ()
        self._rows: tuple[HandRow, ...] = ()

    def show_hands(self, hands: tuple[Hand, ...]) -> bool:
        """Show other hands; return whether they are others."""
        if hands == self._hands:
            return False
        self.beginResetModel()
        self._hands, self._rows = hands, rows_of(hands)
        self.endResetModel()
        return True

    def at(self, row: int) -> HandRow | None:
        """Return a row, None where there is none."""
        return self._rows[row] if 0 <= row < len(self._rows) else None

    @property
    def shape(self) -> tuple[int, int]:
        return len(self._rows), len(COLUMNS)

    def head(self, column: int) -> tuple[str, str]:
        return COLUMNS[column]

    def text(self, row: int, column: int) -> str:
        shown = self._rows[row]
        hand, found = shown.hand, shown.decision
        whole = {
            0: str(shown.place + 1),
            4: UNDER_WAY if hand.result is None else signed_chips(hand.result),
            5: "" if hand.left is None else chips(hand.left),
            7: GAMES[hand.game].title if hand.game in GAMES else hand.game,
            8: moment_text(hand.begun),
        }
        if column in whole:
            return whole[column] if shown.last else ""
        if found is None:
            return ""
        done = act_text(found.done, found.put_in)
        texts = {
            1: act_text(found.advised, found.put_in),
            2: f"check, {done}" if shown.checked else done,
            6: found.street,
        }
        return texts[column] if column in texts else ("" if same_act(found) else given_up_text(found.given_up))

    def is_bold(self, row: int, column: int) -> bool:
        found = self._rows[row].decision
        return column == 2 and found is not None and not same_act(found)

    def ink(self, row: int, column: int) -> str:
        theme, hand = self._look.theme, self._rows[row].hand
        if column == 4 and hand.result is not None and hand.result != 0.0:
            return theme.good if hand.result > 0.0 else theme.bad
        return theme.muted if column in (6, 7, 8) or hand.result is None else theme.text

    def side(self, column: int) -> Qt.AlignmentFlag:
        return Qt.AlignmentFlag.AlignLeft if column in TEXTS else Qt.AlignmentFlag.AlignRight


class HandsTable(RowTable):
    """The table ``journal.hands``; each column is as wide as its texts, the last one takes what is left."""

    def __init__(self, model: HandsModel, parent: QWidget | None = None) -> None:
        super().__init__("journal.hands", ROW_HEIGHT, parent)
        self._hands = model
        self.setAccessibleName("Decided hands")
        self.setSelectionMode(RowTable.SelectionMode.SingleSelection)
        self.setModel(model)
        self.horizontalHeader().setStretchLastSection(True)
        model.modelReset.connect(self.fit_columns)

    def fit_columns(self) -> None:
        """Give the columns the width of their texts; a sample of many rows shows it."""
        rows = range(0, self._hands.rowCount(), max(1, self._hands.rowCount() // 200))
        for column in range(len(COLUMNS)):
            texts = (self._hands.text(row, column) for row in rows)
            self.setColumnWidth(column, max(self.widths_of(column, texts)) + px(PADDING))

    @property
    def chosen(self) -> HandRow | None:
        """The row that is chosen."""
        return self._hands.at(self.currentIndex().row()) if self.selectionModel().hasSelection() else None
