"""The numbers of a question: sums over deals, and the probabilities and equities that follow."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import TypeVar

import numpy as np

from engine.arrays import F64, I64, U8
from engine.asking.expression import Event
from engine.jobs import Cancelled
from engine.kernels.asking.events import BEATEN, BEST, EVENT, GIVEN, SHARED, Sums
from engine.running.workers import Workers
from engine.scenario import Problem, RunOptions, ScenarioError

A = TypeVar("A")
MOST_ATOMS = 16
KINDS = {"best": BEST, "shared": SHARED, "beaten": BEATEN}
"""How the kernels call a standing."""
TARGET_STDERR = 0.0005
CHUNK = 1 << 16
MOST_TRIALS = 1 << 23


@dataclass(frozen=True, slots=True)
class Value:
    """A value that splits the event: its probability within the event, and the equities of the active seats."""

    value: str
    probability: float
    stderr: float
    equity: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """How often the event happens given the condition, and the equities of the active seats when both hold, with
    standard errors; ``equity`` is empty where the event does not happen.
    """

    method: str
    probability: float
    stderr: float
    given_probability: float
    equity: tuple[float, ...]
    equity_stderr: tuple[float, ...]
    by: tuple[Value, ...]
    deals: int


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


def new_sums(values: int, active: int) -> Sums:
    """Return sums of nothing, for so many values that split and active seats."""
    shares, squares = np.zeros((2, values, active))
    return Sums(np.zeros(1), np.zeros(1), np.zeros(values), shares, squares, np.zeros(1, np.int64))


def added(parts: Sequence[Sums]) -> Sums:
    """Return the sum of sums."""
    return Sums(*(np.sum([part[field] for part in parts], axis=0) for field in range(len(Sums._fields))))


def exact_answer(sums: Sums, values: Sequence[str]) -> Answer:
    """Return the answer of all deals.

    Raises:
        ScenarioError: what is given cannot happen.
    """
    given, event = float(sums.given[0]), float(sums.event.sum())
    if given <= 0:
        raise ScenarioError(Problem("given", "this cannot happen"))
    zeros = (0.0,) * sums.shares.shape[1]
    rows = _rows(sums, values, lambda probability, number: 0.0)
    equity = tuple((sums.shares.sum(axis=0) / event).tolist()) if event > 0 else ()
    share = given / float(sums.everything[0])
    return Answer("exact", event / given, 0.0, share, equity, zeros if equity else (), rows, int(sums.deals[0]))


def sampled_answer(sums: Sums, trials: int, values: Sequence[str]) -> Answer:
    """Return the answer of sampled deals of equal weight.

    Raises:
        ScenarioError: what is given happened in none of them.
    """
    given, event = float(sums.given[0]), float(sums.event.sum())
    if given <= 0:
        raise ScenarioError(Problem("given", f"this happened in none of {trials} deals"))
    rows = _rows(sums, values, _binomial_error)
    equity: tuple[float, ...] = ()
    errors: tuple[float, ...] = ()
    if event > 0:
        means = sums.shares.sum(axis=0) / event
        spreads = np.maximum(sums.squares.sum(axis=0) / event - means**2, 0.0)
        equity = tuple(means.tolist())
        errors = tuple(np.maximum(np.sqrt(spreads / event), 1 / event).tolist())
    probability = event / given
    stderr = _binomial_error(probability, given)
    return Answer("sampled", probability, stderr, given / trials, equity, errors, rows, trials)


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


def sampled(options: RunOptions, workers: Workers, compute: Callable[[np.random.Generator], Sums]) -> tuple[Sums, int]:
    """Return the sums of as many chunks of :data:`CHUNK` deals as the options ask for, and the number of deals.

    ``compute`` returns the sums of a chunk, from a generator of its own.
    """
    started = time.monotonic()
    most = max(-(-min(options.max_trials or MOST_TRIALS, MOST_TRIALS) // CHUNK), 1)
    target = options.target_stderr or TARGET_STDERR
    total, chunks = None, 0

    def part(chunk: int) -> Sums:
        return compute(np.random.Generator(np.random.PCG64(np.random.SeedSequence(options.seed, spawn_key=(chunk,)))))

    for _, sums in workers.in_order(lambda chunk: partial(part, chunk) if chunk < most else None):
        total = sums if total is None else added((total, sums))
        chunks += 1
        given = float(total.given[0])
        if given and _binomial_error(float(total.event.sum()) / given, given) <= target:
            break
        if options.max_seconds is not None and time.monotonic() - started > options.max_seconds:
            break
    if total is None:
        raise Cancelled
    return total, chunks * CHUNK
