"""Runs the simulation of the table and stores its answer so far."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, QTimer, Slot

from engine import CancelToken, Problem, Scenario, ScenarioError
from engine.kelly.panel import kelly_panel
from engine.kelly.simulated import ActionOutcomes, SimulatedAdvice, simulated_advice
from engine.scenario.played import SimulationPanel
from engine.simulation.answer import SimulationAnswer
from engine.simulation.hands import SimulatedHand
from engine.simulation.request import read_simulation_request
from engine.simulation.run import Simulation, SimulationSnapshot
from engine.table.folding import dealt_in
from engine.table.serialize import scenario_to_json
from gui.parts.played import EVERY_S, PlayedModel
from gui.state.document import Document
from gui.state.latest import SETTLE_MS, Answers, Questions
from gui.storage.players import PlayerStore
from gui.storage.settings import Settings

USUAL_SECONDS = 10.0
SAMPLE_HANDS = 30
"""Hands of each action that can be looked at."""
HandsByAction = tuple[tuple[SimulatedHand, ...], ...]
FIELDS = {"limit.small": "small", "limit.big": "big", "limit": "big"}
"""The fields of the page that have another name in the request."""


class SimulateModel(PlayedModel[SimulationSnapshot]):
    """Simulates the table while the page is visible. ``changed``: the situation or its answer has changed."""

    def __init__(
        self, document: Document, questions: Questions, players: PlayerStore, settings: Settings,
        parent: QObject | None = None,
    ) -> None:  # fmt: skip
        super().__init__("simulation", document, questions, players, parent)
        self._settings = settings
        settings.bankroll_changed.connect(self.changed)
        self._watched = self._stopped = False
        self._checked: tuple[object, dict[str, Problem]] = None, {}
        """The table that was checked last, and its problems."""
        self._sample: Answers[HandsByAction] = Answers(questions.apart("simulate hands"), "hands", self)
        self._sample.changed.connect(self.changed)
        self._asked: Scenario | None = None
        """The table of the last simulation."""
        self._longer = 1.0
        """By how much the present run is longer than the usual one."""
        self._round = 0
        """How often the player has started a run: the same situation is simulated again."""
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self.ask)
        document.changed.connect(self._on_document_changed)

    @property
    def panel(self) -> SimulationPanel:
        """The values of the page."""
        return self.scenario.simulation or SimulationPanel()

    @property
    def hero(self) -> int:
        """Hero's seat."""
        return self.panel.hero_seat(len(self.scenario.seats))

    @property
    def button(self) -> int:
        """The seat of the button."""
        return self.panel.button_seat(len(self.scenario.seats))

    def player_of(self, seat: int) -> str:
        """Return the name of the player or program in a seat."""
        usual = "honest" if seat == self.hero else "neutral"
        return self.panel.item("players", seat) or usual

    def request(self) -> dict[str, Any]:
        """Return the request as JSON values."""
        table = self.scenario
        values = self.panel.request(len(table.seats), stud=self.is_stud)
        values["players"] = self._as_requested(values["players"])
        run = table.run
        limits = {"max_trials": run.max_trials, "max_seconds": run.max_seconds}
        if not any(limits.values()):
            limits["max_seconds"] = USUAL_SECONDS * self._longer
        bare = replace(dealt_in(table), run=type(run)()).without_panels
        return {"table": scenario_to_json(bare), **values, "run": {"seed": run.seed, **limits}}

    @property
    def problems(self) -> Mapping[str, Problem]:
        """The first problem of each field of the page; lists have the seat at the end, as in ``stacks1``."""
        key = self.scenario, self._answers.latest.error
        if self._checked[0] != key:
            self._checked = key, self._check()
        return self._checked[1]

    def _check(self) -> dict[str, Problem]:
        """Return the first problem of each field of the form, by the field's name."""
        if not any(seat.plays for seat in self.scenario.seats):
            return {"table": Problem("table", "Give hero cards, and each opponent a range: click cards or type them.")}
        error, result = self._answers.latest.error, dict[str, Problem]()
        # Whether an action is legal is known only when the simulation begins.
        late = error.problems if isinstance(error, ScenarioError) and self._asked == self.scenario else ()
        for problem in (*self.panel.problems, *_problems(self.request()), *late):
            field = problem.field.replace("[", "").replace("]", "")
            field = next((start for start in ("table", "actions") if field.startswith(start)), field)
            result.setdefault(FIELDS.get(field, field), problem)
        return result

    @property
    def about(self) -> Scenario:
        """The table that the last answer is about."""
        scenario: Scenario = self._answers.latest.of
        return scenario

    @property
    def stale(self) -> bool:
        """Whether the last answer is that of another situation."""
        return self.latest is not None and not _same(self.about, self.scenario)

    @property
    def bankroll(self) -> float | None:
        """The bankroll of the page *Kelly*: that of the table, or else the common one; None without any."""
        own = kelly_panel(self.scenario).entered("bankroll")
        return self._settings.bankroll if own is None else own

    def growth_of(self, answer: SimulationAnswer) -> SimulatedAdvice | None:
        """Return how fast each action of an answer grows the bankroll, or None without a bankroll."""
        bankroll = self.bankroll
        if not bankroll:
            return None
        results = (
            ActionOutcomes(one.action, one.ev, one.stderr if one.stderr == one.stderr else 0.0, one.result.low,
                            one.result.high, one.result.shares)
            for one in answer.actions
        )  # fmt: skip
        return simulated_advice(bankroll, tuple(results))

    @property
    def hands(self) -> HandsByAction:
        """Sample hands of the simulation by action, empty until :meth:`ask_hands` has been answered."""
        return self._sample.latest.value or ()

    @property
    def hands_about(self) -> Scenario | None:
        """The table of :attr:`hands`, or None if there are none."""
        table: Scenario | None = self._sample.latest.of if self._sample.latest.value is not None else None
        return table

    @property
    def hands_stale(self) -> bool:
        """Whether :attr:`hands` are those of another situation."""
        return self._sample.latest.value is not None and not _same(self.hands_about, self.scenario)

    def ask_hands(self) -> None:
        """Play some hands after each action, unless this has been done; only for a situation that is simulated."""
        if self.latest is None or self.stale or self.problems:
            return
        values = self.request()
        values["run"] = {"seed": values["run"]["seed"]}

        def work(cancel: CancelToken) -> Iterator[HandsByAction]:
            simulation = Simulation(values)
            hands = list[tuple[SimulatedHand, ...]]()
            for action in range(len(simulation.actions)):
                cancel.check_cancelled()
                hands.append(simulation.hands(action, SAMPLE_HANDS))
            yield tuple(hands)

        self._sample.ask(repr(values), work, self.scenario)

    @property
    def progress(self) -> tuple[float | None, float | None]:
        """How much of the run is done, and the seconds left if they are known; (None, None) while nothing runs."""
        answers = self._answers.latest
        if not answers.busy:
            return None, None
        return (0.0, None) if answers.current is None else (answers.current.progress, answers.current.remaining_s)

    @property
    def stopped(self) -> bool:
        """Whether the player has stopped the simulation of this situation."""
        return self._stopped

    def run_or_pause(self) -> None:
        """Simulate from the beginning."""
        self._stopped = False
        self._round += 1
        self._begin()

    @Slot()
    def stop(self) -> None:
        """Stop; the answer so far stays."""
        self._stopped = True
        self._answers.stop()
        self.changed.emit()

    @Slot()
    def refine(self) -> None:
        """Simulate four times as long, for half the error."""
        self._longer *= 4.0
        self._begin()

    def watch(self, *, on: bool) -> None:
        """Begin or end to simulate the table by itself; called when the page is shown and hidden."""
        self._watched = on
        if on:
            self.ask()
        else:
            self._settle.stop()
            self._answers.stop()

    @Slot()
    def ask(self) -> None:
        """Simulate the table unless its answer is known, or the player has stopped the simulation."""
        self._settle.stop()
        known = self.latest is not None and self.latest.final and not self.stale
        if self._watched and not self._stopped and not known and not self.problems:
            self._begin()
        self.changed.emit()

    def _begin(self) -> None:
        """Start the simulation of the current table in the background."""
        values = self.request()
        # A run of the same situation keeps the answer until it has one of its own: nothing disappears for a moment.
        last = None if self.latest is None or self.stale else self.latest.answer

        def work(cancel: CancelToken) -> Iterator[SimulationSnapshot]:
            for snapshot in Simulation(values).answers(cancel=cancel, every=EVERY_S):
                yield snapshot if snapshot.answer is not None else replace(snapshot, answer=last)

        self._asked = self.scenario
        self._answers.stop()
        self._answers.ask((repr(values), self._longer, self._round), work, self.scenario)
        self.changed.emit()

    def edit(self, what: str, key: str, value: object, merge: str = "") -> None:
        """Change a value of the page (None: the default); ``what`` is the name of the step in the undo history."""
        self._change(what, self.panel.with_entry(key, value), merge)

    def edit_seat(self, what: str, key: str, seat: int, value: object, merge: str = "") -> None:
        """Change the value of a seat in a list of the page."""
        self._change(what, self.panel.with_item(key, seat, value), merge)

    def _change(self, what: str, panel: SimulationPanel, merge: str) -> None:
        self._document.edit(f"Simulate: {what}", merge=merge or None, simulation=panel)

    @Slot(object, object)
    def _on_document_changed(self, before: Scenario, after: Scenario) -> None:
        if _same(before, after) and before.run == after.run:
            if before.kelly != after.kelly:  # another bankroll
                self.changed.emit()
            return
        self._longer, self._stopped = 1.0, False
        if self._watched:
            self._answers.stop()
            self._settle.start()
        self.changed.emit()


def _same(one: Scenario | None, other: Scenario) -> bool:
    """Return whether two tables have the same simulation."""
    return one is not None and (one.simulation, _bare(one)) == (other.simulation, _bare(other))


def _bare(table: Scenario) -> Scenario:
    return replace(table.without_panels, run=type(table.run)())


def _problems(request: dict[str, Any]) -> tuple[Problem, ...]:
    """Return the problems of a request before it is simulated."""
    try:
        read_simulation_request(request)
    except ScenarioError as error:
        return error.problems
    return ()
