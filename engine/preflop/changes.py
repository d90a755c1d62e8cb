"""How two answers about the play before the flop differ: the worth of each action, and that of each class of hands.

Both are computed by themselves, so where they are sampled their errors are added: no way of being related makes it
worse.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.details.changes import Change
from engine.preflop.answer import ClassRow, PreflopAnswer


@dataclass(frozen=True, slots=True)
class WorthChange(Change):
    """The expected chips of what is done, before and after, and the ``actions`` that these are."""

    actions: tuple[str, str]


def action_changes(before: PreflopAnswer, after: PreflopAnswer) -> tuple[WorthChange, ...]:
    """Return how the actions that both answers know differ, in the order of the later one; a fold is worth 0."""
    known = {action.action: action for action in before.actions}
    pairs = ((known[action.action], action) for action in after.actions if action.action in known)
    return tuple(
        WorthChange(one.ev, other.ev, one.stderr + other.stderr, (one.action, other.action)) for one, other in pairs
    )


def class_changes(before: PreflopAnswer, after: PreflopAnswer) -> Mapping[str, WorthChange]:
    """Return by its name how the worth of the best action differs of each class that hero may have in both answers."""
    found = {}
    for name, row in after.classes.items():
        if name in before.classes:
            (one, worth, error), (other, later, later_error) = _best(before.classes[name]), _best(row)
            found[name] = WorthChange(worth, later, error + later_error, (one, other))
    return found


def _best(row: ClassRow) -> tuple[str, float, float]:
    """Return the best action of a class, its worth and the standard error of that."""
    return row.best, row.evs.get(row.best, 0.0), row.stderrs.get(row.best, 0.0)
