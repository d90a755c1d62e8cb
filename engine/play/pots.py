"""Pots: the price of a call, the retained pot, effective stacks, and side pots."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PotFacts:
    """The pot from hero's point of view, in chips.

    ``total``: all chips in the pot. ``to_call``: the price of a call for hero. ``retained``: the constant c of the
    Kelly model: if hero adds x and all n live opponents call, a win nets ``retained + n x``. ``reach``: how much of x
    each opponent can match, infinite if his stack is unknown; empty if everybody can match all of it. ``ahead``: the
    chips of each opponent in the pot minus hero's chips that he can match (negative if he is behind);
    ``retained = total - sum(ahead)``.
    """

    total: float
    to_call: float
    retained: float
    reach: tuple[float, ...] = ()
    ahead: tuple[float, ...] = ()


def chips_text(value: float) -> str:
    """Return an amount as messages and logs write it: never with an exponent, with two decimals from one chip on."""
    text = f"{value:.{2 if abs(value) >= 1.0 else 6}f}"
    return text.rstrip("0").rstrip(".")


def pot_facts(hero: float, opponents: Sequence[float], folded: float = 0.0, behind: Sequence[float] = ()) -> PotFacts:
    """Compute the pot from the chips that each player has put in during the whole hand.

    ``hero``, ``opponents``: chips in the pot of hero and of each live opponent. ``folded``: chips of players who have
    folded, and other dead money. ``behind``: the remaining stack of each opponent, infinite if it does not matter.

    ``retained = total - sum(opponent - hero)``, which equals ``folded + (n + 1) hero``, minus those of hero's chips
    that an opponent can never match. Cassandra's README leaves out hero's chips and the folded ones (90 instead of
    120 in its Example 2).

    >>> pot_facts(10, [30, 30], folded=5).to_call
    20
    """
    total = hero + sum(opponents) + folded
    retained = total - sum(chips - hero for chips in opponents)
    reach = [chips + rest - hero for chips, rest in zip(opponents, behind, strict=False)]
    retained += sum(min(r, 0.0) for r in reach)
    unmatched = reach or [0.0] * len(opponents)
    ahead = tuple(chips - hero - min(r, 0.0) for chips, r in zip(opponents, unmatched, strict=False))
    return PotFacts(total, max(0.0, *opponents, hero) - hero, retained, tuple(max(r, 0.0) for r in reach), ahead)


def effective_stacks(hero: float, opponents: Sequence[float]) -> tuple[float, ...]:
    """Return the effective stack against each opponent, the smaller of the two stacks: the most that hero can win from
    him or lose to him.
    """
    return tuple(min(hero, stack) for stack in opponents)


def largest_callable_bet(hero: float, opponents: Sequence[float]) -> float:
    """Return the largest bet that every opponent can call in full; a larger one would make a side pot."""
    return min(hero, *opponents) if opponents else hero


def side_pots(
    chips: Sequence[float], live: Sequence[bool], dead: float = 0.0
) -> tuple[tuple[float, frozenset[int]], ...]:
    """Return the pots as (amount, players who can win it), the main pot first.

    ``chips[i]``: what player i has put in during the hand. ``live[i]``: whether the player has not folded. ``dead``:
    chips that belong to nobody; they are in the main pot. If the last pot has a single player, it is the part of a
    bet that nobody called.

    >>> side_pots([50, 80], [True, True])
    ((100.0, frozenset({0, 1})), (30.0, frozenset({1})))
    """
    # A live player wins from each other player at most as much as he has put in himself, so there is one layer for each
    # different amount of a live player. Chips of folded players above the highest layer belong to the last one.
    levels = sorted({chips[i] for i, alive in enumerate(live) if alive})
    pots: list[tuple[float, frozenset[int]]] = []
    below = 0.0
    for level in levels:
        amount = sum(min(c, level) - min(c, below) for c in chips)
        if level == levels[-1]:
            amount += sum(max(c - level, 0.0) for c in chips)
        players = frozenset(i for i, alive in enumerate(live) if alive and chips[i] >= level)
        pots.append((amount + (dead if not pots else 0.0), players))
        below = level
    return tuple((amount, players) for amount, players in pots if amount)
