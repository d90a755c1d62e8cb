"""The gain from knowing how a player really plays: best play against locked nodes minus best play without locks."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.betting.request import BettingRequest
from engine.betting.solver import Progress


@dataclass(frozen=True, slots=True)
class Gain:
    """What locks are worth.

    ``locked``: the players, 0 or 1 of the active seats, with locked nodes. ``evs``: chips a hand that each player
    gains by the locks, compared with best play of both. ``exploitability``: of the play without locks and with them, in
    chips.
    """

    locked: tuple[int, ...]
    evs: tuple[float, float]
    exploitability: tuple[float, float]

    @property
    def player(self) -> int:
        """The player that ``ev`` is about: the opponent of the first lock in the request."""
        return 1 - self.locked[0]

    @property
    def ev(self) -> float:
        """The gain of :attr:`player` in chips a hand."""
        return self.evs[self.player]

    def to_json(self, seats: Sequence[int]) -> dict[str, Any]:
        """Return it as an answer has it; ``seats``: the numbers of the active seats in the table."""
        return {
            "seat": seats[self.player],
            "ev": self.ev,
            "exploitability": list(self.exploitability),
            "locked": [seats[player] for player in self.locked],
            "evs": list(self.evs),
        }


def gain_of(request: BettingRequest, free: Progress | None, fixed: Progress) -> Gain | None:
    """Return the gain from the locks of a request, by the play without them (``free``) and with them; None if one of
    the two is not known."""
    if free is None or free.ev is None or free.exploitability is None:
        return None
    if fixed.ev is None or fixed.exploitability is None:
        return None
    locked = tuple(dict.fromkeys(entry.seat for entry in request.fixed))
    evs = fixed.ev[0] - free.ev[0], fixed.ev[1] - free.ev[1]
    return Gain(locked, evs, (free.exploitability, fixed.exploitability))
