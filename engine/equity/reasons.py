"""The reason why a run is exact or sampled, and its texts: in full for files and tool tips, short for a line."""

import re
from dataclasses import dataclass
from typing import Literal

from engine.equity.budget import AUTO_BUDGET, REFERENCE_OPERATIONS_PER_SECOND, estimated_seconds

FAR_BEYOND = 1e15
"""Operations from which on a time is no longer worth naming: about a week."""

Kind = Literal["exact", "exact as requested", "sampled as requested", "sampled", "saved"]

_COUNTS = re.compile(r" \([^()]* operations[^()]*\)")


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a run is exact or sampled.

    ``kind`` ends in *as requested* if the scenario names the method; otherwise it is the choice of ``auto``.
    ``operations``: the cost of the cheapest exact method, or None if there is none. A saved result has only the
    ``text`` of its reason, with the ``kind`` *saved*.
    """

    kind: Kind
    operations: float | None = None
    text: str = ""

    @property
    def seconds(self) -> float | None:
        """The time of the exact method on the reference machine in seconds, or None if it is not known."""
        return None if self.operations is None else estimated_seconds(self.operations)


def saved_reason(text: str) -> Reason:
    """Return the reason that a result file gives in words."""
    return Reason("saved", text=text)


def reason_text(reason: Reason, speed: float = REFERENCE_OPERATIONS_PER_SECOND) -> str:
    """Return the full text, with operations and budget; times are for a machine of ``speed`` operations per second.

    >>> reason_text(Reason("exact", operations=4e9))
    'exact: about 2 s (4 G operations, budget 4 G)'
    """
    return _text(reason, speed, counts=True)


def reason_words(reason: Reason, speed: float = REFERENCE_OPERATIONS_PER_SECOND, *, counted: bool) -> str:
    """Return the text for players, without counts of operations; ``counted``: the exact run is complete.

    The text of an exact run has no time: kernels may have to be prepared, and a run shows its own time. Times of other
    methods are for a machine of ``speed`` operations per second."""
    method, _, obstacle_text = _text(reason, speed, counts=False).partition(":")
    if counted or method.startswith("exact"):
        return f"{method}: {'every deal is counted' if counted else 'counting every deal'}"
    return f"{method}:{obstacle_text}" if obstacle_text else method


def _text(reason: Reason, speed: float, *, counts: bool) -> str:
    """Return the text of a reason, with counts of operations or, for players, without."""
    if reason.kind == "saved":
        return reason.text if counts else _COUNTS.sub("", reason.text)
    if reason.kind == "sampled as requested":
        return reason.kind
    if reason.kind == "sampled":
        return f"sampled: {obstacle(reason.operations, speed, counts=counts)}"
    assert reason.operations is not None
    return f"{reason.kind}: {_work(reason.operations, speed, counts=counts)}"


def obstacle(operations: float | None, speed: float = REFERENCE_OPERATIONS_PER_SECOND, *, counts: bool) -> str:
    """Return why the exact method, which takes ``operations`` (None: there is no such method), is not used."""
    if operations is None:
        return "no exact method for this table"
    if operations > FAR_BEYOND:
        return "exact is out of reach"
    return f"exact would take {_work(operations, speed, counts=counts)}"


def _work(operations: float, speed: float, *, counts: bool) -> str:
    known = f" ({_count(operations)} operations, budget {_count(AUTO_BUDGET)})" if counts else ""
    return f"{_seconds(estimated_seconds(operations, speed))}{known}"


def _count(operations: float) -> str:
    for limit, unit in ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")):
        if operations >= limit:
            digits = f"{operations / limit:.3g}"
            return f"{digits if 'e' not in digits else round(operations / limit)} {unit}"
    return f"{operations:.0f}"


def _seconds(seconds: float) -> str:
    if seconds < 0.001:
        return "under 1 ms"
    if seconds < 0.0995:
        return f"about {1000 * seconds:.2g} ms"
    if seconds < 90:
        return f"about {seconds:.2g} s"
    return f"about {seconds / 60:.0f} min" if seconds < 5400 else f"about {seconds / 3600:.0f} h"
