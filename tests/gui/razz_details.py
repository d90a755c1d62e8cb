"""Results of razz with the details that pages show, computed by the engine once for all tests."""

from functools import cache

from engine import RunOptions, Scenario, Seat, solve

FOURTH = ("A 2 9 5", "3 4 7 8")


def razz(cards, dead="", *, detail=(), folded=(), **run):
    seats = tuple(Seat("Hero" if i == 0 else f"Seat {i + 1}", text, i in folded) for i, text in enumerate(cards))
    return Scenario("razz", seats, dead=dead, run=RunOptions(detail=detail, **run))


@cache
def solved(cards=FOURTH, dead="K 7", detail=(), folded=(), **run):
    return solve(razz(cards, dead, detail=detail, folded=folded, **run))
