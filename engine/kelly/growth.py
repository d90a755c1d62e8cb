"""Expected growth of the bankroll, and expected chips, of a bet that all opponents call.

With W the bankroll, c the retained pot and n callers, a bet of x W leaves hero

    net = (c/W + (n + 1) x) / (1 + s) - x = a x + k     best, tied with s opponents
    net = -x                                            beaten

with a = (n - s) / (1 + s) and k = (c/W) / (1 + s),

and the growth is ``g(x) = sum p ln(1 + net)`` (Kelly 1956, "A New Interpretation of Information Rate"). It is
concave in x. A rake of r of the pot up to a cap makes it concave in two pieces: up to the bet at which the
cap is reached the pot is multiplied by 1 - r, and beyond it the cap is subtracted.

Side pots: an opponent who is all in matches a bet only up to his ``reach``, and each reach begins another piece. The
outcomes do not say whom hero beats when one opponent beats him, nor with whom he ties. So a side pot is treated as won
only if the main pot is won, and the opponents who tie are assumed to be in it. This is a lower bound of the growth,
exact if hero beats everybody. The house rakes the main pot first. With the joint result
(``engine.kelly.finishing_orders``) each pot goes to the best of the players who are in it.

If opponents respond to a bet (``engine.kelly.response_model``), the growth is the mean over the sets of callers, and
``ln(1 + P/W)`` if nobody calls. A described player may also raise: hero gives up the bet, or calls the raise, whichever
grows more. The growth need not be concave then; ``engine.kelly.best_bet`` finds its maximum.

The model assumes a showdown without further betting. Callers match the bet as far as their chips go.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from engine.arrays import F64
from engine.kelly.finishing_orders import FinishingOrders, GrowthPiece, raked_stretches, shifted_finishing_orders
from engine.kelly.outcomes import Outcomes, shifted
from engine.kelly.response_model import Callers, DescribedResponses, ResponseModel


@dataclass(frozen=True, slots=True)
class Wager:
    """A pot that hero can bet into. All amounts are chips; chips in the pot do not belong to ``bankroll``.

    ``pot``: the retained pot c, which hero can win in addition to the matched bets.
    ``rake``: a share of the pot; ``rake_cap``: the maximum in chips.
    ``p_all_fold``: the probability that every opponent folds to a bet, which then wins ``fold_pot`` (None: ``pot``).
    ``callers``: a call of x wins ``pot + callers * x`` net. None: all n opponents, as with a bet or raise. It is a
    fraction if the pot contains less than n times the price.
    ``reach``: how many of the chips that hero adds each opponent can match; empty if everybody can match all of it.
    ``rake_folds``: whether the house also rakes a pot that everybody folds to.
    ``ahead``: how much more than hero each opponent has put into ``fold_pot``, negative if less; empty for 0.
    ``response``: how opponents respond to a bet, or None if all of them call.
    ``finishing_orders``: the joint result if somebody cannot match a whole bet. None: side pots are bounded from below.
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
    ahead: tuple[float, ...] = ()
    response: ResponseModel | None = None
    finishing_orders: FinishingOrders | None = None

    @property
    def won_by_folds(self) -> float:
        """The chips that hero wins if everybody folds to the bet."""
        pot = self.chips_in_pot
        return self.after_rake(pot) if self.rake_folds else pot

    @property
    def chips_in_pot(self) -> float:
        """All chips in the pot before hero bets."""
        return self.pot if self.fold_pot is None else self.fold_pot

    @property
    def side_pot_from(self) -> float:
        """The largest bet that all of several opponents can match; infinite without a limit, or with one opponent."""
        return min(self.reach, default=math.inf) if self.opponents > 1 else math.inf

    def shifted(self, change: float) -> "Wager":
        """Return the wager with ``change`` more equity for hero against all possible callers (0.03: three points)."""
        return replace(
            self,
            outcomes=shifted(self.outcomes, change),
            response=None if self.response is None else self.response.shifted(change),
            finishing_orders=None
            if self.finishing_orders is None
            else shifted_finishing_orders(self.finishing_orders, change),
        )

    def called_by(self, callers: Callers, outcomes: Outcomes | None = None) -> "Wager":
        """Return the wager in which only ``callers`` call a bet; the others' chips stay in the pot.

        ``outcomes``: hero's results against them; None: taken from the joint result.
        """
        orders = None
        if outcomes is None:
            assert self.finishing_orders is not None
            orders = self.finishing_orders.among(callers)
            outcomes = orders.outcomes
        return replace(
            self,
            pot=self.chips_in_pot - math.fsum(self.ahead[i] for i in callers) if self.ahead else self.chips_in_pot,
            outcomes=outcomes,
            p_all_fold=0.0,
            callers=None,
            reach=tuple(self.reach[i] for i in callers) if self.reach else (),
            ahead=tuple(self.ahead[i] for i in callers) if self.ahead else (),
            response=None,
            finishing_orders=orders,
        )

    @property
    def opponents(self) -> int:
        """Number n of callers."""
        return self.outcomes.opponents

    def won_by_call(self, price: float) -> float:
        """Return the net gain of calling ``price`` if hero alone has the best hand, before rake."""
        return self.pot + (self.matched(price) if self.callers is None else price * self.callers)

    def matched(self, chips: float) -> float:
        """Return the chips that all opponents together put in to match a bet of ``chips``."""
        return math.fsum(min(chips, r) for r in self.reach) if self.reach else self.opponents * chips

    def after_rake(self, pot: float) -> float:
        """Return what remains of ``pot`` chips after the rake."""
        charge = self.rake * pot
        return pot - (charge if self.rake_cap is None else min(charge, self.rake_cap))


def growth_pieces(wager: Wager) -> tuple[GrowthPiece, ...]:
    """Return the concave pieces of the growth of a bet that everybody calls; together they cover the fractions 0 to 1.

    There is a single piece without a rake cap and side pots.
    """
    if wager.finishing_orders is not None:
        return wager.finishing_orders.pieces(wager.bankroll, wager.rake, wager.rake_cap)
    rake, cap = wager.rake, wager.rake_cap
    return _called_pieces(Wager(wager.bankroll, wager.pot, wager.outcomes, rake, cap, reach=wager.reach))


@lru_cache(maxsize=64)
def _called_pieces(wager: Wager) -> tuple[GrowthPiece, ...]:
    """Return what :func:`growth_pieces` does without a joint result, from the attributes on which it depends.

    A curve needs the same pieces for each of its hundreds of bets.
    """
    result: list[GrowthPiece] = []
    charge = wager.pot - wager.after_rake(wager.pot)
    pot = (wager.pot - charge) / wager.bankroll
    chances = (*wager.outcomes.by_ties, wager.outcomes.lose)
    nets = [*(pot / (1 + s) for s in range(wager.opponents + 1)), 0.0]
    # ``nets`` are the gains at the lower end of a stretch: the end of one piece is the start of the next.
    for low, high, callers, rake in _stretches(wager):
        slopes = [*(_slope(s, callers, rake) for s in range(wager.opponents + 1)), -1.0 if callers else 0.0]
        rows = zip(chances, slopes, (net - a * low for net, a in zip(nets, slopes, strict=True)), strict=True)
        result.append(GrowthPiece(low, high, tuple(row for row in rows if row[0] > 0.0)))
        nets = [net + a * (high - low) for net, a in zip(nets, slopes, strict=True)]
    return tuple(result)


def _slope(ties: int, callers: int, rake: float) -> float:
    """Return the net gain per chip added: as many as possible of the ``ties`` opponents are assumed to call it."""
    shared = min(ties, callers)
    return (callers - shared - rake * (callers + 1)) / (1 + shared)


def _stretches(wager: Wager) -> Iterator[tuple[float, float, int, float]]:
    limits = [r / wager.bankroll for r in wager.reach]
    full = math.inf if wager.rake_cap is None or not wager.rake else wager.rake_cap / wager.rake / wager.bankroll
    return raked_stretches(0.0, limits, wager.opponents, wager.pot / wager.bankroll, full, wager.rake)


def growth_piece(wager: Wager, x: float) -> GrowthPiece:
    """Return the piece that contains the fraction ``x``."""
    return next(piece for piece in growth_pieces(wager) if x <= piece.high or piece.high == 1.0)


def bet_responses(wager: Wager, chips: float, *, folds: bool = True) -> Iterator[tuple[float, Wager | None, float]]:
    """Yield (probability, wager against the callers, or None if nobody calls, chips that hero adds) for each response
    to a bet.

    ``folds=False``: everybody calls. Hero adds more than ``chips`` if he calls a raise.
    """
    response = wager.response
    if not (folds and chips > 0.0):
        yield 1.0, wager, chips
    elif response is None:
        yield wager.p_all_fold, None, chips
        yield 1.0 - wager.p_all_fold, wager, chips
    elif response.rows:
        row = response.row_at(chips)
        yield row.fold, None, chips
        yield 1.0 - row.fold, wager.called_by(tuple(range(row.outcomes.opponents)), row.outcomes), chips
    elif response.described is not None:
        yield from _described_lines(wager, chips)
    else:
        outcomes = dict(response.by_callers)
        for chance, callers in response.callers(chips, wager.chips_in_pot):
            if not callers:
                yield chance, None, chips
            elif response.hands is not None:
                yield chance, wager.called_by(callers, response.hands.first(chance)), chips
            else:
                yield chance, wager.called_by(callers, outcomes.get(callers)), chips


def described_responses(wager: Wager, chips: F64) -> DescribedResponses:
    """Return the responses of a described player to bets of ``chips`` float64[bets]."""
    assert wager.response is not None
    assert wager.response.described is not None
    ahead, reach = (*wager.ahead, 0.0)[0], (*wager.reach, math.inf)[0]
    return wager.response.described.responses(chips, wager.chips_in_pot, ahead, reach)


def _described_lines(wager: Wager, chips: float) -> Iterator[tuple[float, Wager | None, float]]:
    """Yield what :func:`bet_responses` does for a described player."""
    responses = described_responses(wager, np.array([chips]))
    yield float(responses.folds[0]), None, chips
    calls, raises = responses.calls[0], responses.raises[0]
    if (chance := float(calls.sum())) > 0.0:
        yield chance, wager.called_by((0,), _shares(calls)), chips
    if (chance := float(raises.sum())) > 0.0:
        lost = wager.called_by((0,), Outcomes(0.0, (0.0,), 1.0))
        against = wager.called_by((0,), _shares(raises))
        for weight, total in zip(responses.weights.tolist(), responses.raised_to[:, 0].tolist(), strict=True):
            calls_it = growth(against, total) >= math.log1p(-chips / wager.bankroll) if chips < wager.bankroll else True
            yield chance * weight, *((against, total) if calls_it else (lost, chips))


def _shares(chances: F64) -> Outcomes:
    """Return the outcomes whose probabilities are in proportion to ``chances`` float64[3]."""
    win, split, lose = (chances / chances.sum()).tolist()
    return Outcomes(win, (split,), lose)


def caller_sets(wager: Wager, chips: float, *, folds: bool = True) -> Iterator[tuple[float, Callers | None]]:
    """Yield (probability, callers of a bet of ``chips``), leaving out sets of probability 0.

    None instead of a set: all opponents, as in ``wager`` itself. ``folds`` as in ``bet_responses``.
    """
    response = wager.response
    if not (folds and chips > 0.0):
        yield 1.0, None
        return
    if response is not None and not response.rows:
        yield from response.callers(chips, wager.chips_in_pot)
        return
    p_fold = wager.p_all_fold if response is None else response.row_at(chips).fold
    if p_fold > 0.0:
        yield p_fold, ()
    if p_fold < 1.0:
        yield 1.0 - p_fold, None


def growth(wager: Wager, chips: float, *, folds: bool = True) -> float:
    """Return the expected log growth of a bet of ``chips``; 0 chips is a check, which keeps hero's chance of the pot.

    ``folds=False``: nobody folds, as after a call. The result is minus infinity if the whole bankroll may be lost.

    >>> coin = Wager(bankroll=1000, pot=0, outcomes=Outcomes(win=0.6, split=(0.0,), lose=0.4))
    >>> f"{growth(coin, 200):.4f} {growth(coin, 500):.4f}"
    '0.0201 -0.0340'
    """
    won = wager.won_by_folds / wager.bankroll
    return math.fsum(
        p * (math.log1p(won) if called is None else growth_piece(called, x).growth(x))
        for p, called, x in _shares_of_bankroll(wager, chips, folds=folds)
        if p > 0.0
    )


def chip_ev(wager: Wager, chips: float, *, folds: bool = True) -> float:
    """Return the expected net win of a bet of ``chips``, in chips; 0 chips is a check. ``folds`` as in ``growth``."""
    return math.fsum(
        p * (wager.won_by_folds if called is None else growth_piece(called, x).net(x) * wager.bankroll)
        for p, called, x in _shares_of_bankroll(wager, chips, folds=folds)
        if p > 0.0
    )


def _shares_of_bankroll(wager: Wager, chips: float, *, folds: bool) -> Iterator[tuple[float, Wager | None, float]]:
    """Yield what :func:`bet_responses` does, with the chips that hero adds as shares of the bankroll."""
    return ((p, called, added / wager.bankroll) for p, called, added in bet_responses(wager, chips, folds=folds))


def gain_distribution(
    wager: Wager, chips: float, *, folds: bool = True, called_only: bool = False
) -> tuple[tuple[float, float], ...]:
    """Return the distribution of a bet's gain: (probability, net chips), the largest gain first.

    ``folds`` as in ``growth``. ``called_only``: given that somebody calls; empty if nobody ever does.
    """
    chances = dict[float, float]()
    for chance, called, x in _shares_of_bankroll(wager, chips, folds=folds):
        if called is None and called_only:
            continue
        nobody = ((1.0, 0.0, wager.won_by_folds / wager.bankroll),)
        for p, a, k in nobody if called is None else growth_piece(called, x).rows:
            net = (a * x + k) * wager.bankroll
            chances[net] = chances.get(net, 0.0) + chance * p
    total = math.fsum(chances.values()) if called_only else 1.0
    return tuple((p / total, net) for net, p in sorted(chances.items(), reverse=True) if p > 0.0)


def all_fold(wager: Wager, chips: float) -> float:
    """Return the probability that nobody calls a bet."""
    if not chips > 0.0:
        return 0.0
    response = wager.response
    if response is None:
        return wager.p_all_fold
    if response.described is not None:
        return float(described_responses(wager, np.array([chips])).folds[0])
    return response.row_at(chips).fold if response.rows else response.all_fold(chips, wager.chips_in_pot)


def equity_called(wager: Wager, chips: float) -> float | None:
    """Return hero's share of the main pot when a bet is called, or None if nobody ever calls."""
    if wager.response is not None and wager.response.described is not None and chips > 0.0:
        responses = described_responses(wager, np.array([chips]))
        goes_on = responses.calls[0] + responses.raises[0]
        return _shares(goes_on).equity if goes_on.sum() > 0.0 else None
    called = [(p, w) for p, w, _ in bet_responses(wager, chips) if w is not None and p > 0.0]
    total = math.fsum(p for p, _ in called)
    return math.fsum(p * w.outcomes.equity for p, w in called) / total if total > 0.0 else None
