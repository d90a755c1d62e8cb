"""A long run of random tables as one line of text, by hand: ``python -m tests.bench.fuzz_lines [LINES] [SEED]``.

Every table comes back from its line; every line, with slips or not, is a table or an error with a field and a place,
within 0.2 s of the processor. The palette of the window reads the same lines, at tables of both games.
"""

import random
import sys
import time
from collections.abc import Callable
from contextlib import suppress

from engine import Scenario, ScenarioError, Seat
from gui.shell.palette import quick_question
from tests.fuzz_lines import check_line, check_table, look_at, random_line, random_table

LINES = 20_000
SLOWEST = 0.2
"""Seconds of the processor until a line is read or refused."""

TABLES = [Scenario(game, (Seat("Hero", ""), Seat("BB", ""))) for game in ("holdem", "razz")]


def seconds(work: Callable[..., object], *given: object) -> float:
    """Return the time of the processor that ``work(*given)`` takes: the first may load what it needs."""
    took = []
    for _ in range(2):
        started = time.process_time()
        with suppress(ScenarioError):
            work(*given)
        took.append(time.process_time() - started)
    return min(took)


def main() -> None:
    lines = int(sys.argv[1]) if len(sys.argv) > 1 else LINES
    generator = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    started, read = time.perf_counter(), 0
    for _ in range(lines):
        check_table(random_table(generator))
        line = random_line(generator)
        read += check_line(line)
        assert seconds(look_at, line) < SLOWEST, line
        table = generator.choice(TABLES)
        assert seconds(quick_question, line, table) < 2 * SLOWEST, line  # each game is tried
    print(f"{lines} lines, {read} of them tables, {time.perf_counter() - started:.0f} s: no other outcome")


if __name__ == "__main__":
    main()
