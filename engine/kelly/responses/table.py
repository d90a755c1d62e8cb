"""The ranges of hero and one opponent as the response to a bet needs them, after street filters and known cards."""

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
"""The range that the opponent credits hero with by default."""


@dataclass(frozen=True, slots=True, eq=False)
class ContestedRanges:
    """The ranges of hero and one opponent, float64[1326] each before card removal, and the cards out of play.

    ``credited``: the range that the opponent credits hero with. ``left_out``: whether other seats have ranges, which
    are ignored here.
    """

    hero: F64
    villain: F64
    credited: F64
    board: tuple[int, ...]
    dead: tuple[int, ...]
    left_out: bool

    def setup(self, hero: F64, villain: F64) -> HoldemSetup:
        """Return the setup of a table with only these two ranges, float64[1326] each."""
        return TableHands((hero, villain), (False, False), {}, self.board, self.dead).setup()


def read_contested_ranges(
    scenario: Scenario, hero: int, villain: int, credited: str = DEFAULT_CREDITED_RANGE, orders: Iterable[Order] = ()
) -> ContestedRanges:
    """Read the ranges of two seats, and the text of the range that the opponent credits hero with.

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
    # The cards of other players are out of play if they are known; ranges of others are ignored.
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
    """Check that the game of a table has ranges of combos.

    Raises:
        ScenarioError: it has not.
    """
    if not GAMES[scenario.game].hands_are_combos:
        raise ScenarioError(Problem("game", "this is for games with ranges of combos"))


def _credited(scenario: Scenario, text: str, villain: int, order: Order) -> F64:
    """Return the range of a text, float64[1326], on the board of a table; errors have the field ``credited``."""
    seats = (Seat("credited", text), scenario.seats[villain])
    try:
        return read_holdem(replace(scenario, seats=seats), order)[1][0]
    except ScenarioError as error:
        own = [p for p in error.problems if p.field == seat_field(0)] or [Problem(seat_field(0), str(error))]
        raise ScenarioError(*(replace(problem, field="credited") for problem in own)) from None
