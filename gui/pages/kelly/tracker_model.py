"""The tracked hand as the window sees it: its state, the possible steps, and the advice at hero's turn."""

import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from engine import CancelToken, Problem, Scenario, ScenarioError
from engine.betting.moments import betting_of_tracked
from engine.cards import whole_text
from engine.histories.players.tracked import range_in_hand
from engine.journal.played import Log, cancelled_hand, hand_record, hero_turns
from engine.journal.records import JournalDecision, journal_decision
from engine.kelly.finishing_orders import JointResult
from engine.kelly.hand.record import LOG_COLUMNS, decision_panel, decision_request, log_rows, log_text, matched_chips
from engine.kelly.hand.session import (
    TrackedSession,
    after_action,
    after_session,
    all_chips_whole,
    begin_session,
    can_step_back,
    settled_state,
    state_before_hand,
    step_back,
    tracked_session,
    with_any_folds,
    with_kind,
    with_setup,
)
from engine.kelly.hand.table_sync import table_mismatch
from engine.kelly.hand.typed import BACK, BET, FIELD, OK, TypedWord, typed_step
from engine.kelly.outcomes import outcomes_of
from engine.kelly.panel import is_tracking, kelly_panel
from engine.kelly.responses.fold_shift import FoldShift, fold_shift, with_any_folded
from engine.kelly.responses.showdowns import run_joint_result
from engine.play.state import TableState, is_bring_in_due
from engine.players.description import Player
from engine.ranges.orders import Order
from engine.scenario.kelly import SHARED_WITH_PANEL
from engine.scenario.played import SimulationPanel
from engine.scenario.tracked_hand import SessionSetup, TrackedAction
from engine.table.folding import dealt_in
from gui.pages.kelly.model import Bankroll, QuestionAnswers, why_no_result, with_under_way
from gui.pages.kelly.question import (
    REACTIONS,
    SIDE_POTS,
    KellyQuestion,
    estimate_of,
    opponents_respond,
    with_answer,
)
from gui.pages.kelly.words import brief_advice
from gui.state.document import Document, TableFile
from gui.state.journal import Journal
from gui.state.latest import Answers, Questions
from gui.state.session import Session
from gui.storage.journal_file import now
from gui.storage.players import PlayerStore
from gui.words.formatting import chips

BY_ADVICE = (OK, *BET)
"""The typed words that take the advised action."""
ADVICE_UNDER_WAY = "the advice is still being computed: wait for it, or type the size"
WAITING = "The result for this street is being computed …"
NOBODY_ELSES = "Enter a range for every player who is still in: then the advice appears."
NO_CARDS = "Put your cards on the table on the left, then the advice appears."


class TrackerModel(QObject):
    """Every step is one undoable edit of the document: the hand, the board and the folded seats together."""

    changed = Signal()
    message = Signal(str, bool)
    """A line for the status bar, and whether it is an error."""
    page_wanted = Signal(str)
    """The title of a page to show."""

    def __init__(
        self,
        document: Document,
        session: Session,
        questions: Questions,
        journal: Journal,
        bankroll: Bankroll,
        players: PlayerStore,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.document, self.session, self.bankroll, self.players = document, session, bankroll, players
        self._journal = TrackerJournal(document, journal)
        self._orders = Answers[JointResult](questions.apart("kelly tracker"), "orders", self)
        self._answers = QuestionAnswers(questions.apart("kelly tracker answers"), "tracked", self)
        self._shift = Answers[FoldShift](questions.apart("kelly folds"), "folds", self)
        self._acting = False
        self._now: TrackedSession | None = None
        self._seen: Scenario | None = None
        self._problem: Problem | None = None
        self._question: KellyQuestion | None = None
        document.changed.connect(self._on_document_changed)
        for source in (session, self._orders, self._answers, self._shift, bankroll):
            source.changed.connect(self._on_changed)

    @property
    def tracked(self) -> TrackedSession | None:
        """The session under way."""
        self._look()
        return self._now

    @property
    def problem(self) -> Problem | None:
        """Why the saved hand cannot be continued."""
        self._look()
        return self._problem

    @property
    def question(self) -> KellyQuestion | None:
        """Hero's decision with its answer, or None if it is not hero's turn."""
        if self._question is None and self.tracked is not None:
            self._question = self._decide(self.tracked)
        return self._question

    def _decide(self, tracked: TrackedSession) -> KellyQuestion | None:
        """Return hero's decision, or None if it is not hero's turn.

        It includes the responses of opponents, exact side pots when they have been computed, and a text about
        computations in progress.
        """
        scenario, session, orders, state = self.document.scenario, self.session, self.document.orders, tracked.state
        if is_bring_in_due(state):
            return None
        question = decision(scenario, tracked, session)
        if question is None or question.answer is None:
            return question
        table = replace(scenario, kelly=decision_panel(kelly_panel(scenario), tracked))
        if opponents_respond(table):
            reacting = self._answers.question(table, session, orders)
            return with_under_way(reacting, session, REACTIONS if self._answers.latest.busy else "")
        # Side pots are possible only against several opponents, one of whom cannot match chips that hero and another
        # one can put in.
        reach, own = matched_chips(state), state.players[state.hero].stack
        if question.stale or len(reach) < 2 or min(reach) >= min(own, max(reach)):
            return with_under_way(question, session, "")
        about = scenario.without_panels, state.hero, orders
        self._orders.ask(about, partial(_joint_orders, scenario, state.hero, orders))
        joint = self._orders.latest.current
        if joint is None:
            return with_under_way(question, session, SIDE_POTS if self._orders.latest.busy else "")
        by_orders = decision(scenario, tracked, session, joint)
        return None if by_orders is None else with_under_way(by_orders, session, "")

    def _look(self) -> None:
        """Read the tracked session of the current table, unless it has been read already."""
        scenario = self.document.scenario
        if scenario is self._seen:
            return
        self._seen, self._problem = scenario, None
        try:
            self._now = tracked_session(scenario, self._now)
        except ScenarioError as error:
            self._now, self._problem = None, error.problems[0]

    def begin(self) -> Problem | None:
        """Begin a session; return why it cannot be."""
        name = uuid.uuid4().hex
        common = None if self.bankroll.is_own else self.bankroll.common

        def begin(scenario: Scenario) -> Scenario:
            if common is not None:
                scenario = with_setup(with_setup(scenario, "bankroll", common), "common", True)
            return begin_session(scenario, self.document.orders, name)

        return self._step("Start the tracker", begin)

    def end(self) -> None:
        """End the session; its stacks and bankroll are those that the next begins with. A hand that is not over is
        cancelled, in the journal too; ``message`` says so.
        """
        tracked = self.tracked
        self._acting = True
        self._replace("End the session", after_session)
        self._acting = False
        if tracked is not None:
            self._journal.end(tracked)
            self._follow(tracked, settled_state(tracked).bankroll)
            text = how_it_ended(tracked)
            if text:
                self.message.emit(text, False)

    def act(self, action: TrackedAction, text: str) -> Problem | None:
        """Take a step in the tracked hand, undoable as ``text``; return a problem if it is not possible, else None."""
        tracked = self.tracked
        if tracked is None:
            return None
        question = self.question
        return self._step(
            text, lambda scenario: after_action(scenario, tracked, action, self.document.orders), question
        )

    def act_typed(self, words: Sequence[TypedWord], ready: TrackedAction | None) -> tuple[int, Problem | None]:
        """Take the step that the first of ``words`` describe; the word ``ok`` means the step ``ready``.

        Return the number of words that were used, and the problem if the step is not possible, else None.
        """
        tracked = self.tracked
        if tracked is None:
            return len(words), None
        if words[0].text == BACK:
            self.step_back()
            return 1, None
        if words[0].text in BY_ADVICE and self._waits(tracked):
            return 0, Problem(FIELD, ADVICE_UNDER_WAY, words[0].at)
        try:
            step = typed_step(self.document.scenario, tracked, words, ready)
        except ScenarioError as error:
            return 0, error.problems[0]
        question, action = self.question, step.action
        if action is None:
            problem = self._replace(step.title, lambda _: step.table)
        else:
            done = action if question is None else replace(action, note=self.note())
            problem = self._step(
                step.title, lambda _: after_action(step.table, tracked, done, self.document.orders), question
            )
        return step.used, problem and replace(problem, position=words[0].at)

    def _waits(self, tracked: TrackedSession) -> bool:
        """Return whether hero is to act and his advice is still being computed."""
        question, state = self.question, tracked.state
        if question is None or state.stakes.fixed or why_no_result(self.session):
            return False
        return bool(question.under_way) or (question.waits and self.session.state != "idle")

    def step_back(self) -> None:
        tracked = self.tracked
        if tracked is not None and can_step_back(tracked):
            self._step("Step back", lambda scenario: step_back(scenario, tracked, self.document.orders))

    @property
    def shift(self) -> FoldShift | None:
        """The change of hero's equity by the folds, or None while it is not known."""
        return self._shift.latest.current

    @property
    def counts_shift(self) -> bool:
        """Whether the change of the equity by the folds is being computed."""
        return self._shift.latest.busy

    @property
    def has_folds(self) -> bool:
        """Whether any fold of this hand changes the probable cards of the others."""
        return self._shift.latest.about is not None

    def ask_shift(self) -> None:
        """Compute the change of hero's equity by the folds, if any fold changes the probable cards of the others."""
        tracked, orders = self.tracked, self.document.orders
        table = None
        if tracked is not None and not tracked.state.over and not tracked.state.players[tracked.state.hero].folded:
            table = with_any_folds(self.document.scenario, tracked, False, orders).without_panels
        ready = table is not None and not any(seat.empty for seat in table.seats)
        if table is None or tracked is None or not ready or with_any_folded(table) == table:
            self._shift.forget()
        else:
            hero = tracked.state.hero
            self._shift.ask((table, hero), partial(fold_shift, table, hero, orders))

    @Slot(bool)
    def set_any_folds(self, any_folds: bool) -> None:
        """Let folded players hold any cards, or else the hands that they would fold."""
        tracked = self.tracked
        if tracked is not None:
            text = "Folded hands: any cards" if any_folds else "Folded hands: folding range"
            self._acting = True
            self._replace(text, lambda scenario: with_any_folds(scenario, tracked, any_folds, self.document.orders))
            self._acting = False

    def set_kind(self, seat: int, player: Player) -> None:
        """Set the description of an opponent, which decides his current range and his later actions."""
        tracked, scenario = self.tracked, self.document.scenario
        if tracked is not None:
            text = range_in_hand(tracked, seat, player)
            who = whole_text(f"{tracked.state.players[seat].name} plays as {player.name}")
            played = with_kind(scenario.with_seat(seat, cards=text), tracked, seat, player)
            self.document.replace(who, played)

    def take_over(self) -> None:
        """Copy hero's decision into the Kelly panel, which has the curve and the numbers."""
        tracked = self.tracked
        if tracked is not None:
            scenario = self.document.scenario
            self.document.edit("Kelly: the tracked decision", kelly=decision_panel(kelly_panel(scenario), tracked))

    def bet(self) -> None:
        """Change to a new table with the betting from this moment on, without the session, and show its page."""
        tracked, document = self.tracked, self.document
        if tracked is None:
            return
        try:
            scenario = betting_of_tracked(document.scenario, tracked)
        except ScenarioError as error:
            self.message.emit(error.problems[0].message, True)
            return
        scenario = replace(scenario, kelly=kelly_panel(scenario).with_entry("tracker", None))
        document.change_table("Solve the tracked hand", scenario, TableFile(None, None, begun=scenario))
        self.page_wanted.emit("Betting")

    @property
    def can_simulate(self) -> bool:
        """Whether it is hero's turn, so that his actions can be simulated."""
        state = self.tracked.state if self.tracked is not None else None
        return state is not None and not state.over and state.to_act == state.hero

    def simulate(self) -> None:
        """Put pot, stacks and bets of this moment on the page *Simulate*, and show it."""
        tracked = self.tracked
        if tracked is None or not self.can_simulate:
            return
        state, stakes = tracked.state, tracked.state.stakes
        panel = self.document.scenario.simulation or SimulationPanel()
        panel = panel.at_turn(
            state.hero, state.button, state.pot, [one.stack for one in state.players],
            [one.street for one in state.players],
        )  # fmt: skip
        panel = panel.with_limit(stakes.small_bet, stakes.big_bet) if stakes.fixed else panel.with_limit(None, None)
        panel = panel.with_entries({"min_bet": stakes.big_blind or None, "bring_in": stakes.bring_in or None})
        self.document.edit("Simulate the tracked hand", simulation=panel.with_entry("ante", stakes.ante or None))
        self.page_wanted.emit("Simulate")

    @property
    def can_step_back(self) -> bool:
        return self.tracked is not None and can_step_back(self.tracked)

    def note(self) -> str:
        """Return the advice for the log; empty if there is none, or none that is final."""
        question = self.question
        if question is None or question.answer is None or not question.final:
            return ""
        return f"advice: {brief_advice(question.answer, question.put_in)}"

    def log_text(self) -> str:
        return log_text(self.tracked.state) if self.tracked is not None else ""

    def log_table(self) -> tuple[tuple[str, ...], list[tuple[object, ...]]]:
        """Return the log as header and rows."""
        return LOG_COLUMNS, list(log_rows(self.tracked.state)) if self.tracked is not None else []

    def _step(
        self, text: str, change: Callable[[Scenario], Scenario], question: KellyQuestion | None = None
    ) -> Problem | None:
        """Change the tracked hand and record it in the journal; ``question``: the advice on hero's decision, if any."""
        self._acting = True
        problem = self._replace(text, change)
        self._acting = False
        if problem is None:
            self._journal.play(self.tracked, question)
            self._follow(self.tracked)
        return problem

    def _follow(self, tracked: TrackedSession | None, left: float | None = None) -> None:
        """Update the common bankroll if the session uses it.

        ``left``: the new value; None: the bankroll before the current hand, or after one that is over.
        """
        if tracked is not None and tracked.setup.common:
            self.bankroll.follow(between_hands(tracked.state, tracked.setup) if left is None else left)

    def _replace(self, text: str, change: Callable[[Scenario], Scenario]) -> Problem | None:
        """Apply ``change`` to the table as one undo step; return the first problem, or None."""
        try:
            after = change(self.document.scenario)
        except ScenarioError as error:
            return error.problems[0]
        problems = self.document.replace(text, after)
        return problems[0] if problems else None

    @Slot(object, object)
    def _on_document_changed(self, before: Scenario, after: Scenario) -> None:
        """Update the journal after an undo or redo."""
        self._question = None
        # Steps of this model update the journal themselves; any other change of the hand is an undo or a redo.
        if not self._acting and kelly_panel(before).tracker is not kelly_panel(after).tracker:
            tracked = self.tracked
            if tracked is not None and self._journal.is_played(tracked):
                self._journal.follow(tracked)
                self._follow(tracked)
            elif is_tracking(before) and after == after_session(before):
                with suppress(ScenarioError):  # what cannot be read was not played here
                    earlier = tracked_session(before)
                    self._journal.end(earlier)
                    self._follow(earlier, None if earlier is None else settled_state(earlier).bankroll)
        self.changed.emit()

    @Slot()
    def _on_changed(self) -> None:
        self._question = None
        self.changed.emit()


def between_hands(state: TableState, setup: SessionSetup) -> float:
    """Return the bankroll before the current hand, or after it if it is over."""
    if state.over:
        return state.bankroll
    starts = (entry.bankroll for entry in state.log if entry.hand == state.hand and entry.action == "hand")
    return next(starts, float(setup.bankroll or 0.0))


def how_it_ended(tracked: TrackedSession) -> str:
    """Return how an unfinished hand was settled when its session ended, or "" if the hand was over."""
    state = tracked.state
    if state.over:
        return ""
    lost = state_before_hand(tracked).bankroll - settled_state(tracked).bankroll
    if lost > 0.0:
        return f"Hand {state.hand} was not finished: the {chips(lost)} chips that you put in before you folded are lost"
    return (
        f"Hand {state.hand} was not finished and is canceled: stacks and bankroll are as before it. Undo continues it"
    )


def decision(
    scenario: Scenario, tracked: TrackedSession | None, session: Session, joint: JointResult | None = None
) -> KellyQuestion | None:
    """Return hero's decision for the current result, or None if it is not hero's turn.

    ``joint``: the joint result of this table, which decides who wins the side pots.
    """
    if tracked is None or tracked.state.to_act is None or tracked.state.to_act != tracked.state.hero:
        return None
    state, hero, panel = tracked.state, tracked.state.hero, kelly_panel(scenario)
    estimate = estimate_of(session.snapshot, hero)
    missing = table_mismatch(scenario, state)
    if not missing and scenario.seats[hero].empty:
        missing = NO_CARDS
    elif not missing and any(scenario.seats[i].empty for i in state.opponents):
        missing = NOBODY_ELSES
    question = KellyQuestion(scenario, hero, stale=session.stale, missing=missing)
    if missing:
        return question
    if estimate is None or len(estimate.split) != len(state.opponents):
        return replace(question, missing=WAITING, waits=True)
    player, matched = state.players[hero], matched_chips(state)
    question = replace(question, estimate=estimate, snapshot=session.snapshot)
    question = replace(question, put_in=player.street, own=player.stack, matched=matched)
    request: dict[str, Any] = {"chip": 1} if all_chips_whole(tracked) else {}
    request |= {key: value for key in SHARED_WITH_PANEL if (value := panel.entered(key)) is not None}
    outcomes = outcomes_of(estimate)
    values = request | decision_request(state, None if joint is None else joint.matched_to(outcomes))
    if "orders" not in values:
        return with_answer(question, values | {"outcomes": outcomes.to_json()})
    return with_answer(question, values, 0.0 if joint is not None and joint.exact else None)


def _joint_orders(
    scenario: Scenario, hero: int, orders: tuple[Order, ...], cancel: CancelToken
) -> Iterator[JointResult | None]:
    for step in run_joint_result(dealt_in(scenario), hero, cancel=cancel, orders=orders):
        yield step.answer if step.final else None


class TrackerJournal:
    """Follows the tracker of a document. Decisions are remembered by the log that led to them, so that a redo brings
    them back.
    """

    def __init__(self, document: Document, journal: Journal) -> None:
        self._document, self._journal = document, journal
        self._decided: dict[tuple[str, Log], JournalDecision] = {}
        self._played: set[tuple[str, TableFile]] = set()
        """The sessions that are played in this window, each with its table: the same one may be opened again."""
        self._own: set[tuple[str, TableFile, int]] = set()
        """Their hands that this window has entered."""

    def is_played(self, tracked: TrackedSession) -> bool:
        """Return whether a session is played in this window."""
        return (tracked.setup.session, self._document.file) in self._played

    def play(self, tracked: TrackedSession | None, question: KellyQuestion | None) -> None:
        """Record a step: the state that it led to, and hero's question just before it."""
        session = tracked.setup.session if tracked is not None else ""
        if tracked is None or not session:
            return
        self._played.add((session, self._document.file))
        turns = hero_turns(tracked.state)
        if (
            question is not None
            and question.request is not None
            and question.answer is not None
            and turns
            and question.final
        ):
            # The log up to hero's latest turn is the key, so that a redo of the step finds its decision again.
            act = turns[-1][-1]
            self._decided[session, turns[-1]] = journal_decision(
                *(question.request, question.answer, act.action, act.chips),
                at=now(),
                street=act.street,
                values=question.values or {},
                put_in=question.put_in,
            )
        self.follow(tracked)

    def end(self, tracked: TrackedSession | None) -> None:
        """Remove an unfinished hand from the journal because its session ends, or close it if hero has folded.

        This also applies to a session that was begun in an earlier window.
        """
        session = tracked.setup.session if tracked is not None else ""
        if tracked is None or tracked.state.over or not session:
            return
        state = tracked.state
        self._played.add((session, self._document.file))
        if state.players[state.hero].folded:
            self.follow(replace(tracked, state=replace(state, over=True)))
        elif self._journal.keeps:
            self._journal.keep(
                cancelled_hand(tracked, now()), own=(session, self._document.file, state.hand) in self._own
            )

    def follow(self, tracked: TrackedSession) -> None:
        """Write the tracked hand to the journal."""
        session = tracked.setup.session
        hand = hand_record(tracked, lambda log: self._decided.get((session, log)), now())
        if hand is None or not self._journal.keeps:
            return
        # A hand is entered with hero's first decision. Later states replace the entry, also after an undo of it.
        key = (session, self._document.file, hand.place)
        if hand.decided or key in self._own:
            self._journal.keep(hand, own=key in self._own)
        if hand.decided:
            self._own.add(key)
