"""The inspection of the displayed seat, computed in the background again whenever the table is edited."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from engine import GAMES, CancelToken, Game, Scenario, ScenarioError, inspect, seat_field
from engine.cards import TextError
from engine.equity.details.inspection import Inspection, InspectionLines, View
from engine.ranges.orders import Order
from engine.ranges.razz_text import format_razz, parse_razz
from engine.table.folding import dealt_in
from gui.state.document import Document
from gui.state.latest import Answers, Questions

SETTLE_MS = 30
"""Milliseconds without a change of the table after which it is inspected."""
DOWN = 2
"""Number of down cards."""
NOTHING_WRITTEN = "No range yet: paint or type one to list all its hands."


@dataclass(frozen=True, slots=True, eq=False)
class Inspected:
    """An inspection with the ``scenario`` and seat that were inspected.

    ``assumed``: the names of the seats that were assumed to hold any cards. These are seats with half a hand, and empty
    seats if no playing seat has cards; otherwise empty seats are not dealt in.
    """

    meaning: Inspection
    scenario: Scenario
    seat: int
    assumed: tuple[str, ...]

    def lines(self, view: View, search: str = "", orders: Sequence[Order] = ()) -> InspectionLines | None:
        """Return the lines of a view that match a search, or None if the search cannot be read."""
        return self.meaning.lines(self.scenario, self.seat, view, search, orders)


def _inspected(
    scenario: Scenario, seat: int, assumed: tuple[str, ...], orders: tuple[Order, ...], cancel: CancelToken
) -> Iterator[Inspected]:
    """Inspect a seat in the background; yields one value."""
    cancel.check_cancelled()
    yield Inspected(inspect(scenario, seat, orders, cancel.check_cancelled), scenario, seat, assumed)


class InspectionModel(QObject):
    """Holds the latest inspection, which is ``stale`` while the next one is computed.

    ``changed`` is emitted whenever one of the attributes or properties changes.
    """

    changed = Signal()

    def __init__(self, document: Document, questions: Questions, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.seat: int | None = None
        """The seat that is inspected, None while the inspection is not displayed."""
        self.failure = ""
        """The reason why there is no inspection, or ""."""
        self._key: object = None
        """The key of the latest inspection or of the one in preparation."""
        self._answers = Answers[Inspected](questions.apart("inspection"), "inspection", self)
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self._ask)
        self._answers.changed.connect(self._on_answered)
        document.changed.connect(self._update)

    @property
    def inspected(self) -> Inspected | None:
        """The latest inspection, or None."""
        return self._answers.latest.value

    @property
    def stale(self) -> bool:
        """Whether the inspection is that of an earlier table."""
        return self._settle.isActive() or self._answers.latest.stale

    def watch(self, seat: int | None) -> None:
        """Inspect ``seat`` now and after each change of the table; None stops that."""
        self.seat = seat
        if seat is None:
            self._settle.stop()
            self._answers.stop()
            self._key = None
        else:
            self._update()

    @Slot()
    def _update(self) -> None:
        """Request an inspection as soon as the table has settled, if anything that matters for it has changed."""
        scenario, seat = self._document.scenario, self.seat
        if seat is None or seat >= len(scenario.seats):
            return
        key = (seat, *_key(scenario))
        if key == self._key:
            return
        first, self._key = self._key is None, key
        self._answers.stop()
        inspected = self.inspected
        if inspected is not None and (inspected.seat != seat or inspected.scenario.game != scenario.game):
            self._answers.forget()
        # The first inspection starts immediately; later ones wait, because typing and dragging change the table often.
        self._settle.start(0 if first else SETTLE_MS)
        self.changed.emit()

    @Slot()
    def _ask(self) -> None:
        """Request the inspection, or say why there is none; seats without a text are assumed to hold any hand."""
        scenario, seat, orders = self._document.scenario, self.seat, self._document.orders
        if seat is None or seat >= len(scenario.seats):
            return
        missing = {problem.field for problem in self._document.problems if problem.incomplete}
        if seat_field(seat) in missing or not scenario.seats[seat].cards.strip():
            self._fail(NOTHING_WRITTEN)
            return
        problem = next((p for p in self._document.problems if not p.incomplete), None)
        if problem is not None:
            self._fail(problem.message)
            return
        assumed = [i for i in range(len(scenario.seats)) if seat_field(i) in missing]
        complete = dealt_in(_with_texts(scenario, dict.fromkeys(assumed, GAMES[scenario.game].any_hand)))
        rewrite = LISTED.get(scenario.game)
        if rewrite is not None and not scenario.seats[seat].folded:  # of a folded seat only the written cards count
            complete = _with_texts(complete, {seat: rewrite(complete.seats[seat].cards, scenario.order)})
        question = complete, seat, tuple(scenario.seats[i].name for i in assumed), orders
        self._answers.ask(question, partial(_inspected, *question))
        self.changed.emit()

    def _fail(self, reason: str) -> None:
        self._answers.forget()
        self.failure = reason
        self.changed.emit()

    @Slot()
    def _on_answered(self) -> None:
        error = self._answers.latest.error
        if error is not None:
            self._fail(error.problems[0].message if isinstance(error, ScenarioError) else str(error))
        else:
            self.failure = ""
            self.changed.emit()


def _key(scenario: Scenario) -> tuple[object, ...]:
    """Return everything in the table that an inspection depends on, without names of seats and settings of runs."""
    seats = tuple((seat.cards, seat.folded) for seat in scenario.seats)
    return scenario.game, seats, scenario.board, scenario.dead, scenario.dialect, scenario.order, scenario.names


def _with_texts(scenario: Scenario, texts: dict[int, str]) -> Scenario:
    seats = tuple(replace(seat, cards=texts.get(i, seat.cards)) for i, seat in enumerate(scenario.seats))
    return replace(scenario, seats=seats)


def listed_down(text: str, order: str | None = None) -> str:
    """Return a razz text in which unknown down cards are written as a choice of any two ranks.

    An inspection lists choices card by card, but unknown cards as one line. A text that cannot be read is returned
    unchanged.
    """
    try:
        hand = parse_razz(text, order=order)
    except TextError:
        return text
    items = []
    for item in hand.items:
        slots = item.slots
        if all(slot.free and slot.group < 0 for slot in slots[:DOWN]):
            any_two = tuple(replace(slots[0], free=False) for _ in range(DOWN))
            item = replace(item, slots=(*any_two, *slots[DOWN:]))
        items.append(item)
    return format_razz(replace(hand, items=tuple(items)))


LISTED: Mapping[Game, Callable[[str, str | None], str]] = {"razz": listed_down}
"""By game, the function that rewrites a text so that an inspection lists its unknown cards."""
