"""What a journal says: the bankroll over time beside the advice, the cost of deviating, luck at showdowns.

The fan answers: what if the last decision of each hand had been as advised? The chips put in before it, the cards and
the prices stay; its result is drawn from what it may bring. So the bankroll is multiplied in each hand by

    (bankroll at the last decision / bankroll before the hand) x (1 + net / bankroll at the last decision).

A hand under way does not count yet, and one without a decision brings what it brought. From a hand on that took
everything the bankroll stays 0.
"""

import csv
import io
import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from engine.journal.records import Act, Hand

Array = NDArray[np.float64]
PATHS = 4_000
"""Bankrolls that are drawn for the fan."""
LOW, HIGH = 0.05, 0.95
CSV_COLUMNS = (
    *("hand", "game", "begun", "ended", "bankroll before", "bankroll after", "showdown"),
    *("decision", "street", "bankroll", "pot", "to call", "advised", "advised chips", "advised growth"),
    *("done", "done chips", "done growth", "growth given up"),
)


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """The bankroll before the first hand and after each: ``bankroll`` float64[hands + 1].

    ``given_up`` float64[hands + 1]: growth given up so far against the advice, infinite from a bet on that risked
    everything. ``added``: chips put in between hands, below 0 where some were taken out.
    """

    bankroll: Array
    given_up: Array
    added: float


@dataclass(frozen=True, slots=True, eq=False)
class Fan:
    """Where the advice would have led: bankrolls float64[hands + 1] that 5 %, half and 95 % of the draws stay below.

    ``p_halved``: how likely the bankroll would have fallen to half of the first one at some hand, with the standard
    error of its drawing, ``stderr``.
    """

    low: Array
    middle: Array
    high: Array
    p_halved: float
    stderr: float


@dataclass(frozen=True, slots=True)
class Luck:
    """Chips won at showdowns, and what was to be expected when the last decision was made.

    ``stderr`` is the standard deviation of what could have come: luck of one or two of them is ordinary.
    """

    showdowns: int
    won: float
    expected: float
    stderr: float

    @property
    def luck(self) -> float:
        """Chips won beyond expectation."""
        return self.won - self.expected


@dataclass(frozen=True, slots=True)
class Deviation:
    """What deviating from the advice cost: growth given up in all, in how many decisions of all, and the worst of them.

    ``growth`` is infinite where a decision risked everything; ``worst`` is (hand, decision), None where nothing was
    given up. Below 0: more growth than a part of full Kelly has.
    """

    growth: float
    decisions: int
    deviated: int
    worst: tuple[int, int] | None


def ended_hands(hands: Sequence[Hand]) -> tuple[Hand, ...]:
    """Return the hands that have ended."""
    return tuple(hand for hand in hands if hand.left is not None)


def curve(hands: Sequence[Hand]) -> Curve:
    """Return the bankroll after each hand that has ended; chips added or taken between hands show as they are."""
    done = ended_hands(hands)
    bankroll = [hand.bankroll for hand in done[:1]] + [hand.left or 0.0 for hand in done]
    lost = [math.fsum(decision.given_up for decision in hand.decisions) for hand in done]
    added = math.fsum(after.bankroll - (before.left or 0.0) for before, after in pairwise(done))
    return Curve(np.array(bankroll), np.cumsum([0.0, *lost]) if done else np.zeros(0), added)


def fan(hands: Sequence[Hand], *, seed: int = 1, paths: int = PATHS, followed: bool = True) -> Fan | None:
    """Return where the advice would have led, or with ``followed`` false what was done; None without ended hands."""
    done = ended_hands(hands)
    if not done:
        return None
    random = np.random.Generator(np.random.PCG64(seed))
    logs = np.full(paths, math.log(done[0].bankroll))
    half = math.log(0.5 * done[0].bankroll)
    halved = np.zeros(paths, dtype=bool)
    quantiles = [np.full(3, done[0].bankroll)]
    for hand in done:
        with np.errstate(divide="ignore"):
            logs = logs + np.log(_factors(hand, random, paths, followed=followed))
        halved |= logs <= half
        quantiles.append(np.exp(np.quantile(logs, (LOW, 0.5, HIGH), method="inverted_cdf")))
    low, middle, high = np.array(quantiles).T
    p = float(halved.mean())
    return Fan(low, middle, high, p, math.sqrt(p * (1.0 - p) / paths))


def _factors(hand: Hand, random: np.random.Generator, paths: int, *, followed: bool) -> Array:
    """Return by how much the hand multiplies each of ``paths`` bankrolls."""
    if not hand.decisions:
        return np.full(paths, (hand.left or 0.0) / hand.bankroll)
    last = hand.decisions[-1]
    act = last.advised if followed else last.done
    upto = np.cumsum([p for p, _ in act.law])
    nets = np.array([net for _, net in act.law])
    drawn = nets[np.minimum(np.searchsorted(upto, random.random(paths) * upto[-1], side="right"), len(nets) - 1)]
    return np.asarray(np.maximum((last.bankroll + drawn) / hand.bankroll, 0.0))


def deviation(hands: Sequence[Hand]) -> Deviation:
    """Return what deviating from the advice cost over all decisions, those of a hand under way too."""
    found = [(decision.given_up, (i, j)) for i, hand in enumerate(hands) for j, decision in enumerate(hand.decisions)]
    others = [
        (lost, place)
        for (lost, place), decision in zip(found, (d for hand in hands for d in hand.decisions), strict=True)
        if _other(decision.advised, decision.done)
    ]
    worst = max(others, key=lambda row: row[0], default=(0.0, None))
    return Deviation(
        math.fsum(lost for lost, _ in found), len(found), len(others), worst[1] if worst[0] > 0.0 else None
    )


def _other(advised: Act, done: Act) -> bool:
    """Return whether something else was done than advised."""
    return advised.action != done.action or not math.isclose(advised.chips, done.chips, rel_tol=1e-6, abs_tol=1e-9)


def luck(hands: Sequence[Hand]) -> Luck:
    """Return what showdowns brought since the last decision of each hand, and what was to be expected."""
    won = expected = variance = 0.0
    shown = [hand for hand in ended_hands(hands) if hand.showdown and hand.decisions]
    for hand in shown:
        last = hand.decisions[-1]
        mean = last.done.expected
        won += (hand.left or 0.0) - last.bankroll
        expected += mean
        variance += math.fsum(p * (net - mean) ** 2 for p, net in last.done.law)
    return Luck(len(shown), won, expected, math.sqrt(variance))


def csv_text(hands: Sequence[Hand]) -> str:
    """Return the hands as CSV, a row for each decision, one without where a hand has none."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(CSV_COLUMNS)
    for i, hand in enumerate(hands, 1):
        left = "" if hand.left is None else hand.left
        head = (i, hand.game, hand.begun, hand.ended or "", hand.bankroll, left, "yes" if hand.showdown else "no")
        if not hand.decisions:
            writer.writerow((*head, *[""] * (len(CSV_COLUMNS) - len(head))))
        for j, found in enumerate(hand.decisions, 1):
            acts = [cell for act in (found.advised, found.done) for cell in (act.action, act.chips, act.growth)]
            row = (j, found.street, found.bankroll, found.pot, found.to_call, *acts, found.given_up)
            writer.writerow((*head, *row))
    return out.getvalue()
