"""A pool of processes on this machine."""

import multiprocessing
import os
import signal
import threading
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from typing import Self

from engine.batches.answering import Answer, answer_block


class Processes:
    """``width`` processes of this machine, until the end of a with statement (:class:`engine.batches.batch.Pool`).

    They are started afresh and not forked, which is the same on every system, and end with the process that has started
    them, however that ends.
    """

    def __init__(self, width: int) -> None:
        self.width = width

    def __enter__(self) -> Self:
        self._executor = self._started()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._executor.shutdown(wait=kind is None, cancel_futures=True)
        if kind is not None:
            for process in multiprocessing.active_children():
                process.terminate()

    def submit(self, answer: Answer, lines: list[bytes]) -> "Future[tuple[list[str], float]]":
        """Begin to answer ``lines``."""
        try:
            return self._executor.submit(answer_block, answer, lines)
        except BrokenExecutor as error:  # a process was lost with an earlier block
            lost: Future[tuple[list[str], float]] = Future()
            lost.set_exception(error)
            return lost

    def restart(self) -> None:
        """Start new processes in place of those that are left."""
        self._executor.shutdown(wait=False, cancel_futures=True)
        self._executor = self._started()

    def _started(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.width, multiprocessing.get_context("spawn"), _set_up)


def _set_up() -> None:
    """Leave Ctrl-C to the process that has started this one, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, name="steelwheel parent", daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
