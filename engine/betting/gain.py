"""The gain from knowing how a player plays: the EV of best play with locks minus that without locks.

In addition, the loss of the locked play itself to a best response, which is free to ignore locks of its own player.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.betting.request import BettingRequest
from engine.betting.solver import Progress

BestResponses = tuple[float | None, float | None]


@dataclass(frozen=True, slots=True)
class Gain:
    """The gain from locks.

    ``locked``: the players with locked nodes, 0 or 1 of the active seats. ``evs``: the chips per hand that each player
    gains from the locks, compared with best play of both. ``exploitability``: without and with the locks, in chips.
    ``losses``: the chips per hand that the play of each locked player loses to a best response, compared with best play
    of both; None for a player without locks, and while a run goes on.
    """

    locked: tuple[int, ...]
    evs: tuple[float, float]
    exploitability: tuple[float, float]
    losses: tuple[float | None, float | None] = (None, None)

    @property
    def player(self) -> int:
        """The player that ``ev`` is about: the opponent of the first lock in the request."""
        return 1 - self.locked[0]

    @property
    def ev(self) -> float:
        """The gain of :attr:`player` in chips per hand."""
        return self.evs[self.player]

    def to_json(self, seats: Sequence[int]) -> dict[str, Any]:
        """Return the gain as JSON of an answer; ``seats``: the numbers of the active seats in the table."""
        return {
            "seat": seats[self.player],
            "ev": self.ev,
            "exploitability": list(self.exploitability),
            "locked": [seats[player] for player in self.locked],
            "evs": list(self.evs),
            "losses": list(self.losses),
        }


def gain_of(
    request: BettingRequest, free: Progress | None, fixed: Progress, best: BestResponses = (None, None)
) -> Gain | None:
    """Return the gain from the locks of a request, or None if best responses to one of the plays are unknown.

    ``free``: the progress of the run without the locks; ``fixed``: of the run with them. ``best``: the EV of each
    player's best response to the other's locked play, as :func:`engine.betting.run.best_responses` returns it.
    """
    if free is None or free.ev is None or free.exploitability is None:
        return None
    if fixed.ev is None or fixed.exploitability is None:
        return None
    locked = tuple(dict.fromkeys(entry.seat for entry in request.fixed))
    evs = fixed.ev[0] - free.ev[0], fixed.ev[1] - free.ev[1]
    losses = [None if won is None else won - ev for won, ev in zip(best, free.ev, strict=True)]
    return Gain(locked, evs, (free.exploitability, fixed.exploitability), (losses[1], losses[0]))
