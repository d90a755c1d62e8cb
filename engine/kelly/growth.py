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
beats all. The house rakes the main pot first. With the joint result (``engine.kelly.orders``) each pot goes to the
best of those who are in it.

Opponents who answer a bet (``engine.kelly.reaction``): the growth is the mean over the sets of those who call it, and
``ln(1 + P/W)`` where nobody does. It need not be concave then; ``engine.kelly.best_bet`` finds its maximum.

Assumed: the hand goes to a showdown with no further betting, those who call do so as far as they can.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.kelly.orders import Orders, Piece, shifted_orders, stretches
from engine.kelly.outcomes import Outcomes, shifted
from engine.kelly.reaction import Callers, Reaction


@dataclass(frozen=True, slots=True)
class Wager:
    """A pot to bet into. Amounts are chips; chips in the pot are not in ``bankroll``.

    ``pot`` is the retained pot c, what hero can win besides the matched bets. ``rake`` is a share of the pot,
    ``rake_cap`` its most. With ``p_all_fold`` every opponent folds to a bet, which then wins ``fold_pot``
    (None: ``pot``). ``callers``: how many opponents' chips a *call* is for: a call of x wins ``pot + callers x``
    net; None: all n, as with a bet or raise. A fraction where the pot holds less than n times the price.
    ``reach``: how much of what hero adds each opponent can match; empty: all of it. ``rake_folds``: the house takes
    its rake from a pot too that everybody folds to. ``ahead``: how much of ``fold_pot`` each opponent has put in beyond
    hero's chips, below 0 where it is less; empty: nothing. ``reaction``: how opponents answer a bet, None: all call it.
    ``orders``: the joint result, where somebody cannot match all of a bet; None: side pots are bounded from below.
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
    reaction: Reaction | None = None
    orders: Orders | None = None

    @property
    def won_by_folds(self) -> float:
        """The winnings of a bet to which everybody folds."""
        pot = self.middle
        return self.after_rake(pot) if self.rake_folds else pot

    @property
    def middle(self) -> float:
        """All chips in the pot before hero bets."""
        return self.pot if self.fold_pot is None else self.fold_pot

    @property
    def side_pot_from(self) -> float:
        """The bet beyond which somebody cannot match all of it, with several opponents; infinite where all can."""
        return min(self.reach, default=math.inf) if self.opponents > 1 else math.inf

    def shifted(self, change: float) -> "Wager":
        """Return the wager with ``change`` more equity (0.03 = three points) against everybody who may call."""
        return replace(
            self,
            outcomes=shifted(self.outcomes, change),
            reaction=None if self.reaction is None else self.reaction.shifted(change),
            orders=None if self.orders is None else shifted_orders(self.orders, change),
        )

    def called_by(self, callers: Callers, outcomes: Outcomes | None = None) -> "Wager":
        """Return the wager of a bet that only these opponents call; ``outcomes``, None: from the joint result."""
        orders = None
        if outcomes is None:
            assert self.orders is not None
            orders = self.orders.among(callers)
            outcomes = orders.outcomes
        return replace(
            self,
            pot=self.middle - math.fsum(self.ahead[i] for i in callers) if self.ahead else self.middle,
            outcomes=outcomes,
            p_all_fold=0.0,
            callers=None,
            reach=tuple(self.reach[i] for i in callers) if self.reach else (),
            ahead=tuple(self.ahead[i] for i in callers) if self.ahead else (),
            reaction=None,
            orders=orders,
        )

    @property
    def opponents(self) -> int:
        """Number n of callers."""
        return self.outcomes.opponents

    def won_by_call(self, price: float) -> float:
        """Return the net gain of calling ``price`` when hero is best alone, rake aside."""
        return self.pot + (self.matched(price) if self.callers is None else price * self.callers)

    def matched(self, chips: float) -> float:
        """Return the chips that the opponents put in against a bet of ``chips``."""
        return math.fsum(min(chips, r) for r in self.reach) if self.reach else self.opponents * chips

    def after_rake(self, pot: float) -> float:
        """Return the rest of a pot of ``pot`` chips after the rake."""
        charge = self.rake * pot
        return pot - (charge if self.rake_cap is None else min(charge, self.rake_cap))


def pieces(wager: Wager) -> tuple[Piece, ...]:
    """Return the concave pieces of the growth of a bet that all call, together covering the fractions 0 to 1: one
    without rake or side pot."""
    if wager.orders is not None:
        return wager.orders.pieces(wager.bankroll, wager.rake, wager.rake_cap)
    result: list[Piece] = []
    charge = wager.pot - wager.after_rake(wager.pot)
    pot = (wager.pot - charge) / wager.bankroll
    chances = (*wager.outcomes.by_ties, wager.outcomes.lose)
    nets = [*(pot / (1 + s) for s in range(wager.opponents + 1)), 0.0]
    for low, high, callers, rake in _stretches(wager):
        slopes = [*(_slope(s, callers, rake) for s in range(wager.opponents + 1)), -1.0 if callers else 0.0]
        rows = zip(chances, slopes, (net - a * low for net, a in zip(nets, slopes, strict=True)), strict=True)
        result.append(Piece(low, high, tuple(row for row in rows if row[0] > 0.0)))
        nets = [net + a * (high - low) for net, a in zip(nets, slopes, strict=True)]
    return tuple(result)


def _slope(ties: int, callers: int, rake: float) -> float:
    """Return the net gain of one chip more: of those who tie with hero most are among the ``callers`` of it."""
    shared = min(ties, callers)
    return (callers - shared - rake * (callers + 1)) / (1 + shared)


def _stretches(wager: Wager) -> Iterator[tuple[float, float, int, float]]:
    limits = [r / wager.bankroll for r in wager.reach]
    full = math.inf if wager.rake_cap is None or not wager.rake else wager.rake_cap / wager.rake / wager.bankroll
    return stretches(0.0, limits, wager.opponents, wager.pot / wager.bankroll, full, wager.rake)


def piece_at(wager: Wager, x: float) -> Piece:
    """Return the piece that holds the fraction ``x``."""
    return next(piece for piece in pieces(wager) if x <= piece.high or piece.high == 1.0)


def answers(wager: Wager, chips: float, *, folds: bool = True) -> Iterator[tuple[float, Wager | None]]:
    """Yield (probability, wager of those who call a bet; None: nobody does); ``folds=False``: everybody calls."""
    reaction = wager.reaction
    if not (folds and chips > 0.0):
        yield 1.0, wager
    elif reaction is None:
        yield wager.p_all_fold, None
        yield 1.0 - wager.p_all_fold, wager
    elif reaction.rows:
        row = reaction.row_at(chips)
        yield row.fold, None
        yield 1.0 - row.fold, wager.called_by(tuple(range(row.outcomes.opponents)), row.outcomes)
    else:
        outcomes = dict(reaction.by_callers)
        for chance, callers in reaction.callers(chips, wager.middle):
            if not callers:
                yield chance, None
            elif reaction.hands is not None:
                yield chance, wager.called_by(callers, reaction.hands.first(chance))
            else:
                yield chance, wager.called_by(callers, outcomes.get(callers))


def callers_of(wager: Wager, chips: float, *, folds: bool = True) -> Iterator[tuple[float, Callers | None]]:
    """Yield (probability, the opponents who call a bet of ``chips``), without what never happens.

    None: all of them, as the wager has them (a call may be for less than the price); ``folds`` as in ``answers``.
    """
    reaction = wager.reaction
    if not (folds and chips > 0.0):
        yield 1.0, None
        return
    if reaction is not None and not reaction.rows:
        yield from reaction.callers(chips, wager.middle)
        return
    nobody = wager.p_all_fold if reaction is None else reaction.row_at(chips).fold
    if nobody > 0.0:
        yield nobody, ()
    if nobody < 1.0:
        yield 1.0 - nobody, None


def growth(wager: Wager, chips: float, *, folds: bool = True) -> float:
    """Return the expected log growth of a bet; of 0 chips: of a check, which keeps the retained pot.

    ``folds=False`` leaves the answers of the opponents out: a call makes nobody fold.
    """
    x, won = chips / wager.bankroll, wager.won_by_folds / wager.bankroll
    return math.fsum(
        p * (math.log1p(won) if called is None else piece_at(called, x).growth(x))
        for p, called in answers(wager, chips, folds=folds)
        if p > 0.0
    )


def chip_ev(wager: Wager, chips: float, *, folds: bool = True) -> float:
    """Return the expected net win of a bet in chips; of 0 chips: of a check. ``folds`` as in ``growth``."""
    x = chips / wager.bankroll
    return math.fsum(
        p * (wager.won_by_folds if called is None else piece_at(called, x).net(x) * wager.bankroll)
        for p, called in answers(wager, chips, folds=folds)
        if p > 0.0
    )


def net_law(
    wager: Wager, chips: float, *, folds: bool = True, called_only: bool = False
) -> tuple[tuple[float, float], ...]:
    """Return the outcomes of a bet: (probability, net chips), the largest first. ``folds`` as in ``growth``.

    ``called_only``: what it may bring given that somebody calls, nothing where nobody ever does.
    """
    x, chances = chips / wager.bankroll, dict[float, float]()
    for chance, called in answers(wager, chips, folds=folds):
        if called is None and called_only:
            continue
        nobody = ((1.0, 0.0, wager.won_by_folds / wager.bankroll),)
        for p, a, k in nobody if called is None else piece_at(called, x).rows:
            net = (a * x + k) * wager.bankroll
            chances[net] = chances.get(net, 0.0) + chance * p
    total = math.fsum(chances.values()) if called_only else 1.0
    return tuple((p / total, net) for net, p in sorted(chances.items(), reverse=True) if p > 0.0)


def all_fold(wager: Wager, chips: float) -> float:
    """Return the probability that nobody calls a bet."""
    if not chips > 0.0:
        return 0.0
    reaction = wager.reaction
    if reaction is None:
        return wager.p_all_fold
    return reaction.row_at(chips).fold if reaction.rows else reaction.all_fold(chips, wager.middle)


def equity_called(wager: Wager, chips: float) -> float | None:
    """Return hero's share of the main pot when a bet is called; None where it never is."""
    called = [(p, w) for p, w in answers(wager, chips) if w is not None and p > 0.0]
    total = math.fsum(p for p, _ in called)
    return math.fsum(p * w.outcomes.equity for p, w in called) / total if total > 0.0 else None
