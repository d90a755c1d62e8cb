"""What the page says in sentences: the answer to "what does this range have, and who has more?" No Qt."""

import numpy as np

from engine.details.sorted_hands import SortedHands
from engine.made.names import FIRST_DRAW, FIRST_KICKER, MADE, TOP_PAIR, cell_name
from gui.look.formatting import percent
from gui.pages.made.rows import Numbers

PARTS = (("best third", 0.0, 1 / 3), ("middle", 1 / 3, 2 / 3), ("worst", 2 / 3, 1.0))
LEAST_TOLD = 0.005
"""A difference of shares that is worth a word."""
MANY = {
    "straight flush": "straight flushes", "four of a kind": "quads", "full house": "full houses", "flush": "flushes",
    "straight": "straights", "trips": "trips", "pocket pair below top": "pocket pairs below top",
}  # fmt: skip
FLUSH_DRAW = FIRST_DRAW
STRONG = range(MADE.index("two pair") + 1)
ONE_PAIR = range(MADE.index("overpair"), TOP_PAIR + 1)


def answer(own: Numbers, other: Numbers | None) -> str:
    """Return in a sentence or two what a seat has, and who of the two has more of what."""
    verb = "flops" if own.combos is None else "has"
    better = percent(float(own.better[TOP_PAIR]), exact_digits=1)
    parts = [f"{own.name} {verb} top pair or better {better} of the time"]
    if own.share[FLUSH_DRAW] > 0:
        parts.append(f"a flush draw {percent(float(own.share[FLUSH_DRAW]), exact_digits=1)}")
    text = ", ".join(parts) + "."
    return f"{text} {comparison(own, other)}" if other is not None else text


def comparison(own: Numbers, other: Numbers) -> str:
    """Return who has more of a good class, as in ``Seat 2 has more sets: 4.1 % to 1.2 %``: of the best classes that in
    which the two differ most, and where they hardly do, of one pair."""
    change = own.share - other.share
    for cells in (STRONG, ONE_PAIR):
        cell = max(cells, key=lambda cell: abs(float(change[cell])))
        if abs(change[cell]) >= LEAST_TOLD:
            first, second = (own, other) if change[cell] > 0 else (other, own)
            shares = (percent(float(seat.share[cell]), exact_digits=1) for seat in (first, second))
            verb = "has" if own.combos is not None else "flops"
            return f"{first.name} {verb} more {many(cell)}: {' to '.join(shares)}."
    return "Both have their good hands about equally often."


def many(cell: int) -> str:
    """Return the name of a class for several of it."""
    name = cell_name(cell)
    return MANY.get(name, f"{name}s" if cell < FIRST_KICKER else name)


def thirds(hands: SortedHands) -> str:
    """Return the equities of the best, the middle and the worst third of a range; sampled ones to the digits that the
    error of their hands leaves."""
    error = float(np.nanmean(hands.stderr)) if np.isfinite(hands.stderr).any() else 0.0
    known = np.isfinite(hands.equity).all()
    texts = (f"{name} {percent(hands.mean(a, b), error, exact_digits=1)}" for name, a, b in PARTS)
    return f"Equity: {', '.join(texts)}" if known else ""
