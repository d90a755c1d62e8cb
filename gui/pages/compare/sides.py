"""The two tables that are compared, A before B: which seats belong together, and how their results differ. No Qt."""

from dataclasses import dataclass
from functools import cached_property

from engine import GAMES, Scenario, Snapshot
from engine.details.bet_changes import BetChange, bet_changes, bet_request, with_same_bets
from engine.details.changes import Change, SeatChange, changes, matched_seats, share_changes
from engine.formats.one_line import format_line
from engine.table.empty_seats import at_table
from gui.charts.class_axes import class_rows
from gui.charts.values import Amount, Table
from gui.look.captions import file_stem, provenance
from gui.state.session import Letter, Pinned

LETTERS: tuple[Letter, Letter] = ("A", "B")


@dataclass(frozen=True, eq=False)
class Sides:
    """Both tables with their results, None where one is not known yet. ``on_table``: the letter of the one that is
    being edited, ``stale``: its result is that of an earlier state."""

    scenarios: tuple[Scenario, Scenario]
    snapshots: tuple[Snapshot | None, Snapshot | None]
    on_table: Letter
    stale: bool = False
    bets: tuple[BetChange, ...] = ()
    """How the worth of bets differs, once that has been computed (:func:`bets_of`)."""

    @property
    def comparable(self) -> bool:
        """Whether there are two results of one game."""
        one, other = self.snapshots
        return one is not None and other is not None and one.scenario.game == other.scenario.game

    @property
    def results(self) -> tuple[Snapshot, Snapshot]:
        """Both results.

        Raises:
            ValueError: there are not two.
        """
        one, other = self.snapshots
        if one is None or other is None or not self.comparable:
            raise ValueError("there are not two results to compare yet")
        return one, other

    @cached_property
    def places(self) -> tuple[int | None, ...]:
        """For each seat of the result of B which one it is of A, None where it is new."""
        one, other = self.results
        return matched_seats(one.scenario, other.scenario)

    @cached_property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Seats of A and of B that belong together and contest the pot on both tables."""
        one, other = self.results
        result = ((old, new) for new, old in enumerate(self.places[: len(other.seats)]) if old is not None)
        return tuple(
            (old, new)
            for old, new in result
            if old < len(one.seats) and one.seats[old].estimate and other.seats[new].estimate
        )

    def name(self, old: int | None, new: int) -> str:
        """Return the name of a seat of the result of B, after its name on A where that is another one."""
        one, other = (result.scenario.seats for result in self.results)
        names = dict.fromkeys((one[old].name, other[new].name) if old is not None else (other[new].name,))
        return " / ".join(names)

    @cached_property
    def seat_changes(self) -> tuple[SeatChange | None, ...]:
        """How the equity of each seat of B differs."""
        return changes(*self.results)

    def shares(self, old: int, new: int) -> dict[str, Change]:
        """Return how outcomes and classes of final hands of two seats differ."""
        one, other = self.results
        return share_changes(one, old, other, new)

    @property
    def paired(self) -> bool:
        """Whether both were sampled with the same random numbers."""
        return any(change is not None and change.paired for change in self.seat_changes)

    @property
    def about(self) -> tuple[str, ...]:
        """Both tables as lines."""
        return tuple(f"{letter}: {format_line(s)}" for letter, s in zip(LETTERS, self.scenarios, strict=True))

    @property
    def origin(self) -> str:
        """How the numbers of both came about."""
        return ". ".join(f"{letter}: {provenance(s)}" for letter, s in zip(LETTERS, self.results, strict=True))

    @property
    def stem(self) -> str:
        """Begins the names of files."""
        return file_stem(self.scenarios[1], "compared")

    def table(self) -> Table:
        """Return all numbers of both and their differences as header and rows, probabilities in full."""
        one, other = self.results
        header = ("seat", "number", "A", "A stderr", "B", "B stderr", "difference", "difference stderr")
        rows: list[tuple[object, ...]] = []
        for old, new in self.pairs:
            name, change = self.name(old, new), self.seat_changes[new]
            before, after = one.seats[old].estimate, other.seats[new].estimate
            if change is None or before is None or after is None:
                continue
            equities = before.equity, before.stderr, after.equity, after.stderr
            rows.append((name, "equity", *equities, change.change, change.stderr))
            shares = self.shares(old, new)
            classes = class_rows(other.scenario.game)
            outcomes = [(key, key) for key in shares if key not in dict(classes)]
            for key, title in (*outcomes, *classes):
                share = shares[key]
                rows.append((name, title, share.before, "", share.after, "", share.change, share.stderr))
        for bet in self.bets:
            what = "advised" if bet.advised else bet.after.action
            for title, worth, unit in (("chips", bet.chips, Amount), ("growth", bet.growth, float)):
                if worth is not None:
                    row = (unit(worth.before), "", unit(worth.after), "", unit(worth.change), unit(worth.stderr))
                    rows.append(("", f"{what} {bet.after.chips:g} {title}", *row))
        return header, rows


def sides_of(pinned: Pinned, scenario: Scenario, snapshot: Snapshot | None, *, stale: bool) -> Sides:
    """Return both tables, A first, whichever of them is pinned."""
    known = None if snapshot is None else at_table(snapshot, scenario) if not stale else snapshot
    tables, results = (pinned.scenario, scenario), (pinned.snapshot, known)
    if pinned.letter == "B":
        return Sides((tables[1], tables[0]), (results[1], results[0]), pinned.other, stale)
    return Sides(tables, results, pinned.other, stale)


def class_names(sides: Sides) -> tuple[str, ...]:
    """Return the names of the classes of final hands, in the order of the game."""
    return GAMES[sides.scenarios[1].game].classes


def bets_of(sides: Sides) -> tuple[BetChange, ...]:
    """Return how the worth of bets differs, as far as both tables ask about bets."""
    one, other = sides.scenarios
    asked = with_same_bets(one, other), with_same_bets(other, one)
    if asked[0].kelly is None:
        return ()
    first, second = (bet_request(s, r) for s, r in zip(asked, sides.results, strict=True))
    return () if first is None or second is None else bet_changes(sides.results[0], first, sides.results[1], second)
