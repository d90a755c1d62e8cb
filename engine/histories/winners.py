"""The winners of a pot whose hands are all known, with cards still to come: the exact probability of each set of
winners.

In hold'em all boards are dealt; before the flop the shares of two and three hands come from the exact methods of the
table. In razz these say which seats win how often.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import comb

import numpy as np

from engine.arrays import I8
from engine.cards import parse_cards
from engine.equity.budget import AUTO_BUDGET
from engine.equity.jobs import Guard, unguarded
from engine.equity.rules import RULES, prepare
from engine.equity.run import solve
from engine.games import GAMES
from engine.kernels.holdem.high import evaluate_hands
from engine.kernels.tables import high_tables
from engine.scenario import Game, RunOptions, Scenario, ScenarioError, Seat

DECK = 52
BOARD = 5
FEW = 2
"""Cards to come that are dealt board by board for any number of hands."""
MOST_BY_EQUITIES = 3
"""Hands whose equities and shares tell how often which of them win."""
NOTHING = 1e-13
"""A probability that comes from rounding alone."""
MOST_LAWS = 20_000
DECKS = 8
"""Sizes of decks whose sets of cards are remembered."""
WinnerLaw = dict[int, float]
"""The probability of each set of winners; bit k of a set is the k-th hand of the pot."""


class OutOfReachError(ValueError):
    """No exact method is quick enough for so many hands with so many cards to come."""


@dataclass(frozen=True, slots=True)
class KnownPot:
    """The ``hands`` in a pot, each its cards in order of dealing, the cards of others that are ``gone`` (of razz hands
    unknown ones too, ``x``), and the ``board``; all as texts of two characters a card."""

    game: Game
    hands: tuple[tuple[str, ...], ...]
    gone: tuple[tuple[str, ...], ...] = ()
    board: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[object, ...]:
        """A value that pots share whose laws are equal: suits matter up to their names, in razz not at all."""
        if GAMES[self.game].stud:
            hands, gone = ([tuple(sorted(card[0] for card in h)) for h in part] for part in (self.hands, self.gone))
            return self.game, tuple(hands), tuple(sorted(gone))
        parts = [sorted(part) for part in (*self.hands, self.board, [card for hand in self.gone for card in hand])]
        names: dict[str, str] = {}
        for card in (card for part in parts for card in part):
            names.setdefault(card[1], str(len(names)))
        return self.game, tuple(tuple(card[0] + names[card[1]] for card in part) for part in parts)


@dataclass(slots=True)
class WinnerLaws:
    """The laws of pots; equal ones are computed once."""

    _known: dict[tuple[object, ...], WinnerLaw] = field(default_factory=dict)

    def __call__(self, pot: KnownPot, guard: Guard = unguarded) -> WinnerLaw:
        """Return how often which hands win.

        Raises:
            OutOfReachError: no exact method is quick enough.
            Cancelled: raised by ``guard``.
        """
        key = pot.key
        if key not in self._known:
            if len(self._known) >= MOST_LAWS:
                self._known.clear()
            self._known[key] = winner_law(pot, guard)
        return self._known[key]


def winner_law(pot: KnownPot, guard: Guard = unguarded) -> WinnerLaw:
    """Return how often which hands win, exactly; sets that never win are left out.

    Raises:
        OutOfReachError: no exact method is quick enough.
        Cancelled: raised by ``guard``.
    """
    if len(pot.hands) == 1:
        return {1: 1.0}
    if GAMES[pot.game].stud:
        return _law_of_seats(pot, guard)
    if len(pot.hands) <= MOST_BY_EQUITIES and BOARD - len(pot.board) > FEW:
        return _law_by_equities(pot)
    return law_of_boards(pot, guard)


def _law_by_equities(pot: KnownPot) -> WinnerLaw:
    """Return the law of two or three hold'em hands by their probabilities of winning alone and of sharing."""
    seats = tuple(Seat("", "".join(hand)) for hand in pot.hands)
    dead = " ".join(card for hand in pot.gone for card in hand)
    scenario = Scenario(pot.game, seats, board="".join(pot.board), dead=dead, run=RunOptions("exact"))
    results = [seat.estimate for seat in solve(scenario, workers=1).seats if seat.estimate is not None]
    law = {1 << seat: result.win for seat, result in enumerate(results)}
    law[(1 << len(results)) - 1] = results[0].split[-1]
    if len(results) == MOST_BY_EQUITIES:
        shared = [result.split[0] for result in results]
        law |= {0b111 ^ 1 << seat: sum(shared) / 2 - own for seat, own in enumerate(shared)}
    return {winners: p for winners, p in law.items() if p > NOTHING}


def law_of_boards(pot: KnownPot, guard: Guard = unguarded) -> WinnerLaw:
    """Return the law of hold'em hands by all boards.

    Raises:
        Cancelled: raised by ``guard``.
    """
    everybody = (1 << len(pot.hands)) - 1
    return {winners: p for (winners,), p in joint_law_of_boards(pot, (everybody,), guard).items()}


def joint_law_of_boards(pot: KnownPot, groups: Sequence[int], guard: Guard = unguarded) -> dict[tuple[int, ...], float]:
    """Return how often which hands win in each of some ``groups``, sets of hands of hold'em, together, by all boards.

    Raises:
        Cancelled: raised by ``guard``.
    """
    held = [_numbers(hand) for hand in pot.hands]
    board = _numbers(pot.board)
    seen = {*board, *(card for hand in held for card in hand), *(c for hand in pot.gone for c in _numbers(hand))}
    deck = np.array([card for card in range(DECK) if card not in seen], dtype=np.int8)
    bits, everybody = 1 << np.arange(len(held)), (1 << len(held)) - 1
    counts: Counter[tuple[int, ...]] = Counter()
    for dealt in _boards(deck, BOARD - len(board)):
        guard()
        values = np.zeros((len(held), len(dealt)), dtype=np.uint16)
        cards = np.empty((len(dealt), 2 + BOARD), dtype=np.int8)
        cards[:, 2 : 2 + len(board)], cards[:, 2 + len(board) :] = board, dealt
        for hand, own in zip(held, values, strict=True):
            cards[:, :2] = hand
            evaluate_hands(cards, high_tables(), own)
        winners = np.zeros(len(dealt), dtype=np.int64)
        for group in groups:
            inside = np.flatnonzero(bits & group)
            best = bits[inside] @ (values[inside] == values[inside].max(axis=0))
            winners = (winners << len(held)) + best
        for key, count in zip(*(part.tolist() for part in np.unique(winners, return_counts=True)), strict=True):
            counts[tuple(key >> len(held) * at & everybody for at in reversed(range(len(groups))))] += count
    boards = comb(len(deck), BOARD - len(board))
    assert counts.total() == boards
    return {winners: count / boards for winners, count in sorted(counts.items())}


def _numbers(cards: tuple[str, ...]) -> list[int]:
    return [card for card, _ in parse_cards("".join(cards))]


def _boards(deck: I8, to_come: int) -> Iterator[I8]:
    """Yield all sets of ``to_come`` cards of a deck, int8[n, to_come], some at a time."""
    if to_come <= FEW:
        yield deck[_sets(len(deck), to_come)]
        return
    rest = _sets(len(deck), to_come - 1)
    for first in range(len(deck) - to_come + 1):
        others = rest[len(rest) - comb(len(deck) - first - 1, to_come - 1) :]
        yield np.hstack([np.full((len(others), 1), deck[first]), deck[others]])


@lru_cache(DECKS)
def _sets(size: int, count: int) -> I8:
    """Return the sets of ``count`` numbers below ``size``, int8[n, count], in lexicographic order."""
    result = np.zeros((1, 0), dtype=np.int8)
    for chosen in range(count):
        tails = [result[len(result) - comb(size - first - 1, chosen) :] for first in range(size - chosen)]
        firsts = np.repeat(np.arange(size - chosen, dtype=np.int8), [len(tail) for tail in tails])
        result = np.hstack([firsts[:, None], np.concatenate(tails)])
    return result


def _law_of_seats(pot: KnownPot, guard: Guard) -> WinnerLaw:
    """Return the law of razz hands by the exact methods of the table."""
    from engine.equity.razz.lows import ExactTally

    seats = (
        *(Seat("", " ".join(hand)) for hand in pot.hands),
        *(Seat("", " ".join(hand), folded=True) for hand in pot.gone),
    )
    scenario = Scenario(pot.game, seats)
    try:
        setup = prepare(scenario, (), guard)
    except ScenarioError as error:  # more cards than the deck has
        raise OutOfReachError(error.problems[0].message) from None
    job = RULES[pot.game].methods(setup, guard).exact
    if job is None or job.operations > AUTO_BUDGET:
        raise OutOfReachError("too many hands and cards to come")
    total = job.compute(0)
    for chunk in range(1, job.chunks):
        guard()
        total = total + job.compute(chunk)
    winners = ExactTally(len(pot.hands)).winners(total)
    return {int(mask): float(winners[mask]) for mask in np.flatnonzero(winners)}
