"""Threads that share the work of a kernel, without returning to Python between its steps.

The work consists of rounds, which follow one another, and a part of each round is divided into chunks that do not
depend on one another. The *leader* does the rest of each round. It opens the chunks of a round, works through them, and
goes on when all are done. *Assistants* are other threads that have called the same kernel: each claims open chunks
until it is dismissed, also those of the leader's next calls.

No assistant is ever needed. The leader takes every chunk that nobody has claimed, and waits only for chunks that an
assistant is working on, so a thread that starts late or not at all delays nothing. Numbers do not depend on who
computes a chunk. A waiting thread tries a few thousand times, which takes microseconds, then gives its processor to
others after each try. An assistant that has waited for some time returns to Python.

Handing a chunk to a thread of Python takes a hundred microseconds, as both threads need Python's global lock for it;
claiming it here takes a tenth of one.
"""

import numpy as np
from numpy.typing import NDArray

from engine.kernels.atomic import add_to_word, load_word, replace_word, store_word, yield_processor
from engine.kernels.jit import inlined
from engine.kernels.lanes import CACHE_LINE
from engine.processors import yield_function

LINE = CACHE_LINE // 8
OPEN, DONE, ENDED, YIELD, THREADS = 0, LINE, 2 * LINE, 3 * LINE, 3 * LINE + 1
"""The words of a team: which chunks are open (the first one, and the one after the last shifted by :data:`SHIFT`); how
many are done; whether assistants are dismissed; the address of :func:`engine.processors.yield_function`; the number
of threads. Chunks are numbered over all rounds. A word that changes has a line of the processor's cache to itself,
because threads wait for a line that another one writes."""
WORDS = 4 * LINE
SHIFT, MASK = 32, (1 << 32) - 1
SPINS = 5_000
"""How often a thread looks again before it gives its processor to others: about five microseconds."""
MAX_WAITS = 50_000
"""How often an assistant looks for a chunk in a row: some twenty milliseconds without other threads on its
processor."""

_YIELD_FUNCTION = yield_function()


def new_team(threads: int = 1, opened: int = 0, *, ended: bool = False) -> NDArray[np.int64]:
    """Return the words of a team of at most ``threads`` threads, int64[WORDS].

    With ``opened`` chunks and ``ended``, assistants work through these without a leader.
    """
    team = np.zeros(WORDS, np.int64)
    team[OPEN], team[ENDED], team[YIELD], team[THREADS] = opened << SHIFT, ended, _YIELD_FUNCTION, threads
    return team


def dismiss(team: NDArray[np.int64]) -> None:
    """Let assistants return to Python when no chunks are open. ``team`` int64[WORDS]."""
    team[ENDED] = 1


@inlined
def open_chunks(team: NDArray[np.int64], number: int, count: int) -> None:
    """Open the ``count`` chunks of round ``number``; all rounds have the same count. Called by the leader.

    Everything that the leader has written is then visible to assistants. ``team`` int64[WORDS].
    """
    store_word(team, OPEN, number * count | (number + 1) * count << SHIFT)


@inlined
def claim_chunks(team: NDArray[np.int64], assists: bool) -> tuple[int, int]:
    """Return the first of some open chunks, which are now the caller's, and how many; (0, 0) if all have been claimed.

    The leader takes chunks from the front and assistants from the back, so that each finds most of the numbers that he
    writes in his processor's cache: in each round he works on about the same chunks. Claims become smaller towards the
    end of a round (guided self-scheduling), so that threads claim rarely and finish at about the same time.

    The word is never the same twice, as within a round its first chunk only grows and the end only falls, and rounds
    have other numbers. So a thread that was interrupted before it replaces the word cannot claim a chunk that has been
    claimed meanwhile. ``team`` int64[WORDS].
    """
    while True:
        chunks = load_word(team, OPEN)
        first, end = chunks & MASK, chunks >> SHIFT
        if first >= end:
            return 0, 0
        count = max((end - first) // (2 * team[THREADS]), 1)
        if assists:
            if replace_word(team, OPEN, chunks, first | (end - count) << SHIFT):
                return end - count, count
        elif replace_word(team, OPEN, chunks, first + count | end << SHIFT):
            return first, count


@inlined
def await_chunks(team: NDArray[np.int64]) -> tuple[int, int]:
    """Return the next chunks of an assistant, as :func:`claim_chunks` does.

    (0, 0) if there have been none for some time, or the assistants are dismissed. ``team`` int64[WORDS].
    """
    for waits in range(MAX_WAITS):
        # Read before claiming: chunks can have been opened between a failed claim and the dismissal.
        ended = load_word(team, ENDED)
        first, count = claim_chunks(team, True)
        if count > 0 or ended != 0:
            return first, count
        if waits >= SPINS:
            yield_processor(team[YIELD])
    return 0, 0


@inlined
def finish_chunks(team: NDArray[np.int64], count: int) -> None:
    """Count claimed chunks as done; everything that the thread has written is then visible to the leader.

    ``team`` int64[WORDS].
    """
    add_to_word(team, DONE, count)


@inlined
def await_round(team: NDArray[np.int64], number: int, count: int) -> None:
    """Wait until the ``count`` chunks of round ``number``, all claimed, are done. Called by the leader.

    ``team`` int64[WORDS].
    """
    waits = 0
    while load_word(team, DONE) < (number + 1) * count:
        waits += 1
        if waits >= SPINS:
            yield_processor(team[YIELD])
