"""Converting a moment of a played or tracked hand into a situation of the *Betting* page.

The situation has the pot, the stacks and the ranges at the start of the street. The bets of the hand are among the
sizes, and the actions on the street are the path. Both players get the range that the opponent can assume, hero
included; his own cards become the selected hand. Exactly two players must be in the hand when the street begins.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NoReturn

import numpy as np

from engine.betting.panel import ONE, betting_panel
from engine.betting.request import small_bet_streets, starting_streets
from engine.cards import RAZZ_RANKS, combo_index, combo_text, parse_cards
from engine.games import GAMES
from engine.kelly.hand.session import TrackedSession, first_state
from engine.kelly.panel import kelly_panel
from engine.play.actions import replay
from engine.ranges.filtered import filtered
from engine.ranges.holdem import HoldemRange, format_range, parse_range
from engine.ranges.razz import read_razz_hand
from engine.ranges.razz_text import RazzText, format_razz, parse_razz
from engine.scenario import Game, Problem, Scenario, ScenarioError
from engine.scenario.betting import STREETS, Limit, Size, Sizes
from engine.table.slots import seat_slot_texts

ROUNDING = 1e-9
PLAYERS, SEVEN_CARDS = 2, 7
DOWN, UP, PRIVATE = 2, 4, (0, 1, 6)
UNSEEN = parse_razz("x").items[0].slots[0]
EARLY = "Betting starts on the flop (razz: fifth street): go to a later street."
NOT_TWO = "Betting is for two players: more players saw this street."
NO_CHIPS = "No chips left to bet."


@dataclass(frozen=True, slots=True)
class StreetAction:
    """An action of a player on the street: the chips that he added, and whether he folded."""

    player: int
    chips: float
    folds: bool = False


@dataclass(frozen=True, slots=True)
class PlayedStreet:
    """A street of a hand between two players.

    ``pot`` and ``stacks``: at the start of the street; a stack is None if unknown. ``first``: the player to act first.
    ``actions``: those on the street so far.
    """

    pot: float
    stacks: Mapping[int, float | None]
    first: int
    actions: tuple[StreetAction, ...]

    @property
    def stack(self) -> float | None:
        """The smaller stack, or None if no stack is known."""
        return min((stack for stack in self.stacks.values() if stack is not None), default=None)


def betting_of_tracked(scenario: Scenario, tracked: TrackedSession) -> Scenario:
    """Return the table with a *Betting* panel for the current moment of a tracked hand.

    The opponent has the range of its seat; hero gets the one that he is credited with, or in razz
    any two down cards.

    Raises:
        ScenarioError: betting cannot begin on its street.
    """
    state = tracked.state
    every = replay(first_state(scenario, tracked.setup), tracked.actions)
    states = [one for one in every if (one.hand, one.street) == (state.hand, state.street)]
    start = states[0]
    check_street(state.game, state.street, len(start.live))
    if start.to_act is None:
        refuse(NO_CHIPS)
    # A player acted between two states if his chips changed, if he folded, or if the turn passed on (a check).
    actions = []
    for one, after in pairwise(states):
        for player in start.live:
            chips = one.players[player].stack - after.players[player].stack
            folds = after.players[player].folded and not one.players[player].folded
            if one.to_act == player and (chips > 0 or folds or after.to_act != player):
                actions.append(StreetAction(player, max(chips, 0.0), folds))
    seats, hero = list(scenario.seats), state.hero
    slots = seat_slot_texts(scenario, hero) or ()
    own = node_hand(state.game, slots if GAMES[state.game].stud else (seats[hero].cards,))
    seen = kelly_panel(scenario).credited_range
    if own:
        text = " ".join(("x x", *slots[DOWN : DOWN + 1 + state.street])) if GAMES[state.game].stud else seen
        seats[hero] = replace(seats[hero], cards=text)
    for player in start.live:
        seats[player] = replace(seats[player], cards=with_last_card(state.game, state.street, seats[player].cards))
    table = replace(scenario, seats=tuple(seats))
    stakes, limits = state.stakes, None
    if stakes.fixed:
        limits = stakes.small_bet, stakes.big_bet
    stacks = {player: start.players[player].stack for player in start.live}
    return betting_of(
        table,
        state.street,
        PlayedStreet(start.pot, stacks, start.to_act, tuple(actions)),
        limits,
        stakes.big_blind,
        own,
    )


def betting_of(
    table: Scenario, street: int, play: PlayedStreet, limits: tuple[float, float] | None, big_blind: float, hand: str
) -> Scenario:
    """Return the table with a *Betting* panel for a street of a hand.

    ``street``: the index of the street among all of the game. ``limits``: the small and the big bet of a fixed limit.
    ``hand``: hero's hand as a node names it, or "".
    """
    stack = play.stack
    if stack is not None and stack <= ROUNDING:
        refuse(NO_CHIPS)
    streets = starting_streets(table)
    current = streets[street - _first(table.game)]
    path, sizes = _line(play)
    entries: dict[str, object] = {
        "pot": play.pot, "stack": stack, "first": play.first, "path": path or None, "hand": hand or None,
        "fixed": None, "played": None, "min_bet": big_blind or None,
    }  # fmt: skip
    if limits is not None:
        small = small_bet_streets(table.game)
        bets = {street: limits[0] if street in small else limits[1] for street in streets}
        entries |= {"limit": Limit(bets), "sizes": None, "min_bet": None}
    else:
        usual = dict.fromkeys(streets, ONE)
        players = [
            {**usual, current: Sizes((*ONE.bets, *sizes[player][0]), (*ONE.raises, *sizes[player][1]))}
            for player in table.active_seats
        ]
        entries |= {"limit": None, "sizes": (players[0],) if players[0] == players[1] else tuple(players)}
    panel = betting_panel(table).with_entries(entries)
    return replace(table, betting=panel)


def _line(play: PlayedStreet) -> tuple[tuple[str, ...], dict[int, tuple[list[Size], list[Size]]]]:
    """Return the actions as steps of a path, and for each player his bets and his raises as sizes."""
    on = dict.fromkeys(play.stacks, 0.0)
    bets: dict[int, tuple[list[Size], list[Size]]] = {player: ([], []) for player in play.stacks}
    steps: list[str] = []
    for action in play.actions:
        # ``on``: the chips of each player on this street, to which the steps of a path are totals.
        largest = max(on.values())
        total = on[action.player] + action.chips
        if action.folds:
            break
        if total <= largest + ROUNDING:
            steps.append("check" if largest <= ROUNDING else "call")
        else:
            total = min(total, play.stack) if play.stack is not None else total
            all_in = play.stack is not None and total >= play.stack - ROUNDING
            steps.append(f"all in {total:.12g}" if all_in else f"{'raise to' if largest > 0 else 'bet'} {total:.12g}")
            bets[action.player][largest > 0].append(Size("all in") if all_in else Size("chips", total))
        on[action.player] = total
    return tuple(steps), bets


def _first(game: Game) -> int:
    """Return the index of the first street of *Betting*: the flop, or fifth street."""
    return len(GAMES[game].streets) - len(STREETS[game])


def check_street(game: Game, street: int, players: int) -> None:
    """Check that *Betting* can begin on ``street`` with this number of players.

    Raises:
        ScenarioError: the reason.
    """
    if street < _first(game):
        refuse(EARLY)
    if players != PLAYERS:
        refuse(NOT_TWO)


def refuse(message: str) -> NoReturn:
    """Raise a ScenarioError with a message about the seats."""
    raise ScenarioError(Problem("seats", message))


def with_hand(game: Game, text: str, cards: Sequence[str], board: str) -> str:
    """Return the range text ``text``, with a hand added in full if the range does not contain it.

    ``cards``: the cards of the hand in dealing order.
    """
    if GAMES[game].stud:
        down, ups = [card[0].upper() for card in cards[:DOWN]], "".join(cards[DOWN : DOWN + UP])
        row = np.bincount([RAZZ_RANKS.index(rank) for rank in down], minlength=len(RAZZ_RANKS))
        has = bool((read_razz_hand(text).choices == row).all(axis=1).any())
        return text if has else f"{text}, [{down[0]}][{down[1]}]{ups}"
    weights = filtered(parse_range(text), [card for card, _ in parse_cards(board)], 0).weights.copy()
    combo = combo_index(*(card for card, _ in parse_cards("".join(cards[:DOWN]))))
    if weights[combo] > 0:
        return text
    weights[combo] = 1.0
    return format_range(HoldemRange(weights))


def with_last_card(game: Game, street: int, text: str) -> str:
    """Return the text of a seat with an unknown last card if it is seventh street of razz and the card is missing."""
    if not GAMES[game].stud or street < len(GAMES[game].streets) - 1:
        return text
    items = (
        item if len(item.slots) == SEVEN_CARDS else replace(item, slots=(*item.slots, UNSEEN))
        for item in parse_razz(text).items
    )
    return format_razz(RazzText(tuple(items)))


def node_hand(game: Game, cards: tuple[str, ...]) -> str:
    """Return hero's private cards as a node names a hand, or "" if they are not all known."""
    if GAMES[game].stud:
        private = [cards[index] for index in PRIVATE if index < len(cards)]
        ranks = [card[0].upper() for card in private]
        if len(ranks) < DOWN or any(rank not in RAZZ_RANKS for rank in ranks):
            return ""
        return "".join(sorted(ranks, key=RAZZ_RANKS.index))
    result = [card for card, _ in parse_cards("".join(cards[:DOWN]))]
    return combo_text(combo_index(*result)) if len(result) == DOWN else ""
