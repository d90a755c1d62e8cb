"""The range page: the selected seat's range as a text, as a matrix or triangle to paint, the library beside
it, and the help to such texts.
"""

from collections.abc import Callable, Sequence
from functools import partial
from html import escape
from pathlib import Path
from urllib.parse import quote, unquote

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPoint, QSize, Qt, QUrl, Signal, Slot
from PySide6.QtGui import QFontMetrics, QGuiApplication, QHideEvent, QPalette, QShowEvent
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
from gui.pages.range.hand_matrix import HandEquities, HandEquity, HandHeat, cells
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
    "Inspect": "what this range really holds here: every hand with its final probability",
    "Actions": "several actions in one matrix: raise, call, and what is left folds",
}
SIDE_SHARE, WIDEST_SIDE, NARROWEST_SIDE = 0.30, 264, {False: 208, True: 196}
NARROW, LOW = 540, 520
"""Sizes of the page below which more of it is left to the matrix."""
LINES_HEIGHT, NOTICE_LINES = {False: 32, True: 16}, {False: 1.85, True: 0.96}
"""Height and number of lines for notices, where the page is low and where it is not, the last of them never quite full:
where words break is not ours to say."""
MARGINS, BESIDE = {False: (16, 12, 16, 8), True: (10, 6, 10, 4)}, {False: 16, True: 10}


SCHEME = "try"
SIZE = QSize(540, 700)
TOP = 80


class RangeHelp(Guarded, QDialog):
    """Stays open beside the table. ``tried`` carries the text of an example."""

    tried = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._game: Game = "holdem"
        self._seat = ""
        self.setObjectName("rangeHelp")
        self.hint = label("", self, wrap=True)
        self.browser = named(QTextBrowser(self), "rangeHelp.examples", "Examples of range texts")
        self.browser.setOpenLinks(False)
        set_text(self.browser)
        self.browser.setStyleSheet("border: none; background: transparent; padding: 0px")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        filled(QVBoxLayout(self), self.hint, (self.browser, 1), buttons, spacing=8, margins=(20, 16, 20, 16))
        self.browser.anchorClicked.connect(self._on_clicked)

    def show_game(self, game: Game, seat: str) -> None:
        """Explain the texts of ``game``; examples are tried on ``seat``."""
        if (game, seat) != (self._game, self._seat):
            self._game, self._seat = game, seat
            self._render()

    @Slot()
    def _render(self) -> None:
        self.setWindowTitle(GAME_WORDS[self._game].ranges.help_title)
        hint = f"Click an example to try it on {self._seat} (Ctrl+Z takes it back), or select it and copy it."
        self.hint.setText(f"{hint} {GAME_WORDS[self._game].ranges.rules}")
        self.browser.setHtml(self.html())

    def html(self) -> str:
        """Return the sheet as rich text."""
        theme = current_theme()
        parts = []
        for title, examples in GAME_WORDS[self._game].ranges.examples:
            rows = "".join(
                f"<tr><td width='{px(190)}'><a style='color: {theme.accent}; text-decoration: none' "
                f"href='{SCHEME}:{quote(text)}'><b>{escape(text)}</b></a></td>"
                f"<td>{escape(meaning)} <span style='color: {theme.muted}; font-size: {px(TEXT_SMALL)}px'>"
                f"{GAME_WORDS[self._game].ranges.number(text)}</span></td></tr>"
                for text, meaning in examples
            )
            heading = f"<p style='font-size: {px(TEXT_LARGE - 2)}px; margin-bottom: 2px'><b>{escape(title)}</b></p>"
            parts.append(f"{heading}<table cellpadding='3'>{rows}</table>")
        return "".join(parts)

    @Slot(QUrl)
    def _on_clicked(self, url: QUrl) -> None:
        if url.scheme() == SCHEME:
            self.tried.emit(unquote(url.toString(QUrl.ComponentFormattingOption.FullyEncoded).split(":", 1)[1]))

    def open_beside(self, window: QWidget) -> None:
        """Show the sheet over the left of ``window``, where it leaves the range in sight."""
        if not self.isVisible():
            self.resize(scaled_size(SIZE.width(), SIZE.height()).boundedTo(window.size() - QSize(0, TOP)))
            self.move(window.mapToGlobal(QPoint(0, TOP)))
        self.show()
        self.raise_()
        self.activateWindow()

    def customEvent(self, event: QEvent) -> None:
        self._render()


class RangePage(Guarded, QWidget):
    """Edits the range of the marked seat."""

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        document = context.document
        self._document, self._session = document, context.session
        self._rendered = -1
        """The displayed seat."""
        self._copied = ""
        """Remarks on a copy that was made, until something is changed."""
        named(self, "range", "Range")
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.setAutoFillBackground(True)
        self.edits = SeatEdits(document, self)
        self._help: RangeHelp | None = None
        self._seat_box = SeatChoice("range.seat", "Seat whose range is shown", self)
        self.entry = named(TextEntry(self, chip="any"), "range.text")
        self.entry.takes_tables = True
        if self.entry.chip is not None:
            named(self.entry.chip, "range.any", "Any cards")
        title = "What can be typed here"
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
        top = filled(QHBoxLayout(), self._seat_box, (self.entry, 1), self._help_chip, spacing=8)
        side = QWidget(self)
        self._canvas, self._side = QStackedLayout(), QStackedLayout(side)  # its parts would be windows without it
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
        """Leave more of the page to the matrix, or less."""
        self._tight = tight
        at_least(self.problem_line, height=LINES_HEIGHT[tight])  # the matrix does not move when there is more to report
        self._all.setContentsMargins(*MARGINS[tight])
        self._below.setSpacing(BESIDE[tight])
        for editor in (*self.editors.values(), self.actions_editor):
            editor.info.set_low(tight)

    def _build_switch(self) -> ChipFlow:
        self._tabs = QButtonGroup(self)
        for i, (title, shows) in enumerate(SIDES.items()):
            chip = ChipButton(title, self)
            named(chip, f"range.show{title}", f"Show {shows}", f"Show {shows}")
            chip.setCheckable(True)
            chip.setChecked(i == PAINT)
            self._tabs.addButton(chip, i)
        return ChipFlow(self._tabs.buttons(), self)

    def _connect(self) -> None:
        self._document.changed.connect(self._on_document_changed)
        self._session.changed.connect(self._render_editor)
        self._document.mark_changed.connect(self._on_mark_changed)
        self.holdem.copied.connect(self._on_copied)
        self.holdem.save_requested.connect(self.show_saving)
        self.actions_editor.save_requested.connect(self.show_saving)
        self.library.actions_used.connect(self._on_actions_used)
        for editor in self.editors.values():
            editor.grid.copied.connect(self._on_grid_copied)
            editor.grid.pasted.connect(self._on_grid_pasted)
        self.edits.refused.connect(self._on_refused)
        self.entry.edited.connect(self._on_text_edited)
        self.entry.entered.connect(self._on_entered)
        self.entry.problem_changed.connect(self._show_problem)
        if self.entry.chip is not None:
            self.entry.chip.clicked.connect(self._on_any)
        self._seat_box.chosen.connect(self.edits.choose)
        self._tabs.idToggled.connect(self._on_side)

    @property
    def editor(self) -> HoldemEditor | RazzEditor:
        """The editor of the game that is on."""
        return self.editors[self._document.scenario.game]

    @Slot(object, object)
    def _on_document_changed(self, before: Scenario, after: Scenario) -> None:
        self._copied = ""
        self._render()

    @Slot()
    def _on_mark_changed(self) -> None:
        if self.edits.seat != self._rendered:
            self._copied = ""
            self._render()

    @Slot()
    def _on_entered(self) -> None:
        """Who writes here has pointed at the seat: the next card from the deck goes there too."""
        self.edits.choose(self.edits.seat)

    @Slot(str)
    def _on_copied(self, remarks: str) -> None:
        self._copied = remarks
        self._show_problem()

    @Slot(object)
    def _on_grid_copied(self, places: tuple[Place, ...]) -> None:
        """Copy the text of the cells, of all that the seat has where there are none."""
        text = self.editor.text_of(places) if places else self.edits.shown.cards.strip()
        if text:
            QGuiApplication.clipboard().setText(text)
        self._on_copied(f"copied: {shortened(text)}" if text else "there is nothing to copy here")

    @Slot()
    def _on_grid_pasted(self) -> None:
        """Take the text on the clipboard as the range."""
        document = self._document
        try:
            text = range_text(document.named, QGuiApplication.clipboard().text(), document.orders)
        except TextError as error:
            self.entry.set_problem(Problem("clipboard", f"Not pasted: {error.message}"))
            return
        self.edits.write_base(text, "Pasted range")

    @Slot()
    def _render(self) -> None:
        scenario, seat = self._document.scenario, self.edits.shown
        self._rendered = self.edits.seat
        names = [f"{seat.name} (folded)" if seat.folded else seat.name for seat in scenario.seats]
        self._seat_box.show_seats(range(len(names)), names, self.edits.seat)
        self.entry.setAccessibleName(f"Range of {seat.name} as text")
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
        if self._tabs.checkedId() == INSPECT:
            self.inspect.render_seat()
        elif self._tabs.checkedId() == ACTIONS:
            self.actions_editor.render_range()
        else:
            self.editor.render_range()

    @Slot()
    def _show_side(self) -> None:
        has_actions = GAMES[self._document.scenario.game].hands_are_combos
        self._tabs.button(ACTIONS).setVisible(has_actions)
        if self._tabs.checkedId() == ACTIONS and not has_actions:
            self._tabs.button(PAINT).setChecked(True)
        side, editors = self._tabs.checkedId(), list(self.editors.values())
        self._side.setCurrentIndex(editors.index(self.editor) if side == PAINT else len(editors) - 1 + side)
        canvases: dict[int, QWidget] = {INSPECT: self.inspect, ACTIONS: self.actions_editor}
        self._canvas.setCurrentWidget(canvases.get(side, self.editor))

    @Slot()
    def _on_side(self) -> None:
        self._show_side()
        self._render_editor()

    def show_inspection(self) -> None:
        """Show all hands of the range of the seat."""
        self._tabs.button(INSPECT).setChecked(True)

    @Slot(object)
    def show_saving(self, what: str | tuple[RangeAction, ...] = "") -> None:
        """Ask in the library for the name under which the seat's range is kept, or another text or actions."""
        self._tabs.button(LIBRARY).setChecked(True)
        self.library.ask_for_name(what)

    def import_ranges(self, paths: Sequence[Path]) -> None:
        """Show in the library the ranges that files would add."""
        self._tabs.button(LIBRARY).setChecked(True)
        self.library.propose(paths)

    @Slot(object)
    def _on_actions_used(self, entry: LibraryEntry) -> None:
        self._tabs.button(ACTIONS).setChecked(True)
        self.actions_editor.take(entry.actions, f"{entry.name} as the actions")

    @Slot()
    def show_help(self) -> None:
        """Explain the texts of ranges, on a sheet that stays open."""
        if self._help is None:
            self._help = RangeHelp(self)
            self._help.tried.connect(self._on_tried)
        self._help.show_game(self._document.scenario.game, self.edits.shown.name)
        self._help.open_beside(self.window())

    @Slot(str)
    def _on_tried(self, text: str) -> None:
        problems = self.edits.write_base(text, "Example as the range")
        self.entry.set_problem(problems[0] if problems else None)
        self.window().activateWindow()  # so that Undo takes it back

    @Slot(str, str)
    def _on_text_edited(self, text: str, merge: str) -> None:
        problems = self.edits.write(text, "Range", merge=f"{merge} {self.edits.seat}")
        if not problems:
            self.entry.show_text(text)
            return
        own = seat_field(self.edits.seat)
        self.entry.refuse(next((problem for problem in problems if problem.field == own), problems[0]))

    @Slot()
    def _on_any(self) -> None:
        text = offered_text(self._document.scenario, self.edits.seat)
        what = "The fold profile as the range" if text == FOLD_PROFILE else "Any cards as the range"
        self.edits.write_base(text, what)

    @Slot(object)
    def _on_refused(self, problem: Problem | None) -> None:
        """Show why something painted or used cannot be put in force; a text waits for its own complaint."""
        if not self.entry.hasFocus():
            self.entry.set_problem(problem)

    @Slot()
    def _show_problem(self) -> None:
        """Show the problem of the text under it, else what its reader should know."""
        problem = self.entry.problem
        if problem is not None:
            own = problem.field == seat_field(self.edits.seat) and self.entry.pending
            self.problem_line.show_error(problem.message, problem.position if own else None)
            return
        scenario = self._document.scenario
        text = self._copied or " · ".join(self.editor.notices()).replace("`", "'")
        room = round(NOTICE_LINES[self._tight] * self.problem_line.width())
        text = text or GAME_WORDS[scenario.game].ranges.hint
        shown = QFontMetrics(text_font(TEXT_SMALL)).elidedText(text, Qt.TextElideMode.ElideRight, room)
        self.problem_line.show_hint(shown)
        self.problem_line.setToolTip(text if shown != text else "")

    def resizeEvent(self, event: object) -> None:
        tight = unscaled(self.width()) < NARROW or unscaled(self.height()) < LOW
        if tight != self._tight:
            self._set_tight(tight)
        self._show_problem()
        width = round(SIDE_SHARE * self.width())
        self._column.setFixedWidth(min(max(width, px(NARROWEST_SIDE[self._tight])), px(WIDEST_SIDE)))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.heat.request(shown=True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.heat.request(shown=False)

    def customEvent(self, event: QEvent) -> None:
        self._render()


PAINTED = 0.6
"""The tone of what a range holds, where its equity is not shown."""


Bools = NDArray[np.bool_]


def range_chart(weights: ComboWeights, known: int, equities: HandEquities) -> Chart:
    """Return the equity of every hand in a seat's range, float64[1326], which cannot hold the cards ``known``."""
    errors = errors_clause([hand.stderr for hand in equities.classes.values()])
    whole = next((s.estimate for s in equities.snapshot.seats if s.name == equities.name), None)
    mean = f", all together {percent(whole.equity, whole.stderr)}" if whole is not None else ""
    note = f"numbers: equity in percent{mean}; heights: weights{errors}"
    heading = Heading.of(equities.snapshot, f"Equity of every hand in {equities.name}'s range", (note,), "heat")
    table, scale = _range_table(weights, equities), scale_texts(equities.scale, "fair")
    return hand_map(heading, cells(weights, known, equities, hot=True), table, scale=scale)


def weights_chart(name: str, weights: ComboWeights, known: int, snapshot: Snapshot) -> Chart:
    """Return the weights of the range, float64[1326], of the seat ``name``, which cannot hold the cards ``known``."""
    held = int((weights > 0).sum())
    note = f"heights: weights; {number_of(held, 'combo')} before known cards are removed"
    heading = Heading.of(snapshot, f"{name}'s range", (note,), "heat")
    return hand_map(heading, cells(weights, known), _range_table(weights, None), filled=PAINTED)


def _range_table(weights: ComboWeights, equities: HandEquities | None) -> Table:
    """Return the mean weight of every class of the range (``combo`` empty), then the weight of every combo.

    With ``equities`` their shares and equities stand beside them.
    """
    classes: list[tuple[object, ...]] = []
    combos: list[tuple[object, ...]] = []
    for place in ALL_CELLS:
        name, all_combos = class_name(place), list(combos_at(place))
        held = {combo_text(combo): float(weights[combo]) for combo in all_combos if weights[combo] > 0}
        if held:
            mean = float(weights[all_combos].mean())
            classes.append((name, "", mean, *(_numbers(equities.classes.get(name)) if equities else ())))
        for combo, weight in held.items():
            combos.append((name, combo, weight, *(_numbers(equities.combos.get(combo)) if equities else ())))
    return ("hand", "combo", "weight", *(("share", "equity", "stderr") if equities else ())), [*classes, *combos]


def _numbers(hand: HandEquity | None) -> tuple[object, object, object]:
    if hand is None:
        return "", "", ""
    return hand.share, hand.equity, "" if hand.stderr is None else hand.stderr


def _combo_rows(listed: Bools, values: Callable[[int], Sequence[object]]) -> list[tuple[object, ...]]:
    """Return class, name and ``values`` of the combos ``listed``, bool[1326]."""
    return [
        (class_name(place), combo_text(combo), *values(combo))
        for place in ALL_CELLS
        for combo in combos_at(place)
        if listed[combo]
    ]


def actions_chart(name: str, actions: tuple[RangeAction, ...], shares: Shares, snapshot: Snapshot) -> Chart:
    """Return the actions of the seat ``name`` in one picture: ``shares`` float64[actions, 1326]."""
    played = [i for i, row in enumerate(shares) if row.any()]
    rest = 1.0 - float(shares.sum(axis=0).mean())
    names = [f"{actions[i].name} {percent(float(shares[i].mean()), exact_digits=1)}" for i in played]
    keys = tuple(Key(title, "part", actions[i].color) for i, title in zip(played, names, strict=True))
    rows = _combo_rows(shares.max(axis=0) > 0, lambda combo: shares[:, combo].tolist())
    note = f"widths: how often a hand is played so; the rest, {percent(rest, exact_digits=1)}, is no action"
    heading = Heading.of(snapshot, f"{name}'s actions", (note,), "actions")
    table = ("hand", "combo", *(action.name for action in actions)), rows
    return hand_map(heading, action_cells(actions, shares), table, keys=keys)


def groups_chart(
    name: str,
    weights: ComboWeights,
    known: int,
    board: Sequence[int],
    snapshot: Snapshot,
    equities: HandEquities | None = None,
) -> Chart:
    """Return the range, float64[1326], of the seat ``name`` by what its hands have made on a board of 3 to 5 cards.

    ``known`` are the cards that it cannot hold. The percentages are those of the page *Made hands*, by the joint
    distribution, if ``equities`` of the hands on this board are given, else shares of the combos by weight.
    """
    left = live(weights, known)
    groups = hand_groups(board)
    shares = np.where(groups == np.arange(len(GROUPS))[:, None], left, 0.0)
    if equities is None:
        likely, measure = left, "percentages: shares of the combos by weight, before other players' cards are removed"
    else:
        likely = np.zeros(len(left))
        for combo in np.flatnonzero(left):
            hand = equities.combos.get(combo_text(int(combo)))
            likely[combo] = hand.share if hand is not None else 0.0
        measure = "percentages: how likely each is, other players' cards removed"
    total = float(likely.sum()) or 1.0
    parts = [float(likely[groups == group].sum()) / total for group in range(len(GROUPS))]
    keys = tuple(
        Key(f"{title} {percent(part, exact_digits=1)}", "part", i)
        for i, (title, part) in enumerate(zip(GROUPS, parts, strict=True))
        if part
    )
    colours = tuple(RangeAction(title, color=i) for i, title in enumerate(GROUPS))
    rows = _combo_rows(left > 0, lambda combo: (float(left[combo]), GROUPS[groups[combo]]))
    notes = "widths: shares of a hand's combos by weight", measure
    heading = Heading.of(snapshot, f"{name}'s range by made hands", notes, "groups")
    table = ("hand", "combo", "weight", "group"), rows
    return hand_map(heading, action_cells(colours, shares), table, keys=keys)


def _heat(page: RangePage, scenario: Scenario, snapshot: Snapshot) -> Chart | None:
    """Return the matrix as it is displayed, weights or equities."""
    weights, known = page.holdem.shown
    if not page.holdem.shows_equity:
        return weights_chart(page.edits.shown.name, weights, known, snapshot) if weights.any() else None
    equities = page.heat.of(page.edits.seat)
    if equities is None or equities.stale:
        return None
    return range_chart(weights, known, equities)


def _groups(page: RangePage, scenario: Scenario, snapshot: Snapshot) -> Chart | None:
    """Return the hands by what they have made on the board of the displayed street."""
    weights, known = page.holdem.shown
    place = page.holdem.place
    if not dealt_streets(scenario) or place == "pre-flop" or not live(weights, known).any():
        return None
    board = plain_cards(at_street(scenario, place).board) or ()
    equities = page.heat.of(page.edits.seat)
    on_board = equities is not None and not equities.stale and len(board) == len(plain_cards(scenario.board) or ())
    return groups_chart(page.edits.shown.name, weights, known, board, snapshot, equities if on_board else None)


def _actions(page: RangePage, scenario: Scenario, snapshot: Snapshot) -> Chart | None:
    editor = page.actions_editor
    if not editor.shares.any():
        return None
    return actions_chart(page.edits.shown.name, editor.played, editor.shares, snapshot)


EXPORTS: tuple[tuple[str, str, Callable[[RangePage, Scenario, Snapshot], Chart | None]], ...] = (
    ("heat", "The range as shown", _heat),
    ("groups", "The range by made hands", _groups),
    ("actions", "The actions", _actions),
)


def range_page(context: PageContext) -> BuiltPage:
    """Return the page, and its charts that can be exported, while there is a result of the table that is shown."""
    page = RangePage(context)
    document, session = context.document, context.session

    def shown(content: Callable[[RangePage, Scenario, Snapshot], Chart | None]) -> Chart | None:
        snapshot = None if session.stale else session.snapshot
        if snapshot is None or not GAMES[document.scenario.game].hands_are_combos:
            return None
        return content(page, document.scenario, snapshot)

    return page, tuple(
        ExportItem(name, title, page, PageChart(partial(shown, content)), "holdem") for name, title, content in EXPORTS
    )
