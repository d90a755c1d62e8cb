"""Runs simulations, the requests of ``steelwheel simulate``.

Start here: :func:`simulate` returns the answer to a request. A :class:`Simulation` is a checked request; its method
:meth:`Simulation.answers` yields the snapshots of a run.
"""

import time
from collections.abc import Callable, Sequence
from contextlib import contextmanager
from functools import cached_property, partial
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeVar

import numpy as np

from engine.arrays import I64
from engine.equity.jobs import CancelCheck
from engine.equity.sampling import Limits
from engine.equity.snapshots import AnswerSnapshot, Pace, Snapshots, with_workers
from engine.equity.watching import Watch
from engine.equity.workers import CancelToken, Workers
from engine.games import GAMES
from engine.histories.hand import HandError, RawHand
from engine.histories.reading import read_hand
from engine.kernels.common.rng import seed_state
from engine.kernels.players.bankrolls import new_third_street_work
from engine.kernels.players.holdings import Holdings, begin_log
from engine.kernels.players.playing import (
    BUTTON,
    LIMPERS,
    LOGGED,
    POST,
    PRICE,
    RAISE_SIZE,
    RAISER,
    RAISER_BEFORE,
    RAISES,
    STREET,
    TURN,
    CardTables,
    HandState,
    new_hand_state,
)
from engine.kernels.simulation.trials import (
    BLOCKS,
    STARTED,
    TRIALS,
    TUPLES,
    Start,
    Tally,
    Work,
    new_tally,
    new_work,
    play_trials,
)
from engine.players.description import later_street_names
from engine.players.hands import card_tables
from engine.players.programs import holdings_of, seat_tables
from engine.preflop.matchups import first_equities
from engine.scenario.reading import problems_in
from engine.simulation.answer import FINE_BINS, AnswerTable, SimulationAnswer, added, answer_of, moments_of
from engine.simulation.betting import (
    Betting,
    HeroAction,
    hero_actions,
    read_betting,
    seat_positions,
    sized_actions,
)
from engine.simulation.hands import SimulatedHand, simulated_hand
from engine.simulation.hidden import Hidden, read_hidden
from engine.simulation.line import HeroTurn, line_to, posted_blinds
from engine.simulation.phh import PhhHand, phh_text
from engine.simulation.request import (
    DEFAULT_TRIALS,
    SimulationRequest,
    read_simulation_request,
    with_defaults,
)
from engine.table.text_notices import notice_lines

SimulationSnapshot = AnswerSnapshot[SimulationAnswer]
"""A simulation under way: its progress, and the answer so far."""
BLOCK_TUPLES = 12
BLOCK_NEXTS = 4
BLOCK_LATERS = 2
"""The size of a block of trials: tuples of hidden hands, next cards for each tuple, and deals of the later cards for
each next card. With these numbers every next card comes about once in a block."""
STUD_BLOCK_TUPLES, STUD_BLOCK_LATERS = 6, 1
"""The same for stud games. Their hands take longer, so blocks are smaller: errors need many blocks."""
LAST_STREET_TUPLES = 48
"""The tuples of a block if no cards are to come."""
MIN_BLOCKS = 20
"""A standard error must come from at least this many blocks to end a run."""
SLICE_S = 0.005
"""The target for the seconds of a call of the kernel, and so the time after which a cancelled run ends."""


A = TypeVar("A")


class Workspace(NamedTuple):
    """The arrays with which one thread plays trials. They contain caches, so they are reused from block to block."""

    state: HandState
    cards: CardTables
    holdings: Holdings
    work: Work


class Simulation:
    """A checked request, ready to be played.

    >>> request = {"table": "AhKh v QQ | 7h8h2c", "pot": 20, "stacks": [40, 40], "players": ["caller", "caller"]}
    >>> simulation = Simulation(request | {"actions": ["check"], "run": {"max_trials": 2000}})
    >>> [action.text for action in simulation.actions]
    ['check']
    """

    def __init__(self, request: object) -> None:
        """Read a request: JSON, or a :class:`SimulationRequest`.

        Raises:
            ScenarioError: the request has problems; each names its field.
        """
        self.request = request if isinstance(request, SimulationRequest) else read_simulation_request(request)
        table, hero = self.request.table, self.request.hero
        button = len(table.seats) - 1 if self.request.button is None else self.request.button
        with problems_in("table"):
            self._hidden: Hidden = read_hidden(table, button)
        self._betting: Betting = read_betting(self.request, self._hidden.street, self._hidden.first)
        self.actions: tuple[HeroAction, ...] = hero_actions(self.request, self._betting)
        players = with_defaults(self.request.players, len(table.seats), hero)
        self._seats = seat_tables([players[max(seat, 0)] for seat in self._hidden.seats], table.game)
        self._spaces = SimpleQueue[Workspace]()
        self._tuples_of_call = 1
        """How many tuples a call of the kernel plays; adapted so that a call takes about :data:`SLICE_S`."""

    def answers(
        self, *, cancel: CancelToken | None = None, workers: int | None = None, every: float = 1 / 30
    ) -> Snapshots[SimulationAnswer]:
        """Play trials until a limit of the run is reached, and yield the answer so far about every ``every`` seconds.

        The last snapshot is final. ``workers``: threads, by default one for each processor; without a limit of time
        the answer is the same for any number of them.
        """
        yield from self.played(
            lambda tallies, final: self.answer(tallies[0], final=final), cancel=cancel, workers=workers, every=every
        )

    def played(
        self, answer: Callable[[Sequence[Tally], bool], A], *, views: Sequence[Callable[[Tally], Tally]] = (),
        bins: int = FINE_BINS, cancel: CancelToken | None = None, workers: int | None = None, every: float = 1 / 30,
    ) -> Snapshots[A]:  # fmt: skip
        """Play trials as :meth:`answers` does, and yield other answers than the EVs of actions.

        ``answer(tallies, final)`` computes an answer; ``final`` is True at the end of the run. The first tally is that
        of the trials, with ``bins`` bins for results. Each of ``views`` turns the tally of a block into another one,
        such as that of the logarithms of hero's bankroll; their sums are the other ``tallies``, in the same order.
        """
        yield from with_workers(lambda pool: self._run(pool, every, answer, views, bins), cancel, workers)

    def bet_sizes(self, step: float, own: float | None = None, *, may_raise: bool = True) -> tuple[str, ...]:
        """Return hero's actions with bets of many sizes, for a search of the best one; see ``sized_actions``."""
        return tuple(sized_actions(self.request, self._betting, step, own, may_raise=may_raise))

    @property
    def unit(self) -> int:
        """The number of units in a chip. Tallies are in units."""
        return self._betting.unit

    def solve(self, *, workers: int | None = None, watch: Watch | None = None) -> SimulationAnswer:
        """Return the final answer; ``watch`` reports the progress.

        Raises:
            StoppedError: ``watch`` cancelled the run.
        """
        watch = watch or Watch()
        stream = self.answers(cancel=watch.cancel, workers=workers, every=watch.every)
        return watch.last_answer(stream, SimulationAnswer.to_json)

    def hands(self, action: int, count: int = 20) -> tuple[SimulatedHand, ...]:
        """Return ``count`` sample hands played to their end after an action (its index in :attr:`actions`).

        They are dealt as the trials of a run, but are not among them. The same seed gives the same hands.
        """
        units, result = self.actions[action].units, list[SimulatedHand]()
        table, hidden = self._table, self._hidden
        start = self._start._replace(actions=np.array([max(units, 0)]))
        names = ("",) * table.street + tuple(table.streets)
        turn = self._turn
        with self._workspace() as space:
            space.work.at[:] = 0
            space.work.random[:] = seed_state(self.request.run.seed, 0, action)
            # A fold ends the hand for hero: there is nothing to play.
            for number in range(count if units >= 0 else 0):
                tally = new_tally(1, len(hidden.seats), len(names), 1, self._bounds)
                play_trials(
                    1, 1, self._shape, hidden.deal, start, self._betting.rules, self._seats.tables, space.cards,
                    self._seats.programs, space.holdings, space.state, space.work, tally,
                )  # fmt: skip
                result.append(
                    simulated_hand(
                        self.request.table.game, table.rows, start.bets.tolist(), table.unit, names,
                        float(tally.sums[0]), space.state, *self._written(number + 1, turn, space.state),
                    )
                )  # fmt: skip
        return tuple(result)

    @property
    def _turn(self) -> HeroTurn:
        """The table at hero's turn."""
        start, rules, seats = self._start, self._betting.rules, self._hidden.seats
        count = len(self.request.table.seats)
        order = sorted(
            (row for row, seat in enumerate(seats) if seat >= 0),
            key=lambda row: (seats[row] - self._betting.button - 1) % count,
        )
        waits = (row for row in order if row != start.hero and start.stacks[row] and not start.acted[row])
        return HeroTurn(
            rules, self._hidden.street, start.hero, tuple(order), tuple(start.stacks.tolist()),
            tuple(start.bets.tolist()), tuple(start.folded.astype(bool).tolist()),
            frozenset(row for row in waits if not start.folded[row]),
        )  # fmt: skip

    def _written(self, number: int, turn: HeroTurn, state: HandState) -> tuple[str, int]:
        """Return a finished hand as a PHH text, and the index of hero's turn among the moments of its replay.

        The text is "" if no line of play leads to hero's turn, or if the replay does not arrive there.
        """
        start, rules, order = self._start, turn.rules, turn.order
        moves = line_to(turn, state)
        if moves is None:
            return "", 0
        # The chips of earlier streets are written as antes, so a later street has neither blinds nor a bring-in.
        rules = rules._replace(bring_in=0) if turn.street else rules
        posts = posted_blinds(turn)
        hand = PhhHand(
            number=number, unit=self._betting.unit, order=order,
            names=[self.request.table.seats[self._hidden.seats[row]].name for row in order],
            stacks=[None if turn.folded[row] else int(start.stacks[row] + start.paid[row]) for row in order],
            antes=[int(start.paid[row] - start.bets[row]) for row in order], posts=[posts[row] for row in order],
            rules=rules, log=[*moves, *state.log[: state.numbers[LOGGED]].tolist()], hero=turn.hero,
        )  # fmt: skip
        text = phh_text(hand, state)
        index = turn.street + sum(bool(rules.stud) or kind != POST for _, _, kind, _ in moves)
        try:
            replayed = read_hand(RawHand(number, 1, "phh", f"hand {number}", text))
        except HandError:
            return "", 0
        moment = replayed.moments[index] if index < len(replayed.moments) else None
        return (text, index) if moment is not None and moment.to_act == order.index(turn.hero) else ("", 0)

    @property
    def _shape(self) -> I64:
        """The tuples of a block, the next cards of a tuple and the later deals of a next card, int64[3]."""
        to_come = len(self._hidden.deal.to_come)
        if not to_come:
            return np.array([LAST_STREET_TUPLES, 1, 1])
        if GAMES[self.request.table.game].stud:
            return np.array([STUD_BLOCK_TUPLES, BLOCK_NEXTS, STUD_BLOCK_LATERS])
        return np.array([BLOCK_TUPLES, BLOCK_NEXTS, BLOCK_LATERS if to_come > 1 else 1])

    def _run(
        self, pool: Workers, every: float, answer: Callable[[Sequence[Tally], bool], A],
        views: Sequence[Callable[[Tally], Tally]], bins: int,
    ) -> Snapshots[A]:  # fmt: skip
        """Play blocks in the threads of ``pool``; yield answers to the sums of their tallies (see :meth:`played`)."""
        run, block = self.request.run, int(self._shape.prod())
        unlimited = run.max_trials is None and run.max_seconds is None and run.target_stderr is None
        max_trials = DEFAULT_TRIALS if unlimited else run.max_trials
        limits = Limits(max_trials, run.max_seconds, run.target_stderr)
        # Cancels the blocks that are still being played when the run ends.
        ended = CancelToken()

        def check() -> None:
            pool.cancel.check_cancelled()
            ended.check_cancelled()

        def chunk(number: int) -> Callable[[], list[Tally]] | None:
            left = block if max_trials is None else max_trials - number * block
            return partial(tallies_of, number, min(block, left)) if left > 0 else None

        def tallies_of(number: int, trials: int) -> list[Tally]:
            played = self._play(number, trials, bins, check)
            return [played, *(view(played) for view in views)]

        pace, tallies = Pace(every), list[Tally]()
        try:
            for result in pool.ticking(chunk, every):
                if result is not None:
                    more = result[1]
                    tallies = list(map(added, tallies, more)) if tallies else more
                if not tallies:
                    if pace.due():
                        yield pace.snapshot(0.0)
                    continue
                done = int(tallies[0].sizes[TRIALS])
                progress = limits.progress(done, pace.seconds, self._error(tallies[0], limits))
                final = progress >= 1.0 and not pool.cancel.cancelled
                if pace.due(always=final):
                    yield pace.snapshot(progress, answer(tallies, final), final=final)
                if final:
                    return
        finally:
            ended.cancel()

    def _error(self, tally: Tally, limits: Limits) -> float | None:
        """Return the largest standard error of an EV in chips, or None if it is not needed or not known yet."""
        if limits.target is None or tally.sizes[BLOCKS] < MIN_BLOCKS:
            return None
        return float(moments_of(tally).errors.max()) / self._betting.unit

    def answer(self, tally: Tally, *, final: bool = False) -> SimulationAnswer:
        """Return the answer for a tally; ``final``: the run has ended."""
        return answer_of(tally, self._table, final=final)

    @cached_property
    def _table(self) -> AnswerTable:
        """The properties of the table that turn tallies into answers."""
        table, seats = self.request.table, self._hidden.seats
        first, *later = GAMES[table.game].streets
        names = (first.removesuffix(" street"), *later_street_names(table.game)) if later else (first,)
        street = self._hidden.street
        return AnswerTable(
            [action.text for action in self.actions], [action.cost for action in self.actions], self._betting.unit,
            names[street:], street, [seat.name for seat in table.seats],
            [seats.index(i) if i in seats and not seat.folded else -1 for i, seat in enumerate(table.seats)],
            tuple(notice_lines(table, table="table")),
        )  # fmt: skip

    def _play(self, number: int, trials: int, bins: int, check_cancelled: CancelCheck) -> Tally:
        """Play block ``number``, but at most ``trials`` trials of it, and return its tally with ``bins`` bins."""
        bounds = self._bounds
        seats, streets = len(self._hidden.seats), len(GAMES[self.request.table.game].streets)
        tally = new_tally(len(self.actions), seats, streets, bins, bounds)
        with self._workspace() as space:
            space.work.at[:] = 0
            space.work.random[:] = seed_state(self.request.run.seed, number)
            played, begun = 0, False
            while played < trials and not (begun and not space.work.at[STARTED]):
                check_cancelled()
                started = time.perf_counter()
                tuples = self._tuples_of_call
                played += play_trials(
                    tuples, trials - played, self._shape, self._hidden.deal, self._start, self._betting.rules,
                    self._seats.tables, space.cards, self._seats.programs, space.holdings, space.state, space.work,
                    tally,
                )  # fmt: skip
                begun = True
                # The number of tuples per call has no effect on the result, only on how soon a run can be cancelled.
                seconds = time.perf_counter() - started
                if seconds < SLICE_S / 2:
                    self._tuples_of_call = min(2 * tuples, int(self._shape[TUPLES]))
                elif seconds > 2 * SLICE_S:
                    self._tuples_of_call = max(tuples // 2, 1)
        return tally

    @contextmanager
    def _workspace(self) -> Any:
        """Yield a workspace that no other thread uses meanwhile."""
        try:
            space = self._spaces.get_nowait()
        except Empty:
            space = self._new_workspace()
        try:
            yield space
        finally:
            self._spaces.put(space)

    def _new_workspace(self) -> Workspace:
        """Return arrays for one thread, with the known cards and the state of the hand at hero's turn."""
        game, hidden, start = self.request.table.game, self._hidden, self._start
        state = new_hand_state(len(hidden.seats))
        state.players[:], state.board[:] = self._seats.players, hidden.board
        for name in ("numbers", "stacks", "paid", "bets", "folded", "acted", "seen", "cards"):
            getattr(state, name)[:] = getattr(start, name)
        if GAMES[game].stud:
            ranks = (hidden.cards[:, 2] // 4 + 1) % 13
            state.positions[:] = ranks
        else:
            state.positions[:] = seat_positions(self._betting, len(hidden.seats))
        holdings = holdings_of(self._seats, game, first_equities(), hidden.weights, chip=self._betting.unit)
        begin_log(state, holdings)
        cards = card_tables(game)._replace(work=new_third_street_work())
        return Workspace(state, cards, holdings, new_work(len(self.actions), hidden.deal.joint))

    @cached_property
    def _bounds(self) -> Any:
        """The bounds of hero's result in units, float64[2]: from losing his stack to winning all chips at the table."""
        betting = self._betting
        own = float(betting.stacks[betting.hero])
        return np.array([-own, float(betting.paid.sum() + betting.stacks.sum()) - own + 1.0])

    @cached_property
    def _start(self) -> Start:
        """The state of the hand at hero's turn, by row: the seats that take part in the simulation."""
        betting, seats = self._betting, self._hidden.seats
        rows = np.array(seats)
        played = rows >= 0
        chips = {
            name: np.where(played, getattr(betting, name)[rows], 0) for name in ("stacks", "bets", "paid", "acted")
        }
        # The chips paid by folded seats without a row belong to the main pot: the live rows share them equally.
        left_out = int(betting.paid.sum()) - int(chips["paid"].sum())
        folded = np.where(played, betting.folded[rows], 1)
        hero = seats.index(betting.hero)
        numbers = np.zeros(10, np.int64)
        numbers[STREET], numbers[PRICE], numbers[RAISE_SIZE] = betting.street, betting.price, betting.last_raise
        numbers[RAISES], numbers[LIMPERS], numbers[TURN] = betting.raises, betting.limpers, hero
        numbers[RAISER], numbers[RAISER_BEFORE] = (
            seats.index(seat) if seat in seats else -1 for seat in (betting.raiser, betting.raiser_before)
        )
        numbers[BUTTON] = self._played_button()
        live = np.flatnonzero(folded == 0)
        chips["paid"][live] += left_out // len(live)
        chips["paid"][hero] += left_out % len(live)
        request = self.request
        cap = np.inf if request.rake_cap is None else request.rake_cap * betting.unit
        return Start(
            numbers, chips["stacks"], chips["paid"], chips["bets"], folded, chips["acted"], self._hidden.seen,
            self._hidden.cards, self._hidden.board, hero, np.array([action.units for action in self.actions]),
            np.array([request.rake, cap]),
        )  # fmt: skip

    def _played_button(self) -> int:
        """The row of the button or, if it does not take part, of the closest seat to its right that does."""
        seats, count = self._hidden.seats, len(self.request.table.seats)
        for step in range(count):
            seat = (self._betting.button - step) % count
            if seat in seats:
                return seats.index(seat)
        return 0


def simulate(request: object, *, workers: int | None = None) -> SimulationAnswer:
    """Play a hand to its end many times after each action of hero, and return the EVs of the actions.

    ``request``: the JSON values of a request of ``steelwheel simulate`` (the guide explains every key), or a
    ``SimulationRequest``. ``workers``: threads, by default one for each processor.

    >>> request = {"table": "AhKh v QQ | 7h8h2c", "pot": 20, "street_bets": [0, 10], "stacks": [40, 40]}
    >>> answer = simulate(request | {"players": ["caller", "caller"], "actions": ["fold", "call"]})
    >>> answer.best, 5 < answer.action("call").ev < 7
    ('call', True)

    Raises:
        ScenarioError: the request has problems; each names its field.
    """
    return Simulation(request).solve(workers=workers)


def answer_json(value: object, *, workers: int | None = None, watch: Watch | None = None) -> dict[str, Any]:
    """Answer a request of JSON values with JSON values; ``watch`` reports the progress.

    Raises:
        ScenarioError: the request has problems; each names its field.
        StoppedError: ``watch`` cancelled the run.
    """
    return Simulation(value).solve(workers=workers, watch=watch).to_json()
