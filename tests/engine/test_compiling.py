"""Who compiles when: giving way between kernels, runs that are cancelled meanwhile, and warming up."""

import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import numba
import numpy as np
import pytest

from engine import Cancelled, CancelToken, Scenario, Seat, inspect, run, warm_up
from engine.equity.rules import RULES, Plan
from engine.equity.warm_up import warm_up_tables
from engine.kernels.common.compiling import (
    CompileDeferred,
    compiling,
    defer_compiling,
    deferring,
    foreground,
    others_in_foreground,
)
from engine.kernels.jit import lean_kernel, linked, subkernel
from tests.systems import WAIT_S

ROOT = Path(__file__).parents[2]


def fresh():
    """Return a kernel that was never compiled, and the one that it calls."""

    @numba.njit
    def inner(x):
        return x + 1

    @numba.njit
    def outer(x):
        return 2 * inner(x)

    return outer, inner


class TestGivingWay:
    def test_urgent_work_defers_the_next_kernel(self):
        outer, _ = fresh()
        with deferring(lambda: True), pytest.raises(CompileDeferred):
            outer(1)
        assert not outer.signatures
        assert not compiling()
        assert outer(1) == 4

    def test_a_called_kernel_is_kept_when_its_caller_is_deferred(self):
        outer, inner = fresh()
        with deferring(lambda: bool(inner.signatures)), pytest.raises(CompileDeferred):
            outer(1)
        assert inner.signatures
        assert not outer.signatures
        assert not compiling()
        began = []
        with deferring(lambda: began.append(compiling())):
            assert outer(1) == 4
        assert began == [True]  # outer alone

    def test_defers_at_a_called_kernel(self):
        outer, inner = fresh()
        turns = iter([False, True, False])  # outer, inner, and when inner ends without being compiled
        with deferring(lambda: next(turns)), pytest.raises(CompileDeferred):
            outer(1)
        assert not inner.signatures
        assert outer(1) == 4

    def test_other_threads_do_not_give_way(self):
        outer, _ = fresh()
        values = []
        thread = threading.Thread(target=lambda: values.append(outer(1)))
        with deferring(lambda: True):
            thread.start()
            thread.join()
        assert values == [4]

    def test_ends_with_the_block(self):
        (outer, _), (other, _) = fresh(), fresh()
        defer_compiling(lambda: True)
        with deferring(lambda: False):
            assert outer(1) == 4
        with pytest.raises(CompileDeferred):
            other(1)
        defer_compiling(None)
        assert other(1) == 4


def test_python_cannot_call_a_subkernel():
    @numba.njit
    def whole(x):
        return doubled(x) + 1

    assert whole(3) == 7
    with pytest.raises(TypeError, match="doubled is a part of kernels"):
        doubled(3)


@subkernel
def doubled(x):
    return 2 * x


def test_kernels_cannot_call_a_kernel_that_is_not_linked():
    """Its file has no code for others: they would run into nothing."""
    alone, shared = lean_kernel(lambda x: x + 1), linked(lean_kernel(lambda x: x + 1))

    @numba.njit
    def outer(x):
        return shared(x) + 1

    @numba.njit
    def wrong(x):
        return alone(x) + 1

    assert outer(1) == 3
    with pytest.raises(TypeError, match="other kernels cannot call it"):
        wrong(1)


class CompilingJob:
    """An exact job whose first chunk needs a kernel, and by then is no longer wanted."""

    operations, chunks = 1.0, 8

    def __init__(self, cancel):
        self.kernel, _ = fresh()
        self._cancel = cancel

    def compute(self, chunk):
        self._cancel.cancel()
        return np.array([self.kernel(1.0)])

    def deals(self):
        return 1


def test_a_run_that_was_cancelled_compiles_nothing_more(monkeypatch):
    cancel = CancelToken()
    job = CompilingJob(cancel)
    monkeypatch.setattr(
        sys.modules["engine.equity.run"], "make_plan", lambda *_: Plan("exact", "", job, None, 1.0, None)
    )
    table = Scenario("holdem", (Seat("Hero", "AhAd"), Seat("Villain", "KhKd")))
    assert list(run(table, cancel=cancel)) == []
    assert not job.kernel.signatures


def test_an_inspection_that_was_cancelled_compiles_nothing(monkeypatch):
    kernel, _ = fresh()
    wanted = [True]

    def inspect_holdem(*_, check_cancelled):
        wanted.clear()
        kernel(1)

    def check_cancelled():
        if not wanted:
            raise Cancelled

    monkeypatch.setitem(RULES, "holdem", replace(RULES["holdem"], inspect=inspect_holdem))
    with pytest.raises(Cancelled):
        inspect(Scenario("holdem", (Seat("Hero", "AA"), Seat("Villain", "KK"))), 0, check_cancelled=check_cancelled)
    assert not kernel.signatures


class TestForeground:
    def test_lasts_as_long_as_a_run_and_ends_with_it(self):
        river = Scenario("holdem", (Seat("Hero", "AhAd"), Seat("Villain", "KhKd")), board="2c 3c 4d 8s 9s")
        assert not others_in_foreground()
        snapshots = run(river)
        next(snapshots)
        assert others_in_foreground()
        snapshots.close()
        assert not others_in_foreground()

    def test_ends_when_all_kernels_are_compiled(self):
        with foreground():
            with foreground():
                pass
            assert others_in_foreground()
        assert not others_in_foreground()


class TestWarmingUp:
    def test_waits_for_urgent_work_and_ends_when_cancelled(self):
        cancel = CancelToken()
        thread = threading.Thread(target=warm_up, args=(cancel,))
        with foreground():
            thread.start()
            thread.join(0.3)
            assert thread.is_alive()
            cancel.cancel()
            thread.join(10)
        assert not thread.is_alive()

    @pytest.fixture
    def steps(self, monkeypatch):
        """The steps that come first, and the others."""
        steps = [], []
        monkeypatch.setattr(sys.modules["engine.equity.warm_up"], "_steps", lambda _: steps)
        return steps

    def test_loads_all_kernels_on_disk_or_the_first_ones(self, steps):
        done = []
        steps[0].append(lambda: done.append("first"))
        steps[1].extend((lambda: done.append("other"), lambda: done.append("last")))
        warm_up_tables(CancelToken())
        assert done == ["first", "other", "last"]
        done.clear()
        warm_up_tables(CancelToken(), compile_all=pytest.fail)
        assert set(done) == {"first", "last"}

    def test_compiles_everything_if_the_last_kernel_is_not_on_disk(self, steps):
        outer, _ = fresh()
        done = []
        steps[0].append(lambda: done.append("first"))
        steps[1].extend((lambda: done.append("other"), lambda: done.append(outer(1))))
        warm_up_tables(CancelToken(), compile_all=lambda: done.append("all"))
        assert done == ["all", "first"]

    def test_compiles_every_kernel_that_the_window_uses_for_one_signature(self):
        """In a process of its own: here other tests have compiled some.

        Arrays that are read-only in one place and writable in another cost the time of a kernel twice.
        """
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", NOT_ONE_SIGNATURE],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.splitlines() == [f"{name} 0" for name in NOT_FOR_THE_WINDOW]


NOT_FOR_THE_WINDOW = [
    "holdem.high.displace_rows",
    "holdem.high.fill_flushes",
    "holdem.high.hash_multisets",
    "holdem.orders.add_hero",
    "holdem.orders.matchings",
    "preflop.showdowns.count_showdowns",
]
"""They make shipped tables, or answer the command line alone."""

NOT_ONE_SIGNATURE = """
from importlib import import_module
from pkgutil import walk_packages
from engine import CancelToken, kernels, warm_up
from engine.kernels.jit import _Part
warm_up(CancelToken())
for module in sorted(info.name for info in walk_packages(kernels.__path__, "engine.kernels.")):
    for name, value in sorted(vars(import_module(module)).items()):
        own = getattr(value, "__module__", "") == module
        if own and hasattr(value, "signatures") and not isinstance(value, (type, _Part)) and len(value.signatures) != 1:
            print(module.removeprefix("engine.kernels.") + "." + name, len(value.signatures))
"""


TABLE_OF_TYPES = """
from engine.equity import workers
import numba
from numba.core.typing.typeof import typeof_impl
complete = set(typeof_impl.registry)
numba.njit(lambda x: x + 1)(1)
print(set(typeof_impl.registry) - complete)
"""


def test_compiling_adds_no_class_that_has_a_type_while_other_threads_look_for_theirs():
    """Each thread that calls a kernel goes through the table of these classes without a lock."""
    command = [sys.executable, "-W", "error", "-c", TABLE_OF_TYPES]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=WAIT_S, check=False)
    assert (done.stdout, done.stderr) == ("set()\n", "")
