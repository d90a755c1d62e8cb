"""The question of the Kelly panel with its answer, and the values that are computed in addition to the result."""

import math
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

from engine import GAMES, CancelToken, Estimate, Problem, Scenario, ScenarioError, Snapshot
from engine.kelly.advice import KellyAction, evaluate_bet
from engine.kelly.answer import GrowthBand, KellyAnswer, kelly_answer
from engine.kelly.cassandra import ShowdownCounts
from engine.kelly.outcomes import outcomes_of
from engine.kelly.panel import (
    advised_seat,
    kelly_inputs,
    kelly_panel,
    live_rows,
    own_stack,
    panel_problem,
    panel_rows,
    pot_of,
    put_in_of,
    reaches,
    responds_as_player,
    street_of,
    with_bankroll,
)
from engine.kelly.request import KellyRequest, read_kelly_request
from engine.kelly.responses.callers import MAX_CALLERS, run_caller_sets
from engine.kelly.responses.calling import run_calling_order
from engine.kelly.responses.razz_calling import run_pair_order
from engine.kelly.responses.showdowns import run_joint_result
from engine.kelly.simulated import SimulatedAdvice
from engine.kelly.sizes import UNKNOWN_BANKROLL, EquityDoubt, any_size_allowed, doubt_of, vanishes
from engine.ranges.orders import Order
from engine.scenario.codec import plain
from engine.scenario.kelly_responses import RANDOM
from engine.scenario.names import GameTable
from engine.table.folding import dealt_in
from engine.table.slots import seat_cards, seat_slot_texts
from gui.words.captions import combo_counts, inputs, provenance
from gui.words.formatting import chips, count, deals

NO_RESULT = "Enter the hands on the left: the advice uses their equities. Or enter the outcomes."
COMPUTING = "The result for this table is being computed …"
NO_BANKROLL = "Enter your bankroll: all your poker money without the pot."
NO_MINIMUM = "the smaller the better: set a minimum bet"
NO_LIST = "Enter bets and how often the opponent folds to each."
NO_SETS = (
    "With typed outcomes only one opponent can fold. With several let all call, or take the outcomes from the result."
)
ANSWERING = "Computing the opponents' responses …"
PREVIOUS = "advice before the last change"
EQUITIES = "still computing the equities"
SIDE_POTS = "still computing the side pots"
REACTIONS = "still computing the opponents' responses"
"""Texts about computations in progress that may change the displayed advice."""
NOBODY = "No opponent: give a second seat cards."
ComputedPart = Literal["hands", "by_callers", "orders"]
"""A value to compute: the calling hands of a single opponent, the outcomes by sets of callers, or the joint result for
side pots. The names are those of the parameters of ``kelly_inputs``."""


class ComputedFor(NamedTuple):
    """The input of computed values; ``orders``: custom rankings of hands."""

    part: ComputedPart | None
    table: Scenario
    seat: int
    credited: str
    orders: tuple[Order, ...]


class PlayedHand(NamedTuple):
    """An advice on simulated outcomes, and the table that was played for it."""

    advice: SimulatedAdvice
    table: Scenario


CHOICE_SIGNS = set("x-+[]")
"""Signs of a slot that allows several cards."""


@dataclass(frozen=True, slots=True, eq=False)
class ComputedParts:
    """Computed values, as parameters of ``kelly_inputs``; ``about``: the key of the table, None without values.

    ``stderr``: the standard error of values that replace the result's outcomes; None if none do.
    """

    about: "ComputedFor | None" = None
    parts: Mapping[str, Any] = field(default_factory=dict)
    stderr: float | None = None

    def of(self, scenario: Scenario) -> "ComputedParts":
        """Return the values if they belong to the players and cards of ``scenario`` and its answers need them.

        No values of another table get into a request: its players and their joint result always fit together.
        """
        if self.about is None or self.about[:-1] != computation_key(scenario, advised_seat(scenario), ())[:-1]:
            return NOTHING_COMPUTED
        return self


NOTHING_COMPUTED = ComputedParts()


@dataclass(frozen=True, slots=True, eq=False)
class KellyQuestion:
    """A Kelly request with its answer, or else the ``problems`` of fields or a text about the ``missing`` values.

    ``inputs``: the values of the request by key, as the panel has them. ``values`` is the same request as JSON, to
    which ``steelwheel kelly`` gives the same answer, except for Cassandra's bet if ``counts`` are known.
    ``counts``: the showdowns against one opponent, from which Cassandra estimates the result against several;
    ``counting``: why they are missing.
    ``put_in``: hero's chips on this street, or None if they are not known.
    ``own``: hero's stack. ``matched``: how many of the chips that hero adds each opponent can match. Both are infinite
    if they are not known.
    ``band``: the growth if the opponent's range is slightly tighter or looser, or None; ``nearing``: why it is missing.
    ``by_chips``: the request if only the bankroll is missing; its expected chips are valid.
    ``computed``: the values used in addition to the result.
    ``waits``: the ``missing`` values are being computed.
    ``simulated``: the outcomes are those of hands played to their end; ``played``: the advice on them, if there is one.
    ``under_way``: the text about a computation that may still change the advice, or "" if the advice is final.
    """

    scenario: Scenario
    seat: int
    typed: bool = False
    stale: bool = False
    estimate: Estimate | None = None
    snapshot: Snapshot | None = None
    inputs: dict[str, Any] | None = None
    request: KellyRequest | None = None
    answer: KellyAnswer | None = None
    doubt: EquityDoubt | None = None
    problems: tuple[Problem, ...] = ()
    missing: str = ""
    waits: bool = False
    put_in: float | None = None
    own: float = math.inf
    matched: tuple[float, ...] = ()
    band: GrowthBand | None = None
    counts: ShowdownCounts | None = None
    counting: str = ""
    by_chips: KellyRequest | None = None
    computed: ComputedParts = NOTHING_COMPUTED
    nearing: str = ""
    under_way: str = ""
    simulated: bool = False
    played: PlayedHand | None = None

    @property
    def values(self) -> dict[str, Any] | None:
        """The request as JSON, or None if there is none."""
        return None if self.inputs is None else plain(self.inputs)

    @property
    def final(self) -> bool:
        """Whether there is an advice, and no computation in progress can change it."""
        return self.answer is not None and not self.stale and not self.under_way

    @property
    def price(self) -> float:
        """The chips to call, or 0 while they are not known."""
        if self.simulated:
            panel = kelly_panel(self.scenario)
            return panel.to_call if panel.pot_typed else pot_of(self.scenario).to_call
        return 0.0 if self.weighed is None else self.weighed.facts.to_call

    @property
    def hero(self) -> str:
        return "Hero" if self.typed else self.scenario.seats[self.seat].name

    @property
    def least_gain(self) -> float:
        """The smallest difference that matters, a share of the bankroll."""
        return kelly_panel(self.scenario).least_gain

    @property
    def weighed(self) -> KellyRequest | None:
        """The request for comparing actions; without a bankroll only their expected chips are meaningful."""
        return self.by_chips if self.answer is None else self.request

    @property
    def multiplied(self) -> float | None:
        """The probability that hero wins alone by Cassandra's estimate, or None if it is not displayed."""
        if self.counts is None or self.request is None:
            return None
        return self.counts.against(self.request.wager.opponents).win

    @property
    def own_bet(self) -> KellyAction | None:
        """The bet that the user compares with the advice, or None; only if any size is allowed."""
        request, chips = self.weighed, kelly_panel(self.scenario).bet
        if request is None or chips is None or not any_size_allowed(request.terms):
            return None
        action = "raise" if request.terms.price else "bet"
        return evaluate_bet(request.wager, action, min(chips, request.wager.bankroll))

    @property
    def opponents(self) -> tuple[str, ...]:
        """The names of the opponents who are still in the hand."""
        if self.typed:
            return tuple(row.name for row in panel_rows(self.scenario) if not row.hero)
        seats = enumerate(self.scenario.seats)
        return tuple(seat.name for i, seat in seats if i != self.seat and seat.plays)

    @property
    def about(self) -> tuple[str, ...]:
        """The lines that describe the inputs of an exported picture."""
        return () if self.typed or self.snapshot is None else inputs(self.snapshot.scenario)

    @property
    def origin(self) -> str:
        """The source of the outcomes, as text."""
        if self.typed or self.snapshot is None:
            return "Outcomes as typed"
        trials = 0 if self.request is None else self.request.order_trials
        seed = self.snapshot.scenario.run.seed
        return provenance(self.snapshot, f"side pots sampled, {deals(trials)}, seed {seed}" if trials else "")


# Values that are computed in addition to the result.


def opponents_respond(scenario: Scenario) -> bool:
    """Return whether a live opponent may do anything except call."""
    panel = kelly_panel(scenario)
    return any(panel.answer(row) is not None for row in live_rows(scenario))


def may_call_by_hands(scenario: Scenario) -> bool:
    """Return whether a single opponent with a range folds a part of it, so that he may call with his best hands."""
    live, panel = live_rows(scenario), kelly_panel(scenario)
    if len(live) != 1 or panel.typed or not _has_choice(scenario, live[0]):
        return False
    answer = panel.answer(live[0])
    return answer is not None and answer.way in ("fold", "defend")


def may_respond_as_player(scenario: Scenario) -> bool:
    """Return whether a single opponent with a range can respond as a described player, which is so after the first
    street."""
    live = live_rows(scenario)
    later = len(live) == 1 and not kelly_panel(scenario).typed and street_of(scenario) > 0
    return later and _has_choice(scenario, live[0])


def is_described(scenario: Scenario) -> bool:
    """Return whether a single opponent responds as a described player, with his hands on the table."""
    return may_respond_as_player(scenario) and responds_as_player(kelly_panel(scenario).answer(live_rows(scenario)[0]))


def _has_choice(scenario: Scenario, row: int) -> bool:
    """Return whether an opponent may have more than one hand; in games of combos every text counts as a range."""
    if GAMES[scenario.game].hands_are_combos:
        return True
    tokens = seat_slot_texts(scenario, row)
    return tokens is None or len(tokens) < 2 or any(set(token) & CHOICE_SIGNS for token in tokens[:2])


def part_to_compute(scenario: Scenario) -> ComputedPart | None:
    """Return the value that must be computed for the answer, or None if the result is enough."""
    panel, live = kelly_panel(scenario), live_rows(scenario)
    if is_described(scenario):
        return "hands"
    if may_call_by_hands(scenario):
        return "hands" if panel.best_hands else None
    if panel.typed or len(live) < 2:
        return None
    reach = reaches(scenario)
    if not panel.pot_typed and min(reach) < min(own_stack(scenario), max(reach)):
        return "orders"
    return "by_callers" if len(live) <= MAX_CALLERS and opponents_respond(scenario) else None


def computation_key(scenario: Scenario, seat: int, orders: tuple[Order, ...]) -> ComputedFor:
    """Return the key of the computation for a table."""
    credited = _credited(scenario) if part_to_compute(scenario) == "hands" else ""
    return ComputedFor(part_to_compute(scenario), scenario.without_panels, seat, credited, orders)


def _credited(scenario: Scenario) -> str:
    """Return the range that hero is credited with: random cards by a described player, whose strengths are against
    these."""
    return RANDOM if is_described(scenario) else kelly_panel(scenario).credited_range


def compute(
    scenario: Scenario, seat: int, orders: tuple[Order, ...], cancel: CancelToken
) -> Generator[None, None, ComputedParts | None]:
    """Compute the value that the answer needs, yielding from time to time; return None if it was cancelled.

    Raises:
        ScenarioError: the credited range (field ``credited``) or the table cannot be computed.
    """
    about, table, part = computation_key(scenario, seat, orders), dealt_in(scenario), part_to_compute(scenario)
    if part == "hands":
        order = yield from calling_order(table, seat, orders, cancel)
        return None if order is None else ComputedParts(about, {"hands": hands_of(order, table)}, 0.0)
    if part == "orders":
        for joint in run_joint_result(table, seat, cancel=cancel, orders=orders):
            yield
            if joint.final and joint.answer is not None:
                return ComputedParts(about, {"orders": joint.answer}, 0.0 if joint.answer.exact else None)
        return None
    for step in run_caller_sets(table, seat, cancel=cancel, orders=orders):
        yield
        if step.answer is not None:
            stderr = max(row.stderr for row in step.answer)
            return ComputedParts(about, {"by_callers": step.answer}, stderr)
    return None


def _razz_calling_order(*table: Any, orders: tuple[Order, ...], **options: Any) -> Iterator[Any]:
    return run_pair_order(*table, **options)  # razz has no orders of hands


CALLING_ORDERS: GameTable[Callable[..., Iterator[Any]]] = GameTable(
    "calling order", {"holdem": run_calling_order, "razz": _razz_calling_order}
)


def calling_order(
    table: Scenario, seat: int, orders: tuple[Order, ...], cancel: CancelToken
) -> Generator[None, None, Any]:
    """Compute the order in which a single opponent calls with his hands; return None if it was cancelled."""
    villain, credited = live_rows(table)[0], _credited(table)
    try:
        for step in CALLING_ORDERS[table.game](table, seat, villain, credited=credited, cancel=cancel, orders=orders):
            yield
            if step.answer is not None:
                return step.answer
    except ScenarioError as error:
        if not is_described(table):
            raise
        # Nobody has typed a range that hero is credited with: the problem belongs to the response.
        raise ScenarioError(*(replace(problem, field=f"answers{villain}") for problem in error.problems)) from None
    return None


def hands_of(order: Any, table: Scenario) -> list[dict[str, float]]:
    """Return the hands of a calling order as the request of a table needs them."""
    hands: list[dict[str, float]] = order.hands(strengths=is_described(table))
    return hands


def answers_in_background(
    scenario: Scenario,
    snapshot: Snapshot | None,
    orders: tuple[Order, ...],
    known: ComputedParts,
    cancel: CancelToken,
    *,
    stale: bool = False,
    unable: str = "",
) -> Iterator[KellyQuestion | None]:
    """Answer the panel's question for a result in a background job; ``known`` values are not computed again."""
    seat, computed = advised_seat(scenario), known
    if (
        part_to_compute(scenario) is not None
        and known.about != computation_key(scenario, seat, orders)
        and not why_no_decision(scenario, seat)
        and has_outcomes(scenario, estimate_of(snapshot, seat))
    ):
        done = yield from compute(scenario, seat, orders, cancel)
        if done is None:
            return
        computed = done
    yield ask_kelly(scenario, snapshot, stale=stale, computed=computed, unable=unable)


# The question and its answer.


def ask_kelly(
    scenario: Scenario,
    snapshot: Snapshot | None,
    *,
    stale: bool,
    computed: ComputedParts = NOTHING_COMPUTED,
    unable: str = "",
) -> KellyQuestion:
    """Answer the panel's question for a result, with the values ``computed`` for the same table.

    ``unable``: why there will be no result, or "" if there is one or it is being computed.
    """
    panel = kelly_panel(scenario)
    seat, typed = advised_seat(scenario), panel.typed
    estimate = None if typed else estimate_of(snapshot, seat)
    question = KellyQuestion(scenario, seat, typed, stale and not typed, estimate, None if typed else snapshot)
    question = replace(question, own=own_stack(scenario), matched=reaches(scenario), put_in=put_in_of(scenario))
    computed = computed.of(scenario)
    question = replace(question, computed=computed)
    impossible = "" if typed else why_no_decision(scenario, seat)
    if impossible:
        return replace(question, missing=impossible)
    if not typed and not has_outcomes(scenario, estimate):
        return replace(question, missing=unable or COMPUTING, waits=not unable)
    outcomes = None if estimate is None else outcomes_of(estimate)
    full = with_answer(question, kelly_inputs(scenario, outcomes, **computed.parts), computed.stderr)
    if panel.problems:
        known = {problem.field for problem in panel.problems}
        others = (problem for problem in full.problems if problem.field not in known)
        return replace(question, problems=(*panel.problems, *others), inputs=full.inputs)
    if [problem.field for problem in full.problems] != ["bankroll"] or not full.missing:
        return full
    # Only the bankroll is missing. Expected chips do not depend on it, so they are computed with a huge one.
    try:
        by_chips = read_kelly_request(
            kelly_inputs(with_bankroll(scenario, UNKNOWN_BANKROLL), outcomes, **computed.parts)
        )
    except ScenarioError:
        return full
    short = _pot_too_small(by_chips)
    if short is not None:
        return replace(full, problems=(*full.problems, short), missing=NO_BANKROLL)
    return replace(full, by_chips=by_chips)


def with_answer(question: KellyQuestion, inputs: dict[str, Any], stderr: float | None = None) -> KellyQuestion:
    """Return the question with the answer to a request, or with its problems.

    ``stderr``: the standard error of the equity; None: that of the result.
    """
    scenario, estimate = question.scenario, question.estimate
    if stderr is None and estimate is not None:
        stderr = estimate.stderr
    if stderr:
        inputs = inputs | {"stderr": stderr}
    try:
        request = read_kelly_request(inputs)
    except ScenarioError as error:
        problems = tuple(panel_problem(p, scenario) for p in error.problems)
        missing, waits = _incomplete(problems, question)
        return replace(question, problems=problems, missing=missing, waits=waits, inputs=inputs)
    answer = kelly_answer(request)
    unfit = _pot_too_small(request)
    if unfit is not None:  # the engine answers it, but a player would not have meant it
        return replace(question, problems=(unfit,), inputs=inputs)
    doubt = doubt_of(request, kelly_panel(scenario).points)
    hints = (Problem("min_bet", NO_MINIMUM, incomplete=True),) if vanishes(answer, request) else ()
    return replace(question, inputs=inputs, request=request, answer=answer, doubt=doubt, problems=hints)


def _pot_too_small(request: KellyRequest) -> Problem | None:
    """Return a problem if the price is more than the pot, or None."""
    facts = request.facts
    if facts.total >= facts.to_call:
        return None
    return Problem("pot", f"the pot includes the bet that you face: at least {chips(facts.to_call)}")


def estimate_of(snapshot: Snapshot | None, seat: int) -> Estimate | None:
    """Return a seat's estimate in a result."""
    return snapshot.seats[seat].estimate if snapshot is not None and seat < len(snapshot.seats) else None


def has_outcomes(scenario: Scenario, estimate: Estimate | None) -> bool:
    """Return whether a result has the outcomes of hero against those who are still in the hand."""
    return estimate is not None and len(estimate.split) == len(live_rows(scenario))


def why_no_decision(scenario: Scenario, seat: int) -> str:
    """Return why a seat of the table has no decision to make, or "" if it has one."""
    if scenario.seats[seat].folded:
        return f"{scenario.seats[seat].name} has folded: choose a seat that is still in."
    if scenario.seats[seat].empty:
        return NO_RESULT
    return "" if live_rows(scenario) else NOBODY


def _incomplete(problems: tuple[Problem, ...], question: KellyQuestion) -> tuple[str, bool]:
    """Return the text for values that are still missing, or "" if a value is wrong; and whether they are being
    computed."""
    if not all(problem.incomplete for problem in problems):
        return "", False
    missing = {problem.field for problem in problems}
    if "bankroll" in missing:
        return NO_BANKROLL, False
    if not any(field.startswith("answers") for field in missing):
        return "Enter how often hero wins and splits.", False
    if len(question.opponents) == 1:
        return NO_LIST, False
    return (NO_SETS, False) if question.typed else (ANSWERING, True)


def range_note(scenario: Scenario, seat: int) -> str:
    """Return a remark that hero is a range, for which one bet is computed, or "" for a single hand."""
    held = scenario.seats[seat]
    counts = combo_counts(scenario, seat)
    if counts is not None:
        return f"{held.name} has a range of {count(counts[1])} combos: the advice is one bet for the whole range."
    ranged = GAMES[scenario.game].hands_are_combos
    if ranged and not held.cards.strip():
        return f"{held.name} has no cards yet."
    if ranged:  # a range by an order of the player's own is not counted here
        return (
            "" if seat_cards(scenario, seat) else f"{held.name} has a range: the advice is one bet for the whole range."
        )
    tokens = seat_slot_texts(scenario, seat)
    if tokens is None or any(set(token) & set("-+[]") for token in tokens) or "x" in tokens[:2]:
        return f"{held.name} has a range: the advice is one bet for the whole range."
    return ""
