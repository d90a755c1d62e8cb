"""Seats without cards are not dealt in: the other seats are computed as if these were not at the table.

A scenario that is solved names the cards of every seat. A table under construction may have empty
seats: an empty seat counts as one that has folded unknown cards, which change nothing and are not dealt. The seats keep
their numbers, so a result still refers to the right seats.
"""

from dataclasses import replace

from engine.games import GAMES
from engine.jobs.results import SeatResult, Snapshot
from engine.scenario import Game, Scenario, Seat


def dealt_in(scenario: Scenario) -> Scenario:
    """Return the scenario to be computed; one in which no seat with cards is active stays as it is."""
    if not any(seat.plays for seat in scenario.seats):
        return scenario
    away = GAMES[scenario.game].any_hand
    seats = tuple(replace(seat, cards=away, folded=True) if seat.empty else seat for seat in scenario.seats)
    return replace(scenario, seats=seats)


def at_table(snapshot: Snapshot, scenario: Scenario) -> Snapshot:
    """Return a result of ``dealt_in(scenario)`` as one of ``scenario``: an empty seat has no numbers.

    The run stays that of the result, which may ask for more details. ``scenario`` may differ in what is not computed:
    names, and empty seats behind the last one of the result.
    """
    table = replace(scenario, run=snapshot.scenario.run)
    if table == snapshot.scenario:
        return snapshot
    known = [seat.estimate for seat in snapshot.seats]
    known += [None] * (len(scenario.seats) - len(known))
    seats = tuple(
        SeatResult(seat.name, seat.folded, result) for seat, result in zip(scenario.seats, known, strict=False)
    )
    return replace(snapshot, scenario=table, seats=seats if snapshot.seats else ())


def takes_part(game: Game, seat: Seat) -> bool:
    """Return whether ``seat`` has an effect: not if it is empty, or has folded cards that are unknown."""
    return not (seat.empty or (seat.folded and seat.cards.strip() == GAMES[game].any_hand))
