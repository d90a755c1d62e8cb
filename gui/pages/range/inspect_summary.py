"""The summary beside an inspection: totals, what the other seats change most, and how to read the list."""

from html import escape

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from engine import HoldemInspection
from engine.table.seat_ranges import known_mask
from gui.look.formatting import count, interval
from gui.look.theme import TEXT_SMALL, Look, font
from gui.pages.range.inspection import DOWN, class_lines, razz_lines, told_changes
from gui.pages.range.inspection_model import Inspected, InspectionModel
from gui.pages.range.seat_edits import SeatEdits

READING = {
    "holdem": "Alone: by weight, once the board, the dead and all known cards are gone. Here: in the joint law of all "
    "seats, where hands that need the same cards cannot be held together.",
    "razz": "Ways: first the particular cards leave the deck, then each choice is one of the cards of its rank that "
    "are left; a pair of down cards is a set. Alone: by weight and ways. Here: after what the other seats take, too.",
}


class InspectSummary(QWidget):
    """Renders what the inspection has found."""

    def __init__(
        self, edits: SeatEdits, inspection: InspectionModel, look: Look, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._edits, self._inspection, self._look = edits, inspection, look
        self.setObjectName("inspect.summary")
        self._labels = {name: QLabel(self) for name in ("facts", "title", "changes", "reading")}
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        for name, label in self._labels.items():
            label.setWordWrap(True)
            label.setObjectName(f"inspect.{name}")
            layout.addWidget(label)
            if name in ("facts", "changes"):
                layout.addSpacing(8)
        layout.addStretch(1)
        self._labels["title"].setFont(font(TEXT_SMALL, QFont.Weight.Medium))
        for name in ("title", "reading"):
            self._labels[name].setProperty("role", "muted")
        self._labels["reading"].setFont(font(TEXT_SMALL))
        for name in ("facts", "changes"):
            self._labels[name].setTextFormat(Qt.TextFormat.RichText)
        inspection.changed.connect(self._render)
        look.changed.connect(self._render)

    @Slot()
    def _render(self) -> None:
        inspected, game = self._inspection.inspected, self._edits.document.scenario.game
        self._labels["reading"].setText(READING[game])
        self._labels["facts"].setText("" if inspected is None else "<br>".join(self._facts(inspected)))
        told = () if inspected is None else _changes(inspected)
        self._labels["title"].setText("What the other seats change most" if told else "")
        muted = self._look.theme.muted
        rows = "".join(
            f"<tr><td><b>{escape(name)}</b></td><td style='color: {muted}' align='right'>{alone}</td>"
            f"<td style='color: {muted}'>→</td><td align='right'><b>{here}</b></td></tr>"
            for name, alone, here in told
        )
        self._labels["changes"].setText(f"<table cellpadding='2'>{rows}</table>" if rows else "")
        for name in ("title", "changes"):
            self._labels[name].setVisible(bool(told))

    def _facts(self, inspected: Inspected) -> list[str]:
        found, muted = inspected.found, self._look.theme.muted
        seat = inspected.scenario.seats[inspected.seat]
        lines = [f"<b>{escape(seat.name)}</b> {'folds' if seat.folded else 'holds'}"]
        if isinstance(found, HoldemInspection):
            before, after = int((found.weights > 0).sum()), int((found.probabilities > 0).sum())
            combos = f"{count(before)} combo{'' if before == 1 else 's'}"
            lines.append(combos if before == after else f"{count(after)} of {combos}")
            worst = float(found.stderr.max())
        else:
            ways = round(float(found.columns.combos.sum()))
            lines.append(f"{count(ways)} way{'' if ways == 1 else 's'}")
            worst = float(found.columns.stderr.max())
        how = "exact"
        if found.method == "sampled":
            how = f"from {count(found.trials)} draws, each line {interval(worst)} or less"
        lines.append(f"<span style='color: {muted}'>{how}</span>")
        if inspected.assumed:
            names = ", ".join(escape(name) for name in inspected.assumed)
            lines.append(f"<span style='color: {muted}'>without cards yet, taken as any: {names}</span>")
        return lines


def _changes(inspected: Inspected) -> tuple[tuple[str, str, str], ...]:
    found = inspected.found
    if isinstance(found, HoldemInspection):
        return told_changes(class_lines(found, known_mask(inspected.scenario, inspected.seat)))
    return told_changes(razz_lines(found, DOWN))
