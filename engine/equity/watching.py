"""Waiting for the answer to one request: its progress, and the intermediate answer if it is interrupted."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, TypeVar

from engine.equity.snapshots import AnswerSnapshot
from engine.equity.workers import CancelToken

A = TypeVar("A")
Report = Callable[[float, float | None], None]
"""A function that is called with the progress, 0 to 1, and the remaining seconds (None: not known)."""
WATCHED_S = 0.25
"""Seconds between two snapshots of a run whose progress is reported."""


class StoppedError(Exception):
    """A run was cancelled before its answer was final; :attr:`Watch.partial` is the answer so far."""


class Watch:
    """Follows the runs of one request. ``cancel`` ends them.

    Without ``report``, runs only yield their final answers.

    >>> Watch().partial
    {'final': False, 'progress': 0.0}
    """

    def __init__(self, report: Report | None = None) -> None:
        self.cancel = CancelToken()
        self.every = float("inf") if report is None else WATCHED_S
        self._report = report
        self._progress = 0.0
        self._answer: Callable[[], dict[str, Any]] | None = None

    def last_answer(self, stream: Iterator[AnswerSnapshot[A]], to_json: Callable[[A], dict[str, Any]]) -> A:
        """Return the final answer of a run; report its progress, and remember the latest answer.

        ``to_json`` returns an answer as JSON values.

        Raises:
            StoppedError: the run was cancelled.
        """
        for snapshot in stream:
            if snapshot.final and snapshot.answer is not None and not self.cancel.cancelled:
                return snapshot.answer
            self._progress = min(max(snapshot.progress, self._progress), 1.0)
            if snapshot.answer is not None:
                self._answer = partial(to_json, snapshot.answer)
            if self._report is not None:
                self._report(self._progress, snapshot.remaining_s)
        raise StoppedError

    @property
    def partial(self) -> dict[str, Any]:
        """The answer so far as JSON values, with ``final`` false and the ``progress``."""
        known = {} if self._answer is None else self._answer()
        return {**known, "final": False, "progress": self._progress}
