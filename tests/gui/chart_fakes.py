"""Results made up for tests of charts and tables: checkpoints as in a real run, errors of the right size."""

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QObject, Signal

from engine import GAMES, Estimate, Scenario, Seat, SeatResult, Snapshot, Trace
from engine.equity.reasons import saved_reason
from gui.pages.equity.page import Simulation
from gui.state.document import Document
from gui.state.latest import LatestDetail, Questions

RAZZ_A23 = (
    0.0715324057468, 0.117993543393, 0.143008174593, 0.150201060998, 0.143196964262, 0.125620646038,
    0.101096867979, 0.0732503917386, 0.0457059789688, 0.0283939662822,
)  # fmt: skip
HOLDEM_RANDOM = (0.174119, 0.438225, 0.234955, 0.048299, 0.046194, 0.030255, 0.025961, 0.001681, 0.000311)


class FakeSession(QObject):
    """Stands in for ``gui.state.session.Session``; calls are recorded in ``calls``."""

    changed = Signal()

    def __init__(self, snapshot=None):
        super().__init__()
        self.snapshot = self.latest = snapshot
        self.stale = self.stopped = self.can_refine = self.preparing = self.filtering = False
        self.problems, self.failure, self.state = (), "", "idle"
        self.seat_names, self.exact_offer, self.speed = (), None, 2e9
        self.pinned = self.comparison = None
        self.on_pinned = False
        self.calls = []
        self.requested = {}

    def request_details(self, page, details=()):
        self.requested[page] = frozenset(details)

    def detail(self, name, kind):
        if self.snapshot is None or not isinstance(self.snapshot.details.get(name), kind):
            return None
        return LatestDetail(self.snapshot.details[name], self.snapshot, self.stale)

    def set(self, **values):
        for name, value in values.items():
            assert hasattr(self, name), name
            setattr(self, name, value)
        self.changed.emit()

    def start(self):
        self.calls.append("start")

    def make_exact(self):
        self.calls.append("make_exact")

    def stop(self):
        self.calls.append("stop")

    def toggle_pause(self):
        self.calls.append("toggle_pause")

    def refine(self):
        self.calls.append("refine")


def simulation_of(session):
    """A simulation of what a session shows; nothing is computed before somebody watches."""
    return Simulation(Document(scenario("AhAd", "KhKd")), session, Questions("simulation", session), session)


def scenario(*cards, game="holdem", names=(), folded=(), **more):
    seats = [
        Seat(names[i] if i < len(names) else "Hero" if i == 0 else f"Seat {i + 1}", text, i in folded)
        for i, text in enumerate(cards)
    ]
    return Scenario(game, tuple(seats), **more)


def classes_of(game, tilt=0.0):
    """Return a distribution over the classes of ``game``, shifted to better (tilt > 0) or worse hands."""
    names = GAMES[game].classes
    base = np.array(HOLDEM_RANDOM if game == "holdem" else RAZZ_A23)
    weights = base * np.exp(tilt * np.arange(len(names)) * (1 if game == "holdem" else -1) / len(names))
    return dict(zip(names, (weights / weights.sum()).tolist(), strict=True))


def estimate(game, equity, stderr, active, tilt):
    ties = tuple(0.004 / (k + 1) ** 3 for k in range(active - 1))
    win = equity - sum(t / (k + 2) for k, t in enumerate(ties))
    return Estimate(equity, stderr, win, ties, 1 - win - sum(ties), classes_of(game, tilt))


def exact(scene, equities, deals=1_712_304):
    active = [s for s in scene.seats if not s.folded]
    rest = iter(estimate(scene.game, e, 0.0, len(active), 2 * e - 1) for e in equities)
    seats = tuple(SeatResult(s.name, s.folded, None if s.folded else next(rest)) for s in scene.seats)
    reason = "exact: under 1 ms (1.71 M operations, budget 4 G)"
    return Snapshot(scene, "exact", saved_reason(reason), True, deals, 2, 0.0052, 1.0, seats, exact_operations=1.7e6)


def checkpoints(deals, chunk=65_536):
    """Return the checkpoints of a run of ``deals`` trials, chunk sizes ramped as in the engine."""
    points, total, number = [], 0, 0
    while total < deals:
        total += max(chunk >> max(0, 7 - number // 4), 256)
        number += 1
        if not points or total >= points[-1] * 1.04:
            points.append(min(total, deals))
    if points[-1] != deals:
        points.append(deals)
    return np.array(points, dtype=np.int64)


def sampled(scene, equities, deals=12_345_678, *, final=False, seed=1):
    """Return a sampled result that converges to about ``equities`` as sums of independent trials do."""
    trials = checkpoints(deals)
    rng = np.random.default_rng(seed)
    truth = np.array(equities)
    sizes = np.diff(trials, prepend=0)
    spread = np.sqrt(truth * (1 - truth))
    sums = np.cumsum(
        sizes[:, None] * truth + np.sqrt(sizes)[:, None] * spread * rng.standard_normal((len(trials), len(truth))),
        axis=0,
    )
    equity = np.clip(sums / trials[:, None], 0, 1)
    stderr = spread / np.sqrt(trials)[:, None]
    rest = iter(
        estimate(scene.game, float(e), float(s), len(truth), 2 * float(e) - 1)
        for e, s in zip(equity[-1], stderr[-1], strict=True)
    )
    seats = tuple(SeatResult(s.name, s.folded, None if s.folded else next(rest)) for s in scene.seats)
    reason = "sampled: exact would take about 41 s (82.1 G operations, budget 4 G)"
    return Snapshot(
        scene, "sampled", saved_reason(reason), final, deals, 2, deals / 42e6, 1.0 if final else 0.46, seats,
        exact_operations=8.2e10, trace=Trace(trials, equity, stderr), resume=object(),
    )  # fmt: skip


def two_exact():
    return exact(scenario("AhAd", "KhKd"), (0.826366, 0.173634))


def three_sampled(**more):
    scene = scenario("AhKh", "22+, ATs+, KQo", "random", names=("Hero", "CO", "BTN"), board="7h 8h 2c", dead="Ks 2d")
    return sampled(scene, (0.4386, 0.3105, 0.2509), **more)


def six_sampled(**more):
    scene = scenario("AsKs", *["random"] * 5)
    return sampled(scene, (0.3101, *[0.13798] * 5), **more)


def ten_sampled(**more):
    names = (
        "Hero",
        "Seat 2",
        "A very long player name that goes on and on",
        "CO",
        "BTN",
        "SB",
        "BB",
        "UTG",
        "UTG+1",
        "LJ",
    )
    return sampled(scenario(*["random"] * 10, names=names), (0.1,) * 10, **more)


def razz_two(method="exact"):
    scene = scenario("A29", "(7-7-7)", game="razz", dead="7 7 K")
    if method == "exact":
        return exact(scene, (0.41678, 0.58322), deals=18_265_297_050)
    return sampled(scene, (0.41678, 0.58322), deals=4_000)


def razz_one():
    scene = scenario("A 2 3", game="razz")
    distribution = dict(zip(GAMES["razz"].classes, RAZZ_A23, strict=True))
    seat = SeatResult("Hero", False, Estimate(1.0, 0.0, 1.0, (), 0.0, distribution))
    return replace(exact(scene, (1.0,), deals=211_876), seats=(seat,))


def holdem_one_on_a_flop():
    scene = scenario("22+, ATs+", board="7h 8h 2c")
    made = {"pair": 0.62, "three of a kind": 0.05, "high card": 0.33}
    names = GAMES["holdem"].classes
    seat = SeatResult(
        "Hero", False, replace(estimate("holdem", 1.0, 0.0, 1, 0.5), made={n: made.get(n, 0.0) for n in names})
    )
    return replace(exact(scene, (1.0,)), seats=(seat,))
