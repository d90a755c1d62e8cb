"""The panel's decision played to the end of the hand, whose results are the outcomes of the advice."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QObject, Slot

from engine import CancelToken, Problem, RunOptions, Scenario, ScenarioError
from engine.kelly.panel import advised_seat, kelly_panel, put_in_of
from engine.kelly.to_simulate import simulation_of
from engine.scenario.played import SimulationPanel
from engine.simulation.growth import AdviceSnapshot, KellySimulation, panel_request
from gui.pages.kelly.question import NO_BANKROLL, PREVIOUS, KellyQuestion, PlayedHand, why_no_decision
from gui.parts.played import EVERY_S, PlayedModel
from gui.state.document import Document
from gui.state.latest import Questions
from gui.storage.players import PlayerStore

USUAL_SECONDS = 10.0
PLAYING = "simulation running"
STOPPED = "stopped early"
DEALING = "Dealing …"
NOT_PLAYED = "Press run to play the hand to its end."


@dataclass(frozen=True, slots=True, eq=False)
class PlayedAnswer:
    """The advice so far and the request that it answers, as JSON values."""

    request: dict[str, Any]
    snapshot: AdviceSnapshot


class PlayedAdvice(PlayedModel[PlayedAnswer]):
    """Plays the panel's decision while the page is visible and its outcomes are simulated."""

    def __init__(
        self, document: Document, questions: Questions, players: PlayerStore, parent: QObject | None = None
    ) -> None:
        super().__init__("kelly simulation", document, questions, players, parent)
        self._watched = self._stopped = False
        self._longer = 1.0
        """The limits of the run as a multiple of the usual ones."""
        self._round = 0
        """The number of times that the hand of the current subject has been played to the end of a run."""
        self._possible = False
        """Whether the last question could be answered by playing the hand."""
        self._subject: object = None
        """The values on which the current or last run depends; see :meth:`_subject_of`."""

    def watch(self, *, on: bool) -> None:
        """Begin or end to play; called when the page is shown and hidden."""
        self._watched = on
        if not on:
            self._answers.stop()
        self.changed.emit()

    def rest(self) -> None:
        """Stop: the outcomes are no longer simulated."""
        self._answers.stop()

    def player_of(self, seat: int) -> str:
        """Return the name of the player or program in a seat."""
        usual = "honest" if seat == advised_seat(self.scenario) else "neutral"
        return self._panel.item("players", seat) or usual

    def set_player(self, seat: int, name: str) -> None:
        """Change the player of a seat, here and on the page *Simulate*."""
        changed = self._panel.with_item("players", seat, name)
        self._document.edit("Kelly: player", simulation=changed)

    @property
    def _panel(self) -> SimulationPanel:
        return self.scenario.simulation or SimulationPanel()

    def question(self, scenario: Scenario) -> KellyQuestion:
        """Return the question of a table whose bankroll is known, with the advice as far as hands have been played.

        A table that has not been played yet is played from now on.
        """
        question = KellyQuestion(scenario, advised_seat(scenario), simulated=True, put_in=put_in_of(scenario))
        self._possible = False
        panel, missing = kelly_panel(scenario), why_no_decision(scenario, question.seat)
        if not missing and not panel.bankroll:
            problem = Problem("bankroll", "this value is missing", incomplete=True)
            return replace(question, missing=NO_BANKROLL, problems=(*panel.problems, problem))
        self._possible = not missing and not panel.problems
        if not self._possible:
            self._answers.stop()
            return replace(question, missing=missing, problems=panel.problems)
        subject = self._subject_of(scenario)
        if subject != self._subject:
            self._subject, self._longer, self._round, self._stopped = subject, 1.0, 0, False
        about = subject, self._round
        self._ask(scenario, about)
        return self._answered(question, about)

    def _answered(self, question: KellyQuestion, about: tuple[object, int]) -> KellyQuestion:
        """Return the question with the latest advice, or with the reason why there is none."""
        latest = self._answers.latest
        if latest.error is not None and latest.about == about:
            problems = _problems_of(latest.error)
            return replace(question, problems=problems, missing="" if problems else self.failure)
        value = latest.value
        if value is None or value.snapshot.answer is None:
            return replace(question, missing=NOT_PLAYED if self._stopped else DEALING, waits=not self._stopped)
        answered: Any = latest.answered
        stale = answered[0] != about[0]
        under_way = PREVIOUS if stale else PLAYING if latest.busy else "" if value.snapshot.final else STOPPED
        played = PlayedHand(value.snapshot.answer, latest.of)
        inputs = None if stale else value.request
        return replace(question, played=played, inputs=inputs, stale=stale, under_way=under_way)

    def _ask(self, scenario: Scenario, about: tuple[object, float]) -> None:
        """Simulate the decision in the background, unless that has been done; ``about`` identifies the question."""
        latest = self._answers.latest
        if not self._watched or self._stopped or latest.has_ended(about):
            return
        players, run = self._as_requested(self._names(scenario)), self._run_options(scenario)
        # A run about the same subject keeps the advice until it has one of its own: nothing disappears for a moment.
        answered: Any = latest.answered
        same = latest.value is not None and answered[0] == self._subject
        last = latest.value.snapshot.answer if same and latest.value is not None else None

        def work(cancel: CancelToken) -> Iterator[PlayedAnswer]:
            request = panel_request(scenario, players, run)
            for snapshot in KellySimulation(request).answers(cancel=cancel, every=EVERY_S):
                known = snapshot if snapshot.answer is not None else replace(snapshot, answer=last)
                yield PlayedAnswer(request, known)

        self._answers.ask(about, work, scenario)

    def _names(self, scenario: Scenario) -> list[str | None]:
        panel = scenario.simulation or SimulationPanel()
        return [panel.item("players", seat) for seat in range(len(scenario.seats))]

    def _run_options(self, scenario: Scenario) -> dict[str, Any]:
        limits = {"max_trials": scenario.run.max_trials, "max_seconds": scenario.run.max_seconds}
        if not any(limits.values()):
            limits["max_seconds"] = USUAL_SECONDS * self._longer
        return {"seed": scenario.run.seed, **limits}

    def _subject_of(self, scenario: Scenario) -> object:
        """Return the values on which the advice depends. It is computed again if they differ from the last ones."""
        panel = kelly_panel(scenario)
        values = simulation_of(scenario).request(len(scenario.seats), stud=self.is_stud)
        values |= {"players": self._as_requested(self._names(scenario))}
        run, table = scenario.run, replace(scenario, run=RunOptions()).without_panels
        values |= {"run": (run.seed, run.max_trials, run.max_seconds)}
        return table, repr(values), panel.bankroll, panel.multiplier, panel.chip, panel.bet, panel.no_raise

    @property
    def progress(self) -> tuple[float | None, float | None]:
        """How much of the run is done, and the seconds left if they are known; (None, None) while nothing runs."""
        latest = self._answers.latest
        if not latest.busy:
            return None, None
        value = None if latest.stale else latest.value
        return (0.0, None) if value is None else (value.snapshot.progress, value.snapshot.remaining_s)

    @property
    def has_ended(self) -> bool:
        """Whether the latest run of the current table has ended by itself."""
        latest = self._answers.latest
        known = latest.value is not None and latest.value.snapshot.final
        answered: Any = latest.answered
        return known and not latest.busy and answered == (self._subject, self._round)

    @property
    def can_run(self) -> bool:
        """Whether a run can be started."""
        return self.state == "idle" and self._possible

    @property
    def can_refine(self) -> bool:
        """Whether a longer run would make the advice more precise."""
        return self.can_run and self.has_ended

    @Slot()
    def run_or_stop(self) -> None:
        """Stop the run; or begin it again, four times as long if it had ended by itself."""
        if self._answers.latest.busy:
            self.stop()
        elif self.has_ended:
            self.refine()
        else:
            self.run_or_pause()

    def run_or_pause(self) -> None:
        """Play the hand from the beginning."""
        self._round += int(self.has_ended)
        self._stopped = False
        self.changed.emit()

    def stop(self) -> None:
        """Stop; the advice so far stays."""
        self._stopped = True
        self._answers.stop()
        self.changed.emit()

    def refine(self) -> None:
        """Play four times as long, for half the error."""
        self._longer *= 4.0
        self.run_or_pause()


def _problems_of(error: Exception) -> tuple[Problem, ...]:
    """Return the problems of a simulation as those of the panel's fields."""
    if not isinstance(error, ScenarioError):
        return ()
    found = []
    for problem in error.problems:
        field = problem.field.removeprefix("simulated.")
        key, _, row = field.removesuffix("]").partition("[")
        field = f"stacks{row}" if key == "stacks" and row else key
        found.append(replace(problem, field=field))
    return tuple(found)
