"""Players who were watched, as descriptions: what their hands do not show is the neutral player's."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

import numpy as np

from engine.arrays import F64
from engine.players.description import Player, RangeRow, SituationRows, StreetPlay, shipped_player
from engine.players.first_street import FirstStreet
from engine.players.kinds import NEUTRAL, PlayerKind
from engine.players.known import LaterStreet, SeenAction, known_range
from engine.players.later_streets import continue_probability
from engine.players.strength import holdem_strengths

TYPICAL_BOARDS = ("Kh8d3c7s2h", "Ah9h4c2dJs", "QsJd6h3c8d", "9c8c5d2hKc", "ThTs4d6c3s", "7h5s2dAcTd")
"""Six boards that stand for all when a frequency of folding becomes a margin: high, paired, connected, suited, low."""
TYPICAL_PRICE = 0.25
"""The price of a bet of half the pot."""
BOARD_CARDS = {"flop": 3, "turn": 4, "river": 5}
HALVINGS = 30


def described(kind: PlayerKind) -> Player:
    """Return a player who was watched as a description: the learned one, if his hands gave one. The rows by raiser of a
    position of which his own are known are left out."""
    if kind.learned is not None:
        learned: Player = kind.learned()
        return learned
    usual = shipped_player(NEUTRAL)
    play, did = usual.games["holdem"], kind.ranges_by_action
    none: dict[str, str] = {}
    rows = {
        "first": {
            position: RangeRow(text, did["limped"][position], kind.basis.get(position, ""))
            for position, text in did.get("raised", none).items()
        },
        "open": {
            position: RangeRow(text, did["called"][position], kind.basis.get(position, ""))
            for position, text in did.get("3-bet", none).items()
        },
        "3-bet": {
            position: RangeRow("", text, kind.basis.get(position, ""))
            for position, text in did.get("called a 3-bet", none).items()
        },
    }
    first_street = dict(play.first_street)
    for key, own in rows.items():
        old = first_street[key]
        by = {position: rows for position, rows in old.by.items() if position not in own}
        first_street[key] = SituationRows({**old.own, **own}, by, old.why)
    games = dict(usual.games)
    games["holdem"] = replace(play, first_street=first_street)
    folds = {street: share for street, (share, _) in kind.folds.items()}
    return with_folds(Player(kind.name, games, kind.why), folds)


def with_folds(player: Player, folds: Mapping[str, float]) -> Player:
    """Return a hold'em player who folds to these shares of bets, by street."""
    play = player.games["holdem"]
    later = {
        street: replace(own, margin=_margin(street, own, folds[street])) if street in folds else own
        for street, own in play.later.items()
    }
    games = dict(player.games)
    games["holdem"] = replace(play, later=later)
    return replace(player, games=games)


def _margin(street: str, play: StreetPlay, folds: float) -> float:
    """Return the margin with which a player folds a share ``folds`` of his hands to a bet of half the pot."""
    low, high = -1.0, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        shares = [
            float(weights @ continue_probability(replace(play, margin=middle), strengths, TYPICAL_PRICE))
            for weights, strengths in _typical_hands(street)
        ]
        low, high = (middle, high) if 1.0 - float(np.mean(shares)) < folds else (low, middle)
    return (low + high) / 2


@cache
def _typical_hands(street: str) -> tuple[tuple[F64, F64], ...]:
    """Return weights, of sum 1, and strengths float64[1326] on each typical board of who called an open in the big
    blind and then each bet."""
    neutral, result = shipped_player(NEUTRAL), []
    for board in TYPICAL_BOARDS:
        called = [SeenAction("call", FirstStreet("big blind", 1, "button"))]
        for index, (name, cards) in enumerate(BOARD_CARDS.items(), 1):
            shown = board[: 2 * cards]
            if name == street:
                checked = SeenAction("check", LaterStreet(index, raiser_behind=True, board=shown))
                weights = known_range(neutral, "holdem", [*called, checked])
                result.append((weights / weights.sum(), holdem_strengths(shown)))
                break
            called.append(SeenAction("call", LaterStreet(index, price=TYPICAL_PRICE, board=shown)))
    return tuple(result)
