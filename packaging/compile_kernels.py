"""Compile the engine for this machine, with lines of progress:  python packaging/compile_kernels.py

Two processes compile where there are two processors: one from the first situation on, the other from the last.
"""

import multiprocessing
import sys

from build_kernels import ROOT, progress


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


def compile_all(*, backwards: bool = False) -> None:
    """Compile every kernel that is not kept from before, in this process."""
    sys.path.insert(0, str(ROOT))
    from engine import CancelToken, warm_up

    warm_up(CancelToken(), backwards=backwards)


if __name__ == "__main__":
    main()
