"""The left side of the window: board, seats, dead cards, deck, typed cards; each problem is displayed at its field."""

import re

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QContextMenuEvent, QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from engine import GAMES, Problem, seat_field
from engine.table.slots import BOARD_SLOTS, table_order, tokens_at
from engine.table.slots import Slot as TableSlot
from gui.look.guard import Guarded
from gui.look.scale import scaled_size, unscaled
from gui.look.theme import current_theme
from gui.parts.build import NO_MARGINS, filled, named, release_focus, tab_in_order
from gui.state.context import TableContext
from gui.state.table_input import TableInput
from gui.table.card_button import SlotButton
from gui.table.deck import DeckTints, HoldemDeck, RazzDeck
from gui.table.seat_list import MIN_LINE_SEATS, SeatList, SeatRow
from gui.table.slot_strip import BoardRow, DeadTray

TEXT_WIDGETS = (QLineEdit, QAbstractSpinBox, QPlainTextEdit, QTextEdit, QComboBox)
LOW = 640
"""Height of the panel in pixels at 100 % below which the cards of board and deck are smaller."""
AT_CURSOR = ("clipboard", "card")
"""Fields of problems that are displayed at the slot of the next card."""


class TypingFilter(Guarded, QObject):
    """Sends typed characters to the table while ``window`` is active and no text field has the focus.

    While ``table`` is collapsed they are ignored, because the player would not see them.
    """

    def __init__(self, window: QWidget, table_input: TableInput, table: QWidget) -> None:
        super().__init__(window)
        self._window, self._input, self._table = window, table_input, table

    def _takes(self, event: QKeyEvent) -> bool:
        """Pass a key to the table unless a field, dialog, menu or matrix needs it; return whether it was used."""
        if not self._table.isVisibleTo(self._window):
            return False
        plain = event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier & ~Qt.KeyboardModifier.KeypadModifier
        if plain or QApplication.activeModalWidget() or QApplication.activePopupWidget():
            return False
        focus = QApplication.focusWidget()
        if focus is not None and (focus.window() is not self._window or isinstance(focus, TEXT_WIDGETS)):
            return False
        if focus is not None and focus.property("takesKeys"):  # in a matrix digits are weights
            return False
        if event.key() == Qt.Key.Key_Backspace:
            self._input.backspace()
            return True
        searched = isinstance(focus, QAbstractItemView)  # there letters select rows
        return len(event.text()) == 1 and self._input.type_text(event.text(), at_slot=not searched)

    def _leaves_field(self, event: QKeyEvent) -> bool:
        """Return True for Escape in a field of the window: it leaves the field, and must not stop the run."""
        focus = QApplication.focusWidget()
        return event.key() == Qt.Key.Key_Escape and isinstance(focus, TEXT_WIDGETS) and focus.window() is self._window

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and self._leaves_field(event):
            event.accept()
            return True
        # Qt sends each key to the native window first, then to the widget; only the latter is of interest.
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and isinstance(watched, QWidget):
            return watched.window() is self._window and self._takes(event)
        return super().eventFilter(watched, event)


class Deck(QWidget):
    """Shows the deck of the current game. ``used`` is emitted after every click on a card."""

    used = Signal()

    def __init__(self, context: TableContext, tints: DeckTints, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = context.document
        named(self, "deck", "Deck")
        self._decks = (HoldemDeck(context, tints, self), RazzDeck(context, tints, self))
        filled(QVBoxLayout(self), *self._decks, spacing=0, margins=NO_MARGINS)
        for deck in self._decks:
            deck.used.connect(self.used)
        self.render_scenario()

    def set_compact(self, compact: bool) -> None:
        """Use the low form of the deck: the window is low."""
        for deck in self._decks:
            deck.set_compact(compact)

    def render_scenario(self) -> None:
        """Show the cards of the document."""
        current = self._decks[GAMES[self._document.scenario.game].ranks_only]
        for deck in self._decks:
            deck.setVisible(deck is current)
        current.render_scenario()


class TablePanel(Guarded, QWidget):
    """The complete left side. Its keyboard focus goes to the slot of the next card.

    ``menu_requested`` carries the point of the screen at which the menu of the selected slot shall open.
    """

    menu_requested = Signal(QPoint)

    def __init__(self, context: TableContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._session = context.document, context.session
        self._input = context.input
        self._compact = False
        named(self, "table", "Table")
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.board = BoardRow(context, self)
        self.seats = SeatList(context, self)
        self.dead = DeadTray(context, self)
        self.tints = DeckTints(context.document, context.session, self, offer=context.deck)
        self.deck = Deck(context, self.tints, self)
        self.notice = self.seats.notice
        parts = (self.board, (self.seats, 1), self.dead, self.deck)
        filled(QVBoxLayout(self), *parts, spacing=8, margins=(12, 10, 8, 10))
        self._document.changed.connect(self._on_document_changed)
        self._session.changed.connect(self._on_session_changed)
        self._input.refused.connect(self.show_problem)
        self._input.accepted.connect(self._forget_problem)
        self._input.restarted.connect(self._on_restarted)
        self._input.focus_changed.connect(self._on_focus_changed)
        self.seats.problem_found.connect(self.show_problem)
        self.seats.rows_changed.connect(self._order_tabs)
        self.seats.released.connect(self._fit_cards)
        self.seats.waiting_changed.connect(self._show_standing)
        self.board.problem_line.may_resize = self._may_move_seats
        self.board.problem_line.changed.connect(self._show_standing)
        self.seats.installEventFilter(self)
        self.dead.problem_found.connect(self.show_problem)
        self.deck.used.connect(self._focus_slot)
        self._input.cards_requested.connect(self._focus_slot)
        self._render()

    @Slot(object)
    def show_problem(self, problem: Problem) -> None:
        """Show a problem at its field (of a paste or a typed card: at the selected slot), any other below the seats."""
        self._forget_problem()
        if problem.field in AT_CURSOR:
            slot = self._document.cursor.slot
            problem = Problem(seat_field(slot.seat) if slot.area == "seat" else slot.area, problem.message)
        seat = re.match(r"seats\[(\d+)\]", problem.field)
        if seat and int(seat[1]) < len(self.seats.rows):
            self.seats.report(problem, int(seat[1]))
        elif problem.field == "board" and self.board.isVisibleTo(self):
            self.board.report(problem)
        elif problem.field == "dead":
            self.dead.report(problem)
        else:
            self.notice.show_error(problem.message)

    @Slot()
    def _forget_problem(self) -> None:
        self.seats.report(None, None)
        self.board.report(None)
        self.dead.report(None)
        self._show_standing()

    def _may_move_seats(self) -> bool:
        """Return whether the seats may move: not while the mouse is over them."""
        return not self.seats.underMouse()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.seats and event.type() == QEvent.Type.Leave:
            self.board.problem_line.catch_up()
        return super().eventFilter(watched, event)

    @Slot()
    def _show_standing(self) -> None:
        """Show below the seats the first problem of the session that no field below shows.

        Without one, show the error of a field that waits for the mouse: until then it would move the seats.
        """
        elsewhere = ("seats[", "board", "dead")
        standing = next((p for p in self._session.problems if not p.field.startswith(elsewhere)), None)
        text = standing.message if standing is not None else self.board.problem_line.waiting_error
        if text := text or self.seats.waiting_error:
            self.notice.show_error(text)
        else:
            self.notice.clear()

    @property
    def _has_board(self) -> bool:
        return GAMES[self._document.scenario.game].has_board

    def _render(self) -> None:
        """Show the cards of the document; the rows of seats render themselves."""
        if not self._has_board:
            release_focus(self.board)
        self.board.setVisible(self._has_board)
        self.board.render_scenario()
        self.dead.render_scenario()
        self.deck.render_scenario()
        self._fit_cards()
        self._order_tabs()

    def _slot_buttons(self) -> list[SlotButton]:
        """Return all slots in the order in which cards are dealt to them; the dead cards come last."""
        buttons = [*self.board.strip.buttons] if self._has_board else []
        for row in self.seats.rows:
            buttons.extend(row.parts.strip.buttons)
        order = {slot: i for i, slot in enumerate(table_order(self._document.scenario))}
        buttons.sort(key=lambda button: order.get(button.slot, len(order)))
        return [*buttons, *self.dead.strip.buttons]

    @Slot()
    def _order_tabs(self) -> None:
        """Make Tab visit all slots in the order of dealing first, then the other controls seat by seat."""
        others: list[QWidget] = []
        for row in self.seats.rows:
            others.extend(row.parts.in_tab_order())
        others += [self.seats.add_button, self.board.clear_button, self.dead.entry, self.dead.clear_button]
        tab_in_order(*self._slot_buttons(), *others)

    @Slot(object, object)
    def _on_document_changed(self, previous: object, current: object) -> None:
        self._forget_problem()
        self._render()
        # An edit may delete or hide the focused widget; the next typed card must still reach the table.
        lost = QApplication.focusWidget() is None and self.isActiveWindow()
        if lost or isinstance(self.window().focusWidget(), SlotButton):
            self._focus_slot()  # buttons are reused, so a folded seat shows other slots with them

    @Slot()
    def _on_session_changed(self) -> None:
        self.board.show_problem()
        self.dead.show_problem()
        self._show_standing()

    @Slot()
    def _on_focus_changed(self) -> None:
        """Drop the problems of other slots, and move the keyboard focus to the selected slot.

        It stays in a text that belongs to the selected slot, and outside of the table.
        """
        self._forget_problem()
        focus = self.window().focusWidget()
        if isinstance(focus, SlotButton) or (isinstance(focus, QLineEdit) and not self._is_selected(focus)):
            self._focus_slot()

    def _is_selected(self, field: QLineEdit) -> bool:
        """Return True if a text belongs to the selected seat or to selected dead cards, or is outside of the table."""
        cursor = self._document.cursor
        owner = field.parentWidget()
        while owner is not None and owner not in (self, self.dead) and not isinstance(owner, SeatRow):
            owner = owner.parentWidget()
        if isinstance(owner, SeatRow):
            return cursor.is_at("seat", owner.index)
        return owner is None or cursor.is_at("dead")

    @Slot()
    def _on_restarted(self) -> None:
        """Drop the unfinished input for the previous table."""
        for row in self.seats.rows:
            row.restart()
        self.dead.entry.revert()
        self._forget_problem()
        self._focus_slot()

    def _selected_button(self) -> SlotButton | None:
        return next((b for b in self._slot_buttons() if b.slot == self._input.slot), None)

    @Slot()
    def _focus_slot(self) -> None:
        button = self._selected_button()
        if button is not None and not button.hasFocus():
            button.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return from a text to the cards on Escape, as on Enter."""
        if event.key() == Qt.Key.Key_Escape and isinstance(self.window().focusWidget(), QLineEdit):
            self._input.leave_text()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Request the menu of the slot under the mouse, or by the menu key that of the selected slot."""
        event.accept()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            widget = self._selected_button() or self
            self.menu_requested.emit(widget.mapToGlobal(widget.rect().bottomLeft()))
        elif self._select_at(event.pos()):
            self.menu_requested.emit(event.globalPos())

    def _select_at(self, point: QPoint) -> bool:
        """Select the slot, seat, board or dead cards at ``point``; return whether there is one."""
        under = self.childAt(point)
        if under is None:
            return False
        row = next((row for row in self.seats.rows if row is under or row.isAncestorOf(under)), None)
        if isinstance(under, SlotButton):
            self._input.choose(under.slot)
        elif row is not None:
            self._input.focus_seat(row.index)
        elif under is self.board or self.board.isAncestorOf(under):
            board = tokens_at(self._document.scenario, TableSlot("board"))
            self._input.choose(TableSlot("board", index=min(len(board), BOARD_SLOTS - 1)))
        elif under is self.dead or self.dead.isAncestorOf(under):
            dead = tokens_at(self._document.scenario, TableSlot("dead"))
            self._input.choose(TableSlot("dead", index=len(dead)))
        else:
            return False
        return True

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._focus_slot()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_cards()

    def customEvent(self, event: QEvent) -> None:
        self._fit_cards()
        self.dead.render_scenario()
        self.updateGeometry()

    def _fit_cards(self) -> None:
        """Use smaller cards if the window is low or the table has many seats."""
        if self.seats.held:  # larger cards would move the seats
            return
        compact = unscaled(self.height()) < LOW or len(self._document.scenario.seats) >= MIN_LINE_SEATS
        if compact != self._compact:
            self._compact = compact
            self.board.set_compact(compact)
            self.deck.set_compact(compact)

    def sizeHint(self) -> QSize:
        return scaled_size(540, 720)

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), QColor(current_theme().background))
