"""What the details of a result (``run.detail``) say, as the pages show it.

The details of a result that was read from a file are unchecked: what is not of the known form counts as absent.
"""

from collections.abc import Mapping

from engine import Snapshot


def class_equities(snapshot: Snapshot | None, seat: int) -> Mapping[str, float] | None:
    """Return the equity of each starting-hand class (``AKs``) in the range of ``seat``.

    None where the result has none: the detail ``matrix`` was not asked for, or the seat has folded.
    """
    if snapshot is None or snapshot.scenario.game != "holdem":
        return None
    try:
        for row in snapshot.details.get("matrix", ()):
            if row["seat"] == seat:
                return {name: float(cell["equity"]) for name, cell in row["classes"].items()}
    except (AttributeError, KeyError, TypeError, ValueError):
        return None
    return None
