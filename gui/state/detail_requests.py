"""The details that the pages on show request: computed beside the scenario, never saved in it."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from engine import GAMES, DetailResult, Scenario, Snapshot

Value = TypeVar("Value", bound=DetailResult, covariant=True)


@dataclass(frozen=True, slots=True, eq=False)
class LatestDetail(Generic[Value]):
    """A detail, the result that it belongs to, and whether another one is on show or on the way."""

    value: Value
    snapshot: Snapshot
    stale: bool


class DetailRequests:
    """Which page requests which details (``run.detail``)."""

    def __init__(self) -> None:
        self._by_page: dict[str, frozenset[str]] = {}

    def set(self, page: str, names: Collection[str]) -> bool:
        """Let ``page`` request ``names``; return whether that is a change."""
        before = self._by_page.get(page, frozenset())
        self._by_page[page] = frozenset(names)
        return self._by_page[page] != before

    def names(self, scenario: Scenario) -> tuple[str, ...]:
        """Return what ``scenario`` asks for itself, then what pages request of its game, quick ones first."""
        own = scenario.run.detail
        requested = frozenset[str]().union(*self._by_page.values()).difference(own)
        return (*own, *(name for name in GAMES[scenario.game].details if name in requested))


def with_details(scenario: Scenario, names: tuple[str, ...]) -> Scenario:
    """Return ``scenario`` asking for the details ``names``."""
    return replace(scenario, run=replace(scenario.run, detail=names))


def same_sources(some: tuple[object, ...], others: tuple[object, ...]) -> bool:
    """Say whether what is drawn comes from the same values still: a detail, its seats, whether it is stale, and so on.

    Values, and those in tuples, are compared by identity: to compare whole tables takes longer than to draw them.
    """
    return len(some) == len(others) and all(_same(a, b) for a, b in zip(some, others, strict=True))


def _same(one: object, other: object) -> bool:
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        return all(a is b or (isinstance(a, str) and a == b) for a, b in zip(one, other, strict=True))
    return one is other
