"""The window in random use for a long time: ``python -m tests.bench.soak [MINUTES] [SEED]``.

Every page, menu, entry, button and dialog is opened, what was opened least often first, by mouse and by keys, with work
in between (:mod:`tests.e2e.soaking`). Once a minute a line tells the resident memory, the number of live Python objects
and widgets, how late the event loop was, and which Python objects have become more since the first minute. Offscreen
unless ``QT_QPA_PLATFORM`` says otherwise; nothing of the user's but the kernel cache is touched. The exit status tells
whether the memory stayed within :data:`MEMORY_GOAL_MB`, and whether there was no internal error, no message of Qt and
no widget that moved.
"""

import gc
import os
import resource
import sys
import tempfile
import time
from collections import Counter
from itertools import chain
from pathlib import Path

import tests.bench.qt  # noqa: F401

# isort: split
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.bench.window import build
from tests.e2e.soaking import Player
from tests.gui.lateness import LatenessProbe

MINUTES, SEED = 20.0, 1
MEMORY_GOAL_MB = 480.0
"""With every page and dialog built and every chart exported."""


def resident_mb() -> float:
    """Return the resident memory of this process; its peak where the system tells no more."""
    statm = Path("/proc/self/statm")
    if statm.exists():
        return int(statm.read_text(encoding="utf-8").split()[1]) * resource.getpagesize() / 2**20
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (2**20 if sys.platform == "darwin" else 2**10)


def live_objects() -> Counter[str]:
    """Return how many Python objects of each type there are that the garbage collector knows of."""
    gc.unfreeze()
    gc.collect()
    # One call into C, in which no other thread runs: a tuple that a thread is building at this moment must not be
    # referenced a second time while the thread goes on, because Python then fails to resize it with a SystemError.
    types = list(map(type, chain.from_iterable(map(gc.get_objects, (None,)))))
    return Counter(f"{kind.__module__}.{kind.__qualname__}" for kind in types)


def report(minute: float, probe: LatenessProbe, first: Counter[str], player: Player) -> float:
    """Print a line; return the resident memory."""
    objects, memory = live_objects(), resident_mb()
    late = sorted(probe.late_ms) or [0.0]
    more = ", ".join(f"{name.rpartition('.')[2]} +{n}" for name, n in (objects - first).most_common(5)) if first else ""
    undo = player.app.document.undo_stack.count()
    print(
        f"{minute:5.1f} min  {memory:6.0f} MB  {sum(objects.values()):8d} objects  {len(QApplication.allWidgets()):5d} "
        f"widgets  {undo:5d} undo steps  late p99 {late[int(0.99 * len(late))]:4.0f} max {late[-1]:5.0f} ms  {more}",
        flush=True,
    )
    return memory


def main() -> int:
    """Play; return 1 if something happened that must not."""
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else MINUTES
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else SEED
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory() as home:
        for variable in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "APPDATA", "LOCALAPPDATA"):
            os.environ[variable] = home
        return play(minutes, seed)


def play(minutes: float, seed: int) -> int:
    """Play for so long; return 1 if something happened that must not."""
    _, assembled = build()
    player = Player(assembled, seed)
    QTest.qWait(3000)
    worst = report(0.0, LatenessProbe(), Counter(), player)
    begun, first = time.monotonic(), Counter[str]()
    with player.watched():
        for minute in range(1, int(minutes) + 1):
            probe, known = LatenessProbe(), len(player.faults)
            while time.monotonic() < begun + 60 * minute:
                player.act()
            probe.stop()
            worst = max(worst, report(minute, probe, first, player))
            first = first or live_objects()
            for fault in player.faults[known:]:
                print(f"FAULT {fault}", flush=True)
    print(", ".join(f"{name} {n}" for name, n in player.done.most_common()))
    print(f"opened {len(player.opened)} things, seldom: {', '.join(player.missing) or 'none'}")
    assembled.main_window.close()
    assembled.shut_down()
    print(f"at most {worst:.0f} MB, goal {MEMORY_GOAL_MB:.0f} MB; {len(player.faults)} faults")
    return 1 if worst > MEMORY_GOAL_MB or player.faults else 0


if __name__ == "__main__":
    sys.exit(main())
