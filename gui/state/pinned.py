"""A result that is kept beside what is on the table, and how the table differs from it."""

from dataclasses import dataclass, replace

from engine import Scenario, Snapshot
from engine.details.changes import SeatChange, changes
from engine.details.next_tables import Z95
from gui.look.formatting import NO_BREAK, interval
from gui.state.details import change_text
from gui.state.document import TableFile


@dataclass(frozen=True, slots=True, eq=False)
class Pinned:
    """A table, what it belongs to, and its result."""

    scenario: Scenario
    file: TableFile
    snapshot: Snapshot

    def with_result(self, snapshot: Snapshot) -> "Pinned":
        """Return the same with a later result of the table, unless that is the less sure one; details stay."""
        known = self.snapshot
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


def change_words(change: SeatChange) -> str:
    """Return a difference in points of percent with the half width of its 95 % interval, as in ``+2.31 ± 0.04``."""
    text = change_text(change.change, Z95 * change.stderr)
    return " ".join(filter(None, (text, interval(change.stderr).removesuffix(f"{NO_BREAK}%"))))


def is_seen(change: SeatChange) -> bool:
    """Return whether a difference is more than its error leaves open."""
    return abs(change.change) > max(Z95 * change.stderr, 5e-7)
