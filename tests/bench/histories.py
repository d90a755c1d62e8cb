"""A long list of hands in the window: how long the list takes, how many hands a second are replayed behind it, how late
the event loop is meanwhile, and the resident memory with all of them open.

The hands are those of ``tests/data/hands``, each again and again under other numbers. Kernels that are not yet on
the disk are compiled before, by another process: the compiler leaves some 300 MB in the one that has run it.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtWidgets import QApplication

from engine import CancelToken, warm_up
from engine.histories.hand import RawHand
from engine.histories.splitting import decode_history, split_hands
from tests.bench.figures import Figure, Goal
from tests.bench.soak import resident_mb
from tests.bench.window import build
from tests.engine.played_hands import FOLDER
from tests.gui.lateness import LatenessProbe

HANDS = 21_500
"""Some of them under numbers that another has: the list has some more than 20,000."""
LIST_GOAL, REPLAY_GOAL, LATE_GOAL, MEMORY_GOAL = Goal(3.0), Goal(1000.0, at_most=False), Goal(0.05), Goal(400.0)
PATIENCE_S = 300.0


def corpus(folder: Path, hands: int = HANDS) -> None:
    """Write about so many hands into a folder, a file for each of ``tests/data/hands`` whose hands have numbers."""
    files = [path for path in sorted(FOLDER.iterdir()) if path.suffix == ".txt" and path.name != "acpc.txt"]
    for path in files:
        raws = split_hands(decode_history(path.read_bytes()))
        texts = [_renumbered(raw.text, raw.name, i) for i, raw in _again(raws, hands // len(files) + 1)]
        (folder / path.name).write_text("\n\n\n".join(texts), encoding="utf-8")


def _again(values: tuple[RawHand, ...], times: int) -> Iterator[tuple[int, RawHand]]:
    return ((i, values[i % len(values)]) for i in range(times))


def _renumbered(text: str, name: str, number: int) -> str:
    old = name.removeprefix("hand ")
    return text.replace(old, re.sub(r"\d+(?=\D*$)", str(9_000_000 + number), old))


def figures(runs: int) -> list[Figure]:
    """Return what is measured, once for all ``runs``."""
    os.environ.setdefault("QT_QPA_PLATFORM", "" if os.environ.get("DISPLAY") else "offscreen")
    subprocess.run([sys.executable, "-m", "tests.bench.histories"], check=True)
    _, assembled = build()
    page = assembled.main_window.pages.histories
    assembled.main_window.pages.setCurrentWidget(page)
    _spin(lambda: False, 3.0)
    with tempfile.TemporaryDirectory() as folder:
        corpus(Path(folder))
        began, processor = time.perf_counter(), time.process_time()
        page.open_files([Path(folder)])
        _spin(lambda: bool(page.hands.lines) and len(page.list.rows) == len(page.hands.lines))
        listed, processor = time.perf_counter() - began, time.process_time() - processor
    hands = len(page.hands.lines)
    probe, began, replaying = LatenessProbe(), time.perf_counter(), time.process_time()
    _spin(lambda: page.hands.check.done == hands)
    replayed, replaying = hands / (time.perf_counter() - began), hands / (time.process_time() - replaying)
    probe.stop()
    late = sorted(probe.late_ms)
    memory = resident_mb()
    assembled.main_window.close()
    assembled.shut_down()
    p99, worst = late[int(0.99 * len(late))] / 1000, f"slowest {late[-1]:.0f} ms"
    return [
        Figure(f"{hands} hands", "list", listed, goal=LIST_GOAL, note=f"{processor:.2f} s of the processor"),
        Figure(f"{hands} hands", "replay", replayed, "/s", REPLAY_GOAL, f"{replaying:.0f} /s of the processor"),
        Figure(f"event loop lateness, {hands} hands", "99 of 100", p99, goal=LATE_GOAL, note=worst),
        Figure(f"window with {hands} hands", "resident", memory, "MB", MEMORY_GOAL),
    ]


def _spin(done: Callable[[], bool], seconds: float = PATIENCE_S) -> None:
    """Let the window live until something is done, at most so long; threads have the processor in between."""
    until = time.perf_counter() + seconds
    while not done() and time.perf_counter() < until:
        QApplication.processEvents()
        time.sleep(0.002)


if __name__ == "__main__":
    warm_up(CancelToken())
