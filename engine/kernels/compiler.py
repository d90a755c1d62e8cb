"""A process that compiles for another one.

To compile all kernels takes a process some minutes and 800 MB that it never gives back. So the window has it done by a
process (:class:`Compiler`), which ends when everything is in the cache folder, or with the window, however that ends.
What the window calls meanwhile it compiles first; the window loads it from the folder. Of all processes that compile
into one folder, one goes through everything.
"""

import base64
import os
import pickle
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NoReturn

from engine.files.writing import try_lock
from engine.kernels.common.compiling import cache_folder, compiling_elsewhere, foreground, give_way, wait_for_others
from engine.kernels.jit import compile_elsewhere, compile_to_disk

COMPILED, FAILED = b"+", b"-"
"""What the process says of each request, in their order."""
LOCK = "compiling"
LOOK_S = 0.02
"""How often one that waits for a kernel looks whether it is still wanted."""
PATIENCE_S = 60.0
NICENESS = 5
FIRST_S = 5.0
"""How long the process compiles only what is requested: what a window begins with."""
LOCK_S = 0.5
"""How often the process looks whether another one still compiles into the folder."""
TRIES = 2
LOW_PRIORITY = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0) | getattr(subprocess, "CREATE_NO_WINDOW", 0)


@dataclass(slots=True)
class _Process:
    """A process that compiles, and the requests that it has not answered, in their order."""

    started: "subprocess.Popen[bytes]"
    waiting: "deque[_Request]" = field(default_factory=deque)


@dataclass(slots=True)
class _Request:
    over: threading.Event = field(default_factory=threading.Event)
    compiled: bool | None = None
    """Whether the kernel is in the cache folder; None: the process has ended before."""


class Compiler:
    """Compiles kernels in a process that ``command`` starts and that calls :func:`serve`.

    Once it has been started, kernels that are missing are compiled there; where that does not go, by this process.
    """

    def __init__(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        self._command, self._environment = command, environment
        self._lock = threading.Lock()
        self._process: _Process | None = None
        self._closed = False

    def install(self) -> None:
        """Have all kernels that are called in this process and are not on the disk compiled in the other one."""
        compile_elsewhere(self.compile)

    def start(self) -> None:
        """Start the process, unless it runs: it compiles everything."""
        with self._lock, suppress(OSError):
            self._running()

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
        """End the process. From now on what is missing is compiled here."""
        compile_elsewhere(None)
        with self._lock:
            self._closed = True
            if self._process is not None:
                self._process.started.kill()

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
            self._process = _Process(
                subprocess.Popen(
                    self._command,
                    bufsize=0,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    env={**os.environ, **self._environment},
                    creationflags=LOW_PRIORITY,
                )
            )
            threading.Thread(
                target=self._listen, args=(self._process,), name="steelwheel-compiler", daemon=True
            ).start()
        return self._process

    def _listen(self, process: _Process) -> None:
        """Take the answers of a process until it ends."""
        assert process.started.stdout is not None
        with process.started:
            while answer := process.started.stdout.read(1):
                request = process.waiting.popleft()
                request.compiled = answer == COMPILED
                request.over.set()
            with self._lock:
                self._process = None
        for request in process.waiting:
            request.over.set()


def serve(warm_up: Callable[[], object]) -> NoReturn:
    """Compile what the process that has started this one requests on standard input, and all else by ``warm_up``.

    The end is that of the process itself: when everything is in the folder, or nobody can request anything any more.
    """
    threading.Thread(target=_compile_all, args=(warm_up,), daemon=True).start()
    requests = ThreadPoolExecutor(1)
    with os.fdopen(0, "rb") as lines:
        for line in lines:
            requests.submit(_answer, line)
    os._exit(0)


def _compile_all(warm_up: Callable[[], object]) -> None:
    if sys.platform == "linux":  # elsewhere this is not of a thread: what was requested would be late
        os.nice(NICENESS)
    time.sleep(FIRST_S)
    with suppress(OSError):  # it may be that locks are unknown there
        turn = (cache_folder() / LOCK).open("ab")  # kept to the end
        while not try_lock(turn.fileno()):
            time.sleep(LOCK_S)
    warm_up()
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
