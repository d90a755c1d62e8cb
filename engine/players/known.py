"""What somebody can hold after his actions: his range times the probabilities of the actions that he took.

The actions are those that everybody sees, each with the situation before it: on the first street position and raises
(``FirstStreet``), later the cards on the table, the price and the opponents (``LaterStreet``). The description of the
player gives each hand its probability of the action; the greatest weight is 1 after each of them.

>>> from engine.players.description import shipped_player
>>> opened = SeenAction("raise", FirstStreet("button"))
>>> bet = SeenAction("raise", LaterStreet(1, opponents=1, last_raiser=True, board="Ah7h2c"))
>>> weights = known_range(shipped_player("neutral"), "holdem", (opened, bet))
>>> weights.shape, float(weights.max())
((1326,), 1.0)
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

import numpy as np

from engine.arrays import F64
from engine.cards import COMBO_MASKS, card_mask, parse_cards
from engine.games import GAMES
from engine.players.description import Player, later_street_names, shipped_player
from engine.players.first_hands import FIRST_HANDS
from engine.players.first_street import FirstStreet, first_street
from engine.players.later_streets import (
    against_opponents,
    bet_probability,
    continue_probability,
    raise_probability,
    updated_weights,
)
from engine.players.strength import RANK_SIZE, holdem_strengths, razz_strengths
from engine.ranges.razz_products import ALL_PAIRS, RANK_COUNT
from engine.scenario import Game

ActionKind = Literal["raise", "call", "check", "fold"]
"""A bet or completion is a raise, a limp is a call; a check is whatever stays in for nothing."""
OTHERS = ("loose", "neutral", "tight")
"""The shipped players by how many actions they take with some hand: used for actions that a description never takes."""
CACHED_TABLES = 64
RAZZ_UP_CARDS = 4


@dataclass(frozen=True, slots=True)
class LaterStreet:
    """A player's turn after the first street.

    ``street``: its index, from 1; ``opponents``: how many are in; ``price``: the call as a share of the pot after it,
    0 if nobody has bet; ``last_raiser``: the player raised last on the previous street; ``raiser_behind``: somebody
    else did, who has still to act, so that a check says nothing. ``board``: the cards of hold'em. In razz all cards
    are ranks (0: ace): ``up`` the player's up cards, ``others`` those of each opponent, ``dead`` those of players who
    folded.
    """

    street: int
    opponents: int = 1
    price: float = 0.0
    last_raiser: bool = False
    raiser_behind: bool = False
    board: str = ""
    up: tuple[int, ...] = ()
    others: tuple[tuple[int, ...], ...] = ()
    dead: tuple[int, ...] = ()


class SeenAction(NamedTuple):
    """An action and the turn at which it was taken."""

    kind: ActionKind
    turn: FirstStreet | LaterStreet


class Narrowed(NamedTuple):
    """A range after an action.

    ``weights`` float64[hands]; ``kept``: the share of the previous range that takes the action; ``by``: the description
    that was used. That is the player's own or, if it never takes the action, a shipped one that does; None if there is
    none, in which case the range is unchanged.
    """

    weights: F64
    kept: float
    by: Player | None


def known_range(
    player: Player, game: Game, actions: Sequence[SeenAction], start: F64 | None = None, ways: F64 | None = None
) -> F64:
    """Return the range of a player after ``actions``, float64[hands], as :func:`narrowed_ranges` does."""
    weights = _all_hands(game) if start is None else start
    for step in narrowed_ranges(player, game, actions, start, ways):
        weights = step.weights
    return weights


def narrowed_ranges(
    player: Player, game: Game, actions: Sequence[SeenAction], start: F64 | None = None, ways: F64 | None = None
) -> Iterator[Narrowed]:
    """Yield a player's range after each of his actions.

    Hands are combos (1,326), in razz pairs of down cards (``ALL_PAIRS``). ``start`` float64[hands]: the weights before
    the actions, by default 1; ``ways`` float64[hands]: the number of ways to be dealt each hand, by default 1, which
    only affects ``kept``.
    """
    weights = _all_hands(game) if start is None else start
    for action in actions:
        by, probability = _who_acts(player, game, action, weights)
        before = weights * _dealt(action.turn)
        counts = before if ways is None else before * ways
        total = float(counts.sum())
        kept = float(counts @ probability) / total if by is not None and total else 1.0
        if by is not None:
            weights = updated_weights(before, probability, player.least)
        yield Narrowed(weights, kept, by)


def _who_acts(player: Player, game: Game, action: SeenAction, weights: F64) -> tuple[Player | None, F64]:
    """Return the description to use for an action, and the probability with which each hand takes it, float64[hands].

    See :class:`Narrowed` for the choice of the description.
    """
    # Some descriptions never take an action (neutral does not limp). A player who does take it plays like another
    # description at this turn, and the range of that one is a better guess than any two cards.
    for other in (player, *map(shipped_player, OTHERS)):
        probability = action_probability(other, game, action)
        if (weights * probability).any():
            return other, probability
    return None, np.ones_like(weights)


def action_probability(player: Player, game: Game, action: SeenAction) -> F64:
    """Return the probability with which each hand takes an action, float64[hands]."""
    kind, turn = action
    if isinstance(turn, FirstStreet):
        return _on_first_street(player, game, kind, turn)
    # Descriptions bet by strength alone, but people check nearly every hand to the last raiser. Taken at its word, such
    # a check would leave nothing but weak hands, which then fold four times in five to the next bet.
    checks_to_raiser = kind == "check" and turn.raiser_behind
    play = player.games[game].later[later_street_names(game)[turn.street - 1]]
    strengths, chances = _strengths(game, turn)
    if turn.price > 0.0:
        goes_on = continue_probability(play, strengths, turn.price)
        raises = raise_probability(play, strengths, turn.price)
        rows = {"raise": raises, "call": goes_on - raises, "fold": 1.0 - goes_on}
    else:
        bets = bet_probability(play, strengths, last_raiser=turn.last_raiser)
        rows = {"raise": bets, "check": 1.0 - bets, "call": 1.0 - bets}
    # Folding for nothing says nothing about the hand, and neither does a check that faces a price.
    probability = np.ones_like(strengths) if checks_to_raiser else rows.get(kind, np.ones_like(strengths))
    return np.asarray((probability * chances).sum(axis=0) * _dealt(turn))


def _on_first_street(player: Player, game: Game, kind: ActionKind, turn: FirstStreet) -> F64:
    """Return the probability with which each hand takes an action on the first street, float64[hands]."""
    actions = first_street(player, game, turn)
    if kind == "call":
        return actions.calls
    if kind == "check":
        return 1.0 - actions.raises
    if kind == "fold":
        return actions.folds
    # Descriptions only call an all-in. A player who raises over it, to isolate, is assumed to have a calling hand.
    return actions.raises if actions.raises.any() else actions.calls


def _dealt(turn: FirstStreet | LaterStreet) -> F64 | float:
    """Return 1 for the hands that share no card with the board of a turn, 0 for the others."""
    return _off_board(turn.board) if isinstance(turn, LaterStreet) and turn.board else 1.0


@lru_cache(maxsize=CACHED_TABLES)
def _off_board(board: str) -> F64:
    mask = np.uint64(card_mask(card for card, _ in parse_cards(board)))
    return np.asarray((COMBO_MASKS & mask) == 0, np.float64)


def _all_hands(game: Game) -> F64:
    return np.ones(FIRST_HANDS[game].count)


def _strengths(game: Game, turn: LaterStreet) -> tuple[F64, F64]:
    """Return the strength of each hand against all opponents and the probability of each view, float64[views, hands].

    A view is what only the player can see: on seventh street the rank of his last card, otherwise there is one view.
    """
    if GAMES[game].has_board:
        strengths = against_opponents(holdem_strengths(turn.board), turn.opponents)
        return strengths[np.newaxis], np.ones((1, 1))
    last = turn.street == len(GAMES[game].streets) - 1 and len(turn.up) == RAZZ_UP_CARDS
    return _razz_views(turn.up, turn.others, turn.dead, last)


@lru_cache(maxsize=CACHED_TABLES)
def _razz_views(
    up: tuple[int, ...], others: tuple[tuple[int, ...], ...], dead: tuple[int, ...], has_seventh: bool
) -> tuple[F64, F64]:
    if not has_seventh:
        return razz_strengths(up, others, dead)[np.newaxis], np.ones((1, 1))
    seen = np.bincount([*up, *dead, *(card for cards in others for card in cards)], minlength=RANK_COUNT)
    pairs = np.array([np.bincount(pair, minlength=RANK_COUNT) for pair in ALL_PAIRS])
    live = np.maximum(RANK_SIZE - seen - pairs, 0).T
    ranks = np.flatnonzero(live.any(axis=1))
    strengths = np.array([razz_strengths(up, others, dead, int(rank)) for rank in ranks])
    return strengths, live[ranks] / np.maximum(live.sum(axis=0), 1)
