"""Best play: hero's decisions after the flop between two players in the hands of the list, solved in the background.

The hands are read first, and stored judgements are shown immediately. Then rivers and turns are solved (razz: from
sixth street on), and, if the option is on, flops (fifth street), each of which can take half a minute.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from operator import attrgetter

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from engine import GAMES, CancelToken, Game, Scenario, ScenarioError
from engine.betting.action_names import action_text
from engine.cards import whole_text
from engine.histories.best_play import (
    EFFORTS,
    MORE_PLAYERS,
    JudgedGame,
    Judgement,
    Mistake,
    judge_decision,
    judged_game,
    judged_table,
    late_decisions,
)
from engine.histories.hand import HandError, PlayedHand, hand_id
from engine.histories.judgements import JudgedRow, JudgementFile, Key, LossSum, LossSums, loss_sums
from engine.histories.listing import HandLine
from engine.histories.quiz import JudgedDecision
from engine.histories.reading import read_hand
from engine.ranges.orders import Order
from engine.storage.regular_files import reason
from gui.look.guard import Guarded
from gui.pages.histories.columns import units_text
from gui.pages.histories.decisions import CENT, price_hand, with_error
from gui.pages.histories.hand_list import REPORT_S, HandList
from gui.pages.histories.replay import Outlook, Replay
from gui.pages.histories.replay_table import ReplayTable
from gui.parts.build import NO_MARGINS, filled, label, named, push_button
from gui.parts.progress_line import ProgressLine
from gui.parts.table import Column, TableData, TableView
from gui.state.latest import Answers, Questions, refusal
from gui.words.formatting import chips, number_of, percent, signed_chips, time_left

MISTAKE_TEXTS: Mapping[Mistake, str] = {
    "overfold": "overfold",
    "overcall": "overcall",
    "missed_value": "missed value",
    "missed_bluff": "missed bluff",
    "thin_value": "should check",
    "overbluff": "overbluff",
    "too_large": "too large",
    "too_small": "too small",
}
MISTAKE_TIPS: Mapping[Mistake, str] = {
    "overfold": "folded where best play calls or raises",
    "overcall": "called where best play folds",
    "missed_value": "did not bet or raise with at least 50 % equity",
    "missed_bluff": "did not bet or raise with less than 50 % equity",
    "thin_value": "bet or raised with at least 50 % equity where best play checks or calls: too thin, or no trap",
    "overbluff": "bet or raised with less than 50 % equity where best play does not",
    "too_large": "best play is a smaller bet or raise, or none this large",
    "too_small": "best play is a larger bet or raise",
}
LOSS_TIP = (
    "EV of hero's action minus that of the best one, in big blinds (razz: big bets), before rake; ± is the accuracy of "
    "the solution: a smaller loss counts as none. est.: an estimate of EV loss"
)
EQUITY_TIP = "hero's all-in equity against the opponent's assumed range"
EXPECTED_SECONDS = 0.3, 3.0, 25.0
"""The time of a decision before any was solved, by the number of streets to come after its own."""
PAUSE, CONTINUE = "Pause", "Continue"
RUN_TIP = "Pause or continue; solved decisions are saved"
FLOPS_TIP = "Solve flops (razz: fifth street), too: up to half a minute each"
BETTING_TIP = "Open the solved spot on the Betting page (double-click)"
QUIZ_TIP = "Quiz yourself on these mistakes in the trainer; best play is the right answer"
REPLAY_TIP = "Replay the hand from this action"
NOTHING = "No decisions: they need a hero with known cards on a flop (razz: fifth street)."


@dataclass(frozen=True, slots=True, eq=False)
class BestRow:
    """A decision that has been judged, will be judged, or cannot be judged for the reason ``why``.

    ``estimate``: the estimated EV loss in big blinds, if it cannot be judged. ``cards``: hero's cards at the decision;
    ``action``: his action. ``unit``: the size of the big blind in chips.
    """

    line: HandLine
    moment: int
    street: int
    kind: Game
    cards: str
    action: str
    unit: float
    game: JudgedGame | None = None
    judgement: Judgement | None = None
    estimate: float | None = None
    why: str = ""

    @property
    def key(self) -> tuple[int, int]:
        """The hand and the moment."""
        return self.line.raw.number, self.moment

    @property
    def street_name(self) -> str:
        """The name of the street."""
        return GAMES[self.kind].streets[self.street].removesuffix(" street")

    @property
    def open(self) -> bool:
        """Whether the decision is to be judged."""
        return self.game is not None and self.judgement is None and not self.why

    @property
    def to_come(self) -> int:
        """The number of streets after that of the decision."""
        return len(GAMES[self.kind].streets) - 1 - self.street

    @property
    def judged(self) -> JudgedRow | None:
        """The judgement for sums."""
        return None if self.judgement is None else JudgedRow(self.judgement, self.kind, self.unit)

    @property
    def gain(self) -> float | None:
        """The gain in big blinds, which is not positive if the decision is judged; None if it is not known."""
        judged = self.judged
        if judged is None:
            return self.estimate
        return None if judged.loss is None else -judged.loss


@dataclass(frozen=True, slots=True, eq=False)
class BestPlay:
    """The decisions by number of hand, of ``total`` hands; ``current``: the one that is being solved.

    ``seconds``: the times of decisions that were solved, by the number of streets to come.
    """

    by_hand: Mapping[int, tuple[BestRow, ...]] = field(default_factory=dict)
    total: int = 0
    current: BestRow | None = None
    seconds: Mapping[int, tuple[float, ...]] = field(default_factory=dict)
    problem: str = ""

    @property
    def rows(self) -> tuple[BestRow, ...]:
        """All decisions, hand by hand."""
        return tuple(row for rows in self.by_hand.values() for row in rows)

    def seconds_left(self, *, flops: bool) -> float:
        """Return the estimated time for the decisions that are to be solved."""

        def expected(row: BestRow) -> float:
            known = self.seconds.get(row.to_come, ())
            return sum(known) / len(known) if known else EXPECTED_SECONDS[row.to_come]

        return sum(expected(row) for row in self.rows if row.open and wanted(row, flops=flops))


def wanted(row: BestRow, *, flops: bool) -> bool:
    """Return whether a decision is to be solved: those with two streets to come only if ``flops``."""
    return flops or row.to_come < len(EFFORTS) - 1


def rows_of_hand(
    line: HandLine,
    outlook: Outlook,
    orders: tuple[Order, ...],
    known: Mapping[Key, Judgement],
    cancel: CancelToken,
) -> tuple[BestRow, ...]:
    """Return the decisions of a hand; those that are among the ``known`` judgements are judged."""
    try:
        hand = outlook.seen(read_hand(line.raw))
    except HandError:
        return ()
    if not hand.own or not hand.reliable:
        return ()
    assumptions, rows = outlook.assumptions(hand), list[BestRow]()
    for index in late_decisions(hand, hand.hero):
        cancel.check_cancelled()
        row = _row(line, hand, index)
        try:
            game = judged_game(hand, index, hand.hero, assumptions=assumptions)
            rows.append(replace(row, game=game, judgement=known.get((hand_id(line.raw), game.digest))))
        except ScenarioError as error:
            rows.append(replace(row, why=error.problems[0].message))
    if any(row.why == MORE_PLAYERS for row in rows):
        priced = price_hand(line, hand, hand.hero, assumptions, orders, cancel)
        estimates = {each.decision.moment_index: each.units for each in priced}
        rows = [replace(row, estimate=estimates.get(row.moment)) if row.why else row for row in rows]
    return tuple(rows)


def _row(line: HandLine, hand: PlayedHand, index: int) -> BestRow:
    """Return a decision of hero that is not judged."""
    moment, unit = hand.moments[index], hand.stakes.big_blind or hand.stakes.big_bet
    first, second = hand.moves[moment.moves].kind.partition("/")[::2]
    action = second if second and bool(moment.price) else first
    cards = "".join(hand.cards[hand.hero][: moment.dealt[hand.hero]])
    return BestRow(line, index, moment.street, hand.game, cards, action, unit)


def judge_list(
    lines: Sequence[HandLine],
    known: Mapping[int, tuple[BestRow, ...]],
    outlook: Outlook,
    orders: tuple[Order, ...],
    file: JudgementFile,
    flops: bool,
    cancel: CancelToken,
) -> Iterator[BestPlay]:
    """Yield the decisions of the hands, more of them judged each time; ``known`` ones are not read again."""
    result: dict[int, tuple[BestRow, ...]] = {}
    judgements, reported = file.read(), time.monotonic()
    for line in lines:
        number = line.raw.number
        result[number] = known[number] if number in known else rows_of_hand(line, outlook, orders, judgements, cancel)
        cancel.check_cancelled()
        if time.monotonic() - reported > REPORT_S:
            reported = time.monotonic()
            yield BestPlay(dict(result), len(lines))
        time.sleep(0.0)  # the window may have something to do
    state = BestPlay(dict(result), len(lines))
    jobs = [row for row in state.rows if row.open and wanted(row, flops=flops)]
    for row in sorted(jobs, key=lambda row: row.to_come):
        assert row.game is not None
        yield replace(state, current=row)
        began, done, problem = time.monotonic(), row, ""
        try:
            done = replace(row, judgement=judge_decision(row.game, cancel=cancel))
        except ScenarioError as error:
            done = replace(row, why=error.problems[0].message)
        cancel.check_cancelled()
        if done.judgement is not None:
            try:
                file.add(row.line.raw, done.judgement)
            except OSError as error:
                problem = f"Solved decisions cannot be saved: {reason(error)}"
        hand, to_come = row.line.raw.number, row.to_come
        result[hand] = tuple(done if one is row else one for one in result[hand])
        seconds = {**state.seconds, to_come: (*state.seconds.get(to_come, ()), time.monotonic() - began)}
        state = BestPlay(dict(result), len(lines), None, seconds, problem or state.problem)
    yield state


def best_table(game: JudgedGame, cancel: CancelToken) -> Iterator[Scenario]:
    """Yield the table of a decision for the page *Betting*."""
    yield judged_table(game, cancel)


def _sums(play: BestPlay) -> LossSums:
    return loss_sums(row.judged for row in play.rows if row.judged is not None)


def loss_sentence(play: BestPlay) -> str:
    """Return the sum of the mistakes as a sentence."""
    one = _sums(play).all
    if not one.decisions:
        return NOTHING if not play.rows else "No decision is solved yet."
    solved = number_of(one.decisions, "solved decision")
    if not one.mistakes:
        return f"No mistake in {solved}."
    return f"Mistakes lost {one.loss:.2f} bb, in {one.mistakes} of {solved}."


def sum_lines(play: BestPlay) -> tuple[str, ...]:
    """Return the losses by street, and by kind of mistake."""
    sums = _sums(play)

    def text(name: str, one: LossSum) -> str:
        return f"{name} {one.loss:.2f} bb ({one.mistakes} of {one.decisions})"

    streets = [text(street, one) for street, one in sums.by_street.items()]
    kinds = [f"{MISTAKE_TEXTS[kind]} {one.loss:.2f} bb ({one.mistakes})" for kind, one in sums.by_mistake.items()]
    return tuple(" · ".join(parts) for parts in (streets, kinds) if parts)


def _gain_text(row: BestRow) -> str:
    if row.judged is not None and row.gain is not None:
        return with_error(row.gain + 0.0, row.judged.bound, signed_chips, CENT)
    return "" if row.estimate is None else f"{units_text(row.estimate)} est."


def _mistake_text(row: BestRow) -> str:
    if row.judgement is None:
        return row.why
    return MISTAKE_TEXTS[row.judgement.mistake] if row.judgement.mistake else ""


def _mistake_tip(row: BestRow) -> str:
    judgement = row.judgement
    if judgement is None:
        return row.why
    evs = ", ".join(
        f"{action_text(one.action)} {one.ev:+.2f} ({percent(one.frequency, exact_digits=0)})"
        for one in judgement.actions
    )
    kind = f"{MISTAKE_TEXTS[judgement.mistake]}: {MISTAKE_TIPS[judgement.mistake]}\n" if judgement.mistake else ""
    return whole_text(f"{row.line.raw.name}\n{kind}EV in chips (frequency in best play): {evs}")


def _is_mistake(row: BestRow) -> bool:
    return row.judgement is not None and row.judgement.is_mistake


def best_table_data(rows: Sequence[BestRow]) -> TableData[BestRow]:
    """Return the table of the decisions that are judged or have an estimate or a reason, the worst first."""

    def equity(row: BestRow) -> float:
        return -1.0 if row.judgement is None else row.judgement.equity

    columns: tuple[Column[BestRow], ...] = (
        Column("Hand", lambda row: str(row.line.raw.number), "number in the list", sort=lambda row: row.key),
        Column(
            "bb", _gain_text, LOSS_TIP, bold=_is_mistake, ink=lambda row: "bad" if _is_mistake(row) else "muted",
            sort=lambda row: (row.gain is None, row.judgement is None, row.gain or 0.0),
            sort_down=lambda row: (row.gain is not None, row.gain or 0.0),
        ),
        Column("Street", lambda row: row.street_name, "street of the decision", number=False, hide_order=3,
               sort=lambda row: row.street),
        Column("Cards", lambda row: row.cards, "hero's cards at this point", number=False, bold=True),
        Column("Action", lambda row: row.action if row.judgement is None else action_text(row.judgement.action),
               "hero's action", number=False),
        Column("Best play", lambda row: "" if row.judgement is None else action_text(row.judgement.best),
               "the action with the highest EV", number=False),
        Column("Mistake", _mistake_text, "kind of mistake, or why the decision is not solved", number=False, wide=True,
               sort=_mistake_text, cell_tip=_mistake_tip),
        Column("Equity", lambda row: "" if row.judgement is None else percent(equity(row), exact_digits=0), EQUITY_TIP,
               hide_order=2, sort=equity),
        Column("Pot", lambda row: "" if row.judgement is None else chips(row.judgement.pot),
               "pot in chips with the bet to call", hide_order=1,
               sort=lambda row: 0.0 if row.judgement is None else row.judgement.pot),
    )  # fmt: skip
    known = tuple(row for row in rows if not row.open)
    order = 1, Qt.SortOrder.AscendingOrder
    return TableData(columns, known, key=attrgetter("key"), tip=_mistake_tip, order=order, padding=(12, 18))


class BestPlayView(Guarded, QWidget):
    """Solves decisions while it is visible. A row that is clicked or reached is put on the table.

    ``replay_wanted``: the pane of the hand is to be shown. ``message`` is for the status line.
    """

    replay_wanted = Signal()
    message = Signal(str, bool)

    def __init__(
        self, hands: HandList, replay: Replay, table: ReplayTable, questions: Questions, file: JudgementFile
    ) -> None:
        super().__init__()
        named(self, "histories.best", "Best play")
        self._hands, self._replay, self._replay_table, self._file = hands, replay, table, file
        self._list: Answers[BestPlay] = Answers(questions.apart("histories best play"), "best play", self)
        self._opening: Answers[Scenario] = Answers(questions.apart("histories best table"), "best table", self)
        self._known: dict[int, tuple[BestRow, ...]] = {}
        """The decisions of hands of the list that were read, by number of hand."""
        self._outlook = Outlook()
        self._paused = False
        self._opened: Scenario | None = None
        """The last table that was opened on the page *Betting*."""
        self._shown: object = None
        """The content of the table: the keys of its rows, and whether each is judged."""
        self._problem = ""
        """The problem that was reported last."""
        self.sentence = label(name="histories.best.sentence", role="title", wrap=True)
        self.details = label(name="histories.best.details", role="", wrap=True)
        self.progress = ProgressLine("histories.best.bar", "histories.best.progress", "Progress of best play", self)
        self.table: TableView[BestRow] = TableView("histories.best.table", "Judged decisions", self, height=24)
        self._run = push_button(PAUSE, "histories.best.run", self._on_run, RUN_TIP)
        self._flops = push_button("Flops too", "histories.best.flops", self._on_flops, FLOPS_TIP)
        self._flops.setCheckable(True)
        self._quiz = push_button("Quiz", "histories.best.quiz", self._on_quiz, QUIZ_TIP)
        self._to_replay = push_button("Replay", "histories.best.replay", self.replay_wanted.emit, REPLAY_TIP)
        self._bet = push_button("Solve", "histories.best.betting", self._on_bet, BETTING_TIP)
        # The buttons are above the table, not below it: in large text the page is higher than a small window.
        tools = self._quiz, self._to_replay, self._bet
        head = filled(QHBoxLayout(), (self.sentence, 1), *tools, spacing=8, margins=NO_MARGINS)
        run = filled(QHBoxLayout(), (self.progress, 1), self._run, self._flops, spacing=8, margins=NO_MARGINS)
        parts = head, self.details, run, (self.table, 1)
        filled(QVBoxLayout(self), *parts, spacing=6, margins=(0, 8, 0, 0))
        self._list.changed.connect(self._on_list)
        self._opening.changed.connect(self._on_opening)
        hands.listed.connect(self._on_listed)
        hands.facts_changed.connect(self._follow)
        replay.changed.connect(self._follow)
        self.table.reached.connect(self._on_reached)
        self.table.entered.connect(self._on_reached)
        self.table.doubleClicked.connect(self._on_bet)
        self.table.selectionModel().currentRowChanged.connect(self._render_buttons)
        self._render()

    @property
    def play(self) -> BestPlay:
        """The judgements of the listed hands so far."""
        return self._list.latest.value or BestPlay()

    @Slot()
    def _on_listed(self) -> None:
        self._list.forget()
        self._known.clear()
        self._paused = False
        self._follow()

    @Slot()
    def _on_list(self) -> None:
        self._known.update(self.play.by_hand)
        if self.play.problem != self._problem:
            self._problem = self.play.problem
            self.message.emit(self._problem, True)
        self._render()

    @Slot()
    def _follow(self) -> None:
        """Solve the decisions of the displayed hands while the pane is visible."""
        if not self.isVisible() or self._paused:
            return
        # As in EV loss: each hand is judged for its own hero, and under another outlook every decision is another one.
        outlook = replace(self._replay.outlook, hero=None)
        if outlook != self._outlook:
            self._outlook = outlook
            self._known.clear()
        lines = sorted(self._hands.view.rows, key=attrgetter("raw.number"))
        rows = tuple(line for line in lines if line.hero)
        flops, orders = self._flops.isChecked(), self._replay.orders
        work = partial(judge_list, rows, dict(self._known), outlook, orders, self._file, flops)
        self._list.ask((rows, outlook, flops), work)
        self._render()

    @Slot()
    def _render(self) -> None:
        """Show the sums, the progress and the decisions that are judged so far."""
        play, busy = self.play, self._list.latest.busy
        self.sentence.setText("Reading the hands …" if busy and not play.rows else loss_sentence(play))
        self.details.setText("\n".join(sum_lines(play)))
        self.progress.show_state(*self._status())
        # The decision that is being solved changes more often than those that are judged.
        shown = [(row.key, row.judgement is None) for row in play.rows if not row.open]
        if shown != self._shown:
            self._shown = shown
            self._show_rows(play.rows)
        self._run.setText(CONTINUE if self._paused else PAUSE)
        self._run.setEnabled(busy or self._paused)
        self._render_buttons()

    def _show_rows(self, rows: Sequence[BestRow]) -> None:
        """Show the rows, the largest losses on top; the selection and the scroll position do not change."""
        selected, scroll_bar = self.table.selected_row, self.table.verticalScrollBar()
        position = scroll_bar.value()
        self.table.show_table(best_table_data(rows))
        if selected is not None and self.table.selected_row is None:
            self.table.choose(selected.key)
        scroll_bar.setValue(position)

    def _status(self) -> tuple[float | None, str]:
        """Return how far the work is, 0 to 1 (None: no bar), and a text about it."""
        play, flops = self.play, self._flops.isChecked()
        solvable = [row for row in play.rows if row.game is not None and (not row.open or wanted(row, flops=flops))]
        done, all_ = sum(not row.open for row in solvable), len(solvable)
        waiting = sum(row.open for row in play.rows) - (all_ - done)
        later = f"{number_of(waiting, 'flop')} not solved" if waiting else ""
        if self._list.latest.error is not None:
            return None, refusal(self._list.latest.error)
        if len(play.by_hand) < play.total:
            return len(play.by_hand) / play.total, f"Reading {number_of(play.total, 'hand')} …"
        if done == all_:
            return (1.0 if all_ else None), later
        count = f"{done} of {number_of(all_, 'decision')}"
        if self._paused:
            return done / all_, f"Paused: {count}"
        left = time_left(play.seconds_left(flops=flops))
        return done / all_, " · ".join(filter(None, (count, left, later)))

    @Slot()
    def _render_buttons(self) -> None:
        row = self.table.selected_row
        self._bet.setEnabled(row is not None and row.game is not None)
        self._to_replay.setEnabled(row is not None)
        self._quiz.setEnabled(any(map(_is_mistake, self.play.rows)))

    @Slot()
    def _on_run(self) -> None:
        """Pause, or continue."""
        self._paused = not self._paused
        if self._paused:
            self._list.stop()
        self._follow()
        self._render()

    @Slot()
    def _on_flops(self) -> None:
        self._follow()
        self._render()

    @Slot()
    def _on_quiz(self) -> None:
        rows = ((row, row.judgement) for row in self.play.rows if _is_mistake(row))
        self._replay_table.quiz_judged([JudgedDecision(row.line.raw, one, row.kind) for row, one in rows if one])

    @Slot(object)
    def _on_reached(self, row: BestRow) -> None:
        self._replay_table.open_at(row.line, row.moment)
        self._render_buttons()

    @Slot()
    def _on_bet(self) -> None:
        """Open the game of the selected decision on the page *Betting*."""
        row = self.table.selected_row
        if row is not None and row.game is not None:
            self._opening.forget()
            self._opening.ask(row.key, partial(best_table, row.game), row.line.raw.number)

    @Slot()
    def _on_opening(self) -> None:
        latest = self._opening.latest
        if latest.error is not None:
            self.message.emit(refusal(latest.error), True)
        elif latest.current is not None and latest.current is not self._opened:
            self._opened = latest.current
            self._replay_table.bet_on(latest.current, latest.of)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._follow()
