"""Jam or fold on the 13x13 map: how often each hand goes all in or calls, or up to which stack. No Qt."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.ranges.holdem_matrix import ALL_PLACES, class_name, kind_of
from gui.look.formatting import percent
from gui.pages.preflop.words import chips, worth
from gui.parts.cells import Cell

HIGHEST = 25.0
"""The largest stack of the table of stacks, in big blinds."""
Spans = Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Share:
    """How often a hand does it, and what that is worth against folding, in big blinds; None: that is not known."""

    frequency: float
    worth: float | None = None


def frequency_cells(shares: Mapping[str, Share], verb: str, *, stale: bool) -> tuple[Cell, ...]:
    """Return the cells filled as high as the hand does it often."""
    found = []
    for place in ALL_PLACES:
        name = class_name(place)
        share = shares.get(name)
        strong = kind_of(place) == "p"
        if share is None:
            found.append(Cell(name, strong=strong, speech=name))
            continue
        part = share.frequency
        mixed = 0.005 < part < 0.995
        often = f"{verb} {percent(part, exact_digits=0)}" if mixed else verb if part > 0.5 else "folds"
        gains = "" if share.worth is None else f"; {worth(share.worth)} big blinds against folding"
        speech = f"{name}: {often}{gains}"
        note = f"{100 * part:.0f}" if mixed else ""
        found.append(Cell(name, part if part > 0.005 else 0.0, strong=strong, note=note, speech=speech, stale=stale))
    return tuple(found)


def stack_cells(stacks: Mapping[str, Spans], verb: str, *, stale: bool) -> tuple[Cell, ...]:
    """Return the cells coloured by the largest stack with which the hand does it; gaps are marked."""
    found = []
    for place in ALL_PLACES:
        name = class_name(place)
        spans = stacks.get(name, ())
        strong = kind_of(place) == "p"
        if not spans:
            found.append(Cell(name, strong=strong, speech=f"{name}: never {verb}"))
            continue
        top = max(high for _, high in spans)
        tone = 0.1 + 0.9 * min(top / HIGHEST, 1.0)
        note = f"{chips(round(top, 1))}{'+' if top >= HIGHEST - 1e-9 else ''}"
        words = " and ".join(f"{chips(round(low, 1))} to {chips(round(high, 1))}" for low, high in spans)
        speech = f"{name}: {verb} with {words} big blinds"
        found.append(
            Cell(
                name, 1.0, hot=True, tone=tone, stale=stale, note=note, speech=speech, mixed=len(spans) > 1,
                strong=strong,
            )
        )  # fmt: skip
    return tuple(found)
