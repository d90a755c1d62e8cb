"""Tables of the razz evaluator, built on first use; contests whose outcome is more than who wins (the exact low of one
seat, the classes of two seats); and the tally of the exact methods.

Both contests have a table of moves for each rank, because the ranks themselves matter (see ``contest.Contest``).
"""

from functools import cache
from typing import Any

import numpy as np

from engine.arrays import F64, I64, U16
from engine.equity.details.lows import MEETING_RESULTS, PAIRED_KINDS
from engine.equity.jobs import Tally
from engine.equity.razz.contest import DROPPED, Contest, tabulated_contest
from engine.equity.results import Estimate
from engine.games import GAMES
from engine.kernels.razz.contest import RACE
from engine.kernels.razz.low import (
    CLASSES,
    FULL_HOUSE,
    HANDS,
    PAIRED_CLASS,
    RANKS,
    TWO_PAIR,
    UNPAIRED_HANDS,
    LowTables,
    fill_paired,
    fill_unpaired,
    low_values,
)
from engine.scenario import weights_too_small


@cache
def low_tables() -> LowTables:
    """Return the tables of the evaluator, read-only."""
    masks = 1 << RANKS
    tables = LowTables(np.zeros(masks, np.uint16), np.full((masks, 4), HANDS, np.uint16), np.zeros(masks, np.uint8))
    fill_unpaired(tables.unpaired, tables.classes)
    fill_paired(tables.paired)
    for table in tables:
        table.setflags(write=False)
    return tables


def evaluate(counts: I64) -> U16:
    """Return the values uint16[n] of seven-card hands with the rank ``counts`` int64[n, 13]; lower is better.

    The 1,287 lows have the values 0 (5-4-3-2-A) to 1286 (K-Q-J-T-9); paired hands come after them.

    >>> import numpy as np
    >>> six_low = [1, 1, 1, 1, 0, 1, 0, 1, 1, 0, 0, 0, 0]  # 9 8 6 4 3 2 A
    >>> queen_low = [0, 0, 1, 1, 0, 0, 0, 2, 0, 1, 0, 1, 1]  # K Q T 8 8 4 3
    >>> evaluate(np.array([six_low, queen_low])).tolist()
    [1, 628]
    """
    values = np.zeros(len(counts), np.uint16)
    tables = low_tables()
    low_values(counts, tables.unpaired, tables.paired, values)
    return values


FINALS = UNPAIRED_HANDS + len(PAIRED_KINDS)
"""The number of final hands: exact lows, the best first, then the kinds of paired hands."""

JOINT_SHAPE = (len(MEETING_RESULTS), CLASSES, CLASSES)
MAX_OPEN_RANKS = 4


@cache
def final_low() -> Contest:
    """Return the contest of one seat whose outcome is 1 + the number of its final hand (see ``FINALS``).

    A state is the set of the ranks so far, at most four.
    """
    masks = np.arange(1 << RANKS)
    sizes = (masks[:, None] >> np.arange(RANKS) & 1).sum(axis=1)
    states = masks[np.argsort(sizes, kind="stable")][: int((sizes <= MAX_OPEN_RANKS).sum())]
    numbers = np.full(1 << RANKS, -1)
    numbers[states] = np.arange(len(states))
    values = low_tables().unpaired.astype(np.int64)
    table = np.zeros((RANKS, len(states), 3), dtype=np.int32)
    for rank in range(RANKS):
        new_masks = states | 1 << rank
        following = np.where(sizes[new_masks] > MAX_OPEN_RANKS, -1 - (1 + values[new_masks]), numbers[new_masks])
        table[rank] = np.stack([np.arange(len(states)), following, following], axis=1)
    ranks = sizes[states]
    final = np.where(ranks >= 2, 1 + UNPAIRED_HANDS + MAX_OPEN_RANKS - ranks, DROPPED)
    return Contest(seats=1, table=table, final=final, ranks=ranks[:, None], lossy=False, outcomes=1 + FINALS)


def final_numbers(values: I64) -> I64:
    """Return int64[...]: the numbers of final hands (see ``FINALS``) by their ``values`` int64[...]."""
    paired = UNPAIRED_HANDS + (values >= TWO_PAIR).astype(np.int64) + (values >= FULL_HOUSE)
    return np.asarray(np.where(values < UNPAIRED_HANDS, values, paired))


@cache
def class_of_values() -> I64:
    """Return int64[65536]: the outcome class of each value of a hand; the paired class if the hand is no low."""
    tables = low_tables()
    classes = np.full(1 << 16, CLASSES - 1)
    classes[tables.unpaired[tables.unpaired < UNPAIRED_HANDS]] = tables.classes[tables.unpaired < UNPAIRED_HANDS]
    return classes


@cache
def joint_classes() -> Contest:
    """Return the contest of two seats whose outcome is 1 + the index in ``JOINT_SHAPE``: the result of the first seat,
    its class, the other's class. If both are paired the outcome is dropped: the contest ``PAIRED`` counts these deals.

    The states are those of the race, and those in which one seat is done: which seat, its class, and how many ranks the
    other has.
    """
    open_race = tabulated_contest(2, RACE)
    opens = len(open_race.table)
    table = np.zeros((RANKS, opens + 2 * PAIRED_CLASS * 5, 9), dtype=np.int32)
    table[:, :opens] = open_race.table
    final = np.full(table.shape[1], DROPPED)
    ranks = np.concatenate([open_race.ranks, np.zeros((len(final) - opens, 2), dtype=np.int64)])
    for rank in range(MAX_OPEN_RANKS, RANKS):
        # From the fifth rank on a seat can be done. If both are done at this rank the contest is over, else it
        # goes on in a state that remembers the class of the seat that is done.
        for state, kinds in np.argwhere(open_race.table < 0).tolist():
            winners = -1 - int(open_race.table[state, kinds])
            counts = open_race.ranks[state] + _held(kinds)
            if (counts == 5).all():
                result = (winners == 2) * 2 + (winners == 3)
                table[rank, state, kinds] = -1 - _outcome(result, rank - MAX_OPEN_RANKS, rank - MAX_OPEN_RANKS)
            else:
                done = int(np.argmax(counts))
                table[rank, state, kinds] = opens + _done(done, rank - MAX_OPEN_RANKS, int(counts[1 - done]))
    for done in range(2):
        for low in range(PAIRED_CLASS):
            for other in range(5):
                state = opens + _done(done, low, other)
                final[state] = _outcome(2 * done, *_in_order(done, low, PAIRED_CLASS))
                ranks[state, 1 - done] = other
                for rank in range(MAX_OPEN_RANKS, RANKS):
                    decided = -1 - _outcome(2 * done, *_in_order(done, low, rank - MAX_OPEN_RANKS))
                    next_state = decided if other == MAX_OPEN_RANKS else opens + _done(done, low, other + 1)
                    table[rank, state] = np.where(_held(np.arange(9))[1 - done], next_state, state)
    return Contest(seats=2, table=table, final=final, ranks=ranks, lossy=False, outcomes=1 + int(np.prod(JOINT_SHAPE)))


def _held(kinds: Any) -> I64:
    """Return int64[2, ...]: whether each of two seats has a card of the rank, 0 or 1."""
    return np.array([kinds % 3 > 0, kinds // 3 > 0], dtype=np.int64)


def _done(seat: int, low: int, other: int) -> int:
    return (seat * PAIRED_CLASS + low) * 5 + other


def _in_order(done: int, low: int, other: int) -> tuple[int, int]:
    return (low, other) if done == 0 else (other, low)


def _outcome(result: int, first: int, second: int) -> int:
    return 1 + (result * CLASSES + first) * CLASSES + second


CLASS_NAMES = GAMES["razz"].classes


class ExactTally:
    """The layout of the tally of ``seats`` active seats: 2**seats weights by the set of winners (bit p: seat p), then
    ten classes for each seat."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self._winners = 1 << seats
        self.size = self._winners + CLASSES * seats

    def contest(self, winners: F64) -> Tally:
        """Return the tally of ``winners`` float64[2**seats], the weights of the sets of winners."""
        tally = np.zeros(self.size)
        tally[: self._winners] = winners
        return tally

    def classes(self, seat: int, classes: F64) -> Tally:
        """Return the tally of ``classes`` float64[10], the weights of the classes of ``seat``."""
        tally = np.zeros(self.size)
        tally[self._winners + CLASSES * seat :][:CLASSES] = classes
        return tally

    def estimates(self, tally: Tally) -> tuple[Estimate, ...]:
        """Return the exact estimates of the seats.

        Raises:
            ScenarioError: all weights of deals are 0, which only rounding can cause.
        """
        winners = self.winners(tally)
        classes = tally[self._winners :].reshape(self.seats, CLASSES)
        if not classes.any(axis=1).all():
            raise weights_too_small()
        return tuple(self._seat(seat, winners, classes[seat] / classes[seat].sum()) for seat in range(self.seats))

    def winners(self, tally: Tally) -> F64:
        """Return the probabilities of the sets of winners, float64[2**seats].

        Raises:
            ScenarioError: all weights of deals are 0, which only rounding can cause.
        """
        if self.seats == 1:
            return np.array([0.0, 1.0])
        winners = tally[: self._winners]
        if not winners.any():
            raise weights_too_small()
        return np.asarray(winners / winners.sum())

    def _seat(self, seat: int, winners: F64, classes: F64) -> Estimate:
        """Return the estimate of a seat from the probabilities of ``winners`` float64[2**seats] and ``classes``
        float64[10]."""
        masks = np.arange(self._winners)
        sharers = (masks[:, None] >> np.arange(self.seats) & 1).sum(axis=1)
        wins = masks >> seat & 1 == 1
        shares = np.array([winners[wins & (sharers == k + 1)].sum() for k in range(self.seats)])
        named = dict(zip(CLASS_NAMES, classes.tolist(), strict=True))
        return seat_estimate(shares, 0.0, named)


def seat_estimate(shares: F64, stderr: float, classes: dict[str, float], gain: float | None = None) -> Estimate:
    """Return the estimate of a seat from ``shares`` float64[seats], its probabilities of winning as one of 1, 2, ...
    seats."""
    return Estimate(
        equity=float((shares / np.arange(1, len(shares) + 1)).sum()),
        stderr=stderr,
        win=float(shares[0]),
        split=tuple(shares[1:].tolist()),
        lose=max(0.0, 1.0 - float(shares.sum())),
        classes=classes,
        gain=gain,
    )
