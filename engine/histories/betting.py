"""A moment of a history as a situation of betting (``engine.betting.moments``)."""

from collections.abc import Mapping
from dataclasses import replace

from engine.betting.moments import (
    NO_CHIPS,
    Deed,
    StreetPlay,
    betting_of,
    check_street,
    node_hand,
    refuse,
    with_hand,
    with_last_card,
)
from engine.games import GAMES
from engine.histories.assumed import USUAL, Assuming
from engine.histories.hand import UNKNOWN_CARD, Moment, PlayedHand
from engine.histories.scenarios import range_at, scenario_at
from engine.scenario import Scenario


def betting_of_hand(
    hand: PlayedHand,
    moment: Moment,
    hero: int,
    scenario: Scenario,
    painted: Mapping[int, str] | None = None,
    assuming: Assuming = USUAL,
) -> Scenario:
    """Return a moment of a history as a situation of betting; ``scenario``: the table whose choices stay, such as the
    rake. ``painted``: ranges by player in place of assumed ones; ``assuming``: how these come about.

    Raises:
        ScenarioError: betting cannot begin on its street.
    """
    begun = hand.first_of(moment.street)
    start = moment if begun is None else hand.moments[begun]
    check_street(hand.game, moment.street, len(start.live))
    if start.to_act is None:
        refuse(NO_CHIPS)
    painted = painted or {}
    cards, board = hand.cards[hero][: start.dealt[hero]], " ".join(start.board) if GAMES[hand.game].has_board else ""
    own = "" if UNKNOWN_CARD in cards else node_hand(hand.game, cards)
    seats = list(scenario_at(hand, start, hero, painted=painted, tracked=False, assuming=assuming).seats)
    for player in start.live:
        text = painted.get(player) or range_at(hand, start, player, assuming).cards
        if player == hero and own:
            text = with_hand(hand.game, text, cards, board)
        seats[player] = replace(seats[player], cards=with_last_card(hand.game, moment.street, text))
    stacks = {player: start.chips[player].stack for player in start.live}
    known = {player: None if stack == float("inf") else stack for player, stack in stacks.items()}
    moves = [move for move in hand.moves[start.moves : moment.moves] if move.player is not None]
    deeds = tuple(Deed(move.player or 0, move.chips, move.kind == "fold") for move in moves)
    stakes = hand.stakes
    table = Scenario(hand.game, tuple(seats), board=board, dialect=scenario.dialect, run=scenario.run)
    table = replace(table, kelly=scenario.kelly, betting=scenario.betting)
    play = StreetPlay(start.pot, known, start.to_act, deeds)
    limits = (stakes.small_bet, stakes.big_bet) if stakes.fixed else None
    return betting_of(table, moment.street, play, limits, stakes.big_blind, own)
