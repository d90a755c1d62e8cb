"""The decision of the Kelly panel as the situation of a simulation, which plays the hand to its end."""

import math

from engine.games import GAMES
from engine.kelly.panel import advised_seat, kelly_panel, live_rows, own_stack, pot_of, put_in_of
from engine.scenario import Scenario
from engine.scenario.played import SimulationPanel


def can_be_simulated(scenario: Scenario) -> bool:
    """Return True if the panel's decision uses the hands on the table and an opponent is still in."""
    return (
        not kelly_panel(scenario).typed and bool(live_rows(scenario)) and scenario.seats[advised_seat(scenario)].plays
    )


def simulation_of(scenario: Scenario) -> SimulationPanel:
    """Return the values of the page *Simulate* for the panel's decision, at hero's turn.

    ``scenario``: its panel contains the bankroll, which is also used for missing stacks. A typed price is taken to be
    the bet of as many opponents as the typed pot has room for, but at least of one.
    """
    panel, hero, count = kelly_panel(scenario), advised_seat(scenario), len(scenario.seats)
    bets, live = [0.0] * count, live_rows(scenario)
    if panel.pot_typed:
        pot, price = panel.pot, panel.to_call
        bettors = live if not price else live[: max(math.floor(pot / price), 1)]
        for seat in bettors:
            bets[seat] = price
    else:
        pot = pot_of(scenario).total
        chips = [_item(panel.chips, seat) or 0.0 for seat in range(count)]
        # Hero's chips from earlier streets.
        earlier = chips[hero] - put_in_of(scenario)
        for seat in (hero, *live):
            bets[seat] = max(chips[seat] - earlier, 0.0)
    stacks = [_item(panel.stacks, seat) for seat in range(count)]
    stacks[hero] = own_stack(scenario) if math.isfinite(own_stack(scenario)) else None
    before = scenario.simulation or SimulationPanel()
    stacks = [panel.bankroll if stack is None else stack for stack in stacks]
    values = before.at_turn(hero, before.button_seat(count), pot, stacks, bets)
    if panel.limit_bet is not None:
        values = values.with_limit(panel.limit_bet, 2 * panel.limit_bet if panel.big_bet is None else panel.big_bet)
    elif not GAMES[scenario.game].stud:
        values = values.with_limit(None, None).with_entry("limit", "pot" if panel.pot_limit else None)
    # With a price the minimum of the panel is that of a raise, call included.
    least = panel.min_bet if not max(bets) else 0.0
    more = {"min_bet": least, "rake": panel.rake, "rake_cap": panel.rake_cap}
    return values.with_entries({key: value for key, value in more.items() if value})


def _item(items: tuple[float | None, ...], seat: int) -> float | None:
    return items[seat] if seat < len(items) else None
