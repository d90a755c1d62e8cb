"""Who beats whom at the tracked table, for side pots: worked out in the background where a player is short."""

from collections.abc import Iterator
from functools import partial

from PySide6.QtCore import QObject, Signal

from engine import CancelToken, Scenario
from engine.kelly.hand.record import matched_chips
from engine.kelly.hand.table import TableState
from engine.opponents.showdowns import JointOrders, run_joint_orders
from engine.ranges.orders import Order
from engine.table.empty_seats import dealt_in
from gui.state.latest import Answers, Questions


class TrackerOrders(QObject):
    """The joint law of the table that was asked about last; ``found``: it is known now."""

    found = Signal()

    def __init__(self, questions: Questions, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._answers = Answers[JointOrders](questions, "orders", self)
        self._answers.changed.connect(self.found)

    def law(self, scenario: Scenario, hero: int, orders: tuple[Order, ...]) -> JointOrders | None:
        """Return the law of a table; None until it is known, which ``found`` says. A table that fails has none."""
        about = scenario.without_panels, hero, orders
        self._answers.ask(about, partial(_work_out, scenario, hero, orders))
        return self._answers.latest.current


def wants_orders(state: TableState) -> bool:
    """Return whether one of several opponents cannot match the largest bet, so that who beats whom matters."""
    reach, own = matched_chips(state), state.players[state.hero].stack
    return len(reach) > 1 and min(reach) < min(own, max(reach))


def _work_out(
    scenario: Scenario, hero: int, orders: tuple[Order, ...], cancel: CancelToken
) -> Iterator[JointOrders | None]:
    for step in run_joint_orders(dealt_in(scenario), hero, cancel=cancel, orders=orders):
        yield step.law if step.final else None
