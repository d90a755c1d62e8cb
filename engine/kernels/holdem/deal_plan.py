"""What random deals of hold'em (see ``deal_high``) start from, work with and add to."""

from typing import NamedTuple

from engine.kernels.arrays import F64, I64, U64, Bools
from engine.kernels.holdem.controls import Controls, ControlWork
from engine.kernels.holdem.guests import Guests
from engine.kernels.holdem.high import HighTables
from engine.kernels.holdem.joint import Joint
from engine.kernels.holdem.lanes import Lanes, LaneWork
from engine.kernels.holdem.lattice import Draws
from engine.kernels.holdem.showdown import Row
from engine.kernels.holdem.windows import Known, Marks, Windows, Words


class DealPlan(NamedTuple):
    """What every deal starts from.

    ``joint``: the seats with a range, folded ones among them; ``steps`` uint64[lists]: their lattices; ``turns``
    int64[steps]: see ``lattice.draw_group``; ``ranged``
    bool[seats], those with a particular hand too; ``uniform`` int64: the other seats, which are dealt any cards;
    ``rows`` int64[seats]: where the words of each seat are; ``combo_keys``, ``combo_suits``
    uint64[1326]: the two words of each combo; ``marks``: of the rests; ``known``: the board; ``classes`` int64[seats]:
    equal numbers for seats whose pots are put together, because their ranges are the same; ``tables``; ``lanes``: where
    the boards come from these, a key tells only which cards a hand has, and nothing of the board is in the rests;
    ``controls``: what is taken out of the pots.
    """

    joint: Joint
    steps: U64
    turns: I64
    ranged: Bools
    uniform: I64
    rows: I64
    combo_keys: U64
    combo_suits: U64
    marks: Marks
    known: Known
    classes: I64
    tables: HighTables
    lanes: Lanes
    controls: Controls


class GroupShape(NamedTuple):
    """The size of a group: up to ``tuples`` of hole cards and ``rests`` for each.

    Where hands are drawn, ``counts`` int64[blocks] are the draws to make, which give about as many tuples. Where none
    are drawn, a group has one tuple of nothing, and its rests are all windows of a deck. Each tuple meets ``quads``
    quads of boards (0: boards are in the rests).
    """

    tuples: int
    rests: int
    counts: I64
    quads: int


class DealTally(NamedTuple):
    """What trials add to.

    ``shares`` int64[seats, seats]: trials in which a seat shared the pot with that many others; ``categories``
    int64[seats, 9]; ``made`` int64[9]: category on the known board (a single seat, else empty); ``luck``, ``squares``,
    ``products`` float64[seats]: by class of seats the luck, and the sums over groups of y * y and y * m, y the pots of
    a class less its luck and m the trials of a group; ``groups`` float64[2]: their number and the sum of m * m.
    """

    shares: I64
    categories: I64
    made: I64
    luck: F64
    squares: F64
    products: F64
    groups: F64


class DealWork(NamedTuple):
    """Work space of one call, contents of no interest.

    ``draws``: the hands drawn; ``words``: of the trials, those of seats with a range by tuple; ``windows``;
    ``guests``; ``row``; ``lanes``; ``controls``; ``shares`` int64[seats, seats] and
    ``pots`` float64[seats] of a group.
    """

    draws: Draws
    words: Words
    windows: Windows
    guests: Guests
    row: Row
    lanes: LaneWork
    controls: ControlWork
    shares: I64
    pots: F64
