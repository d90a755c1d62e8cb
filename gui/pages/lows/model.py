"""The exact lows of razz hands as a Qt model."""

from itertools import accumulate

from PySide6.QtCore import QObject

from engine.details.lows import LowTable
from gui.look.captions import PAIRED
from gui.look.formatting import NO_BREAK, percent, percent_digits
from gui.look.theme import Look
from gui.parts.row_table import RowModel

SHORT = {"10": "T", "11": "J", "12": "Q", "13": "K", PAIRED: "pr"}
"""Short names of the outcome classes; the others are short as they are."""
FEW_SEATS = 3
"""With more seats than this exact shares have two decimals instead of four: more would not fit."""


class LowsModel(RowModel):
    """Two columns for each seat: the share of the hand, and of it or a better one."""

    def __init__(self, look: Look, parent: QObject | None = None) -> None:
        super().__init__(look, parent)
        self._lows: LowTable | None = None
        self._better: tuple[tuple[float, ...], ...] = ()
        self._stale = False
        self._digits = 4
        self.brief = False
        """Whether shares have two decimals at most and no sign of percent, where there is little room."""

    def show_lows(self, lows: LowTable | None, *, stale: bool) -> None:
        """Take another table."""
        self.beginResetModel()
        self._lows, self._stale = lows, stale
        self._digits = 4 if lows is None or len(lows.seats) <= FEW_SEATS else 2
        columns = range(len(lows.seats)) if lows is not None else range(0)
        hands = lows.hands if lows is not None else ()
        self._better = tuple(tuple(accumulate(hand.shares[i] for hand in hands)) for i in columns)
        self.endResetModel()

    @property
    def shape(self) -> tuple[int, int]:
        return (len(self._lows.hands), 1 + 2 * len(self._lows.seats)) if self._lows is not None else (0, 0)

    def head(self, column: int) -> tuple[str, str]:
        if column == 0 or self._lows is None:
            return "Final hand", ""
        return "or better" if column % 2 == 0 else self._lows.names[column // 2], ""

    def row_name(self, row: int) -> str | None:
        return self._lows.hands[row].name if self._lows is not None else None

    def text(self, row: int, column: int) -> str:
        assert self._lows is not None
        hand, seat = self._lows.hands[row], (column - 1) // 2
        if column == 0:
            return hand.name
        share = hand.shares[seat] if column % 2 else self._better[seat][row]
        if share <= 0:
            return "–"
        stderr = self._lows.stderr[seat]
        if not self.brief:
            return percent(share, stderr, exact_digits=self._digits)
        return percent(share, exact_digits=min(percent_digits(stderr), 2)).removesuffix(f"{NO_BREAK}%")

    def is_bold(self, row: int, column: int) -> bool:
        return column == 0

    def ink(self, row: int, column: int) -> str:
        quiet = self._stale or (column > 0 and column % 2 == 0)
        return self._look.theme.muted if quiet else self._look.theme.text
