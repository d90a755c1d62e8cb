"""A process that compiles for another one.

To compile all kernels takes a process some minutes and 800 MB that it never gives back. So the window has it done by a
process (:class:`Compiler`), which ends when everything is in the cache folder, or with the window, however that ends.
What the window calls meanwhile it compiles first; the window loads it from the folder. Where there are two processors
another one begins at the other end. Of all processes that compile into one folder, one begins at either end.
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
"""What the process says of each request, in their order."""
BACKWARDS = "backwards"
LOOK_S = 0.02
"""How often one that waits for a kernel looks whether it is still wanted."""
PATIENCE_S = 60.0
NICENESS = 5
LOCK_S = 0.5
"""How often the process looks whether another one still compiles into the folder."""
TRIES = 2


@dataclass(slots=True)
class _Process:
    """A process that compiles, and the requests that it has not answered, in their order."""

    started: Process
    waiting: "deque[_Request]" = field(default_factory=deque)


@dataclass(slots=True)
class _Request:
    over: threading.Event = field(default_factory=threading.Event)
    compiled: bool | None = None
    """Whether the kernel is in the cache folder; None: the process has ended before."""


class Compiler:
    """Compiles kernels in a process that ``command`` starts and that calls :func:`serve`; ``started``: it runs already.

    Once it has been started, kernels that are missing are compiled there; where that does not go, by this process.
    """

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], started: Process | None = None) -> None:
        self._command, self._environment = command, environment
        self._lock = threading.Lock()
        self._closed = False
        with self._lock:
            self._process = None if started is None else self._listened(started)
        self._beside: _Process | None = None

    def install(self) -> None:
        """Have all kernels that are called in this process and are not on the disk compiled in the other one."""
        compile_elsewhere(self.compile)

    def start(self) -> None:
        """Start the process, unless it runs: it compiles everything; and the one that begins at the other end."""
        with self._lock, suppress(OSError):
            self._running()
            if processors() > 1 and self._beside is None:
                self._beside = self._listened(start_compiling([*self._command, BACKWARDS], self._environment))

    def compile(self, module: str, name: str, signature: object) -> None:
        """Wait until a kernel is in the cache folder, or cannot be brought there.

        Raises:
            CompileDeferred: it is not wanted any more.
        """
        line = base64.b64encode(pickle.dumps((module, name, signature))) + b"\n"
        with compiling_elsewhere():
            for _ in range(TRIES):
                give_way()
                request = self._requested(line)
                while request is not None and not request.over.wait(LOOK_S):
                    give_way()
                if request is None or request.compiled is not None:
                    return
            compile_elsewhere(None)

    def close(self) -> None:
        """End the processes. From now on what is missing is compiled here."""
        compile_elsewhere(None)
        with self._lock:
            self._closed = True
            for process in filter(None, (self._process, self._beside)):
                process.started.kill()

    def _requested(self, line: bytes) -> _Request | None:
        """Return a request that was sent; None where there is no process to be had."""
        request = _Request()
        with self._lock:
            try:
                process = self._running()
            except OSError:
                return None
            process.waiting.append(request)
            with suppress(OSError):  # it has ended, as is noticed soon
                assert process.started.stdin is not None
                process.started.stdin.write(line)
        return request

    def _running(self) -> _Process:
        """Return the process, started if there is none.

        Raises:
            OSError: it cannot be started.
        """
        if self._closed:
            raise BrokenPipeError
        if self._process is None:
            cache_folder()  # chosen for both
            self._process = self._listened(start_compiling(self._command, self._environment))
        return self._process

    def _listened(self, started: Process) -> _Process:
        process = _Process(started)
        threading.Thread(target=self._listen, args=(process,), name="steelwheel-compiler", daemon=True).start()
        return process

    def _listen(self, process: _Process) -> None:
        """Take the answers of a process until it ends."""
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
    """Compile what the process that has started this one requests on standard input, and all else by ``warm_up``, which
    takes whether to go ``backwards``.

    The end is that of the process itself: when everything is in the folder, or nobody can request anything any more.
    """
    threading.Thread(target=_compile_all, args=(warm_up, backwards), daemon=True).start()
    requests = ThreadPoolExecutor(1)
    with os.fdopen(0, "rb") as lines:
        for line in lines:
            requests.submit(_answer, line)
    os._exit(0)


def _compile_all(warm_up: Callable[[bool], object], backwards: bool) -> None:
    if sys.platform == "linux":  # elsewhere this is not of a thread: what was requested would be late
        os.nice(NICENESS)
    with suppress(OSError):  # it may be that locks are unknown there
        turn = (cache_folder() / f"compiling{'-backwards' if backwards else ''}").open("ab")  # kept to the end
        while not try_lock(turn.fileno()):
            time.sleep(LOCK_S)
    warm_up(backwards)
    wait_for_others(PATIENCE_S)
    os._exit(0)


def _answer(line: bytes) -> None:
    answer = FAILED
    with foreground(), suppress(Exception):
        module, name, signature = pickle.loads(base64.b64decode(line))
        if compile_to_disk(module, name, signature):
            answer = COMPILED
    with suppress(OSError):
        os.write(1, answer)
