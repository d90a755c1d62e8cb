"""Kelly on simulated outcomes: the growth of hero's bankroll after each action, with the hand played to its end.

The growth of an action is the mean of ln(1 + x / bankroll) over the trials with results x. All actions are played on
the same deals, and the errors of growths and of their differences are those of sums over independent blocks, as for EVs
(``engine.simulation.answer``).
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from engine.equity.snapshots import AnswerSnapshot, Snapshots
from engine.equity.watching import Watch
from engine.equity.workers import CancelToken
from engine.games import GAMES
from engine.kelly.panel import kelly_panel
from engine.kelly.simulated import SimulatedAdvice, SimulatedGrowth, advice_on, read_played_request
from engine.kelly.to_simulate import simulation_of
from engine.kernels.simulation.trials import TRIALS, Tally
from engine.scenario import RunOptions, Scenario
from engine.scenario.reading import problems_in
from engine.simulation.answer import moments_of
from engine.simulation.run import Simulation
from engine.table.folding import dealt_in
from engine.table.serialize import scenario_to_json

AdviceSnapshot = AnswerSnapshot[SimulatedAdvice]
"""A run under way: its progress, and the advice so far."""
GROWTH_BINS = 20_000
"""The number of bins for the results of trials. The logarithm of a result is taken at the middle of its bin."""
STEPS_OF_MINIMUM = 100
"""If no smallest chip is given, bets are multiples of the minimum bet divided by this number."""


def log_tally(block: Tally, bankroll: float) -> Tally:
    """Return the tally of a block with ln(1 + x / bankroll) instead of the results x of its trials.

    ``bankroll``: in units, as the results. Results are only known by their bins, while their mean over the block is
    known exactly: the difference between that mean and the mean of the middles of the bins is added evenly to all
    trials, to first order. An action that can lose the whole bankroll gets 0; the caller has to treat it separately.
    """
    bins, (low, high), trials = block.bins.shape[1], block.bounds, block.sizes[TRIALS]
    logs = np.zeros(len(block.sums))
    for action, counts in enumerate(block.bins):
        filled = np.flatnonzero(counts)
        weights = counts[filled]
        results = low + (filled + 0.5) / bins * (high - low)
        results = np.clip(results, block.lowest[action], block.highest[action])
        if bankroll + block.lowest[action] > 0.0:
            missed = (block.sums[action] - weights @ results) / trials
            logs[action] = weights @ np.log1p(results / bankroll) + missed * (weights @ (1.0 / (bankroll + results)))
    return block._replace(
        sums=logs, products=np.multiply.outer(logs, logs), by_size=logs * trials, bins=np.zeros((len(logs), 0))
    )


class KellySimulation:
    """A Kelly request with the request of a simulation in ``simulated``, ready to be played.

    >>> spot = {"table": "AhKh v QQ | 7h8h2c", "pot": 20, "street_bets": [0, 10], "stacks": [40, 40]}
    >>> spot |= {"players": ["caller", "caller"], "actions": ["fold", "call"], "run": {"max_trials": 2000}}
    >>> KellySimulation({"bankroll": 500, "simulated": spot}).solve().decision
    'call'
    """

    def __init__(self, request: object) -> None:
        """Read a request, as JSON values.

        Raises:
            ScenarioError: the request has problems; each names its field.
        """
        self.bankroll, self.multiplier, simulation = read_played_request(request)
        with problems_in("simulated"):
            self.simulation = Simulation(simulation)

    def answers(
        self, *, cancel: CancelToken | None = None, workers: int | None = None, every: float = 1 / 30
    ) -> Snapshots[SimulatedAdvice]:
        """Play trials until a limit of the run is reached; see :meth:`Simulation.answers`."""
        view = partial(log_tally, bankroll=self.bankroll * self.simulation.unit)
        yield from self.simulation.played(
            self._answer, views=(view,), bins=GROWTH_BINS, cancel=cancel, workers=workers, every=every
        )

    def solve(self, *, workers: int | None = None, watch: Watch | None = None) -> SimulatedAdvice:
        """Return the final advice; ``watch`` reports the progress.

        Raises:
            StoppedError: ``watch`` cancelled the run.
        """
        watch = watch or Watch()
        stream = self.answers(cancel=watch.cancel, workers=workers, every=watch.every)
        return watch.last_answer(stream, SimulatedAdvice.to_json)

    def _answer(self, tallies: Sequence[Tally], final: bool) -> SimulatedAdvice:
        """Return the advice from the tally of the results and that of their logarithms (:func:`log_tally`)."""
        tally, logs = tallies
        played, growth = self.simulation.answer(tally, final=final), moments_of(logs)
        unit, bets = self.simulation.unit, list[SimulatedGrowth]()
        for i, (one, action) in enumerate(zip(played.actions, self.simulation.actions, strict=True)):
            ruined = self.bankroll * unit + tally.lowest[i] <= 0.0
            mean, error = (None, None) if ruined else (float(growth.means[i]), _known(growth.errors[i]))
            bets.append(
                SimulatedGrowth(one.action, mean, error, one.ev, _known(one.stderr), None, None, action.cost / unit)
            )
        errors = growth.difference_errors.tolist()
        advice = advice_on(bets, errors, self.multiplier)
        return replace(advice, trials=played.trials, final=final, notices=played.notices)


def _known(error: float) -> float | None:
    """Return a standard error, or None if it is NaN, as it is after a single block."""
    return None if np.isnan(error) else float(error)


def panel_request(scenario: Scenario, players: Sequence[Any], run: dict[str, Any]) -> dict[str, Any]:
    """Return the decision of the Kelly panel as a Kelly request on simulated outcomes, as JSON values.

    ``scenario``: its panel contains the bankroll. ``players``: the player in each seat, as in the request of a
    simulation, None for the default; ``run``: the limits of the run, as there. Hero's actions contain bets of many
    sizes, in multiples of the smallest chip.

    Raises:
        ScenarioError: the table, the chips or the players cannot be simulated.
    """
    panel, seats, stud = kelly_panel(scenario), len(scenario.seats), GAMES[scenario.game].stud
    values = simulation_of(scenario).request(seats, stud=stud) | {"players": list(players), "run": run}
    bare = replace(dealt_in(scenario), run=RunOptions()).without_panels
    values = {"table": scenario_to_json(bare), **values}
    with problems_in("simulated"):
        step = values["min_bet"] / STEPS_OF_MINIMUM if panel.chip is None else panel.chip
        sizes = Simulation(values).bet_sizes(step, panel.bet, may_raise=not panel.no_raise)
    request = {"bankroll": panel.bankroll, "multiplier": panel.multiplier}
    return request | {"simulated": values | {"actions": list(sizes)}}


def answer_json(value: object, *, workers: int | None = None, watch: Watch | None = None) -> dict[str, Any]:
    """Return the answer to a Kelly request that contains the request of a simulation, both as JSON values.

    ``watch`` reports the progress.

    Raises:
        ScenarioError: the request has problems; each names its field.
        StoppedError: ``watch`` cancelled the run.
    """
    return KellySimulation(value).solve(workers=workers, watch=watch).to_json()
