"""Answers that are computed in the background: the latest one of each, and which page requests which details."""

from collections.abc import Collection, Hashable
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QObject, Signal, Slot

from engine import GAMES, DetailResult, Scenario, ScenarioError, Snapshot
from gui.state.runner import LatestWins, Work

SETTLE_MS = 120
"""How long edits that follow one another wait for the next."""
FAULT = "An internal error stopped this computation: change the situation to try again."


def refusal(error: Exception) -> str:
    """Return the reason why a question has no answer: the problems of its values, or a fault of the program."""
    return "; ".join(p.message for p in error.problems) if isinstance(error, ScenarioError) else FAULT


Value = TypeVar("Value", bound=DetailResult, covariant=True)


@dataclass(frozen=True, slots=True, eq=False)
class LatestDetail(Generic[Value]):
    """A detail, the result that it belongs to, and whether it belongs to an earlier table."""

    value: Value
    snapshot: Snapshot
    stale: bool


class DetailRequests:
    """The details (``run.detail``) that each page requests."""

    def __init__(self) -> None:
        self._by_page: dict[str, frozenset[str]] = {}

    def set(self, page: str, names: Collection[str]) -> bool:
        """Set the details that ``page`` requests; return whether this is a change."""
        before = self._by_page.get(page, frozenset())
        self._by_page[page] = frozenset(names)
        return self._by_page[page] != before

    def names(self, scenario: Scenario) -> tuple[str, ...]:
        """Return the details that ``scenario`` names, then those that pages request in its game, quick ones first."""
        own = scenario.run.detail
        requested = frozenset[str]().union(*self._by_page.values()).difference(own)
        return (*own, *(name for name in GAMES[scenario.game].details if name in requested))


def with_details(scenario: Scenario, names: tuple[str, ...]) -> Scenario:
    """Return ``scenario`` asking for the details ``names``."""
    return replace(scenario, run=replace(scenario.run, detail=names))


def same_sources(some: tuple[object, ...], others: tuple[object, ...]) -> bool:
    """Return whether the values that a page displays are the same: a detail, its seats, whether it is stale, ...

    Values, and those in tuples, are compared by identity: to compare whole tables takes longer than to draw them.
    """
    return len(some) == len(others) and all(_same(a, b) for a, b in zip(some, others, strict=True))


def _same(one: object, other: object) -> bool:
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        return all(a is b or (isinstance(a, str) and a == b) for a, b in zip(one, other, strict=True))
    return one is other


class Questions(QObject):
    """Computes the answer to the latest question in a thread of its own; asking cancels the previous question.

    ``asked``: work on a question has begun, here or in an instance made by :meth:`apart`. ``answered`` carries the key
    of the question and its answer so far, ``ended`` the key, ``failed`` the key and the exception. Most callers use
    :class:`Answers`, which stores the latest answer.
    """

    asked = Signal()
    answered = Signal(object, object)
    ended = Signal(object)
    failed = Signal(object, object)

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.key: Hashable | None = None
        """The key of the current question, or None if there is none."""
        self._runs = LatestWins(name, self)
        self._runs.yielded.connect(self._on_yielded)
        self._runs.failed.connect(self._on_failed)
        self._runs.ended.connect(self._on_ended)
        self._others: list[Questions] = []

    def apart(self, name: str) -> "Questions":
        """Return another instance with a thread of its own, for another page; it is shut down with this one."""
        self._others.append(Questions(name, self))
        self._others[-1].asked.connect(self.asked)
        return self._others[-1]

    def ask(self, key: Hashable, work: Work) -> None:
        """Cancel the current question, and let ``work`` answer the question ``key``."""
        self.key = key
        self._runs.start(work)
        self.asked.emit()

    def stop(self) -> None:
        """Cancel the current question."""
        self.key = None
        self._runs.stop()

    def end(self) -> None:
        """Ask all threads to end, so that :meth:`shut_down` does not wait for one after the other."""
        self.key = None
        self._runs.end()
        for other in self._others:
            other.end()

    def shut_down(self) -> None:
        """End everything; to be called before the application quits."""
        self.end()
        self._runs.shut_down()
        for other in self._others:
            other.shut_down()

    @Slot(object)
    def _on_yielded(self, answer: object) -> None:
        self.answered.emit(self.key, answer)

    @Slot()
    def _on_ended(self) -> None:
        # Cleared before the signal, because receivers ask their next question in answer to it.
        key, self.key = self.key, None
        self.ended.emit(key)

    @Slot(object)
    def _on_failed(self, error: Exception) -> None:
        key, self.key = self.key, None
        self.failed.emit(key, error)


T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class Latest(Generic[T]):
    """The latest answer of background work.

    ``value`` is None before the first answer. ``about`` is the current question, or None if there is none. ``stale``:
    the value answers an earlier question. ``error`` is the exception that ended the work. ``busy``: the work goes on.
    ``of`` is the table that the value belongs to, the argument of :meth:`Answers.ask`: titles of an answer come
    from it, never from the current table, which may be another one by now. ``answered`` is the question that the
    value answers; ``partial``: its computation was stopped before its end, and continues if the question is repeated.
    """

    value: T | None = None
    about: object = None
    stale: bool = False
    error: Exception | None = None
    busy: bool = False
    of: Any = None
    answered: object = None
    partial: bool = False

    def has_ended(self, about: object) -> bool:
        """Return whether there is nothing left to compute about a question: it has its whole answer, or failed."""
        # The second case is a question that another one has interrupted, whose whole answer was already there.
        return (self.about == about and not self.busy) or (self.answered == about and not self.partial)

    @property
    def current(self) -> T | None:
        """The answer to the current question, or None before it arrives."""
        return None if self.stale else self.value


class Answers(QObject, Generic[T]):
    """Stores the latest answer to questions of one kind, which are computed in the background.

    ``changed``: an answer or a part of it has arrived, its computation has ended or failed.
    """

    changed = Signal()

    def __init__(self, questions: Questions, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._questions, self._name, self._number = questions, name, 0
        self._of: object = None
        self.latest: Latest[T] = Latest()
        questions.answered.connect(self._on_answered)
        questions.failed.connect(self._on_failed)
        questions.ended.connect(self._on_ended)

    def ask(self, about: object, work: Work, of: object = None) -> None:
        """Let ``work`` answer the question ``about``, unless this is the current question already.

        The previous value stays until the first answer, as a stale one. ``of``: see :class:`Latest`.
        """
        if about == self.latest.about:
            return
        self._of = of
        stale = self.latest.value is not None
        self.latest = replace(self.latest, about=about, stale=stale, error=None, busy=True)
        self._number += 1
        self._questions.ask((self._name, self._number), work)

    def stop(self) -> None:
        """Cancel the current question. Its answer so far remains, and the question can be repeated."""
        if self.latest.busy:
            self._questions.stop()
            self.latest = replace(self.latest, about=None, stale=self.latest.value is not None, busy=False)

    def forget(self) -> None:
        """Cancel the current question and drop its answer."""
        self._questions.stop()
        self.latest = Latest()

    def _is_current(self, key: object) -> bool:
        # Several Answers share one Questions, whose signals reach all of them. The name identifies the Answers, the
        # number the question.
        return self.latest.busy and key == (self._name, self._number)

    @Slot(object, object)
    def _on_answered(self, key: object, value: T | None) -> None:
        if value is not None and self._is_current(key):
            about = self.latest.about
            self.latest = Latest(value, about, busy=True, of=self._of, answered=about, partial=True)
            self.changed.emit()

    @Slot(object, object)
    def _on_failed(self, key: object, error: Exception) -> None:
        if self._is_current(key):
            self.latest = replace(self.latest, error=error, busy=False)
            self.changed.emit()

    @Slot(object)
    def _on_ended(self, key: object) -> None:
        if self._is_current(key):
            # A question can end without an answer of its own; then the previous answer stays, as a stale one.
            self.latest = replace(self.latest, busy=False, partial=self.latest.partial and self.latest.stale)
            self.changed.emit()
