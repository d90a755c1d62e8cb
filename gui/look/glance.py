"""Hands worth waiting for, whose chance is told beside the equity: one row a game that has any."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine import Estimate, Game, Snapshot
from gui.look.formatting import percent


@dataclass(frozen=True, slots=True)
class Glance:
    """The ``classes`` of final hands, what they are called, the longest form first, and what it means that their chance
    is shown."""

    classes: tuple[str, ...]
    forms: tuple[str, ...]
    meaning: str

    def share(self, estimate: Estimate) -> str:
        """Return the chance in whole percent."""
        return percent(sum(estimate.classes[name] for name in self.classes), exact_digits=0)


GLANCES: Mapping[Game, Glance] = {
    "razz": Glance(("5", "6", "7", "8"), ("8 or better", "8:"), "to an 8 or better"),
}


def glance_shares(snapshot: Snapshot) -> tuple[str, tuple[str, ...]]:
    """Return what a game waits for and its chance for each seat, empty where there is none; both empty without any."""
    glance = GLANCES.get(snapshot.scenario.game)
    if glance is None:
        return "", ()
    found = (seat.estimate for seat in snapshot.seats)
    return glance.forms[0], tuple("" if e is None else glance.share(e) for e in found)
