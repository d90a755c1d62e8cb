"""The pre-flop page's view of a hold'em table, and the edits that only this page has.

Seats act in the order of the table. The last two are the blinds, whose chips are in unless the panel says otherwise. A
player who has paid the price cannot fold to a call, so every edit sets its calling range to ``random``.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from engine.players.kinds import PlayerKind, TableTemplate, example, neutral_kind, player_kinds, position_at
from engine.preflop.first_street import ANY, FirstStreet, SeatPosition, SeatRow, State, has_paid, price_of
from engine.preflop.request import PreflopRequest, RangeChecks
from engine.ranges.orders import Order
from engine.scenario import PreflopPanel, Problem, Scenario, Seat
from engine.scenario.preflop import NOTHING_SET, PAGE_ONLY
from engine.scenario.seat_panel import SeatEntry
from engine.scenario.tournament import Tournament
from engine.table.folding import with_fold
from engine.table.positions import position_name

HERO = "Hero"
FROM_TEMPLATE = ("small_blind", "big_blind", "raise_to", "after")
NOT_OF_TABLE = ("rake", "rake_cap", "stack", "players", "jam_players", "bounties", "calls", "ante_by", "bet")
"""Values of the page that stay when a template replaces the table."""


class PreflopStreet(FirstStreet[PreflopPanel, PreflopRequest]):
    """Hold'em before the flop."""

    unknown_hands = ("", ANY)

    def _hand_text(self, scenario: Scenario, seat: int) -> str:
        return scenario.seats[seat].cards

    def _acts(self, scenario: Scenario, seat: int) -> bool:
        calls = self.entry(scenario, seat).entered("calls")
        return calls is not None and scenario.seats[seat].cards.strip().lower() in ("", ANY)

    def _positions(self, scenario: Scenario, states: Sequence[State]) -> Iterable[SeatPosition]:
        """Yield the position of each seat: its key in a kind of player, its name, and the blind that it has posted.

        Seats that are not dealt in have an empty position. Seats are counted in the order of action, from the first to
        act.
        """
        panel = self.panel(scenario)
        acting = (scenario.tournament or Tournament()).acting_of(len(states))
        dealt = [seat for seat in acting if states[seat] != "out"]
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
        return replace(row, locked=str(row.calls).strip().lower() == ANY)

    def _checks(self, scenario: Scenario, problems: list[Problem], orders: Iterable[Order]) -> RangeChecks:
        return RangeChecks(problems, scenario.dialect, scenario.order, scenario.dead, orders)

    def _hands(self, row: SeatRow) -> tuple[str | None, str | None]:
        unknown = row.state == "to act" or (row.hero and row.text.strip().lower() in ("", ANY))
        return None if unknown else row.text, None

    def _make_request(self, scenario: Scenario, **values: Any) -> PreflopRequest:
        return PreflopRequest(**values, dialect=scenario.dialect)

    def kind_of(self, row: SeatRow, kinds: Iterable[PlayerKind] = ()) -> PlayerKind | None:
        """Return the kind with both ranges of a player in its position; see :meth:`FirstStreet.kind_of`."""
        first = row.text if row.state == "in" else row.calls
        for kind in (*player_kinds(), *kinds):
            expected = ANY if row.locked else kind.first_in[row.spot]
            if first == expected and row.calls_raise == kind.against_raise[row.spot]:
                return kind
        return None

    def with_kind(self, scenario: Scenario, seat: int, kind: PlayerKind) -> Scenario:
        """Return the scenario with both ranges of an opponent by its position; who is in holds the first of them."""
        row = self.rows(scenario)[seat]
        first, against = kind.first_in[row.spot], kind.against_raise[row.spot]
        if row.state != "to act":
            return self.with_entries(scenario.with_seat(seat, cards=first), seat, {"calls_raise": against})
        return self.with_entries(scenario, seat, {"calls": first, "calls_raise": against})

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


def with_state(scenario: Scenario, seat: int, state: State, orders: Sequence[Order] = ()) -> Scenario:
    """Return the scenario with an opponent in, still to act or folded; ``orders`` are the user's own.

    A player still to act may hold any two cards, and calls as a neutral player in its position unless it has a range
    already. Folding turns the range of a seat into the hands that it folds.
    """
    scenario = with_fold(scenario, seat, state == "folded", orders)
    if state == "folded":
        return scenario
    row = PREFLOP.rows(scenario)[seat]
    if state == "in":
        held = row.text if row.text.strip() else ANY
        return PREFLOP.with_entries(scenario.with_seat(seat, cards=held), seat, {"calls": None})
    scenario = scenario.with_seat(seat, cards=ANY)
    if row.calls:
        return PREFLOP.settled(scenario)
    position, kind = PREFLOP.rows(scenario)[seat].spot, neutral_kind()
    ranges = {"calls": kind.first_in[position], "calls_raise": kind.against_raise[position]}
    return PREFLOP.with_entries(scenario, seat, ranges)


def from_template(scenario: Scenario, table: TableTemplate, hero_position: int) -> Scenario:
    """Return the table of a template with hero at ``hero_position``: all before hero have folded, all behind are
    neutral.

    Hero keeps its cards. In the big blind hero faces a small blind that has called, because otherwise there would be
    nothing to decide.
    """
    neutral, players = neutral_kind(), len(table.positions)
    seats: list[Seat] = []
    entries: list[SeatEntry] = []
    for other, name in enumerate(table.positions):
        # The small blind has called if hero is in the big blind.
        limps = hero_position == players - 1 and other == hero_position - 1
        position = position_at(other, players)
        against = neutral.against_raise[position]
        if other == hero_position:
            seats.append(Seat(HERO, scenario.seats[PREFLOP.hero_seat(scenario)].cards))
            entries.append(SeatEntry())
        elif limps:
            seats.append(Seat(name, neutral.first_in[position]))
            entries.append(SeatEntry(chips=table.big_blind, calls_raise=against))
        elif other < hero_position:
            seats.append(Seat(name, "", folded=True))
            entries.append(SeatEntry())
        else:
            seats.append(Seat(name, ANY))
            entries.append(SeatEntry(calls=neutral.first_in[position], calls_raise=against))
    values = {key: getattr(table, key) for key in FROM_TEMPLATE} | {"ante": table.ante or None}
    panel = PREFLOP.panel(scenario).only(NOT_OF_TABLE).with_entries(values).with_seats(entries, hero_position)
    tournament = scenario.tournament and replace(scenario.tournament, big_blind=None)
    return PREFLOP.settled(replace(scenario, seats=tuple(seats), board="", preflop=panel, tournament=tournament))
