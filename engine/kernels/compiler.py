"""Compile kernels in another process.

Compiling all kernels takes some minutes and 800 MB that a process never returns to the system. So the window has it
done by another process (:class:`Compiler`), which ends when everything is in the cache folder, or with the window,
however that ends. A kernel that the window calls meanwhile is compiled first; the window then loads it from the folder.
With two processors a second process starts at the other end of the list. Of all processes that compile into a folder,
only one works from each end.
"""

import base64
import os
import pickle
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NoReturn

from engine.kernels.common.compiling import cache_folder, compiling_elsewhere, foreground, give_way, wait_for_others
from engine.kernels.early import Process, start_compiling
from engine.kernels.jit import compile_elsewhere, compile_to_disk
from engine.processors import processors
from engine.storage.writing import try_lock

COMPILED, FAILED = b"+", b"-"
"""The answers of the process to requests, in the order of the requests."""
BACKWARDS = "backwards"
POLL_INTERVAL_S = 0.02
"""How often a thread that waits for a kernel checks whether it is still needed."""
MAX_REQUEST_WAIT_S = 60.0
"""How long the process waits, before it ends, for a request that is being answered."""
NICENESS = 5
LOCK_INTERVAL_S = 0.5
"""How often the process checks whether another one still compiles into the folder."""
MAX_TRIES = 2


@dataclass(slots=True)
class _Process:
    """A process that compiles, and its unanswered requests in their order."""

    started: Process
    waiting: "deque[_Request]" = field(default_factory=deque)


@dataclass(slots=True)
class _Request:
    over: threading.Event = field(default_factory=threading.Event)
    compiled: bool | None = None
    """Whether the kernel is in the cache folder, or None if the process has ended before."""


class Compiler:
    """Compiles kernels in a process that is started by ``command`` and calls :func:`serve`.

    ``started``: the process, if it runs already. After :meth:`install`, missing kernels are compiled there, or by this
    process if that is impossible.
    """

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], started: Process | None = None) -> None:
        """Start no process yet: that happens when the first kernel is missing, with ``environment``."""
        self._command, self._environment = command, environment
        self._lock = threading.Lock()
        self._closed = False
        with self._lock:
            self._process = None if started is None else self._listened(started)
        self._second: _Process | None = None

    def install(self) -> None:
        """From now on, have all kernels that are called but not on disk compiled in the other process."""
        compile_elsewhere(self.compile)

    def start(self) -> None:
        """Start the process, unless it is running, and a second one at the other end; they compile everything."""
        with self._lock, suppress(OSError):
            self._running()
            if processors() > 1 and self._second is None:
                self._second = self._listened(start_compiling([*self._command, BACKWARDS], self._environment))

    def compile(self, module: str, name: str, signature: object) -> None:
        """Wait until a kernel is in the cache folder, or cannot be compiled there.

        Raises:
            CompileDeferred: it is not needed any more.
        """
        line = base64.b64encode(pickle.dumps((module, name, signature))) + b"\n"
        with compiling_elsewhere():
            for _ in range(MAX_TRIES):
                give_way()
                request = self._requested(line)
                while request is not None and not request.over.wait(POLL_INTERVAL_S):
                    give_way()
                if request is None or request.compiled is not None:
                    return
            compile_elsewhere(None)

    def close(self) -> None:
        """End the processes. From now on missing kernels are compiled in this process."""
        compile_elsewhere(None)
        with self._lock:
            self._closed = True
            for process in filter(None, (self._process, self._second)):
                process.started.kill()

    def _requested(self, line: bytes) -> _Request | None:
        """Send a request and return it, or None if no process can be started."""
        request = _Request()
        with self._lock:
            try:
                process = self._running()
            except OSError:
                return None
            process.waiting.append(request)
            with suppress(OSError):  # it has ended, which the listening thread will notice
                assert process.started.stdin is not None
                process.started.stdin.write(line)
        return request

    def _running(self) -> _Process:
        """Return the process; start it if it is not running.

        Raises:
            OSError: it cannot be started.
        """
        if self._closed:
            raise BrokenPipeError
        if self._process is None:
            cache_folder()  # so that both processes use the same
            self._process = self._listened(start_compiling(self._command, self._environment))
        return self._process

    def _listened(self, started: Process) -> _Process:
        process = _Process(started)
        threading.Thread(target=self._listen, args=(process,), name="steelwheel-compiler", daemon=True).start()
        return process

    def _listen(self, process: _Process) -> None:
        """Read the answers of a process until it ends. Runs in a thread of its own."""
        assert process.started.stdout is not None
        with process.started:
            while answer := process.started.stdout.read(1):
                request = process.waiting.popleft()
                request.compiled = answer == COMPILED
                request.over.set()
            with self._lock:
                if self._process is process:
                    self._process = None
        for request in process.waiting:
            request.over.set()


def serve(warm_up: Callable[[bool], object], *, backwards: bool) -> NoReturn:
    """Compile the kernels that the parent process requests on standard input, and all others by ``warm_up``.

    ``warm_up`` gets whether to go ``backwards``. The function ends the process when everything is in the folder, or
    when standard input is closed, because the parent has ended.
    """
    threading.Thread(target=_compile_all, args=(warm_up, backwards), daemon=True).start()
    requests = ThreadPoolExecutor(1)
    with os.fdopen(0, "rb") as lines:
        for line in lines:
            requests.submit(_answer, line)
    os._exit(0)


def _compile_all(warm_up: Callable[[bool], object], backwards: bool) -> None:
    if sys.platform == "linux":  # elsewhere niceness is of the process, not the thread: requests would be slow, too
        os.nice(NICENESS)
    with suppress(OSError):  # the file system may not support locks
        turn = (cache_folder() / f"compiling{'-backwards' if backwards else ''}").open("ab")  # open until the end
        while not try_lock(turn.fileno()):
            time.sleep(LOCK_INTERVAL_S)
    warm_up(backwards)
    wait_for_others(MAX_REQUEST_WAIT_S)
    os._exit(0)


def _answer(line: bytes) -> None:
    answer = FAILED
    with foreground(), suppress(Exception):
        module, name, signature = pickle.loads(base64.b64decode(line))
        if compile_to_disk(module, name, signature):
            answer = COMPILED
    with suppress(OSError):
        os.write(1, answer)
