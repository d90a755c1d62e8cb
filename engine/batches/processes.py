"""A pool of processes on this machine."""

import multiprocessing
import os
import signal
import threading
import time
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from queue import LifoQueue
from typing import Self

from engine.batches.answering import Answer, answer_block
from engine.files.log import log_to_stderr


class Processes:
    """``width`` processes of this machine, until the end of a with statement (:class:`engine.batches.batch.Pool`).

    They are started afresh and not forked, which is the same on every system, and end with the process that has started
    them, however that ends. Each has an executor of its own and a thread that waits for it: an executor of several
    processes starts them as work comes, and on Python 3.11 that fails, or leaves a process that never ends, in the
    moment in which another one of them is lost.
    """

    def __init__(self, width: int) -> None:
        self.width = width
        self._blocks: list[Future[tuple[list[str], float]]] = []

    def __enter__(self) -> Self:
        self._start()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            self._abandon()
            return
        self._threads.shutdown()
        for _process in range(self.width):
            self._idle.get().shutdown()

    def submit(self, answer: Answer, lines: list[bytes]) -> "Future[tuple[list[str], float]]":
        """Begin to answer ``lines``."""
        block = self._threads.submit(_answered, self._idle, answer, lines)
        self._blocks = [*(other for other in self._blocks if not other.done()), block]
        return block

    def restart(self) -> None:
        """Start new processes in place of those that are left."""
        self._abandon()
        self._start()

    def _start(self) -> None:
        self._threads = ThreadPoolExecutor(self.width, "steelwheel process")
        self._idle: LifoQueue[ProcessPoolExecutor] = LifoQueue()
        for _process in range(self.width):
            self._idle.put(_one_process())

    def _abandon(self) -> None:
        """End the processes, whatever they are at; some may be starting just now."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        while not all(block.done() for block in self._blocks):
            for process in multiprocessing.active_children():
                process.terminate()
            time.sleep(0.01)
        self._blocks.clear()
        for _process in range(self.width):
            self._idle.get().shutdown(wait=False)


def _one_process() -> ProcessPoolExecutor:
    """Return an executor whose process starts with its first work."""
    return ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _set_up)


def _answered(idle: "LifoQueue[ProcessPoolExecutor]", answer: Answer, lines: list[bytes]) -> tuple[list[str], float]:
    """Have a process that has nothing to do answer ``lines``; another takes its place if it is lost."""
    executor = idle.get()
    try:
        return executor.submit(answer_block, answer, lines).result()
    except BrokenExecutor:
        executor.shutdown(wait=False)
        executor = _one_process()
        raise
    finally:
        idle.put(executor)


def _set_up() -> None:
    """Leave Ctrl-C to the process that has started this one, end with it, and report on stderr what is logged."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    log_to_stderr()
    threading.Thread(target=_end_with_parent, name="steelwheel parent", daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
