"""How fast the engine is here and now: what promises of time go by."""

from engine import Snapshot
from engine.budget import REFERENCE_OPERATIONS_PER_SECOND

TRUSTED_S = 0.3
"""A run of so many seconds counts for as much as all before it."""


class MeasuredSpeed:
    """Operations a second as measured in this process, the last runs above all: others may use the machine too.

    Before the first run it is that of the reference machine.
    """

    def __init__(self) -> None:
        self.value = self._before = REFERENCE_OPERATIONS_PER_SECOND

    def begin(self) -> None:
        """Take what is known as what was known before the run that begins."""
        self._before = self.value

    def take(self, snapshot: Snapshot) -> None:
        """Learn from the present run; a later snapshot of it replaces the earlier ones."""
        if snapshot.speed is not None:
            weight = snapshot.elapsed_s / (snapshot.elapsed_s + TRUSTED_S)
            self.value = self._before ** (1 - weight) * snapshot.speed**weight
