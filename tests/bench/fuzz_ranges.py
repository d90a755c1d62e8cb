"""A long run of random range texts, by hand: ``python -m tests.bench.fuzz_ranges [TEXTS] [SEED]``.

Every text is a range, with a canonical text and a text in every notation that read the same, or a range error inside
the text; anything else stops the run. Half of the texts are put together from pieces of the language, half are good
texts with a few characters changed.
"""

import random
import sys
import time

from engine.ranges.notations import NOTATIONS
from tests.fuzz_texts import check, random_text

TEXTS = 100_000


def main() -> None:
    texts = int(sys.argv[1]) if len(sys.argv) > 1 else TEXTS
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    generator = random.Random(seed)
    started, read = time.perf_counter(), 0
    for _ in range(texts):
        notations = NOTATIONS if generator.random() < 0.05 else ()
        read += check(random_text(generator), generator.choice(("core", "climb")), notations)
    print(f"{texts} texts, {read} of them ranges, {time.perf_counter() - started:.0f} s: no other outcome")


if __name__ == "__main__":
    main()
