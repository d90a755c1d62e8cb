"""The functions of each game, one row of ``RULES`` per game, and the functions that use them for a scenario.

A new game is a row here, its plain facts in ``games.GAMES`` and a package next to ``holdem`` and ``razz``. A new detail
is a function from a :class:`engine.equity.jobs.Solved` to a :class:`engine.equity.jobs.Detail`, a class in
``engine.equity.details`` for its value, and a row in ``games.GAMES`` that names both.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeAlias, TypeVar

from engine.equity.budget import AUTO_BUDGET, EXACT_LIMIT
from engine.equity.holdem.plan import holdem_methods
from engine.equity.holdem.prepare import check_holdem, prepare_holdem
from engine.equity.holdem.setup import HoldemSetup
from engine.equity.jobs import CancelCheck, Cancelled, ExactJob, Methods, SampledJob, Setup, never_cancelled
from engine.equity.reasons import Reason, obstacle
from engine.games import GAMES, option_problems
from engine.kernels.common.compiling import CompileDeferred, deferring, foreground
from engine.ranges.orders import Order, find_order
from engine.scenario import GameTable, Problem, Scenario, ScenarioError

if TYPE_CHECKING:
    from engine.equity.details.inspection import Inspection
    from engine.equity.razz.setup import RazzSetup

GameSetup: TypeAlias = "HoldemSetup | RazzSetup"
Found = TypeVar("Found")


def _lazily(module: str, name: str) -> Callable[..., Any]:
    """Return the function ``name`` of a module that is imported when the function is called."""
    return lambda *values, **named: getattr(import_module(f"engine.equity.{module}"), name)(*values, **named)


@dataclass(frozen=True, slots=True)
class GameFunctions(Generic[Setup]):
    """The functions of a game. They import their modules when they are called, as most tables need only some.

    ``prepare`` parses all texts of a scenario into a setup, calling ``check_cancelled`` during long work, and raises
    ScenarioError; ``check`` is the part of it that takes no time. Both take the order of hands for percentages.
    ``methods`` returns the ways to compute a setup. ``inspect`` returns the hands of a seat (see :func:`inspect`).
    ``common_card`` returns whether the last card is shared by all players.
    """

    prepare: Callable[[Scenario, Order | None, CancelCheck], Setup]
    check: Callable[[Scenario, Order | None], object]
    methods: Callable[[Setup, CancelCheck], Methods]
    inspect: Callable[..., "Inspection"]
    common_card: Callable[[Scenario], bool]


_prepare_razz = _lazily("razz.setup", "prepare_razz")
RULES: GameTable[GameFunctions[Any]] = GameTable(
    "methods of equities",
    {
        "holdem": GameFunctions(
            prepare_holdem, check_holdem, holdem_methods, _lazily("holdem.inspector", "inspect_holdem"), lambda _: False
        ),
        "razz": GameFunctions(
            _prepare_razz,
            _prepare_razz,
            _lazily("razz.plan", "razz_methods"),
            _lazily("razz.inspector", "inspect_razz"),
            _lazily("razz.setup", "has_common_razz_card"),
        ),
    },
)


def prepare(
    scenario: Scenario, orders: Iterable[Order] = (), check_cancelled: CancelCheck = never_cancelled
) -> GameSetup:
    """Parse all texts of ``scenario``, which may name one of the user's ``orders`` of hands or a built-in one.

    This can take up to about two seconds, during which ``check_cancelled`` is called every few milliseconds.

    Raises:
        ScenarioError: all invalid fields.
        Cancelled: raised by ``check_cancelled``.
    """
    rules: GameFunctions[GameSetup] = RULES[scenario.game]
    return _read(scenario, orders, lambda order: rules.prepare(scenario, order, check_cancelled))


def _read(scenario: Scenario, orders: Iterable[Order], read: Callable[[Order | None], Found]) -> Found:
    """Return ``read(order)``, where ``order`` is the order of hands that ``scenario`` names.

    Raises:
        ScenarioError: all invalid fields: those of the texts, the names of details and the name of the order.
    """
    values = option_problems(scenario)
    order = None
    try:
        if GAMES[scenario.game].hands_are_combos:
            order = find_order(scenario.order, orders)
    except ScenarioError as error:
        values += error.problems
    try:
        result = read(order)
    except ScenarioError as error:
        raise ScenarioError(*values, *error.problems) from None
    if values:
        raise ScenarioError(*values)
    return result


def problems(scenario: Scenario, orders: Iterable[Order] = (), *, at_once: bool = False) -> tuple[Problem, ...]:
    """Return the problems that prevent ``scenario`` from being computed; it can be run if there are none.

    ``at_once``: skip checks that take long. A run reports their problems before its first snapshot, and from then on
    they are cached and returned here, too.

    >>> from engine import Scenario, Seat
    >>> problems(Scenario("holdem", (Seat("Hero", "AhAd"), Seat("Villain", "KcKd"))))
    ()
    >>> [str(problem) for problem in problems(Scenario("holdem", (Seat("Hero", "AhAd"), Seat("Villain", "AhKd"))))]
    ['seats[1].cards at 0: Ah is already held by Hero']
    """
    try:
        if at_once:
            _read(scenario, orders, partial(RULES[scenario.game].check, scenario))
        else:
            prepare(scenario, orders)
    except ScenarioError as error:
        return error.problems
    return ()


def has_common_card(scenario: Scenario) -> bool:
    """Return whether the last card is one for all players, because the deck is too small for their number."""
    return RULES[scenario.game].common_card(scenario)


def inspect(
    scenario: Scenario, seat: int, orders: Iterable[Order] = (), check_cancelled: CancelCheck = never_cancelled
) -> "Inspection":
    """Return the hands of ``seat`` after removal by the known cards and by all other seats.

    This can take up to about two seconds, during which ``check_cancelled`` is called every few milliseconds.

    Raises:
        ScenarioError: the scenario cannot be computed.
        Cancelled: raised by ``check_cancelled``.
    """

    def is_cancelled() -> bool:
        try:
            check_cancelled()
        except Cancelled:
            return True
        return False

    try:
        with foreground(), deferring(is_cancelled):
            order = find_order(scenario.order, orders)
            return RULES[scenario.game].inspect(scenario, seat, order, check_cancelled=check_cancelled)
    except CompileDeferred:  # a kernel was still to be compiled when the caller cancelled
        raise Cancelled from None


@dataclass(frozen=True, slots=True)
class Plan:
    """The chosen method and the reason for it; exactly one of ``exact`` and ``sampled`` is set.

    ``exact_operations`` is the cost of the exact method, also if sampling was chosen, or None if there is none.
    ``setup`` is the parsed scenario.
    """

    method: Literal["exact", "sampled"]
    reason: Reason
    exact: ExactJob | None
    sampled: SampledJob | None
    exact_operations: float | None
    setup: Any


def make_plan(
    scenario: Scenario,
    orders: Iterable[Order] = (),
    check_cancelled: CancelCheck = never_cancelled,
    exact_budget: float = AUTO_BUDGET,
) -> Plan:
    """Choose the method for ``scenario``, which may name one of the user's ``orders`` of hands.

    ``check_cancelled`` is called during the planning and by long chunks of the method. ``exact_budget``: the number of
    operations that ``auto`` spends on an exact answer.

    Raises:
        ScenarioError: the scenario cannot be computed, or it requests ``exact``, which is beyond the limits.
    """
    setup = prepare(scenario, orders, check_cancelled)
    methods = RULES[scenario.game].methods(setup, check_cancelled)
    exact, requested = methods.exact, scenario.run.method
    operations = exact.operations if exact else None
    if requested == "exact":
        if exact is None or exact.operations > EXACT_LIMIT:
            raise ScenarioError(_not_exact(operations))
        return Plan("exact", Reason("exact as requested", operations), exact, None, operations, setup)
    if requested == "auto" and exact is not None and exact.operations <= exact_budget:
        return Plan("exact", Reason("exact", operations), exact, None, operations, setup)
    reason = Reason("sampled as requested" if requested == "sampled" else "sampled", operations)
    return Plan("sampled", reason, None, methods.sampled(), operations, setup)


def _not_exact(operations: float | None) -> Problem:
    text, brief = (f"exact is not possible here: {obstacle(operations, counts=counts)}" for counts in (True, False))
    return Problem("run.method", text, brief=brief)
