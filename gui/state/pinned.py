"""A result that is kept beside what is on the table, and how the table differs from it."""

from dataclasses import dataclass, replace
from typing import Literal

from engine import Scenario, Snapshot
from engine.details.changes import SeatChange, changes
from engine.table.empty_seats import at_table
from gui.state.document import TableFile

Letter = Literal["A", "B"]


@dataclass(frozen=True, slots=True, eq=False)
class Pinned:
    """A table, what it belongs to, and its result, None where it is not known.

    ``letter`` is what it is called, the table that is being edited is ``other``: A is the one that was pinned.
    """

    scenario: Scenario
    file: TableFile
    snapshot: Snapshot | None
    letter: Letter = "A"

    @property
    def other(self) -> Letter:
        """What the table that is being edited is called."""
        return "B" if self.letter == "A" else "A"

    def with_result(self, snapshot: Snapshot) -> "Pinned":
        """Return the same with a later result of the table, unless that is the less sure one; details stay."""
        snapshot = at_table(snapshot, self.scenario)  # of the same hands, but seats may have other names
        known = self.snapshot
        if known is None:
            return replace(self, snapshot=snapshot)
        if known.method == "exact" and snapshot.method != "exact":
            return self
        if known.method == snapshot.method and snapshot.deals < known.deals:
            return self
        return replace(self, snapshot=replace(snapshot, details=known.details | snapshot.details))


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """How ``after``, by seat, differs from the pinned result ``before``."""

    before: Snapshot
    after: Snapshot
    seats: tuple[SeatChange | None, ...]

    @classmethod
    def of(cls, before: Snapshot, after: Snapshot) -> "Comparison":
        return cls(before, after, changes(before, after))

    @property
    def words(self) -> str:
        """What the differences rest on, for a line."""
        sampled = [s.method == "sampled" for s in (self.before, self.after)]
        if not any(sampled):
            return "both exact"
        if not all(sampled):
            return "one of them sampled, the other exact" if any(self.seats) else ""
        paired = any(change is not None and change.paired for change in self.seats)
        return "both sampled, with the same random numbers" if paired else "both sampled; their errors are added"
