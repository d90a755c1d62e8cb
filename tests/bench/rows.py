"""The rows of the benchmarks as data: the work, how it is measured, what is to be reached."""

from dataclasses import dataclass, field
from typing import Literal

from engine.games import GAMES
from engine.scenario import Game, Method
from tests.bench.figures import Goal

W = "22+,A2s+,K9s+,QTs+,JTs,A9o+,KTo+,QJo"
SIX = ("QQ+,AKs", "TT+,AQs+", "88+,AJs+", "22+,A2s+", "JTs,T9s,98s", W)
SIX_RAZZ = ("A23", "456", "789", "(8-8-)2", "xxT", "xxK")
DRAW = ("AhKh", "22+,ATs+", "15%", "random", "30%")
FLOP = "7h8h2c"
TURN = FLOP + "Qd"
ONE_SUIT, ALL_SUITS = "Ah", "AhKdQs"
"""Dead cards that break the symmetry of one suit, and of all of them."""

MS = 1e-3
MILLION = 1e6
CANCEL_GOAL = Goal(100 * MS)


def seconds(limit: float) -> Goal:
    """Return the goal of taking at most so many seconds."""
    return Goal(limit)


def rate(limit: float) -> Goal:
    """Return the goal of at least so many things a second."""
    return Goal(limit, at_most=False)


@dataclass(frozen=True)
class Table:
    """What lies on the table."""

    game: Game
    cards: tuple[str, ...]
    board: str = ""
    dead: str = ""
    folded: tuple[str, ...] = ()


def holdem(*cards: str, board: str = "", dead: str = "", folded: tuple[str, ...] = ()) -> Table:
    """Return a table of hold'em."""
    return Table("holdem", cards, board, dead, folded)


def razz(*cards: str) -> Table:
    """Return a table of razz."""
    return Table("razz", cards)


@dataclass(frozen=True)
class Exact:
    """The time of a whole exact answer, from the texts to the numbers."""

    work: str
    table: Table
    goal: Goal | None = None


@dataclass(frozen=True)
class Sampled:
    """Deals a second, and the time until no equity has a standard error of more than 0.0001."""

    work: str
    table: Table
    rate: Goal | None = None
    seconds: Goal | None = None


@dataclass(frozen=True)
class Detail:
    """The time of a detail, from the moment the numbers of the seats are there, and the details ``after`` which it
    comes."""

    work: str
    table: Table
    detail: str
    goal: Goal | None = None
    method: Method = "exact"
    after: tuple[str, ...] = ()
    """Details that are there before it."""


@dataclass(frozen=True)
class Cancel:
    """How long a run takes to end when it is cancelled at some moment; the slowest of a few."""

    work: str
    table: Table
    method: Method = "exact"
    detail: tuple[str, ...] = field(default=())


@dataclass(frozen=True)
class Other:
    """What another module of the benchmarks measures by itself."""

    work: str
    module: Literal["asking", "betting", "lists", "ranges", "peers", "preflop", "window"]


Row = Exact | Sampled | Detail | Cancel | Other

HOLDEM: tuple[Row, ...] = (
    Exact("AhAd v KhKd", holdem("AhAd", "KhKd"), seconds(0.3 * MS)),
    Exact("AA v KK", holdem("AA", "KK"), seconds(0.3 * MS)),
    Exact("random v random", holdem("random", "random"), seconds(10 * MS)),
    Exact("random v random, one suit broken", holdem("random", "random", dead=ONE_SUIT), seconds(3)),
    Exact("random v random, all suits broken", holdem("random", "random", dead=ALL_SUITS), seconds(10)),
    Exact("W v random", holdem(W, "random"), seconds(10 * MS)),
    Exact("W v random, one suit broken", holdem(W, "random", dead=ONE_SUIT), seconds(3)),
    Exact("W v random, all suits broken", holdem(W, "random", dead=ALL_SUITS), seconds(10)),
    Exact("W v random on 7h8h2c", holdem(W, "random", board=FLOP), seconds(10 * MS)),
    Exact("W > flop best 30% v random on 7h8h2c", holdem(f"{W} > flop best 30%", "random", board=FLOP)),
    Exact("random v random on 7h8h2c", holdem("random", "random", board=FLOP), seconds(15 * MS)),
    Exact("random v random on 7h8h2c9s", holdem("random", "random", board=FLOP + "9s"), seconds(3 * MS)),
    Exact("AKs / QQ / JTs", holdem("AKs", "QQ", "JTs"), seconds(50 * MS)),
    Exact("22+ / AKs,AKo / AQs,KQs", holdem("22+", "AKs,AKo", "AQs,KQs"), seconds(0.5)),
    Exact("random / random / AhKh on 7h8h2c", holdem("random", "random", "AhKh", board=FLOP), seconds(60 * MS)),
    Exact("W / W / W", holdem(W, W, W), seconds(3)),
    Exact("3 x random", holdem(*("random",) * 3), seconds(15)),
    Exact("4 x W on 7h8h2c", holdem(W, W, W, W, board=FLOP)),
    Exact("4 x W on 7h8h2c9s", holdem(W, W, W, W, board=FLOP + "9s")),
    Exact("AhKh / 3 x random on 7h8h2c9s", holdem("AhKh", *("random",) * 3, board=FLOP + "9s")),
    Exact("W v random, W folded", holdem(W, "random", folded=(W,)), seconds(2)),
    Exact("W v random, W and TT+,AK folded, on 7h8h2c", holdem(W, "random", board=FLOP, folded=(W, "TT+,AK"))),
    Exact("77 / AKo / QJs / T9s on 7h8h2c", holdem("77", "AKo", "QJs", "T9s", board=FLOP), seconds(0.7 * MS)),
    Exact("77 / AKo / QJs / T9s on 7h8h2cQd", holdem("77", "AKo", "QJs", "T9s", board=TURN), seconds(0.2 * MS)),
    Exact("ten hands", holdem("AhAd", "KhKd", "QsQc", "Jh9h", "8s8c", "7d6d", "5d5s", "AcTc", "KsTs", "2h2d")),
    Exact("random alone", holdem("random")),
    Sampled("6 x random", holdem(*("random",) * 6), rate(40 * MILLION), seconds(0.45)),
    Sampled("6 ranges", holdem(*SIX), rate(35 * MILLION), seconds(0.6)),
    Sampled("3 x random", holdem(*("random",) * 3)),
    Sampled("10 x random", holdem(*("random",) * 10)),
    Sampled("AhKh / 5 x random", holdem("AhKh", *("random",) * 5)),
    Sampled("4 x W", holdem(*(W,) * 4)),
    Sampled("9 x W", holdem(*(W,) * 9)),
    Sampled("6 x AA,KK,QQ", holdem(*("AA,KK,QQ",) * 6)),
    Sampled("W v random, 2 x W folded", holdem(W, "random", folded=(W, W))),
    Sampled("6 ranges on 7h8h2c", holdem(*SIX, board=FLOP)),
    Sampled("AhKh / 22+,ATs+ / 15% / random / 30% on 7h8h2c", holdem(*DRAW, board=FLOP), seconds=seconds(0.7)),
    Sampled("AhKh / 22+,ATs+ / 15% / random / 30% on 7h8h2cQd", holdem(*DRAW, board=TURN), seconds=seconds(0.5)),
    Sampled("9 x W on 7h8h2cQd", holdem(*(W,) * 9, board=TURN)),
)

RAZZ: tuple[Row, ...] = (
    Exact("A29 v 647", razz("A29", "647"), seconds(15 * MS)),
    Exact("As2s3s v Ah2h4h", razz("As2s3s", "Ah2h4h"), seconds(20 * MS)),
    Exact("As2s3s4s v Ah2h4h5h", razz("As2s3s4s", "Ah2h4h5h"), seconds(5 * MS)),
    Exact("A29 v (7-7-7)", razz("A29", "(7-7-7)")),
    Exact("(8-8-8) v (8-8-8)", razz("(8-8-8)", "(8-8-8)"), seconds(1)),
    Exact("x v x", razz("x", "x")),
    Exact("A23 v 456 v 789", razz("A23", "456", "789"), seconds(10)),
    Exact("x v x v x", razz("x", "x", "x"), seconds(10)),
    Exact("(8-8-8) v (7-7-7) v (6-6-6)", razz("(8-8-8)", "(7-7-7)", "(6-6-6)"), seconds(10)),
    Exact("four seats, fifth street", razz("A238K", "4567Q", "A359J", "2789T")),
    Exact("five seats, sixth street", razz("A238KQ", "4567QJ", "A359JT", "2789TK", "A6789K")),
    Sampled("6 x unknown", razz(*("x",) * 6), rate(6 * MILLION)),
    Sampled("8 x unknown, common card", razz(*("x",) * 8), rate(5 * MILLION)),
    Sampled("6 seats, one range", razz(*SIX_RAZZ), rate(6 * MILLION)),
    Sampled("6 x (8-8-)", razz(*("(8-8-)",) * 6)),
    Sampled("8 x (8-8-8-)", razz(*("(8-8-8-)",) * 8)),
)

DETAILS: tuple[Row, ...] = (
    Detail("W v random", holdem(W, "random"), "matrix"),
    Detail("W v random on 7h8h2c", holdem(W, "random", board=FLOP), "matrix"),
    Detail("W v random on 7h8h2c", holdem(W, "random", board=FLOP), "next_card"),
    Detail("W v random on 7h8h2c", holdem(W, "random", board=FLOP), "made"),
    Detail(
        "W v random on 7h8h2c, behind the hands",
        holdem(W, "random", board=FLOP),
        "made",
        seconds(2 * MS),
        after=("matrix",),
    ),
    Detail("W v random on 7h8h2c", holdem(W, "random", board=FLOP), "next_street", seconds(0.5)),
    Detail("W / 22+ / A2s+ on 7h8h2c", holdem(W, "22+", "A2s+", board=FLOP), "next_street", seconds(5)),
    Detail("W v random on 7h8h2c", holdem(W, "random", board=FLOP), "runouts", seconds(0.5)),
    Detail("W / 22+ / A2s+ on 7h8h2c", holdem(W, "22+", "A2s+", board=FLOP), "runouts", seconds(2)),
    Detail("random v random", holdem("random", "random"), "flopped", seconds(0.3)),
    Detail("W v random, all suits broken", holdem(W, "random", dead=ALL_SUITS), "flopped", seconds(0.3)),
    Detail("AhAd v KhKd", holdem("AhAd", "KhKd"), "flops"),
    Detail("W v random", holdem(W, "random"), "flops"),
    Detail("6 ranges", holdem(*SIX), "matrix", method="sampled"),
    Detail("6 ranges", holdem(*SIX), "flops", method="sampled"),
    Detail("6 ranges on 7h8h2c", holdem(*SIX, board=FLOP), "made", method="sampled"),
    *(Detail("A29 v 647", razz("A29", "647"), detail) for detail in GAMES["razz"].details),
    *(Detail("(8-8-8) v (8-8-8)", razz("(8-8-8)", "(8-8-8)"), detail) for detail in GAMES["razz"].details),
    *(Detail("A29 v (7-7-7) v x", razz("A29", "(7-7-7)", "x"), detail) for detail in GAMES["razz"].details),
    *(Detail("6 seats, one range", razz(*SIX_RAZZ), detail, method="sampled") for detail in GAMES["razz"].details),
)

CANCEL: tuple[Row, ...] = (
    Cancel("W v random, all suits broken", holdem(W, "random", dead=ALL_SUITS)),
    Cancel("W / W / W", holdem(W, W, W)),
    Cancel("random / random / AhKd,7s6s", holdem("random", "random", "AhKd,7s6s")),
    Cancel("six seats of six combos", holdem("AA", "KK", "QQ", "JJ", "TT", "99")),
    Cancel("W v random, W folded", holdem(W, "random", folded=(W,))),
    Cancel("4 x W on 7h8h2c", holdem(W, W, W, W, board=FLOP)),
    Cancel("five short ranges", holdem("22+", "AKs,AKo", "AQs,KQs", "JTs", "T9s")),
    Cancel("6 ranges", holdem(*SIX), "sampled"),
    Cancel("10 x random", holdem(*("random",) * 10), "sampled"),
    Cancel("10 x TT+,AK", holdem(*("TT+,AK",) * 10), "sampled"),
    Cancel("9 x TT+", holdem(*("TT+",) * 9), "sampled"),
    Cancel("6 x AA,KK,QQ", holdem(*("AA,KK,QQ",) * 6), "sampled"),
    Cancel("W v random", holdem(W, "random"), detail=("matrix", "flops")),
    Cancel("W / W / W on 7h8h2c", holdem(W, W, W, board=FLOP), detail=("matrix", "next_card")),
    Cancel("6 ranges", holdem(*SIX), "sampled", ("matrix", "flops")),
    Cancel("(8-8-8) v (7-7-7) v (6-6-6)", razz("(8-8-8)", "(7-7-7)", "(6-6-6)")),
    Cancel("five seats, sixth street", razz("A238KQ", "4567QJ", "A359JT", "2789TK", "A6789K")),
    Cancel("8 x (8-8-8-)", razz(*("(8-8-8-)",) * 8), "sampled"),
    Cancel("A29 v (7-7-7) v x", razz("A29", "(7-7-7)", "x"), detail=("joint", "next_card", "starting_hands")),
    Cancel("6 seats", razz(*SIX_RAZZ), "sampled", ("next_card", "sensitivity")),
)

GROUPS: dict[str, tuple[Row, ...]] = {
    "holdem": HOLDEM,
    "razz": RAZZ,
    "details": DETAILS,
    "cancel": CANCEL,
    "preflop": (Other("before the flop", "preflop"),),
    "betting": (Other("betting", "betting"),),
    "ask": (Other("questions", "asking"),),
    "ranges": (Other("range texts", "ranges"),),
    "lists": (Other("long lists", "lists"),),
    "histories": (Other("hands in the window", "histories"),),
    "peers": (Other("beside other packages", "peers"),),
    "window": (Other("the window", "window"),),
}
