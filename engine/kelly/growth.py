"""Expected growth of the bankroll, and expected chips, of a bet that all opponents call.

With W the bankroll, c the retained pot and n callers, a bet of x W leaves hero

    net = (c/W + (n + 1) x) / (1 + s) - x = a x + k     best, tied with s opponents
    net = -x                                            beaten

where a = (n - s) / (1 + s) and k = (c/W) / (1 + s),

and the growth is ``g(x) = sum p ln(1 + net)`` (Kelly 1956, "A New Interpretation of Information Rate"). It is
concave in x. A rake of r of the pot up to a cap makes it concave in two pieces: up to the bet at which the
cap is reached the pot counts (1 - r) fold, and beyond it less the cap.

Assumed: the hand goes to a showdown with no further betting, all n opponents call, no side pots.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from engine.kelly.outcomes import Outcomes


@dataclass(frozen=True, slots=True)
class Wager:
    """A pot to bet into. Amounts are chips; chips in the pot are not in ``bankroll``.

    ``pot`` is the retained pot c, what hero can win besides the matched bets. ``rake`` is a share of the pot,
    ``rake_cap`` its most. With ``p_all_fold`` every opponent folds to a bet, which then wins ``fold_pot``
    (None: ``pot``). ``callers``: how many opponents' chips a *call* is for: a call of x wins ``pot + callers x``
    net; None: all n, as with a bet or raise. A fraction where the pot holds less than n times the price.
    """

    bankroll: float
    pot: float
    outcomes: Outcomes
    rake: float = 0.0
    rake_cap: float | None = None
    p_all_fold: float = 0.0
    fold_pot: float | None = None
    callers: float | None = None

    @property
    def opponents(self) -> int:
        """Number n of callers."""
        return self.outcomes.opponents

    def won_by_call(self, price: float) -> float:
        """Return what calling ``price`` wins net when hero is best alone, rake aside."""
        return self.pot + price * (self.opponents if self.callers is None else self.callers)

    def after_rake(self, pot: float) -> float:
        """Return what is left of a pot of ``pot`` chips."""
        charge = self.rake * pot
        return pot - (charge if self.rake_cap is None else min(charge, self.rake_cap))


@dataclass(frozen=True, slots=True)
class Piece:
    """Growth between two fractions of the bankroll: rows (p, a, k) with net = a x + k; concave in x."""

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
    """Return the one or two concave pieces of the growth, together covering the fractions 0 to 1."""
    if not wager.rake:
        return (_piece(wager, 0.0, 1.0, 0.0, 0.0),)
    if wager.rake_cap is None:
        return (_piece(wager, 0.0, 1.0, wager.rake, 0.0),)
    capped_from = (wager.rake_cap / wager.rake - wager.pot) / ((wager.opponents + 1) * wager.bankroll)
    kink = min(max(capped_from, 0.0), 1.0)
    below = _piece(wager, 0.0, kink, wager.rake, 0.0)
    above = _piece(wager, kink, 1.0, 0.0, wager.rake_cap)
    if kink == 0.0:
        return (above,)
    return (below,) if kink == 1.0 else (below, above)


def _piece(wager: Wager, low: float, high: float, rake: float, charge: float) -> Piece:
    return Piece(low, high, tuple(_rows(wager, rake, charge)))


def _rows(wager: Wager, rake: float, charge: float) -> Iterator[tuple[float, float, float]]:
    n = wager.opponents
    pot = ((1.0 - rake) * wager.pot - charge) / wager.bankroll
    for s, p in enumerate(wager.outcomes.by_ties):
        if p > 0.0:
            yield p, (n - s - rake * (n + 1)) / (1 + s), pot / (1 + s)
    if wager.outcomes.lose > 0.0:
        yield wager.outcomes.lose, -1.0, 0.0


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
    return wager.after_rake(wager.pot if wager.fold_pot is None else wager.fold_pot)
