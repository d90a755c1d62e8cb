"""The pre-flop page's view of a hold'em table, and the edits that only this page has.

Seats act in the order of the table. The last two are the blinds, whose chips are in unless the panel says otherwise. A
player who has paid the price cannot fold to a call, so its calling range is ``random``.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from engine.players.description import NEUTRAL, shipped_player
from engine.players.first_hands import POSITIONS, position_at
from engine.preflop.first_street import ANY, FirstStreetGame, SeatPosition, SeatRow, State, has_paid, price_of
from engine.preflop.pays import holdem_pays
from engine.preflop.request import PreflopRequest, RangeChecks
from engine.preflop.seat_play import ALL_HANDS, LEAST, SeatTurn, Street, raises_of, shipped
from engine.preflop.templates import TableTemplate, example
from engine.ranges.holdem import parse_range
from engine.ranges.orders import COMBO_COUNT, Order, find_order
from engine.scenario import PreflopPanel, Problem, Scenario, Seat
from engine.scenario.preflop import NOTHING_SET, PAGE_ONLY
from engine.scenario.reading import is_number
from engine.scenario.seat_panel import SeatEntry
from engine.scenario.tournament import Tournament
from engine.table.folding import with_fold
from engine.table.positions import position_name

HERO = "Hero"
FROM_TEMPLATE = ("small_blind", "big_blind", "raise_to", "after")
NOT_OF_TABLE = (
    "rake",
    "rake_cap",
    "stack",
    "players",
    "jam_players",
    "bounties",
    "calls",
    "ante_by",
    "bet",
    "least",
    "callers_behind",
    "call_for_blinds",
)
"""Values of the page that stay when a template replaces the table."""


class PreflopStreet(FirstStreetGame[PreflopPanel, PreflopRequest]):
    """Hold'em before the flop."""

    game = "holdem"
    unknown_hands = ("", ANY)
    raises_again = True

    def _hand_text(self, scenario: Scenario, seat: int) -> str:
        return scenario.seats[seat].cards

    def _acts(self, scenario: Scenario, seat: int) -> bool:
        entry = self.entry(scenario, seat)
        plays = entry.entered("calls") is not None or bool(entry.kind)
        return plays and scenario.seats[seat].cards.strip().lower() in ("", ANY)

    def _positions(self, scenario: Scenario, states: Sequence[State]) -> Iterable[SeatPosition]:
        """Yield the position of each seat: its key in a kind of player, its name, and the blind that it has posted.

        Seats that are not dealt in have an empty position. Seats are counted in the order of action, from the first to
        act.
        """
        panel = self.panel(scenario)
        dealt = [seat for seat in _acting(scenario) if states[seat] != "out"]
        # Without a small blind the button sits before the big blind: there is an empty position between the two.
        dead_blind = int(len(dealt) > 2 and panel.small_blind == 0 < panel.big_blind)
        players = len(dealt) + dead_blind
        blinds = {1: panel.big_blind, 2: panel.small_blind} if len(dealt) > 1 else {}
        for seat in range(len(states)):
            if seat not in dealt:
                yield SeatPosition()
                continue
            turn = dealt.index(seat)
            behind = len(dealt) - turn
            place = turn + dead_blind * (behind == 1)
            yield SeatPosition(position_at(place, players), position_name(place, players), blinds.get(behind, 0.0))

    def _lock(self, row: SeatRow) -> SeatRow:
        if row.kind:
            return replace(row, calls=ANY, locked=True)
        return replace(row, locked=str(row.calls).strip().lower() == ANY)

    def _checks(self, scenario: Scenario, problems: list[Problem], orders: Iterable[Order]) -> RangeChecks:
        return RangeChecks(problems, scenario.dialect, scenario.order, scenario.dead, orders)

    def _hands(self, row: SeatRow) -> tuple[str | None, str | None]:
        unknown = row.state == "to act" or (row.hero and row.text.strip().lower() in ("", ANY))
        return None if unknown else row.text, None

    def _make_request(self, scenario: Scenario, **values: Any) -> PreflopRequest:
        return PreflopRequest(**values, dialect=scenario.dialect)

    def _simulated_stakes(self, panel: PreflopPanel, price: float) -> dict[str, Any]:
        return {"min_bet": panel.big_blind or None, "limit": None, "rake": panel.rake, "rake_cap": panel.rake_cap}

    def _street(self, rows: Sequence[SeatRow], scenario: Scenario) -> tuple[Street, Mapping[int, SeatTurn]]:
        """Return the actions so far before the flop.

        Whoever has posted a straddle acts last, so that positions count from there; both blinds then have to pay.
        """
        panel = self.panel(scenario)
        dealt = [rows[seat] for seat in _acting(scenario) if rows[seat].spot]
        posted = [row.chips for row in dealt if row.state == "to act" and is_number(row.chips)]
        price = max((panel.big_blind, *posted))
        last = next((at for at, row in enumerate(dealt) if row.state == "to act" and row.chips == price), -1)
        spots = {row.seat: row.spot for row in dealt}
        if price > panel.big_blind and last >= 0:
            dealt = dealt[last + 1 :] + dealt[: last + 1]
            spots = {row.seat: position_at(at, len(dealt)) for at, row in enumerate(dealt)}
            spots |= {row.seat: POSITIONS[-2] for row in dealt[:-1] if row.posted}
        turns = [
            SeatTurn(row.seat, spots[row.seat], float(row.chips), row.state != "to act")
            for row in dealt
            if is_number(row.chips)
        ]
        limpers = sum(row.state == "in" and not row.hero and row.chips == price > row.posted for row in dealt)
        hero = spots.get(self.hero_seat(scenario), "")
        least = LEAST if panel.least else 0.0
        street = Street("holdem", price, raises_of(turns, price), limpers, hero, panel.raise_to, least)
        return street, {turn.seat: turn for turn in turns}

    def _pays(self, scenario: Scenario, row: SeatRow, texts: Sequence[str], hero: SeatRow, price: float) -> float:
        order, weights = find_order(scenario.order, ()), np.ones(COMBO_COUNT)
        for text in texts:
            weights = weights * parse_range(text, scenario.dialect, order).weights
        player = shipped(row.kind) or shipped_player(NEUTRAL)
        return holdem_pays(player.games["holdem"].later["flop"], weights, price)

    def _one_bet(self, scenario: Scenario, bets: float, pot: float, price: float) -> float:
        # No single bet is larger than the pot.
        return min(bets, pot)

    def settled(self, scenario: Scenario) -> Scenario:
        """Return the scenario with ``random`` for all who are still to act and have paid the price."""
        # Ranges are set one after the other, but rows and price are the previous ones: a calling range changes neither.
        rows = self.rows(scenario)
        panel, price = self.panel(scenario), price_of(rows)
        for row in rows:
            if has_paid(row, price) and not row.locked:
                panel = panel.with_seat(row.seat, len(rows), {"calls": ANY})
        return scenario if panel is self.panel(scenario) else replace(scenario, preflop=panel)

    def with_example(self, scenario: Scenario) -> Scenario:
        """Return a table with the seats and the values of the example; the values that belong to no seat stay."""
        panel = self.panel(scenario).only(PAGE_ONLY)
        return replace(super().with_example(replace(scenario, preflop=panel)), board="")


PREFLOP = PreflopStreet("preflop", NOTHING_SET, example())


def _acting(scenario: Scenario) -> Sequence[int]:
    """Return all seats in the order of action before the flop."""
    return (scenario.tournament or Tournament()).acting_of(len(scenario.seats))


def with_state(scenario: Scenario, seat: int, state: State, orders: Sequence[Order] = ()) -> Scenario:
    """Return the scenario with an opponent in, still to act or folded; ``orders`` are the user's own.

    A player still to act may hold any two cards, and plays as a neutral player unless it has a kind or a range already.
    One of a kind who is in has called the price. Folding turns the range of a seat into the hands that it folds.
    """
    scenario = with_fold(scenario, seat, state == "folded", orders)
    if state == "folded":
        return scenario
    row = PREFLOP.rows(scenario)[seat]
    known = row.text.strip().lower() not in ("", ANY)
    kind = PREFLOP.entry(scenario, seat).kind or (None if known else NEUTRAL)
    if state == "in":
        return _acted(scenario, row, kind)
    scenario = scenario.with_seat(seat, cards=ANY)
    if row.calls:
        return PREFLOP.settled(scenario)
    return PREFLOP.with_entries(scenario, seat, {"kind": kind or NEUTRAL, "calls_raise": None})


def _acted(scenario: Scenario, row: SeatRow, kind: str | None) -> Scenario:
    """Return the scenario with an opponent who has called; one of a kind holds the hands with which it calls."""
    seat, entries = row.seat, {"calls": None, "kind": kind}
    if kind is None:
        return PREFLOP.with_entries(scenario, seat, entries)
    scenario = PREFLOP.with_entries(scenario.with_seat(seat, cards=ALL_HANDS), seat, entries)
    price = price_of(PREFLOP.rows(scenario))
    if is_number(row.chips) and row.chips < price:
        scenario = PREFLOP.with_entries(scenario, seat, {"in": price})
    player = shipped(kind)
    return scenario if player is None else PREFLOP.with_kind(scenario, seat, player)


def from_template(scenario: Scenario, table: TableTemplate, hero_position: int) -> Scenario:
    """Return the table of a template with hero at ``hero_position``: all before hero have folded, all behind are
    neutral.

    Hero keeps its cards. In the big blind hero faces a small blind that has called, because otherwise there would be
    nothing to decide.
    """
    players = len(table.positions)
    seats: list[Seat] = []
    entries: list[SeatEntry] = []
    for other, name in enumerate(table.positions):
        # The small blind has called if hero is in the big blind.
        limps = hero_position == players - 1 and other == hero_position - 1
        if other == hero_position:
            seats.append(Seat(HERO, scenario.seats[PREFLOP.hero_seat(scenario)].cards))
            entries.append(SeatEntry())
        elif limps:
            seats.append(Seat(name, ALL_HANDS))
            entries.append(SeatEntry(chips=table.big_blind, kind=NEUTRAL))
        elif other < hero_position:
            seats.append(Seat(name, "", folded=True))
            entries.append(SeatEntry())
        else:
            seats.append(Seat(name, ANY))
            entries.append(SeatEntry(kind=NEUTRAL))
    values = {key: getattr(table, key) for key in FROM_TEMPLATE} | {"ante": table.ante or None}
    panel = PREFLOP.panel(scenario).only(NOT_OF_TABLE).with_entries(values).with_seats(entries, hero_position)
    tournament = scenario.tournament and replace(scenario.tournament, big_blind=None)
    now = replace(scenario, seats=tuple(seats), board="", preflop=panel, tournament=tournament)
    neutral = shipped_player(NEUTRAL)
    for other in (seat for seat in range(hero_position) if PREFLOP.entry(now, seat).kind):
        now = PREFLOP.with_kind(now, other, neutral)
    return now
