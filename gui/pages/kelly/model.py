"""The current question of the Kelly panel, answered in the background if that takes long, and the common bankroll.

Three values are added to the question when they are ready: the growth under nearby ranges, Cassandra's own estimate,
and the change of bets against the pinned table.
"""

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QUndoCommand

from engine import GAMES, CancelToken, Problem, Scenario, ScenarioError, Snapshot, run
from engine.kelly.answer import GrowthBand, growth_band, with_cassandra_counts
from engine.kelly.cassandra import ShowdownCounts
from engine.kelly.hand.session import with_setup
from engine.kelly.outcomes import Outcomes, outcomes_of
from engine.kelly.panel import advised_seat, is_tracking, kelly_inputs, kelly_panel, live_rows, with_bankroll
from engine.kelly.request import read_kelly_request
from engine.kelly.responses.bet_changes import BetChange, bet_changes, with_same_bets
from engine.kelly.responses.callers import run_one_on_one
from engine.kelly.responses.nearby import nearby_ranges
from engine.ranges.orders import Order
from engine.scenario.kelly import KellyPanel
from engine.table.folding import dealt_in
from gui.look.guard import Guarded
from gui.pages.kelly.charts import extent
from gui.pages.kelly.played import PlayedAdvice
from gui.pages.kelly.question import (
    ANSWERING,
    EQUITIES,
    NOTHING_COMPUTED,
    PREVIOUS,
    REACTIONS,
    SIDE_POTS,
    KellyQuestion,
    answers_in_background,
    ask_kelly,
    calling_order,
    computation_key,
    hands_of,
    opponents_respond,
    part_to_compute,
)
from gui.state.document import Document
from gui.state.latest import Answers, Questions, same_sources
from gui.state.session import Pinned, Session
from gui.storage.players import PlayerStore
from gui.storage.settings import Settings
from gui.words.captions import combo_counts
from gui.words.formatting import describe_problem

Sources = tuple[object, ...] | None


class Bankroll(QObject):
    """The bankroll that all tables share unless they have their own. ``changed``: it has a new value."""

    changed = Signal()

    def __init__(self, document: Document, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document, self._settings = document, settings
        settings.bankroll_changed.connect(self.changed)
        self._applied: tuple[Scenario, float | None, Scenario] | None = None

    @property
    def common(self) -> float | None:
        """The common bankroll, or None if none was ever typed."""
        return self._settings.bankroll

    @property
    def is_own(self) -> bool:
        """Whether the table has a bankroll of its own."""
        return own_bankroll(self._document.scenario) is not None

    @property
    def scenario(self) -> Scenario:
        """The table with the bankroll that applies to it; the same object until the table or the bankroll changes."""
        scenario, common = self._document.scenario, self.common
        if self._applied is None or self._applied[0] is not scenario or self._applied[1] != common:
            lacks = kelly_panel(scenario).entered("bankroll") is None
            self._applied = scenario, common, with_bankroll(scenario, common) if lacks and common else scenario
        return self._applied[2]

    def type(self, value: float | None, merge: str | None = None) -> bool:
        """Set the common bankroll as an undo step; return False if the value belongs to the table's own bankroll.

        An own bankroll stays while its field is empty, as in the middle of typing.
        """
        if self.is_own:
            return value is None
        if value != self.common:
            self._document.undo_stack.push(_BankrollEdit(self, self.common, value, merge))
        return True

    def follow(self, value: float) -> None:
        """Take over the bankroll of a tracked hand; undoing the hand undoes this too."""
        if value > 0.0:
            self.put(value)

    def put(self, value: float | None) -> None:
        """Set the common bankroll, without an undo step."""
        if value != self.common:
            self._settings.bankroll = value

    def set_own(self, own: bool) -> None:
        """Give the table a bankroll of its own, at first the common one, or the common one again."""
        scenario = self._document.scenario
        if own and self.common is None:
            self.changed.emit()  # there is nothing to begin with
            return
        if own:
            self._document.replace("Bankroll at this table", with_bankroll(scenario, self.common))
            return
        back = with_bankroll(scenario, None)
        if not is_tracking(scenario):
            back = with_setup(back, "bankroll", None)
        self._document.replace("Bankroll of all tables", back)


class _BankrollEdit(Guarded, QUndoCommand):
    """The undo step of a new common bankroll; consecutive typing is one step."""

    def __init__(self, bankroll: Bankroll, before: float | None, after: float | None, merge: str | None) -> None:
        super().__init__("Bankroll")
        self._bankroll, self._before, self._after, self._merge = bankroll, before, after, merge

    def undo(self) -> None:
        self._bankroll.put(self._before)

    def redo(self) -> None:
        self._bankroll.put(self._after)

    def id(self) -> int:
        return 2

    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, _BankrollEdit) or not self._merge or other._merge != self._merge:
            return False
        self._after = other._after
        self.setObsolete(self._before == self._after)
        return True


def own_bankroll(scenario: Scenario) -> float | None:
    """Return the own bankroll of a table, from its panel or from the set-up of its next session, or None."""
    panel = kelly_panel(scenario)
    return panel.tracker.setup.bankroll if panel.bankroll is None and not is_tracking(scenario) else panel.bankroll


STOPPED = "There is no result for this table: press Run (F5)."
UNABLE = "There is no result for this table. "
COUNTING = "computing …"
COMPUTED_NOW = "computing …"
FOLLOWS = "waits for the equities"
CANNOT_COUNT = "too many deals to count"


class QuestionAnswers(Answers[KellyQuestion]):
    """Answers the question of a table in the background; ``changed``: there is a new answer.

    Newer results of the same table do not interrupt a running answer; they are used afterwards.
    """

    def __init__(self, questions: Questions, name: str, parent: QObject | None = None) -> None:
        super().__init__(questions, name, parent)
        self.changed.connect(self._take_up)
        self._scenario: Scenario | None = None
        self._question: KellyQuestion | None = None
        self.computed = NOTHING_COMPUTED
        """The values that were computed for the last answer."""

    def question(
        self, scenario: Scenario, session: Session, orders: tuple[Order, ...], previous: KellyQuestion | None = None
    ) -> KellyQuestion:
        """Return the question of a table; until it is answered, return the ``previous`` one marked as stale."""
        same = scenario == self._scenario
        if self._question is None or not same:
            self._question = stale_question(previous or self._question, scenario)
        if not same or not self.latest.busy:
            self._scenario = scenario
            result, stale, unable = session.snapshot, session.stale, why_no_result(session)
            work = partial(answers_in_background, scenario, result, orders, self.computed, stale=stale, unable=unable)
            numbers = None if result is None else (result.seats, result.final)  # new details change nothing
            self.ask((scenario, numbers, orders, stale, unable), work)
        return self._question

    @Slot()
    def _take_up(self) -> None:
        """Take the latest answer as the question, or its error as the problem of the question."""
        latest, scenario = self.latest, self._scenario
        if latest.error is not None and scenario is not None:
            error = latest.error
            problems = error.problems if isinstance(error, ScenarioError) else (Problem("credited", str(error)),)
            self._question = KellyQuestion(scenario, advised_seat(scenario), problems=problems)
        elif latest.current is not None:
            self._question = latest.current
            if self._question.computed.about is not None:
                self.computed = self._question.computed


class KellyModel(QObject):
    """The panel's question, which is answered when it is read; ``changed``: the question or its answer has changed."""

    changed = Signal()

    def __init__(
        self,
        document: Document,
        session: Session,
        questions: Questions,
        bankroll: Bankroll,
        players: PlayerStore,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.document, self.session, self.bankroll, self.players = document, session, bankroll, players
        players.changed.connect(self.changed)
        self._plain: KellyQuestion | None = None
        """The current question without the values that are added in the background."""
        self._plain_sources: Sources = None
        self._sources: Sources = None
        """The values from which the plain question and the question were computed; None: compute it again."""
        self._question: KellyQuestion | None = None
        self._previous: KellyQuestion | None = None
        self._answers = QuestionAnswers(questions, "kelly", self)
        self._nearby = NearbyModel(questions.apart("kelly nearby"), "nearby", self)
        self._counts = CountsModel(questions.apart("kelly counts"), "counts", self)
        self.played = PlayedAdvice(document, questions.apart("kelly simulation"), players, self)
        """The hands that are played if the outcomes are simulated."""
        for source in (document, bankroll, session, self._answers, self.played):
            source.changed.connect(self._on_changed)
        for added in (self._nearby, self._counts):
            added.changed.connect(self._on_changed)

    @property
    def question(self) -> KellyQuestion:
        """The current question, computed when it is first read after a change of its sources.

        An edit emits several signals, from the document, the session and other models.
        """
        if self._question is None:
            orders = self.document.orders
            before = self._sources_of_plain(orders)
            if self._plain is None or not _same(before, self._plain_sources):
                self._plain = self._asked(orders)
                self._plain_sources = _unchanged(before, self._sources_of_plain(orders))
            # The counts and nearby ranges only add to the plain question, so a new one of them does not ask it again.
            before = self._sources_of(self._plain, orders)
            if self._previous is None or not _same(before, self._sources):
                self._previous = self._nearby.added(self._counts.added(self._plain, orders), orders)
                self._sources = _unchanged(before, self._sources_of(self._plain, orders))
            self._question = self._previous
        return self._question

    def _sources_of_plain(self, orders: tuple[Order, ...]) -> Sources:
        """Return the sources of the plain question, or None if its outcomes are simulated."""
        if self.panel.simulated and not self.panel.typed:
            return None
        session, answers = self.session, self._answers
        final, unable = seats_final(session), why_no_result(session)
        return (
            self.bankroll.scenario, session.snapshot, session.stale, final, unable, orders, answers.latest,
            answers.computed,
        )  # fmt: skip

    def _sources_of(self, plain: KellyQuestion, orders: tuple[Order, ...]) -> Sources:
        return plain, self._nearby.latest, self._counts.latest, orders

    def _asked(self, orders: tuple[Order, ...]) -> KellyQuestion:
        """Return the question; while side pots are being computed, its answer is a lower bound."""
        scenario, session, panel = self.bankroll.scenario, self.session, self.panel
        if panel.simulated and not panel.typed:
            self._answers.stop()
            return self.played.question(scenario)
        self.played.rest()
        if opponents_respond(scenario):
            question = self._answers.question(scenario, session, orders, self._previous)
            busy = REACTIONS if self._answers.latest.busy else ""
            return with_under_way(question, session, busy)
        # Without responses the answer is computed immediately. Only exact side pots take long: they follow in the
        # background.
        known = self._answers.computed
        ready = part_to_compute(scenario) is None or known.about == computation_key(
            scenario, advised_seat(scenario), orders
        )
        computed, unable = known if ready else NOTHING_COMPUTED, why_no_result(session)
        question = ask_kelly(scenario, session.snapshot, stale=session.stale, computed=computed, unable=unable)
        if ready or question.answer is None:
            self._answers.stop()
        else:
            self._answers.question(scenario, session, orders)
        return with_under_way(question, session, "" if ready or not self._answers.latest.busy else SIDE_POTS)

    @property
    def panel(self) -> KellyPanel:
        """The panel of the document, which the methods below edit; ``merge`` joins the edits of one typing."""
        return kelly_panel(self.document.scenario)

    def edit(self, title: str, panel: KellyPanel, merge: str | None = None) -> None:
        """Set another panel."""
        self.document.edit(f"Kelly: {title[:1].lower()}{title[1:]}", merge=merge or None, kelly=panel)

    def set(self, title: str, key: str, value: Any, merge: str | None = None) -> None:
        """Set a value, or remove it if it is None; a bankroll is the common one unless the table has its own."""
        if key != "bankroll" or not self.bankroll.type(value, merge):
            self.edit(title, self.panel.with_entry(key, value), merge)

    def set_item(self, title: str, key: str, row: int, value: Any, merge: str | None = None) -> None:
        """Set a player's entry of a list by row."""
        self.edit(title, self.panel.with_item(key, row, value), merge)

    @Slot()
    def _on_changed(self) -> None:
        self._question = None
        self.changed.emit()


def _same(sources: Sources, others: Sources) -> bool:
    return sources is not None and others is not None and same_sources(sources, others)


def _unchanged(before: Sources, after: Sources) -> Sources:
    """Return the sources of what was just computed, or None if computing it has changed them."""
    return after if _same(before, after) else None


def stale_question(previous: KellyQuestion | None, scenario: Scenario) -> KellyQuestion:
    """Return the question to display until a table is answered: the previous one marked as stale, if it fits."""
    if previous is not None and previous.answer is not None and previous.scenario.seats == scenario.seats:
        return replace(previous, stale=True)
    typed = kelly_panel(scenario).typed
    return KellyQuestion(scenario, advised_seat(scenario), typed, missing=ANSWERING, waits=True)


def with_under_way(question: KellyQuestion, session: Session, more: str) -> KellyQuestion:
    """Return the question with a text about the computation in progress: the run, or else ``more``."""
    under_way = more
    if question.stale:
        under_way = PREVIOUS if why_no_result(session) else f"still computing: {PREVIOUS}"
    elif not question.typed and not seats_final(session):
        under_way = EQUITIES
    return replace(question, under_way=under_way) if question.weighed is not None else question


def seats_final(session: Session) -> bool:
    """Return whether the results of the seats are final: the run has ended, or computes only details."""
    snapshot = session.snapshot
    if snapshot is None or session.stale:
        return False
    return snapshot.final or bool(snapshot.stage) or session.state == "idle"


def why_no_result(session: Session) -> str:
    """Return why the current table has no result, or "" if it has or it is being computed."""
    if session.problems:
        wrong = next((problem for problem in session.problems if not problem.incomplete), session.problems[0])
        return UNABLE + describe_problem(wrong, session.seat_names)
    if session.failure:
        return UNABLE + session.failure
    return STOPPED if session.stopped and session.state == "idle" else ""


class CountsModel(Answers[ShowdownCounts]):
    """Counts the showdowns against one opponent of a table on which several are still in, for Cassandra's estimate."""

    def added(self, question: KellyQuestion, orders: tuple[Order, ...]) -> KellyQuestion:
        """Return the question with Cassandra's bet from its own counts, or with the reason why they are missing."""
        answer, request = question.answer, question.request
        if answer is None or request is None or question.typed or len(live_rows(question.scenario)) < 2:
            self.stop()
            return question
        table, seat = dealt_in(question.scenario).without_panels, question.seat
        about = table, seat, orders
        # While the result is of an older table, only counts that are complete for the current one are displayed.
        if question.stale and (about != self.latest.about or self.latest.busy):
            self.stop()
            return replace(question, counting=FOLLOWS)
        self.ask(about, partial(_counted, table, seat, orders))
        counts = self.latest.current
        if counts is None:
            return replace(question, counting=COUNTING if self.latest.error is None else CANNOT_COUNT)
        return replace(question, answer=with_cassandra_counts(answer, request, counts), counts=counts)


def _counted(
    table: Scenario, seat: int, orders: tuple[Order, ...], cancel: CancelToken
) -> Iterator[ShowdownCounts | None]:
    for step in run_one_on_one(table, seat, cancel=cancel, orders=orders):
        yield step.answer


@dataclass(frozen=True, slots=True, eq=False)
class NearbyOutcomes:
    """Hero's outcomes against another range of the opponent, and the calling order of its hands if it is needed."""

    outcomes: Outcomes
    hands: list[dict[str, float]] | None


@dataclass(frozen=True, slots=True, eq=False)
class NearbyGrowth:
    """The growth under nearby ranges, and the ``variants`` of the table ``about`` from which it follows."""

    band: GrowthBand
    about: object
    variants: tuple[NearbyOutcomes, ...]


class NearbyModel(Answers[NearbyGrowth]):
    """Computes how far the advice depends on the opponent's range: the growth under a tighter and a looser one."""

    def added(self, question: KellyQuestion, orders: tuple[Order, ...]) -> KellyQuestion:
        """Return the question with its growth band if it is known.

        It is computed for a final result against a single opponent with a range.
        """
        scenario, snapshot, live = question.scenario, question.snapshot, live_rows(question.scenario)
        final = question.final and snapshot is not None
        ranged = GAMES[scenario.game].hands_are_combos and len(live) == 1
        if not final or not ranged or combo_counts(scenario, live[0], orders) is None:
            self.stop()
            return question
        credited = kelly_panel(scenario).credited_range
        about = part_to_compute(scenario), scenario.without_panels, question.seat, credited, orders
        self.ask((about, question.inputs), partial(_nearby, question, about, orders, self.latest.value))
        nearby = self.latest.current
        if nearby is None:
            return replace(question, nearing=COMPUTED_NOW) if self.latest.busy else question
        return replace(question, band=nearby.band)


def _nearby(
    question: KellyQuestion, about: object, orders: tuple[Order, ...], known: NearbyGrowth | None, cancel: CancelToken
) -> Iterator[NearbyGrowth | None]:
    """Yield the growth for slightly different ranges, and None whenever a step of the computation is done.

    ``about``: identifies the cards; if ``known`` has the same, only the amounts are new and its variants are used
    again.
    """
    scenario = question.scenario
    # The variants depend on the cards only: new amounts in the panel use those of the last answer.
    if known is not None and known.about == about:
        variants = known.variants
    else:
        computed = yield from _variants(dealt_in(scenario), question.seat, orders, cancel)
        if computed is None:
            return
        variants = computed
    assert question.request is not None
    assert question.answer is not None
    inputs = (kelly_inputs(scenario, variant.outcomes, hands=variant.hands) for variant in variants)
    start, upto = extent(question.request, question.answer)
    requests = [question.request, *map(read_kelly_request, inputs)]
    yield NearbyGrowth(growth_band(requests, start=start, upto=upto), about, variants)


def _variants(
    table: Scenario, seat: int, orders: tuple[Order, ...], cancel: CancelToken
) -> Generator[None, None, tuple[NearbyOutcomes, ...] | None]:
    """Compute hero's outcomes against the tighter and the looser range; return None if it was cancelled."""
    strength = None  # before the flop the order of hands there
    if table.board.strip():
        order = yield from calling_order(table, seat, orders, cancel)
        if order is None:
            return None
        strength = order.strength
    near = nearby_ranges(table, live_rows(table)[0], strength=strength, orders=orders)
    variants = []
    for other in (near.tighter, near.looser):
        if other is None:
            continue
        last = None
        for snapshot in run(replace(other, run=replace(other.run, detail=())), cancel=cancel, orders=orders):
            last = snapshot
            yield
        estimate = last.seats[seat].estimate if last is not None and last.final else None
        if estimate is None:
            return None
        hands = None
        if part_to_compute(table) == "hands":
            order = yield from calling_order(other, seat, orders, cancel)
            if order is None:
                return None
            hands = hands_of(order, table)
        variants.append(NearbyOutcomes(outcomes_of(estimate), hands))
    return tuple(variants)


class PinnedBets(QObject):
    """Compares a question with that of the pinned table; ``changed``: there are other ``rows``."""

    changed = Signal()

    def __init__(self, model: KellyModel, questions: Questions, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document, self._session = model.document, model.session
        self._answers = Answers[tuple[BetChange, ...]](questions, "pinned bets", self)
        self._answers.changed.connect(self.changed)

    @property
    def rows(self) -> tuple[BetChange, ...]:
        """The changes of bets against the pinned table; empty if none is compared."""
        return self._answers.latest.value or ()

    def ask(self, question: KellyQuestion) -> None:
        """Compare a question with the pinned table once no run is in progress.

        Forget the rows if there is no pinned table.
        """
        pinned, weighed, before = self._session.pinned, question.weighed, None
        if pinned is not None and pinned.scenario != self._document.scenario:
            before = pinned.snapshot
        comparable = weighed is not None and question.scenario.kelly is not None and question.snapshot is not None
        comparable = comparable and not question.under_way
        if pinned is None or before is None or not comparable or pinned.scenario.game != question.scenario.game:
            displayed = bool(self.rows)
            self._answers.forget()
            if displayed:
                self.changed.emit()
        elif self._session.state == "idle":
            self._answers.ask((pinned, weighed), partial(_compared, pinned, before, question, self._document.orders))


def _compared(
    pinned: Pinned, before: Snapshot, question: KellyQuestion, orders: tuple[Order, ...], cancel: CancelToken
) -> Iterator[tuple[BetChange, ...]]:
    """Yield how the values of bets differ from those at the pinned table; ``before``: the result there."""
    cancel.check_cancelled()
    scenario, after = with_same_bets(pinned.scenario, question.scenario), question.weighed
    for step in answers_in_background(scenario, before, orders, NOTHING_COMPUTED, cancel):
        weighed = None if step is None else step.weighed
        if weighed is not None and after is not None and question.snapshot is not None:
            yield bet_changes(before, weighed, question.snapshot, after)
