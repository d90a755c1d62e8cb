"""The evaluation of a journal: the bankroll over time, compared with that of the advice, the cost of deviations, luck
at showdowns.

The fan shows how the bankroll might have developed if the last decision of each hand had followed the advice. The chips
put in before that decision, the cards and the prices are those of the hand; the result of the decision is drawn from
its outcome distribution. Each hand thus multiplies the bankroll by

    (bankroll at the last decision / bankroll before the hand) x (1 + net / bankroll at the last decision).

A hand that is still being played is left out. A hand without advice on its last decision contributes its real result.
Chips that the player added between hands are added to the drawn bankrolls too; of chips that he took out, the same
fraction is taken out of them. A drawn bankroll that has lost everything therefore stays at 0 until chips are added. How
often half of the bankroll is lost depends on play alone: deposits do not make up for it.
"""

import csv
import io
import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from engine.arrays import F64
from engine.journal.records import JournalAction, JournalDecision, JournalHand, OutcomeDistribution
from engine.scenario import ScenarioError

PATHS = 4_000
"""The number of bankrolls that are drawn for the fan."""
LOW, HIGH = 0.05, 0.95
HALF = math.log(0.5) + 1e-12
SAME = 1e-9
"""A change between two hands that is below this share of the bankroll is rounding."""
CSV_COLUMNS = (
    *("hand", "game", "begun", "ended", "bankroll before", "bankroll after", "showdown"),
    *("decision", "street", "bankroll", "pot", "to call", "advised", "advised chips", "advised growth"),
    *("done", "done chips", "done growth", "growth given up"),
    *("put in before the hand", "in on the street before", "checked before"),
)


@dataclass(frozen=True, slots=True)
class BankrollTransfer:
    """Chips that the player added to his bankroll between two hands, or took out (below 0).

    ``after``: the number of hands that had ended by then; ``before``: the bankroll just before.
    """

    after: int
    chips: float
    before: float

    def applied(self, bankrolls: F64) -> F64:
        """Return other bankrolls, float64[n], after this transfer.

        Added chips are added as an amount; of chips that were taken out, the same fraction of each bankroll is taken
        out.
        """
        if self.chips > 0.0:
            return bankrolls + self.chips
        return bankrolls * (1.0 + self.chips / self.before)


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """The bankroll before the first hand and after each hand, ``bankroll`` float64[hands + 1].

    ``given_up`` float64[hands + 1]: the growth lost so far by deviating from the advice, infinite from the first bet
    that risked everything. ``transfers``: chips added or taken out between hands; they first show in the point after
    the next hand.
    """

    bankroll: F64
    given_up: F64
    transfers: tuple[BankrollTransfer, ...]

    @property
    def added(self) -> float:
        """Chips added between hands, minus those taken out."""
        return math.fsum(transfer.chips for transfer in self.transfers)


@dataclass(frozen=True, slots=True, eq=False)
class Fan:
    """Quantiles (5 %, 50 %, 95 %) of the bankrolls that following the advice would have led to, float64[hands + 1]
    each.

    ``p_halved``: the probability of having lost half of the bankroll by play alone after some hand, counted from the
    first hand; ``stderr``: its standard error.
    """

    low: F64
    middle: F64
    high: F64
    p_halved: float
    stderr: float


@dataclass(frozen=True, slots=True)
class Luck:
    """Chips won at showdowns, and the expected chips when the last decision had been made and called.

    ``stderr`` is the standard deviation of the possible results: luck within one or two of them is ordinary.
    """

    showdowns: int
    won: float
    expected: float
    stderr: float

    @property
    def luck(self) -> float:
        """Chips won above expectation."""
        return self.won - self.expected


@dataclass(frozen=True, slots=True)
class Deviation:
    """The cost of deviating from the advice: the growth lost in all, the number of decisions, how many deviated, and
    the worst.

    Decisions are those of ``JournalHand.counted``. ``growth`` is infinite if a decision risked everything, and below 0
    if the player grew faster than advised, which is possible if the advice is a fraction of full Kelly. ``worst`` is
    (hand, index among its counted decisions), or None if no growth was lost.
    """

    growth: float
    decisions: int
    deviated: int
    worst: tuple[int, int] | None


def ended_hands(hands: Sequence[JournalHand]) -> tuple[JournalHand, ...]:
    """Return the hands that have ended."""
    return tuple(hand for hand in hands if hand.left is not None)


def curve(hands: Sequence[JournalHand]) -> Curve:
    """Return the bankroll after each hand that has ended. Chips added or taken out between hands stay visible in it."""
    ended = ended_hands(hands)
    bankroll = [hand.bankroll for hand in ended[:1]] + [hand.left or 0.0 for hand in ended]
    losses = [math.fsum(steps[-1].given_up for steps in hand.counted) for hand in ended]
    return Curve(np.array(bankroll), np.cumsum([0.0, *losses]) if ended else np.zeros(0), transfers_between(ended))


def transfers_between(ended: Sequence[JournalHand]) -> tuple[BankrollTransfer, ...]:
    """Return the chips added and taken out between hands, all of which have ended."""
    return tuple(
        BankrollTransfer(i, after.bankroll - (before.left or 0.0), before.left or 0.0)
        for i, (before, after) in enumerate(pairwise(ended), 1)
        if not math.isclose(after.bankroll, before.left or 0.0, rel_tol=SAME, abs_tol=SAME)
    )


def fan(hands: Sequence[JournalHand], *, seed: int = 1, paths: int = PATHS, followed: bool = True) -> Fan | None:
    """Return the fan of bankrolls if the advice had been followed, or None without ended hands.

    With ``followed`` False it is drawn from the outcomes of the actions that were taken instead. ``seed``: the same
    journal always gets the same fan; its number is arbitrary, because a journal belongs to no run.
    """
    ended = ended_hands(hands)
    if not ended:
        return None
    random = np.random.Generator(np.random.PCG64(seed))
    drawn, log_growth = np.full(paths, ended[0].bankroll), np.zeros(paths)
    transfers = {transfer.after: transfer for transfer in transfers_between(ended)}
    halved = np.zeros(paths, dtype=bool)
    quantiles = [drawn[:3]]
    for i, hand in enumerate(ended):
        factors = _factors(hand, random, paths, followed=followed)
        drawn = (transfers[i].applied(drawn) if i in transfers else drawn) * factors
        with np.errstate(divide="ignore"):  # a bankroll of 0
            log_growth = log_growth + np.log(factors)
        halved |= log_growth <= HALF
        quantiles.append(np.quantile(drawn, (LOW, 0.5, HIGH), method="inverted_cdf"))
    low, middle, high = np.array(quantiles).T
    p = float(halved.mean())
    return Fan(low=low, middle=middle, high=high, p_halved=p, stderr=math.sqrt(p * (1.0 - p) / paths))


def _factors(hand: JournalHand, random: np.random.Generator, paths: int, *, followed: bool) -> F64:
    """Return the factors by which the hand multiplies each of ``paths`` bankrolls, float64[paths]."""
    last = hand.last
    if last is None:
        return np.full(paths, (hand.left or 0.0) / hand.bankroll)
    action = last.advised if followed else last.done
    cumulative = np.cumsum([p for p, _ in action.law])
    nets = np.array([net for _, net in action.law])
    outcome = np.searchsorted(cumulative, random.random(paths) * cumulative[-1], side="right")
    drawn = nets[np.minimum(outcome, len(nets) - 1)]
    return np.asarray(np.maximum((last.bankroll + drawn) / hand.bankroll, 0.0))


def deviation(hands: Sequence[JournalHand]) -> Deviation:
    """Return the cost of deviating from the advice over all decisions, including those of a hand that is still being
    played."""
    decisions = [(steps[-1], (i, j)) for i, hand in enumerate(hands) for j, steps in enumerate(hand.counted)]
    deviations = [(one.given_up, index) for one, index in decisions if _deviates(one.advised, one.done)]
    worst = max(deviations, key=lambda row: row[0], default=(0.0, None))
    total = math.fsum(one.given_up for one, _ in decisions)
    return Deviation(total, len(decisions), len(deviations), worst[1] if worst[0] > 0.0 else None)


def _deviates(advised: JournalAction, done: JournalAction) -> bool:
    """Return whether an action differs from the advised one in kind or in chips.

    A bet and a raise are the same kind: if hero has posted a blind, an advised bet is called a raise at the table.
    """
    if {advised.action, done.action} != {"bet", "raise"} and advised.action != done.action:
        return True
    return not math.isclose(advised.chips, done.chips, rel_tol=1e-6, abs_tol=1e-9)


def luck(hands: Sequence[JournalHand]) -> Luck:
    """Return the chips won at showdowns since the last decision of each hand, and the chips that were to be expected.

    A bet in a hand that came to a showdown was called, so the outcome in which everybody folds is left out.
    """
    won = expected = variance = 0.0
    showdowns = 0
    for hand in ended_hands(hands):
        last = hand.last if hand.showdown else None
        outcomes = () if last is None else _outcomes_if_called(last)
        if last is None or not outcomes:
            continue
        mean = math.fsum(p * net for p, net in outcomes)
        won += (hand.left or 0.0) - last.bankroll
        expected += mean
        variance += math.fsum(p * (net - mean) ** 2 for p, net in outcomes)
        showdowns += 1
    return Luck(showdowns, won, expected, math.sqrt(variance))


def _outcomes_if_called(one: JournalDecision) -> OutcomeDistribution:
    """Return the outcomes of the action if it is called; empty if it is never called or they are not known."""
    if one.called is not None:
        return one.called
    if not any(one.request.get(key) for key in ("reaction", "p_all_fold")) or one.done.action == "fold":
        return one.done.law
    # Older versions did not store these outcomes: they are computed again from the stored request.
    from engine.kelly.advice import net_distribution
    from engine.kelly.request import read_kelly_request

    try:
        return net_distribution(
            read_kelly_request(one.request).wager, one.done.action, one.done.chips, called_only=True
        )
    except ScenarioError:
        return ()


def csv_text(hands: Sequence[JournalHand]) -> str:
    """Return the hands as CSV: a row for each counted decision, and one row for a hand without decisions."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(CSV_COLUMNS)
    # Transfers are numbered by the hands that had ended before them.
    transfers, ended = {transfer.after: transfer.chips for transfer in transfers_between(ended_hands(hands))}, 0
    for i, hand in enumerate(hands, 1):
        added = transfers.get(ended, "") if hand.left is not None else ""
        ended += hand.left is not None
        after = "" if hand.left is None else hand.left
        head = (i, hand.game, hand.begun, hand.ended or "", hand.bankroll, after, "yes" if hand.showdown else "no")
        if not hand.decisions:
            writer.writerow((*head, *[""] * (len(CSV_COLUMNS) - len(head) - 3), added, "", ""))
        for j, (*checks, last) in enumerate(hand.counted, 1):
            actions = [cell for one in (last.advised, last.done) for cell in (one.action, one.chips, one.growth)]
            row = (j, last.street, last.bankroll, last.pot, last.to_call, *actions, last.given_up)
            put_in = "" if last.put_in is None else last.put_in
            writer.writerow((*head, *row, added if j == 1 else "", put_in, "yes" if checks else "no"))
    return out.getvalue()
