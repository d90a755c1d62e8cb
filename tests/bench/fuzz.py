"""Long runs of random and damaged input, by hand: ``python -m tests.bench.fuzz KIND [COUNT] [SEED]``.

``ranges``: every text, made of pieces of the language, by its grammars or with slips, is a range that means what the
naive reader of ``tests/reference`` says, or a range error inside the text; for each game as many. ``lines``: every
table comes back from its line of text; every line, with slips or not, is a table or an error with a field and a place,
within 0.2 s of the processor, in the palette of the window too. ``results``, ``stored``: every damaged result or stored
file of every kind is read without what is damaged in it, or refused with a field. Anything else stops the run, with
its seed.
"""

import os
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QApplication

from engine import Scenario, ScenarioError, Seat
from engine.ranges.notations import NOTATIONS
from gui.shell.palette import quick_question
from tests import mutated_files, mutated_results
from tests.fuzz_lines import check_line, check_table, look_at, random_line, random_table
from tests.fuzz_texts import check, check_razz, holdem_text, razz_hands

SLOWEST = 0.2
"""Seconds of the processor until a line is read or refused."""
TABLES = [Scenario(game, (Seat("Hero", ""), Seat("BB", ""))) for game in ("holdem", "razz")]


def ranges(generator: random.Random) -> None:
    """Try a range text of each game."""
    notations = NOTATIONS if generator.random() < 0.05 else ()
    check(holdem_text(generator), generator.choice(("core", "climb")), notations)
    check_razz(razz_hands(generator))


def lines(generator: random.Random) -> None:
    """Try a table and a line."""
    check_table(random_table(generator))
    line, table = random_line(generator), generator.choice(TABLES)
    check_line(line)
    assert seconds(look_at, line) < SLOWEST, line
    assert seconds(quick_question, line, table) < 2 * SLOWEST, line  # each game is tried


def results(generator: random.Random) -> None:
    """Try a damaged result."""
    mutated_results.check(mutated_results.mutated(generator))


def seconds(work: Callable[..., object], *given: object) -> float:
    """Return the time of the processor that ``work(*given)`` takes: the first may load what it needs."""
    took = []
    for _ in range(2):
        started = time.process_time()
        with suppress(ScenarioError):
            work(*given)
        took.append(time.process_time() - started)
    return min(took)


def stored(folder: Path) -> Iterator[tuple[str, Callable[[int], None]]]:
    """Yield the kinds of stored files, each with what damages one by a seed and reads it."""
    (folder / "made").mkdir()
    for kind in mutated_files.kinds(folder / "made"):
        yield kind.name, partial(damage, kind, folder / "one")


def damage(kind: mutated_files.Kind, folder: Path, seed: int) -> None:
    """Try a damaged file of a kind in a folder that is made for it."""
    mutated_files.check(kind, seed, folder)
    shutil.rmtree(folder)


KINDS = {"ranges": (ranges, 100_000), "lines": (lines, 20_000), "results": (results, 20_000)}


def main(kind: str, *numbers: str) -> None:
    """Try so many inputs of a kind, from a seed on."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QApplication([])
    try_one, usual = KINDS.get(kind, (None, 1_000))
    count, first = int(numbers[0]) if numbers else usual, int(numbers[1]) if numbers[1:] else 1
    with tempfile.TemporaryDirectory() as name:
        rows = [(kind, lambda seed: try_one(random.Random(seed)))] if try_one else stored(Path(name))
        for title, damaged in rows:
            started = time.perf_counter()
            for seed in range(first, first + count):
                try:
                    damaged(seed)
                except Exception:
                    print(f"{title}, seed {seed}", file=sys.stderr)
                    raise
            print(f"{title}: {count}, {time.perf_counter() - started:.0f} s: no other outcome", flush=True)
    application.quit()


if __name__ == "__main__":
    main(*sys.argv[1:])
