"""The run of a match: chunks of deals in threads, or one after another if players learn from earlier hands.

>>> result = match({"players": ["caller", "tight"], "hands": 400, "keep": 1})
>>> result.hands, sum(player.won for player in result.players)
(400, 0.0)
"""

import pickle
from collections.abc import Callable, Generator, Iterator
from functools import lru_cache, partial
from itertools import pairwise
from math import ceil
from threading import local
from typing import Any, NamedTuple

import numpy as np

from engine.arrays import F64, I64
from engine.equity.snapshots import AnswerSnapshot, Pace, Snapshots, last_answer, with_workers
from engine.equity.watching import Watch
from engine.equity.workers import CancelToken, Workers
from engine.games import GAMES
from engine.kernels.players.bankrolls import new_third_street_work
from engine.kernels.players.holdings import Holdings
from engine.kernels.players.matches import (
    HAND,
    RECORDED,
    REVEAL_BINS,
    MatchTable,
    MatchWork,
    follow_bankrolls,
    new_match_work,
    play_match,
)
from engine.kernels.players.playing import CardTables, HandState, new_hand_state
from engine.matches.phh import match_hand_text
from engine.matches.request import CHIP, MatchRequest, read_match_request, units
from engine.matches.result import MatchResult, MatchTally, stretch_starts
from engine.players.hands import card_tables, seed_words
from engine.players.programs import holdings_of, seat_tables
from engine.preflop.matchups import first_equities

MatchSnapshot = AnswerSnapshot[MatchResult]
"""A match under way: its progress, and the result so far."""
CHUNK_HANDS, STUD_CHUNK_HANDS = 480, 96
"""Hands of a chunk between described players, about 10 ms; in stud games, whose hands take longer, the second."""
SIZE_EDGES = (0.5, 1.0, 2.0, 4.0)
FIXED_SIZE_EDGES = (0.1, 0.2, 0.3, 0.5)
"""The ends of the reader's classes of bet sizes, as shares of the pot; at fixed limit bets are small."""


class ChunkResult(NamedTuple):
    """The results of a chunk of hands: arrays as in ``MatchWork``, and in ``kept`` some hands as texts."""

    results: I64
    won_from: F64
    rakes: I64
    counts: I64
    reveals: F64
    kept: list[str]


Elsewhere = Callable[[int], ChunkResult]
"""Plays the chunk with this number in another process and returns its results."""


class PlayingTable(NamedTuple):
    """A table at which hands are played, for the kernels."""

    state: HandState
    work: MatchWork
    holdings: Holdings
    cards: CardTables


class MatchPlay:
    """Plays the chunks of a match."""

    def __init__(self, request: MatchRequest) -> None:
        self.request, self.rules = request, request.rules
        stud = GAMES[request.game].stud
        self.names = unique_names([player.name for player in request.players])
        self.hands = ceil(request.hands / request.rotations) * request.rotations
        weights = sum(player.weight for player in request.players)
        chunk = (STUD_CHUNK_HANDS if stud else CHUNK_HANDS) * len(request.players) // weights
        self.chunk_hands = max(chunk // request.rotations, 1) * request.rotations
        learns = any(player.learns for player in request.players)
        self.in_order = not request.top_up or learns
        deals = stretch_starts(self.hands // request.rotations) if learns else ()
        # Bankrolls that lasted the whole match would make each result depend on all earlier ones.
        self.bankroll_starts = tuple(deal * request.rotations for deal in deals)
        self._seats = seat_tables([player.player for player in request.players], request.game)
        self._seed = seed_words(request.seed)
        self._kept = {i * self.hands // request.keep for i in range(request.keep)} if request.keep else set[int]()
        assert request.bankroll is not None
        self.bankroll = np.array([units(chips) for chips in request.bankroll], np.int64)
        self._match = MatchTable(
            programs=np.array([player.code for player in request.players], np.int64),
            described=self._seats.models.copy(),
            samples=np.array([player.samples for player in request.players], np.int64),
            stack=units(request.stack),
            top_up=int(request.top_up),
            rotations=request.rotations,
            hands=self.hands,
            rake=request.rake,
            rake_cap=-1 if request.rake_cap is None else units(request.rake_cap),
            bankroll=self.bankroll,
            edges=np.array(SIZE_EDGES if request.fixed is None else FIXED_SIZE_EDGES),
        )
        self._threads, self._of_match = local(), self._new_table() if self.in_order else None
        self.ended = False

    def _new_table(self) -> PlayingTable:
        """Return a table at the start of the match."""
        request, count = self.request, len(self.request.players)
        work = new_match_work(count, self.chunk_hands)
        work.stacks[:], work.bankrolls[:] = units(request.stack), self.bankroll
        # Seats change from hand to hand, and with them the descriptions by which they are read.
        seats = self._seats._replace(models=self._seats.models.copy())
        cards = card_tables(request.game)._replace(work=new_third_street_work())
        return PlayingTable(
            new_hand_state(count), work, holdings_of(seats, request.game, first_equities(), chip=CHIP), cards
        )

    def _table(self) -> PlayingTable:
        """Return the table of this thread or, if hands depend on earlier ones, the only table of the match."""
        if self._of_match is not None:
            return self._of_match
        if not hasattr(self._threads, "table"):
            self._threads.table = self._new_table()
        table: PlayingTable = self._threads.table
        return table

    def chunk(self, number: int, elsewhere: Elsewhere | None = None) -> Callable[[], ChunkResult] | None:
        """Return a function that plays chunk ``number``, in this process or ``elsewhere``; None after the last one."""
        first = number * self.chunk_hands
        if first >= self.hands or self.ended:
            return None
        if elsewhere is not None:
            return partial(elsewhere, number)
        return partial(self._play, first, min(first + self.chunk_hands, self.hands))

    def _play(self, first: int, end: int) -> ChunkResult:
        """Play the hands from ``first`` to ``end`` (exclusive), fewer if all but one player have lost their chips."""
        state, work, holdings, cards = self._table()
        for sums in (work.won_from, work.rakes, work.counts, work.reveals):
            sums[...] = 0
        work.numbers[RECORDED] = 0
        if work.numbers[HAND] != first and self.in_order:
            self.ended = True  # it has ended before this chunk
        else:
            work.numbers[HAND] = first
        kept = []
        to_keep = {number + 1 for number in self._kept if first <= number < end}
        starts = {hand for hand in self.bankroll_starts if first <= hand < end}
        for stop in sorted({*to_keep, *starts, end}):
            if self.ended:
                break
            play_match(stop, self._seed, self.rules, self._match, self._seats.tables, cards, state, holdings, work)
            self.ended = bool(work.numbers[HAND] < stop)
            if stop in to_keep and not self.ended:
                kept.append(self._text(stop - 1, state, work))
            if stop in starts:
                work.bankrolls[:] = self.bankroll
        played = int(work.numbers[RECORDED])
        return ChunkResult(
            work.results[:played].copy(), work.won_from.copy(), work.rakes.copy(), work.counts.copy(),
            work.reveals.copy(), kept,
        )  # fmt: skip

    def _text(self, number: int, state: HandState, work: MatchWork) -> str:
        """Return the last hand as a PHH text; ``number``: its index in the match."""
        seating = work.seating.tolist()
        results = work.results[work.numbers[RECORDED] - 1][seating].tolist()
        names = [self.names[player] for player in seating]
        return match_hand_text(number, names, work.before.tolist(), results, self.rules, state)


def unique_names(names: list[str]) -> tuple[str, ...]:
    """Return the names, with a number appended to a name that occurred before.

    >>> unique_names(["tight", "loose", "tight"])
    ('tight', 'loose', 'tight 2')
    """
    result = list[str]()
    for name in names:
        number, unique = 1, name
        while unique in result:
            number, unique = number + 1, f"{name} {number + 1}"
        result.append(unique)
    return tuple(result)


def played_chunk(request: bytes, number: int) -> ChunkResult:
    """Play a chunk of a match, given as a pickled ``MatchRequest``. Called in other processes.

    Only for matches whose hands do not depend on earlier ones.
    """
    chunk = _play_of(request).chunk(number)
    assert chunk is not None
    return chunk()


@lru_cache(maxsize=1)
def _play_of(request: bytes) -> MatchPlay:
    """Return the player of a match's chunks, cached because a process plays many chunks of the same match."""
    return MatchPlay(pickle.loads(request))


def run_match(
    value: object,
    *,
    cancel: CancelToken | None = None,
    workers: int | None = None,
    every: float = float("inf"),
    elsewhere: Elsewhere | None = None,
) -> Snapshots[MatchResult]:
    """Play a match, and yield its result so far every ``every`` seconds and at its end.

    ``value``: a ``MatchRequest``, or the JSON values of a request. ``workers``: the number of threads, by default one
    per processor; with ``elsewhere`` they only wait for the processes that play the chunks. The result does not depend
    on either. A cancelled run ends without a final snapshot.

    Raises:
        ScenarioError: the request is invalid; has all problems, each with its field.
    """
    play = MatchPlay(read_match_request(value))
    work = partial(_snapshots, play, every, None if play.in_order else elsewhere)
    return with_workers(work, cancel, 1 if play.in_order else workers, in_place=play.hands <= play.chunk_hands)


def _snapshots(
    play: MatchPlay, every: float, elsewhere: Elsewhere | None, pool: Workers
) -> Generator[AnswerSnapshot[MatchResult], None, None]:
    tally, pace = MatchTally(play.request, play.names, play.hands), Pace(every)
    tally.bankrolls, tally.reveals = play.bankroll.copy(), np.zeros((len(play.names), REVEAL_BINS, 4))
    for result in pool.ticking(partial(play.chunk, elsewhere=elsewhere), every):
        if result is not None:
            _add(result[1], tally, play)
        if pace.due():
            yield pace.snapshot(tally.hands / play.hands, tally.result(final=False))
    if not pool.cancel.cancelled:
        yield pace.snapshot(1.0, tally.result(final=True), final=True)


def _add(played: ChunkResult, tally: MatchTally, play: MatchPlay) -> None:
    """Add the results of a chunk to the tally."""
    starts = [hand - tally.hands for hand in play.bankroll_starts if 0 <= hand - tally.hands < len(played.results)]
    for begin, end in pairwise([0, *starts, len(played.results)]):
        if begin in starts:
            tally.bankrolls[:] = play.bankroll
        follow_bankrolls(played.results[begin:end], play.bankroll, tally.bankrolls, tally.ruins)
    tally.add_results(played.results)
    tally.won_from += played.won_from
    tally.rakes += played.rakes
    tally.counts += played.counts
    tally.reveals += played.reveals
    tally.kept += played.kept


def match(value: object, *, workers: int | None = None) -> MatchResult:
    """Play a match between programs and described players, and return the result of each.

    ``value``: a ``MatchRequest``, or the JSON values of a request; ``workers``: the number of threads.

    Raises:
        ScenarioError: the request is invalid; has all problems, each with its field.

    >>> result = match({"players": ["neutral", "caller"], "hands": 1000, "seed": 2})
    >>> [player.name for player in result.players], result.hands
    (['neutral', 'caller'], 1000)
    """
    return last_answer(run_match(value, workers=workers))


def answer_json(
    value: object, *, workers: int | None = None, watch: Watch | None = None, elsewhere: Elsewhere | None = None
) -> dict[str, Any]:
    """Answer a request of JSON values with JSON values; the parameters are those of :func:`run_match`.

    Raises:
        ScenarioError: as in :func:`match`.
        StoppedError: ``watch`` was cancelled.
    """
    watch = watch or Watch()
    snapshots: Iterator[AnswerSnapshot[MatchResult]] = run_match(
        value, cancel=watch.cancel, workers=workers, every=watch.every, elsewhere=elsewhere
    )
    return watch.last_answer(snapshots, MatchResult.to_json).to_json()
