"""A file that is not what it was when its table was read or saved: what to ask before it is written over."""

from dataclasses import dataclass
from pathlib import Path

from engine import Scenario

MOST_NAMED = 4
"""So many differences are named, the others counted."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """What stands in the way of saving to ``path``, as a statement, and what is known of the version there."""

    path: Path
    statement: str
    differences: str = ""


def differences(here: Scenario, there: Scenario) -> str:
    """Say in what two tables differ, as in ``Hero's cards, the board cards``; empty where they are the same."""
    if here.game != there.game:
        return "the game"
    found = [] if len(here.seats) == len(there.seats) else ["the number of seats"]
    for mine, theirs in zip(here.seats, there.seats, strict=False):
        own = [part for part in ("name", "cards") if getattr(mine, part) != getattr(theirs, part)]
        own += ["folding"] if mine.folded != theirs.folded else []
        found += [f"{mine.name}'s {' and '.join(own)}"] if own else []
    found += [f"the {part} cards" for part in ("board", "dead") if getattr(here, part) != getattr(there, part)]
    others = (("run", "the run"), ("dialect", "the dialect"), ("order", "the order of hands"), ("kelly", "Kelly"))
    found += [title for key, title in others if getattr(here, key) != getattr(there, key)]
    rest = len(found) - MOST_NAMED
    return ", ".join([*found[:MOST_NAMED], f"{rest} more"] if rest > 0 else found)
