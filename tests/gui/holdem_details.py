"""Results of hold'em with the details that pages show, computed by the engine once for all tests."""

from functools import cache

from engine import RunOptions, Scenario, Seat, solve

FLOP = "7h 8h 2c"


def holdem(cards, board="", *, detail=(), names=(), folded=(), dead="", **run):
    seats = tuple(
        Seat(names[i] if i < len(names) else "Hero" if i == 0 else f"Seat {i + 1}", text, i in folded)
        for i, text in enumerate(cards)
    )
    return Scenario("holdem", seats, board=board, dead=dead, run=RunOptions(detail=detail, **run))


@cache
def solved(cards=("AhKh", "QsQc"), board=FLOP, detail=("next_card",), folded=(), **run):
    return solve(holdem(cards, board, detail=detail, folded=folded, **run))
