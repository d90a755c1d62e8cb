"""The third street page's view of a razz table, and the ways from there to later streets.

The first three cards of every seat are used. An opponent whose down cards are not written is still to act: it plays as
a neutral player with its door card unless something else is written; one with more chips than the bring-in has acted,
and holds what such a player acts with. One whose down cards are a range has acted and holds these. The highest door
card has posted the bring-in.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from engine.arrays import F64
from engine.cards import RAZZ_RANKS, TextError
from engine.players.description import NEUTRAL, shipped_player
from engine.preflop.first_street import ANY, FirstStreetGame, SeatPosition, SeatRow, State
from engine.preflop.pays import razz_pays
from engine.preflop.seat_play import LEAST, SeatTurn, Street, raises_of, shipped
from engine.preflop.templates import third_example
from engine.preflop.third.answer import ThirdAnswer
from engine.preflop.third.request import DOOR, THIRD, ThirdChecks, ThirdRequest
from engine.ranges.orders import Order
from engine.ranges.razz_pairs import down_weights
from engine.ranges.razz_products import ALL_PAIRS, ALL_RANKS
from engine.ranges.razz_shares import pair_ways
from engine.ranges.razz_text import RazzItem, RazzSlot, RazzText, first_slots, format_razz, parse_razz
from engine.scenario import Problem, Scenario, ScenarioError, ThirdPanel
from engine.scenario.betting import BettingPanel
from engine.scenario.reading import is_number
from engine.table.first_to_act import CARD_RULES

FOURTH, FIFTH = 4, 5
"""The cards of a hand on these streets."""


class ThirdStreet(FirstStreetGame[ThirdPanel, ThirdRequest]):
    """Razz on third street."""

    game = "razz"
    default_kind = NEUTRAL

    def _hand_text(self, scenario: Scenario, seat: int) -> str:
        """Return the first three slots of a hand, or its unchanged text if it cannot be read."""
        cards = scenario.seats[seat].cards
        try:
            return format_razz(first_slots(parse_razz(cards, order=scenario.order), THIRD))
        except (TextError, ScenarioError):  # unreadable, or the ranking of the table is unknown
            return cards

    def _simulated_stakes(self, panel: ThirdPanel, price: float) -> dict[str, Any]:
        stakes: dict[str, Any] = {key: getattr(panel, key) for key in ("ante", "bring_in", "rake", "rake_cap")}
        small = _small_bet(panel, price)
        return {**stakes, "bring_in": stakes["bring_in"] or None, "small": small, "big": 2.0 * small}

    def _simulated_hand(self, scenario: Scenario, row: SeatRow) -> str:
        """Return the player's own text if it has the same cards."""
        cards = scenario.seats[row.seat].cards
        try:
            same = format_razz(parse_razz(cards, order=scenario.order)) == row.text
        except (TextError, ScenarioError):
            same = True
        return cards if same else row.text

    def _acts(self, scenario: Scenario, seat: int) -> bool:
        chips = self.entry(scenario, seat).entered("in")
        completed = is_number(chips) and chips > self.panel(scenario).bring_in > 0
        return unknown_down_cards(self._hand_text(scenario, seat)) and not completed

    def _is_unknown(self, text: str) -> bool:
        return unknown_down_cards(text)

    def _hand(self, row: SeatRow, text: str) -> str:
        return _with_down_cards(row.text, text, None)

    def _with_hand(self, scenario: Scenario, seat: int, text: str) -> Scenario:
        # The down cards of a seat stay unknown: its player's range replaces them.
        return scenario

    def _positions(self, scenario: Scenario, states: Sequence[State]) -> Iterable[SeatPosition]:
        bring_in = CARD_RULES[scenario.game].bring_in(scenario)[:1]
        for seat in range(len(states)):
            posted = self.panel(scenario).bring_in if seat in bring_in else 0.0
            yield SeatPosition(_door(self._hand_text(scenario, seat)), "", posted)

    def _street(self, rows: Sequence[SeatRow], scenario: Scenario) -> tuple[Street, Mapping[int, SeatTurn]]:
        first = next(iter(CARD_RULES[scenario.game].bring_in(scenario)[:1]), -1) + 1
        ordered = [row for row in (*rows[first:], *rows[:first]) if row.spot and is_number(row.chips)]
        turns = [SeatTurn(row.seat, row.spot, float(row.chips), row.state != "to act") for row in ordered]
        panel, price = self.panel(scenario), max((row.posted for row in rows), default=0.0)
        hero = rows[self.hero_seat(scenario)].spot
        least = LEAST if panel.least else 0.0
        street = Street("razz", price, raises_of(turns, price), 0, hero, panel.raise_to, least)
        return street, {turn.seat: turn for turn in turns}

    def _lock(self, row: SeatRow) -> SeatRow:
        return replace(row, calls=ANY, locked=True) if row.chips > 0 else row

    def _pays(self, scenario: Scenario, row: SeatRow, texts: Sequence[str], hero: SeatRow, price: float) -> float:
        if not row.spot or not hero.spot:
            return 1.0
        door = RAZZ_RANKS.index(row.spot)
        weights = np.array([pair_ways(door, pair) for pair in ALL_PAIRS], np.float64)
        for text in texts:
            weights = weights * (
                _held_pairs(text, door) if text == row.text else down_weights(text, door, scenario.order)
            )
        player = shipped(row.kind) or shipped_player(NEUTRAL)
        return razz_pays(player.games["razz"].later["fourth"], weights, row.spot, hero.spot, price)

    def _one_bet(self, scenario: Scenario, bets: float, pot: float, price: float) -> float:
        return min(bets, _small_bet(self.panel(scenario), price))

    def _checks(self, scenario: Scenario, problems: list[Problem], orders: Iterable[Order]) -> ThirdChecks:
        return ThirdChecks(problems, scenario.order)

    def _hands(self, row: SeatRow) -> tuple[str | None, str | None]:
        if row.state == "to act":
            return None, row.spot
        if row.hero and row.spot and unknown_down_cards(row.text):
            return None, row.spot
        return row.text, None

    def _make_request(self, scenario: Scenario, **values: Any) -> ThirdRequest:
        return ThirdRequest(**values)


THIRD_STREET = ThirdStreet("third", ThirdPanel(), third_example())


def _small_bet(panel: ThirdPanel, price: float) -> float:
    """Return the small bet of the limit: a completion is one, each raise adds one to the ``price`` that is in.

    If the panel's raise is not above the price, it has not been adjusted to it; the smaller of the two is used then.
    """
    if price <= panel.bring_in:
        return panel.raise_to
    return panel.raise_to - price if panel.raise_to > price else min(panel.raise_to, price)


def _held_pairs(text: str, door: int) -> F64:
    """Return the weight of each pair of down cards in the text of a hand, float64[91]."""
    return down_weights(
        format_razz(RazzText(tuple(RazzItem(item.slots[:DOOR], item.weight) for item in _items(text)))), door
    )


def _items(text: str) -> tuple[RazzItem, ...]:
    try:
        return parse_razz(text).items
    except TextError:
        return ()


def _door(text: str) -> str:
    """Return the door card of a hand, or "" if it is not known or not the same in all its items."""
    doors = {
        item.slots[DOOR].rank if len(item.slots) > DOOR and item.slots[DOOR].particular else -1 for item in _items(text)
    }
    return RAZZ_RANKS[doors.pop()] if len(doors) == 1 and -1 not in doors else ""


def unknown_down_cards(text: str) -> bool:
    """Return whether the down cards of a hand are any two."""
    items = _items(text)
    return bool(items) and all(slot.free and slot.group < 0 for item in items for slot in item.slots[:DOOR])


def fourth_street(scenario: Scenario, action: str) -> Scenario | str:
    """Return the table of fourth street for the page *Equity*, or the reason why there is none.

    Hero and the seats that show four cards are in it, each with the range that it continues with after ``action``. The
    others have folded.
    """
    seen = _seen(scenario, FOURTH)
    return _played_on(scenario, action, seen) if seen else "Enter fourth street first, such as A462 and xxK7."


def fifth_street(scenario: Scenario, answer: ThirdAnswer, action: str) -> Scenario | str:
    """Return the table of fifth street for the page *Betting*, or the reason why there is none.

    Hero and the only other seat that shows five cards are in it, with the ranges that they continue with after
    ``action``. The others have folded. The pot is that of third street after the action, with one more small bet of
    each player.
    """
    seen = _seen(scenario, FIFTH)
    if len(seen) != 1:
        return "Enter fourth and fifth street for hero and one opponent first, such as A4625 and xxK7T."
    request, panel = answer.request, THIRD_STREET.panel(scenario)
    small = _small_bet(panel, request.price)
    opponents = zip(_opponents(scenario), request.opponents, strict=True)
    paid = panel.raise_to if action == "complete" else request.price
    chips = sum(max(paid, o.chips) if other.seat == seen[0].seat else o.chips for other, o in opponents)
    big = 2.0 * small
    pot = request.dead_money + paid + chips + 2.0 * small
    betting = BettingPanel.read({"pot": pot, "limit": {"fifth": big, "sixth": big, "seventh": big}})
    return replace(_played_on(scenario, action, seen), betting=betting)


def _seen(scenario: Scenario, count: int) -> list[SeatRow]:
    """Return the opponents who have not folded and whose up cards are known up to the card number ``count``.

    The list is empty if hero's are not: then the table of the later street cannot be made.
    """
    rows = [
        row
        for row in THIRD_STREET.rows(scenario)
        if row.state in ("in", "to act") and _shows(scenario, row.seat, count)
    ]
    return [row for row in rows if not row.hero] if any(row.hero for row in rows) else []


def _played_on(scenario: Scenario, action: str, seen: list[SeatRow]) -> Scenario:
    """Return the table of a later street: the opponents ``seen`` have the ranges that they continue with.

    The other opponents have folded.
    """
    seats = list(scenario.seats)
    for row in _opponents(scenario):
        held = seats[row.seat]
        if row in seen and row.state == "to act":
            down = row.calls if action != "complete" or row.calls_raise == "" else row.calls_raise
            seats[row.seat] = replace(held, cards=_with_down_cards(held.cards, down, scenario.order))
        elif row not in seen and row.state != "folded":
            seats[row.seat] = replace(held, cards=row.text, folded=True)
    return replace(scenario, seats=tuple(seats))


def _opponents(scenario: Scenario) -> list[SeatRow]:
    return [row for row in THIRD_STREET.rows(scenario) if row.is_opponent]


def _shows(scenario: Scenario, seat: int, count: int) -> bool:
    items = _items(scenario.seats[seat].cards)
    return bool(items) and all(
        len(item.slots) >= count and all(slot.particular for slot in item.slots[DOOR:count]) for item in items
    )


def _with_down_cards(text: str, down: str, order: str | None) -> str:
    """Return the hand ``text`` with the down cards of ``down``, or unchanged if these are any cards."""
    if down == ANY:
        return text
    up = _items(text)[0].slots[DOOR:]
    items = parse_razz(down, up[0].rank, order).items
    return format_razz(RazzText(tuple(RazzItem((*_two(item), *up), item.weight) for item in items)))


def _two(item: RazzItem) -> tuple[RazzSlot, ...]:
    """Return two slots, of which the second may not be written."""
    return (*item.slots, *(RazzSlot(ALL_RANKS, free=True),) * (DOOR - len(item.slots)))
