"""The list of all hands that a seat can hold, with search and totals, and the summary in the side column."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSignalBlocker, Qt, Slot
from PySide6.QtGui import QColor, QFont, QHideEvent, QKeyEvent, QPainter, QPen, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QButtonGroup,
    QHBoxLayout,
    QLineEdit,
    QStackedLayout,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from engine import Game
from engine.equity.details.inspection import InspectionLines, View
from gui.charts.values import Table
from gui.export.files import FileActions, table_csv
from gui.look.guard import Guarded
from gui.look.painting import paint_name
from gui.look.scale import enlarge, set_text
from gui.look.styling import rich
from gui.look.theme import TEXT, current_look, current_theme, font, mixed
from gui.pages.range.hand_matrix import percent_text
from gui.pages.range.inspection_model import Inspected, InspectionModel
from gui.pages.range.range_editor import SeatEdits
from gui.parts.build import NO_MARGINS, STRETCH, filled, label, named
from gui.parts.chip_button import ChipButton, chip_button
from gui.parts.table import ROW, Column, Index, TableData, TableView
from gui.state.context import PageContext
from gui.words.formatting import count, interval, number_of, percent
from gui.words.games import GAME_WORDS

NAME, DETAIL, WEIGHT, ALONE, HERE, CHANGE = range(6)
HINTS = {
    DETAIL: "how many combos can still be dealt; in razz the cards left of each rank, multiplied",
    WEIGHT: "the weight in the text",
    ALONE: "share of the range before removing the other seats' cards (board, dead and known cards are removed)",
    HERE: "share of the range after removing the other seats' cards too; bar: this share, tick: the share before",
    CHANGE: "how much more or less likely the other seats' cards make it",
}
SUIT, GAP, INDENT = 11.0, 4.0, 8.0
BAR = 3.0
PADDING, MAX_NAME_WIDTH = 24, 220
MINUS = "\u2212"


@dataclass(frozen=True, slots=True)
class ViewWords:
    """The texts of a view: its title, the headings of its lines and details, the noun that is counted. ``digits``:
    decimals of its exact shares."""

    title: str
    line: str
    detail: str
    unit: str
    digits: int


VIEWS: Mapping[View, ViewWords] = {
    "hands": ViewWords("hands", "Hand", "Combos", "combo", 2),
    "combos": ViewWords("combos", "Combo", "", "combo", 3),
    "down": ViewWords("down cards", "Down", "Ways", "way", 2),
    "whole": ViewWords("with up cards", "Down / up", "Ways", "way", 3),
    "items": ViewWords("parts of the text", "Part", "Ways", "way", 2),
}


def inspect_table(lines: InspectionLines, view: View, *, stale: bool) -> TableData[int]:
    """Return the lines of a view as a table; its rows are the indices of the lines."""
    words, digits = VIEWS[view], VIEWS[view].digits

    def before_removal(i: int) -> str:
        return percent(float(lines.before_removal[i]), exact_digits=digits) if lines.before_removal[i] else "–"

    def after_removal(i: int) -> str:
        if not lines.after_removal[i]:
            return "–" if lines.before_removal[i] else "blocked"
        return percent(float(lines.after_removal[i]), float(lines.stderr[i]), exact_digits=digits)

    def change(i: int) -> str:
        return removal_change_text(lines.change(i), float(lines.stderr[i]), float(lines.after_removal[i]))

    def column(title: str, index: int, text: Callable[[int], str], values: Sequence[float], **more: Any) -> Column[int]:
        return Column(title, text, HINTS[index], sort=values.__getitem__, descending=True, **more)

    def name(i: int) -> str:
        return lines.names[i]

    quiet = {"ink": "muted"}
    changes = np.nan_to_num(lines.changes, nan=-2.0).tolist()  # unknown changes are sorted below -100 %
    columns = (
        Column(words.line, name, number=False, bold=True, sort=int, extra=8, max_width=MAX_NAME_WIDTH),
        column(
            words.detail, DETAIL, lambda i: lines.details[i], lines.counts.tolist(), number=False, hide_order=1,
            **quiet, displayed=any(lines.details),
        ),
        column(
            "Weight", WEIGHT, lambda i: percent_text(float(lines.weights[i])), lines.weights.tolist(),
            hide_order=3 if (lines.weights == 1).all() else 0,
        ),
        column("Before", ALONE, before_removal, lines.before_removal.tolist(), hide_order=2, **quiet),
        column("After", HERE, after_removal, lines.after_removal.tolist(), bold=True, wide=True),
        column("Change", CHANGE, change, changes, hide_order=4),
    )  # fmt: skip
    blocked = (lines.after_removal == 0).tolist()
    rows = tuple(range(len(lines)))
    order = HERE, Qt.SortOrder.DescendingOrder
    return TableData(columns, rows, stale=stale, faint=blocked.__getitem__, order=order, padding=(PADDING, PADDING))


class InspectDelegate(Guarded, QStyledItemDelegate):
    """Draws the cells of an :class:`InspectTable`, with bars in ``color``; the likeliest line has the longest bar."""

    def __init__(self, view: "InspectTable") -> None:
        super().__init__(view)
        self._view = view
        self.color = QColor(current_theme().accent)
        self._bold = font(TEXT, QFont.Weight.DemiBold)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw a cell as usual, but the name of a combo as cards in their suits, and the share with its bar."""
        lines, line = self._view.lines, index.data(ROW)
        if lines is None or line is None:
            return
        rect = QRect(option.rect)
        if index.column() == NAME and lines.suits and lines.suits[line] is not None:
            # The style paints the empty cell with selection and hover; the cards in their suits are drawn over it.
            plain = QStyleOptionViewItem(option)
            self.initStyleOption(plain, index)
            plain.text = ""
            QApplication.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, plain, painter)
            self._paint_combo(
                painter, rect, lines.names[line], lines.suits[line] or (0, 0), bool(lines.after_removal[line])
            )
            return
        super().paint(painter, option, index)
        if index.column() == HERE:
            full = max(float(lines.after_removal.max()), float(lines.before_removal.max()))
            self._paint_bar(painter, rect, float(lines.after_removal[line]), float(lines.before_removal[line]), full)

    def _paint_bar(self, painter: QPainter, area: QRect, after: float, before: float, full: float) -> None:
        """Draw the share after card removal as a bar, and the share before it as a tick; ``full``: the share of the
        complete width."""
        theme = current_theme()
        if full <= 0:
            return
        share = 0.35 if self._view.table.stale else 0.75
        painter.save()
        rect = enlarge(painter, area)
        room, top = rect.width() - 2 * INDENT, rect.bottom() - BAR - 1
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(mixed(theme.surface, theme.line, 0.6))
        painter.drawRoundedRect(QRectF(rect.left() + INDENT, top, room, BAR), 1, 1)
        painter.setBrush(mixed(theme.surface, self.color, share))
        painter.drawRoundedRect(QRectF(rect.left() + INDENT, top, room * after / full, BAR), 1, 1)
        if before > 0:
            painter.setPen(QPen(QColor(theme.text), 1.5))
            x = rect.left() + INDENT + room * before / full
            painter.drawLine(QPointF(x, top - 2), QPointF(x, top + BAR + 1))
        painter.restore()

    def _paint_combo(self, painter: QPainter, area: QRect, name: str, suits: tuple[int, int], possible: bool) -> None:
        painter.save()
        rect = enlarge(painter, area)
        x = rect.left() + INDENT
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for rank, suit in zip((name[0], name[2]), suits, strict=True):
            color = current_look().suit_color(suit, deck=True)
            if not possible or self._view.table.stale:
                color = mixed(color, current_theme().surface, 0.55)
            x = paint_name(painter, (rank, suit), QPointF(x, rect.center().y()), self._bold, SUIT, color) + GAP
        painter.restore()


class InspectTable(TableView[int]):
    """The table of lines, several of which can be selected; the keys 1 to 6 sort by the visible columns."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("inspect.table", "Hands of the seat", parent)
        self.lines: InspectionLines | None = None
        self.listed_view: View | None = None
        self.setProperty("takesKeys", True)
        self.setProperty("dense", False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self._delegate = InspectDelegate(self)
        self.setItemDelegate(self._delegate)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def show_lines(self, lines: InspectionLines | None, view: View | None, *, stale: bool) -> None:
        """Display ``lines`` in the columns of ``view``; None empties the table."""
        self.lines, self.listed_view = lines, view
        self.show_table(TableData() if lines is None or view is None else inspect_table(lines, view, stale=stale))

    def set_color(self, color: QColor) -> None:
        """Draw the bars in ``color``."""
        if color != self._delegate.color:
            self._delegate.color = color
            self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if Qt.Key.Key_1 <= event.key() <= Qt.Key.Key_6 and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            columns = [column for column in range(len(self.table.columns)) if not self.isColumnHidden(column)]
            for column in columns[event.key() - Qt.Key.Key_1 :][:1]:
                self.sort_by(column)
        else:
            super().keyPressEvent(event)


def removal_change_text(change: float, stderr: float, share: float) -> str:
    """Return the change by card removal in percent, as in ``−83 %``, with no digit that sampling does not support.

    ``stderr``: the standard error of ``share``, the share after removal.
    """
    if np.isnan(change):
        return ""
    digits = 0 if stderr > 0.0005 * max(share, 1e-12) or abs(change) >= 0.1 else 1
    text = f"{100 * abs(change):.{digits}f}"
    if not float(text):
        return "="
    return f"{'+' if change > 0 else MINUS}{text}\u00a0%"


COMPUTING = "Removing the cards of the other seats …"
MAX_CHANGES = 6
CANNOT_SEARCH = "the search is not a hand, card or range"


class InspectView(Guarded, QWidget):
    """The list of the displayed seat's hands, with search, views and totals; follows the table while it is visible."""

    def __init__(self, context: PageContext, edits: SeatEdits, inspection: InspectionModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._edits, self.inspection = edits, inspection
        self._lines_key: tuple[object, ...] = ()
        """The inspection, view, search and theme of the displayed lines, which are not computed again for the same."""
        self._chosen: dict[Game, View] = {}
        named(self, "inspect", "Hands of the range")
        self.table = InspectTable(self)
        self._search = named(QLineEdit(self), "inspect.search", "Search the hands of the range")
        self._search.setClearButtonEnabled(True)
        self._files = FileActions("inspect.export", context.settings, self)
        self._files.message.connect(context.message)
        self._files.add("csv", "Hands of the range as CSV", self._stem, lambda: table_csv(self.rows()))
        copy = "Copy the list, or the selected lines, as a table"
        self._copy = chip_button("copy", "inspect.copy", self.table.copy, copy, copy)
        save, trigger = "Save the list as CSV, with all digits", self._files.actions[0].trigger
        self._csv = chip_button("CSV …", "inspect.csv", trigger, save, save)
        self._chips: dict[View, ChipButton] = {}
        self._group = QButtonGroup(self)
        self.totals = label("", self, name="inspect.totals", role="", wrap=True)
        set_text(self.totals)
        self.totals.setTextFormat(Qt.TextFormat.RichText)
        self.empty = label("", self, wrap=True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._top = filled(QHBoxLayout(), (self._search, 1), spacing=4)
        bottom = filled(QHBoxLayout(), (self.totals, 1), self._copy, self._csv, spacing=4)
        self.stack = QStackedLayout()
        self.stack.addWidget(self.table)
        self.stack.addWidget(self.empty)
        filled(QVBoxLayout(self), self._top, (self.stack, 1), bottom, spacing=6, margins=NO_MARGINS)
        self.inspection.changed.connect(self._render)
        self._search.textChanged.connect(self._render)

    def hasHeightForWidth(self) -> bool:
        """Return False, so that a second line of totals takes its room from the table, as in :class:`HoldemEditor`."""
        return False

    def _stem(self) -> str:
        return f"{self._edits.displayed_seat.name} hands".replace("/", " ")

    def render_seat(self) -> None:
        """Show the displayed seat."""
        if self.isVisible():
            self.inspection.watch(self._edits.seat)
        self._render()

    @Slot()
    def _render(self) -> None:
        """Show the latest inspection in the selected view, grey while it is stale, or why there is none."""
        inspected, game = self.inspection.inspected, self._edits.document.scenario.game
        self._search.setPlaceholderText(GAME_WORDS[game].ranges.search)
        self.table.set_color(current_theme().seat(self._edits.seat))
        self.table.setAccessibleName(f"Hands of {self._edits.displayed_seat.name}")
        if inspected is None:
            self._lines_key = ()
            self.table.show_lines(None, None, stale=False)
            self.empty.setText(self.inspection.failure or COMPUTING)
            self.stack.setCurrentWidget(self.empty)
            self.totals.clear()
            self._enable(False)
            return
        view = self._show_views(inspected)
        key = (inspected, view, self._search.text(), current_theme().name)
        if key != self._lines_key:
            self._lines_key = key
            lines = inspected.lines(view, self._search.text(), self._edits.document.orders)
            self.table.show_lines(lines, view, stale=self.inspection.stale)
            self.empty.setText("" if lines is not None else CANNOT_SEARCH)
        self.table.show_stale(self.inspection.stale)
        self.stack.setCurrentWidget(self.table if self.table.lines is not None else self.empty)
        self._enable(bool(self.table.rows))
        self.totals.setText(rich(totals_text(self.table.lines, view)))

    def _enable(self, on: bool) -> None:
        for chip in (self._copy, self._csv):
            chip.setEnabled(on)

    def _show_views(self, inspected: Inspected) -> View:
        """Show a chip for each view of the range if there are several, and return the selected view."""
        views, chosen = inspected.meaning.views, self._chosen.get(inspected.scenario.game)
        view = chosen if chosen in views else views[0]
        # Chips are replaced only if the views differ, because this is also called by a click on one of them.
        if tuple(self._chips) != views:
            for chip in self._chips.values():
                self._group.removeButton(chip)
                self._top.removeWidget(chip)
                chip.deleteLater()
            self._chips = {
                view: chip_button(
                    VIEWS[view].title, f"inspect.{view}", self._on_view, f"List {VIEWS[view].title}",
                    parent=self, key=view, checkable=True,
                )
                for view in views if len(views) > 1
            }  # fmt: skip
            for i, chip in enumerate(self._chips.values()):
                self._group.addButton(chip)
                self._top.insertWidget(1 + i, chip)
        for key, chip in self._chips.items():
            with QSignalBlocker(chip):
                chip.setChecked(key == view)
        return view

    def _on_view(self, view: View) -> None:
        self._chosen[self._edits.document.scenario.game] = view
        self._render()

    def rows(self) -> Table:
        """Return header and rows of the displayed table, with all digits."""
        lines, view = self.table.lines, self.table.listed_view
        return inspection_rows(lines, view, self.table.rows) if lines is not None and view is not None else ((), [])

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.render_seat()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.inspection.watch(None)

    def customEvent(self, event: QEvent) -> None:
        self._render()


def totals_text(lines: InspectionLines | None, view: View) -> str:
    """Return the sums of ``lines`` as rich text; the shares only if a search has left out some of the range."""
    if lines is None:
        return ""
    before, after = float(lines.before_removal.sum()), float(lines.after_removal.sum())
    number = number_of(len(lines), "line")
    ways = f"{number_of(float(lines.counts[lines.before_removal > 0].sum()), VIEWS[view].unit)} left"
    if abs(before - 1) < 1e-9 and abs(after - 1) < 1e-9:
        return f"<b>{number}</b> · {ways}"
    # The errors of the lines are not independent: their sum is a safe upper bound of the error of the sum.
    stderr = float(np.sum(lines.stderr))
    return f"<b>{number}</b> · {ways} · before {percent(before)}, after <b>{percent(after, stderr)}</b>"


class InspectSummary(Guarded, QWidget):
    """The summary of an inspection: counts, method, the lines that card removal changes most, and how to read them."""

    def __init__(self, edits: SeatEdits, inspection: InspectionModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._edits, self._inspection = edits, inspection
        self.setObjectName("inspect.summary")
        self._facts = label("", self, name="inspect.facts", role="", wrap=True)
        self._title = label("", self, name="inspect.title", weight=QFont.Weight.Medium, wrap=True)
        self._changes = label("", self, name="inspect.changes", role="", wrap=True)
        self._reading = label("", self, name="inspect.reading", weight=QFont.Weight.Normal, wrap=True)
        for part in (self._facts, self._changes):
            part.setTextFormat(Qt.TextFormat.RichText)
        parts = (self._facts, 8, self._title, self._changes, 8, self._reading, STRETCH)
        filled(QVBoxLayout(self), *parts, spacing=4, margins=NO_MARGINS)
        inspection.changed.connect(self._render)

    @Slot()
    def _render(self) -> None:
        """Show the facts of the inspection and the lines that the other seats' cards change most."""
        inspected, game = self._inspection.inspected, self._edits.document.scenario.game
        self._reading.setText(GAME_WORDS[game].ranges.reading)
        self._facts.setText("" if inspected is None else rich("<br>".join(self._fact_lines(inspected))))
        lines = inspected.lines(inspected.meaning.views[0]) if inspected is not None else None
        changes = largest_changes(lines) if lines is not None else ()
        self._title.setText("Largest changes by card removal" if changes else "")
        muted = current_theme().muted
        rows = "".join(
            f"<tr><td><b>{escape(name)}</b></td><td style='color: {muted}' align='right'>{before}</td>"
            f"<td style='color: {muted}'>→</td><td align='right'><b>{after}</b></td></tr>"
            for name, before, after in changes
        )
        self._changes.setText(rich(f"<table cellpadding='2'>{rows}</table>") if rows else "")
        for part in (self._title, self._changes):
            part.setVisible(bool(changes))

    def _fact_lines(self, inspected: Inspected) -> list[str]:
        """Return the facts as lines of rich text: the number of possible hands, the method, and the assumptions."""
        result, muted = inspected.meaning, current_theme().muted
        seat = inspected.scenario.seats[inspected.seat]
        lines = [f"<b>{escape(seat.name)}</b> {'folds' if seat.folded else 'holds'}"]
        unit = VIEWS[result.views[0]].unit
        written = number_of(result.written_count, unit)
        lines.append(
            written if result.live_count == result.written_count else f"{count(result.live_count)} of {written}"
        )
        method = "exact"
        if result.method == "sampled":
            method = f"sampled, {count(result.trials)} draws, each line within {interval(result.max_stderr)}"
        lines.append(f"<span style='color: {muted}'>{method}</span>")
        if inspected.assumed:
            names = ", ".join(escape(name) for name in inspected.assumed)
            lines.append(f"<span style='color: {muted}'>no cards yet, any two assumed: {names}</span>")
        return lines

    def customEvent(self, event: QEvent) -> None:
        self._render()


def largest_changes(lines: InspectionLines) -> tuple[tuple[str, str, str], ...]:
    """Return name, share before and share after card removal of the lines whose share changes most, largest first.

    Changes below 0.005 % or two standard errors are left out.
    """
    changes = lines.after_removal - lines.before_removal
    order = np.argsort(-np.abs(changes), kind="stable")[:MAX_CHANGES]
    largest = [int(i) for i in order if abs(changes[i]) > max(5e-5, 2 * lines.stderr[i])]
    return tuple(
        (lines.names[i], percent(lines.before_removal[i]), percent(lines.after_removal[i], lines.stderr[i]))
        for i in largest
    )


def inspection_rows(lines: InspectionLines, view: View, order: Sequence[int]) -> Table:
    """Return header and rows for a file, with all digits; ``order``: the indices of the lines to include."""
    words = VIEWS[view]
    header = (words.line.lower(), f"{words.unit}s", "weight", "alone", "here", "stderr")
    columns = (lines.counts, lines.weights, lines.before_removal, lines.after_removal, lines.stderr)
    rows = [(lines.names[i], int(columns[0][i]), *(float(column[i]) for column in columns[1:])) for i in order]
    return header, rows
