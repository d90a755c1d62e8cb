"""The names of made hands and draws, best first, and the *cells* by which numbers about them are indexed.

A combo has one made class on a board and any number of draws. Both are defined by the contribution of its hole cards:

=========================  =========================================================================================
``straight flush`` ..      this as its best five of hole and board cards
``straight``
``set``                    a pocket pair and its rank on the board
``trips``                  one hole card whose rank is on the board twice
``two pair``               both hole cards, of different ranks, pair the board
``overpair``               a pocket pair above every board card
``top pair``               one hole card pairs the highest rank of the board; the other one is the kicker
``pocket pair below top``  a pocket pair between the two highest ranks of the board
``second pair``            one hole card pairs the second highest rank of the board
``low pair``               any other pair with a hole card
``ace high`` ..            no pair with a hole card
``nothing``
``plays the board``        the board alone is a straight or better, and exactly as good (river only)
=========================  =========================================================================================

There are draws on flop and turn. A flush draw is four cards of a suit, a backdoor flush draw three on the flop, with
at least one hole card among them; the nut flush draw has the highest card of the suit that is not on the board. A rank
is an out to a straight if the hand makes a better straight with it than the board does: two outs or more are open-ended
(a double gutshot included), one is a gutshot. Overcards are higher than every board card, in a hand without a pair.
"""

from engine.cards import RANKS

MADE = (
    *("straight flush", "four of a kind", "full house", "flush", "straight", "set", "trips", "two pair", "overpair"),
    *("top pair", "pocket pair below top", "second pair", "low pair", "ace high", "king high", "nothing"),
    "plays the board",
)
"""Made classes, the best first."""

DRAWS = (
    *("flush draw", "nut flush draw", "backdoor flush draw", "open-ended", "gutshot", "two overcards", "one overcard"),
)

TOP_PAIR = MADE.index("top pair")

FIRST_KICKER = len(MADE)
FIRST_DRAW = FIRST_KICKER + len(RANKS)
CELLS = FIRST_DRAW + len(DRAWS)
"""Number of cells: the made classes, then top pairs by the rank of their kicker from the deuce up, then the draws."""

RANK_NAMES = ("deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")


def cell_name(cell: int) -> str:
    """Return the name of a cell: ``set``, ``top pair, ace kicker``, ``gutshot``."""
    if cell < FIRST_KICKER:
        return MADE[cell]
    if cell < FIRST_DRAW:
        return f"top pair, {RANK_NAMES[cell - FIRST_KICKER]} kicker"
    return DRAWS[cell - FIRST_DRAW]
