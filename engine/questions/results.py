"""From sums over deals to the answer of a question: its probabilities and equities, exact or sampled.

Both games use this module. Their own modules (``holdem``, ``razz``) compute the sums of chunks of deals.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from functools import partial
from itertools import product
from typing import NamedTuple, TypeVar

import numpy as np

from engine.arrays import F64, I64, U8
from engine.equity.budget import AUTO_BUDGET, EXACT_LIMIT, SAMPLING_BUDGET
from engine.equity.reasons import Reason, obstacle
from engine.equity.sampling import Limits, cell_stderr
from engine.equity.snapshots import AnswerSnapshot, Pace
from engine.equity.workers import Workers
from engine.kernels.questions.events import BEATEN, BEST, EVENT, GIVEN, SHARED, EventSums, against
from engine.questions.expression import Event, Relation
from engine.scenario import Method, Problem, RunOptions, ScenarioError

A = TypeVar("A")
MAX_ATOMS = 16
CHUNK_OPERATIONS = 1.2e7
"""Operations of a chunk of work. A cancelled run still finishes its current chunks."""
STANDING_KINDS = {"best": BEST, "shared": SHARED, "beaten": BEATEN}
"""The codes of the standings in the kernels."""
TARGET_STDERR = 0.0005
"""The standard error of the probability at which a sampled run without limits of its own ends."""
RELATIVE_TARGET, EQUITY_TARGET = 40.0, 5.0
"""The largest relative error of a probability, and the largest error of an equity, in multiples of the target: with
a target of 0.0005 they are 2 % of the probability and 0.25 percentage points. The relative limit is for rare events,
whose absolute error is small long before the estimate is useful."""
MAX_TRIALS, MAX_TRIALS_FOR_TARGET = 1 << 23, 1 << 30
"""The number of deals after which a run without limits ends, and one with a limit of its own but none of deals."""
MAX_TRIALS_WITHOUT_EVENT = 1 << 20
"""The number of deals after which a run ends if the event has happened in none of them."""
MIN_TRIALS = 1 << 16
"""The number of deals that a run without limits may always have, even if a deal is expensive."""
SINGLE_DEAL_STDERR = 0.5
"""The standard error of an equity from fewer than two deals, whose spread is unknown."""


class RelationRow(NamedTuple):
    """A relation in the form of the kernels: the index of its seat among those of the computation, its bit mask."""

    kind: int
    seat: int
    street: int
    mask: int


def relation_row(relation: Relation, seats: Sequence[int], bit: int) -> RelationRow:
    """Return a relation in the form of the kernels; ``seats`` are those of the computation, in order."""
    kind = STANDING_KINDS[relation.standing]
    if relation.rival is not None:
        kind = against(kind, seats.index(relation.rival))
    return RelationRow(kind, seats.index(relation.seat), relation.street, 1 << bit)


@dataclass(frozen=True, slots=True)
class SplitValue:
    """One value by which the event is split, for example a rank of the turn.

    ``probability`` is the share of the event's deals that have the value. ``equity`` holds the equities of the active
    seats in these deals, and is empty if no sampled deal had the value.
    """

    value: str
    probability: float
    stderr: float
    equity: tuple[float, ...]
    equity_stderr: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class QuestionAnswer:
    """The numbers of a question. Equities are shares of the pot, in the order of the active seats.

    ``probability`` is that of the event given the condition, ``given_probability`` that of the condition. ``equity``
    is over the deals with event and condition, and empty if there are none; ``given_equity`` over all deals with the
    condition. ``by`` holds the values that split the event.

    ``method`` (``exact`` or ``sampled``) and ``deals`` belong to the probabilities, ``equity_method`` and
    ``equity_deals`` to the equities: an event that is decided early can often be exact while the equities, which
    need all cards, can only be sampled.
    """

    method: str
    probability: float
    stderr: float
    given_probability: float
    given_stderr: float
    equity: tuple[float, ...]
    equity_stderr: tuple[float, ...]
    given_equity: tuple[float, ...]
    given_equity_stderr: tuple[float, ...]
    by: tuple[SplitValue, ...]
    deals: int
    equity_method: str
    equity_deals: int

    @property
    def finer_target(self) -> float | None:
        """The target standard error of a run with half the errors, or None if everything is exact."""
        if "sampled" not in (self.method, self.equity_method):
            return None
        errors = [error / EQUITY_TARGET for error in (*self.equity_stderr, *self.given_equity_stderr)]
        if self.method == "sampled":
            errors += [self.stderr, self.stderr / (RELATIVE_TARGET * self.probability) if self.probability else 0.0]
        return max(errors, default=TARGET_STDERR) / 2


@dataclass(frozen=True, slots=True)
class QuestionStep(AnswerSnapshot[QuestionAnswer]):
    """The state of a run; ``reason`` says why it is exact or sampled."""

    _: KW_ONLY
    reason: Reason


def question_step(answer: QuestionAnswer | None, progress: float, reason: Reason) -> QuestionStep:
    """Return the state of a run, which is final if the progress is 1; the remaining time is not estimated."""
    return QuestionStep(progress, None, answer, progress >= 1.0, reason=reason)


def truth_table(event: Event[A], given: Event[A] | None) -> tuple[tuple[A, ...], U8]:
    """Return the different atoms of event and condition, and their truth table, uint8[2**atoms].

    The index of the table has a bit for each atom that is true, bit 0 for the first one. An entry has the flag
    ``GIVEN`` if the condition is true then, and the flag ``EVENT`` if event and condition are.

    Raises:
        ScenarioError: there are more than :data:`MAX_ATOMS` atoms.
    """
    # Kernels then need no parser: they set the bits of a deal's atoms and look up whether the event happens.
    atoms = tuple(dict.fromkeys((*event.atoms(), *(given.atoms() if given is not None else ()))))
    if len(atoms) > MAX_ATOMS:
        message = f"at most {MAX_ATOMS} different conditions fit into one question, these are {len(atoms)}"
        raise ScenarioError(Problem("event", message))
    table = np.zeros(1 << len(atoms), np.uint8)
    for flags in product((False, True), repeat=len(atoms)):
        values = dict(zip(atoms, flags, strict=True))
        code = sum(flag << bit for bit, flag in enumerate(flags))
        if given is None or given.holds(values.__getitem__):
            table[code] = GIVEN | (EVENT if event.holds(values.__getitem__) else 0)
    return atoms, table


def choose_method(method: Method, operations: float | None) -> Reason:
    """Choose between exact and sampled, and return the choice with its reason.

    ``method`` is the one that the table requests. ``operations`` is the cost of visiting all deals, or None if that
    is not implemented for this question.

    Raises:
        ScenarioError: an exact answer is requested and out of reach.
    """
    possible = operations is not None and operations <= EXACT_LIMIT
    if method == "exact" and not possible:
        raise ScenarioError(Problem("run.method", f"exact is not possible here: {obstacle(operations, counts=False)}"))
    if method == "exact":
        return Reason("exact as requested", operations)
    if method == "auto" and operations is not None and operations <= AUTO_BUDGET:
        return Reason("exact", operations)
    return Reason("sampled as requested" if method == "sampled" else "sampled", operations)


def empty_sums(values: int, active: int) -> EventSums:
    """Return sums that are zero, for the given numbers of split values and of active seats."""
    shares, squares = np.zeros((2, values, active))
    before = np.zeros((2, active))
    return EventSums(np.zeros(1), np.zeros(1), np.zeros(values), shares, squares, before, np.zeros(1, np.int64))


def add_sums(one: EventSums, other: EventSums) -> EventSums:
    """Return the sum of both, field by field."""
    return EventSums._make(a + b for a, b in zip(one, other, strict=True))


def exact_steps(
    chunks: Iterator[tuple[float, EventSums]], values: Sequence[str], reason: Reason, workers: Workers
) -> Iterator[QuestionStep]:
    """Yield steps with the progress through all deals, and at the end one with the answer.

    ``chunks`` yields the share of the work that is done after each chunk, and the sums of the chunk. ``values`` are the
    names of the values that split the event.

    Raises:
        ScenarioError: the condition cannot happen.
        Cancelled: the run was cancelled.
    """
    for progress, total in running_sums(chunks, workers):
        if progress < 1.0:
            yield question_step(None, progress, reason)
        else:
            yield question_step(exact_from_sums(total, values), 1.0, reason)


def event_steps(
    chunks: Iterator[tuple[float, EventSums]], sample: Callable[[QuestionAnswer], Iterator[QuestionStep]],
    values: Sequence[str], reason: Reason, workers: Workers,
) -> Iterator[QuestionStep]:  # fmt: skip
    """Yield the answer to a question whose probabilities are exact and whose equities are sampled.

    The probabilities come first, from ``chunks`` (as in :func:`exact_steps`). ``sample`` then adds sampled equities to
    the answer that it is called with. Each of the two halves counts as half of the progress.

    Raises:
        ScenarioError: the condition cannot happen.
        Cancelled: the run was cancelled before the probabilities were known.
    """
    for progress, sums in running_sums(chunks, workers):
        if progress < 1.0:
            yield question_step(None, progress / 2, reason)
            continue
        answer = exact_from_sums(sums, values)
        rows = tuple(replace(row, equity=(), equity_stderr=()) for row in answer.by)
        answer = replace(
            answer, equity=(), equity_stderr=(), given_equity=(), given_equity_stderr=(), by=rows,
            equity_method="sampled", equity_deals=0,
        )  # fmt: skip
        yield question_step(answer, 0.5, reason)
        for step in sample(answer):
            yield step if step.final else replace(step, progress=(1.0 + step.progress) / 2)


def running_sums(chunks: Iterator[tuple[float, EventSums]], workers: Workers) -> Iterator[tuple[float, EventSums]]:
    """Yield the share of the work that is done and the sums so far, after each chunk.

    The progress is 1.0 only in the last element, with the sums of all chunks.

    Raises:
        Cancelled: the run was cancelled.
    """
    total = None
    for progress, sums in chunks:
        total = sums if total is None else add_sums(total, sums)
        # A cancelled run also ends the chunks, so the sums are known to be complete only after the check below.
        yield min(progress, MAX_PROGRESS), total
    workers.cancel.check_cancelled()
    if total is not None:
        yield 1.0, total


MAX_PROGRESS = 0.999
"""The largest progress of a run that has not ended."""


def exact_from_sums(sums: EventSums, values: Sequence[str]) -> QuestionAnswer:
    """Return the exact answer from the sums over all deals.

    The equities are all 0 if the kernels did not share out the pot; the caller then replaces them.

    Raises:
        ScenarioError: the condition cannot happen.
    """
    given, event = float(sums.given[0]), float(sums.event.sum())
    if given <= 0:
        raise ScenarioError(Problem("given", "this cannot happen"))
    zeros = (0.0,) * sums.shares.shape[1]
    rows = tuple(
        SplitValue(
            values[i], float(sums.event[i]) / event, 0.0, tuple((sums.shares[i] / sums.event[i]).tolist()), zeros
        )
        for i in (np.flatnonzero(sums.event > 0).tolist() if values else ())
    )  # fmt: skip
    equity = tuple((sums.shares.sum(axis=0) / event).tolist()) if event > 0 else ()
    deals = int(sums.deals[0])
    return QuestionAnswer(
        method="exact", probability=event / given, stderr=0.0,
        given_probability=given / float(sums.everything[0]), given_stderr=0.0,
        equity=equity, equity_stderr=zeros if equity else (),
        given_equity=tuple((sums.condition_shares[0] / given).tolist()), given_equity_stderr=zeros,
        by=rows, deals=deals, equity_method="exact", equity_deals=deals,
    )  # fmt: skip


def sampled_from_sums(sums: EventSums, trials: int, sampling: "Sampling") -> QuestionAnswer:
    """Return the answer from ``trials`` sampled deals of equal weight, at least one of which meets the condition.

    Values that ``sampling`` knows to be possible are listed even if no deal had them: their probability is small, but
    not known to be 0.
    """
    values, possible = sampling.values, sampling.possible
    always_given, known = sampling.always_given, sampling.event_known
    given, event = float(sums.given[0]), float(sums.event.sum())
    rows = []
    for index, value in enumerate(values if event > 0 else ()):
        count = float(sums.event[index])
        if count > 0 or (possible and possible[index]):
            equity, errors = _mean_shares(sums.shares[index], sums.squares[index], count)
            rows.append(SplitValue(value, count / event, share_error(count, event), equity, errors))
    equity, errors = _mean_shares(sums.shares.sum(axis=0), sums.squares.sum(axis=0), event)
    given_equity, given_errors = _mean_shares(sums.condition_shares[0], sums.condition_shares[1], given)
    return QuestionAnswer(
        method="sampled", probability=event / given, stderr=0.0 if known else share_error(event, given),
        given_probability=given / trials, given_stderr=0.0 if always_given else share_error(given, trials),
        equity=equity, equity_stderr=errors, given_equity=given_equity, given_equity_stderr=given_errors,
        by=tuple(rows), deals=trials, equity_method="sampled", equity_deals=trials,
    )  # fmt: skip


def with_sampled_equities(exact: QuestionAnswer, sums: EventSums, trials: int, values: Sequence[str]) -> QuestionAnswer:
    """Return ``exact`` with the equities of ``trials`` sampled deals, whose sums are ``sums``."""
    index_of = {value: index for index, value in enumerate(values)}

    def row(value: SplitValue) -> SplitValue:
        index = index_of[value.value]
        equity, errors = _mean_shares(sums.shares[index], sums.squares[index], float(sums.event[index]))
        return replace(value, equity=equity, equity_stderr=errors)

    equity, errors = _mean_shares(sums.shares.sum(axis=0), sums.squares.sum(axis=0), float(sums.event.sum()))
    given_equity, given_errors = _mean_shares(sums.condition_shares[0], sums.condition_shares[1], float(sums.given[0]))
    return replace(
        exact, equity=equity, equity_stderr=errors, given_equity=given_equity, given_equity_stderr=given_errors,
        by=tuple(map(row, exact.by)), equity_method="sampled", equity_deals=trials,
    )  # fmt: skip


def _mean_shares(shares: F64, squares: F64, count: float) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return the mean share of the pot of each seat in ``count`` deals, and its standard errors; () without deals.

    ``shares`` float64[seats] and ``squares`` float64[seats] are the sums of the shares and of their squares.
    """
    if count <= 0:
        return (), ()
    means = shares / count
    size = np.full_like(means, count)
    errors = cell_stderr(means, size, squares - count * means**2, size)
    return tuple(means.tolist()), tuple(np.where(np.isnan(errors), SINGLE_DEAL_STDERR, errors).tolist())


def share_error(hits: float, count: float) -> float:
    """Return the standard error of the share of ``hits`` among ``count`` independent deals.

    One hit and one miss are added. Otherwise the error of an event that never happened would be 0, and intervals of
    rare events would be too short (Agresti and Coull, "Approximate is better than exact", 1998).
    """
    middle = (hits + 1.0) / (count + 2.0)
    return float(np.sqrt(middle * (1.0 - middle) / (count + 2.0)))


def possible_values(truths: U8, certain: Sequence[int], excluded: Sequence[int]) -> tuple[bool, ...]:
    """Return for each split value whether the event can happen with it, judged by the truth table alone.

    ``truths`` uint8[2**atoms] is the table of :func:`truth_table`. ``certain`` and ``excluded`` have for each value the
    masks of the atoms that are then always true, and never true.
    """
    codes = np.flatnonzero(truths & EVENT)
    pairs = zip(certain, excluded, strict=True)
    return tuple(bool(((codes & yes == yes) & (codes & no == 0)).any()) for yes, no in pairs)


def chunk_generator(seed: int, chunk: int) -> np.random.Generator:
    """Return the random generator of a chunk, so that the numbers do not depend on the order of the chunks."""
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed, spawn_key=(chunk,))))


def drawn_indices(random: np.random.Generator, cumulative: F64, number: int) -> I64:
    """Draw ``number`` indices, int64[number], by weights whose running sum is ``cumulative`` float64[n]."""
    drawn = np.searchsorted(cumulative, random.random(number) * cumulative[-1], side="right")
    return np.asarray(np.minimum(drawn, len(cumulative) - 1))


Compute = Callable[[int, int], EventSums]
"""Returns the sums of a chunk of sampled deals; called with the number of the chunk and of its deals."""


@dataclass(frozen=True, slots=True)
class Sampling:
    """How the deals of a question are sampled.

    ``compute`` returns the sums of a chunk, ``size`` is the number of deals of a full one, and ``cost`` that of the
    operations of a deal. ``truths`` uint8[2**atoms] is the truth table of the event. ``values`` split the event;
    ``possible`` says which of them can occur with it, or is empty if that is not known without dealing.
    """

    compute: Compute
    size: int
    cost: float
    truths: U8
    values: Sequence[str]
    possible: Sequence[bool] = ()

    @property
    def max_trials(self) -> int:
        """The number of deals after which a run without limits ends, about 4 s of work."""
        return int(min(MAX_TRIALS, max(SAMPLING_BUDGET / self.cost, MIN_TRIALS)))

    @property
    def always_given(self) -> bool:
        """Whether the condition is true in every deal."""
        return bool((self.truths & GIVEN).all())

    @property
    def event_known(self) -> bool:
        """Whether the event follows from the condition, or contradicts it, by logic alone."""
        happens = self.truths[self.truths & GIVEN != 0] & EVENT
        return bool(happens.all() or not happens.any())


def sampled_steps(
    options: RunOptions, workers: Workers, sampling: Sampling, reason: Reason, exact: QuestionAnswer | None = None
) -> Iterator[QuestionStep]:
    """Yield the answer after each chunk of sampled deals, until a limit of the options is reached.

    ``exact`` is an answer whose probabilities are already known, so that only its equities are sampled. Without limits
    in the options, the run ends when all errors are small enough (:func:`_target_progress`) or after
    ``sampling.max_trials`` deals.

    Raises:
        ScenarioError: the condition was true in none of the deals.
    """
    unlimited = (options.max_trials, options.target_stderr, options.max_seconds) == (None, None, None)
    target = TARGET_STDERR if unlimited else options.target_stderr
    max_trials = options.max_trials or (sampling.max_trials if unlimited else MAX_TRIALS_FOR_TARGET)
    limits, pace = Limits(max_trials, options.max_seconds), Pace()
    total, trials = None, 0

    def chunk_job(chunk: int) -> Callable[[], EventSums] | None:
        number = min(sampling.size, max_trials - chunk * sampling.size)
        return partial(sampling.compute, chunk, number) if number > 0 else None

    for _, sums in workers.in_order(chunk_job):
        total = sums if total is None else add_sums(total, sums)
        trials += int(sums.deals[0])
        # The errors of several kinds of numbers count, so that their target is not one of the limits.
        answer, progress = None, limits.progress(trials, pace.seconds, None)
        if exact is not None:
            answer = with_sampled_equities(exact, total, trials, sampling.values)
        elif total.given[0] > 0:
            answer = sampled_from_sums(total, trials, sampling)
        if answer is not None and target is not None:
            progress = max(progress, _target_progress(answer, target))
            # An event that never happened has no equities, whose errors the run would otherwise wait for.
            if not answer.equity and trials >= MAX_TRIALS_WITHOUT_EVENT and answer.stderr <= target:
                progress = 1.0
        if answer is None and (progress >= 1.0 or trials >= MAX_TRIALS):
            raise ScenarioError(Problem("given", f"this happened in none of {trials} deals"))
        yield question_step(answer, progress, reason)
        if progress >= 1.0:
            return


def _target_progress(answer: QuestionAnswer, target: float) -> float:
    """Return which share of the deals that the target needs have been dealt; 1.0 if all errors are small enough.

    The standard error of the probability may be ``target``, and :data:`RELATIVE_TARGET` targets times the probability;
    that of an equity :data:`EQUITY_TARGET` targets.
    """
    ratios = [EQUITY_TARGET * target / error for error in (*answer.equity_stderr, *answer.given_equity_stderr)]
    if not answer.given_equity or not answer.equity:
        ratios.append(0.0)
    if answer.method == "sampled" and answer.stderr > 0:
        ratios.append(target / answer.stderr * min(1.0, RELATIVE_TARGET * answer.probability))
    return min(1.0, *(ratio**2 for ratio in ratios))  # an error falls with the square root of the number of deals
