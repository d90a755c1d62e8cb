"""The question that the Kelly panel asks and its answer: from the document's values and the session's result."""

import math
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from engine import GAMES, Estimate, Problem, Scenario, ScenarioError, Snapshot
from engine.kelly.advice import LEAST_BET
from engine.kelly.answer import KellyAnswer, kelly_answer
from engine.kelly.fields import read_panel
from engine.kelly.outcomes import outcomes_of
from engine.kelly.panel import chosen_seat, own_stack, panel_of, placed, reaches, request_values, rows_of
from engine.kelly.request import KellyRequest, read_kelly_request
from engine.kelly.sizes import Doubt, doubt_of
from engine.table.slots import seat_cards, seat_slot_texts
from engine.table.values import values_of
from gui.look.captions import combo_counts, inputs, provenance
from gui.look.formatting import count
from gui.pages.kelly.words import chips
from gui.state.document import Document
from gui.state.session import Session

NO_RESULT = "Fill in the hands on the left: the advice uses their result as it comes in. Or type the outcomes."
COMPUTING = "The result for this table is being computed …"
NO_BANKROLL = "Type your bankroll: everything you play poker with, the pot left out."
NO_MINIMUM = "Type the minimum bet: this bet would be made for the folds alone, as small as it may be."
NOBODY = "There is nobody to bet against: give a second seat cards."


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """What is asked and answered. Without an ``answer``: ``problems`` of fields, or what is ``missing``.

    ``values`` is the request as JSON: ``steelwheel kelly`` gives the same answer to it. ``put_in``: hero's chips
    on this street, where they are known. ``own``: hero's stack; ``matched``: how much of what hero adds each opponent
    can match. Both are infinite where they are not known.
    """

    scenario: Scenario
    seat: int
    typed: bool
    stale: bool
    estimate: Estimate | None = None
    snapshot: Snapshot | None = None
    values: dict[str, Any] | None = None
    request: KellyRequest | None = None
    answer: KellyAnswer | None = None
    doubt: Doubt | None = None
    problems: tuple[Problem, ...] = ()
    missing: str = ""
    put_in: float | None = None
    own: float = math.inf
    matched: tuple[float, ...] = ()

    @property
    def hero(self) -> str:
        return "Hero" if self.typed else self.scenario.seats[self.seat].name

    @property
    def opponents(self) -> tuple[str, ...]:
        """Names of those who are still in besides hero."""
        if self.typed:
            return tuple(row.name for row in rows_of(self.scenario) if not row.hero)
        seats = enumerate(self.scenario.seats)
        return tuple(seat.name for i, seat in seats if i != self.seat and seat.plays)

    @property
    def about(self) -> tuple[str, ...]:
        """The lines that name what a picture is about."""
        return () if self.typed or self.snapshot is None else inputs(self.snapshot.scenario)

    @property
    def origin(self) -> str:
        """Where the outcomes come from."""
        return "Outcomes as typed" if self.typed or self.snapshot is None else provenance(self.snapshot)


class KellyModel(QObject):
    """Keeps the question up to date; it is worked out when somebody looks."""

    changed = Signal()

    def __init__(self, document: Document, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document, self._session = document, session
        self._question: Question | None = None
        document.changed.connect(self._on_changed)
        session.changed.connect(self._on_changed)

    @property
    def question(self) -> Question:
        if self._question is None:
            self._question = ask(self._document.scenario, self._session.snapshot, stale=self._session.stale)
        return self._question

    @Slot()
    def _on_changed(self) -> None:
        self._question = None
        self.changed.emit()


def ask(scenario: Scenario, snapshot: Snapshot | None, *, stale: bool) -> Question:
    """Work out the panel's question on a result."""
    panel, problems = read_panel(values_of(scenario))
    rows, seat, typed = rows_of(scenario), chosen_seat(scenario), panel.typed
    estimate = None if typed else estimate_of(snapshot, seat)
    question = Question(scenario, seat, typed, stale and not typed, estimate, None if typed else snapshot)
    question = replace(question, own=own_stack(panel, rows), matched=reaches(panel, rows))
    live = sum(not row.folded for row in rows if not row.hero)
    if not typed:
        missing = _missing(scenario, estimate, seat, live)
        if missing:
            return replace(question, missing=missing)
    asked = answered(question, request_values(scenario, None if estimate is None else outcomes_of(estimate)))
    if not problems:
        return asked
    known = {problem.field for problem in problems}
    others = (problem for problem in asked.problems if problem.field not in known)
    return replace(question, problems=(*problems, *others), values=asked.values)


def answered(question: Question, values: dict[str, Any]) -> Question:
    """Return the question with the answer to a request, or with its problems; the sampling error goes in here."""
    scenario, estimate = question.scenario, question.estimate
    if estimate is not None and estimate.stderr > 0.0:
        values = values | {"stderr": estimate.stderr}
    try:
        request = read_kelly_request(values)
    except ScenarioError as error:
        wrong = tuple(placed(p, scenario) for p in error.problems)
        return replace(question, problems=wrong, missing=_incomplete(wrong), values=values)
    answer = kelly_answer(request)
    unfit = _unfit(request, answer)
    if unfit is not None:
        return replace(question, problems=(unfit,), values=values, missing=unfit.message if unfit.incomplete else "")
    doubt = doubt_of(request, panel_of(scenario).points)
    return replace(question, values=values, request=request, answer=answer, doubt=doubt)


def _unfit(request: KellyRequest, answer: KellyAnswer) -> Problem | None:
    """Return what the engine answers but a player would not have meant."""
    facts, terms = request.facts, request.terms
    if facts.total < facts.to_call:
        return Problem("pot", f"the bet that you face is in the pot: at least {chips(facts.to_call)}")
    least = 2 * LEAST_BET * request.wager.bankroll + facts.to_call
    bluffs = request.wager.p_all_fold and any(b.action in ("bet", "raise") and b.bet <= least for b in answer.bets)
    if bluffs and not terms.choices and not terms.min_bet and terms.chip is None:
        return Problem("min_bet", NO_MINIMUM, incomplete=True)
    return None


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


def _incomplete(problems: tuple[Problem, ...]) -> str:
    """Return what is still to be filled in; nothing where something is wrong."""
    if not all(problem.incomplete for problem in problems):
        return ""
    missing = {problem.field for problem in problems}
    return NO_BANKROLL if "bankroll" in missing else "Type how often hero wins and splits."


def range_note(scenario: Scenario, seat: int) -> str:
    """Return what is computed where hero is a range and not a hand; empty for a hand."""
    held = scenario.seats[seat]
    counts = combo_counts(scenario, seat)
    if counts is not None:
        return (
            f"{held.name} is a range of {count(counts[1])} combos: one bet for all of them, as if you had not looked."
        )
    ranged = GAMES[scenario.game].combo_ranges
    if ranged and not held.cards.strip():
        return f"{held.name} has no cards yet."
    if ranged:  # a range by an order of the player's own is not counted here
        return "" if seat_cards(scenario, seat) else f"{held.name} is a range: one bet for all of its hands."
    tokens = seat_slot_texts(scenario, seat)
    if tokens is None or any(set(token) & set("-+[]") for token in tokens) or "x" in tokens[:2]:
        return f"{held.name} is a range of hands: one bet for all of them, as if you had not looked."
    return ""
