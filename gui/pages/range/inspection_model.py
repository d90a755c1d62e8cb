"""The inspection of the displayed seat, computed in the background and up to date while the table is edited."""

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
DOWN = 2
NOTHING_WRITTEN = "Nothing is written here yet: paint or type a range, then all it holds is listed."


@dataclass(frozen=True, slots=True, eq=False)
class Inspected:
    """The result with the ``scenario`` that was inspected; ``assumed``: the seats that are taken as any cards.

    These are seats with half a hand, and empty ones where no seat that plays has cards: else they are not dealt in.
    """

    meaning: Inspection
    scenario: Scenario
    seat: int
    assumed: tuple[str, ...]

    def lines(self, view: View, search: str = "", orders: Sequence[Order] = ()) -> InspectionLines | None:
        """Return the lines of a view that fit a search; None where that cannot be read."""
        return self.meaning.lines(self.scenario, self.seat, view, search, orders)


def _inspected(
    scenario: Scenario, seat: int, assumed: tuple[str, ...], orders: tuple[Order, ...], cancel: CancelToken
) -> Iterator[Inspected]:
    """Inspect a seat, unless nobody waits for it any more."""
    cancel.check_cancelled()
    yield Inspected(inspect(scenario, seat, orders, cancel.check_cancelled), scenario, seat, assumed)


class InspectionModel(QObject):
    """Holds the latest inspection; while another one is computed it is ``stale``.

    ``changed`` is emitted whenever anything below changes.
    """

    changed = Signal()

    def __init__(self, document: Document, questions: Questions, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.seat: int | None = None
        """The seat that is inspected, None while the inspection is not displayed."""
        self.failure = ""
        """Why there is no inspection."""
        self._key: object = None
        self._answers = Answers[Inspected](questions.apart("inspection"), "inspection", self)
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self._ask)
        self._answers.changed.connect(self._on_answered)
        document.changed.connect(self._look)

    @property
    def inspected(self) -> Inspected | None:
        """The latest inspection, None before the first one and where there is none."""
        return self._answers.latest.value

    @property
    def stale(self) -> bool:
        """Whether the inspection is that of an earlier table."""
        return self._settle.isActive() or self._answers.latest.stale

    def watch(self, seat: int | None) -> None:
        """Inspect ``seat`` again after each change from now on; None: no seat."""
        self.seat = seat
        if seat is None:
            self._settle.stop()
            self._answers.stop()
            self._key = None
        else:
            self._look()

    @Slot()
    def _look(self) -> None:
        """Ask in a moment if the table is another one."""
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
        self._settle.start(0 if first else SETTLE_MS)
        self.changed.emit()

    @Slot()
    def _ask(self) -> None:
        scenario, seat, orders = self._document.scenario, self.seat, self._document.orders
        if seat is None or seat >= len(scenario.seats):
            return
        missing = {problem.field for problem in self._document.problems if problem.incomplete}
        if seat_field(seat) in missing or not scenario.seats[seat].cards.strip():
            self._refuse(NOTHING_WRITTEN)
            return
        problem = next((p for p in self._document.problems if not p.incomplete), None)
        if problem is not None:
            self._refuse(problem.message)
            return
        assumed = [i for i in range(len(scenario.seats)) if seat_field(i) in missing]
        asked = dealt_in(_with_texts(scenario, dict.fromkeys(assumed, GAMES[scenario.game].any_hand)))
        listed = LISTED.get(scenario.game)
        if listed is not None and not scenario.seats[seat].folded:  # a folded one has its written cards only
            asked = _with_texts(asked, {seat: listed(asked.seats[seat].cards, scenario.order)})
        question = asked, seat, tuple(scenario.seats[i].name for i in assumed), orders
        self._answers.ask(question, partial(_inspected, *question))
        self.changed.emit()

    def _refuse(self, reason: str) -> None:
        self._answers.forget()
        self.failure = reason
        self.changed.emit()

    @Slot()
    def _on_answered(self) -> None:
        error = self._answers.latest.error
        if error is not None:
            self._refuse(error.problems[0].message if isinstance(error, ScenarioError) else str(error))
        else:
            self.failure = ""
            self.changed.emit()


def _key(scenario: Scenario) -> tuple[object, ...]:
    """Return the key of the answer."""
    seats = tuple((seat.cards, seat.folded) for seat in scenario.seats)
    return scenario.game, seats, scenario.board, scenario.dead, scenario.dialect, scenario.order


def _with_texts(scenario: Scenario, texts: dict[int, str]) -> Scenario:
    seats = tuple(replace(seat, cards=texts.get(i, seat.cards)) for i, seat in enumerate(scenario.seats))
    return replace(scenario, seats=seats)


def listed_down(text: str, order: str | None = None) -> str:
    """Return a razz text with down cards that may be anything written as a choice, so that all of them are listed."""
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
"""By game how a text is rewritten so that all that it leaves open is listed."""
