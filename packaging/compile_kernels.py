"""Compile the engine for this machine, with lines of progress:  python packaging/compile_kernels.py [PID]

Two processes compile where there are two processors: one from the first situation on, the other from the last. With the
PID of a window there is one from the last on, behind the window, which compiles from the first on; it ends with it.
"""

import multiprocessing
import os
import sys
import threading

from build_kernels import ROOT, progress

BEHIND = "steelwheel: compiling the rest of the engine behind the window (some minutes, only when it has changed)"
READY = "steelwheel: the engine is compiled; from now on the window starts with all of it"
EVERY_S = 0.5
WINDOW_CLOSED = 1


def main() -> None:
    """Compile every kernel that is not kept from before."""
    sys.path.insert(0, str(ROOT))
    from engine.processors import processors

    helper = multiprocessing.get_context("spawn").Process(target=compile_all, kwargs={"backwards": True}, daemon=True)
    if two := processors() > 1:
        helper.start()
    with progress("compiling the engine for this machine (some minutes, only when it has changed)"):
        compile_all()
    if two:
        helper.join()


def compile_behind(window: int) -> None:
    """Compile every kernel that neither was kept from before nor the process ``window`` has compiled meanwhile."""
    print(BEHIND, file=sys.stderr)
    work = threading.Thread(target=compile_all, kwargs={"backwards": True}, daemon=True)
    work.start()
    while work.is_alive():
        work.join(EVERY_S)
        if not _is_running(window):
            os._exit(WINDOW_CLOSED)  # in the middle of a kernel
    print(READY, file=sys.stderr)


def compile_all(*, backwards: bool = False) -> None:
    """Compile every kernel that is not kept from before, in this process."""
    sys.path.insert(0, str(ROOT))
    from engine import CancelToken, warm_up

    warm_up(CancelToken(), backwards=backwards)


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


if __name__ == "__main__":
    if sys.argv[1:]:
        compile_behind(int(sys.argv[1]))
    else:
        main()
