"""The exact probability that each set of players wins a pot whose hands are all known while cards are still to come.

In hold'em all boards are dealt; before the flop the result for two or three hands follows from the equities that the
exact methods of the table compute. In razz those methods state how often each set of seats wins.
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
from engine.equity.jobs import CancelCheck, never_cancelled
from engine.equity.rules import RULES, prepare
from engine.equity.run import solve
from engine.games import GAMES
from engine.kernels.holdem.high import evaluate_hands
from engine.kernels.tables import high_tables
from engine.scenario import Game, RunOptions, Scenario, ScenarioError, Seat

DECK = 52
BOARD = 5
MAX_CARDS_AT_ONCE = 2
"""Number of cards to come up to which all boards are dealt in one array, for any number of hands."""
MAX_HANDS_BY_EQUITIES = 3
"""Number of hands up to which the equities and split probabilities determine how often each set of them wins."""
ROUNDING_ERROR = 1e-13
"""Probabilities up to this come from rounding alone and are dropped."""
MAX_CACHED = 20_000
"""Number of distributions after which the cache is cleared."""
CACHED_DECKS = 8
"""Number of deck sizes whose sets of cards are cached."""
WinnerDistribution = dict[int, float]
"""The probability of each set of winners; bit k of a set is the k-th hand of the pot."""


class OutOfReachError(ValueError):
    """No exact method is fast enough for this number of hands and of cards to come."""


@dataclass(frozen=True, slots=True)
class KnownPot:
    """A pot whose hands are known: the ``hands`` in dealing order, the ``gone`` hands of other players and the
    ``board``.

    A card is a text of two characters. Of razz hands that have folded, unknown cards are listed, too, as ``x``.
    """

    game: Game
    hands: tuple[tuple[str, ...], ...]
    gone: tuple[tuple[str, ...], ...] = ()
    board: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[object, ...]:
        """A cache key that pots with equal distributions share: suits count up to renaming, in razz not at all."""
        if GAMES[self.game].stud:
            hands, gone = ([tuple(sorted(card[0] for card in h)) for h in cards] for cards in (self.hands, self.gone))
            return self.game, tuple(hands), tuple(sorted(gone))
        groups = [sorted(cards) for cards in (*self.hands, self.board, [card for hand in self.gone for card in hand])]
        names: dict[str, str] = {}
        for card in (card for cards in groups for card in cards):
            names.setdefault(card[1], str(len(names)))
        return self.game, tuple(tuple(card[0] + names[card[1]] for card in cards) for cards in groups)


@dataclass(slots=True)
class WinnerCache:
    """A cache of the winner distributions of pots, called with a pot."""

    _known: dict[tuple[object, ...], WinnerDistribution] = field(default_factory=dict)

    def __call__(self, pot: KnownPot, check_cancelled: CancelCheck = never_cancelled) -> WinnerDistribution:
        """Return the probability of each set of winners of ``pot``.

        Raises:
            OutOfReachError: no exact method is fast enough.
            Cancelled: raised by ``check_cancelled``.
        """
        key = pot.key
        if key not in self._known:
            if len(self._known) >= MAX_CACHED:
                self._known.clear()
            self._known[key] = winner_distribution(pot, check_cancelled)
        return self._known[key]


def winner_distribution(pot: KnownPot, check_cancelled: CancelCheck = never_cancelled) -> WinnerDistribution:
    """Return the exact probability of each set of winners; sets that never win are left out.

    Raises:
        OutOfReachError: no exact method is fast enough.
        Cancelled: raised by ``check_cancelled``.
    """
    if len(pot.hands) == 1:
        return {1: 1.0}
    if GAMES[pot.game].stud:
        return _winners_by_seats(pot, check_cancelled)
    if len(pot.hands) <= MAX_HANDS_BY_EQUITIES and BOARD - len(pot.board) > MAX_CARDS_AT_ONCE:
        return _winners_by_equities(pot)
    return winners_by_boards(pot, check_cancelled)


def _winners_by_equities(pot: KnownPot) -> WinnerDistribution:
    """Return the distribution for two or three hold'em hands from their probabilities of winning alone and of
    splitting."""
    seats = tuple(Seat("", "".join(hand)) for hand in pot.hands)
    dead = " ".join(card for hand in pot.gone for card in hand)
    scenario = Scenario(pot.game, seats, board="".join(pot.board), dead=dead, run=RunOptions("exact"))
    results = [seat.estimate for seat in solve(scenario, workers=1).seats if seat.estimate is not None]
    distribution = {1 << seat: result.win for seat, result in enumerate(results)}
    distribution[(1 << len(results)) - 1] = results[0].split[-1]
    if len(results) == MAX_HANDS_BY_EQUITIES:
        # A seat's two-way splits are those with either of the other two. Half of the sum over all seats counts each
        # pair once; minus a seat's own splits, it leaves the pair that the seat is not in.
        shared = [result.split[0] for result in results]
        distribution |= {0b111 ^ 1 << seat: sum(shared) / 2 - own for seat, own in enumerate(shared)}
    return {winners: p for winners, p in distribution.items() if p > ROUNDING_ERROR}


def winners_by_boards(pot: KnownPot, check_cancelled: CancelCheck = never_cancelled) -> WinnerDistribution:
    """Return the distribution for hold'em hands by dealing all boards.

    Raises:
        Cancelled: raised by ``check_cancelled``.
    """
    everybody = (1 << len(pot.hands)) - 1
    return {winners: p for (winners,), p in joint_winners_by_boards(pot, (everybody,), check_cancelled).items()}


def joint_winners_by_boards(
    pot: KnownPot, groups: Sequence[int], check_cancelled: CancelCheck = never_cancelled
) -> dict[tuple[int, ...], float]:
    """Return the joint distribution of the winners within each of the ``groups``, by dealing all boards of hold'em.

    ``groups``: sets of hands, as bit masks (one per pot). The keys of the result have one set of winners per group.

    Raises:
        Cancelled: raised by ``check_cancelled``.
    """
    hole_cards = [_numbers(hand) for hand in pot.hands]
    board = _numbers(pot.board)
    seen = {*board, *(card for hand in hole_cards for card in hand), *(c for hand in pot.gone for c in _numbers(hand))}
    deck = np.array([card for card in range(DECK) if card not in seen], dtype=np.int8)
    bits, everybody = 1 << np.arange(len(hole_cards)), (1 << len(hole_cards)) - 1
    counts: Counter[tuple[int, ...]] = Counter()
    for dealt in _boards(deck, BOARD - len(board)):
        check_cancelled()
        values = np.zeros((len(hole_cards), len(dealt)), dtype=np.uint16)
        cards = np.empty((len(dealt), 2 + BOARD), dtype=np.int8)
        cards[:, 2 : 2 + len(board)], cards[:, 2 + len(board) :] = board, dealt
        for hand, own in zip(hole_cards, values, strict=True):
            cards[:, :2] = hand
            evaluate_hands(cards, high_tables(), own)
        winners = np.zeros(len(dealt), dtype=np.int64)
        for group in groups:
            inside = np.flatnonzero(bits & group)
            best = bits[inside] @ (values[inside] == values[inside].max(axis=0))
            # The winners of all groups are packed into one int64 per board, so that one call of np.unique counts them.
            winners = (winners << len(hole_cards)) + best
        for key, count in zip(*(part.tolist() for part in np.unique(winners, return_counts=True)), strict=True):
            counts[tuple(key >> len(hole_cards) * at & everybody for at in reversed(range(len(groups))))] += count
    boards = comb(len(deck), BOARD - len(board))
    assert counts.total() == boards
    return {winners: count / boards for winners, count in sorted(counts.items())}


def _numbers(cards: tuple[str, ...]) -> list[int]:
    """Return the numbers of cards given as texts."""
    return [card for card, _ in parse_cards("".join(cards))]


def _boards(deck: I8, to_come: int) -> Iterator[I8]:
    """Yield all sets of ``to_come`` cards of a deck as arrays int8[n, to_come], in batches."""
    if to_come <= MAX_CARDS_AT_ONCE:
        yield deck[_sets(len(deck), to_come)]
        return
    # One batch per first card: the sets of the remaining cards that come after it are the tail of a list in
    # lexicographic order.
    rest = _sets(len(deck), to_come - 1)
    for first in range(len(deck) - to_come + 1):
        others = rest[len(rest) - comb(len(deck) - first - 1, to_come - 1) :]
        yield np.hstack([np.full((len(others), 1), deck[first]), deck[others]])


@lru_cache(CACHED_DECKS)
def _sets(size: int, count: int) -> I8:
    """Return the sets of ``count`` numbers below ``size``, int8[n, count], in lexicographic order."""
    result = np.zeros((1, 0), dtype=np.int8)
    for chosen in range(count):
        tails = [result[len(result) - comb(size - first - 1, chosen) :] for first in range(size - chosen)]
        firsts = np.repeat(np.arange(size - chosen, dtype=np.int8), [len(tail) for tail in tails])
        result = np.hstack([firsts[:, None], np.concatenate(tails)])
    return result


def _winners_by_seats(pot: KnownPot, check_cancelled: CancelCheck) -> WinnerDistribution:
    """Return the distribution for razz hands from the exact methods of the table."""
    from engine.equity.razz.lows import ExactTally

    seats = (
        *(Seat("", " ".join(hand)) for hand in pot.hands),
        *(Seat("", " ".join(hand), folded=True) for hand in pot.gone),
    )
    scenario = Scenario(pot.game, seats)
    try:
        setup = prepare(scenario, (), check_cancelled)
    except ScenarioError as error:  # more cards than the deck has
        raise OutOfReachError(error.problems[0].message) from None
    job = RULES[pot.game].methods(setup, check_cancelled).exact
    if job is None or job.operations > AUTO_BUDGET:
        raise OutOfReachError("too many hands and cards to come")
    total = job.compute(0)
    for chunk in range(1, job.chunks):
        check_cancelled()
        total = total + job.compute(chunk)
    winners = ExactTally(len(pot.hands)).winners(total)
    return {int(mask): float(winners[mask]) for mask in np.flatnonzero(winners)}
