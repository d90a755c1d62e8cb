"""The rows of the list of classes as a model for the view: texts, inks, boxes and what is said of them."""

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Qt

from engine.made.names import FIRST_KICKER
from gui.look.formatting import NO_BREAK
from gui.look.theme import Look
from gui.pages.made.keeping import Keeping
from gui.pages.made.rows import ClassRow, Listed, share_text, spoken
from gui.parts.row_table import Index, Role, RowModel

NAME, COMBOS, SHARE, BESIDE, BETTER, EQUITY, OTHER_EQUITY = range(7)
ROW_ROLE = Qt.ItemDataRole.UserRole
"""The :class:`ClassRow`, for the delegate."""
NO_ROW = ClassRow(None, "")
NO_HEADS = ("", ""), ("Its equity", "")
ALL_COMBOS = "Combos", "live weight of the hands that have it"
KEPT_COMBOS = "Kept / all", "live weight of the hands that have it: what the boxes keep, and what comes to this street"


class ClassesModel(RowModel):
    """Rows of :class:`Listed`; the columns that make no sense are left out by the view."""

    def __init__(self, look: Look, parent: QObject | None = None) -> None:
        super().__init__(look, parent)
        self.listed: Listed | None = None
        self.rows: tuple[ClassRow, ...] = ()
        self.marked: frozenset[int] = frozenset()
        """The cells of the hand that was picked."""
        self.checkable = False
        self.terse = False
        """Whether intervals are left to the tool tips: there is no room for them."""
        self._stale = False

    def show(self, listed: Listed | None, keeping: Keeping | None, *, stale: bool) -> None:
        """Take other rows; ``keeping`` None: there is nothing to check. Rows of the same classes stay."""
        rows = tuple(listed.rows()) if listed is not None else ()
        if keeping is not None and listed is not None and listed.entering is not None:
            present = listed.entering > 0
            rows = tuple(r if r.cell is None else replace(r, weights=keeping.weights_in(r.cell, present)) for r in rows)
        alike = [(row.cell, row.level) for row in rows] == [(row.cell, row.level) for row in self.rows]
        if not alike:
            self.beginResetModel()
        self.listed, self.rows, self._stale, self.checkable = listed, rows, stale, keeping is not None
        if alike:
            self.refresh()
        else:
            self.endResetModel()

    def mark(self, cells: frozenset[int]) -> None:
        """Set off the classes of a hand."""
        if cells != self.marked:
            self.marked = cells
            self.refresh()

    @property
    def stale(self) -> bool:
        """Whether the numbers are those of an earlier table."""
        return self._stale

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.rows), OTHER_EQUITY + 1

    def flags(self, index: Index) -> Qt.ItemFlag:
        row = self.rows[index.row()] if index.isValid() else NO_ROW
        if row.cell is None:
            return Qt.ItemFlag.ItemIsEnabled
        own = super().flags(index)
        return own | Qt.ItemFlag.ItemIsUserCheckable if self._has_box(row) and index.column() == NAME else own

    def _has_box(self, row: ClassRow) -> bool:
        return self.checkable and row.present and row.cell is not None

    def head(self, column: int) -> tuple[str, str]:
        listed = self.listed
        beside, its_equity = listed.beside_heads if listed is not None else NO_HEADS
        return {
            NAME: ("Class", "what a hand has, the best first; click one to see its hands, check it to keep them"),
            COMBOS: KEPT_COMBOS if listed is not None and listed.is_filtered else ALL_COMBOS,
            SHARE: ("Share", "how likely it is, in percent, with all seats dealt together and all filters applied"),
            BESIDE: beside,
            BETTER: ("≥", "how likely this or a better class is, in percent"),
            EQUITY: ("Equity", "share of the pot with it, in percent"),
            OTHER_EQUITY: its_equity,
        }[column]

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        return super().headerData(section, orientation, Role.ToolTipRole if role == Role.AccessibleTextRole else role)

    def text(self, row: int, column: int) -> str:
        shown, listed = self.rows[row], self.listed
        if column == NAME or shown.cell is None or listed is None:
            return shown.name if column == NAME else ""
        own, cell = listed.numbers, shown.cell
        if column == COMBOS:
            return listed.combos_text(shown)
        if column == SHARE:
            return share_text(float(own.share[cell]))
        if column == BESIDE:
            return listed.beside_text(shown)
        if column == BETTER:
            return share_text(float(own.better[cell])) if cell < FIRST_KICKER else ""
        if column == OTHER_EQUITY:
            return listed.other_equity_text(cell, terse=self.terse)
        return own.equity_text(cell, terse=self.terse)

    def is_bold(self, row: int, column: int) -> bool:
        shown = self.rows[row]
        return shown.cell is None or (column in (NAME, SHARE) and shown.level == 0) or shown.cell in self.marked

    def ink(self, row: int, column: int) -> str:
        theme, shown = self._look.theme, self.rows[row]
        faint = self._stale or shown.cell is None or not (shown.present or column in (BESIDE, OTHER_EQUITY))
        return theme.muted if faint or column == COMBOS else theme.text

    def more(self, row: int, column: int, role: int) -> Any:
        shown, listed = self.rows[row], self.listed
        if role == ROW_ROLE:
            return shown
        if listed is None:
            return None
        if role == Role.CheckStateRole and column == NAME and self._has_box(shown):
            return _check_state(shown.weights)
        if role == Role.ToolTipRole:
            return spoken(shown, listed)
        if role == Role.AccessibleTextRole:
            if column == NAME:
                return f"{spoken(shown, listed)}{self._kept_words(shown)}"
            return f"{shown.name}, {self.head(column)[0]}: {self.text(row, column) or 'none'}"
        return None

    def _kept_words(self, row: ClassRow) -> str:
        if not self._has_box(row):
            return ""
        if len(row.weights) > 1:
            return "; kept in part"
        (weight,) = row.weights
        return "; kept" if weight == 1 else f"; kept {100 * weight:.0f}{NO_BREAK}%" if weight else "; not kept"


def _check_state(weights: frozenset[float]) -> Qt.CheckState:
    if weights == {0.0}:
        return Qt.CheckState.Unchecked
    return Qt.CheckState.Checked if weights == {1.0} else Qt.CheckState.PartiallyChecked
