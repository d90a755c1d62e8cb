"""The pot: retained pot, price of a call, effective stacks, pots with all-in players."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PotFacts:
    """The pot as it counts for hero, in chips.

    ``total``: all chips in the pot. ``to_call``: what hero has to add to stay in. ``retained``: the c of the
    Kelly model: a hero who adds x and is called by all n live opponents wins ``retained + n x`` net. ``reach``: how
    much of x each opponent can match, infinite where nothing is known; empty: all of it. ``ahead``: how much of the
    total each opponent has put in beyond what of hero's chips he can match, below 0 where it is less; ``retained`` is
    the total less their sum.
    """

    total: float
    to_call: float
    retained: float
    reach: tuple[float, ...] = ()
    ahead: tuple[float, ...] = ()


def chips_text(value: float) -> str:
    """Return an amount as messages and logs write it: never as a power of ten, from 1 on to the hundredth."""
    text = f"{value:.{2 if abs(value) >= 1.0 else 6}f}"
    return text.rstrip("0").rstrip(".")


def pot_facts(hero: float, opponents: Sequence[float], folded: float = 0.0, behind: Sequence[float] = ()) -> PotFacts:
    """Compute the pot from the chips that each player has put in during the whole hand.

    ``hero`` and ``opponents`` (the live ones): chips in the pot; ``folded``: chips of players who have folded, and
    antes of nobody; ``behind``: what each opponent can still add, infinite: enough. ``retained = total - sum (opponent
    - hero)``, which is ``folded + (n + 1) hero``, less what of hero's chips an opponent can never match. Cassandra's
    README leaves hero's own chips and the folded ones out (90 for 120 in its Example 2).
    """
    total = hero + sum(opponents) + folded
    retained = total - sum(chips - hero for chips in opponents)
    reach = [chips + rest - hero for chips, rest in zip(opponents, behind, strict=False)]
    retained += sum(min(r, 0.0) for r in reach)
    unmatched = reach or [0.0] * len(opponents)
    ahead = tuple(chips - hero - min(r, 0.0) for chips, r in zip(opponents, unmatched, strict=False))
    return PotFacts(total, max(0.0, *opponents, hero) - hero, retained, tuple(max(r, 0.0) for r in reach), ahead)


def effective_stacks(hero: float, opponents: Sequence[float]) -> tuple[float, ...]:
    """Return the chips that hero can win from, or lose to, each opponent: the smaller of the two stacks."""
    return tuple(min(hero, stack) for stack in opponents)


def callable_bet(hero: float, opponents: Sequence[float]) -> float:
    """Return the largest bet that every opponent can call in full: above it there would be a side pot."""
    return min(hero, *opponents) if opponents else hero


def side_pots(
    chips: Sequence[float], live: Sequence[bool], dead: float = 0.0
) -> tuple[tuple[float, frozenset[int]], ...]:
    """Return (amount, players who can win it), the main pot first.

    ``chips[i]``: what player i has put in during the hand; ``dead``: chips of nobody, in the main pot. A live
    player wins from each other at most what it has put in itself. A last pot with one player is the part of a
    bet that nobody called.
    """
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
