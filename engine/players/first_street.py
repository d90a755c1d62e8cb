"""The play of a described player on the first street: the probabilities with which each hand raises and calls.

>>> from engine.players.description import shipped_player
>>> neutral = shipped_player("neutral")
>>> defends = first_street(neutral, "holdem", FirstStreet("big blind", raises=1, raiser="button"))
>>> round(float((defends.raises + defends.calls).mean()), 2)
0.36
"""

from dataclasses import dataclass

import numpy as np

from engine.arrays import F64, I64
from engine.players.description import Player, RangeRow
from engine.players.first_hands import FIRST_HANDS
from engine.scenario import Game


@dataclass(frozen=True, slots=True)
class FirstStreet:
    """A player's turn on the first street: his ``position`` (razz: his door card, ``A`` to ``K``), the number of
    ``raises`` before it (a bring-in is none), the position or door of the last ``raiser`` if it is known, and whether
    he faces an all-in (``jam``)."""

    position: str
    raises: int = 0
    raiser: str | None = None
    jam: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class HandActions:
    """The probabilities with which each hand raises and calls, read-only.

    ``raises`` and ``calls`` float64[hands]: by combo (1,326), in razz by pair of ranks (91, ``ALL_PAIRS``). First in,
    ``calls`` are limps, in the big blind checks. The rest folds; if nothing is to be paid, it checks.
    """

    raises: F64
    calls: F64

    @property
    def folds(self) -> F64:
        """The probability with which each hand does neither, as float64[hands]."""
        return np.maximum(1.0 - self.raises - self.calls, 0.0)


def range_row(player: Player, game: Game, turn: FirstStreet) -> RangeRow:
    """Return the row of a description that a player's turn belongs to."""
    situations = FIRST_HANDS[game].situations
    last = len(situations) - 1
    # A situation in which nothing can be raised is for all-ins, and for everything beyond the others.
    is_jam = turn.jam and not situations[last].raise_key
    situation = situations[last if is_jam else min(turn.raises, last)]
    return player.games[game].first_street[situation.key].row(turn.position, turn.raiser)


def first_street(player: Player, game: Game, turn: FirstStreet) -> HandActions:
    """Return the probabilities with which a player raises and calls with each hand.

    With a share of ``bluffs`` b, his first raises are widened by the next hands of :func:`hand_order`: those that his
    text does not raise, from the best on, until they are a share b of all raises. They limp that much less.
    """
    row = range_row(player, game, turn)
    raises, calls = (FIRST_HANDS[game].weights(text, turn.position) for text in (row.raise_, row.call))
    if player.bluffs and not turn.raises and not turn.jam:
        raises, calls = _with_bluffs(player, game, turn.position, raises, calls)
    return HandActions(_read_only(raises), _read_only(calls))


def _with_bluffs(player: Player, game: Game, position: str, raises: F64, calls: F64) -> tuple[F64, F64]:
    """Return the probabilities of raising and limping of a player who raises some hands more than his text says."""
    ways = FIRST_HANDS[game].ways(position)
    order = hand_order(player, game, position)
    rest = (1.0 - raises[order]) * ways[order]
    target = float(raises @ ways) * player.bluffs / (1.0 - player.bluffs)
    before = np.cumsum(rest) - rest
    added = np.clip(target - before, 0.0, rest)
    raises = raises.copy()
    raises[order] += np.divide(added, ways[order], out=np.zeros_like(added), where=ways[order] > 0)
    return raises, np.minimum(calls, 1.0 - raises)


def hand_order(player: Player, game: Game, position: str) -> I64:
    """Return a player's own ranking of the hands: the indices of the hands from best to worst, int64[1326] or [91].

    A hand is the better, the more rows of his description play it (a raise counts 1, a call 1/2, each times its
    probability; razz: the rows of this door). Equal ones are ranked by equity against one random hand.
    """
    hands = FIRST_HANDS[game]
    score = np.zeros(hands.count)
    for rows in player.games[game].first_street.values():
        for row_position, row in rows.own.items():
            if row_position == position or not hands.by_door:
                score += hands.weights(row.raise_, row_position) + hands.weights(row.call, row_position) / 2
    by_equity = np.argsort(hands.places(position), kind="stable")
    return by_equity[np.argsort(-score[by_equity], kind="stable")].astype(np.int64)


def _read_only(weights: F64) -> F64:
    weights.setflags(write=False)
    return weights
