"""Habits of a player at a decision: how he really plays some of his hands, and usual ones to choose from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.betting.classes import is_bet

NO_PAIR = "ace high, king high, nothing"
TOP_PAIR, TWO_PAIR, ANY_PAIR = "top pair+", "two pair+", "low pair+"


@dataclass(frozen=True, slots=True)
class Habit:
    """What a habit fixes: texts of hands (None: all) with the frequencies of the actions, later ones standing."""

    title: str
    parts: tuple[tuple[str | None, Mapping[str, float]], ...]


def usual_habits(actions: Sequence[str], *, razz: bool) -> tuple[Habit, ...]:
    """Return usual habits at a decision with these actions; those that name made hands are of hold'em."""
    bets = [name for name in actions if is_bet(name)]
    if "fold" in actions:
        call, fold = {"call": 1.0}, {"fold": 1.0}
        habits = [Habit("Always calls", ((None, call),)), Habit("Always folds", ((None, fold),))]
        named = [
            Habit("Calls with top pair or better", ((None, fold), (TOP_PAIR, call))),
            Habit("Calls with any pair", ((None, fold), (ANY_PAIR, call))),
        ]
        if bets:
            named.append(Habit("Raises two pair or better only", ((None, call), (TWO_PAIR, {bets[0]: 1.0}))))
        return (*habits, *(() if razz else named))
    check = {"check": 1.0}
    habits = [Habit("Always checks", ((None, check),))]
    if not bets:
        return tuple(habits)
    habits += [Habit(f"Always makes it “{name}”", ((None, {name: 1.0}),)) for name in bets[:1]]
    named = [
        Habit("Never bluffs: checks without a pair", ((NO_PAIR, check),)),
        Habit("Bets top pair or better only", ((None, check), (TOP_PAIR, {bets[0]: 1.0}))),
        Habit("Checks his best hands", ((TWO_PAIR, check),)),
    ]
    return (*habits, *(() if razz else named))


def moved_shares(shares: Sequence[float], place: int, value: float) -> tuple[float, ...]:
    """Return frequencies that add up to 1, that at ``place`` being ``value``; the others keep their proportions."""
    rest = [share for i, share in enumerate(shares) if i != place]
    total, left = sum(rest), 1.0 - value
    scaled = [left * share / total if total > 0 else left / max(len(rest), 1) for share in rest]
    return (*scaled[:place], value if rest else 1.0, *scaled[place:])
