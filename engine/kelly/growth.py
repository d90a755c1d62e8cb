"""Expected growth of the bankroll, and expected chips, of a bet that all opponents call.

With W the bankroll, c the retained pot and n callers, a bet of x W leaves hero

    net = (c/W + (n + 1) x) / (1 + s) - x = a x + k     best, tied with s opponents
    net = -x                                            beaten

where a = (n - s) / (1 + s) and k = (c/W) / (1 + s),

and the growth is ``g(x) = sum p ln(1 + net)`` (Kelly 1956, "A New Interpretation of Information Rate"). It is
concave in x. A rake of r of the pot up to a cap makes it concave in two pieces: up to the bet at which the
cap is reached the pot counts (1 - r) fold, and beyond it less the cap.

Side pots: an opponent who is all in matches a bet up to his ``reach`` only, and each reach begins another piece. The
outcomes do not state whom hero beats when one of them beats him, nor with whom he ties. So a side pot counts as
won only with the main pot, and whom hero ties is taken to be in it: a lower bound of the growth, exact where hero
beats all. The house rakes the main pot first.

Assumed: the hand goes to a showdown with no further betting, all n opponents call as far as they can.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from engine.kelly.outcomes import Outcomes


@dataclass(frozen=True, slots=True)
class Wager:
    """A pot to bet into. Amounts are chips; chips in the pot are not in ``bankroll``.

    ``pot`` is the retained pot c, what hero can win besides the matched bets. ``rake`` is a share of the pot,
    ``rake_cap`` its most. With ``p_all_fold`` every opponent folds to a bet, which then wins ``fold_pot``
    (None: ``pot``). ``callers``: how many opponents' chips a *call* is for: a call of x wins ``pot + callers x``
    net; None: all n, as with a bet or raise. A fraction where the pot holds less than n times the price.
    ``reach``: how much of what hero adds each opponent can match; empty: all of it. ``rake_folds``: the house takes
    its rake from a pot too that everybody folds to.
    """

    bankroll: float
    pot: float
    outcomes: Outcomes
    rake: float = 0.0
    rake_cap: float | None = None
    p_all_fold: float = 0.0
    fold_pot: float | None = None
    callers: float | None = None
    reach: tuple[float, ...] = ()
    rake_folds: bool = False

    @property
    def opponents(self) -> int:
        """Number n of callers."""
        return self.outcomes.opponents

    def won_by_call(self, price: float) -> float:
        """Return what calling ``price`` wins net when hero is best alone, rake aside."""
        return self.pot + (self.matched(price) if self.callers is None else price * self.callers)

    def matched(self, chips: float) -> float:
        """Return what the opponents put in against a bet of ``chips``."""
        return math.fsum(min(chips, r) for r in self.reach) if self.reach else self.opponents * chips

    def after_rake(self, pot: float) -> float:
        """Return what is left of a pot of ``pot`` chips."""
        charge = self.rake * pot
        return pot - (charge if self.rake_cap is None else min(charge, self.rake_cap))


@dataclass(frozen=True, slots=True)
class Piece:
    """Growth between two fractions of the bankroll: rows (p, a, k) with net = a x + k; concave in x.

    The row of being beaten is the last one, if hero can be beaten.
    """

    low: float
    high: float
    rows: tuple[tuple[float, float, float], ...]

    def growth(self, x: float) -> float:
        """Return ``sum p ln(1 + a x + k)``; minus infinity where the whole bankroll can be lost."""
        nets = [(p, a * x + k) for p, a, k in self.rows]
        if min(net for _, net in nets) <= -1.0:
            return -math.inf
        return math.fsum(p * math.log1p(net) for p, net in nets)

    def slope(self, x: float) -> float:
        """Return the derivative ``sum p a / (1 + a x + k)``, decreasing in x."""
        if min(a * x + k for _, a, k in self.rows) <= -1.0:
            return -math.inf
        return math.fsum(p * a / (1.0 + a * x + k) for p, a, k in self.rows)

    def curvature(self, x: float) -> float:
        """Return the second derivative, ``-sum p (a / (1 + a x + k))^2``."""
        return -math.fsum(p * (a / (1.0 + a * x + k)) ** 2 for p, a, k in self.rows)

    def net(self, x: float) -> float:
        """Return the expected net win as a share of the bankroll, ``sum p (a x + k)``."""
        return math.fsum(p * (a * x + k) for p, a, k in self.rows)


def pieces(wager: Wager) -> tuple[Piece, ...]:
    """Return the concave pieces of the growth, together covering the fractions 0 to 1: one without rake or side pot."""
    found: list[Piece] = []
    charge = wager.pot - wager.after_rake(wager.pot)
    pot = (wager.pot - charge) / wager.bankroll
    chances = (*wager.outcomes.by_ties, wager.outcomes.lose)
    nets = [*(pot / (1 + s) for s in range(wager.opponents + 1)), 0.0]
    for low, high, callers, rake in _stretches(wager):
        slopes = [*(_slope(s, callers, rake) for s in range(wager.opponents + 1)), -1.0 if callers else 0.0]
        rows = zip(chances, slopes, (net - a * low for net, a in zip(nets, slopes, strict=True)), strict=True)
        found.append(Piece(low, high, tuple(row for row in rows if row[0] > 0.0)))
        nets = [net + a * (high - low) for net, a in zip(nets, slopes, strict=True)]
    return tuple(found)


def _slope(ties: int, callers: int, rake: float) -> float:
    """Return what a chip more wins net: of those who tie with hero as many as can are among the ``callers`` of it."""
    shared = min(ties, callers)
    return (callers - shared - rake * (callers + 1)) / (1 + shared)


def _stretches(wager: Wager) -> Iterator[tuple[float, float, int, float]]:
    """Yield (low, high, callers, rake): between two fractions of the bankroll so many call and pay this rake."""
    limits = [r / wager.bankroll for r in wager.reach]
    full = math.inf if wager.rake_cap is None or not wager.rake else wager.rake_cap / wager.rake / wager.bankroll
    pot = wager.pot / wager.bankroll
    for low, high in pairwise(sorted({0.0, 1.0, *(limit for limit in limits if 0.0 < limit < 1.0)})):
        callers = wager.opponents - sum(limit <= low for limit in limits)
        grown = pot + (callers + 1) * (high - low) if callers else pot  # what nobody calls is not raked
        if pot < full < grown:
            capped = low + (full - pot) / (callers + 1)
            yield low, capped, callers, wager.rake
            yield capped, high, callers, 0.0
        else:
            yield low, high, callers, wager.rake if callers and pot < full else 0.0
        pot = grown


def piece_at(wager: Wager, x: float) -> Piece:
    """Return the piece that holds the fraction ``x``."""
    return next(piece for piece in pieces(wager) if x <= piece.high or piece.high == 1.0)


def growth(wager: Wager, chips: float, *, folds: bool = True) -> float:
    """Return the expected log growth of a bet; of 0 chips: of a check, which keeps the retained pot.

    ``folds=False`` leaves the chance out that everybody folds: a call makes nobody fold.
    """
    x = chips / wager.bankroll
    called = piece_at(wager, x).growth(x)
    if not (chips > 0.0 and folds and wager.p_all_fold):
        return called
    won = math.log1p(_won_by_folds(wager) / wager.bankroll)
    return won if wager.p_all_fold == 1.0 else wager.p_all_fold * won + (1.0 - wager.p_all_fold) * called


def chip_ev(wager: Wager, chips: float, *, folds: bool = True) -> float:
    """Return the expected net win of a bet in chips; of 0 chips: of a check. ``folds`` as in ``growth``."""
    x = chips / wager.bankroll
    called = piece_at(wager, x).net(x) * wager.bankroll
    if not (chips > 0.0 and folds and wager.p_all_fold):
        return called
    return wager.p_all_fold * _won_by_folds(wager) + (1.0 - wager.p_all_fold) * called


def _won_by_folds(wager: Wager) -> float:
    pot = wager.pot if wager.fold_pot is None else wager.fold_pot
    return wager.after_rake(pot) if wager.rake_folds else pot
