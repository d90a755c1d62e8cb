"""The pools of a batch: processes on this machine, or the workers of a Dask cluster that have Steel Wheel installed
(the extra ``steelwheel[cluster]``)."""

import multiprocessing
import os
import signal
import socket
import threading
import time
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from queue import LifoQueue
from typing import Any, Self

from engine.cli.batches.answering import Answer, answer_block
from engine.scenario import Problem, ScenarioError
from engine.storage.log import log_to_stderr
from engine.version import __version__


class Processes:
    """A pool of ``width`` processes on this machine (:class:`engine.cli.batches.batch.Pool`); a context manager.

    The processes are spawned and not forked, which works the same on every system, and end with their parent, however
    it ends. Each process has an executor of its own and a thread that waits for it. A single executor for all of them
    would start processes as work arrives; on Python 3.11 that fails, or leaves a process that never ends, if another
    process is lost at that moment.
    """

    def __init__(self, width: int) -> None:
        self.width = width
        self._blocks: list[Future[tuple[list[str], float]]] = []

    def __enter__(self) -> Self:
        self._start()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """End the processes: after their last block or, if the batch has failed, immediately."""
        # After an error nobody waits for the blocks that are being answered, which can take minutes.
        if kind is not None:
            self._abandon()
            return
        self._threads.shutdown()
        for _process in range(self.width):
            self._idle.get().shutdown()

    def submit(self, answer: Answer, lines: list[bytes]) -> "Future[tuple[list[str], float]]":
        """Start to answer ``lines``."""
        block = self._threads.submit(_answered, self._idle, answer, lines)
        # Finished blocks are dropped: a batch of millions of lines would otherwise keep all answers in memory.
        self._blocks = [*(other for other in self._blocks if not other.done()), block]
        return block

    def restart(self) -> None:
        """End all processes and start new ones."""
        self._abandon()
        self._start()

    def _start(self) -> None:
        self._threads = ThreadPoolExecutor(self.width, "steelwheel process")
        self._idle: LifoQueue[ProcessPoolExecutor] = LifoQueue()
        for _process in range(self.width):
            self._idle.put(spawned(1))

    def _abandon(self) -> None:
        """End all processes. It is repeated until all blocks have failed, because some may be starting just now."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        while not all(block.done() for block in self._blocks):
            for process in multiprocessing.active_children():
                process.terminate()
            time.sleep(0.01)
        self._blocks.clear()
        for _process in range(self.width):
            self._idle.get().shutdown(wait=False)


def spawned(count: int) -> ProcessPoolExecutor:
    """Return an executor of ``count`` processes, which are started as calls arrive."""
    return ProcessPoolExecutor(count, multiprocessing.get_context("spawn"), _set_up)


def _answered(idle: "LifoQueue[ProcessPoolExecutor]", answer: Answer, lines: list[bytes]) -> tuple[list[str], float]:
    """Return the answers to ``lines`` from an idle process; if it has died, start another one and raise the error."""
    executor = idle.get()
    try:
        return executor.submit(answer_block, answer, lines).result()
    except BrokenExecutor:
        executor.shutdown(wait=False)
        executor = spawned(1)
        raise
    finally:
        idle.put(executor)


def _set_up() -> None:
    """Prepare a process: leave Ctrl-C to the parent, end with it, and log to standard error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    log_to_stderr()
    threading.Thread(target=_end_with_parent, name="steelwheel parent", daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


FIELD = "--dask"
WAIT_S = 30
"""Seconds that a cluster may take to answer."""
START_S = 3
"""Seconds until a cluster that is started together with the batch has to listen, and again until it has a worker."""
KNOCK_S = 0.1
SOCKETS = ("tcp", "tls")


class Cluster:
    """The workers of the Dask scheduler at ``address`` (:class:`engine.cli.batches.batch.Pool`); a context manager.

    If a worker is lost, Dask itself gives its lines to another one, up to its setting ``allowed-failures``.

    Raises:
        ScenarioError: Dask is not installed, nobody answers, there are no workers or they have another version.
    """

    def __init__(self, address: str) -> None:
        self._address = address

    def __enter__(self) -> Self:
        """Connect to the cluster, and check that it has workers with this version of the program."""
        try:
            from distributed import Client
        except ImportError:
            raise _problem("Dask is not installed: pip install 'steelwheel[cluster]'") from None
        try:
            _knock(self._address)
            self._client = Client(self._address, timeout=WAIT_S, set_as_default=False)
        except (OSError, ValueError) as error:
            raise _problem(f"no cluster answers at {self._address} ({error or type(error).__name__})") from None
        try:
            self._check_workers()
        except BaseException:
            self._client.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    @property
    def width(self) -> int:
        """The present number of threads of all workers."""
        threads: dict[str, int] = self._client.nthreads()
        return max(sum(threads.values()), 1)

    def submit(self, answer: Answer, lines: list[bytes]) -> "Future[tuple[list[str], float]]":
        """Begin to answer ``lines``."""
        result: Future[tuple[list[str], float]] = Future()
        # By default Dask would answer a block that is sent again with the stored result of the first time.
        task = self._client.submit(answer_block, answer, lines, pure=False)
        task.add_done_callback(lambda done: _pass_on(done, result))
        return result

    def restart(self) -> None:
        """Do nothing: the cluster replaces its own workers."""

    def _check_workers(self) -> None:
        """Raise ScenarioError unless the cluster has workers, all with this version of the program."""
        try:
            self._client.wait_for_workers(1, timeout=START_S)
        except TimeoutError:
            raise _problem(f"the cluster at {self._address} has no workers") from None
        try:
            versions = set(self._client.run(_version).values())
        except ImportError as error:
            raise _problem(f"Steel Wheel is not installed on the workers ({error})") from None
        if versions != {__version__}:
            raise _problem(f"the workers run Steel Wheel {', '.join(sorted(versions))}, this is {__version__}")


def _knock(address: str) -> None:
    """Check that a process listens at ``address``. Dask itself would keep trying for :data:`WAIT_S` seconds.

    Raises:
        OSError: no process listens, or the machine does not exist.
        ValueError: this is not an address.
    """
    from distributed.comm.addressing import parse_address, parse_host_port

    # Other schemes, such as ``inproc``, have no port to which one could connect.
    scheme, host = parse_address(address)
    if scheme not in SOCKETS:
        return
    deadline = time.monotonic() + START_S
    while True:
        try:
            socket.create_connection(parse_host_port(host), timeout=WAIT_S).close()
        except ConnectionRefusedError:
            if time.monotonic() > deadline:
                raise
            time.sleep(KNOCK_S)
        else:
            return


def _version() -> str:
    return __version__


def _pass_on(task: Any, result: "Future[tuple[list[str], float]]") -> None:
    """Give the result or the error of a Dask task to ``result``."""
    from distributed import KilledWorker

    try:
        result.set_result(task.result())
    except KilledWorker as error:
        # Both pools report a lost worker by the same error, upon which the batch tries its lines again.
        result.set_exception(BrokenExecutor(str(error)))
    except Exception as error:
        result.set_exception(error)


def _problem(message: str) -> ScenarioError:
    return ScenarioError(Problem(FIELD, message))
