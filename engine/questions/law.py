"""The numbers of a question: sums over deals, and the probabilities and equities that follow."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import TypeVar

import numpy as np

from engine.arrays import F64, I64, U8
from engine.equity.budget import AUTO_BUDGET, EXACT_LIMIT, SAMPLING_BUDGET
from engine.equity.reasons import Reason, obstacle
from engine.equity.sampling import cell_stderr
from engine.equity.workers import Workers
from engine.kernels.questions.events import BEATEN, BEST, EVENT, GIVEN, SHARED, EventSums, against
from engine.questions.expression import Event, Relation
from engine.scenario import Method, Problem, RunOptions, ScenarioError

A = TypeVar("A")
MOST_ATOMS = 16
CHUNK_OPERATIONS = 1.2e7
"""Operations of a chunk of work: what a run that is stopped still takes."""
KINDS = {"best": BEST, "shared": SHARED, "beaten": BEATEN}
"""The numbers of the standings in the kernels."""
TARGET_STDERR = 0.0005
"""The standard error of the probability at which a sampled run without limits ends."""
RELATIVE_TARGET, EQUITY_TARGET = 40.0, 5.0
"""How many targets the error of a probability may be as a share of the probability (0.0005: 2 %), and how many that of
an equity may be (0.25 points). A rare event is not known when its error is small: it is that of an event that never
happened, too."""
MAX_TRIALS, MAX_TRIALS_FOR_TARGET = 1 << 23, 1 << 30
"""The most deals of a run without limits, and of one with a target of its own."""
MAX_TRIALS_WITHOUT_EVENT = 1 << 20
"""Deals after which an event that has happened in none of them is not waited for any longer."""
MIN_TRIALS = 1 << 16
"""Deals that a run without limits may have, whatever they cost."""
ONE_DEAL = 0.5
"""The standard error of an equity in fewer than two deals: they tell nothing about their spread."""


def relation_row(relation: Relation, places: Sequence[int], bit: int) -> tuple[int, int, int, int]:
    """Return a relation as the kernels take it: ``places`` are the seats that count, in order."""
    kind = KINDS[relation.standing]
    if relation.rival is not None:
        kind = against(kind, places.index(relation.rival))
    return kind, places.index(relation.seat), relation.street, 1 << bit


@dataclass(frozen=True, slots=True)
class Value:
    """A value that splits the event: its probability within the event, and the equities of the active seats, with
    standard errors; no equities where no sampled deal had the value."""

    value: str
    probability: float
    stderr: float
    equity: tuple[float, ...]
    equity_stderr: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """The probability of the event given the condition, and the equities of the active seats when both hold, with
    standard errors; ``equity`` is empty where the event does not happen. ``before`` and ``before_stderr``: the
    equities where the condition holds, whatever the event.

    ``method`` and ``deals`` are those of the probabilities. ``equity_method``: an event that is over before the river
    can be counted where the equities can only be sampled, from ``equity_deals`` deals.
    """

    method: str
    probability: float
    stderr: float
    given_probability: float
    given_stderr: float
    equity: tuple[float, ...]
    equity_stderr: tuple[float, ...]
    before: tuple[float, ...]
    before_stderr: tuple[float, ...]
    by: tuple[Value, ...]
    deals: int
    equity_method: str
    equity_deals: int

    @property
    def finer_target(self) -> float | None:
        """The target of a run with half the errors; None where everything is exact."""
        if "sampled" not in (self.method, self.equity_method):
            return None
        errors = [error / EQUITY_TARGET for error in (*self.equity_stderr, *self.before_stderr)]
        if self.method == "sampled":
            errors += [self.stderr, self.stderr / (RELATIVE_TARGET * self.probability) if self.probability else 0.0]
        return max(errors, default=TARGET_STDERR) / 2


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


def new_sums(values: int, active: int) -> EventSums:
    """Return sums of nothing, for so many values that split and active seats."""
    shares, squares = np.zeros((2, values, active))
    before = np.zeros((2, active))
    return EventSums(np.zeros(1), np.zeros(1), np.zeros(values), shares, squares, before, np.zeros(1, np.int64))


def added(parts: Sequence[EventSums]) -> EventSums:
    """Return the sum of sums."""
    return EventSums(*(np.sum([part[field] for part in parts], axis=0) for field in range(len(EventSums._fields))))


def exact_steps(
    parts: Iterator[tuple[float, EventSums]], values: Sequence[str], reason: Reason, workers: Workers
) -> Iterator[Step]:
    """Yield the progress through all deals, and the answer of all; ``parts``: the share of the work that is done with
    each, and its sums.

    Raises:
        ScenarioError: what is given cannot happen.
        Cancelled: the run was stopped before its end.
    """
    for progress, total in summed(parts, workers):
        if progress < 1.0:
            yield Step(None, progress, reason)
        else:
            yield Step(exact_answer(total, values), 1.0, reason)


def event_steps(
    parts: Iterator[tuple[float, EventSums]], sampled: Callable[[Answer], Iterator[Step]], values: Sequence[str],
    reason: Reason, workers: Workers,
) -> Iterator[Step]:  # fmt: skip
    """Yield the answer to a question whose probabilities are counted, from ``parts`` as in :func:`exact_steps`, and
    whose equities are ``sampled`` then.

    Raises:
        ScenarioError: what is given cannot happen.
        Cancelled: the run was stopped before the probabilities were known.
    """
    for progress, sums in summed(parts, workers):
        if progress < 1.0:
            yield Step(None, progress / 2, reason)
            continue
        answer = exact_answer(sums, values)
        rows = tuple(replace(row, equity=(), equity_stderr=()) for row in answer.by)
        answer = replace(
            answer, equity=(), equity_stderr=(), before=(), before_stderr=(), by=rows, equity_method="sampled",
            equity_deals=0,
        )  # fmt: skip
        yield Step(answer, 0.5, reason)
        for step in sampled(answer):
            yield replace(step, progress=step.progress if step.progress >= 1.0 else (1.0 + step.progress) / 2)


def summed(parts: Iterator[tuple[float, EventSums]], workers: Workers) -> Iterator[tuple[float, EventSums]]:
    """Yield the sums so far with the share of the work that is done, 1.0 with those of everything alone.

    Raises:
        Cancelled: the run was stopped before its end.
    """
    total = None
    for progress, sums in parts:
        total = sums if total is None else added((total, sums))
        yield min(progress, MAX_PROGRESS), total
    workers.cancel.guard()
    if total is not None:
        yield 1.0, total


MAX_PROGRESS = 0.999
"""Of a run that has not ended."""


def exact_answer(sums: EventSums, values: Sequence[str]) -> Answer:
    """Return the answer of the sums of all deals; without equities where the pot was not shared out.

    Raises:
        ScenarioError: what is given cannot happen.
    """
    given, event = float(sums.given[0]), float(sums.event.sum())
    if given <= 0:
        raise ScenarioError(Problem("given", "this cannot happen"))
    zeros = (0.0,) * sums.shares.shape[1]
    rows = tuple(
        Value(
            values[i], float(sums.event[i]) / event, 0.0, tuple((sums.shares[i] / sums.event[i]).tolist()), zeros
        )
        for i in (np.flatnonzero(sums.event > 0).tolist() if values else ())
    )  # fmt: skip
    equity = tuple((sums.shares.sum(axis=0) / event).tolist()) if event > 0 else ()
    before = tuple((sums.before[0] / given).tolist())
    share, deals = given / float(sums.everything[0]), int(sums.deals[0])
    return Answer(
        "exact", event / given, 0.0, share, 0.0, equity, zeros if equity else (), before, zeros, rows, deals, "exact",
        deals,
    )  # fmt: skip


def sampled_answer(sums: EventSums, trials: int, sampling: "Sampling") -> Answer:
    """Return the answer of sampled deals of equal weight, in some of which what is given has happened.

    Possible values are listed even if no deal had them: their probability is small, not known to be 0.
    """
    values, possible = sampling.values, sampling.possible
    always_given, known = sampling.always_given, sampling.event_known
    given, event = float(sums.given[0]), float(sums.event.sum())
    rows = []
    for place, value in enumerate(values if event > 0 else ()):
        number = float(sums.event[place])
        if number > 0 or (possible and possible[place]):
            equity, errors = _means(sums.shares[place], sums.squares[place], number)
            rows.append(Value(value, number / event, share_error(number, event), equity, errors))
    equity, errors = _means(sums.shares.sum(axis=0), sums.squares.sum(axis=0), event)
    before, before_errors = _means(sums.before[0], sums.before[1], given)
    return Answer(
        "sampled", event / given, 0.0 if known else share_error(event, given), given / trials,
        0.0 if always_given else share_error(given, trials), equity, errors, before, before_errors, tuple(rows), trials,
        "sampled", trials,
    )  # fmt: skip


def with_sampled_equities(exact: Answer, sums: EventSums, trials: int, values: Sequence[str]) -> Answer:
    """Return an answer whose probabilities are ``exact`` and whose equities are those of sampled deals."""
    places = {value: place for place, value in enumerate(values)}

    def row(value: Value) -> Value:
        place = places[value.value]
        equity, errors = _means(sums.shares[place], sums.squares[place], float(sums.event[place]))
        return replace(value, equity=equity, equity_stderr=errors)

    equity, errors = _means(sums.shares.sum(axis=0), sums.squares.sum(axis=0), float(sums.event.sum()))
    before, before_errors = _means(sums.before[0], sums.before[1], float(sums.given[0]))
    return replace(
        exact, equity=equity, equity_stderr=errors, before=before, before_stderr=before_errors,
        by=tuple(map(row, exact.by)), equity_method="sampled", equity_deals=trials,
    )  # fmt: skip


def _means(shares: F64, squares: F64, number: float) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return the means of the shares in so many deals, with their standard errors; nothing of no deals."""
    if number <= 0:
        return (), ()
    means = shares / number
    size = np.full_like(means, number)
    errors = cell_stderr(means, size, squares - number * means**2, size)
    return tuple(means.tolist()), tuple(np.where(np.isnan(errors), ONE_DEAL, errors).tolist())


def share_error(hits: float, number: float) -> float:
    """Return the standard error of a share of ``hits`` among ``number`` independent deals.

    One hit and one miss are added, so that the interval covers for events that happened a few times or never
    (Agresti and Coull, "Approximate is better than exact", 1998).
    """
    middle = (hits + 1.0) / (number + 2.0)
    return float(np.sqrt(middle * (1.0 - middle) / (number + 2.0)))


def possible_values(truths: U8, certain: Sequence[int], excluded: Sequence[int]) -> tuple[bool, ...]:
    """Return which values can occur with the event, as far as its table ``truths`` uint8[2**atoms] tells.

    ``certain`` and ``excluded``: by value, the masks of the atoms that then hold for sure, or cannot hold.
    """
    codes = np.flatnonzero(truths & EVENT)
    pairs = zip(certain, excluded, strict=True)
    return tuple(bool(((codes & yes == yes) & (codes & no == 0)).any()) for yes, no in pairs)


def generator(seed: int, chunk: int) -> np.random.Generator:
    """Return the random numbers of a chunk of a run."""
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed, spawn_key=(chunk,))))


def drawn_places(random: np.random.Generator, law: F64, number: int) -> I64:
    """Return places in ``law`` float64[n], the running sum of weights, drawn by these: int64[number]."""
    return np.asarray(np.minimum(np.searchsorted(law, random.random(number) * law[-1], side="right"), len(law) - 1))


Compute = Callable[[int, int], EventSums]
"""Returns the sums of a chunk of deals, by its number and how many they are."""


@dataclass(frozen=True, slots=True)
class Sampling:
    """How deals are sampled: ``compute`` a chunk; ``size``: the deals of a whole one; ``cost`` of a deal in operations;
    ``truths`` uint8[2**atoms]: the event; ``values`` that split it, and which of them can occur with it, ``possible``,
    as far as that is known without dealing."""

    compute: Compute
    size: int
    cost: float
    truths: U8
    values: Sequence[str]
    possible: Sequence[bool] = ()

    @property
    def max_trials(self) -> int:
        """The deals after which a run without limits ends: about 4 s."""
        return int(min(MAX_TRIALS, max(SAMPLING_BUDGET / self.cost, MIN_TRIALS)))

    @property
    def always_given(self) -> bool:
        """Whether what is given holds in every deal."""
        return bool((self.truths & GIVEN).all())

    @property
    def event_known(self) -> bool:
        """Whether the event happens in all deals that are given, or in none: the atoms leave no other way."""
        happens = self.truths[self.truths & GIVEN != 0] & EVENT
        return bool(happens.all() or not happens.any())


def sampled_steps(
    options: RunOptions, workers: Workers, sampling: Sampling, reason: Reason, exact: Answer | None = None
) -> Iterator[Step]:
    """Yield the answer of more and more deals, as many as the options ask for; ``exact``: an answer whose probabilities
    are known, so that only the equities are those of the deals.

    Limits that the options have are the only ones. Without any, the run ends when all numbers are known well enough
    (:func:`_reached`) or after ``sampling.max_trials`` deals.

    Raises:
        ScenarioError: what is given happened in none of them.
    """
    started = time.monotonic()
    limits = options.max_trials, options.target_stderr, options.max_seconds
    target = TARGET_STDERR if limits == (None, None, None) else options.target_stderr
    most = options.max_trials or (sampling.max_trials if limits == (None, None, None) else MAX_TRIALS_FOR_TARGET)
    total, trials = None, 0

    def part(chunk: int) -> Callable[[], EventSums] | None:
        number = min(sampling.size, most - chunk * sampling.size)
        return partial(sampling.compute, chunk, number) if number > 0 else None

    for _, sums in workers.in_order(part):
        total = sums if total is None else added((total, sums))
        trials += int(sums.deals[0])
        answer, progress = None, trials / most
        if exact is not None:
            answer = with_sampled_equities(exact, total, trials, sampling.values)
        elif total.given[0] > 0:
            answer = sampled_answer(total, trials, sampling)
        if answer is not None and target is not None:
            progress = max(progress, _reached(answer, target))
            if not answer.equity and trials >= MAX_TRIALS_WITHOUT_EVENT and answer.stderr <= target:
                progress = 1.0
        if options.max_seconds is not None:
            progress = max(progress, min((time.monotonic() - started) / options.max_seconds, 1.0))
        if answer is None and (progress >= 1.0 or trials >= MAX_TRIALS):
            raise ScenarioError(Problem("given", f"this happened in none of {trials} deals"))
        yield Step(answer, progress, reason)
        if progress >= 1.0:
            return


def _reached(answer: Answer, target: float) -> float:
    """Return how near a sampled answer is to its target, 1.0: all its numbers are there.

    The probability has a standard error of at most ``target`` and of at most :data:`RELATIVE_TARGET` targets as a share
    of it, the equities one of at most :data:`EQUITY_TARGET` targets.
    """
    ratios = [EQUITY_TARGET * target / error for error in (*answer.equity_stderr, *answer.before_stderr)]
    if not answer.before or not answer.equity:
        ratios.append(0.0)
    if answer.method == "sampled" and answer.stderr > 0:
        ratios.append(target / answer.stderr * min(1.0, RELATIVE_TARGET * answer.probability))
    return min(1.0, *(ratio**2 for ratio in ratios))
