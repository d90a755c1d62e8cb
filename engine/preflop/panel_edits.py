"""Edits of a scenario by the pre-flop page: pure functions, each a step that can be undone.

Whoever has paid the price cannot fold to a call: every edit of the page writes ``random`` there.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine.players.kinds import PlayerKind, TableTemplate, neutral_kind, player_kinds, position_at
from engine.preflop.panel import ANY, State, hero_seat, panel_of, price_of, rows_of
from engine.ranges.orders import Order
from engine.scenario import Scenario, Seat
from engine.scenario.reading import is_number
from engine.scenario.seat_panel import SeatEntry
from engine.table.folding import with_fold

HERO = "Hero"
COPIED = ("small_blind", "big_blind", "raise_to", "after")
KEPT = ("rake", "rake_cap", "stack", "players", "jam_players", "bounties", "calls", "ante_by", "bet")
"""Values of the page that belong to no table."""


def with_number(scenario: Scenario, key: str, value: object) -> Scenario:
    """Return the scenario with another number of the page; None takes it away."""
    return settled(replace(scenario, preflop=panel_of(scenario).with_entry(key, value)))


def with_after(scenario: Scenario, key: str, value: object) -> Scenario:
    """Return the scenario with another entry of what is bet after the flop."""
    return with_number(scenario, "after", panel_of(scenario).after.with_entry(key, value))


def with_entry(scenario: Scenario, seat: int, key: str, value: object) -> Scenario:
    """Return the scenario with another value of a seat's entry; None takes it away."""
    return settled(_with_entry(scenario, seat, key, value))


def _with_entry(scenario: Scenario, seat: int, key: str, value: object) -> Scenario:
    return replace(scenario, preflop=panel_of(scenario).with_seat(seat, len(scenario.seats), {key: value}))


def with_state(scenario: Scenario, seat: int, state: State, orders: Sequence[Order] = ()) -> Scenario:
    """Return the scenario with an opponent in, still to act or folded.

    A player still to act comes along as a neutral player of its position does, and may hold any two cards. Folding
    turns what the seat holds into what it folds, as everywhere.
    """
    now = with_fold(scenario, seat, state == "folded", orders)
    if state == "folded":
        return now
    row = rows_of(now)[seat]
    held, keeps = now.seats[seat], row.calls
    if state == "in":
        now = _with_entry(now, seat, "calls", None)
        return settled(now.with_seat(seat, cards=held.cards if held.cards.strip() else ANY))
    now = now.with_seat(seat, cards=ANY)
    if not keeps:
        now = _with_kind(now, seat, neutral_kind(), acts=True)
    return settled(now)


def with_kind(scenario: Scenario, seat: int, kind: PlayerKind) -> Scenario:
    """Return the scenario with an opponent of a kind: its two ranges by its position; who is in holds the first."""
    return settled(_with_kind(scenario, seat, kind, acts=rows_of(scenario)[seat].state == "to act"))


def _with_kind(scenario: Scenario, seat: int, kind: PlayerKind, *, acts: bool) -> Scenario:
    row = rows_of(scenario)[seat]
    players, place = row.players, row.place
    if row.state == "out":
        players, place = row.players + 1, sum(r.state != "out" for r in rows_of(scenario)[:seat])
    position = position_at(place, players)
    first, against = kind.first_in[position], kind.against_raise[position]
    now = _with_entry(scenario, seat, "calls_raise", against)
    if acts:
        return _with_entry(now, seat, "calls", first)
    return now.with_seat(seat, cards=first)


def kind_of(scenario: Scenario, seat: int, kinds: Iterable[PlayerKind] = ()) -> PlayerKind | None:
    """Return the kind whose ranges an opponent has, shipped or one of ``kinds``; None where it has others."""
    row = rows_of(scenario)[seat]
    first = scenario.seats[seat].cards if row.state == "in" else row.calls
    for kind in (*player_kinds(), *kinds):
        wanted = ANY if row.locked else kind.first_in[row.position]
        if first == wanted and row.calls_raise == kind.against_raise[row.position]:
            return kind
    return None


def with_hero(scenario: Scenario, seat: int) -> Scenario:
    """Return the scenario as another seat sees it; it keeps its chips, and no calls of its own."""
    return settled(replace(scenario, preflop=panel_of(scenario).with_hero(seat, len(scenario.seats))))


def from_template(scenario: Scenario, table: TableTemplate, place: int) -> Scenario:
    """Return the table of a template with hero at ``place``: neutral players behind, those before have folded.

    Hero keeps its cards. In the big blind hero faces a small blind who has come along, for else there is nothing to
    decide.
    """
    neutral, players = neutral_kind(), len(table.positions)
    seats: list[Seat] = []
    entries: list[SeatEntry] = []
    for other, name in enumerate(table.positions):
        limps = place == players - 1 and other == place - 1
        position = position_at(other, players)
        if other == place:
            seats.append(Seat(HERO, scenario.seats[hero_seat(scenario)].cards))
            entries.append(SeatEntry())
        elif other < place and not limps:
            seats.append(Seat(name, "", folded=True))
            entries.append(SeatEntry())
        elif limps:
            seats.append(Seat(name, neutral.first_in[position]))
            entries.append(SeatEntry(chips=table.big_blind, calls_raise=neutral.against_raise[position]))
        else:
            seats.append(Seat(name, ANY))
            entries.append(SeatEntry(calls=neutral.first_in[position], calls_raise=neutral.against_raise[position]))
    values = {key: getattr(table, key) for key in COPIED} | {"ante": table.ante or None}
    panel = panel_of(scenario).only(KEPT).with_entries(values).with_seats(entries, place)
    tournament = scenario.tournament and replace(scenario.tournament, big_blind=None)
    return settled(replace(scenario, seats=tuple(seats), board="", preflop=panel, tournament=tournament))


def settled(scenario: Scenario) -> Scenario:
    """Return the scenario with ``random`` for all who are still to act and have paid the price."""
    rows = rows_of(scenario)
    level = price_of(row.chips for row in rows if row.state != "out")
    for row in rows:
        if row.state == "to act" and is_number(row.chips) and row.chips >= level and not row.locked:
            scenario = _with_entry(scenario, row.seat, "calls", ANY)
    return scenario
