"""The table as the answers to a bet need it: the ranges of two players, after street filters and known cards."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from engine.arrays import F64
from engine.cards import COMBOS
from engine.equity.holdem.prepare import read_holdem
from engine.equity.holdem.setup import HoldemSetup, TableHands
from engine.games import GAMES
from engine.ranges.orders import Order, find_order
from engine.scenario import Problem, Scenario, ScenarioError, Seat, seat_field

DEFAULT_CREDITED_RANGE = "random"
"""The range that hero is credited with where nothing else is said."""


@dataclass(frozen=True, slots=True, eq=False)
class ContestedRanges:
    """The ranges of hero and one opponent, float64[1326] each before removal, and the cards that are out of play.

    ``left_out``: folded seats hold ranges, which are not counted here.
    """

    hero: F64
    villain: F64
    credited: F64
    board: tuple[int, ...]
    dead: tuple[int, ...]
    left_out: bool

    def setup(self, hero: F64, villain: F64) -> HoldemSetup:
        """Return the setup of two ranges, each ``hero`` and ``villain`` float64[1326], alone at the table."""
        return TableHands((hero, villain), (False, False), {}, self.board, self.dead).setup()


def read_contested_ranges(
    scenario: Scenario, hero: int, villain: int, credited: str = DEFAULT_CREDITED_RANGE, orders: Iterable[Order] = ()
) -> ContestedRanges:
    """Read two seats of a hold'em table, and the text of the range that hero is ``credited`` with.

    Raises:
        ScenarioError: the table or the text cannot be read (field ``credited``), the game has no ranges of combos, or
            the seats are not two that contest the pot.
    """
    check_combo_ranges(scenario)
    for seat in (hero, villain):
        if seat not in scenario.active_seats or hero == villain:
            raise ScenarioError(Problem(seat_field(seat), "hero and an opponent who is in the hand are needed"))
    order = find_order(scenario.order, orders)
    setup, weights = read_holdem(scenario, order)
    others = {i for i in scenario.active_seats if i not in (hero, villain)}
    dead = set(setup.dead)
    for i in others:
        combos = np.flatnonzero(weights[i])
        dead |= set(COMBOS[combos[0]].tolist()) if len(combos) == 1 else set()
    return ContestedRanges(
        weights[hero],
        weights[villain],
        _credited(scenario, credited, villain, order),
        setup.board,
        tuple(sorted(int(card) for card in dead)),
        bool(len(setup.folded)) or any(np.count_nonzero(weights[i]) > 1 for i in others),
    )


def check_combo_ranges(scenario: Scenario) -> None:
    """Refuse a game without ranges of combos.

    Raises:
        ScenarioError: it is one.
    """
    if not GAMES[scenario.game].hands_are_combos:
        raise ScenarioError(Problem("game", "this is for games with ranges of combos"))


def _credited(scenario: Scenario, text: str, villain: int, order: Order) -> F64:
    seats = (Seat("credited", text), scenario.seats[villain])
    try:
        return read_holdem(replace(scenario, seats=seats), order)[1][0]
    except ScenarioError as error:
        own = [p for p in error.problems if p.field == seat_field(0)] or [Problem(seat_field(0), str(error))]
        raise ScenarioError(*(replace(problem, field="credited") for problem in own)) from None
