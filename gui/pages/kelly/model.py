"""The question that the Kelly panel asks and its answer: from the document's values and the session's result."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from engine import GAMES, CancelToken, Estimate, Problem, Scenario, ScenarioError, Snapshot
from engine.kelly.answer import kelly_answer
from engine.kelly.band import Band
from engine.kelly.options import UNKNOWN
from engine.kelly.outcomes import outcomes_of
from engine.kelly.panel import (
    chosen_seat,
    own_stack,
    panel_of,
    placed,
    put_in_of,
    reaches,
    request_values,
    rows_of,
    with_bankroll,
)
from engine.kelly.request import KellyRequest, read_kelly_request
from engine.kelly.sizes import doubt_of, vanishes
from engine.ranges.orders import Order
from engine.table.slots import seat_cards, seat_slot_texts
from gui.look.captions import combo_counts
from gui.look.formatting import count, describe_problem
from gui.pages.kelly.callers import NOTHING, Computed, about_of, compute, part_of, reacts
from gui.pages.kelly.counts import CountsModel
from gui.pages.kelly.nearby import NearbyModel
from gui.pages.kelly.question import Question
from gui.pages.kelly.words import chips
from gui.state.bankroll import Bankroll
from gui.state.document import Document
from gui.state.latest import Questions
from gui.state.session import Session

NO_RESULT = "Fill in the hands on the left: the advice uses their result as it comes in. Or type the outcomes."
COMPUTING = "The result for this table is being computed …"
STOPPED = "There is no result for this table: press Run (F5)."
UNABLE = "There is no result for this table. "
NO_BANKROLL = "Type your bankroll: everything you play poker with, the pot left out."
NO_MINIMUM = "the smaller the better: set a least bet"
NO_LIST = "Type the bets, and how often each makes the opponent fold."
NO_SETS = "With typed outcomes one opponent may fold. Of several let all call, or take the outcomes from the result."
ANSWERING = "The opponents' answers are being worked out …"
NOBODY = "There is nobody to bet against: give a second seat cards."


class KellyModel(QObject):
    """Keeps the question up to date; it is worked out when somebody looks.

    Where an opponent answers a bet that takes a while: it is done in the background. Until it is done the question
    before it is shown as an old one.
    """

    changed = Signal()

    def __init__(
        self,
        document: Document,
        session: Session,
        questions: Questions,
        bankroll: Bankroll,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.bankroll = bankroll
        self._document, self._session, self._questions = document, session, questions
        self._question: Question | None = None
        self._current = False
        """Whether the question is that of the table, or that is being worked out."""
        self._asked: Scenario | None = None
        """The table whose question is being worked out."""
        self._number = 0
        self._computed = NOTHING
        self._nearby = NearbyModel(questions.apart("kelly nearby"), self)
        self._nearby.found.connect(self._on_band)
        self._counts = CountsModel(questions.apart("kelly counts"), self)
        self._counts.found.connect(self._on_counts)
        document.changed.connect(self._on_changed)
        bankroll.changed.connect(self._on_changed)
        session.changed.connect(self._on_changed)
        questions.answered.connect(self._on_answered)
        questions.ended.connect(self._on_ended)
        questions.failed.connect(self._on_failed)

    @property
    def question(self) -> Question:
        if self._question is None or not self._current:
            self._look()
            if self._question is not None and self._current:
                self._question = self._counts.fed(self._question, self._document.orders)
                self._nearby.ask(self._question, self._document.orders)
        assert self._question is not None
        return self._question

    def _look(self) -> None:
        """Work the question out, or begin to; one of the same table that is under way is not interrupted."""
        scenario, session, orders = self.bankroll.scenario, self._session, self._document.orders
        if not reacts(scenario):  # without what is to be computed there is an answer, if only a bound
            computed = self._computed if self._knows(scenario, orders) else NOTHING
            unable = why_no_result(session)
            self._question = ask(scenario, session.snapshot, stale=session.stale, computed=computed, unable=unable)
            self._current = True
            if self._knows(scenario, orders) or self._question.answer is None:
                self._questions.stop()
                return
        if self._questions.key is not None and self._asked is scenario:
            return
        if reacts(scenario) and self._asked is not scenario:
            self._question = waiting(self._question, scenario)
        self._current, self._asked, self._number = True, scenario, self._number + 1
        unable = why_no_result(session)
        work = partial(
            worked_out, scenario, session.snapshot, orders, self._computed, stale=session.stale, unable=unable
        )
        self._questions.ask(("kelly", self._number), work)

    def _knows(self, scenario: Scenario, orders: tuple[Order, ...]) -> bool:
        """Return whether all that a question needs besides the result has been computed."""
        if part_of(scenario) is None:
            return True
        return self._computed.about == about_of(scenario, chosen_seat(scenario), orders)

    @Slot()
    def _on_changed(self) -> None:
        self._current = False
        self.changed.emit()

    @Slot(object, object)
    def _on_answered(self, key: object, found: object) -> None:
        if isinstance(found, Found):
            question = self._counts.fed(found.question, self._document.orders)
            self._question, self._computed = question, found.computed
            self.changed.emit()
            self._nearby.ask(question, self._document.orders)

    @Slot(object, object)
    def _on_band(self, question: Question, band: Band) -> None:
        if self._question is question:
            self._question = replace(question, band=band)
            self.changed.emit()

    @Slot()
    def _on_counts(self) -> None:
        if self._question is not None and self._current:
            self._question = self._counts.fed(self._question, self._document.orders)
            self.changed.emit()

    @Slot(object)
    def _on_ended(self, key: object) -> None:
        if not self._current:  # a newer result has come in meanwhile
            self.changed.emit()

    @Slot(object, object)
    def _on_failed(self, key: object, error: Exception) -> None:
        wrong = error.problems if isinstance(error, ScenarioError) else (Problem("credited", str(error)),)
        scenario = self.bankroll.scenario
        self._question = Question(scenario, chosen_seat(scenario), typed=False, stale=False, problems=wrong)
        self.changed.emit()


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A question, and what was computed for it."""

    question: Question
    computed: Computed


def waiting(before: Question | None, scenario: Scenario) -> Question:
    """Return what is shown until the question of a table is worked out: that before it, as an old one."""
    if before is not None and before.answer is not None and before.scenario.seats == scenario.seats:
        return replace(before, stale=True)
    return Question(scenario, chosen_seat(scenario), panel_of(scenario).typed, stale=False, missing=ANSWERING)


def worked_out(
    scenario: Scenario,
    snapshot: Snapshot | None,
    orders: tuple[Order, ...],
    known: Computed,
    cancel: CancelToken,
    *,
    stale: bool,
    unable: str,
) -> Iterator[Found | None]:
    """Work a question out, with what has to be computed for it unless that is ``known``."""
    seat, computed = chosen_seat(scenario), known
    live = sum(not row.folded for row in rows_of(scenario) if not row.hero)
    if part_of(scenario) is None:
        computed = NOTHING
    elif known.about != about_of(scenario, seat, orders) and not _missing(
        scenario, estimate_of(snapshot, seat), seat, live
    ):
        found = yield from compute(scenario, seat, orders, cancel)
        if found is None:
            return
        computed = found
    question = ask(scenario, snapshot, stale=stale, computed=computed, unable=unable)
    yield Found(question, computed if computed.about is not None else known)


def why_no_result(session: Session) -> str:
    """Return why there will be no result of the table as it is; empty where one is on its way, or there."""
    if session.problems:
        wrong = next((problem for problem in session.problems if not problem.incomplete), session.problems[0])
        return UNABLE + describe_problem(wrong, session.seat_names)
    if session.failure:
        return UNABLE + session.failure
    return STOPPED if session.stopped and session.state == "idle" else ""


def ask(
    scenario: Scenario,
    snapshot: Snapshot | None,
    *,
    stale: bool,
    computed: Computed = NOTHING,
    unable: str = "",
) -> Question:
    """Work out the panel's question on a result, and on what was ``computed`` of the opponents' answers.

    ``unable``: why there will be no result; empty where one is on its way, or there.
    """
    panel = panel_of(scenario)
    rows, seat, typed = rows_of(scenario), chosen_seat(scenario), panel.typed
    estimate = None if typed else estimate_of(snapshot, seat)
    question = Question(scenario, seat, typed, stale and not typed, estimate, None if typed else snapshot)
    question = replace(question, own=own_stack(panel, rows), matched=reaches(panel, rows), put_in=put_in_of(scenario))
    live = sum(not row.folded for row in rows if not row.hero)
    if not typed:
        missing = _missing(scenario, estimate, seat, live)
        if missing:
            return replace(question, missing=unable if missing == COMPUTING and unable else missing)
    outcomes = None if estimate is None else outcomes_of(estimate)
    values = partial(
        request_values,
        outcomes=outcomes,
        orders=computed.orders,
        hands=computed.hands,
        by_callers=computed.by_callers,
    )
    asked = answered(question, values(scenario), computed.stderr)
    if not panel.problems:
        only_bankroll = [problem.field for problem in asked.problems] == ["bankroll"] and asked.missing
        by_chips = _by_chips(values(with_bankroll(scenario, UNKNOWN))) if only_bankroll else None
        short = None if by_chips is None else _pot_too_small(by_chips)
        if short is not None:
            return replace(asked, problems=(*asked.problems, short), missing=NO_BANKROLL)
        return replace(asked, by_chips=by_chips)
    known = {problem.field for problem in panel.problems}
    others = (problem for problem in asked.problems if problem.field not in known)
    return replace(question, problems=(*panel.problems, *others), values=asked.values)


def _by_chips(values: dict[str, Any]) -> KellyRequest | None:
    """Return a request whose bankroll does not matter; None where that is not all it lacks."""
    try:
        return read_kelly_request(values)
    except ScenarioError:
        return None


def answered(question: Question, values: dict[str, Any], stderr: float | None = None) -> Question:
    """Return the question with the answer to a request, or with its problems.

    The sampling error goes in here: ``stderr``, that of the result where it is None.
    """
    scenario, estimate = question.scenario, question.estimate
    if stderr is None and estimate is not None:
        stderr = estimate.stderr
    if stderr:
        values = values | {"stderr": stderr}
    try:
        request = read_kelly_request(values)
    except ScenarioError as error:
        wrong = tuple(placed(p, scenario) for p in error.problems)
        return replace(question, problems=wrong, missing=_incomplete(wrong, question), values=values)
    answer = kelly_answer(request)
    unfit = _pot_too_small(request)
    if unfit is not None:  # the engine answers it, but a player would not have meant it
        return replace(question, problems=(unfit,), values=values)
    doubt = doubt_of(request, panel_of(scenario).points)
    hints = (Problem("min_bet", NO_MINIMUM, incomplete=True),) if vanishes(answer, request) else ()
    return replace(question, values=values, request=request, answer=answer, doubt=doubt, problems=hints)


def _pot_too_small(request: KellyRequest) -> Problem | None:
    """Return that the price is more than what is in the middle, where it is."""
    facts = request.facts
    if facts.total >= facts.to_call:
        return None
    return Problem("pot", f"the bet that you face is in the pot: at least {chips(facts.to_call)}")


def estimate_of(snapshot: Snapshot | None, seat: int) -> Estimate | None:
    """Return a seat's estimate in a result."""
    return snapshot.seats[seat].estimate if snapshot is not None and seat < len(snapshot.seats) else None


def _missing(scenario: Scenario, estimate: Estimate | None, seat: int, live: int) -> str:
    if scenario.seats[seat].folded:
        return f"{scenario.seats[seat].name} has folded: choose a seat that is still in."
    if scenario.seats[seat].empty:
        return NO_RESULT
    if live == 0:
        return NOBODY
    if estimate is None or len(estimate.split) != live:
        return COMPUTING
    return ""


def _incomplete(problems: tuple[Problem, ...], question: Question) -> str:
    """Return what is still to be filled in; nothing where something is wrong."""
    if not all(problem.incomplete for problem in problems):
        return ""
    missing = {problem.field for problem in problems}
    if "bankroll" in missing:
        return NO_BANKROLL
    if any(field.startswith("answers") for field in missing):
        return NO_LIST if len(question.opponents) == 1 else NO_SETS if question.typed else ANSWERING
    return "Type how often hero wins and splits."


def range_note(scenario: Scenario, seat: int) -> str:
    """Return what is computed where hero is a range and not a hand; empty for a hand."""
    held = scenario.seats[seat]
    counts = combo_counts(scenario, seat)
    if counts is not None:
        return (
            f"{held.name} is a range of {count(counts[1])} combos: one bet for all of them, as if you had not looked."
        )
    ranged = GAMES[scenario.game].holdem_ranges
    if ranged and not held.cards.strip():
        return f"{held.name} has no cards yet."
    if ranged:  # a range by an order of the player's own is not counted here
        return "" if seat_cards(scenario, seat) else f"{held.name} is a range: one bet for all of its hands."
    tokens = seat_slot_texts(scenario, seat)
    if tokens is None or any(set(token) & set("-+[]") for token in tokens) or "x" in tokens[:2]:
        return f"{held.name} is a range of hands: one bet for all of them, as if you had not looked."
    return ""
