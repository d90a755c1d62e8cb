"""Compile the engine for this machine, with a line of progress: a part of setting up a checkout (run.sh).

Two processes compile where there are two processors: one from the first situation on, the other from the last.
"""

import multiprocessing
import sys
import threading

from build_kernels import ROOT, callable_kernels

LINE = "steelwheel: compiling the engine for this machine (a minute or two, only when it has changed): {} kernels"
EVERY_S = 0.5


def main() -> None:
    """Compile every kernel that is not kept from before."""
    sys.path.insert(0, str(ROOT))
    from engine.processors import processors

    helper = multiprocessing.get_context("spawn").Process(target=compile_all, kwargs={"backwards": True}, daemon=True)
    if two := processors() > 1:
        helper.start()
    work = threading.Thread(target=compile_all, daemon=True)
    work.start()
    while work.is_alive():
        work.join(EVERY_S)
        if sys.stderr.isatty() or not work.is_alive():
            sys.stderr.write("\r" * sys.stderr.isatty() + LINE.format(_ready()) + "\n" * (not work.is_alive()))
            sys.stderr.flush()
    if two:
        helper.join()


def compile_all(*, backwards: bool = False) -> None:
    """Compile every kernel that is not kept from before, in this process."""
    sys.path.insert(0, str(ROOT))
    from engine import CancelToken, warm_up

    warm_up(CancelToken(), backwards=backwards)


def _ready() -> int:
    return sum(bool(kernel.signatures) for kernel in callable_kernels())


if __name__ == "__main__":
    main()
