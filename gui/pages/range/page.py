"""The range page: the selected seat's range as text and as a matrix or triangle to paint, the library, and the help
for range texts.
"""

from collections.abc import Callable, Sequence
from functools import partial
from html import escape
from pathlib import Path
from urllib.parse import quote, unquote

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPoint, QSize, Qt, QUrl, Signal, Slot
from PySide6.QtGui import QFont, QFontMetrics, QGuiApplication, QHideEvent, QPalette, QShowEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QStackedLayout,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from engine import GAMES, Game, Problem, Scenario, Snapshot, seat_field
from engine.cards import TextError, combo_text
from engine.ranges.actions import RangeAction, Shares
from engine.ranges.bases import base_of
from engine.ranges.holdem import live
from engine.ranges.holdem_matrix import ALL_CELLS, ComboWeights, class_name, combos_at
from engine.ranges.holdem_shares import FOLD_PROFILE
from engine.ranges.library_files import LibraryEntry
from engine.ranges.made_hands import GROUPS, hand_groups
from engine.table.clips import range_text
from engine.table.folding import CHIP_HINTS, offered_text
from engine.table.hand_texts import plain_cards
from engine.table.seat_ranges import at_street
from gui.charts.forms import hand_map, scale_texts
from gui.charts.values import Chart, Heading, Key, Table
from gui.charts.view import PageChart
from gui.export.files import BuiltPage, ExportItem, shortened
from gui.look.guard import Guarded
from gui.look.scale import at_least, px, scaled_size, set_text, text_font, unscaled
from gui.look.theme import TEXT_LARGE, TEXT_SMALL, current_theme
from gui.pages.range.action_editor import ActionEditor, action_cells
from gui.pages.range.hand_matrix import HandEquities, HandEquity, HandHeat, weight_cells
from gui.pages.range.holdem_editor import HoldemEditor
from gui.pages.range.inspect_view import InspectSummary, InspectView
from gui.pages.range.inspection_model import InspectionModel
from gui.pages.range.library_panel import RangeLibrary
from gui.pages.range.range_editor import SeatEdits
from gui.pages.range.razz_editor import RazzEditor
from gui.parts.build import NO_MARGINS, filled, label, named, scrolled
from gui.parts.cells import Place
from gui.parts.chip_button import ChipButton, ChipFlow, chip_button
from gui.parts.choice_bar import SeatChoice
from gui.parts.text_entry import ProblemLine, TextEntry
from gui.state.context import PageContext
from gui.words.captions import dealt_streets, errors_clause
from gui.words.formatting import number_of, percent
from gui.words.games import GAME_WORDS

PAINT, LIBRARY, INSPECT, ACTIONS = range(4)
SIDES = {
    "Paint": "the tools to paint with",
    "Library": "the library of ranges",
    "Inspect": "every hand of the range with its probability after card removal",
    "Actions": "several actions in one matrix: raise, call, and fold the rest",
}
SIDE_SHARE, MAX_SIDE_WIDTH, MIN_SIDE_WIDTH = 0.30, 264, 208
"""The side column's share of the page's width, and its limits in pixels, the second by whether the page is tight."""
NARROW, LOW = 540, 520
"""Width and height in pixels below which the page is tight: margins, notices and side make room for the matrix."""
LINES_HEIGHT, NOTICE_LINES = {False: 32, True: 16}, {False: 1.85, True: 0.96}
"""Height of the notices in pixels and in lines, by whether the page is tight. The lines are slightly fewer than fit,
since Qt breaks lines between words and leaves some room at their ends."""
MARGINS, SIDE_SPACING = {False: (16, 12, 16, 8), True: (10, 6, 10, 4)}, {False: 16, True: 10}


SCHEME = "try"
"""Scheme of the links of examples."""
SIZE = QSize(540, 700)
TOP = 80


class RangeHelp(Guarded, QDialog):
    """A sheet of examples of range texts that stays open next to the table.

    ``tried`` carries the text of an example that was clicked.
    """

    tried = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._game: Game = "holdem"
        self._seat = ""
        self.setObjectName("rangeHelp")
        self.hint = label("", self, wrap=True)
        self.browser = named(QTextBrowser(self), "rangeHelp.examples", "Examples of range notation")
        self.browser.setOpenLinks(False)
        set_text(self.browser)
        self.browser.setStyleSheet("border: none; background: transparent; padding: 0px")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        filled(QVBoxLayout(self), self.hint, (self.browser, 1), buttons, spacing=8, margins=(20, 16, 20, 16))
        self.browser.anchorClicked.connect(self._on_clicked)

    def show_game(self, game: Game, seat: str) -> None:
        """Explain the range texts of ``game``; ``seat``: the name of the seat that examples are tried on."""
        if (game, seat) != (self._game, self._seat):
            self._game, self._seat = game, seat
            self._render()

    @Slot()
    def _render(self) -> None:
        self.setWindowTitle(GAME_WORDS[self._game].ranges.help_title)
        hint = f"Click an example to try it on {self._seat} (Ctrl+Z to undo), or select it and copy it."
        self.hint.setText(f"{hint} {GAME_WORDS[self._game].ranges.rules}")
        self.browser.setHtml(self.html())

    def html(self) -> str:
        """Return the examples as rich text, one table per section."""
        theme = current_theme()
        sections = []
        for title, examples in GAME_WORDS[self._game].ranges.examples:
            rows = "".join(
                f"<tr><td width='{px(190)}'><a style='color: {theme.accent}; text-decoration: none' "
                f"href='{SCHEME}:{quote(text)}'><b>{escape(text)}</b></a></td>"
                f"<td>{escape(meaning)} <span style='color: {theme.muted}; font-size: {px(TEXT_SMALL)}px'>"
                f"{GAME_WORDS[self._game].ranges.number(text)}</span></td></tr>"
                for text, meaning in examples
            )
            heading = f"<p style='font-size: {px(TEXT_LARGE - 2)}px; margin-bottom: 2px'><b>{escape(title)}</b></p>"
            sections.append(f"{heading}<table cellpadding='3'>{rows}</table>")
        return "".join(sections)

    @Slot(QUrl)
    def _on_clicked(self, url: QUrl) -> None:
        if url.scheme() == SCHEME:
            self.tried.emit(unquote(url.toString(QUrl.ComponentFormattingOption.FullyEncoded).split(":", 1)[1]))

    def open_beside(self, window: QWidget) -> None:
        """Show the sheet over the left side of ``window``, so that it does not cover the range on the right."""
        if not self.isVisible():
            self.resize(scaled_size(SIZE.width(), SIZE.height()).boundedTo(window.size() - QSize(0, TOP)))
            self.move(window.mapToGlobal(QPoint(0, TOP)))
        self.show()
        self.raise_()
        self.activateWindow()

    def customEvent(self, event: QEvent) -> None:
        self._render()


def _fitting(hint: str, metrics: QFontMetrics, room: int) -> str:
    """Return as many of the examples of a hint as fit into ``room`` pixels, at least the first."""
    examples = hint.split(" · ")
    while len(examples) > 1 and metrics.horizontalAdvance(" · ".join(examples)) > room:
        examples.pop()
    return " · ".join(examples)


class RangePage(Guarded, QWidget):
    """Edits the range of the selected seat."""

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        document = context.document
        self._document, self._session = document, context.session
        self._rendered = -1
        """Index of the displayed seat."""
        self._copy_message = ""
        """The message about the last copy, "" as soon as something changes."""
        named(self, "range", "Range")
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.setAutoFillBackground(True)
        self.edits = SeatEdits(document, self)
        self._help: RangeHelp | None = None
        self._seat_box = SeatChoice("range.seat", "Seat to show", self)
        self.entry = named(TextEntry(self, chip="any"), "range.text")
        self.entry.takes_tables = True
        if self.entry.chip is not None:
            named(self.entry.chip, "range.any", "Any cards").clicked.connect(self._on_any)
        title = "Range notation"
        self._help_chip = chip_button("?", "range.help", self.show_help, title, f"{title} (F1)")
        self.problem_line = ProblemLine(self.entry, self)
        self.heat = HandHeat(document, context.session)
        self.holdem = HoldemEditor(context, self.edits, self.heat, self)
        self.razz = RazzEditor(context, self.edits, self)
        self.actions_editor = ActionEditor(context, self.edits, self)
        self.editors: dict[Game, HoldemEditor | RazzEditor] = {"holdem": self.holdem, "razz": self.razz}
        self.library = RangeLibrary(context, self.edits, self)
        inspection = InspectionModel(document, context.questions, self)
        self.inspect = InspectView(context, self.edits, inspection, self)
        self._summary = InspectSummary(self.edits, inspection, self)
        self._lay_out()
        self._connect()
        self.entry.table_pasted.connect(context.table_pasted)
        self._render()

    def _lay_out(self) -> None:
        """Lay out the editors on the left; on the right the tools of the visible one, the library or the summary."""
        top = filled(QHBoxLayout(), self._seat_box, (self.entry, 1), self._help_chip, spacing=8)
        side = QWidget(self)
        # Without the parent ``side``, the pages of the second stack would become windows of their own.
        self._canvas, self._side = QStackedLayout(), QStackedLayout(side)
        for canvas in (*self.editors.values(), self.inspect, self.actions_editor):
            self._canvas.addWidget(canvas)
        for editor in self.editors.values():
            self._side.addWidget(scrolled(editor.tools, "", ""))
        self._side.addWidget(self.library)
        self._side.addWidget(scrolled(self._summary, "", ""))
        self._side.addWidget(scrolled(self.actions_editor.tools, "", ""))
        self._column = QWidget(self)
        filled(QVBoxLayout(self._column), self._build_switch(), (side, 1), spacing=8, margins=NO_MARGINS)
        self._below = filled(QHBoxLayout(), (self._canvas, 1), self._column)
        self._all = filled(QVBoxLayout(self), top, self.problem_line, 4, (self._below, 1), spacing=4)
        self._set_tight(False)

    def _set_tight(self, tight: bool) -> None:
        """Give the matrix more of the page, or less."""
        self._tight = tight
        at_least(self.problem_line, height=LINES_HEIGHT[tight])  # so that a longer message does not move the matrix
        self._all.setContentsMargins(*MARGINS[tight])
        self._below.setSpacing(SIDE_SPACING[tight])
        for editor in (*self.editors.values(), self.actions_editor):
            editor.info.set_low(tight)

    def _build_switch(self) -> ChipFlow:
        """Return the chips that switch between the tools, the library and the summary."""
        self._tabs = QButtonGroup(self)
        for i, (title, content) in enumerate(SIDES.items()):
            chip = ChipButton(title, self)
            named(chip, f"range.show{title}", f"Show {content}", f"Show {content}")
            chip.setCheckable(True)
            chip.setChecked(i == PAINT)
            self._tabs.addButton(chip, i)
        return ChipFlow(self._tabs.buttons(), self)

    def _connect(self) -> None:
        """Connect document, session, editors, library and the entry."""
        self._document.changed.connect(self._on_document_changed)
        self._session.changed.connect(self._render_editor)
        self._document.cursor_changed.connect(self._on_cursor_changed)
        self.holdem.copied.connect(self._on_copied)
        self.holdem.save_requested.connect(self.show_saving)
        self.actions_editor.save_requested.connect(self.show_saving)
        self.library.actions_used.connect(self._on_actions_used)
        for editor in self.editors.values():
            editor.grid.copied.connect(self._on_grid_copied)
            editor.grid.pasted.connect(self._on_grid_pasted)
        self.edits.checked.connect(self._on_edit_checked)
        self.entry.edited.connect(self._on_text_edited)
        self.entry.entered.connect(self._on_entered)
        self.entry.problem_changed.connect(self._show_problem)

        self._seat_box.chosen.connect(self.edits.choose)
        self._tabs.idToggled.connect(self._on_side)

    @property
    def editor(self) -> HoldemEditor | RazzEditor:
        """The editor of the current game."""
        return self.editors[self._document.scenario.game]

    @Slot(object, object)
    def _on_document_changed(self, old: Scenario, new: Scenario) -> None:
        self._copy_message = ""
        self._render()

    @Slot()
    def _on_cursor_changed(self) -> None:
        if self.edits.seat != self._rendered:
            self._copy_message = ""
            self._render()

    @Slot()
    def _on_entered(self) -> None:
        """Select the seat when its text is entered, so that the next card from the deck goes to it as well."""
        self.edits.choose(self.edits.seat)

    @Slot(str)
    def _on_copied(self, message: str) -> None:
        self._copy_message = message
        self._show_problem()

    @Slot(object)
    def _on_grid_copied(self, places: tuple[Place, ...]) -> None:
        """Copy the text of the cells ``places``, or the seat's complete text if no cells are selected."""
        text = self.editor.text_of(places) if places else self.edits.displayed_seat.cards.strip()
        if text:
            QGuiApplication.clipboard().setText(text)
        self._on_copied(f"copied: {shortened(text)}" if text else "nothing to copy here")

    @Slot()
    def _on_grid_pasted(self) -> None:
        """Replace the range by the text on the clipboard, or show why that is impossible."""
        document = self._document
        try:
            text = range_text(document.named, QGuiApplication.clipboard().text(), document.orders)
        except TextError as error:
            self.entry.set_problem(Problem("clipboard", f"Not pasted: {error.message}"))
            return
        self.edits.write_base(text, "Pasted range")

    @Slot()
    def _render(self) -> None:
        """Show the range of the selected seat in the text field, the library and the editor on the current side."""
        scenario, seat = self._document.scenario, self.edits.displayed_seat
        self._rendered = self.edits.seat
        names = [f"{seat.name} (folded)" if seat.folded else seat.name for seat in scenario.seats]
        self._seat_box.show_seats(range(len(names)), names, self.edits.seat)
        self.entry.setAccessibleName(f"Range of {seat.name} as text")
        # A text that is being typed is left alone, together with its cursor.
        if not (self.entry.hasFocus() and self.entry.text() == seat.cards):
            self.entry.show_text(seat.cards)
        if self.entry.chip is not None:
            text = offered_text(scenario, self.edits.seat)
            self.entry.chip.setEnabled(base_of(seat.cards) != text)
            self.entry.show_chip(True, "any" if text != FOLD_PROFILE else text, CHIP_HINTS[text])
        self.entry.setPlaceholderText(GAME_WORDS[scenario.game].ranges.placeholder)
        self._show_side()
        self.library.render_game(scenario.game)
        if self._help is not None:
            self._help.show_game(scenario.game, seat.name)
        self._show_problem()
        self._render_editor()

    @Slot()
    def _render_editor(self) -> None:
        """Render only the visible editor; the others render when their side is selected."""
        if self._tabs.checkedId() == INSPECT:
            self.inspect.render_seat()
        elif self._tabs.checkedId() == ACTIONS:
            self.actions_editor.render_range()
        else:
            self.editor.render_range()

    @Slot()
    def _show_side(self) -> None:
        """Show the tools and the canvas of the selected side, falling back to painting in a game without actions."""
        has_actions = GAMES[self._document.scenario.game].hands_are_combos
        self._tabs.button(ACTIONS).setVisible(has_actions)
        if self._tabs.checkedId() == ACTIONS and not has_actions:
            self._tabs.button(PAINT).setChecked(True)
        # The side stack begins with the tools of every game; the other sides follow in the order of their numbers.
        side, editors = self._tabs.checkedId(), list(self.editors.values())
        self._side.setCurrentIndex(editors.index(self.editor) if side == PAINT else len(editors) - 1 + side)
        canvases: dict[int, QWidget] = {INSPECT: self.inspect, ACTIONS: self.actions_editor}
        self._canvas.setCurrentWidget(canvases.get(side, self.editor))

    @Slot()
    def _on_side(self) -> None:
        self._show_side()
        self._render_editor()

    def show_inspection(self) -> None:
        """Show the list of all hands in the seat's range."""
        self._tabs.button(INSPECT).setChecked(True)

    @Slot(object)
    def show_saving(self, content: str | tuple[RangeAction, ...] = "") -> None:
        """Open the library and ask for a name under which to save ``content`` ("": the seat's range)."""
        self._tabs.button(LIBRARY).setChecked(True)
        self.library.ask_for_name(content)

    def import_ranges(self, paths: Sequence[Path]) -> None:
        """Open the library and show the ranges that the files ``paths`` would add."""
        self._tabs.button(LIBRARY).setChecked(True)
        self.library.propose(paths)

    @Slot(object)
    def _on_actions_used(self, entry: LibraryEntry) -> None:
        self._tabs.button(ACTIONS).setChecked(True)
        self.actions_editor.take(entry.actions, f"{entry.name} as the actions")

    @Slot()
    def show_help(self) -> None:
        """Open the help for range texts."""
        if self._help is None:
            self._help = RangeHelp(self)
            self._help.tried.connect(self._on_tried)
        self._help.show_game(self._document.scenario.game, self.edits.displayed_seat.name)
        self._help.open_beside(self.window())

    @Slot(str)
    def _on_tried(self, text: str) -> None:
        problems = self.edits.write_base(text, "Example as the range")
        self.entry.set_problem(problems[0] if problems else None)
        self.window().activateWindow()  # away from the sheet, so that Ctrl+Z undoes the example

    @Slot(str, str)
    def _on_text_edited(self, text: str, merge: str) -> None:
        """Write a typed text to the seat's range; a rejected one stays in the field, with the reason."""
        problems = self.edits.write(text, "Range", merge=f"{merge} {self.edits.seat}")
        if not problems:
            self.entry.show_text(text)
            return
        field = seat_field(self.edits.seat)
        self.entry.refuse(next((problem for problem in problems if problem.field == field), problems[0]))

    @Slot()
    def _on_any(self) -> None:
        text = offered_text(self._document.scenario, self.edits.seat)
        self.edits.write_base(text, f"{'Folding range' if text == FOLD_PROFILE else 'Any cards'} as the range")

    @Slot(object)
    def _on_edit_checked(self, problem: Problem | None) -> None:
        """Show why a painted or applied range was rejected. While a text is typed, its field shows its problem."""
        if not self.entry.hasFocus():
            self.entry.set_problem(problem)

    @Slot()
    def _show_problem(self) -> None:
        """Show the problem of the text below it; else a message about a copy, the notices on the text, or a hint."""
        problem = self.entry.problem
        if problem is not None:
            # The position of a problem is meaningful only if it is about the text in this field.
            in_entry = problem.field == seat_field(self.edits.seat) and self.entry.pending
            self.problem_line.show_error(problem.message, problem.position if in_entry else None)
            return
        scenario = self._document.scenario
        notices = " · ".join(self.editor.notices()).replace("`", "'")
        hint = GAME_WORDS[scenario.game].ranges.hint
        text = self._copy_message or notices or hint
        room = round(NOTICE_LINES[self._tight] * self.problem_line.width())
        metrics = QFontMetrics(text_font(TEXT_SMALL, QFont.Weight.Bold))
        if text == hint:  # its examples are complete, or left out
            text = _fitting(hint, metrics, room)
        elided = QFontMetrics(text_font(TEXT_SMALL)).elidedText(text, Qt.TextElideMode.ElideRight, room)
        self.problem_line.show_hint(elided)
        self.problem_line.setToolTip(text if elided != text else "")

    def resizeEvent(self, event: object) -> None:
        # In a small page the notices get one line and the margins shrink, so that the matrix stays readable.
        tight = unscaled(self.width()) < NARROW or unscaled(self.height()) < LOW
        if tight != self._tight:
            self._set_tight(tight)
        self._show_problem()
        width = round(SIDE_SHARE * self.width())
        self._column.setFixedWidth(min(max(width, px(MIN_SIDE_WIDTH)), px(MAX_SIDE_WIDTH)))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.heat.request(visible=True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.heat.request(visible=False)

    def customEvent(self, event: QEvent) -> None:
        self._render()


PAINTED = 0.6
"""The tone of the hands in a range, in a chart without equities."""


Bools = NDArray[np.bool_]


def range_chart(weights: ComboWeights, known: int, equities: HandEquities) -> Chart:
    """Return the matrix of a seat's range, coloured by the equity of each hand.

    ``weights`` float64[1326]: the weight of each combo. ``known``: the mask of the cards that the seat cannot hold.
    """
    errors = errors_clause([hand.stderr for hand in equities.classes.values()])
    total = next((s.estimate for s in equities.snapshot.seats if s.name == equities.name), None)
    mean = f", range average {percent(total.equity, total.stderr)}" if total is not None else ""
    note = f"numbers: equity in percent{mean}; heights: weights{errors}"
    heading = Heading.of(equities.snapshot, f"Equity of every hand in {equities.name}'s range", (note,), "heat")
    table, scale = _range_table(weights, equities), scale_texts(equities.scale, "break-even")
    return hand_map(heading, weight_cells(weights, known, equities, hot=True), table, scale=scale)


def weights_chart(name: str, weights: ComboWeights, known: int, snapshot: Snapshot) -> Chart:
    """Return the matrix of the range of the seat ``name``, by weight.

    ``weights`` float64[1326]: the weight of each combo. ``known``: the mask of the cards that the seat cannot hold.
    """
    combos = int((weights > 0).sum())
    note = f"heights: weights; {number_of(combos, 'combo')} before known cards are removed"
    heading = Heading.of(snapshot, f"{name}'s range", (note,), "heat")
    return hand_map(heading, weight_cells(weights, known), _range_table(weights, None), filled=PAINTED)


def _range_table(weights: ComboWeights, equities: HandEquities | None) -> Table:
    """Return the mean weight of every class of the range (``combo`` empty), then the weight of every combo.

    With ``equities`` each row has its share, equity and standard error as well.
    """
    classes: list[tuple[object, ...]] = []
    combos: list[tuple[object, ...]] = []
    for place in ALL_CELLS:
        name, all_combos = class_name(place), list(combos_at(place))
        in_range = {combo_text(combo): float(weights[combo]) for combo in all_combos if weights[combo] > 0}
        if in_range:
            mean = float(weights[all_combos].mean())
            classes.append((name, "", mean, *(_numbers(equities.classes.get(name)) if equities else ())))
        for combo, weight in in_range.items():
            combos.append((name, combo, weight, *(_numbers(equities.combos.get(combo)) if equities else ())))
    return ("hand", "combo", "weight", *(("share", "equity", "stderr") if equities else ())), [*classes, *combos]


def _numbers(hand: HandEquity | None) -> tuple[object, object, object]:
    """Return the share, equity and standard error of a hand for a table, blank if they are unknown."""
    if hand is None:
        return "", "", ""
    return hand.share, hand.equity, "" if hand.stderr is None else hand.stderr


def _combo_rows(listed: Bools, values: Callable[[int], Sequence[object]]) -> list[tuple[object, ...]]:
    """Return a row of class, name and ``values`` for each combo; ``listed`` bool[1326]: the combos to include."""
    return [
        (class_name(place), combo_text(combo), *values(combo))
        for place in ALL_CELLS
        for combo in combos_at(place)
        if listed[combo]
    ]


def range_actions_chart(name: str, actions: tuple[RangeAction, ...], shares: Shares, snapshot: Snapshot) -> Chart:
    """Return the matrix of all actions of the seat ``name``; ``shares`` float64[actions, 1326]: how often each combo
    takes each action."""
    played = [i for i, row in enumerate(shares) if row.any()]
    rest = 1.0 - float(shares.sum(axis=0).mean())
    names = [f"{actions[i].name} {percent(float(shares[i].mean()), exact_digits=1)}" for i in played]
    keys = tuple(Key(title, "part", actions[i].color) for i, title in zip(played, names, strict=True))
    rows = _combo_rows(shares.max(axis=0) > 0, lambda combo: shares[:, combo].tolist())
    note = f"widths: frequency of each action; rest (fold): {percent(rest, exact_digits=1)}"
    heading = Heading.of(snapshot, f"{name}'s actions", (note,), "actions")
    table = ("hand", "combo", *(action.name for action in actions)), rows
    return hand_map(heading, action_cells(actions, shares), table, keys=keys)


def range_groups_chart(
    name: str,
    weights: ComboWeights,
    known: int,
    board: Sequence[int],
    snapshot: Snapshot,
    equities: HandEquities | None = None,
) -> Chart:
    """Return the matrix of the range of the seat ``name``, coloured by made hand on a board of 3 to 5 cards.

    ``weights`` float64[1326]: the weight of each combo. ``known``: the mask of the cards that the seat cannot hold.
    With ``equities`` of the hands on this board, the percentages are those of the page *Made hands*, from the joint
    distribution; otherwise they are shares of the combos by weight.
    """
    live_weights = live(weights, known)
    # One row for each group: the group of a combo gets its weight, the others get 0.
    groups = hand_groups(board)
    shares = np.where(groups == np.arange(len(GROUPS))[:, None], live_weights, 0.0)
    if equities is None:
        chances = live_weights
        measure = "percentages: shares of the combos by weight, before other players' cards are removed"
    else:
        chances = np.zeros(len(live_weights))
        for combo in np.flatnonzero(live_weights):
            hand = equities.combos.get(combo_text(int(combo)))
            chances[combo] = hand.share if hand is not None else 0.0
        measure = "percentages: share of the range after removal of other players' cards"
    total = float(chances.sum()) or 1.0
    group_shares = [float(chances[groups == group].sum()) / total for group in range(len(GROUPS))]
    keys = tuple(
        Key(f"{title} {percent(share, exact_digits=1)}", "part", i)
        for i, (title, share) in enumerate(zip(GROUPS, group_shares, strict=True))
        if share
    )
    # The picture of actions also serves here: each group is an "action" in its colour.
    colours = tuple(RangeAction(title, color=i) for i, title in enumerate(GROUPS))
    rows = _combo_rows(live_weights > 0, lambda combo: (float(live_weights[combo]), GROUPS[groups[combo]]))
    notes = "widths: shares of a hand's combos by weight", measure
    heading = Heading.of(snapshot, f"{name}'s range by made hands", notes, "groups")
    table = ("hand", "combo", "weight", "group"), rows
    return hand_map(heading, action_cells(colours, shares), table, keys=keys)


def _heat(page: RangePage, scenario: Scenario, snapshot: Snapshot) -> Chart | None:
    """Return the displayed matrix as a chart of weights or equities, or None if it is empty or out of date."""
    weights, known = page.holdem.displayed
    if not page.holdem.shows_equity:
        return weights_chart(page.edits.displayed_seat.name, weights, known, snapshot) if weights.any() else None
    equities = page.heat.of(page.edits.seat)
    if equities is None or equities.stale:
        return None
    return range_chart(weights, known, equities)


def _groups(page: RangePage, scenario: Scenario, snapshot: Snapshot) -> Chart | None:
    """Return the range by made hand on the board of the displayed street, or None before the flop."""
    weights, known = page.holdem.displayed
    street = page.holdem.street
    if not dealt_streets(scenario) or street == "pre-flop" or not live(weights, known).any():
        return None
    board = plain_cards(at_street(scenario, street).board) or ()
    equities = page.heat.of(page.edits.seat)
    # Equities exist only on the complete board, not on an earlier street that is being looked at.
    on_board = equities is not None and not equities.stale and len(board) == len(plain_cards(scenario.board) or ())
    return range_groups_chart(
        page.edits.displayed_seat.name, weights, known, board, snapshot, equities if on_board else None
    )


def _actions(page: RangePage, scenario: Scenario, snapshot: Snapshot) -> Chart | None:
    editor = page.actions_editor
    if not editor.shares.any():
        return None
    return range_actions_chart(page.edits.displayed_seat.name, editor.played, editor.shares, snapshot)


EXPORTS: tuple[tuple[str, str, Callable[[RangePage, Scenario, Snapshot], Chart | None]], ...] = (
    ("heat", "Range", _heat),
    ("groups", "Range by made hands", _groups),
    ("actions", "Range by actions", _actions),
)


def range_page(context: PageContext) -> BuiltPage:
    """Return the page and its charts, which can be exported while there is a result of the current table."""
    page = RangePage(context)
    document, session = context.document, context.session

    def chart_of(content: Callable[[RangePage, Scenario, Snapshot], Chart | None]) -> Chart | None:
        snapshot = None if session.stale else session.snapshot
        if snapshot is None or not GAMES[document.scenario.game].hands_are_combos:
            return None
        return content(page, document.scenario, snapshot)

    return page, tuple(
        ExportItem(name, title, page, PageChart(partial(chart_of, content)), "holdem")
        for name, title, content in EXPORTS
    )
