"""A simulation of a table whose exact result is on show: the program shows that its own sampling is honest.

It deals the trials of the table's seed, as many as its limit says, in the background. That is a result beside the one
on show, which stays as it is.
"""

from dataclasses import replace

from engine import RunOptions, Snapshot
from gui.state.session import Wanted, WatchedTable

TRIALS = 100_000
"""Where the table has no limit of deals."""


class Simulation(WatchedTable):
    """Simulates the table of which the session has an exact result."""

    @property
    def snapshot(self) -> Snapshot | None:
        """The trials so far."""
        return self.latest.current

    @property
    def possible(self) -> bool:
        """Whether there is an exact result, beside which a simulation could stand."""
        exact = self._session.snapshot
        return exact is not None and exact.method == "exact" and not self._session.stale and bool(exact.seats)

    def wanted(self) -> Wanted | None:
        exact = self._session.snapshot
        if exact is None or not self.possible:
            return None
        options = exact.scenario.run
        sampled = RunOptions("sampled", options.seed, max_trials=options.max_trials or TRIALS)
        return replace(exact.scenario, run=sampled, kelly=None, preflop=None), None
