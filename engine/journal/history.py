"""The results of a journal: the bankroll over time with that of the advice, the cost of deviating, luck at showdowns.

The fan answers: what if the last decision of each hand had been as advised? The chips put in before it, the cards and
the prices stay; its result is drawn from what it may bring. So the bankroll is multiplied in each hand by

    (bankroll at the last decision / bankroll before the hand) x (1 + net / bankroll at the last decision).

A hand under way does not count yet, and one without a decision, or that went on without one, brings what it brought.
Chips that were put in between hands are put into the draws too; of chips that were taken out the same part is taken out
of them. So a draw that has lost everything stays at 0 until chips are put in. How often half is lost is a matter of
play alone: deposits do not make up for it.
"""

import csv
import io
import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from engine.arrays import F64
from engine.journal.records import Act, Decision, Hand, Law
from engine.scenario import ScenarioError

PATHS = 4_000
"""Bankrolls that are drawn for the fan."""
LOW, HIGH = 0.05, 0.95
HALF = math.log(0.5) + 1e-12
SAME = 1e-9
"""Share of a bankroll below which a change of it between hands is a rounding."""
CSV_COLUMNS = (
    *("hand", "game", "begun", "ended", "bankroll before", "bankroll after", "showdown"),
    *("decision", "street", "bankroll", "pot", "to call", "advised", "advised chips", "advised growth"),
    *("done", "done chips", "done growth", "growth given up"),
    *("put in before the hand", "in on the street before", "checked before"),
)


@dataclass(frozen=True, slots=True)
class Move:
    """Chips put into the bankroll after so many hands, below 0: taken out. ``before``: the bankroll by then."""

    after: int
    chips: float
    before: float

    def applied(self, bankrolls: F64) -> F64:
        """Return other bankrolls, float64[n], after it: as many chips are put in, the same part is taken out."""
        if self.chips > 0.0:
            return bankrolls + self.chips
        return bankrolls * (1.0 + self.chips / self.before)


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """The bankroll before the first hand and after each: ``bankroll`` float64[hands + 1].

    ``given_up`` float64[hands + 1]: growth given up so far against the advice, infinite from a bet on that risked
    everything. ``moves``: the chips put in and taken out between hands, which the points do not contain yet.
    """

    bankroll: F64
    given_up: F64
    moves: tuple[Move, ...]

    @property
    def added(self) -> float:
        """Chips put in between hands, less those taken out."""
        return math.fsum(move.chips for move in self.moves)


@dataclass(frozen=True, slots=True, eq=False)
class Fan:
    """Bankrolls by the advice, float64[hands + 1], that 5 %, half and 95 % of the draws stay below.

    ``p_halved``: how likely play alone would have lost half at some hand, counted from the first one, with the standard
    error of its drawing, ``stderr``.
    """

    low: F64
    middle: F64
    high: F64
    p_halved: float
    stderr: float


@dataclass(frozen=True, slots=True)
class Luck:
    """Chips won at showdowns, and what was to be expected when the last decision was made and had been called.

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
    """The cost of deviating from the advice: the growth given up in all, the number of decisions, and the worst of
    them.

    Decisions are those of ``Hand.counted``. ``growth`` is infinite where one risked everything; ``worst`` is (hand,
    place among its decisions that count), None where nothing was given up. Below 0: more growth than a part of full
    Kelly has.
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
    lost = [math.fsum(counts[-1].given_up for counts in hand.counted) for hand in done]
    return Curve(np.array(bankroll), np.cumsum([0.0, *lost]) if done else np.zeros(0), moves_between(done))


def moves_between(done: Sequence[Hand]) -> tuple[Move, ...]:
    """Return the chips put in and taken out between hands that have ended."""
    return tuple(
        Move(i, after.bankroll - (before.left or 0.0), before.left or 0.0)
        for i, (before, after) in enumerate(pairwise(done), 1)
        if not math.isclose(after.bankroll, before.left or 0.0, rel_tol=SAME, abs_tol=SAME)
    )


def fan(hands: Sequence[Hand], *, seed: int = 1, paths: int = PATHS, followed: bool = True) -> Fan | None:
    """Return where the advice would have led, or with ``followed`` false what was done; None without ended hands.

    The journal belongs to no run that has a seed; with the same one the fan of a journal stays as it is when it is
    displayed again. ``p_halved`` has its standard error.
    """
    done = ended_hands(hands)
    if not done:
        return None
    random = np.random.Generator(np.random.PCG64(seed))
    drawn, played = np.full(paths, done[0].bankroll), np.zeros(paths)
    moves = {move.after: move for move in moves_between(done)}
    halved = np.zeros(paths, dtype=bool)
    quantiles = [drawn[:3]]
    for i, hand in enumerate(done):
        factors = _factors(hand, random, paths, followed=followed)
        drawn = (moves[i].applied(drawn) if i in moves else drawn) * factors
        with np.errstate(divide="ignore"):
            played = played + np.log(factors)
        halved |= played <= HALF
        quantiles.append(np.quantile(drawn, (LOW, 0.5, HIGH), method="inverted_cdf"))
    low, middle, high = np.array(quantiles).T
    p = float(halved.mean())
    return Fan(low, middle, high, p, math.sqrt(p * (1.0 - p) / paths))


def _factors(hand: Hand, random: np.random.Generator, paths: int, *, followed: bool) -> F64:
    """Return by how much the hand multiplies each of ``paths`` bankrolls."""
    last = hand.last
    if last is None:
        return np.full(paths, (hand.left or 0.0) / hand.bankroll)
    act = last.advised if followed else last.done
    upto = np.cumsum([p for p, _ in act.law])
    nets = np.array([net for _, net in act.law])
    drawn = nets[np.minimum(np.searchsorted(upto, random.random(paths) * upto[-1], side="right"), len(nets) - 1)]
    return np.asarray(np.maximum((last.bankroll + drawn) / hand.bankroll, 0.0))


def deviation(hands: Sequence[Hand]) -> Deviation:
    """Return the cost of deviating from the advice over all decisions, those of a hand under way too."""
    result = [(counts[-1], (i, j)) for i, hand in enumerate(hands) for j, counts in enumerate(hand.counted)]
    others = [(one.given_up, place) for one, place in result if _other(one.advised, one.done)]
    worst = max(others, key=lambda row: row[0], default=(0.0, None))
    total = math.fsum(one.given_up for one, _ in result)
    return Deviation(total, len(result), len(others), worst[1] if worst[0] > 0.0 else None)


def _other(advised: Act, done: Act) -> bool:
    """Return whether something else was done than advised; a bet over a blind may be called a raise."""
    if {advised.action, done.action} != {"bet", "raise"} and advised.action != done.action:
        return True
    return not math.isclose(advised.chips, done.chips, rel_tol=1e-6, abs_tol=1e-9)


def luck(hands: Sequence[Hand]) -> Luck:
    """Return the chips won at showdowns since the last decision of each hand, and those that were to be expected.

    A bet that came to a showdown was called: its result when everybody folds does not count.
    """
    won = expected = variance = 0.0
    shown = 0
    for hand in ended_hands(hands):
        last = hand.last if hand.showdown else None
        law = () if last is None else _called(last)
        if last is None or not law:
            continue
        mean = math.fsum(p * net for p, net in law)
        won += (hand.left or 0.0) - last.bankroll
        expected += mean
        variance += math.fsum(p * (net - mean) ** 2 for p, net in law)
        shown += 1
    return Luck(shown, won, expected, math.sqrt(variance))


def _called(one: Decision) -> Law:
    """Return the results of the action given that it is called; none where it never is, or they are not known."""
    if one.called is not None:
        return one.called
    if not any(one.request.get(key) for key in ("reaction", "p_all_fold")) or one.done.action == "fold":
        return one.done.law
    from engine.kelly.advice import bet_law  # of decisions that an older version has kept
    from engine.kelly.request import read_kelly_request

    try:
        return bet_law(read_kelly_request(one.request).wager, one.done.action, one.done.chips, called_only=True)
    except ScenarioError:
        return ()


def csv_text(hands: Sequence[Hand]) -> str:
    """Return the hands as CSV, a row for each decision that counts, one without where a hand has none."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(CSV_COLUMNS)
    moved, ended = {move.after: move.chips for move in moves_between(ended_hands(hands))}, 0
    for i, hand in enumerate(hands, 1):
        added = moved.get(ended, "") if hand.left is not None else ""
        ended += hand.left is not None
        left = "" if hand.left is None else hand.left
        head = (i, hand.game, hand.begun, hand.ended or "", hand.bankroll, left, "yes" if hand.showdown else "no")
        if not hand.decisions:
            writer.writerow((*head, *[""] * (len(CSV_COLUMNS) - len(head) - 3), added, "", ""))
        for j, (*checks, result) in enumerate(hand.counted, 1):
            acts = [cell for act in (result.advised, result.done) for cell in (act.action, act.chips, act.growth)]
            row = (j, result.street, result.bankroll, result.pot, result.to_call, *acts, result.given_up)
            before = "" if result.put_in is None else result.put_in
            writer.writerow((*head, *row, added if j == 1 else "", before, "yes" if checks else "no"))
    return out.getvalue()
