"""A moment of a history as a betting situation (:mod:`engine.betting.moments`)."""

from collections.abc import Mapping
from dataclasses import replace

from engine.betting.moments import (
    NO_CHIPS,
    PlayedStreet,
    StreetAction,
    betting_of,
    check_street,
    node_hand,
    refuse,
    with_hand,
    with_last_card,
)
from engine.games import GAMES
from engine.histories.assumed import DEFAULT_ASSUMPTIONS, Assumptions
from engine.histories.hand import UNKNOWN_CARD, Moment, PlayedHand
from engine.histories.scenarios import range_at, scenario_at
from engine.scenario import Scenario


def betting_of_hand(
    hand: PlayedHand,
    moment: Moment,
    hero: int,
    scenario: Scenario,
    painted: Mapping[int, str] | None = None,
    assumptions: Assumptions = DEFAULT_ASSUMPTIONS,
) -> Scenario:
    """Return a moment of a history as a betting situation of the street it is on, with the actions so far as its line.

    ``scenario``: the table whose other settings stay, such as the rake. ``painted``: the ranges that the user painted,
    by player; ``assumptions``: the assumptions about the others.

    Raises:
        ScenarioError: the street cannot be solved.
    """
    first_index = hand.first_of(moment.street)
    # The solver begins with the street: ranges and stacks are those at its start, the moves since then are the line.
    start = moment if first_index is None else hand.moments[first_index]
    check_street(hand.game, moment.street, len(start.live))
    if start.to_act is None:
        refuse(NO_CHIPS)
    painted = painted or {}
    cards, board = hand.cards[hero][: start.dealt[hero]], " ".join(start.board) if GAMES[hand.game].has_board else ""
    hero_hand = "" if UNKNOWN_CARD in cards else node_hand(hand.game, cards)
    seats = list(scenario_at(hand, start, hero, painted=painted, tracked=False, assumptions=assumptions).seats)
    for player in start.live:
        text = painted.get(player) or range_at(hand, start, player, assumptions).cards
        if player == hero and hero_hand:
            text = with_hand(hand.game, text, cards, board)
        seats[player] = replace(seats[player], cards=with_last_card(hand.game, moment.street, text))
    stacks = {player: start.chips[player].stack for player in start.live}
    known_stacks = {player: None if stack == float("inf") else stack for player, stack in stacks.items()}
    moves = [move for move in hand.moves[start.moves : moment.moves] if move.player is not None]
    actions = tuple(StreetAction(move.player or 0, move.chips, move.kind == "fold") for move in moves)
    stakes = hand.stakes
    table = Scenario(hand.game, tuple(seats), board=board, dialect=scenario.dialect, run=scenario.run)
    table = replace(table, kelly=scenario.kelly, betting=scenario.betting)
    play = PlayedStreet(start.pot, known_stacks, start.to_act, actions)
    limits = (stakes.small_bet, stakes.big_bet) if stakes.fixed else None
    return betting_of(table, moment.street, play, limits, stakes.big_blind, hero_hand)
