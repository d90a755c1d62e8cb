"""A cache of final results, for example for a hand that is replayed, judged and replayed again.

A result depends on the key alone, so computing it again would give the same numbers.
"""

from collections import OrderedDict
from dataclasses import replace
from threading import Lock

from engine.equity.budget import AUTO_BUDGET
from engine.equity.results import Snapshot
from engine.equity.run import final_snapshot
from engine.equity.workers import CancelToken
from engine.ranges.orders import Order
from engine.scenario import Scenario

MAX_STORED = 256
"""Results are small: seats with an estimate each."""

_Key = tuple[Scenario, tuple[Order, ...], float]
_results = OrderedDict[_Key, Snapshot]()
"""The results that were needed last, the latest at the end."""
_lock = Lock()


def stored_snapshot(
    scenario: Scenario, cancel: CancelToken, orders: tuple[Order, ...] = (), exact_budget: float = AUTO_BUDGET
) -> Snapshot | None:
    """Return what :func:`engine.equity.run.final_snapshot` does, computing each of the last tables only once.

    The table of the result is without panels. Its trace and the state for a refinement are left out, because they
    take far more memory than the estimates. Details are not stored.

    Raises:
        ScenarioError: the scenario cannot be computed.
    """
    table = scenario.without_panels
    key = (table, orders, exact_budget)
    with _lock:
        if key in _results and not cancel.cancelled:
            _results.move_to_end(key)
            return _results[key]
    result = final_snapshot(table, cancel=cancel, orders=orders, exact_budget=exact_budget)
    if result is None:
        return None
    result = replace(result, trace=None, resume=None)
    if not table.run.detail and not _was_cut_short(result):
        with _lock:
            _results[key] = result
            if len(_results) > MAX_STORED:
                _results.popitem(last=False)
    return result


def _was_cut_short(result: Snapshot) -> bool:
    """Return whether a limit of time ended the run, so that another run could give other numbers."""
    seconds = result.scenario.run.max_seconds
    return seconds is not None and result.method == "sampled" and result.elapsed_s >= seconds
