"""A long run of damaged results, by hand: ``python -m tests.bench.fuzz_results [RESULTS] [SEED]``.

Every result is read without what is damaged in it, or refused with a field; no number that is read is out of its range.
Anything else stops the run and prints the seed of the result.
"""

import random
import sys
import time

from tests.mutated_results import check, mutated

RESULTS = 20_000


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else RESULTS
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    started, refused, damaged = time.perf_counter(), 0, 0
    for seed in range(first, first + count):
        try:
            saved = check(mutated(random.Random(seed)))
        except Exception:
            print(f"seed {seed}", file=sys.stderr)
            raise
        refused += saved is None
        damaged += saved is not None and bool(saved.damaged)
    seconds = time.perf_counter() - started
    print(f"{count} results, {refused} refused, {damaged} read in part, {seconds:.0f} s: no other outcome")


if __name__ == "__main__":
    main()
