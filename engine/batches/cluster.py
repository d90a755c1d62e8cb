"""A Dask cluster, whose workers have Steel Wheel installed (the extra ``steelwheel[cluster]``)."""

from concurrent.futures import BrokenExecutor, Future
from typing import Any, Self

from engine.batches.answering import Answer, answer_block
from engine.scenario import Problem, ScenarioError
from engine.version import __version__

FIELD = "--dask"
WAIT_S = 30
"""So long a cluster may take to answer, and its first worker to be there."""


class Cluster:
    """The workers of the scheduler at ``address``, until the end of a with statement
    (:class:`engine.batches.batch.Pool`).

    Dask itself gives the lines of a worker that is lost to another one, up to its ``allowed-failures``.

    Raises:
        ScenarioError: Dask is not installed, nobody answers, there are no workers or they have another version.
    """

    def __init__(self, address: str) -> None:
        self._address = address

    def __enter__(self) -> Self:
        try:
            from distributed import Client
        except ImportError:
            raise _problem("Dask is missing: pip install 'steelwheel[cluster]'") from None
        try:
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
        """The number of threads of all workers, which may come and go."""
        threads: dict[str, int] = self._client.nthreads()
        return max(sum(threads.values()), 1)

    def submit(self, answer: Answer, lines: list[bytes]) -> "Future[tuple[list[str], float]]":
        """Begin to answer ``lines``."""
        found: Future[tuple[list[str], float]] = Future()
        task = self._client.submit(answer_block, answer, lines, pure=False)
        task.add_done_callback(lambda done: _pass_on(done, found))
        return found

    def restart(self) -> None:
        """Do nothing: workers are the cluster's business."""

    def _check_workers(self) -> None:
        try:
            self._client.wait_for_workers(1, timeout=WAIT_S)
        except TimeoutError:
            raise _problem(f"the cluster at {self._address} has no workers") from None
        try:
            versions = set(self._client.run(_version).values())
        except ImportError as error:
            raise _problem(f"Steel Wheel is not installed on the workers ({error})") from None
        if versions != {__version__}:
            raise _problem(f"the workers have Steel Wheel {', '.join(sorted(versions))}, this is {__version__}")


def _version() -> str:
    return __version__


def _pass_on(task: Any, found: "Future[tuple[list[str], float]]") -> None:
    """Settle ``found`` as a Dask task has ended."""
    from distributed import KilledWorker

    try:
        found.set_result(task.result())
    except KilledWorker as error:
        found.set_exception(BrokenExecutor(str(error)))
    except Exception as error:
        found.set_exception(error)


def _problem(message: str) -> ScenarioError:
    return ScenarioError(Problem(FIELD, message))
