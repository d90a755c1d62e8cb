"""What is added to an answer in the background: its growth under nearby ranges, and Cassandra's own estimate."""

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from engine import GAMES, CancelToken, Scenario, run
from engine.kelly.answer import estimated_by_counts
from engine.kelly.band import Band, growth_band
from engine.kelly.cassandra import Showdowns
from engine.kelly.outcomes import Outcomes, outcomes_of
from engine.kelly.panel import live_rows, panel_of, request_values
from engine.kelly.request import read_kelly_request
from engine.opponents.callers import run_one_on_one
from engine.opponents.nearby import nearby_ranges
from engine.ranges.orders import Order
from engine.table.empty_seats import dealt_in
from gui.look.captions import combo_counts
from gui.pages.kelly.charts import extent
from gui.pages.kelly.question import Question, calling_order, part_of
from gui.state.latest import Answers, Questions

COUNTING = "being counted …"
FOLLOWS = "follows the result"
UNKNOWN = "cannot be counted"


class CountsModel(QObject):
    """Counts the showdowns against one opponent of a table on which several are still in, for Cassandra's estimate."""

    changed = Signal()

    def __init__(self, questions: Questions, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._answers = Answers[Showdowns](questions, "counts", self)
        self._answers.changed.connect(self.changed)

    def added(self, question: Question, orders: tuple[Order, ...]) -> Question:
        """Return the question with Cassandra's bet on its own counts, or with why these are missing; a table whose
        result is current is counted.
        """
        answer, request = question.answer, question.request
        if answer is None or request is None or question.typed or len(live_rows(question.scenario)) < 2:
            self._answers.stop()
            return question
        table, seat = dealt_in(question.scenario).without_panels, question.seat
        about = table, seat, orders
        if question.stale and (about != self._answers.latest.about or self._answers.latest.busy):
            self._answers.stop()
            return replace(question, counting=FOLLOWS)
        self._answers.ask(about, partial(_counted, table, seat, orders))
        counts = self._answers.latest.current
        if counts is None:
            return replace(question, counting=COUNTING if self._answers.latest.error is None else UNKNOWN)
        return replace(question, answer=estimated_by_counts(answer, request, counts), counts=counts)


def _counted(table: Scenario, seat: int, orders: tuple[Order, ...], cancel: CancelToken) -> Iterator[Showdowns | None]:
    for step in run_one_on_one(table, seat, cancel=cancel, orders=orders):
        yield step.counts


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """Another range of the opponent: hero's outcomes against it, and its hands as they call, where that matters."""

    outcomes: Outcomes
    hands: list[dict[str, float]] | None


@dataclass(frozen=True, slots=True, eq=False)
class Nearby:
    """The growth under nearby ranges, and the ``variants`` of the table ``about`` from which it follows."""

    band: Band
    about: object
    variants: tuple[Variant, ...]


class NearbyModel(QObject):
    """Computes how far the advice depends on the opponent's range: the growth under a tighter and a looser one."""

    changed = Signal()

    def __init__(self, questions: Questions, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._answers = Answers[Nearby](questions, "nearby", self)
        self._answers.changed.connect(self.changed)

    def added(self, question: Question, orders: tuple[Order, ...]) -> Question:
        """Return the question with its band, where that is known; one of a final result is computed, against one
        opponent with a range.
        """
        scenario, snapshot, live = question.scenario, question.snapshot, live_rows(question.scenario)
        final = question.answer is not None and not question.stale and snapshot is not None and snapshot.final
        ranged = GAMES[scenario.game].holdem_ranges and len(live) == 1
        if not final or not ranged or combo_counts(scenario, live[0], orders) is None:
            self._answers.stop()
            return question
        credited = panel_of(scenario).credited_range
        about = part_of(scenario), scenario.without_panels, question.seat, credited, orders
        self._answers.ask(
            (about, question.values), partial(_nearby, question, about, orders, self._answers.latest.value)
        )
        nearby = self._answers.latest.current
        return question if nearby is None else replace(question, band=nearby.band)


def _nearby(
    question: Question, about: object, orders: tuple[Order, ...], known: Nearby | None, cancel: CancelToken
) -> Iterator[Nearby | None]:
    scenario = question.scenario
    if known is not None and known.about == about:
        variants = known.variants
    else:
        computed = yield from _variants(dealt_in(scenario), question.seat, orders, cancel)
        if computed is None:
            return
        variants = computed
    assert question.request is not None
    assert question.answer is not None
    values = (request_values(scenario, variant.outcomes, hands=variant.hands) for variant in variants)
    start, upto = extent(question.request, question.answer)
    requests = [question.request, *map(read_kelly_request, values)]
    yield Nearby(growth_band(requests, start=start, upto=upto), about, variants)


def _variants(
    table: Scenario, seat: int, orders: tuple[Order, ...], cancel: CancelToken
) -> Generator[None, None, tuple[Variant, ...] | None]:
    """Compute what the opponent's other ranges bring; return None where it was cancelled."""
    strength = None  # before the flop the order of hands there
    if table.board.strip():
        order = yield from calling_order(table, seat, orders, cancel)
        if order is None:
            return None
        strength = order.strength
    near = nearby_ranges(table, live_rows(table)[0], strength=strength, orders=orders)
    variants = []
    for other in (near.tighter, near.looser):
        if other is None:
            continue
        last = None
        for snapshot in run(replace(other, run=replace(other.run, detail=())), cancel=cancel, orders=orders):
            last = snapshot
            yield
        estimate = last.seats[seat].estimate if last is not None and last.final else None
        if estimate is None:
            return None
        hands = None
        if part_of(table) == "hands":
            order = yield from calling_order(other, seat, orders, cancel)
            if order is None:
                return None
            hands = order.hands()
        variants.append(Variant(outcomes_of(estimate), hands))
    return tuple(variants)
