"""The page *Journal*: the chart of the bankroll and of the bankroll that the advice would have led to, the results as
text, the table of hands, and the bar that selects, creates, renames and deletes journals.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QAction, QShowEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QMenu, QVBoxLayout, QWidget

from engine import GAMES
from engine.journal.history import BankrollTransfer, Curve, Deviation, Fan, Luck, csv_text
from engine.journal.records import JournalAction, JournalDecision, JournalHand
from gui.charts.plot import Maker
from gui.charts.ticks import Tick, count_ticks, nice_step
from gui.charts.values import Amount, Axis, Band, Chart, Empty, Heading, Key, Line, Points, ReadOut, Row, Table
from gui.charts.view import ChartView
from gui.export.files import AskPath, BuiltPage, ExportItem, FileActions, ask_path
from gui.look.guard import Guarded
from gui.look.scale import at_most
from gui.parts.build import (
    NO_MARGINS,
    STRETCH,
    MenuButton,
    add_actions,
    bare_grid,
    combo_box,
    filled,
    label,
    named,
    offer,
    page_ground,
    push_button,
    release_focus,
    split,
)
from gui.parts.table import Column, TableData, TableView
from gui.parts.text_entry import ProblemLine
from gui.state.context import PageContext
from gui.state.journal import Journal, Overview
from gui.storage.settings import NO_JOURNAL
from gui.words.formatting import (
    NO_BREAK,
    action_text,
    change_in_chips,
    chips,
    count,
    grown,
    growth_size,
    number_of,
    percent,
    signed_chips,
)

NO_CURVE = Empty("Bankroll over time", ("Every finished hand adds a point to this chart.",))
SHADE = 0.16
TICK_SPACING = 24.0
MIN_DECADES = 0.5
"""On an axis of fewer decades, ticks are at equal steps instead of powers of ten."""
TICK_DIGITS = ((4, (1, 2, 5)), (2, (1, 3)))
"""(ticks for which a decade has room, digits of the ticks in each decade)."""
LOST_SHARE = 0.5
"""A lost bankroll has no logarithm: it is drawn at this share of the smallest positive one."""
SEAT = 0
SYMBOL, FOOT = 10.0, 0.02
"""The size of a triangle in pixels, and its height above the axis as a share of the plot."""
SIGNS = (("Deposit", 1.0, "t1", "good"), ("Withdrawal", -1.0, "t", "warn"))
"""Chips moved between hands: name, sign of the amount, symbol and colour."""
STOPS = 40
Array = NDArray[np.float64]


NOT_READ = "Reading the journal …"
NOT_KEPT = "Hands are not recorded: select a journal to record them from now on."
EMPTY = (
    "No finished hands yet. Play one with the hand tracker (Kelly page): the advice, your action and the result are "
    "saved here automatically."
)
FAN_TIP = (
    "Bankroll if the last decision of every hand had followed the advice: 4,000 simulations of its possible results, "
    "with the same cards, pots and earlier bets. Deposits between hands are included, withdrawals as the same share of "
    "the bankroll"
)
HALVED_TIP = (
    "Probability that half of the starting bankroll would have been lost after one of the hands, by play alone: "
    "deposits do not make up for losses"
)
DEVIATION_TIP = (
    "Expected bankroll growth lost by not following the advice, sum of all decisions; a check and the response to a "
    "bet that follows on the same street count as one decision"
)
LUCK_TIP = (
    "Chips won at showdown compared with the expectation at the last decision, given that the bet was called; ± is one "
    "standard deviation"
)
MIN_CHIPS = 0.005
"""Smaller amounts are rounding errors of typed numbers."""


def bankroll_headline(overview: Overview | None) -> str:
    """Return how the bankroll has changed, or why that is unknown, in one sentence."""
    if overview is None:
        return NOT_READ
    if overview.problem:
        return f"The journal cannot be read: {overview.problem}."
    if overview.chosen is None and overview.rows:
        return NOT_KEPT
    if overview.curve is None or len(overview.curve.bankroll) < 2:
        return EMPTY
    first, last = float(overview.curve.bankroll[0]), float(overview.curve.bankroll[-1])
    hands, added = number_of(len(overview.curve.bankroll) - 1, "hand"), overview.curve.added
    change = "" if first <= 0.0 else f", {'−' if last < first else '+'}{percent(abs(last / first - 1))}"
    if abs(added) >= MIN_CHIPS:
        moved = f"{chips(abs(added))} {'deposited' if added > 0.0 else 'withdrawn'} between hands"
        change = f", {moved}, {signed_chips(last - first - added)} from play"
    return f"{hands}: from {chips(first)} to {chips(last)} chips{change}."


@dataclass(frozen=True, slots=True)
class JournalFact:
    """A result as a line of the page: title, text and tool tip."""

    title: str
    text: str
    meaning: str


def journal_facts(overview: Overview) -> tuple[JournalFact, ...]:
    """Return the results apart from the headline, or () if no hand has ended."""
    advised, done, cost, luck = overview.advised, overview.done, overview.deviation, overview.luck
    if advised is None or done is None or cost is None or luck is None:
        return ()
    low, middle, high = (chips(float(ends[-1])) for ends in (advised.low, advised.middle, advised.high))
    shares = (percent(fan.p_halved, fan.stderr, exact_digits=1) for fan in (advised, done))
    led = f"median {middle} chips, 90{NO_BREAK}% interval {low} … {high}"
    halved = "{} if you had followed the advice, {} as played".format(*shares)
    return (
        JournalFact("Following the advice", led, FAN_TIP),
        JournalFact("Chance of losing half", halved, HALVED_TIP),
        JournalFact("Cost of deviations", deviation_text(cost, overview.hands), DEVIATION_TIP),
        JournalFact("Luck", luck_text(luck), LUCK_TIP),
    )


def deviation_text(cost: Deviation, hands: tuple[JournalHand, ...]) -> str:
    """Return the growth lost by deviating from the advice, and the decision that cost most."""
    number = number_of(cost.decisions, "decision")
    if not cost.deviated:
        return f"none, the advice was followed in {number}" if cost.decisions else "no decisions with advice yet"
    text = f"{lost_growth_text(cost.growth)} growth lost in {count(cost.deviated)} of {number}"
    if cost.worst is None:
        return text
    hand, index = cost.worst
    worst = hands[hand].counted[index][-1]
    done, advised = (journal_action_text(action, worst.put_in) for action in (worst.done, worst.advised))
    return f"{text}, most in hand {hand + 1} ({worst.street}: {done} instead of {advised})"


def luck_text(luck: Luck) -> str:
    """Return the chips won at showdowns and the chips that were expected."""
    if not luck.showdowns:
        return "no showdown after a decision with advice yet"
    times = number_of(luck.showdowns, "showdown")
    expected = change_in_chips(luck.expected, luck.stderr)
    return f"{signed_chips(luck.luck)} chips: won {signed_chips(luck.won)} in {times}, expected {expected}"


def lost_growth_text(growth: float) -> str:
    """Return the growth lost by a decision; it is negative if the decision was better than the advice."""
    if math.isinf(growth):
        return "all (the whole bankroll was at risk)"
    return f"{'−' if growth < 0 and growth_size(-growth)[0] != '0' else ''}{growth_size(-growth)}"


def journal_action_text(action: JournalAction, put_in: float | None) -> str:
    """Return an action as in the tracker; ``put_in``: hero's chips on the street so far, since a raise is *to* a
    total."""
    return action_text(action.action, action.chips, put_in).lower() if action.chips else action.action


def followed_advice(decision: JournalDecision) -> bool:
    """Return True if the action and the advice have the same text, so that rounding is no deviation."""
    return journal_action_text(decision.advised, decision.put_in) == journal_action_text(decision.done, decision.put_in)


def moment_text(at: str) -> str:
    """Return a saved time as displayed; a text that is not a time is returned unchanged."""
    try:
        return f"{datetime.fromisoformat(at):%Y-%m-%d %H:%M}"
    except ValueError:
        return at


def bankroll_maker(overview: Overview | None) -> Maker | None:
    """Return the function that makes the chart of a journal, or None if no hand has ended."""
    if overview is None or overview.curve is None or overview.advised is None or overview.chosen is None:
        return None
    return partial(bankroll_chart, overview, overview.curve, overview.advised, overview.chosen.name)


def bankroll_chart(overview: Overview, curve: Curve, fan: Fan, name: str, hidden: frozenset[int]) -> Chart:
    """Return the chart of the journal ``name``: the bankroll, and the fan of the bankrolls that the advice leads to."""
    moves = {move.after: move for move in curve.transfers}
    lines = curve.bankroll, fan.low, fan.middle, fan.high
    # Chips moved after a hand are a vertical jump: the hand has two points, before and after the move.
    jumped = [with_jumps(line, moves) for line in lines]
    along, levels = jumped[0][0], [values for _, values in jumped]
    positive = np.concatenate(levels)
    positive = positive[positive > 0.0]
    floor = LOST_SHARE * float(positive.min()) if any((line <= 0.0).any() for line in levels) else float(positive.min())
    bankroll, low, middle, high = (np.log10(np.maximum(line, floor)) for line in levels)
    bottom, top = min(bankroll.min(), low.min()), max(bankroll.max(), high.max())
    room = max(0.06 * (top - bottom), 0.01)
    bottom, top = float(bottom - room), float(top + room)
    foot = bottom + FOOT * (top - bottom)
    # A dict keeps the last of two points of a hand, the one after the jump; from there a line drops to the triangle.
    landed = dict(zip(along.astype(int).tolist(), bankroll.tolist(), strict=True))
    drops = [Line(np.full(2, float(i)), np.array([foot, max(landed[i], foot)]), "muted", 1.0, "dot") for i in moves]
    present = [sign for sign in SIGNS if any(sign[1] * move.chips > 0.0 for move in moves.values())]
    symbols = [
        Points(
            tuple((float(i), foot) for i, move in moves.items() if sign * move.chips > 0.0), color, SYMBOL, (), symbol
        )
        for _, sign, symbol, color in present
    ]
    last = len(lines[0]) - 1
    stops = sorted({round(i * last / STOPS) for i in range(STOPS + 1)})
    notes = (
        "Shaded: results if the last decision of every hand had followed the advice, with the same cards, pots and "
        "earlier bets",
        *(("Triangles: deposits and withdrawals between hands, also in the simulations",) if moves else ()),
    )
    settings = hand_count_line(overview)
    about = (settings, *(f"{fact.title}: {fact.text}" for fact in journal_facts(overview)))
    return Chart(
        Heading(f"Bankroll over time, {name}", settings, about, notes, "", "bankroll", always=False),
        Axis(0.0, float(along[-1]), count_ticks, "hands"),
        Axis(bottom, top, log_chip_ticks),
        (
            Band(along, low, high, SEAT, SHADE),
            Line(along, middle, "muted", 1.0, "dash"),
            Line(along, bankroll, SEAT, 2.0),
            *drops,
            *symbols,
        ),
        _table(curve, lines, moves),
        keys=(
            Key("Bankroll", "line", SEAT),
            Key("Following the advice, 5 to 95 %", "band", SEAT),
            Key("Median", "dash", "muted"),
            *(Key(name, "symbol", color, symbol) for name, _, symbol, color in present),
        ),
        read=lambda x, _: _read(lines, moves, min(max(round(x), 0), last)),
        stops=tuple((float(hand), (bottom + top) / 2) for hand in stops),
    )


def with_jumps(line: Array, moves: Mapping[int, BankrollTransfer]) -> tuple[Array, Array]:
    """Return x coordinates and values of ``line`` float64[hands + 1], with an additional point for each jump.

    ``moves``: chips put in or taken out, by the number of the hand before.
    """
    xs, values = [], []
    for i in range(len(line)):
        xs.append(float(i))
        values.append(line[i : i + 1])
        if i in moves:
            xs.append(float(i))
            values.append(moves[i].applied(line[i : i + 1]))
    return np.array(xs), np.concatenate(values)


def hand_count_line(overview: Overview) -> str:
    """Return the number of hands and the kind of scale on one line."""
    ended = len(overview.curve.bankroll) - 1 if overview.curve is not None else 0
    under_way = sum(hand.left is None for hand in overview.hands)
    return f"{number_of(ended, 'hand')}{f', {under_way} unfinished' if under_way else ''}; log scale"


def _read(lines: tuple[Array, ...], moves: Mapping[int, BankrollTransfer], hand: int) -> ReadOut:
    """Return the read-out of bankroll and fan after ``hand`` hands."""
    bankroll, low, middle, high = (chips(float(line[hand])) for line in lines)
    rows = [
        Row(SEAT, "bankroll", (bankroll,)),
        Row(SEAT, "following the advice, 5 to 95 %", (f"{low} … {high}",)),
        Row(SEAT, "median", (middle,)),
    ]
    change = moves[hand].chips if hand in moves else 0.0
    if change:
        rows.append(Row(SEAT, "then deposited" if change > 0.0 else "then withdrawn", (chips(abs(change)),)))
    return ReadOut("Before the first hand" if hand == 0 else f"After hand {hand}", tuple(rows), float(hand), line=True)


def _table(curve: Curve, lines: tuple[Array, ...], moves: Mapping[int, BankrollTransfer]) -> Table:
    """Return bankroll, growth lost so far and fan after each hand, and the chips then put in, as header and rows."""
    header = ("hand", "bankroll", "growth given up", "advice 5 %", "advice 50 %", "advice 95 %", "then put in")
    bankroll, low, middle, high = lines
    rows: list[tuple[object, ...]] = [
        (
            i,
            Amount(bankroll[i]),
            -grown(-float(curve.given_up[i])),
            *(Amount(line[i]) for line in (low, middle, high)),
            Amount(moves[i].chips if i in moves else 0.0),
        )
        for i in range(len(bankroll))
    ]
    return header, rows


def log_chip_ticks(low: float, high: float, length: float) -> list[Tick]:
    """Return the ticks of a vertical axis of log10(chips): 1, 2, 5 times powers of ten, or equal steps on a short
    axis."""
    if not high > low:
        return []
    smallest, largest = 10.0**low, 10.0**high
    if high - low < MIN_DECADES:
        step = nice_step(largest - smallest, length / TICK_SPACING)
        first, last = math.ceil(smallest / step - 1e-9), math.floor(largest / step + 1e-9)
        return [Tick(math.log10(i * step), chips(i * step)) for i in range(first, last + 1) if i > 0]
    decade = length / (high - low)
    # The more pixels a decade has, the more ticks: 1, 2 and 5, or 1 and 3, or 1 alone, or not every power of ten.
    digits = next((digits for room, digits in TICK_DIGITS if decade >= room * TICK_SPACING), (1,))
    every = max(1, math.ceil(TICK_SPACING / decade))
    powers = (power for power in range(math.floor(low), math.ceil(high) + 1) if power % every == 0)
    values = [digit * 10.0**power for power in powers for digit in digits]
    return [Tick(math.log10(v), chips(v)) for v in values if smallest * (1 - 1e-9) <= v <= largest * (1 + 1e-9)]


NO_HANDS_KEPT = "Do not record hands"
NEW_NAME, OTHER_NAME = "Name of the new journal, then Enter", "New name, then Enter"
KEEP = "Keep"
MIN_LETTERS = 22

FACTS = 4
CHART_SHARE, HANDS_SHARE = 3, 2
ROW_HEIGHT = 24
UNDER_WAY = "unfinished"


@dataclass(frozen=True, slots=True)
class JournalRow:
    """A row of the table: a hand, its index in the journal, and one of its decisions, if it has any.

    ``last``: it is the row of the last decision of the hand. ``checked``: hero had checked earlier on this street and
    then faced a bet.
    """

    index: int
    hand: JournalHand
    decision: JournalDecision | None
    last: bool
    checked: bool = False

    @property
    def done(self) -> str:
        """The action as text, "" without a decision."""
        if self.decision is None:
            return ""
        text = journal_action_text(self.decision.done, self.decision.put_in)
        return f"check, {text}" if self.checked else text

    @property
    def deviates(self) -> bool:
        """Whether the action differs from the advice."""
        return self.decision is not None and not followed_advice(self.decision)


def journal_rows(hands: tuple[JournalHand, ...]) -> tuple[JournalRow, ...]:
    """Return the rows of the table, the latest hand first."""
    rows = []
    for index, hand in reversed(tuple(enumerate(hands))):
        if not hand.decisions:
            rows.append(JournalRow(index, hand, None, last=True))
        # A check and the decision after the opponent's bet are one item of ``counted``, and one row.
        for *checks, decision in reversed(hand.counted):
            rows.append(JournalRow(index, hand, decision, decision is hand.decisions[-1], bool(checks)))
    return tuple(rows)


def _of_hand(text: Callable[[JournalRow], str]) -> Callable[[JournalRow], str]:
    """Return a cell function for a value of the complete hand: only its last row has the text."""
    return lambda row: text(row) if row.last else ""


def _of_decision(text: Callable[[JournalDecision], str]) -> Callable[[JournalRow], str]:
    """Return a cell function for a value of the decision; a row without one has an empty cell."""
    return lambda row: "" if row.decision is None else text(row.decision)


def _result_ink(row: JournalRow) -> str:
    result = row.hand.result
    return "muted" if result is None else "text" if result == 0.0 else "good" if result > 0.0 else "bad"


def _plain_ink(row: JournalRow) -> str:
    return "muted" if row.hand.result is None else "text"


def _column(title: str, text: Callable[[JournalRow], str], tip: str, *, number: bool = True) -> Column[JournalRow]:
    return Column(title, text, tip, number, ink=_plain_ink)


def _side(title: str, text: Callable[[JournalRow], str], tip: str, *, wide: bool = False) -> Column[JournalRow]:
    return Column(title, text, tip, False, ink="muted", wide=wide)


COLUMNS = (
    _column("Hand", _of_hand(lambda row: str(row.index + 1)), "Number of the hand in the journal"),
    _column(
        "Advice", _of_decision(lambda x: journal_action_text(x.advised, x.put_in)),
        "Advice at this bankroll", number=False,
    ),
    Column("Played", lambda row: row.done, "Action played", False, bold=lambda row: row.deviates, ink=_plain_ink),
    _column(
        "Cost", _of_decision(lambda x: "" if followed_advice(x) else lost_growth_text(x.given_up)),
        "Expected growth lost by not following the advice",
    ),
    Column(
        "Result", _of_hand(lambda row: UNDER_WAY if row.hand.result is None else signed_chips(row.hand.result)),
        "Chips won or lost in the whole hand", ink=_result_ink,
    ),
    _column(
        "Bankroll", _of_hand(lambda row: "" if row.hand.left is None else chips(row.hand.left)), "After the hand"
    ),
    _side("Street", _of_decision(lambda x: x.street), "Street of the decision"),
    _side("Game", _of_hand(lambda row: _game_title(row.hand.game)), ""),
    _side("Date", _of_hand(lambda row: moment_text(row.hand.begun)), "Start of the hand", wide=True),
)  # fmt: skip


def _game_title(name: str) -> str:
    """Return the title of a game, or its name if it is unknown (recorded by a later version of the program)."""
    return next((spec.title for game, spec in GAMES.items() if game == name), name)


class JournalPage(Guarded, QWidget):
    """Displays the selected journal. ``chart``: the bankroll. ``ask``: asks for the file when hands are exported."""

    def __init__(self, context: PageContext, ask: AskPath = ask_path) -> None:
        super().__init__()
        named(self, "journal", "Journal")
        page_ground(self)
        self._journal = journal = context.journal
        self.bar = JournalBar(journal, self)
        self.answer = label(name="journal.answer", role="title", wrap=True)
        title = "Bankroll over time"
        self.chart = ChartView("bankroll", title, NO_CURVE, context.session, menu="export")
        self.hands: TableView[JournalRow] = TableView("journal.hands", "Hands of the journal", height=ROW_HEIGHT)
        self._displayed_hands: tuple[JournalHand, ...] = ()
        self._bankroll = self.bar.add_action("bankroll", "My bankroll follows this journal", self._on_bankroll)
        self._bankroll.setCheckable(True)
        self._drop = self.bar.add_action("dropHand", "Delete the selected hand…", self._on_drop)
        self._files = FileActions("journal.export", context.settings, self, ask)
        self._files.message.connect(context.message)
        self._build()
        journal.changed.connect(self._on_changed)
        self.hands.selectionModel().selectionChanged.connect(self._on_selected)
        self._on_changed()
        self._render()

    def _build(self) -> None:
        """Lay out the bar with the export menu, the facts as a grid, and a splitter between chart and hands."""
        self._files.add("csv", "Hands as CSV", lambda: "journal", self._csv)
        menu = QMenu(self)
        menu.addActions(self._files.actions)
        self.bar.row.addWidget(named(MenuButton(None, "Export", menu), "journal.menu", "Export the hands"))
        grid = bare_grid(None, 12, 3)
        grid.setColumnStretch(1, 1)
        self._facts = [
            (label(name=f"journal.fact{row}.title", role=""), label(name=f"journal.fact{row}", wrap=True))
            for row in range(FACTS)
        ]
        for row, (head, text) in enumerate(self._facts):
            grid.addWidget(head, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(text, row, 1)
        both = split("journal.split", "Chart and hands", (self.chart, CHART_SHARE), (self.hands, HANDS_SHARE))
        items = (self.bar, self.answer, grid, (both, 1))
        filled(QVBoxLayout(self), *items, spacing=8, margins=(12, 10, 12, 10))

    def _csv(self) -> bytes:
        overview = self._journal.overview
        if overview is None or not overview.hands:
            raise ValueError("the journal has no hands yet")
        return csv_text(overview.hands).encode()

    def _render(self) -> None:
        """Show headline, facts and hands of the selected journal."""
        overview = self._journal.overview
        self.bar.render_journal()
        self._bankroll.setChecked(self._journal.is_bankroll)
        self.answer.setText(bankroll_headline(overview))
        texts = journal_facts(overview) if overview is not None else ()
        for widget in (widget for pair in self._facts for widget in pair):
            widget.setVisible(bool(texts))
        for fact, (head, text) in zip(texts, self._facts, strict=False):
            head.setText(fact.title)
            text.setText(fact.text)
            text.setToolTip(fact.meaning)
        # Showing the table again would lose the selection and the scroll position.
        hands = overview.hands if overview is not None else ()
        if hands != self._displayed_hands or not self.hands.table.columns:
            self._displayed_hands = hands
            self.hands.show_table(TableData(COLUMNS, journal_rows(hands)))
        self.hands.setVisible(bool(hands))
        self._on_selected()

    @Slot()
    def _on_changed(self) -> None:
        self.chart.show_chart(bankroll_maker(self._journal.overview))
        if self.isVisible():
            self._render()

    @Slot()
    def _on_selected(self) -> None:
        self._drop.setEnabled(self.hands.selectionModel().hasSelection())

    @Slot()
    def _on_bankroll(self) -> None:
        self._journal.set_bankroll(self._bankroll.isChecked())

    @Slot()
    def _on_drop(self) -> None:
        """Ask whether to delete the selected hand."""
        row = self.hands.selected_row
        if row is not None and self.hands.selectionModel().hasSelection():
            number = row.hand.number
            question = f"Delete hand {row.index + 1} from the journal? This cannot be undone."
            self.bar.ask(question, lambda: self._journal.drop_hand(number))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._journal.watch()
        self._render()


def journal_page(context: PageContext) -> BuiltPage:
    """Return the page and its charts that can be exported."""
    page = JournalPage(context)
    return page, (ExportItem("bankroll", "Bankroll", page, page.chart),)


class JournalBar(QWidget):
    """The box that selects a journal, the menu to edit journals, and below them a question or a problem, if any."""

    def __init__(self, journal: Journal, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._journal = journal
        self._numbers: list[int] = []
        self._renames = False
        """Whether the name that is typed renames the journal, instead of creating one."""
        self._confirmed: Callable[[], None] | None = None
        tip = "Journal for the hands of the tracker"
        self._choose = combo_box("journal.choose", "Journal", self._on_chosen, tip, width=160)
        self._choose.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._choose.setMinimumContentsLength(MIN_LETTERS)
        self._menu = QMenu(self)
        rows = ("new", "New journal…", self._on_new), ("rename", "Rename…", self._on_rename)
        _, self._rename, self._delete = add_actions(
            self._menu, "journal", *rows, ("delete", "Delete the journal…", self._on_delete)
        )
        self._edit = MenuButton(None, "Edit", self._menu)
        named(self._edit, "journal.edit", "New, rename or delete journal")
        self._name = named(QLineEdit(self), "journal.name", "Name of the journal")
        self._name.setMaxLength(200)
        at_most(self._name, width=320)
        self._name.returnPressed.connect(self._on_named)
        self._question = label(name="journal.question", role="", wrap=True)
        self._confirm = push_button("Delete", "journal.confirm", self._on_confirmed)
        self._cancel = push_button(KEEP, "journal.cancel", self.close_question)
        self._problem = named(ProblemLine(parent=self), "journal.problem")
        self._again = push_button(
            "Try again", "journal.again", journal.try_again, "Write the waiting hands and read the journal again"
        )
        self._anew = push_button(
            "Start a new file", "journal.anew", journal.begin_anew, "The damaged file stays under another name"
        )
        self._asking = QWidget(self)
        self._build()
        self.close_question()

    def _build(self) -> None:
        self.row = filled(QHBoxLayout(), self._choose, self._edit, STRETCH, spacing=8)
        question = self._name, (self._question, 1), self._confirm, self._cancel
        filled(QHBoxLayout(self._asking), *question, spacing=8, margins=NO_MARGINS)
        problem = filled(QHBoxLayout(), (self._problem, 1), self._again, self._anew, spacing=8)
        filled(QVBoxLayout(self), self.row, self._asking, problem, spacing=6, margins=NO_MARGINS)

    def add_action(self, name: str, title: str, handler: Callable[[], object]) -> QAction:
        """Add an entry to the menu and return it."""
        (action,) = add_actions(self._menu, "journal", (name, title, handler))
        return action

    def render_journal(self) -> None:
        """Display the list of journals and the current problem."""
        overview = self._journal.overview
        rows = overview.rows if overview is not None else ()
        chosen = overview.chosen if overview is not None else None
        self._numbers = [*(row.number for row in rows), NO_JOURNAL]
        # Without journals, an entry for the first one is displayed, as hands are recorded into it by default.
        names = [f"{row.name} ({number_of(row.hands, 'hand')})" for row in rows] or (
            ["Bankroll"] if self._journal.keeps else []
        )
        if not rows and self._journal.keeps:
            self._numbers.insert(0, -1)  # the first journal, which is created with its first hand
        offer(self._choose, [*names, NO_HANDS_KEPT])
        index = 0 if chosen is None else self._numbers.index(chosen.number)
        self._choose.setCurrentIndex(index if self._journal.keeps else len(self._numbers) - 1)
        for action in (self._rename, self._delete):
            action.setEnabled(chosen is not None)
        unread = overview.unread if overview is not None else ""
        damaged = self._journal.damaged
        read_error = overview.problem if overview is not None else ""
        problem = self._journal.problem or f"{read_error[:1].upper()}{read_error[1:]}"
        if unread:
            problem = f"{problem}. {unread}" if problem else unread
        if damaged:
            problem += f". The file is {self._journal.path}; it is not overwritten"
        self._problem.show_error(problem) if problem else self._problem.clear()
        self._again.setVisible(bool(problem))
        self._anew.setVisible(damaged)

    def ask(self, question: str, confirmed: Callable[[], None]) -> None:
        """Ask for confirmation; ``confirmed`` is called if the player agrees."""
        self.close_question()
        self._confirmed = confirmed
        self._question.setText(question)
        self._show_asking(self._question, self._confirm, self._cancel)
        self._cancel.setFocus()

    def _show_asking(self, *widgets: QWidget) -> None:
        """Display these widgets of the line of questions, or hide the line without any."""
        for widget in (self._name, self._question, self._confirm, self._cancel):
            widget.setVisible(widget in widgets)
        self._asking.setVisible(bool(widgets))

    @Slot()
    def close_question(self) -> None:
        """Hide the question and forget the action to be confirmed."""
        self._confirmed = None
        if self._asking.isVisible():
            release_focus(self._asking)
        self._show_asking()

    def _ask_name(self, placeholder: str, text: str) -> None:
        self._name.setPlaceholderText(placeholder)
        self._name.setText(text)
        self._name.selectAll()
        self._set_cancel_text("Cancel")
        self._show_asking(self._name, self._cancel)
        self._name.setFocus()

    def _set_cancel_text(self, text: str) -> None:
        self._cancel.setText(text)
        self._cancel.setAccessibleName(text)

    @Slot(int)
    def _on_chosen(self, index: int) -> None:
        number = self._numbers[index]
        if number >= NO_JOURNAL:
            self._journal.choose(number)

    @Slot()
    def _on_new(self) -> None:
        self._renames = False
        self._ask_name(NEW_NAME, "")

    @Slot()
    def _on_rename(self) -> None:
        overview = self._journal.overview
        if overview is not None and overview.chosen is not None:
            self._renames = True
            self._ask_name(OTHER_NAME, overview.chosen.name)

    @Slot()
    def _on_named(self) -> None:
        """Use the typed name: rename the journal, or create another one."""
        name, overview = self._name.text().strip(), self._journal.overview
        if not name:
            return
        if not self._renames:
            self._journal.create(name)
        elif overview is not None and overview.chosen is not None:
            self._journal.rename(overview.chosen.number, name)
        self.close_question()

    @Slot()
    def _on_delete(self) -> None:
        overview = self._journal.overview
        if overview is None or overview.chosen is None:
            return
        row = overview.chosen
        self._set_cancel_text(KEEP)
        question = f"Delete “{row.name}” with {number_of(row.hands, 'hand')}? This cannot be undone."
        self.ask(question, lambda: self._journal.delete(row.number))

    @Slot()
    def _on_confirmed(self) -> None:
        confirmed = self._confirmed
        self.close_question()
        if confirmed is not None:
            confirmed()
