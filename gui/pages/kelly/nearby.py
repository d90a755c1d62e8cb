"""How far the advice leans on the opponent's range: the band of growth under a tighter and a looser one."""

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QObject, Signal, Slot

from engine import GAMES, CancelToken, Scenario, run
from engine.kelly.band import Band, growth_band
from engine.kelly.outcomes import Outcomes, outcomes_of
from engine.kelly.panel import panel_of, request_values
from engine.kelly.request import read_kelly_request
from engine.opponents.calling import CallingOrder, run_calling_order
from engine.opponents.nearby import nearby_ranges
from engine.ranges.orders import Order
from engine.table.empty_seats import dealt_in
from gui.look.captions import combo_counts
from gui.pages.kelly.callers import live_rows, part_of
from gui.pages.kelly.charts import extent
from gui.pages.kelly.question import Question
from gui.state.latest import Questions


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """Another range of the opponent: hero's outcomes against it, and its hands as they call, where that matters."""

    outcomes: Outcomes
    hands: list[dict[str, float]] | None


@dataclass(frozen=True, slots=True, eq=False)
class Nearby:
    """What the opponent's other ranges bring, and what that is ``about``."""

    about: object
    variants: tuple[Variant, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """The band of a question."""

    question: Question
    band: Band
    nearby: Nearby


class NearbyModel(QObject):
    """Works out the band of a question that is answered, in the background; ``found`` carries it with its question."""

    found = Signal(object, object)

    def __init__(self, questions: Questions, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._questions = questions
        self._number = 0
        self._nearby: Nearby | None = None
        questions.answered.connect(self._on_answered)

    def ask(self, question: Question, orders: tuple[Order, ...]) -> None:
        """Work out the band of ``question``, or nothing where it has none."""
        if not wanted(question, orders):
            self._questions.stop()
            return
        self._number += 1
        self._questions.ask(("nearby", self._number), partial(_work, question, orders, self._nearby))

    @Slot(object, object)
    def _on_answered(self, key: object, answer: object) -> None:
        if isinstance(answer, Found):
            self._nearby = answer.nearby
            self.found.emit(answer.question, answer.band)


def wanted(question: Question, orders: tuple[Order, ...] = ()) -> bool:
    """Return whether there is a band: of an answer that stands, against one opponent with a range."""
    scenario, snapshot = question.scenario, question.snapshot
    if question.answer is None or question.stale or snapshot is None or not snapshot.final:
        return False
    live = live_rows(scenario)
    ranged = GAMES[scenario.game].holdem_ranges and len(live) == 1
    return ranged and combo_counts(scenario, live[0], orders) is not None


def _work(
    question: Question, orders: tuple[Order, ...], known: Nearby | None, cancel: CancelToken
) -> Iterator[Found | None]:
    scenario = question.scenario
    credited = panel_of(scenario).credited_range
    about = part_of(scenario), scenario.without_panels, question.seat, credited, orders
    nearby = known if known is not None and known.about == about else None
    if nearby is None:
        variants = yield from _variants(dealt_in(scenario), question.seat, orders, cancel)
        if variants is None:
            return
        nearby = Nearby(about, variants)
    assert question.request is not None
    assert question.answer is not None
    requests = [question.request]
    for variant in nearby.variants:
        values = request_values(scenario, variant.outcomes, hands=variant.hands)
        requests.append(read_kelly_request(values))
    start, upto = extent(question.request, question.answer)
    yield Found(question, growth_band(requests, start=start, upto=upto), nearby)


def _variants(
    table: Scenario, seat: int, orders: tuple[Order, ...], cancel: CancelToken
) -> Generator[None, None, tuple[Variant, ...] | None]:
    """Compute what the opponent's other ranges bring; None where it was cancelled."""
    villain = live_rows(table)[0]
    strength = None  # before the flop the order of hands there
    if table.board.strip():
        order = yield from _calling(table, seat, villain, orders, cancel)
        if order is None:
            return None
        strength = order.strength
    near = nearby_ranges(table, villain, strength=strength, orders=orders)
    found = []
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
            order = yield from _calling(other, seat, villain, orders, cancel)
            if order is None:
                return None
            hands = order.hands()
        found.append(Variant(outcomes_of(estimate), hands))
    return tuple(found)


def _calling(
    table: Scenario, seat: int, villain: int, orders: tuple[Order, ...], cancel: CancelToken
) -> Generator[None, None, CallingOrder | None]:
    """Work out the order in which the opponent calls; None where it was cancelled."""
    for step in run_calling_order(
        table, seat, villain, credited=panel_of(table).credited_range, cancel=cancel, orders=orders
    ):
        yield
        if step.order is not None:
            return step.order
    return None
