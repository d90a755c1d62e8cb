"""A long run of random range texts, by hand: ``python -m tests.bench.fuzz_ranges [TEXTS] [SEED]``.

Every text is a range that means what the naive reader of ``tests/reference`` says, with a canonical text and a text in
every notation that read the same, or a range error inside the text; anything else stops the run. Texts are made by
``tests.fuzz_texts``: pieces of the language, texts by the grammars, such texts with slips. For each game as many.
"""

import random
import sys
import time

from engine.ranges.notations import NOTATIONS
from tests.fuzz_texts import check, check_razz, holdem_text, razz_hands

TEXTS = 100_000


def main() -> None:
    texts = int(sys.argv[1]) if len(sys.argv) > 1 else TEXTS
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    generator = random.Random(seed)
    started, read = time.perf_counter(), 0
    for _ in range(texts):
        notations = NOTATIONS if generator.random() < 0.05 else ()
        read += check(holdem_text(generator), generator.choice(("core", "climb")), notations)
    print(f"{texts} texts of hold'em, {read} of them ranges, {time.perf_counter() - started:.0f} s: no other outcome")
    started, read = time.perf_counter(), 0
    for _ in range(texts):
        read += check_razz(razz_hands(generator))
    print(f"{texts} texts of razz, {read} of them hands, {time.perf_counter() - started:.0f} s: no other outcome")


if __name__ == "__main__":
    main()
