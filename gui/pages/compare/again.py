"""The pinned table computed anew: where its result is not known, and on demand with the random numbers and as many
trials as the other one, so that much of their errors drops out of the difference.
"""

from dataclasses import replace

from PySide6.QtCore import QObject, Slot

from engine import RunOptions, Snapshot
from gui.state.document import Document
from gui.state.latest import Questions
from gui.state.session import Pinned, Session, Wanted, WatchedTable


class PinnedRun(WatchedTable):
    """Computes what is pinned.

    With ``same_numbers`` a sampled table is computed with the seed of the one on show and no fewer trials: refining
    that one adds to both.
    """

    same_numbers = False

    def __init__(
        self, document: Document, session: Session, questions: Questions, parent: QObject | None = None
    ) -> None:
        super().__init__(document, session, questions, parent)
        self.changed.connect(self._keep)

    @property
    def possible(self) -> bool:
        """Whether both tables are sampled, so that their random numbers can be the same."""
        pinned, snapshot = self._session.pinned, self._session.snapshot
        if pinned is None or pinned.snapshot is None or snapshot is None or self._session.stale:
            return False
        return pinned.snapshot.method == snapshot.method == "sampled"

    @Slot(bool)
    def use_same_numbers(self, on: bool) -> None:
        """Let sampled tables share their random numbers, or leave them as they are."""
        self.same_numbers = on
        self._follow()

    def wanted(self) -> Wanted | None:
        pinned, snapshot = self._session.pinned, self._session.snapshot
        if pinned is None:
            return None
        if pinned.snapshot is None:
            return pinned.scenario, None
        if not (self.same_numbers and self.possible) or snapshot is None or self._session.state != "idle":
            return None
        return _like(pinned, pinned.snapshot, snapshot)

    @Slot()
    def _keep(self) -> None:
        """Pin the whole result."""
        pinned, snapshot = self._session.pinned, self.latest.current
        if pinned is not None and snapshot is not None and snapshot.final and pinned.snapshot is not snapshot:
            self._session.keep_pinned(replace(pinned, snapshot=snapshot))


def _like(pinned: Pinned, known: Snapshot, snapshot: Snapshot) -> Wanted | None:
    """Return the pinned table to be computed with the random numbers of ``snapshot``, and the run to go on with; None
    where ``known`` is one already."""
    seed = snapshot.scenario.run.seed
    same = known.scenario.run.seed == seed
    if same and known.deals >= snapshot.deals and known.trace is not None:
        return None
    options = RunOptions("sampled", seed, max_trials=snapshot.deals)
    earlier = known if same and known.resume and known.deals < snapshot.deals else None
    return replace(pinned.scenario, run=options, kelly=None, preflop=None), earlier
