"""Compile the engine for this machine, with a line of progress: a part of setting up a checkout (run.sh)."""

import sys
import threading

from build_kernels import ROOT, callable_kernels

LINE = "steelwheel: compiling the engine for this machine (a minute or two, only when it has changed): {} kernels"
EVERY_S = 0.5


def main() -> None:
    """Compile every kernel that is not kept from before."""
    sys.path.insert(0, str(ROOT))
    from engine import CancelToken, warm_up

    work = threading.Thread(target=warm_up, args=(CancelToken(),), daemon=True)
    work.start()
    while work.is_alive():
        work.join(EVERY_S)
        if sys.stderr.isatty() or not work.is_alive():
            sys.stderr.write("\r" * sys.stderr.isatty() + LINE.format(_ready()) + "\n" * (not work.is_alive()))
            sys.stderr.flush()


def _ready() -> int:
    return sum(bool(kernel.signatures) for kernel in callable_kernels())


if __name__ == "__main__":
    main()
