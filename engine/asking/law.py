"""The numbers of a question: sums over deals, and the probabilities and equities that follow."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import TypeVar

import numpy as np

from engine.arrays import F64, I64, U8
from engine.asking.expression import Event
from engine.jobs.budget import AUTO_BUDGET, EXACT_LIMIT
from engine.jobs.reasons import Reason, obstacle
from engine.kernels.asking.events import BEATEN, BEST, EVENT, GIVEN, SHARED, Sums
from engine.running.workers import Workers
from engine.scenario import Method, Problem, RunOptions, ScenarioError

A = TypeVar("A")
MOST_ATOMS = 16
KINDS = {"best": BEST, "shared": SHARED, "beaten": BEATEN}
"""The numbers of the standings in the kernels."""
TARGET_STDERR = 0.0005
MOST_TRIALS, FAR_TRIALS = 1 << 23, 1 << 30
"""The most deals, and those of a run with a target of its own."""


@dataclass(frozen=True, slots=True)
class Value:
    """A value that splits the event: its probability within the event, and the equities of the active seats."""

    value: str
    probability: float
    stderr: float
    equity: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """The probability of the event given the condition, and the equities of the active seats when both hold, with
    standard errors; ``equity`` is empty where the event does not happen. ``before`` and ``before_stderr``: the
    equities where the condition holds, whatever the event."""

    method: str
    probability: float
    stderr: float
    given_probability: float
    equity: tuple[float, ...]
    equity_stderr: tuple[float, ...]
    before: tuple[float, ...]
    before_stderr: tuple[float, ...]
    by: tuple[Value, ...]
    deals: int


@dataclass(frozen=True, slots=True)
class Step:
    """An answer so far, None before the first, with the share of the work that is done and why it is exact or sampled;
    the last step has the answer."""

    answer: Answer | None
    progress: float
    reason: Reason


def truth_table(event: Event[A], given: Event[A] | None) -> tuple[tuple[A, ...], U8]:
    """Return the different atoms of both, and what holds by the mask of the atoms that do, uint8[2**atoms].

    Raises:
        ScenarioError: there are more than :data:`MOST_ATOMS`.
    """
    atoms = tuple(dict.fromkeys((*event.atoms(), *(given.atoms() if given is not None else ()))))
    if len(atoms) > MOST_ATOMS:
        message = f"at most {MOST_ATOMS} different conditions fit into one question, these are {len(atoms)}"
        raise ScenarioError(Problem("event", message))
    table = np.zeros(1 << len(atoms), np.uint8)
    for flags in product((False, True), repeat=len(atoms)):
        holding = dict(zip(atoms, flags, strict=True))
        code = sum(flag << bit for bit, flag in enumerate(flags))
        if given is None or given.holds(holding.__getitem__):
            table[code] = GIVEN | (EVENT if event.holds(holding.__getitem__) else 0)
    return atoms, table


def reason_of(method: Method, operations: float | None) -> Reason:
    """Return how a question is answered whose exact sums take so many operations, None where there are none.

    Raises:
        ScenarioError: exact sums are asked for and out of reach.
    """
    possible = operations is not None and operations <= EXACT_LIMIT
    if method == "exact" and not possible:
        raise ScenarioError(Problem("run.method", f"exact is not possible here: {obstacle(operations, counts=False)}"))
    if method == "exact":
        return Reason("exact as asked", operations)
    if method == "auto" and operations is not None and operations <= AUTO_BUDGET:
        return Reason("exact", operations)
    return Reason("sampled as asked" if method == "sampled" else "sampled", operations)


def new_sums(values: int, active: int) -> Sums:
    """Return sums of nothing, for so many values that split and active seats."""
    shares, squares = np.zeros((2, values, active))
    before = np.zeros((2, active))
    return Sums(np.zeros(1), np.zeros(1), np.zeros(values), shares, squares, before, np.zeros(1, np.int64))


def added(parts: Sequence[Sums]) -> Sums:
    """Return the sum of sums."""
    return Sums(*(np.sum([part[field] for part in parts], axis=0) for field in range(len(Sums._fields))))


def exact_steps(parts: Iterator[Sums], number: int, values: Sequence[str], reason: Reason) -> Iterator[Step]:
    """Yield the progress through so many parts of all deals, and the answer of all.

    Raises:
        ScenarioError: what is given cannot happen.
    """
    total = None
    for done, sums in enumerate(parts, 1):
        total = sums if total is None else added((total, sums))
        if done < number:
            yield Step(None, done / number, reason)
    if total is not None:
        yield Step(_exact_answer(total, values), 1.0, reason)


def _exact_answer(sums: Sums, values: Sequence[str]) -> Answer:
    given, event = float(sums.given[0]), float(sums.event.sum())
    if given <= 0:
        raise ScenarioError(Problem("given", "this cannot happen"))
    zeros = (0.0,) * sums.shares.shape[1]
    rows = _rows(sums, values, lambda probability, number: 0.0)
    equity = tuple((sums.shares.sum(axis=0) / event).tolist()) if event > 0 else ()
    before = tuple((sums.before[0] / given).tolist())
    share, deals = given / float(sums.everything[0]), int(sums.deals[0])
    return Answer("exact", event / given, 0.0, share, equity, zeros if equity else (), before, zeros, rows, deals)


def _sampled_answer(sums: Sums, trials: int, values: Sequence[str]) -> Answer:
    """Return the answer of sampled deals of equal weight, in some of which what is given has happened."""
    given, event = float(sums.given[0]), float(sums.event.sum())
    rows = _rows(sums, values, _binomial_error)
    equity, errors = _means(sums.shares.sum(axis=0), sums.squares.sum(axis=0), event)
    before, before_errors = _means(sums.before[0], sums.before[1], given)
    probability = event / given
    stderr = _binomial_error(probability, given)
    share = given / trials
    return Answer("sampled", probability, stderr, share, equity, errors, before, before_errors, rows, trials)


def _means(shares: F64, squares: F64, number: float) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return the means of the shares in so many deals, with their standard errors; nothing of no deals."""
    if number <= 0:
        return (), ()
    means = shares / number
    spreads = np.maximum(squares / number - means**2, 0.0)
    return tuple(means.tolist()), tuple(np.maximum(np.sqrt(spreads / number), 1 / number).tolist())


def _binomial_error(probability: float, number: float) -> float:
    return float(max(np.sqrt(probability * (1 - probability) / number), 1 / number))


def _rows(sums: Sums, values: Sequence[str], error: Callable[[float, float], float]) -> tuple[Value, ...]:
    weights = sums.event
    total = float(weights.sum())
    rows = []
    for place in np.flatnonzero(weights > 0).tolist() if values else ():
        probability = float(weights[place]) / total
        equity = tuple((sums.shares[place] / weights[place]).tolist())
        rows.append(Value(values[place], probability, error(probability, total), equity))
    return tuple(rows)


def drawn_places(random: np.random.Generator, law: F64, number: int) -> I64:
    """Return places in ``law`` float64[n], the running sum of weights, drawn by these: int64[number]."""
    return np.asarray(np.minimum(np.searchsorted(law, random.random(number) * law[-1], side="right"), len(law) - 1))


def sampled_steps(
    options: RunOptions,
    workers: Workers,
    compute: Callable[[np.random.Generator], Sums],
    size: int,
    values: Sequence[str],
    reason: Reason,
) -> Iterator[Step]:
    """Yield the answer of more and more chunks of ``size`` deals, as many as the options ask for.

    ``compute`` returns the sums of a chunk, from a generator of its own.

    Raises:
        ScenarioError: what is given happened in none of them.
    """
    started = time.monotonic()
    most = -(-(options.max_trials or (MOST_TRIALS if options.target_stderr is None else FAR_TRIALS)) // size)
    target = options.target_stderr or TARGET_STDERR
    total, trials = None, 0

    def part(chunk: int) -> Sums:
        return compute(np.random.Generator(np.random.PCG64(np.random.SeedSequence(options.seed, spawn_key=(chunk,)))))

    for chunk, sums in workers.in_order(lambda chunk: partial(part, chunk) if chunk < most else None):
        total = sums if total is None else added((total, sums))
        trials = size * (chunk + 1)
        progress, answer = (chunk + 1) / most, None
        if total.given[0] > 0:
            answer = _sampled_answer(total, trials, values)
            progress = max(progress, min((target / answer.stderr) ** 2, 1.0))
        if options.max_seconds is not None:
            progress = max(progress, min((time.monotonic() - started) / options.max_seconds, 1.0))
        if answer is None and (progress >= 1.0 or trials >= MOST_TRIALS):
            raise ScenarioError(Problem("given", f"this happened in none of {trials} deals"))
        yield Step(answer, progress, reason)
        if progress >= 1.0:
            return
