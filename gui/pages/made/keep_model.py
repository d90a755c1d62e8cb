"""What the player is about to keep of a seat's range on the street of the board, and what that would leave."""

from collections.abc import Hashable, Iterator
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal, Slot

from engine import CancelToken, Problem, Scenario, ScenarioError, ranges_by_street, seat_field
from engine.cards import TextError, parse_cards
from engine.made.names import CELLS
from engine.ranges.bases import with_street
from engine.ranges.holdem import HoldemRange, live, parse_range
from engine.ranges.orders import Order, find_order
from engine.ranges.street_filters import BOARD_OF_STREET, STREETS, Street, StreetFilter
from engine.ranges.street_text import format_streets
from engine.table.empty_seats import dealt_in
from engine.table.seat_ranges import known_mask
from engine.table.slots import holds_range, with_seat_text
from gui.pages.made.keeping import Keeping, Kept, Preset
from gui.parts.detail_page import is_alone
from gui.state.document import Document
from gui.state.latest import Questions


def street_of(scenario: Scenario) -> Street | None:
    """Return the street of the board, None before the flop and where it is not dealt to the end."""
    cards = len(board_of(scenario))
    return next((street for street in STREETS if BOARD_OF_STREET[street] == cards), None)


def board_of(scenario: Scenario) -> tuple[int, ...]:
    """Return the cards of the board, none where its text is not finished."""
    try:
        return tuple(card for card, _ in parse_cards(scenario.board))
    except TextError:
        return ()


class KeepModel(QObject):
    """The boxes of the seat on show. They begin as its text has them; :meth:`apply` writes them into it.

    ``changed`` is emitted when the boxes change, and when it is known what they leave.
    """

    changed = Signal()

    def __init__(self, document: Document, questions: Questions, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document, self._questions = document, questions
        self.seat = document.mark.seat
        self.keeping = Keeping()
        self._written = Keeping()
        self._about: tuple[object, ...] = ()
        """What the boxes belong to: seat, text, street."""
        self._asked: Hashable = None
        self._open = False
        self._watched = False
        self.kept: Kept | None = None
        """What the boxes leave, as far as it is known; None: nothing is known of this street."""
        self.problem = ""
        """Why the boxes cannot be put in force."""
        document.changed.connect(self._on_document_changed)
        questions.answered.connect(self._on_answered)
        questions.failed.connect(self._on_failed)

    @property
    def street(self) -> Street | None:
        """The street of the board, None before the flop."""
        return street_of(self._document.scenario)

    @property
    def board_size(self) -> int:
        """How many cards lie on the board."""
        return len(board_of(self._document.scenario))

    @property
    def possible(self) -> bool:
        """Whether the seat holds a range on a street: of two cards there is nothing to keep."""
        scenario = self._document.scenario
        seat = scenario.seats[self.seat]
        return self.street is not None and not seat.empty and holds_range(scenario, self.seat)

    @property
    def alone(self) -> bool:
        """Whether nobody else plays: there are no equities to go by."""
        return is_alone(self._document.scenario)

    @property
    def pending(self) -> bool:
        """Whether the boxes differ from what the text says."""
        present = self.present
        return self.keeping.items(present) != self._written.items(present)

    @property
    def asking(self) -> bool:
        """Whether it is not known yet what the boxes leave."""
        return self._open

    @property
    def present(self) -> NDArray[np.bool_]:
        """Which cells the range has on this street, bool[CELLS]."""
        return self.kept.present if self.kept is not None else np.ones(CELLS, np.bool_)

    @property
    def filter_text(self) -> str:
        """How the boxes are written behind the range, empty where everything is kept."""
        street, items = self.street, self.keeping.items(self.present)
        return "" if street is None or not items else format_streets((StreetFilter(street, items),)).strip()

    def watch(self, *, on: bool) -> None:
        """Follow the document from now on, or leave it alone: the page is hidden."""
        self._watched = on
        if on:
            self._follow()
        else:
            self._stop()

    def _stop(self) -> None:
        if self._open:
            self._open = False
            self._questions.stop()

    def show_seat(self, seat: int) -> None:
        """Show the boxes of another seat; nothing is known of it at first."""
        if seat != self.seat:
            self.kept = None
        self.seat = seat
        self._follow()

    def keep(self, cell: int, weight: float) -> None:
        """Keep a class with ``weight`` (0 to 1)."""
        self._put(self.keeping.with_cell(cell, weight, self.present))

    def keep_best(self, share: float | None) -> None:
        """Keep the best ``share`` of the hands by equity too, None: no hand for that."""
        self._put(replace(self.keeping, best=share))

    def keep_least(self, least: float | None) -> None:
        """Keep the hands with an equity of at least ``least`` too, None: no hand for that."""
        self._put(replace(self.keeping, least=least))

    def use(self, preset: Preset) -> None:
        """Check the boxes of a preset."""
        self._put(preset.keeping(self.board_size))

    def clear(self) -> None:
        """Keep everything."""
        self._put(Keeping())

    def reset(self) -> None:
        """Check the boxes as the text has them."""
        self._put(self._written)

    def apply(self) -> tuple[Problem, ...]:
        """Write the boxes into the range of the seat as one undo step, or return what is wrong with that."""
        document, street = self._document, self.street
        if street is None:
            return ()
        name = document.scenario.seats[self.seat].name
        what = f"Keep on the {street} of {name}"
        wrong = document.replace(what, self._candidate(), mark=document.mark)
        self.problem = _told(wrong, self.seat)
        self.changed.emit()
        return wrong

    def _put(self, keeping: Keeping) -> None:
        if keeping != self.keeping:
            self.keeping = keeping
            self._ask()
            self.changed.emit()

    @Slot(object, object)
    def _on_document_changed(self, before: Scenario, after: Scenario) -> None:
        if self._watched:
            self._follow()

    def _follow(self) -> None:
        """Take the boxes from the text where that, or the street, is another one; ask what they leave now."""
        scenario = self._document.scenario
        if self.seat >= len(scenario.seats):
            self.seat = self._document.mark.seat
        about = (self.seat, scenario.seats[self.seat].cards, self.street, scenario.game)
        if about != self._about:
            self._about = about
            found = self._range()
            streets = found.streets if found is not None else ()
            items = next((f.items for f in streets if f.street == self.street), ())
            self._written = self.keeping = Keeping.of(items)
        if not self.possible or (self.kept is not None and self.kept.board != board_of(scenario)):
            self.kept = None
        self._ask()
        self.changed.emit()

    def _range(self) -> HoldemRange | None:
        scenario = self._document.scenario
        try:
            order = find_order(scenario.order, self._document.orders)
            return parse_range(scenario.seats[self.seat].cards, scenario.dialect, order)
        except (TextError, ScenarioError):
            return None

    def _candidate(self) -> Scenario:
        """Return the table with the boxes in force."""
        scenario, found, street = self._document.scenario, self._range(), self.street
        if found is None or street is None or not self.pending:
            return scenario
        items = self.keeping.items(self.present)
        text = with_street(scenario.seats[self.seat].cards, street, items)
        return with_seat_text(scenario, self.seat, text)

    def _ask(self) -> None:
        """Ask what the boxes leave."""
        street = self.street
        if not self._watched or not self.possible or street is None or self._document.problems:
            self._stop()
            return
        candidate = self._candidate()
        self._asked, self._open = ("kept", candidate, self.seat), True
        self._questions.ask(self._asked, partial(_work_out, candidate, self.seat, street, self._document.orders))

    @Slot(object, object)
    def _on_answered(self, key: Hashable, answer: object) -> None:
        if key == self._asked and isinstance(answer, Kept):
            self.kept, self.problem, self._open = answer, "", False
            self.changed.emit()

    @Slot(object, object)
    def _on_failed(self, key: Hashable, error: Exception) -> None:
        if key == self._asked:
            self._open = False
            self.problem = _told(error.problems, self.seat) if isinstance(error, ScenarioError) else str(error)
            self.changed.emit()


def _work_out(
    scenario: Scenario, seat: int, street: Street, orders: tuple[Order, ...], cancel: CancelToken
) -> Iterator[Kept]:
    """Yield what comes to ``street`` and what the filter of ``seat`` leaves of it there."""
    cancel.guard()
    found = ranges_by_street(dealt_in(scenario), orders)
    before = list(found)[list(found).index(street) - 1]
    mask = known_mask(scenario, seat)
    yield Kept(board_of(scenario), live(found[before][seat], mask), live(found[street][seat], mask))


def _told(problems: tuple[Problem, ...], seat: int) -> str:
    """Return what is wrong with the boxes, empty where nothing is."""
    own = next((problem for problem in problems if problem.field == seat_field(seat)), None)
    problem = own or next(iter(problems), None)
    return problem.message if problem is not None else ""
