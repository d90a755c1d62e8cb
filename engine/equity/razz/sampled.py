"""Sampled razz: tables of one to eight seats, dealt from their joint distribution such that every next card comes
equally often (see ``kernels.razz.circle``), with control variates: the luck in the final hands, whose mean is known
exactly, is subtracted from the shares of the pot.

The distribution of each seat's final hand is known exactly at any table (``joint_automaton``). If the hands of the
seats were independent, the expected share of seat s given that seat t ends with the hand v would be g_st(v), a short
sum. The control of s in a deal is sum_t g_st(v_t) - E g_st(v_t). Its mean is exactly zero under the true distribution,
however good the approximation is, and it explains most of the variance of the share (the first-order terms of its ANOVA
decomposition, Hoeffding 1948). The estimate stays unbiased; card removal between seats only makes the gain smaller.

Several trials share the same choices. Their number is the one that gives the smallest error for the time.
"""

import numpy as np

from engine.arrays import F64
from engine.equity.jobs import CancelCheck, Tally, never_cancelled
from engine.equity.razz.blocks import deal_table
from engine.equity.razz.joint_automaton import FinalDistributions
from engine.equity.razz.lows import CLASS_NAMES, FINALS, class_of_values, final_numbers, low_tables, seat_estimate
from engine.equity.razz.replay import record_deals
from engine.equity.razz.setup import RazzSeat, RazzSetup
from engine.equity.results import Estimate
from engine.equity.sampling import student_stretch
from engine.kernels.common.rng import seed_state
from engine.kernels.razz.circle import DealSums, TurnWork, deal_razz_trials, new_circle_work, trials_together
from engine.kernels.razz.draws import DealTable
from engine.kernels.razz.low import CLASSES

MAX_NANOSECONDS = 1.5e8
"""The maximum cost of the exact final distributions before the first deal. Beyond it there are no controls."""

NODES, NODE_WEIGHTS = (np.polynomial.legendre.leggauss(4)[0] + 1) / 2, np.polynomial.legendre.leggauss(4)[1] / 2
"""Gauss-Legendre quadrature on [0, 1], exact up to degree 7: the share 1 / (1 + ties) is the integral of x**ties."""


def control_table(setup: RazzSetup, check_cancelled: CancelCheck = never_cancelled) -> F64:
    """Return float64[seats, FINALS, seats]: the amount that each final hand of one seat adds to the control of each
    seat.

    It has length 0 if controls do not pay: for one seat, or if the distributions cost more than ``MAX_NANOSECONDS``.
    """
    seats = setup.active
    none = np.zeros((0, FINALS, len(seats)))
    if len(seats) == 1:
        return none
    distributions = FinalDistributions(setup, check_cancelled)
    representative = [next(i for i, other in enumerate(seats) if _same_distribution(seat, other)) for seat in seats]
    if sum(distributions.operations(seat) for seat in set(representative)) > MAX_NANOSECONDS:
        return none
    lows = {seat: distributions.lows(seat) for seat in set(representative)}
    return _controls(np.stack([lows[seat] for seat in representative]))


def _same_distribution(seat: RazzSeat, other: RazzSeat) -> bool:
    """Return True if the final hands of both seats have the same distribution: equal known cards, choices and free
    cards."""
    pairs = ((seat.known, other.known), (seat.choices, other.choices), (seat.ways, other.ways))
    return seat.free == other.free and all(np.array_equal(a, b) for a, b in pairs)


def _controls(chances: F64) -> F64:
    """Return the control table of independent seats with the final distributions ``chances`` float64[seats, FINALS]."""
    seats = len(chances)
    # The share of a seat with the hand v is the product over all others of P(worse) + x P(equal), integrated over x
    # in [0, 1]: expanding the product, k ties contribute x**k, whose integral is 1 / (1 + k).
    worse = chances[:, ::-1].cumsum(axis=1)[:, ::-1] - chances
    beaten = worse[:, None, :] + NODES[:, None] * chances[:, None, :]
    table = np.zeros((seats, FINALS, seats))
    for seat in range(seats):
        table[seat, :, seat] = NODE_WEIGHTS @ np.delete(beaten, seat, axis=0).prod(axis=0)
        for other in set(range(seats)) - {seat}:
            wins = chances[seat] * np.delete(beaten, [seat, other], axis=0).prod(axis=0)
            share = wins.cumsum(axis=1) - wins + NODES[:, None] * wins
            table[other, :, seat] = NODE_WEIGHTS @ share
    means = np.einsum("uv,uvs->us", chances, table)
    return np.ascontiguousarray(table - means[:, None, :])


MAX_EACH = 16
PILOT_EACH = 4
PILOT_CHOICES = 1_024
PILOT_SEED = 52
DESIGN_EFFECT = 1.75
RARE = 0.02
"""The pilot run of :func:`trials_of_choices`: at most ``MAX_EACH`` trials share their choices; the pilot deals
``PILOT_CHOICES`` choices, ``PILOT_EACH`` trials each. No variance may grow by more than ``DESIGN_EFFECT``; events rarer
than ``RARE`` are not considered."""


def trials_of_choices(table: DealTable, controls: F64, cost: float, cost_of_choices: float) -> int:
    """Return how many trials of ``table`` to deal with the same choices. ``cost`` and ``cost_of_choices``: the
    nanoseconds of a trial and of drawing choices. If there are no choices to draw, all trials of a turn.

    If r is the correlation of two trials with the same choices after the ``controls`` float64[seats, FINALS, seats], n
    such trials multiply the variance of a trial by 1 + (n - 1) r. Numbers that would make any share or class of the
    result much less certain than as many independent trials are not considered. The pilot run has a seed of its own, so
    that the plan depends on the setup alone.
    """
    together = trials_together(table)
    if len(table.starts) < 2:
        return together
    each = min(PILOT_EACH, together)
    if each < 2:
        return 1
    correlation, max_correlation = _pilot(table._replace(each=each), controls)
    acceptable = [
        n for n in range(1, min(MAX_EACH, together) + 1) if n == 1 or 1 + (n - 1) * max_correlation <= DESIGN_EFFECT
    ]
    return min(acceptable, key=lambda n: (cost + cost_of_choices / n) * (1 + (n - 1) * correlation))


def _pilot(table: DealTable, controls: F64) -> tuple[float, float]:
    """Return the correlation of trials with the same choices: that of the seats' pots after the controls (mean over the
    seats), and the largest one of any share or class. These are intraclass correlations."""
    together, each = trials_together(table), table.each
    draws = together // each
    turns = -(-PILOT_CHOICES // draws)
    deals = record_deals(turns * together, table, seed_state(PILOT_SEED, 0))
    # Only complete groups of ``each`` trials share their choices; the rest of a turn is left out.
    complete = np.arange(turns * together) % together < draws * each
    weights, values = deals.weights[complete], deals.values[complete]
    pots, classes = deals.shares()[complete], class_of_values()[values]
    won = pots.copy()
    if len(controls):
        pots -= sum(controls[seat][row] for seat, row in enumerate(final_numbers(values).T))
    has_class = (classes[:, :, None] == np.arange(CLASSES)).reshape(len(classes), -1)
    rates = np.concatenate([won == 1.0, has_class], axis=1)
    frequent = (rates.mean(axis=0) > RARE) & (rates.mean(axis=0) < 1 - RARE)
    between, spread = _spreads(pots, weights, each)
    correlation = between.sum() / max(float(spread.sum()), 1e-12)
    between, spread = _spreads(rates[:, frequent].astype(np.float64), weights, each)
    return max(correlation, 0.0), max(float((between / np.maximum(spread, 1e-12)).max(initial=0.0)), 0.0)


def _spreads(rows: F64, weights: F64, each: int) -> tuple[F64, F64]:
    """Return, for rows float64[n, k] of which ``each`` consecutive ones have the same choices, the covariance of two of
    these and the variance of one, float64[k] each. ``weights`` float64[n]: the weights of the rows."""
    residuals = weights[:, None] * (rows - weights @ rows / max(float(weights.sum()), 1e-12))
    variance = (residuals**2).mean(axis=0)
    of_sums = (residuals.reshape(len(residuals) // each, each, residuals.shape[1]).sum(axis=1) ** 2).mean(axis=0)
    return np.asarray((of_sums - each * variance) / (each * (each - 1))), np.asarray(variance)


CHUNK_NANOSECONDS = 8e6
MIN_CHUNK, MAX_CHUNK = 1 << 10, 1 << 17

NEGLIGIBLE = 1e-4
"""Share of the variance of all controls below which the controls of some seats can be ignored."""

PRIOR_TURNS = 10.0
"""The weight of the prior that the coefficient of the controls is 1, in turns of the circle."""

TINY = 1e-300


class RazzSampler:
    """The sampling method of razz. Deals in turns of a circle, which are independent. The tally consists of the arrays
    of :class:`DealSums`, one after the other."""

    def __init__(
        self, setup: RazzSetup, check_cancelled: CancelCheck = never_cancelled, *, controlled: bool = True
    ) -> None:
        self._seed = setup.seed
        self._seats = len(setup.active)
        table, choosing = deal_table(setup, check_cancelled)
        """The table that is dealt."""
        # Trials have unequal weights at tables whose choices compete for few cards: there controls would not pay.
        controlled = controlled and not table.in_turn
        self._controls = control_table(setup, check_cancelled) if controlled else np.zeros((0, 1, self._seats))
        # Measured nanoseconds of a trial, by seats, free cards and controls, and of drawing choices.
        cost = 10.0 + 5 * self._seats + 1.2 * float(table.free.sum())
        cost += 1.0 * self._seats * self._seats * (len(self._controls) > 0)
        choosing += 1.5 * len(table.marks)
        each = trials_of_choices(table, self._controls, cost, choosing)
        self.table = table._replace(each=each)
        """The table whose cards are drawn."""
        self.trial_operations = cost + choosing / each
        """Cost of a trial in nanoseconds of one core of the reference machine."""
        trials = CHUNK_NANOSECONDS / self.trial_operations
        self.chunk_trials = int(np.clip(1 << round(np.log2(trials)), MIN_CHUNK, MAX_CHUNK))
        """Trials of a full chunk."""

    @property
    def block(self) -> int:
        """Trials of a turn of the circle, in which every card comes equally often."""
        return trials_together(self.table)

    def compute(self, chunk: int, trials: int) -> Tally:
        """Return the tally of ``trials`` deals from stream ``chunk``."""
        tally = np.zeros(sum(_sizes(self._seats)))
        turn = TurnWork(np.zeros(self._seats), np.zeros(self._seats), np.zeros(1))
        table, state = self.table, seed_state(self._seed, chunk)
        deal_razz_trials(
            trials, table, new_circle_work(table), state, low_tables(), self._controls, turn, _sums(tally, self._seats)
        )
        return tally

    def estimates(self, tally: Tally, trials: int) -> tuple[Estimate, ...]:
        """Return the estimates of the active seats."""
        sums = _sums(tally, self._seats)
        weight = sums.totals[0]
        if weight == 0:
            return (seat_estimate(np.zeros(self._seats), 1.0, dict.fromkeys(CLASS_NAMES, 0.0)),) * self._seats
        moments = _Moments(sums)
        factors, subtracted = _corrections(sums, moments)
        errors = np.maximum(moments.stderr(factors), 1.0 / trials)
        return tuple(
            self._estimate(sums, seat, float(subtracted[seat]), float(errors[seat]), trials)
            for seat in range(self._seats)
        )

    def _estimate(self, sums: DealSums, seat: int, correction: float, error: float, trials: int) -> Estimate:
        """Return the estimate of a seat. ``correction``: the amount that its control subtracts from its wins."""
        weight = sums.totals[0]
        shares = sums.shares[seat] / weight
        plain = _plain_stderr(shares * weight, sums.squares[seat], weight, sums.totals[1], trials)
        shares[0] = max(shares[0] - correction, 0.0)  # rounding apart it is at least 0 (_corrections)
        classes = dict(zip(CLASS_NAMES, (sums.classes[seat] / weight).tolist(), strict=True))
        return seat_estimate(shares, error, classes, gain=(plain / error) ** 2)


def _shapes(seats: int) -> tuple[tuple[int, ...], ...]:
    """Return the shapes of the arrays of :class:`DealSums`, in order."""
    return (seats, seats), (seats, seats), (seats, CLASSES), (6, seats), (2,), (2,)


def _sizes(seats: int) -> list[int]:
    """Return the lengths of the arrays of :class:`DealSums` in a tally, in order."""
    return [int(np.prod(shape)) for shape in _shapes(seats)]


def _sums(tally: Tally, seats: int) -> DealSums:
    """Return the arrays of a tally by name; they are views of it."""
    parts = np.split(tally, np.cumsum(_sizes(seats))[:-1])
    return DealSums(*(part.reshape(shape) for part, shape in zip(parts, _shapes(seats), strict=True)))


class _Moments:
    """Second moments over the turns of the circle, float64[seats] each, of the deviations of a turn's pot share y and
    control c from the mean of its m trials: ``shares`` (of y), ``controls`` (of c) and ``both`` (their product)."""

    def __init__(self, sums: DealSums) -> None:
        seats, weight = len(sums.shares), sums.totals[0]
        controls, yy, cc, yc, ym, cm = sums.moments
        y, c = sums.shares @ (1.0 / np.arange(1, seats + 1)) / weight, controls / weight
        self._turns, mm = sums.turns
        self._weight = weight
        self.shares = yy - 2 * y * ym + y * y * mm
        self.controls = cc - 2 * c * cm + c * c * mm
        self.both = yc - y * cm - c * ym + y * c * mm

    @property
    def factor(self) -> float:
        """The coefficient of the controls that minimizes the total variance; close to 1 for few turns."""
        common, own = float(self.both.sum()), float(self.controls.sum())
        # Estimated from few turns the coefficient would fit their noise. In theory it is 1, so 1 counts as if
        # ``PRIOR_TURNS`` more turns had shown it.
        prior = own * PRIOR_TURNS / max(float(self._turns), 1.0)
        return max((common + prior) / max(own + prior, TINY), 0.0)

    def stderr(self, factors: F64) -> F64:
        """Return the standard errors of the equities if ``factors`` times the control of each seat is subtracted.

        It is the error of a ratio of sums over turns, and 1 if there is only one turn, which does not measure the
        spread.
        """
        if self._turns < 2:
            return np.ones(len(factors))
        remaining = self.shares - 2 * factors * self.both + factors**2 * self.controls
        spread = np.maximum(remaining, 0.0) * self._turns / (self._turns - 1)
        return np.asarray(np.sqrt(spread) / self._weight * student_stretch(self._turns - 1))


def _corrections(sums: DealSums, moments: _Moments) -> tuple[F64, F64]:
    """Return the coefficient of each seat's control, and the amount that it subtracts from the seat's share,
    float64[seats] each.

    The coefficient is the same for all seats, so that equities still add up to 1: the one of least total variance,
    limited such that no probability leaves [0, 1]. A seat that never won alone or never lost may be unable to, and
    keeps its share. If the control of such a seat, which does not know that, is not negligible, all seats keep their
    shares.
    """
    wins = sums.shares[:, 0] / sums.totals[0]
    losses = 1.0 - sums.shares.sum(axis=1) / sums.totals[0]
    adjustable = (wins > 0) & (losses * sums.totals[0] > 0.5)
    variances = moments.controls
    if not adjustable.any() or variances[~adjustable].sum() > NEGLIGIBLE * variances.sum() or not variances.any():
        return np.zeros(len(wins)), np.zeros(len(wins))
    means = sums.moments[0] / sums.totals[0]
    means = np.where(adjustable, means + means[~adjustable].sum() / adjustable.sum(), 0.0)
    limits = np.where(means > 0, wins, losses)[adjustable] / np.maximum(np.abs(means[adjustable]), TINY)
    factors = np.where(adjustable, min(moments.factor, float(limits.min())), 0.0)
    return factors, factors * means


def _plain_stderr(shares: F64, squares: F64, weight: float, squared: float, trials: int) -> float:
    """Return the standard error that independent trials without controls would have, at least 1 / trials. It is that of
    a ratio of weighted sums.

    With trial weights w, pot shares x and mean m it is sqrt(sum w^2 (x - m)^2) / sum w; for equal weights that is the
    usual error of a mean.
    """
    parts = 1.0 / np.arange(1, len(shares) + 1)
    mean = float(shares @ parts) / weight
    lost = max(squared - float(squares.sum()), 0.0)
    spread = float(squares @ (parts - mean) ** 2) + lost * mean**2
    return max(float(np.sqrt(spread * trials / max(trials - 1, 1)) / weight), 1.0 / trials)
