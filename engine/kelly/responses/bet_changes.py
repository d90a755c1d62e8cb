"""The change of the value of bets between two tables: expected chips and growth of hero's actions, and of the advice.

Both follow from hero's outcomes in a result. The sampling error of the equity is multiplied by their derivatives by the
equity. If both results come from the same random numbers, the errors of the two values are correlated like those of the
equities.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from engine.equity.details.changes import Change, SeatChange, changes, matched_seats, scaled_stderr
from engine.equity.results import Estimate, Snapshot
from engine.kelly.advice import KellyAction, evaluate_bet
from engine.kelly.answer import kelly_answer
from engine.kelly.errors import side_pot_error, slopes
from engine.kelly.outcomes import outcomes_of
from engine.kelly.panel import advised_seat, kelly_inputs, kelly_panel, with_bankroll
from engine.kelly.request import KellyRequest, read_kelly_request
from engine.kelly.sizes import UNKNOWN_BANKROLL, action_options
from engine.scenario import Scenario, ScenarioError


@dataclass(frozen=True, slots=True)
class BetChange:
    """The change of an action between two tables: its expected chips, and its growth if there is a bankroll.

    ``advised``: both are the best action of their table, and may be different actions.
    """

    before: KellyAction
    after: KellyAction
    chips: Change
    growth: Change | None
    advised: bool = False


def with_same_bets(before: Scenario, after: Scenario) -> Scenario:
    """Return the earlier table with the Kelly panel of the later one if it has no panel of its own."""
    return replace(before, kelly=after.kelly) if before.kelly is None else before


def bet_request(scenario: Scenario, snapshot: Snapshot) -> KellyRequest | None:
    """Return the Kelly request of a table for its own result, or None if the panel or the request has problems.

    Without a bankroll ``UNKNOWN_BANKROLL`` is used, with which only expected chips are meaningful.
    """
    seat = advised_seat(scenario)
    panel = kelly_panel(scenario)
    estimate = snapshot.seats[seat].estimate if seat < len(snapshot.seats) else None
    if panel.problems or (estimate is None and not panel.typed):
        return None
    typed = panel.typed or estimate is None
    for asked in (scenario, with_bankroll(scenario, UNKNOWN_BANKROLL)):
        values = kelly_inputs(asked, outcomes=None if typed or estimate is None else outcomes_of(estimate))
        if not typed and estimate is not None and estimate.stderr:
            values = values | {"stderr": estimate.stderr}
        try:
            return read_kelly_request(values)
        except ScenarioError as error:
            if any(problem.field != "bankroll" for problem in error.problems):
                return None
    return None


def bet_changes(
    before: Snapshot, asked_before: KellyRequest, after: Snapshot, asked_after: KellyRequest
) -> tuple[BetChange, ...]:
    """Return the changes of hero's actions between both tables: the advice first, then the cheapest action first."""
    change, estimate = _equity_change(before, after)
    result = []
    if min(asked_before.wager.bankroll, asked_after.wager.bankroll) < UNKNOWN_BANKROLL and _known(
        asked_before, asked_after
    ):
        pair = tuple(_advised(asked) for asked in (asked_before, asked_after))
        result.append(_bet_change((asked_before, asked_after), (pair[0], pair[1]), change, estimate, advised=True))
    later = {_kind(asked_after, choice): choice for choice in _choices(asked_after)}
    for choice in _choices(asked_before):
        other = later.get(_kind(asked_before, choice))
        if other is not None:
            result.append(_bet_change((asked_before, asked_after), (choice, other), change, estimate))
    return tuple(result)


def _known(*requests: KellyRequest) -> bool:
    return all(request.wager.bankroll < UNKNOWN_BANKROLL for request in requests)


def _equity_change(before: Snapshot, after: Snapshot) -> tuple[SeatChange | None, Estimate | None]:
    """Return the change of hero's equity and its later estimate; None if the tables have no common hero."""
    new, old = advised_seat(after.scenario), advised_seat(before.scenario)
    if before.scenario.game != after.scenario.game or new >= len(after.seats):
        return None, None
    same = matched_seats(before.scenario, after.scenario)[new] == old
    return (changes(before, after)[new] if same else None), after.seats[new].estimate


def _choices(request: KellyRequest) -> tuple[KellyAction, ...]:
    return tuple(option.choice for option in action_options(request))


def _kind(request: KellyRequest, choice: KellyAction) -> tuple[str, object]:
    """Return what identifies an action on both tables: a bet of usual size by that, a legal amount by its chips."""
    size = next(option.size for option in action_options(request) if option.choice == choice)
    amount = "" if choice.action in ("fold", "check", "call") else size or choice.chips
    return choice.action, amount


def _advised(request: KellyRequest) -> KellyAction:
    """Return the action that the answer to a request advises, with its values."""
    answer = kelly_answer(request)
    return (
        evaluate_bet(request.wager, answer.decision, answer.bet)
        if answer.bet
        else KellyAction(answer.decision, 0.0, answer.growth, answer.chip_ev)
    )


def _bet_change(
    requests: tuple[KellyRequest, KellyRequest],
    pair: tuple[KellyAction, KellyAction],
    change: SeatChange | None,
    estimate: Estimate | None,
    *,
    advised: bool = False,
) -> BetChange:
    """Return the change of an action between the tables of two requests, earlier first, as are the actions of ``pair``.

    ``change`` and ``estimate``: those of hero's equity, from which the standard errors follow. The change of growth is
    None without a bankroll, or if growth is infinite on one of the tables.
    """
    slopes_of_bets = [
        slopes(request.wager, choice, request.stderr or 0.0) for request, choice in zip(requests, pair, strict=True)
    ]
    side = [side_pot_error(request, choice) for request, choice in zip(requests, pair, strict=True)]

    def value_change(values: tuple[float, float], column: Literal[0, 1], sampled: Sequence[float]) -> Change:
        """Return the change of ``values``, chips (``column`` 0 of the slopes) or growth (1), with its standard error.

        The error of each equity is multiplied by the slope of the value by the equity. Both are added, or combined with
        their covariance if the equities are ``paired`` in ``change``; errors of ``sampled`` side pots are independent.
        """
        before, after = (each[column] if math.isfinite(each[column]) else 0.0 for each in slopes_of_bets)
        errors = abs(before) * (requests[0].stderr or 0.0) + abs(after) * (requests[1].stderr or 0.0)
        if errors and change is not None and estimate is not None:
            errors = scaled_stderr(change, estimate, (before, after))
        return Change(*values, math.hypot(errors, *sampled))

    old, new = pair
    chips = value_change((old.chip_ev, new.chip_ev), 0, [error.chip_ev for error in side])
    growth = None
    if _known(*requests) and math.isfinite(old.growth) and math.isfinite(new.growth):
        growth = value_change((old.growth, new.growth), 1, [error.growth for error in side])
    return BetChange(old, new, chips, growth, advised)
