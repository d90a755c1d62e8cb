"""What somebody can hold after his actions, hand by hand in plain Python."""

from collections.abc import Sequence
from itertools import pairwise
from math import exp

from engine.cards import combo_text
from engine.players.description import Player
from engine.players.first_street import FirstStreet, first_street
from engine.players.known import LaterStreet, SeenAction
from engine.players.later_streets import StreetPlay
from engine.players.strength import holdem_strengths, razz_strengths
from engine.ranges.razz_products import ALL_PAIRS
from engine.scenario import Game

STREETS = {"holdem": ("flop", "turn", "river"), "razz": ("fourth", "fifth", "sixth", "seventh")}


def curve(points: Sequence[tuple[float, float]], s: float) -> float:
    """Return the value of a piecewise linear curve."""
    if s <= points[0][0]:
        return points[0][1]
    for (s0, p0), (s1, p1) in pairwise(points):
        if s <= s1:
            return p0 + (p1 - p0) * (s - s0) / (s1 - s0)
    return points[-1][1]


def of_strength(play: StreetPlay, kind: str, turn: LaterStreet, s: float) -> float:
    """Return the probability of an action with a hand of strength ``s``."""
    if not turn.price:
        bets = curve(play.last_raiser if turn.last_raiser and play.last_raiser else play.bet, s)
        return {"raise": bets, "check": 1 - bets, "call": 1 - bets, "fold": 1}[kind]
    goes_on = 1 / (1 + exp(-(s - turn.price - play.margin) / play.width))
    raises = min(curve(play.raise_, s), goes_on)
    return {"raise": raises, "call": goes_on - raises, "fold": 1 - goes_on, "check": 1}[kind]


def probability(player: Player, game: Game, action: SeenAction, hand: int) -> float:
    """Return the probability with which a player takes an action with a hand."""
    kind, turn = action
    if isinstance(turn, FirstStreet):
        actions = first_street(player, game, turn)
        raises, calls = float(actions.raises[hand]), float(actions.calls[hand])
        if kind == "raise" and not actions.raises.any():
            return calls
        return {"raise": raises, "call": calls, "check": 1 - raises, "fold": 1 - raises - calls}[kind]
    play = player.games[game].later[STREETS[game][turn.street - 1]]
    if game == "holdem":
        text = combo_text(hand)
        on_board = [turn.board[i : i + 2] for i in range(0, len(turn.board), 2)]
        if text[:2] in on_board or text[2:] in on_board:
            return 0.0
        return of_strength(play, kind, turn, float(holdem_strengths(turn.board)[hand]) ** turn.opponents)
    if turn.street < 4:
        return of_strength(play, kind, turn, float(razz_strengths(turn.up, turn.others, turn.dead)[hand]))
    seen = [*turn.up, *turn.dead, *ALL_PAIRS[hand], *(rank for cards in turn.others for rank in cards)]
    live = [max(4 - seen.count(rank), 0) for rank in range(13)]
    total = 0.0
    for rank, count in enumerate(live):
        if count:
            s = float(razz_strengths(turn.up, turn.others, turn.dead, rank)[hand])
            total += count / sum(live) * of_strength(play, kind, turn, s)
    return total


def slow_range(player: Player, game: Game, actions: Sequence[SeenAction], hands: Sequence[int]) -> list[float]:
    """Return the weights of ``hands`` after the actions; the greatest of them is 1."""
    weights = dict.fromkeys(hands, 1.0)
    for action in actions:
        weights = {hand: (w + player.least) * probability(player, game, action, hand) for hand, w in weights.items()}
        best = max(weights.values())
        weights = {hand: weight / best for hand, weight in weights.items()}
    return list(weights.values())
