"""Why a run is exact or sampled: the value, and its words, in full for files and tool tips and short for a line."""

import re
from dataclasses import dataclass
from typing import Literal

from engine.equity.budget import AUTO_BUDGET, REFERENCE_OPERATIONS_PER_SECOND, estimated_seconds

FAR_BEYOND = 1e15
"""Operations beyond which the number means nothing to a reader: about a week."""

Kind = Literal["exact", "exact as asked", "sampled as asked", "sampled", "saved"]

_COUNTS = re.compile(r" \([^()]* operations[^()]*\)")


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a run is exact or sampled.

    ``kind`` is *as asked* where the scenario names the method, else the choice of ``auto``. ``operations`` are those of
    the cheapest exact method, None where there is none. Of a saved result only the words are known: ``text``, with
    ``kind`` *saved*.
    """

    kind: Kind
    operations: float | None = None
    text: str = ""

    @property
    def seconds(self) -> float | None:
        """The time of the exact method on the reference machine; None where it is not known."""
        return None if self.operations is None else estimated_seconds(self.operations)


def saved_reason(text: str) -> Reason:
    """Return the reason in a result file."""
    return Reason("saved", text=text)


def reason_text(reason: Reason, speed: float = REFERENCE_OPERATIONS_PER_SECOND) -> str:
    """Return the words in full, with operations and budget, as in *exact: about 2 s (4 G operations, budget 4 G)*;
    times are those of a machine with ``speed`` operations a second."""
    return _words(reason, speed, counts=True)


def reason_words(reason: Reason, speed: float = REFERENCE_OPERATIONS_PER_SECOND, *, counted: bool) -> str:
    """Return the words for players: no counts of operations; ``counted``: every deal has been counted, so that the
    time which it would take is no matter. Times are those of a machine with ``speed`` operations a second."""
    words = _words(reason, speed, counts=False)
    return f"{words.partition(':')[0]}: every deal is counted" if counted else words


def _words(reason: Reason, speed: float, *, counts: bool) -> str:
    if reason.kind == "saved":
        return reason.text if counts else _COUNTS.sub("", reason.text)
    if reason.kind == "sampled as asked":
        return reason.kind
    if reason.kind == "sampled":
        return f"sampled: {obstacle(reason.operations, speed, counts=counts)}"
    assert reason.operations is not None
    return f"{reason.kind}: {_work(reason.operations, speed, counts=counts)}"


def obstacle(operations: float | None, speed: float = REFERENCE_OPERATIONS_PER_SECOND, *, counts: bool) -> str:
    """Return the reason against the exact method, which takes so many operations; None: there is none."""
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
