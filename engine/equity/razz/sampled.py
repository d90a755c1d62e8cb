"""Sampled razz: any table of one to eight seats, by their joint distribution, every next card equally often (see
``kernels.razz.circle``), with control variates: the luck in the final hands, whose mean is known exactly, is subtracted
from the shares of the pot.

The final distribution of each seat is known exactly at any table (``joint_automaton``). Were the hands of the seats
independent, the expected share of seat s given that seat t ends with the hand v would be g_st(v), a short sum. The
control of s in a deal is sum_t g_st(v_t) - E g_st(v_t): its mean is exactly zero under the true distribution, whatever
the approximation is worth, and it takes up most of the chance in the share (first-order terms of its ANOVA
decomposition, Hoeffding 1948). The estimate stays unbiased; sharing cards between seats only makes the gain smaller.

As many trials share their choices as give most certainty for their time.
"""

import numpy as np

from engine.arrays import F64
from engine.equity.jobs import Guard, Tally, unguarded
from engine.equity.razz.blocks import deal_table
from engine.equity.razz.joint_automaton import FinalDistributions
from engine.equity.razz.lows import CLASS_NAMES, FINALS, class_of_values, estimate, final_numbers, low_tables
from engine.equity.razz.replay import recorded
from engine.equity.razz.setup import RazzSeat, RazzSetup
from engine.equity.results import Estimate
from engine.equity.sampling import student_stretch
from engine.kernels.common.rng import seed_state
from engine.kernels.razz.circle import DealSums, TurnWork, deal_trials, scratch, trials_together
from engine.kernels.razz.draws import Table
from engine.kernels.razz.low import CLASSES

MOST_NANOSECONDS = 1.5e8
"""The highest cost of the exact final distributions before the first deal; beyond it there are no controls."""

NODES, NODE_WEIGHTS = (np.polynomial.legendre.leggauss(4)[0] + 1) / 2, np.polynomial.legendre.leggauss(4)[1] / 2
"""Gauss-Legendre on [0, 1], exact to the degree 7: the share 1 / (1 + ties) is the integral of x**ties."""


def control_table(setup: RazzSetup, guard: Guard = unguarded) -> F64:
    """Return float64[seats, FINALS, seats]: what a final hand of one seat adds to the control of each seat.

    Of length 0 where controls do not pay: one seat, or distributions that cost more than ``MOST_NANOSECONDS``.
    """
    seats = setup.active
    none = np.zeros((0, FINALS, len(seats)))
    if len(seats) == 1:
        return none
    distributions = FinalDistributions(setup, guard)
    like = [next(i for i, other in enumerate(seats) if _alike(seat, other)) for seat in seats]
    if sum(distributions.operations(seat) for seat in set(like)) > MOST_NANOSECONDS:
        return none
    known = {seat: distributions.lows(seat) for seat in set(like)}
    return _controls(np.stack([known[seat] for seat in like]))


def _alike(seat: RazzSeat, other: RazzSeat) -> bool:
    pairs = ((seat.known, other.known), (seat.choices, other.choices), (seat.ways, other.ways))
    return seat.free == other.free and all(np.array_equal(a, b) for a, b in pairs)


def _controls(chances: F64) -> F64:
    """Return the table of independent seats of these final distributions, ``chances`` float64[seats, FINALS]."""
    seats = len(chances)
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


MOST_EACH = 16
PILOT_EACH = 4
PILOT_CHOICES = 1_024
PILOT_SEED = 52
DESIGN_EFFECT = 1.75
RARE = 0.02


def trials_of_choices(table: Table, controls: F64, cost: float, cost_of_choices: float) -> int:
    """Return how many trials of ``table``, of this ``cost``, to deal for each draw of choices, which cost so much;
    all of a turn where there is nothing to draw.

    Where r is how alike two trials with the same choices are, behind the ``controls`` float64[seats, FINALS, seats], n
    of them multiply the variance of a trial by 1 + (n - 1) r. Numbers that would make any share or class of the result
    much less certain than as many independent trials are not chosen. The run has a seed of its own, so that the plan
    depends on the setup alone.
    """
    together = trials_together(table)
    if len(table.starts) < 2:
        return together
    each = min(PILOT_EACH, together)
    if each < 2:
        return 1
    alike, most_alike = _pilot(table._replace(each=each), controls)
    fair = [n for n in range(1, min(MOST_EACH, together) + 1) if n == 1 or 1 + (n - 1) * most_alike <= DESIGN_EFFECT]
    return min(fair, key=lambda n: (cost + cost_of_choices / n) * (1 + (n - 1) * alike))


def _pilot(table: Table, controls: F64) -> tuple[float, float]:
    """Return how alike trials with the same choices are: in what is left of a seat's pot, and in any share or class.

    These are intraclass correlations, the mean over the pots of all seats and the largest over the rest.
    """
    together, each = trials_together(table), table.each
    draws = together // each
    turns = -(-PILOT_CHOICES // draws)
    deals = recorded(turns * together, table, seed_state(PILOT_SEED, 0))
    whole = np.arange(turns * together) % together < draws * each
    weights, values = deals.weights[whole], deals.values[whole]
    pots, classes = deals.shares()[whole], class_of_values()[values]
    won = pots.copy()
    if len(controls):
        pots -= sum(controls[seat][row] for seat, row in enumerate(final_numbers(values).T))
    same = (classes[:, :, None] == np.arange(CLASSES)).reshape(len(classes), -1)
    rates = np.concatenate([won == 1.0, same], axis=1)
    common = (rates.mean(axis=0) > RARE) & (rates.mean(axis=0) < 1 - RARE)
    between, spread = _spreads(pots, weights, each)
    alike = between.sum() / max(float(spread.sum()), 1e-12)
    between, spread = _spreads(rates[:, common].astype(np.float64), weights, each)
    return max(alike, 0.0), max(float((between / np.maximum(spread, 1e-12)).max(initial=0.0)), 0.0)


def _spreads(rows: F64, weights: F64, each: int) -> tuple[F64, F64]:
    """Return, of float64[n, k] in rows of ``each`` with the same choices, the covariance of two of these and the
    variance of one, float64[k] each; rows count with their ``weights`` float64[n]."""
    left = weights[:, None] * (rows - weights @ rows / max(float(weights.sum()), 1e-12))
    own = (left**2).mean(axis=0)
    of_sums = (left.reshape(len(left) // each, each, left.shape[1]).sum(axis=1) ** 2).mean(axis=0)
    return np.asarray((of_sums - each * own) / (each * (each - 1))), np.asarray(own)


CHUNK_NANOSECONDS = 8e6
LEAST_CHUNK, MOST_CHUNK = 1 << 10, 1 << 17

NEGLIGIBLE = 1e-4
"""Share of the variance of all controls."""

TURNS_AT_ONE = 10.0
"""The number of further turns of the circle that justify taking the controls out once."""

TINY = 1e-300


class RazzSampler:
    """Deals in turns of a circle, which are independent; the tally holds the :class:`DealSums`, one after the other."""

    def __init__(self, setup: RazzSetup, guard: Guard = unguarded, *, controlled: bool = True) -> None:
        self._seed = setup.seed
        self._seats = len(setup.active)
        table, choosing = deal_table(setup, guard)
        # Trials of unequal weight come from tables that are tight in their choices: controls would not pay.
        controlled = controlled and not table.in_turn
        self._controls = control_table(setup, guard) if controlled else np.zeros((0, 1, self._seats))
        cost = 10.0 + 5 * self._seats + 1.2 * float(table.free.sum())
        cost += 1.0 * self._seats * self._seats * (len(self._controls) > 0)
        choosing += 1.5 * len(table.marks)
        each = trials_of_choices(table, self._controls, cost, choosing)
        self.table = table._replace(each=each)
        """The table whose cards are drawn."""
        self.trial_operations = cost + choosing / each
        """Cost of a trial in nanoseconds of one core of the reference machine."""
        trials = CHUNK_NANOSECONDS / self.trial_operations
        self._chunk_trials = int(np.clip(1 << round(np.log2(trials)), LEAST_CHUNK, MOST_CHUNK))

    @property
    def block(self) -> int:
        """Trials of a turn of the circle, which deal every card equally often."""
        return trials_together(self.table)

    @property
    def chunk_trials(self) -> int:
        """Trials of a full chunk."""
        return self._chunk_trials

    def compute(self, chunk: int, trials: int) -> Tally:
        """Return the tally of ``trials`` deals from stream ``chunk``."""
        tally = np.zeros(sum(_sizes(self._seats)))
        turn = TurnWork(np.zeros(self._seats), np.zeros(self._seats), np.zeros(1))
        table, state = self.table, seed_state(self._seed, chunk)
        deal_trials(trials, table, scratch(table), state, low_tables(), self._controls, turn, _sums(tally, self._seats))
        return tally

    def estimates(self, tally: Tally, trials: int) -> tuple[Estimate, ...]:
        """Return the numbers of the active seats."""
        sums = _sums(tally, self._seats)
        weight = sums.totals[0]
        if weight == 0:
            return (estimate(np.zeros(self._seats), 1.0, dict.fromkeys(CLASS_NAMES, 0.0)),) * self._seats
        moments = _Moments(sums)
        factors, taken = _corrections(sums, moments)
        errors = np.maximum(moments.stderr(factors), 1.0 / trials)
        return tuple(
            self._estimate(sums, seat, float(taken[seat]), float(errors[seat]), trials) for seat in range(self._seats)
        )

    def _estimate(self, sums: DealSums, seat: int, taken: float, error: float, trials: int) -> Estimate:
        weight = sums.totals[0]
        shares = sums.shares[seat] / weight
        plain = _plain_stderr(shares * weight, sums.squares[seat], weight, sums.totals[1], trials)
        shares[0] = max(shares[0] - taken, 0.0)  # rounding apart it is at least 0 (_corrections)
        classes = dict(zip(CLASS_NAMES, (sums.classes[seat] / weight).tolist(), strict=True))
        return estimate(shares, error, classes, gain=(plain / error) ** 2)


def _shapes(seats: int) -> tuple[tuple[int, ...], ...]:
    return (seats, seats), (seats, seats), (seats, CLASSES), (6, seats), (2,), (2,)


def _sizes(seats: int) -> list[int]:
    return [int(np.prod(shape)) for shape in _shapes(seats)]


def _sums(tally: Tally, seats: int) -> DealSums:
    parts = np.split(tally, np.cumsum(_sizes(seats))[:-1])
    return DealSums(*(part.reshape(shape) for part, shape in zip(parts, _shapes(seats), strict=True)))


class _Moments:
    """Over the turns of the circle, for each seat: the sums of squares and products of what a turn's share of the pots
    y and its control c are beyond the mean of its m trials; float64[seats] each."""

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
        """The coefficient of the controls with the least total variance, close to 1 for few turns."""
        common, own = float(self.both.sum()), float(self.controls.sum())
        prior = own * TURNS_AT_ONE / max(float(self._turns), 1.0)
        return max((common + prior) / max(own + prior, TINY), 0.0)

    def stderr(self, factors: F64) -> F64:
        """Return the standard errors of the equities with so many times the control of each seat taken out.

        That is the error of a ratio of sums over turns; 1 where a single one does not measure the spread.
        """
        if self._turns < 2:
            return np.ones(len(factors))
        left = self.shares - 2 * factors * self.both + factors**2 * self.controls
        spread = np.maximum(left, 0.0) * self._turns / (self._turns - 1)
        return np.asarray(np.sqrt(spread) / self._weight * student_stretch(self._turns - 1))


def _corrections(sums: DealSums, moments: _Moments) -> tuple[F64, F64]:
    """Return how many times the control of each seat is taken out, and what that takes from it, float64[seats] each.

    The factor is the same for all seats, for the sake of their sum: the one of least total variance, as far as no
    probability leaves [0, 1]. A seat that never won alone or never lost may be unable to and keeps its share; if its
    control, which knows nothing of that, is of any size, all do.
    """
    wins = sums.shares[:, 0] / sums.totals[0]
    losses = 1.0 - sums.shares.sum(axis=1) / sums.totals[0]
    free = (wins > 0) & (losses * sums.totals[0] > 0.5)
    of_controls = moments.controls
    if not free.any() or of_controls[~free].sum() > NEGLIGIBLE * of_controls.sum() or not of_controls.any():
        return np.zeros(len(wins)), np.zeros(len(wins))
    means = sums.moments[0] / sums.totals[0]
    means = np.where(free, means + means[~free].sum() / free.sum(), 0.0)
    room = np.where(means > 0, wins, losses)[free] / np.maximum(np.abs(means[free]), TINY)
    factors = np.where(free, min(moments.factor, float(room.min())), 0.0)
    return factors, factors * means


def _plain_stderr(shares: F64, squares: F64, weight: float, squared: float, trials: int) -> float:
    """Return the standard error of independent trials, that of a ratio of weighted sums, at least 1 / trials.

    With trial weights w, pot shares x and mean m it is sqrt(sum w^2 (x - m)^2) / sum w; for equal weights
    that is the usual error of a mean.
    """
    parts = 1.0 / np.arange(1, len(shares) + 1)
    mean = float(shares @ parts) / weight
    lost = max(squared - float(squares.sum()), 0.0)
    spread = float(squares @ (parts - mean) ** 2) + lost * mean**2
    return max(float(np.sqrt(spread * trials / max(trials - 1, 1)) / weight), 1.0 / trials)
