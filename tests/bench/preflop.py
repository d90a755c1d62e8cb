"""The times of the pre-flop laboratory: flop books, decisions, jam or fold."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.preflop.jam import JamRequest, solve_jam
from engine.preflop.jam_stacks import StacksRequest, solve_stacks
from engine.preflop.request import read_preflop_request
from engine.preflop.run import solve_preflop
from tests.bench.figures import Figure, Goal, median_seconds

THREADS = 2
CALLER = {"name": "BB", "in": 1, "calls": "22+ A9s+ KTs+ QJs AJo+ KQo"}
NINE = StacksRequest(
    stacks=(12, 25, 8, 30, 18, 9, 14, 20, 11), ante=1, ante_by="big blind", payouts=(40, 25, 15, 10, 6, 4)
)  # fmt: skip
SHARE = {"in": 1, "cards": "15%"}


@dataclass(frozen=True)
class Work:
    """What is measured, and its goal in seconds."""

    work: str
    run: Callable[[], object]
    goal: float | None = None


def decide(hero: str, *opponents: dict[str, object]) -> Callable[[], object]:
    """Return the decision of a hand or range against opponents."""
    request = {"hero": {"cards": hero}, "opponents": list(opponents), "after": {"bets": 5}}
    return lambda: solve_preflop(read_preflop_request(request), workers=THREADS)


ROWS = (
    Work("AKs v one range", decide("AKs", CALLER), 0.3),
    Work("AKo v one range", decide("AKo", CALLER), 0.3),
    Work("169 classes v one range", decide("random", CALLER), 3.0),
    Work("169 classes v random", decide("random", {"in": 1, "cards": "random"})),
    Work("AKo v two ranges of 15%", decide("AKo", SHARE, SHARE), 2.0),
    Work("169 classes v two ranges of 15%", decide("random", SHARE, SHARE), 20.0),
    Work("169 classes v two callers", decide("random", {"in": 1, "calls": "30%"}, {"in": 1, "calls": "40%"})),
    Work("AKo v two callers", decide("AKo", {"in": 1, "calls": "30%"}, {"in": 1, "calls": "40%"})),
    Work("AKs v three callers, sampled", decide("AKs", *({"in": 1, "calls": "30%"},) * 3)),
    Work("jam or fold", lambda: solve_jam(JamRequest(stack=10)), 0.5),
    Work("jam or fold, six players", lambda: solve_jam(JamRequest(stack=10, players=6))),
    Work(
        "jam or fold for prizes, two players",
        lambda: solve_stacks(StacksRequest(stacks=(9, 21), payouts=(65, 35))),
        0.5,
    ),
    Work("jam or fold for prizes, nine players", lambda: solve_stacks(NINE), 5.0),
    Work("... two may call, six players", lambda: solve_stacks(replace(NINE, stacks=NINE.stacks[:6], calls=2))),
    Work("critical stacks", lambda: solve_jam(JamRequest(critical=True)), 30.0),
)


def figures(runs: int) -> list[Figure]:
    """Return the medians of ``runs`` runs where these are short."""
    return [
        Figure(row.work, "", median_seconds(row.run, runs), goal=None if row.goal is None else Goal(row.goal))
        for row in ROWS
    ]
