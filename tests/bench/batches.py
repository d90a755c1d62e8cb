"""Batches: lines a second by this process, by one and two others, by one and two workers of a Dask cluster; and what
the client has time for.

    python -m tests.bench.batches [LINES]
"""

import json
import random
import sys
import time
from collections.abc import Iterator

from engine.cli.answers import answer_scenario
from engine.cli.batches.batch import PoolMaker, answer_batch
from engine.cli.batches.processes import Cluster, Processes

DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
WARM = 200
"""Lines before the clock: processes load their kernels."""

MANY = 100


def tables(count: int) -> Iterator[bytes]:
    """Yield flop tables of two seats with known cards."""
    rng = random.Random(1)
    for _ in range(count):
        cards = rng.sample(DECK, 7)
        seats = [{"cards": "".join(cards[at : at + 2])} for at in (0, 2)]
        yield json.dumps({"game": "holdem", "seats": seats, "board": "".join(cards[4:])}).encode() + b"\n"


def measured(pool: PoolMaker | None, count: int) -> tuple[float, float]:
    """Return the seconds of a line, and those of this process's processor."""
    values = answer_batch(tables(WARM + count), answer_scenario, pool, at_once=True)
    for _ in range(WARM):
        next(values)
    wall, own = time.perf_counter(), time.process_time()
    assert sum(1 for _ in values) == count
    return (time.perf_counter() - wall) / count, (time.process_time() - own) / count


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    alone, _ = measured(None, count)
    print(f"this process             {1 / alone:8,.0f} lines a second")
    for width in (1, 2):
        line, own = measured(lambda width=width: Processes(width), count)
        print(f"processes: {width}             {1 / line:8,.0f}; {own * 1e6:.0f} us of a line are the client's")
    from distributed import LocalCluster

    for width in (1, 2):
        with LocalCluster(n_workers=width, threads_per_worker=1, dashboard_address=None) as cluster:
            line, own = measured(lambda address=cluster.scheduler_address: Cluster(address), count)
        print(f"Dask workers: {width}          {1 / line:8,.0f}; {own * 1e6:.0f} us of a line are the client's")
    possible = min(MANY / alone, 1 / own)
    print(f"Dask workers: {MANY} would give {possible:,.0f}: the client has time for {1 / own:,.0f} lines a second")


if __name__ == "__main__":
    main()
