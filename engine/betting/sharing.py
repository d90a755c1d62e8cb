"""Whether the threads of a run share the iterations on a small tree, or a single one walks it."""

from dataclasses import dataclass, field

EXPECTED_GAIN = 0.6
"""The expected time of a shared iteration as a share of that in one thread, before any was measured."""
MAX_LOSS = 4.0
"""The largest ratio of a shared iteration's duration to that in a single thread which is recorded: the first call loads
the kernel, and its duration must not rule out sharing for the rest of the run."""
TIME_FADES = 0.9
"""The measured time of a shared iteration fades by this factor with each call in which a single thread iterates, so
that sharing is tried again: how busy the processors are changes."""


@dataclass(slots=True)
class Sharing:
    """The measured seconds of an iteration in one thread, ``alone``, and shared among threads, ``shared``.

    On a machine that is busy with other programs a thread can lose its processor in the middle of a chunk, for which
    the others then wait. Sharing is slower then than a single thread, and has to be given up. ``possible``: whether
    there is anything to share.

    >>> sharing = Sharing(0.001, possible=True)
    >>> sharing.better
    True
    >>> sharing.measured(0.003)
    >>> sharing.better
    False
    """

    alone: float
    possible: bool
    shared: float = field(init=False)

    def __post_init__(self) -> None:
        self.shared = EXPECTED_GAIN * self.alone

    @property
    def better(self) -> bool:
        """Whether the next call should share its iterations."""
        return self.possible and self.shared < self.alone

    @property
    def seconds(self) -> float:
        """The expected seconds of an iteration in the next call."""
        return self.shared if self.better else self.alone

    def measured(self, seconds: float) -> None:
        """Record the duration of an iteration in the call that :attr:`better` has decided."""
        if self.better:
            self.shared = min(seconds, MAX_LOSS * self.alone)
        else:
            self.alone = seconds
            self.shared *= TIME_FADES
