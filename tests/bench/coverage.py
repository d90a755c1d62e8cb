"""How often the intervals of sampled numbers cover the truth: ``python -m tests.bench.coverage [--runs N] [NAME ...]``.

Each table is sampled many times with random numbers of its own; for every seat is counted how often the equity +- 1.96
standard errors covers the truth: the exact answer, or where there is none the mean of all runs (its error is that of a
run divided by the root of their number). Decisions before the flop are compared with the exact answer or with a run of
60 million trials; the spread of the runs is printed as a multiple of the stated error, too. Numbers of other answers,
such as R of each flop of a sampled flop book, are compared with the exact ones or with the mean of all runs. A NAME is
a part of the name of a table. The exit status tells whether every table is covered as often as it has to be.
"""

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial, reduce

import numpy as np
from numpy.typing import NDArray

from engine.equity.budget import AUTO_BUDGET
from engine.equity.jobs import never_cancelled
from engine.equity.rules import RULES, prepare
from engine.equity.sampling import NORMAL_95
from engine.preflop.request import read_preflop_request
from engine.preflop.run import solve_preflop
from engine.questions.answer import read_question, solve_question
from engine.simulation.growth import KellySimulation
from tests.bench.measures import scenario_of
from tests.bench.rows import DRAW, FLOP, SIX, SIX_RAZZ, TURN, Sampled, Table, W, holdem, razz

RUNS = 1_000
MIDDLE, ROOM = 0.95, 0.01
"""How often the truth has to be covered."""

CHANCE_OF_TABLE, CHANCE_OF_SEAT = 1.0, 3.0
"""Standard errors of the share of covered runs, which are allowed beside: of the mean of all seats, and of each."""


@dataclass(frozen=True)
class Sampling:
    """A table and the trials of each run."""

    name: str
    table: Table
    trials: int


SAMPLINGS = (
    Sampling("five seats on a flop", holdem(*DRAW, board=FLOP), 8_192),
    Sampling("five seats on a turn", holdem(*DRAW, board=TURN), 8_192),
    Sampling("five seats on a turn, few trials", holdem(*DRAW, board=TURN), 2_048),
    Sampling("five seats before the flop", holdem(*DRAW), 8_192),
    Sampling("AhKh / 4 x random on a flop", holdem("AhKh", *("random",) * 4, board=FLOP), 8_192),
    Sampling("AhKh / 4 x random on a turn", holdem("AhKh", *("random",) * 4, board=TURN), 8_192),
    Sampling("W / 5 x random on a flop", holdem(W, *("random",) * 5, board=FLOP), 8_192),
    Sampling("W / 5 x random on a turn", holdem(W, *("random",) * 5, board=TURN), 8_192),
    Sampling("AhKh / QsQh / 3 x random on a flop", holdem("AhKh", "QsQh", *("random",) * 3, board=FLOP), 8_192),
    Sampling("AhKh / W / 3 x random on a turn", holdem("AhKh", W, *("random",) * 3, board=TURN), 8_192),
    Sampling("6 ranges on a turn", holdem(*SIX, board=TURN), 8_192),
    Sampling("9 x W on a turn", holdem(*(W,) * 9, board=TURN), 8_192),
    Sampling("9 x W", holdem(*(W,) * 9), 8_192),
    Sampling("6 ranges on a flop", holdem(*SIX, board=FLOP), 8_192),
    Sampling("6 x AA,KK,QQ on a flop", holdem(*("AA,KK,QQ",) * 6, board=FLOP), 4_096),
    Sampling("AA,KK / AA,KK / AA,KK,AK / AK on a turn", holdem("AA,KK", "AA,KK", "AA,KK,AK", "AK", board=TURN), 4_096),
    Sampling("three of five folded on a turn", holdem(W, "88+,AJs+", folded=(W, "30%", "15%"), board=TURN), 8_192),
    Sampling("W v random, 2 x W folded on a flop", holdem(W, "random", folded=(W, W), board=FLOP), 8_192),
    Sampling("W / W / 22 on a turn", holdem(W, W, "22", board=TURN), 12_001),
    Sampling("AhKh / 15% / 22+ on a flop", holdem("AhKh", "15%", "22+", board=FLOP), 12_001),
    Sampling("razz, six seats", razz(*SIX_RAZZ), 8_192),
    Sampling("6 ranges", holdem(*SIX), 8_192),
    Sampling("6 ranges, few trials", holdem(*SIX), 1_024),
    Sampling("6 x AA,KK,QQ", holdem(*("AA,KK,QQ",) * 6), 8_192),
    Sampling("three of five folded", holdem(W, "88+,AJs+", folded=(W, "30%", "15%")), 8_192),
    Sampling("razz, eight seats", razz(*("x",) * 8), 8_192),
    Sampling("razz, six seats, few trials", razz(*SIX_RAZZ), 1_024),
    Sampling("razz, 6 x (8-8-)", razz(*("(8-8-)",) * 6), 8_192),
    Sampling("razz, 8 x (8-8-8-)", razz(*("(8-8-8-)",) * 8), 8_192),
)


def coverage(sampling: Sampling, runs: int) -> NDArray[np.float64]:
    """Return how often the truth is covered, float64[seats], by ``runs`` runs."""
    scenario = scenario_of(Sampled(sampling.name, sampling.table))
    methods = RULES[scenario.game].methods(prepare(scenario), never_cancelled)
    job = methods.sampled()
    values = [job.estimates(job.compute(stream, sampling.trials), sampling.trials) for stream in range(runs)]
    equity, stderr = (np.array([[getattr(e, name) for e in row] for row in values]) for name in ("equity", "stderr"))
    truth = equity.mean(axis=0)
    if methods.exact is not None and methods.exact.operations <= AUTO_BUDGET:
        tallies = [methods.exact.compute(chunk) for chunk in range(methods.exact.chunks)]
        truth = np.array([e.equity for e in methods.exact.estimates(reduce(np.add, tallies))])
    return np.asarray((np.abs(equity - truth) <= NORMAL_95 * stderr).mean(axis=0))


@dataclass(frozen=True)
class Decision:
    """A situation before the flop and the trials of each run, few and many."""

    name: str
    request: dict[str, object]
    trials: tuple[int, ...] = (20_000, 400_000)


def before_the_flop(
    hero: str, *opponents: dict[str, object], bets: object = 2.5, raise_to: float | None = 3
) -> dict[str, object]:
    """Return a request of ``steelwheel preflop``."""
    after = {"bets": bets, "paid": 1}
    return {"hero": {"cards": hero}, "opponents": list(opponents), "raise_to": raise_to, "after": after}


OPENED, BIG, SMALL = {"in": 1, "cards": "15%"}, {"in": 1, "calls": "random"}, {"in": 0.5, "calls": "30%"}
WIDE = {"in": 1, "calls": "40%", "calls_raise": "15%"}
QUARTER, MOST = {"in": 0.5, "calls": "25%", "calls_raise": "10%"}, {"in": 1, "calls": "60%", "calls_raise": "20%"}
THREE_CALLERS = (
    {"in": 1, "calls": "50%", "calls_raise": "20%"},
    {"in": 1, "calls": "35%", "calls_raise": "15%"},
    {"in": 0.5, "calls": "45%", "calls_raise": "12%"},
)
TIGHT, FIFTH, STRONG = {"in": 1, "cards": "12%"}, {"in": 1, "cards": "20%"}, {"in": 3, "cards": "TT+ AQs+ AKo"}
THIRD = {"in": 1, "calls": "35%", "calls_raise": "9%"}
GOOD = {"in": 1, "calls": "99+ AJs+ KQs AQo"}
ANY = {"in": 1, "calls": "random", "calls_raise": "30%"}
DECISIONS = tuple(
    Decision(f"preflop, {name}", request)
    for name, request in (
        ("JTs v 15% / 30% / random", before_the_flop("JTs", OPENED, SMALL, BIG)),
        ("AKo v 15% / 30% / random", before_the_flop("AKo", OPENED, SMALL, BIG)),
        ("22 v 15% / 30% / random", before_the_flop("22", OPENED, SMALL, BIG, bets={"pot": 0.5})),
        ("QQ v three callers", before_the_flop("QQ", WIDE, WIDE, SMALL)),
        ("A5s v three callers", before_the_flop("A5s", WIDE, WIDE, SMALL, bets=5)),
        ("77 v 20%", before_the_flop("77", {"in": 2.5, "cards": "20%"}, bets=5, raise_to=None)),
        ("AKs v 25% / 30%", before_the_flop("AKs", {"in": 1, "cards": "25%"}, SMALL, bets={"pot": 0.7})),
        ("66-99, ATs, KQo v 25% / 50%", before_the_flop("66-99, ATs, KQo", {"in": 1, "cards": "25%"}, WIDE)),
        ("QJs v one caller", before_the_flop("QJs", {"in": 1, "calls": "22+ A9s+ KTs+ QJs AJo+ KQo"})),
        ("any hand v 15% / 40%", before_the_flop("random", OPENED, WIDE, raise_to=None)),
        ("T9s v 12% / 25% / 60%", before_the_flop("T9s", TIGHT, QUARTER, MOST, bets={"pot": 0.6}, raise_to=4)),
        ("A2o v three callers", before_the_flop("A2o", *THREE_CALLERS, bets=3)),
        ("55 v 20% / 2 x random", before_the_flop("55", FIFTH, {**ANY, "in": 0.5}, ANY, bets={"pot": 1})),
        ("KQs v 10%", before_the_flop("KQs", {"in": 3, "cards": "10%"}, bets=4, raise_to=None)),
        ("98o v 18% / 35%", before_the_flop("98o", OPENED | {"cards": "18%"}, THIRD, bets={"pot": 0.5})),
        ("TT v strong hands", before_the_flop("TT", STRONG, GOOD, bets=6, raise_to=9)),
    )
)  # fmt: skip
ALL_FLOPS = tuple(replace(DECISIONS[at], trials=(6_000_000,)) for at in (2, 6))
"""So many trials that every flop is visited."""
DECISION_RUNS = 200
LONG_TRIALS = 60_000_000
"""Of the run that is taken for the truth where no exact answer is known."""
POOLED, EACH = (0.93, 0.97), (0.90, 0.99)
"""How often the truth has to be covered before the flop: on average, and by each number of each situation."""


def decision_coverage(decision: Decision, trials: int, runs: int) -> tuple[list[float], list[float]]:
    """Return by action how often its EV is within 1.96 standard errors of the truth, and the standard deviation of the
    runs over their mean stated error."""
    limited = {"max_trials": LONG_TRIALS, "seed": runs + 1}
    truth = solve_preflop(read_preflop_request({**decision.request, "run": limited}))
    values, errors = np.zeros((2, runs, len(truth.actions) - 1))
    for seed in range(runs):
        run = {"method": "sampled", "max_trials": trials, "seed": seed}
        answer = solve_preflop(read_preflop_request({**decision.request, "run": run}))
        values[seed], errors[seed] = zip(*((action.ev, action.stderr) for action in answer.actions[1:]), strict=True)
    covered = np.abs(values - [action.ev for action in truth.actions[1:]]) <= NORMAL_95 * errors
    spread = values.std(axis=0, ddof=1) / errors.mean(axis=0)
    return covered.mean(axis=0).tolist(), spread.tolist()


def cover_decisions(names: list[str], runs: int) -> int:
    """Print a line for each situation before the flop; return how many numbers are not covered as they have to be."""
    failed, every = 0, list[float]()
    for decision in (*DECISIONS, *ALL_FLOPS):
        if names and not any(name in decision.name for name in names):
            continue
        for trials in decision.trials:
            shares, spreads = decision_coverage(decision, trials, runs)
            every += shares
            missed = sum(not EACH[0] <= share <= EACH[1] for share in shares)
            failed += missed
            by_action = " ".join(f"{100 * share:.1f}" for share in shares)
            ratios = " ".join(f"{spread:.2f}" for spread in spreads)
            end = "  MISSED" if missed else ""
            print(f"{decision.name:45} {trials:9,} trials: {by_action}  spread {ratios}{end}", flush=True)
    if every:
        pooled = float(np.mean(every))
        good = POOLED[0] <= pooled <= POOLED[1]
        failed += not good
        print(f"{'preflop, all':45} {100 * pooled:5.1f}%{'' if good else '  MISSED'}", flush=True)
    return failed


F64 = NDArray[np.float64]


@dataclass(frozen=True)
class Numbers:
    """Numbers with standard errors that an answer states: ``sample`` returns both by the seed, float64[2, n]."""

    name: str
    sample: Callable[[int], F64]
    truth: Callable[[], F64] | None = None
    """The exact numbers, float64[n]; None: the mean of all runs."""


def book_rows(request: dict[str, object], run: dict[str, object]) -> F64:
    """Return R and EVraw of every flop with their errors (0: exact), float64[4, n]; NaN for flops without a deal."""
    answer = solve_preflop(read_preflop_request({**request, "run": {**run, "detail": ["book"]}}))
    book = answer.actions[1].book
    assert book is not None
    errors = np.zeros((2, len(book.p))) if book.errors is None else book.errors
    return np.where(book.p > 0, np.array([book.share, book.raw, *errors]), np.nan)


def sampled_book(request: dict[str, object], trials: int, seed: int) -> F64:
    """Return R and EVraw of a sampled flop book with their errors."""
    rows = book_rows(request, {"method": "sampled", "max_trials": trials, "seed": seed})
    return np.array([rows[:2].ravel(), rows[2:].ravel()])


def exact_book(request: dict[str, object]) -> F64:
    """Return R and EVraw of an exact flop book."""
    return book_rows(request, {"method": "exact"})[:2].ravel()


def answered_question(question: dict[str, object], table: str, trials: int, seed: int) -> F64:
    """Return the probability, the equities and the parts of an answer of ``steelwheel ask`` with their errors."""
    asked = read_question({"table": {"steelwheel": 1, "game": "razz", "seats": [
        {"cards": cards} for cards in table.split(" v ")
    ], "run": {"method": "sampled", "max_trials": trials, "seed": seed}}, **question})  # fmt: skip
    answer = solve_question(asked)
    pairs = [(answer.probability, answer.stderr), *zip(answer.equity, answer.equity_stderr, strict=True)]
    pairs += [(row.probability, row.stderr) for row in answer.by]
    return np.array(pairs, np.float64).T


def simulated_advice(request: dict[str, object], trials: int, seed: int) -> F64:
    """Return growth and chips of each bet of an advice on simulated outcomes with their errors."""
    run = {"seed": seed, "max_trials": trials}
    advice = KellySimulation({"bankroll": 300, "simulated": {**request, "run": run}}).solve()
    pairs = [(bet.growth, bet.growth_stderr) for bet in advice.bets[1:]]
    pairs += [(bet.chip_ev, bet.chip_ev_stderr) for bet in advice.bets[1:]]
    return np.array(pairs, np.float64).T


BOOKS = {"JTs v 15% / random": before_the_flop("JTs", OPENED, BIG), "QQ v 20%": before_the_flop("QQ", FIFTH)}
RAZZ_TABLE = "A 2 7 v 3 4 8 v x x 9"
ON_A_FLOP: dict[str, object] = {
    "table": "AhKh v 20% v 22+, ATs+ | 7h8h2c", "pot": 20, "street_bets": [0, 4, 4], "stacks": [50] * 3,
    "players": ["neutral"] * 3,
}  # fmt: skip
ON_FIFTH: dict[str, object] = {
    "table": "razz | A2459 v x x K36 v x x 972", "pot": 14, "street_bets": [0, 0, 4], "stacks": [40] * 3,
    "players": ["neutral", "loose", "tight"], "limit": {"small": 2, "big": 4},
}  # fmt: skip
NUMBERS = (
    *(
        Numbers(f"flop book, {name}, {trials:,} trials", partial(sampled_book, request, trials),
                partial(exact_book, request))
        for name, request in BOOKS.items() for trials in (20_000, 400_000)
    ),
    Numbers("ask razz, wins by fourth", partial(
        answered_question, {"event": "1 wins", "by": "1 fourth rank"}, RAZZ_TABLE, 4_096)),
    Numbers("ask razz, fourth by rank", partial(
        answered_question, {"event": "2 fourth [9-K] and not 1 fourth pairs", "by": "1 fourth rank"}, RAZZ_TABLE, 4_096,
    )),
    Numbers("ask razz, behind on fifth", partial(
        answered_question, {"event": "1 behind fifth"}, "A 2 7 v (8-8-8-) v x x 9 v x x 5", 2_048)),
    Numbers("kelly, simulated on a flop", partial(simulated_advice, ON_A_FLOP, 1_920)),
    Numbers("kelly, simulated on fifth street", partial(simulated_advice, ON_FIFTH, 1_920)),
)  # fmt: skip


def cover_numbers(names: list[str], runs: int) -> int:
    """Print a line for each of :data:`NUMBERS`; return how many are not covered as they have to be."""
    failed = 0
    for numbers in NUMBERS:
        if names and not any(name in numbers.name for name in names):
            continue
        values, errors = np.moveaxis(np.array([numbers.sample(seed) for seed in range(runs)]), 1, 0)
        known = ~np.isnan(values)
        truth = np.nanmean(values, axis=0) if numbers.truth is None else numbers.truth()
        covered = np.abs(values - truth) <= NORMAL_95 * errors + 1e-12
        mean = float(covered[known].mean())
        good = EACH[0] <= mean <= EACH[1]
        failed += not good
        shares = np.where(known, covered, 0.0).sum(axis=0) / np.maximum(known.sum(axis=0), 1)
        every = shares[known.sum(axis=0) * 2 >= runs]
        spread = f", {100 * every.min():.1f} to {100 * every.max():.1f} of single numbers" if len(every) else ""
        print(f"{numbers.name:45} {100 * mean:5.1f}%{spread}{'' if good else '  MISSED'}", flush=True)
    return failed


def main(arguments: list[str]) -> int:
    """Print a line for each table; return 1 if a table is not covered as it has to be."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.coverage", description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="a part of the name of a table")
    usual = f"{RUNS} by default, {DECISION_RUNS} before the flop and of other answers"
    parser.add_argument("--runs", type=int, help=usual)
    options = parser.parse_args(arguments)
    runs = options.runs or RUNS
    failed = cover_decisions(options.names, options.runs or DECISION_RUNS)
    failed += cover_numbers(options.names, options.runs or DECISION_RUNS)
    for sampling in SAMPLINGS:
        if options.names and not any(name in sampling.name for name in options.names):
            continue
        shares = coverage(sampling, runs)
        error, mean = np.sqrt(0.05 * 0.95 / runs), shares.mean()
        good = abs(mean - MIDDLE) <= ROOM + CHANCE_OF_TABLE * error
        good &= bool((np.abs(shares - MIDDLE) <= ROOM + CHANCE_OF_SEAT * error).all())
        failed += not good
        by_seat = " ".join(f"{100 * share:.1f}" for share in shares)
        print(f"{sampling.name:45} {100 * mean:5.1f}%  by seat {by_seat}{'' if good else '  MISSED'}", flush=True)
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
