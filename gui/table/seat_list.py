"""The rows of seats and their list: the first row is always visible, the others scroll; a button adds a seat."""

from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QCursor,
    QDragEnterEvent,
    QDropEvent,
    QEnterEvent,
    QFont,
    QFontMetricsF,
    QMouseEvent,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from engine import GAMES, Estimate, Problem, Scenario, Seat, seat_field
from engine.equity.results import independent_deals
from engine.questions.one_text import remove_seat
from engine.ranges.bases import base_of, filters_of, with_base
from engine.ranges.holdem_shares import FOLD_PROFILE
from engine.ranges.library_files import RANGE_MIME
from engine.ranges.notices import warnings_among
from engine.ranges.razz_folds import folded_share
from engine.table.cursor import after_typing, cursor_without_seat
from engine.table.first_to_act import ActionLabel, first_to_act
from engine.table.folding import CHIP_HINTS, offered_text, with_fold
from engine.table.seat_ranges import read_seat
from engine.table.text_notices import seat_notices
from engine.tournament.calls import SeatValues
from gui.look.guard import Guarded
from gui.look.painting import smooth_painter
from gui.look.scale import px, unscaled, unscaled_rect
from gui.look.theme import CORNER, TEXT, current_theme, font
from gui.parts.build import NO_MARGINS, STRETCH, filled, named, release_focus, scrolled
from gui.parts.chip_button import ChipButton
from gui.parts.text_entry import ProblemLine
from gui.state.context import TableContext
from gui.state.document import new_seat
from gui.table.seat_figures import PotOdds, SeatShare, needed_text
from gui.table.seat_parts import FOLD, FOLDED, SeatLayout, SeatParts
from gui.words.captions import NOT_DEALT_IN, combo_counts, filter_caption, fold_caption, seat_streets
from gui.words.formatting import as_combos, chips, count, prize, short_count
from gui.words.games import GAME_WORDS, Density

WORDS = {spec.any_hand: "Any cards" for spec in GAMES.values()} | {FOLD_PROFILE: "Folding range"}
FILTERING = "computing"
BADGES: dict[ActionLabel, str] = {"bring-in": "bring-in", "acts first": "1st"}
"""The badges in rows of one line."""


class SeatRow(Guarded, QWidget):
    """One seat, built for the current game.

    ``problem_found`` carries problems that belong to another field, ``removed`` the index of a seat to be removed,
    ``library_requested`` the point of the screen at which the library for this seat, which is selected, shall open.
    """

    library_requested = Signal(QPoint)
    pointed = Signal()
    """The mouse has come over the row."""
    problem_found = Signal(object)
    removed = Signal(int)

    def __init__(self, context: TableContext, index: int, odds: PotOdds, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.index, self._odds = index, odds
        self._document, self._session = context.document, context.session
        self._input = context.input
        self._game = self._document.scenario.game
        self._density: Density = "roomy"
        self._reported: Problem | None = None
        self._filtering = False
        """Whether the equities by which the seat's range is filtered are still being computed."""
        self.setObjectName(f"seat{index}")
        self.setAcceptDrops(True)
        # Density and width decide what fits next to each other, so the row may become as narrow as the table.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self.parts = SeatParts(self, context, index)
        self._layout = SeatLayout(self, self.parts)
        self.parts.entry.edited.connect(self._on_text_edited)
        self.parts.entry.entered.connect(self._on_entered)
        self.parts.entry.takes_tables = True
        self.parts.entry.table_pasted.connect(self._input.paste)
        self.parts.entry.problem_changed.connect(self._show_problem)
        self.parts.entry.returnPressed.connect(self._on_return)
        if self.parts.entry.chip is not None:
            self.parts.entry.chip.clicked.connect(self._on_any)
        self.parts.name.textEdited.connect(self._on_name_edited)
        self.parts.name.editingFinished.connect(self._show_name)
        self.parts.name.returnPressed.connect(self._input.leave_text)
        self.parts.name.installEventFilter(self)
        self.parts.library.clicked.connect(self._on_library)
        self.parts.fold.clicked.connect(self._on_fold)
        self.parts.remove.clicked.connect(self._on_remove)
        self.parts.chevron.toggled.connect(self._on_chevron)
        self._input.focus_changed.connect(self._on_focus_changed)
        self.render_scenario()
        self.render_result()

    def set_density(self, density: Density) -> None:
        """Set how compact the row is: less so the more height each row has."""
        if density != self._density:
            self._density = density
            self._layout.arrange(self._document.scenario, self.index, density)
            self.render_result()
            self._show_chip()
            self._show_badge()
            self._show_name()
            self._show_problem()

    def customEvent(self, event: QEvent) -> None:
        """Render again, because the theme or the size of text has changed."""
        if self._is_at_table:
            self.render_scenario(self._document.scenario)  # keeps a text that is being typed
            self.render_result()

    def restart(self) -> None:
        """Replace rejected input by the current text."""
        self.parts.entry.revert()

    @property
    def _is_at_table(self) -> bool:
        """Whether the table has this seat: rows get signals before the list deletes those that are no longer needed."""
        scenario = self._document.scenario
        return scenario.game == self._game and self.index < len(scenario.seats)

    def _seat(self) -> Seat:
        return self._document.scenario.seats[self.index]

    def render_scenario(self, previous: Scenario | None = None) -> None:
        """Show the current seat; rejected input stays unless the text of the seat has changed."""
        scenario, seat = self._document.scenario, self._seat()
        self._layout.arrange(scenario, self.index, self._density)
        if previous is None or self.index >= len(previous.seats) or previous.seats[self.index].cards != seat.cards:
            self.parts.entry.show_text(seat.cards)
        self._show_badge()
        self._show_name()
        self.parts.describe(seat.name)
        self.parts.fold.setChecked(seat.folded)
        if self.parts.fold.text() != (text := FOLDED if seat.folded else FOLD):
            self.parts.fold.setText(text)
            self.parts.fold.updateGeometry()
        self.parts.remove.setEnabled(len(scenario.seats) > 1)
        if self.parts.entry.chip is not None:
            self.parts.entry.chip.setEnabled(base_of(seat.cards) != offered_text(scenario, self.index))
            self._show_chip()
        self.parts.marker.set_dimmed(seat.folded)
        self._show_combos()
        self.parts.strip.refresh()

    def _show_chip(self) -> None:
        """Show the chip if it fits into the field and adds information."""
        offered, current = offered_text(self._document.scenario, self.index), self._seat().cards.strip()
        notices = "\n".join(self._notices()).replace("`", "'")
        self.parts.entry.setToolTip(CHIP_HINTS[current] if current == FOLD_PROFILE else notices)
        roomy = not (self._seat().folded or self._density in ("dense", "line"))
        useful = not current or (current in WORDS and current != offered)
        self.parts.entry.show_chip(useful or roomy, offered, CHIP_HINTS[offered])

    def _notices(self) -> tuple[str, ...]:
        return seat_notices(self._document.scenario, self.index, self._document.orders)

    def _show_combos(self) -> None:
        """Show the number of combos of the seat, or that its filters are still being computed."""
        scenario, orders = self._document.scenario, self._document.orders
        # By priority: filters being computed, a filtered range, a folded or empty seat, and the combos of a range,
        # with the number left after removing known cards if that differs.
        counts = combo_counts(scenario, self.index, orders)
        streets = seat_streets(scenario, self.index, orders) if filters_of(self._seat().cards) else None
        self._filtering = streets is not None and bool(streets.pending)
        active = streets if not self._seat().folded else None
        forms, meaning = filter_caption(scenario, self.index, active) if active is not None else ((), "")
        self._layout.set_filtered(bool(forms) or (self._filtering and active is not None))
        if self._filtering:
            self.parts.caption.show_forms(FILTERING, "…")
            return
        if forms:
            self.parts.caption.show_forms(*forms, meaning=meaning)
            return
        if counts is None:
            seat = self._seat()
            if not seat.folded:
                self.parts.caption.show_forms()
            elif seat.empty:
                self.parts.caption.show_forms(NOT_DEALT_IN)
            else:
                order = self._document.scenario.order
                share = folded_share(seat.cards, order) if GAMES[self._game].stud else None
                self.parts.caption.show_forms(*(() if share is None else fold_caption(share)))
            return
        if self._seat().folded:
            weights = streets.current if streets is not None else read_seat(scenario, self.index, orders).weights
            self.parts.caption.show_forms(*fold_caption(float(weights.sum()) / len(weights)))
            return
        before, after = counts
        if before == after:
            self.parts.caption.show_forms(as_combos(count(before)), count(before))
        else:
            long, short = f"{count(after)} of {count(before)}", f"{count(after)}/{count(before)}"
            self.parts.caption.show_forms(as_combos(long), long, short, count(after))

    def _show_badge(self) -> None:
        """Show whether this seat acts first, with a question mark if several seats may."""
        action, seats = first_to_act(self._document.scenario) or (None, ())
        if action is None or self.index not in seats:
            self.parts.badge.show_forms()
            return
        doubt = "" if len(seats) == 1 else "?"
        brief = self._density in ("dense", "line") and not self._seat().folded
        text = BADGES[action] if brief else action
        self.parts.badge.show_forms(f"{text}{doubt}", meaning=f"{action}{doubt}")

    def render_result(self) -> None:
        """Show the last result, in grey if it belongs to an older table, and the problem that prevents a new one."""
        if self._filtering:
            self._show_combos()
        snapshot = self._session.snapshot
        fits = snapshot is not None and snapshot.scenario.game == self._game and self.index < len(snapshot.seats)
        # A grey result stays visible after an edit, so it may be of a table with other seats, or another game.
        estimate = snapshot.seats[self.index].estimate if snapshot is not None and fits else None
        active = sum(seat.plays for seat in self._document.scenario.seats)
        away = self._seat().empty and active > 0
        if self._seat().empty:  # the result belongs to the hand that was removed
            estimate = None
        needed = self._odds.needed(self.index)
        comparison = self._session.comparison if estimate is not None else None
        change = comparison.seats[self.index] if comparison is not None else None
        values = self._odds.values
        in_money = values.needed[self.index] if values is not None and needed is not None else None
        share = SeatShare(estimate, 1 / active if active else 0.0, self._session.stale, away, needed, change, in_money)
        self._show_chips(values)
        self._show_glance(estimate)
        self.parts.figure.show_share(share)
        self.parts.bar.show_share(share)
        if self.parts.details.isVisibleTo(self):
            combos = combo_counts(self._document.scenario, self.index, self._document.orders)
            self.parts.details.show_estimate(
                self._game,
                estimate,
                combos,
                trials=self._trials,
                stale=self._session.stale,
                needed="" if needed is None else needed_text(needed, in_money),
            )
        self._show_problem()

    def _show_chips(self, values: SeatValues | None) -> None:
        """Show the chips of the seat in its tournament, and their value in prizes once it has been computed."""
        tournament = self._document.scenario.tournament
        stacks = tournament.stacks if tournament is not None else ()
        stack = stacks[self.index] if self.index < len(stacks) else None
        if (stack is None) != (not self.parts.chips.text):
            self.parts.chips.show_forms(*(() if stack is None else (count(stack),)))
            self._show_name()  # the name has less room now, or more
        if stack is None:
            return
        equity = values.equities[self.index] if values is not None else None
        if values is None or equity is None:
            self.parts.chips.show_forms(f"{count(stack)} chips", count(stack))
            return
        value = prize(equity, values.prizes)
        meaning = f"{count(stack)} chips, worth {value} of the {chips(values.prizes)} prize pool"
        self.parts.chips.show_forms(
            f"{count(stack)} = {value}", f"{short_count(stack)} = {value}", value, meaning=meaning
        )

    def _show_glance(self, estimate: Estimate | None) -> None:
        """Show next to the equity how often the seat makes the best hands, in a game that has such a figure."""
        glance = GAME_WORDS[self._game].glance
        if glance is None or self._seat().folded:
            return
        forms, share = tuple[str, ...](), ""
        if estimate is not None:
            share = glance.share(estimate)
            forms = tuple(f"{words} {share}" for words in glance.forms[-1 if self._density == "line" else 0 :])
        self.parts.caption.show_forms(*forms, meaning=f"{glance.meaning} {share}" if forms else "")

    def report(self, problem: Problem | None) -> None:
        """Show a problem of this seat that another part of the window has reported."""
        if problem != self._reported:
            self._reported = problem
            self._show_problem()

    @property
    def _trials(self) -> float:
        """The independent deals of a sampled result, 0 for an exact one."""
        snapshot = self._session.snapshot
        if snapshot is None or snapshot.method == "exact":
            return 0.0
        return independent_deals(snapshot.scenario, snapshot.deals)

    @Slot()
    def _show_problem(self) -> None:
        """Show the most important problem of the seat below its text, or else a hint."""
        if not self._is_at_table:
            return
        # By priority: rejected input, a report from elsewhere, a problem of the table; then hints.
        field = seat_field(self.index)
        standing = next((p for p in self._session.problems if p.field == field), None)
        complete = standing if standing is not None and not standing.incomplete else None
        problem = self.parts.entry.problem or self._reported or complete
        if problem is not None:
            self.parts.problem_line.show_error(problem.message, problem.position if problem.field == field else None)
            return
        focused = self._input.slot.area == "seat" and self._input.slot.seat == self.index
        has_text = bool(self._seat().cards.strip())
        if standing is not None and has_text and not focused:
            self.parts.problem_line.show_hint(standing.message)
        elif warnings := warnings_among(self._notices()):
            more = f" · {len(warnings) - 1} more" if len(warnings) > 1 else ""  # all are in the tip of the text
            self.parts.problem_line.show_hint(f"{warnings[0]}{more}".replace("`", "'"))
        else:
            self.parts.problem_line.clear()  # no hint while typing: rows must not grow and shrink under the mouse

    def _edit(self, text: str, *, merge: str | None = None, **changes: Any) -> tuple[Problem, ...]:
        """Change this seat in the document and return the problems; those of other fields are emitted, too.

        ``merge``: the key of an edit by typing, during which the cursor for the next card stays at the seat.
        """
        seats = list(self._document.scenario.seats)
        seats[self.index] = replace(seats[self.index], **changes)
        after = replace(self._document.scenario, seats=tuple(seats))
        cursor = after_typing(after, self._document.cursor) if merge is not None else None
        errors = self._document.replace(text, after, merge=merge, cursor=cursor)
        for problem in errors:
            if problem.field != seat_field(self.index):
                self.problem_found.emit(problem)
        return errors

    @Slot(str, str)
    def _on_text_edited(self, text: str, merge: str) -> None:
        """Write a typed text into the document; a rejected one stays in the field, with the reason."""
        if not self._is_at_table:
            return
        errors = self._edit(f"Cards of {self._seat().name}", merge=merge, cards=text)
        if errors:
            self.parts.entry.refuse(next((p for p in errors if p.field == seat_field(self.index)), errors[0]))
        else:
            self.parts.entry.show_text(self._seat().cards)
            self._input.note_written()
            self._input.tell_spelling(text)

    @Slot()
    def _on_any(self) -> None:
        release_focus(self.parts.entry)  # which the click has moved into the text: the next card goes to the next slot
        text = offered_text(self._document.scenario, self.index)
        errors = self._edit(f"{WORDS[text]} for {self._seat().name}", cards=with_base(self._seat().cards, text))
        self.parts.entry.set_problem(next((p for p in errors if p.field == seat_field(self.index)), None))

    @Slot()
    def _on_entered(self) -> None:
        """Select this seat for the next card: it was clicked, or its text or name has the focus."""
        self._input.focus_seat(self.index)

    @Slot()
    def _on_return(self) -> None:
        """Return the keyboard focus to the cards, so that ``/`` and a text fill seat after seat."""
        if not self.parts.entry.pending:
            self._input.leave_text()

    @Slot(str)
    def _on_name_edited(self, text: str) -> None:
        self._edit("Rename seat", merge=f"name {self.index}", name=text)

    @Slot()
    def _show_name(self) -> None:
        if not self._is_at_table:
            return
        name = self._seat().name
        if self.parts.name.text() != name:
            self.parts.name.setText(name)
        width = QFontMetricsF(font(TEXT, QFont.Weight.DemiBold)).horizontalAdvance(name) + 14
        self._layout.fit_width(width)

    @Slot()
    def _on_fold(self) -> None:
        """Fold the seat or take the fold back; if that is rejected, the button returns to its state."""
        seat = self._seat()
        after = with_fold(self._document.scenario, self.index, not seat.folded, self._document.orders)
        text = f"{'Unfold' if seat.folded else 'Fold'} {seat.name}"
        errors = self._document.replace(text, after, cursor=self._document.cursor)
        if errors:
            self.parts.fold.setChecked(seat.folded)
            self.report(errors[0])

    @Slot()
    def _on_library(self) -> None:
        self._on_entered()
        self.library_requested.emit(self.parts.library.mapToGlobal(self.parts.library.rect().bottomLeft()))

    @Slot()
    def _on_remove(self) -> None:
        self.removed.emit(self.index)

    @Slot(bool)
    def _on_chevron(self, open_: bool) -> None:
        self.parts.details.setVisible(open_)
        self.render_result()  # details are not updated while they are hidden

    @Slot()
    def _on_focus_changed(self) -> None:
        if self._is_at_table:
            self._show_problem()
            self.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.parts.name and event.type() == QEvent.Type.FocusIn:
            self._on_entered()
        return super().eventFilter(watched, event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        if event.button() == Qt.MouseButton.LeftButton:
            self._on_entered()

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.pointed.emit()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasFormat(RANGE_MIME):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Use the range that was dragged from the library."""
        event.acceptProposedAction()
        text = bytes(event.mimeData().data(RANGE_MIME).data()).decode(errors="replace")
        errors = self._edit(f"Range for {self._seat().name}", cards=with_base(self._seat().cards, text))
        self.parts.entry.set_problem(next((p for p in errors if p.field == seat_field(self.index)), None))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_name()

    def sizeHint(self) -> QSize:
        return QSize(px(420), super().sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = smooth_painter(self)
        focused = self._document.cursor.dealt_seat == self.index
        edge = theme.seat(self.index) if focused else QColor(theme.line)
        painter.setPen(QPen(edge, 1.0))
        painter.setBrush(QColor(theme.surface))
        painter.drawRoundedRect(unscaled_rect(self).adjusted(0.5, 0.5, -0.5, -0.5), CORNER, CORNER)


DENSITIES: tuple[Density, ...] = ("roomy", "compact", "dense", "narrow", "line")
MIN_LINE_SEATS = 7
"""The number of seats from which each has one line, however high the window is."""
HINT_ROOM = 40
"""Height at 100 % that must be left below the rows for the hint."""
GAPS: dict[Density, int] = {"roomy": 6, "compact": 4, "dense": 4, "narrow": 3, "line": 2}


class SeatList(Guarded, QWidget):
    """One row per seat, the first above the ``scroll_area`` of the others.

    ``problem_found`` carries problems that the rows cannot show themselves, ``library_requested`` the point of the
    screen at which the library for the selected seat shall open.
    """

    library_requested = Signal(QPoint)

    problem_found = Signal(object)
    rows_changed = Signal()
    released = Signal()
    """The rows may move again, see ``held``."""
    waiting_changed = Signal()
    """Another error waits for the mouse to leave the rows, or none any more."""

    def __init__(self, context: TableContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._document, self._session = context.document, context.session
        self._input, self._odds = context.input, PotOdds(context.document, context.questions, self)
        self._game = self._document.scenario.game
        self._density: Density = "roomy"
        self._spare = 0.0
        """The height at 100 % that the rows leave; negative if they have to be scrolled."""
        self.rows: list[SeatRow] = []
        self.setObjectName("seatList")
        self._body = named(QWidget(), "seatBody")
        self.scroll_area = scrolled(self._body, "seatScroll", "")
        self._others = filled(QVBoxLayout(self._body), margins=NO_MARGINS)
        self.add_button = named(ChipButton("+ add seat", size=TEXT), "addSeat", "Add a seat")
        self.add_button.clicked.connect(self._on_add)
        policy = self.add_button.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.add_button.setSizePolicy(policy)
        self.notice = named(ProblemLine(parent=self), "table.notice")
        """A problem of the complete table, next to the button, so that no seat moves."""
        self.held = False
        """Whether the rows keep their density until the mouse leaves the list, because a click has removed one."""
        self.hint = named(ProblemLine(), "seatList.hint")
        self._others.addWidget(self.hint)
        self._others.addStretch(1)
        self._first = QVBoxLayout()
        # Below the scrolled rows, so that a click on the button does not move it.
        foot = filled(QHBoxLayout(), self.add_button, (self.notice, 100), STRETCH, spacing=8, margins=NO_MARGINS)
        self._all = filled(QVBoxLayout(self), self._first, (self.scroll_area, 1), foot, margins=NO_MARGINS)
        self._added = False
        """A row was added: layout changes scroll to it until the player edits or scrolls."""
        self.scroll_area.verticalScrollBar().rangeChanged.connect(self._on_range_changed)
        self.scroll_area.verticalScrollBar().actionTriggered.connect(self._on_scrolled)
        self._fit_rows()
        self._document.changed.connect(self._on_document_changed)
        self._session.changed.connect(self._on_session_changed)
        self._input.focus_changed.connect(self._on_focus_changed)
        self._input.text_requested.connect(self._on_text_requested)
        self._input.text_typed.connect(self._on_text_typed)
        self._odds.changed.connect(self._on_session_changed)

    def _fit_rows(self) -> None:
        """Have one row for each seat: rows of this game stay, superfluous ones are deleted, missing ones are built."""
        scenario = self._document.scenario
        keep = len(scenario.seats) if scenario.game == self._game else 0
        if not keep or keep > len(self.rows):
            self._hold(on=False)
        self._game = scenario.game
        for row in self.rows[keep:]:
            for field in (row.parts.entry, row.parts.name):  # losing the focus must not restore a previous text
                field.blockSignals(True)
            release_focus(row)
            (self._others if row.index else self._first).removeWidget(row)
            row.hide()
            row.deleteLater()
        del self.rows[keep:]
        for index in range(len(self.rows), len(scenario.seats)):
            self._add_row(index)
        self._fit_density()
        limit = GAMES[scenario.game].max_seats
        self.add_button.setEnabled(len(scenario.seats) < limit)
        self.add_button.setVisible(len(scenario.seats) < limit)
        self.add_button.setToolTip(f"Up to {limit} seats")
        self.rows_changed.emit()

    def _fits(self, scenario: Scenario) -> bool:
        return (self._game, len(self.rows)) == (scenario.game, len(scenario.seats))

    def _add_row(self, index: int) -> None:
        """Add the row of seat ``index``. The first row is above the scrolled area, so that it is always visible."""
        row = SeatRow(self._context, index, self._odds, self.scroll_area.widget() if index else self)
        row.set_density(self._density)
        row.parts.problem_line.may_resize = partial(self._may_move_below, row)
        row.parts.problem_line.changed.connect(self.waiting_changed)
        row.pointed.connect(self.catch_up)
        row.removed.connect(self.remove)
        row.problem_found.connect(self.problem_found)
        row.library_requested.connect(self.library_requested)
        if index:
            self._others.insertWidget(index - 1, row)
        else:
            self._first.addWidget(row)
        self.rows.append(row)

    def _fit_density(self) -> None:
        """Use the most spacious density in which all rows fit into the height, among those that fit into the width."""
        if self.held:
            return
        heights, widths = GAME_WORDS[self._game].table.heights, GAME_WORDS[self._game].table.widths
        room = unscaled(self.height() - self.add_button.sizeHint().height())
        wide = [d for d in DENSITIES if widths[d] <= unscaled(self.width())]
        # A row of one line that is too narrow for its buttons would hide them in its menu. So it gets two lines, and
        # the list scrolls; this happens in large text.
        if "line" not in wide:
            wide = ["narrow"]
        elif len(self.rows) >= MIN_LINE_SEATS:
            wide = ["line"]
        elif "dense" in wide:
            wide.remove("narrow")
        # Nominal heights, not those of the rows: a problem below a text must not make all rows more compact.
        fitting = (d for d in wide if len(self.rows) * (heights[d] + GAPS[d]) <= room)
        self._density = next(fitting, wide[-1])
        # Folded rows are lower: without a bar that stays, folding one would make all rows wider.
        self._spare = room - len(self.rows) * (heights[self._density] + GAPS[self._density])
        on, as_needed = Qt.ScrollBarPolicy.ScrollBarAlwaysOn, Qt.ScrollBarPolicy.ScrollBarAsNeeded
        self.scroll_area.setVerticalScrollBarPolicy(on if self._spare < 0 else as_needed)
        for layout in (self._all, self._others):
            layout.setSpacing(GAPS[self._density])
        for row in self.rows:
            row.set_density(self._density)
        self._show_hint()

    def _show_hint(self) -> None:
        """Explain below the seats how they are filled, if there is room, until the first card is on the table."""
        if self._spare < HINT_ROOM or any(seat.cards.strip() for seat in self._document.scenario.seats):
            self.hint.clear()
        else:
            self.hint.show_hint(GAME_WORDS[self._game].table.hint)

    def minimumSizeHint(self) -> QSize:
        """Return the size with one line per row and a scroll bar, plus the open details of the first row."""
        style, first = GAME_WORDS[self._game].table, self.rows[0]
        bar = self.scroll_area.verticalScrollBar().sizeHint().width()
        more = max(0, first.minimumSizeHint().height() - px(style.heights[self._density]))
        height = px(style.heights["line"]) + more + GAPS["line"] + self.scroll_area.minimumSizeHint().height()
        height += GAPS["line"] + self.add_button.sizeHint().height()
        # The same width for all games: switching the game must not move the pages.
        width = max(min(words.table.widths.values()) for words in GAME_WORDS.values())
        return QSize(px(width) + bar, height)

    def report(self, problem: Problem | None, seat: int | None) -> None:
        """Show a problem at ``seat``, and none at the other seats."""
        for row in self.rows:
            row.report(problem if row.index == seat else None)

    def _may_move_below(self, row: SeatRow) -> bool:
        """Return whether the rows below ``row`` may move: not while the mouse is over one of them."""
        return not self.underMouse() or row.mapFromGlobal(QCursor.pos()).y() < row.height()

    @property
    def waiting_error(self) -> str:
        """The first error that waits for the mouse to leave the rows, after the name of its seat, or ""."""
        waiting = ((row.parts.name.text(), row.parts.problem_line.waiting_error) for row in self.rows)
        return next((f"{name}: {error}" for name, error in waiting if error), "")

    @Slot()
    def catch_up(self) -> None:
        """Show the errors that have been waiting for the mouse to leave the rows below them."""
        for row in self.rows:
            row.parts.problem_line.catch_up()

    @Slot(object, object)
    def _on_document_changed(self, previous: Scenario, scenario: Scenario) -> None:
        self._added = False
        if not self._fits(scenario):
            self._fit_rows()
        for row in self.rows:
            row.render_scenario(previous if previous.game == scenario.game else None)
            row.render_result()
        self._show_hint()

    @Slot()
    def _on_session_changed(self) -> None:
        # The session may hear of an edit first, while there are still rows of seats that were removed.
        for row in self.rows[: len(self._document.scenario.seats)]:
            row.render_result()

    @Slot()
    def _on_focus_changed(self) -> None:
        self._added, slot = False, self._input.slot
        if slot.area == "seat" and 0 < slot.seat < len(self.rows):
            self.scroll_area.ensureWidgetVisible(self.rows[slot.seat], 0, 4)

    @Slot(int)
    def _on_text_requested(self, seat: int) -> None:
        entry = self.rows[min(seat, len(self.rows) - 1)].parts.entry
        entry.setFocus(Qt.FocusReason.ShortcutFocusReason)
        entry.selectAll()

    @Slot(int, str, str)
    def _on_text_typed(self, seat: int, text: str, after_caret: str) -> None:
        """Continue in the text field of a seat, because the text typed at its slots is not a card."""
        self.rows[seat].parts.entry.go_on_with(text, after_caret)

    @Slot()
    def _on_add(self) -> None:
        scenario = self._document.scenario
        errors = self._document.edit("Add a seat", seats=(*scenario.seats, new_seat(scenario)))
        if errors:
            self.problem_found.emit(replace(errors[0], field="seats"))
            return
        self._added = True
        bar = self.scroll_area.verticalScrollBar()
        bar.setValue(bar.maximum())

    @Slot(int)
    def _on_scrolled(self, _: int) -> None:
        self._added = False

    @Slot(int, int)
    def _on_range_changed(self, _: int, end: int) -> None:
        """Keep the first row as wide as the others next to their scroll bar, and scroll to a row just added."""
        bar = self.scroll_area.verticalScrollBar()
        shown = end > 0 or self.scroll_area.verticalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOn
        self._first.setContentsMargins(0, 0, bar.sizeHint().width() if shown else 0, 0)
        if self._added:
            bar.setValue(end)

    @Slot(int)
    def remove(self, index: int) -> None:
        """Remove a seat. Until the mouse leaves the list no other row moves from under it."""
        scenario = self._document.scenario
        self._hold(on=self.underMouse())
        after = remove_seat(scenario, index)
        cursor = cursor_without_seat(after, self._document.cursor, index)
        errors = self._document.replace(f"Remove {scenario.seats[index].name}", after, cursor=cursor)
        if errors:
            self.problem_found.emit(replace(errors[0], field="seats"))

    def _hold(self, *, on: bool) -> None:
        """Keep density and height of the rows, so that they neither grow nor scroll, or let them fit again."""
        self._body.setMinimumHeight(self._body.height() if on else 0)
        was_held, self.held = self.held, on
        if was_held and not on:
            self.released.emit()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.catch_up()
        if self.held:
            self._hold(on=False)
            self._fit_density()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self.underMouse():
            self._hold(on=False)
        if self._fits(self._document.scenario):  # otherwise the rows are about to change
            self._fit_density()
