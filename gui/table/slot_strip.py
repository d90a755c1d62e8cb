"""Rows of slots: the cards of a seat, the board and the dead cards; they send edits to the table's input."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

from PySide6.QtCore import QEvent, QMimeData, Qt, Signal
from PySide6.QtCore import Slot as QtSlot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from engine import GAMES, Problem, Scenario, has_common_card
from engine.cards import RAZZ_RANKS
from engine.table.cursor import after_typing
from engine.table.hand_texts import plain_cards
from engine.table.slots import (
    BOARD_SLOTS,
    DOOR,
    UP_CARDS,
    Slot,
    card_of_token,
    describe_slot,
    rank_of_token,
    seat_cards,
    seat_slot_count,
    seat_slot_texts,
    seen_tokens,
    token_at,
    tokens_at,
)
from engine.table.slots import Slot as TableSlot
from gui.look.guard import Guarded, Keyed
from gui.look.scale import fix, px, unscaled
from gui.look.theme import current_theme
from gui.parts.build import NO_MARGINS, STRETCH, filled, label, named, release_focus
from gui.parts.card_face import RING, CardFace
from gui.parts.chip_button import chip_button
from gui.parts.text_entry import ProblemLine, TextEntry
from gui.state.context import TableContext
from gui.table.card_button import CARD_MIME, SLOT_MIME, SlotButton, slot_from
from gui.words.games import GAME_WORDS

FLOP_CARDS = ("first", "second", "third")
STREETS = ("flop", "flop", "flop", "turn", "river")
Shapes = tuple[Sequence[Slot], Sequence[tuple[int, int]], Sequence[int]]
FOR_ALL = "all"
"""Caption of seventh street if the deck is too small for seven cards each: one community card is dealt."""


def slot_exists(scenario: Scenario, slot: Slot) -> bool:
    """Return True if the table has this slot: a slot may belong to a removed seat or to another game."""
    return slot.area != "seat" or (slot.seat < len(scenario.seats) and slot.index < seat_slot_count(scenario))


def slot_face(scenario: Scenario, slot: Slot) -> CardFace:
    """Return the picture of a slot: a card, a back, a choice of cards, or an empty slot with its street."""
    struck = slot.area == "dead"
    if slot.area == "seat":
        struck = scenario.seats[slot.seat].folded
        tint = current_theme().seat(slot.seat).name()
        if GAMES[scenario.game].stud:
            return _stud_face(scenario, slot, struck=struck, tint=tint)
        if seat_cards(scenario, slot.seat) is None:
            return CardFace("range", tint=tint)
    token = token_at(scenario, slot)
    if token is None:
        return CardFace("empty", caption=STREETS[slot.index] if slot.area == "board" else "")
    return _token_face(token, struck=struck)


def _stud_face(scenario: Scenario, slot: Slot, *, struck: bool, tint: str) -> CardFace:
    """Return the picture of a slot of a stud hand, in which cards may be dealt face down."""
    tokens, street = seat_slot_texts(scenario, slot.seat), GAME_WORDS[scenario.game].table.captions[slot.index]
    if tokens is None:
        shared = shared_token(scenario, slot)
        if shared:
            return _token_face(shared, struck=struck)
        return CardFace("range", tint=tint) if slot.index <= DOOR else CardFace("empty", caption=street)
    # An unknown card is "x". It is shown as a back if it must have been dealt, because later cards are known.
    token = tokens[slot.index]
    if token != "x":
        return replace(_token_face(token, struck=struck), below=slot.index not in UP_CARDS)
    if slot.index == len(tokens) - 1 and has_common_card(scenario):
        return CardFace("empty", caption=FOR_ALL)
    has_text = bool(scenario.seats[slot.seat].cards.strip())
    last_street = tokens[UP_CARDS[-1]] != "x"
    down = (slot.index < DOOR and has_text) or (slot.index > UP_CARDS[-1] and last_street)
    return CardFace("down" if down else "empty", caption=street)


def shared_token(scenario: Scenario, slot: Slot) -> str:
    """Return the card at ``slot`` that all hands of a stud range have, such as the door of ``20% 7``, or ""."""
    if slot.area != "seat" or not GAMES[scenario.game].stud or seat_slot_texts(scenario, slot.seat) is not None:
        return ""
    token = seen_tokens(scenario, Slot("seat", slot.seat))[slot.index]
    return token if rank_of_token(token) is not None else ""


def _token_face(token: str, *, struck: bool) -> CardFace:
    if rank_of_token(token) is None and plain_cards(token) is None:
        return CardFace("choice", token.strip("[]"), struck=struck)
    rank, suit = card_of_token(token)
    return CardFace("card", rank, suit, struck=struck)


class SlotStrip(Guarded, QWidget):
    """Slots side by side; clicks, keys and drops go to the table's input."""

    def __init__(self, context: TableContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._input = context.document, context.input
        self._shapes: Shapes = ((), (), ())
        self.buttons: list[SlotButton] = []
        """One button for each slot, in their order."""
        self._layout = filled(QHBoxLayout(self), spacing=0, margins=NO_MARGINS)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        context.input.focus_changed.connect(self.refresh)

    def set_slots(self, slots: Sequence[Slot], sizes: Sequence[tuple[int, int]], gaps: Sequence[int]) -> None:
        """Show these slots with cards of these sizes at 100 %; ``gaps[i]`` pixels precede slot i (negative: overlap).

        Buttons are reused, so that the keyboard focus stays.
        """
        self._shapes = (slots, sizes, gaps)
        while len(self.buttons) > len(slots):
            button = self.buttons.pop()
            release_focus(button)
            self._layout.removeWidget(button)
            button.hide()
            button.deleteLater()
        while len(self.buttons) < len(slots):
            self.buttons.append(self._new_button(slots[len(self.buttons)]))
        # Gaps are items of the layout too, so it is emptied completely and filled again.
        while self._layout.count():
            self._layout.takeAt(0)
        for button, slot, size, gap in zip(self.buttons, slots, sizes, gaps, strict=True):
            button.slot = slot
            owner = f"seat{slot.seat}" if slot.area == "seat" else slot.area
            button.setObjectName(f"{owner}.slot{slot.index}")
            button.set_card_size(*size)
            if gap:
                self._layout.addSpacing(px(gap))
            self._layout.addWidget(button, alignment=Qt.AlignmentFlag.AlignBottom)
            button.show()
        self.refresh()

    def customEvent(self, event: QEvent) -> None:
        self.set_slots(*self._shapes)

    def _new_button(self, slot: Slot) -> SlotButton:
        button = SlotButton(slot, self)
        button.chosen.connect(self._input.choose)
        button.put_back.connect(Keyed(button, self._on_put_back, button).plain)
        button.dropped.connect(self._on_dropped)
        return button

    @QtSlot()
    def refresh(self) -> None:
        """Show the cards of the slots."""
        scenario = self._document.scenario
        for button in self.buttons:
            slot = button.slot
            if not slot_exists(scenario, slot):
                continue  # the row is about to be deleted
            face = slot_face(scenario, slot)
            ring = slot == self._input.slot
            if ring and self._input.pending_rank:
                face = CardFace("empty", pending=self._input.pending_rank)
            name = _spoken_name(scenario, slot)
            token = "community card" if face.caption == FOR_ALL else token_at(scenario, slot)
            token = token or shared_token(scenario, slot)
            button.show_slot(face, ring=ring, name=f"{name}: {token}" if token else name)

    def _on_put_back(self, button: SlotButton) -> None:
        self._input.clear(button.slot)
        self._input.cards_requested.emit()

    @QtSlot(object, object)
    def _on_dropped(self, slot: Slot, data: QMimeData) -> None:
        """Move a card that was dragged from another slot, or deal one that was dragged from the deck."""
        if data.hasFormat(SLOT_MIME):
            source = slot_from(bytes(data.data(SLOT_MIME).data()))
            if source is not None and slot_exists(self._document.scenario, source):  # it may come from another window
                self._input.move(source, slot)
        elif data.hasFormat(CARD_MIME):
            text = bytes(data.data(CARD_MIME).data()).decode(errors="replace")
            # The deck of another window may be that of the other game: its cards are ignored.
            cards = plain_cards(text)
            ranks_only = GAMES[self._document.scenario.game].ranks_only
            if cards and not ranks_only:
                self._input.put_card(cards[0], slot)
            elif ranks_only and text in RAZZ_RANKS:
                self._input.put_rank(RAZZ_RANKS.index(text), slot)


def _spoken_name(scenario: Scenario, slot: Slot) -> str:
    """Return the name of a slot for screen readers, which distinguishes the cards of the flop."""
    name = describe_slot(scenario, slot)
    if slot.area == "board" and slot.index < len(FLOP_CARDS):
        return f"{name}, {FLOP_CARDS[slot.index]} card"
    return name


BOARD_CARD = (40, 52)
COMPACT_BOARD_CARD = (34, 44)
BOARD_GAPS = (0, 0, 0, 10, 10)
DEAD_CARD = (22, 29)
TITLE_WIDTH = 44
ENTRY_SHARE = 0.36
MIN_VISIBLE = 9
"""Pixels of a card that stay visible when many cards overlap."""


class SlotRow(Guarded, QWidget):
    """A title, slots, an optional text, a button that clears them, and below the problem of these cards."""

    def __init__(
        self,
        context: TableContext,
        area: Literal["board", "dead"],
        clear: str,
        entry: TextEntry | None,
        parent: QWidget | None,
    ) -> None:
        """``area`` is the field of the scenario and the objectName, ``clear`` the title of the button."""
        super().__init__(parent)
        self._document, self._session, self._input = context.document, context.session, context.input
        self._area, self._clear, self._text = area, clear, entry
        self._reported: Problem | None = None
        self.setObjectName(area)
        self.strip = SlotStrip(context, self)
        self.clear_button = chip_button("clear", f"{area}.clear", self._on_clear, clear, parent=self)
        self.problem_line = ProblemLine(entry, self)
        title = label(area.capitalize(), self)
        fix(title, width=TITLE_WIDTH)
        rest = STRETCH if entry is None else (entry, 1)
        line = filled(QHBoxLayout(), title, self.strip, rest, self.clear_button, spacing=6)
        filled(QVBoxLayout(self), line, self.problem_line, spacing=2, margins=(8, 0, 0, 0))

    def report(self, problem: Problem | None) -> None:
        """Show a problem of these cards that another part of the window has reported."""
        self._reported = problem
        self.show_problem()

    @QtSlot()
    def show_problem(self) -> None:
        """Show the problem of the input, else a reported one, else the one that the session has with these cards."""
        standing = next((p for p in self._session.problems if p.field == self._area), None)
        problem = (self._text.problem if self._text is not None else None) or self._reported or standing
        if problem is None:
            self.problem_line.clear()
        elif problem.incomplete:
            self.problem_line.show_hint(problem.message)
        else:
            self.problem_line.show_error(problem.message, problem.position if problem.field == self._area else None)

    @QtSlot()
    def _on_clear(self) -> None:
        cleared: dict[str, Any] = {self._area: ""}
        for problem in self._document.edit(self._clear, **cleared):
            self.report(problem)


class BoardRow(SlotRow):
    """Flop, turn and river; the panel hides it in games without a board."""

    def __init__(self, context: TableContext, parent: QWidget | None = None) -> None:
        super().__init__(context, "board", "Clear the board", None, parent)
        self.set_compact(False)
        self.render_scenario()

    def set_compact(self, compact: bool) -> None:
        """Use smaller cards if ``compact``: the window is low."""
        slots = [TableSlot("board", index=i) for i in range(BOARD_SLOTS)]
        self.strip.set_slots(slots, [COMPACT_BOARD_CARD if compact else BOARD_CARD] * BOARD_SLOTS, BOARD_GAPS)

    def render_scenario(self) -> None:
        """Show the board of the document."""
        self.clear_button.setEnabled(bool(self._document.scenario.board))
        self.strip.refresh()
        self.show_problem()


class DeadTray(SlotRow):
    """The dead cards: slots, which overlap when there are many, and a text that also takes ranges of cards.

    ``problem_found`` carries problems of another field.
    """

    problem_found = Signal(object)

    def __init__(self, context: TableContext, parent: QWidget | None = None) -> None:
        self.entry = named(TextEntry(), "dead.text", "Dead cards")
        fix(self.entry, height=26)
        super().__init__(context, "dead", "Clear the dead cards", self.entry, parent)
        self.entry.edited.connect(self._on_text_edited)
        self.entry.entered.connect(self._on_entered)
        self.entry.takes_tables = True
        self.entry.table_pasted.connect(self._input.paste)
        self.entry.problem_changed.connect(self.show_problem)
        self.render_scenario()

    def render_scenario(self) -> None:
        """Show the dead cards of the document."""
        scenario = self._document.scenario
        self.entry.show_text(scenario.dead)
        self.entry.setPlaceholderText(GAME_WORDS[scenario.game].table.dead_text)
        self._fit_slots()
        self.show_problem()

    def _fit_slots(self) -> None:
        """Show all dead cards and one free slot, overlapping as much as necessary."""
        count = len(tokens_at(self._document.scenario, TableSlot("dead"))) + 1
        slots = [TableSlot("dead", index=i) for i in range(count)]
        width = DEAD_CARD[0] + 2 * RING
        room = unscaled(self.width())
        entry = max(90.0, ENTRY_SHARE * room)
        room -= TITLE_WIDTH + entry + unscaled(self.clear_button.sizeHint().width()) + 32
        # Cards overlap evenly; the text next to them keeps its share of the width.
        step = width - 3 if count < 2 else min(width - 3, max(MIN_VISIBLE, int((room - width) / (count - 1))))
        self.strip.set_slots(slots, [DEAD_CARD] * count, [0] + [step - width] * (count - 1))

    @QtSlot()
    def show_problem(self) -> None:
        super().show_problem()
        self.clear_button.setEnabled(bool(self._document.scenario.dead) or self.entry.pending)

    @QtSlot(str, str)
    def _on_text_edited(self, text: str, merge: str) -> None:
        """Write the typed dead cards into the document; rejected ones stay in the field, with the reason."""
        after = replace(self._document.scenario, dead=text)
        errors = self._document.replace(
            "Dead cards", after, merge=merge, cursor=after_typing(after, self._document.cursor)
        )
        if not errors:
            self.entry.show_text(after.dead)
            self._input.tell_spelling(text)
            return
        self.entry.refuse(next((problem for problem in errors if problem.field == "dead"), errors[0]))
        for problem in errors:
            if problem.field != "dead":
                self.problem_found.emit(problem)

    @QtSlot()
    def _on_entered(self) -> None:
        """Select the first free slot of the dead cards when their text gets the focus."""
        # The caret is in the text, but a card clicked in the deck has to go to the first free slot.
        slot = self._input.slot
        if slot.area != "dead":
            slot = TableSlot("dead", index=len(tokens_at(self._document.scenario, TableSlot("dead"))))
        self._input.focus(slot)  # this also drops a rank that was typed without its suit

    @QtSlot()
    def _on_clear(self) -> None:
        self.entry.revert()
        super()._on_clear()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_slots()
