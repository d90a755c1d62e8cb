"""The EV loss of hero's decisions, the largest first, in the displayed hand or in all hands of the list.

A call or fold is judged by hero's equity against the assumed range at that time, compared with the pot odds; a bet or
raise against one opponent by how often he folds, and by the equity against the hands that continue.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from operator import attrgetter
from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from engine import GAMES, CancelToken
from engine.cards import whole_text
from engine.histories.assumed import Assumptions
from engine.histories.decisions import HandDecision, decisions
from engine.histories.hand import HandError, PlayedHand
from engine.histories.listing import HandLine
from engine.histories.reading import read_hand
from engine.ranges.orders import Order
from gui.charts.values import Table
from gui.export.files import table_csv
from gui.look.guard import Guarded
from gui.pages.histories.columns import units_text
from gui.pages.histories.hand_list import REPORT_S, HandList
from gui.pages.histories.replay import Outlook, Replay
from gui.pages.histories.replay_table import ReplayTable
from gui.parts.build import NO_MARGINS, STRETCH, filled, label, named, push_button
from gui.parts.choice_bar import ChoiceBar
from gui.parts.table import Column, TableData, TableView
from gui.state.latest import Answers, Questions
from gui.words.formatting import change_in_chips, chip_count, chips, count, number_of, percent, signed_chips

LIST, HAND = "list", "hand"
TENTH, CENT = 0.1, 0.01
"""The last digits of amounts in big blinds and in chips."""
WORTH = 1
"""The index of the column by which decisions are sorted at first."""
DID: Mapping[str, str] = {"call": "called", "fold": "folded", "raise": "raised", "bet": "bet"}
MODEL_TIP = (
    "All-in equity before rake, against the ranges that could be assumed then, whatever was shown later. Players who "
    "have not acted on the bet yet are left out, and there is no further betting. A bet or raise that one opponent can "
    "call wins the pot if he folds; against the hands that continue it gets its equity"
)
WORTH_TIP = (
    "EV in {} compared with the alternative: a call with a fold, a fold with a call, a raise with the better of the "
    "two, a bet with a check; ± is the standard error of a sampled equity"
)
CALLED_POT_TIP = (
    "pots in chips that hero can win, including his call; needed equity = chips to call / this pot. Replay and tracker "
    "show the pot before the call"
)
SHOWN_TIP = (
    "EV of the call or fold in big blinds against the hands that were shown later, which nobody could know: no part "
    "of the EV loss"
)
FOLDS_TIP = "share of the opponent's assumed range that folds to the bet or raise"
KELLY_TIP = "Size this bet on the Kelly page"
BETTING_TIP = "Solve the hand from this action on the Betting page (two players, flop or later)"
DECISIONS_TIP = "Quiz yourself on these decisions in the trainer; answers are judged by EV loss"
QUIZ_TIP = "Guess hero's equity on random flops against the range assumed preflop (hold'em only)"
REPLAY_TIP = "Replay the hand from this action"


CSV_HEADER = (
    "hand", "name", "date", "street", "cards", "answer", "worth_bb", "worth_chips", "folds", "price", "pot_after_call",
    "equity", "equity_stderr", "needed", "called_equity", "against", "worth_bb_stderr", "worth_chips_stderr",
    "called_equity_stderr", "equity_shown", "worth_chips_shown",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Priced:
    """A decision with the line of its hand, hero's cards then, and the chips of a big blind (0: not known)."""

    line: HandLine
    decision: HandDecision
    street: str
    cards: str
    unit: float

    @property
    def units(self) -> float | None:
        """The EV of the decision in big blinds; None for a raise that several players can call, or if the big blind
        is not known."""
        worth = self.decision.ev_gain
        return None if worth is None or not self.unit else worth / self.unit

    @property
    def units_stderr(self) -> float | None:
        """The standard error of :attr:`units`."""
        stderr = self.decision.ev_gain_stderr
        return None if stderr is None or not self.unit else stderr / self.unit


@dataclass(frozen=True, slots=True, eq=False)
class Prices:
    """The priced decisions by number of hand; ``total`` is the number of hands that are to be priced."""

    by_hand: Mapping[int, tuple[Priced, ...]] = field(default_factory=dict)
    total: int = 0

    @property
    def rows(self) -> tuple[Priced, ...]:
        """All decisions, hand by hand."""
        return tuple(row for rows in self.by_hand.values() for row in rows)


NO_PRICES = Prices()


def price_hand(
    line: HandLine,
    hand: PlayedHand,
    player: int,
    assumptions: Assumptions,
    orders: tuple[Order, ...],
    cancel: CancelToken,
    painted: Mapping[int, str] | None = None,
) -> tuple[Priced, ...]:
    """Return the priced decisions of a player in a hand; ``painted`` are ranges by player that replace assumed ones."""
    streets = GAMES[hand.game].streets
    unit = hand.stakes.big_blind or hand.stakes.big_bet

    def priced(decision: HandDecision) -> Priced:
        held = hand.cards[player][: hand.moments[decision.moment_index].dealt[player]]
        street = streets[decision.street].removesuffix(" street")
        return Priced(line, decision, street, "".join(held), unit)

    return tuple(map(priced, decisions(hand, player, cancel, orders, painted=painted, assumptions=assumptions)))


def price_list(
    rows: Sequence[HandLine],
    known: Mapping[int, tuple[Priced, ...]],
    outlook: Outlook,
    orders: tuple[Order, ...],
    cancel: CancelToken,
) -> Iterator[Prices]:
    """Yield the prices of the hands with a hero, more of them each time; ``known`` ones are not computed again."""
    result: dict[int, tuple[Priced, ...]] = {}
    reported = time.monotonic()
    for line in rows:
        cancel.check_cancelled()
        number = line.raw.number
        if number in known:
            result[number] = known[number]
            continue
        try:
            hand = outlook.seen(read_hand(line.raw))
        except HandError:
            result[number] = ()
            continue
        priced = hand.own and hand.reliable
        result[number] = price_hand(line, hand, hand.hero, outlook.assumptions(hand), orders, cancel) if priced else ()
        cancel.check_cancelled()
        if time.monotonic() - reported > REPORT_S:
            reported = time.monotonic()
            yield Prices(dict(result), len(rows))
        time.sleep(0.0)  # the window may have something to do
    yield Prices(result, len(rows))


def price_followed(
    line: HandLine,
    hand: PlayedHand,
    player: int,
    painted: Mapping[int, str],
    assumptions: Assumptions,
    orders: tuple[Order, ...],
    cancel: CancelToken,
) -> Iterator[Prices]:
    """Yield the prices of a player's decisions in the hand that is followed."""
    rows = price_hand(line, hand, player, assumptions, orders, cancel, painted)
    cancel.check_cancelled()
    yield Prices({line.raw.number: rows}, 1)


def costliest(rows: Sequence[Priced]) -> Priced | None:
    """Return the decision that lost most, in big blinds if these are known, or None if none lost anything."""
    lost = [row for row in rows if (row.decision.ev_gain or 0.0) < 0.0]
    return min(lost, key=lambda row: (row.units or 0.0, row.decision.ev_gain or 0.0), default=None)


def prices_sentence(prices: Prices) -> str:
    """Return the costliest decision as a sentence."""
    rows = prices.rows
    if not rows:
        return "No decisions: they need a hero with known cards who made or faced a bet."
    worst, answers = costliest(rows), number_of(len(rows), "decision")
    if worst is None:
        return f"{answers} without EV loss."
    if worst.units is not None:
        given = f"{with_error(-worst.units, worst.units_stderr, units_text, TENTH).lstrip('+')} bb"
    else:
        lost = with_error(-(worst.decision.ev_gain or 0.0), worst.decision.ev_gain_stderr, signed_chips, CENT)
        given = f"{lost.lstrip('+')} chip{'' if lost == '+1' else 's'}"
    where = f"in hand {worst.line.raw.number}, {worst.street}"
    which = "Only decision" if len(rows) == 1 else f"Biggest EV loss of {answers}"
    return f"{which}: {_deed_words(worst.decision, where)} lost {given}."


def with_error(value: float, stderr: float | None, write: Callable[[float], str], step: float) -> str:
    """Return an amount with its standard error in two digits, as in ``+2.096 ± 0.013``.

    An error below half the last digit ``step`` of ``write`` is left out.
    """
    return write(value) if stderr is None or stderr < step / 2 else change_in_chips(value, stderr)


def _deed_words(decision: HandDecision, where: str) -> str:
    """Return a decision in words, with the equity and the folds that its price is based on."""
    raised = decision.raised
    if raised is not None:
        folds, called = (
            percent(raised.fold_share, exact_digits=0),
            percent(raised.equity_when_called, raised.equity_stderr, exact_digits=1),
        )
        return f"{decision.action} {where} ({folds} fold, {called} equity when called)"
    did = f"{'call of' if decision.action == 'call' else 'fold to'} {chip_count(decision.price)}"
    equity = percent(decision.equity, decision.stderr, exact_digits=1)
    return f"{did} {where} ({equity} equity, {percent(decision.needed, exact_digits=1)} needed)"


def totals(prices: Prices) -> str:
    """Return the sums over calls, folds, raises and bets as a text."""
    parts = []
    for did in ("call", "fold", "raise", "bet"):
        own = [row.units for row in prices.rows if row.decision.action == did and row.units is not None]
        if own:
            lost = [units for units in own if units < 0.0]
            text = f"{number_of(len(own), did)}: {units_text(sum(own))} bb"
            if len(own) > 1:  # of a single one the sum says it all
                text += f"; {count(len(lost))} of them lost {-sum(lost):.1f} bb" if lost else "; none lost EV"
            parts.append(text)
    return " · ".join(parts)


def _rising(of: Callable[[Priced], float | None]) -> Callable[[Priced], tuple[bool, float]]:
    """Return the key of ascending order: rows without a value come last."""
    return lambda row: (of(row) is None, of(row) or 0.0)


def _falling(of: Callable[[Priced], float | None]) -> Callable[[Priced], tuple[bool, float]]:
    """Return the key of descending order, which is reversed: rows without a value come last here too."""
    return lambda row: (of(row) is not None, of(row) or 0.0)


def _gain_ink(value: float | None) -> str:
    return "muted" if value is None else "good" if value > 0.0 else "bad" if value < 0.0 else "muted"


def _worth(row: Priced) -> float | None:
    return row.decision.ev_gain


def _folds(row: Priced) -> float | None:
    return None if row.decision.raised is None else row.decision.raised.fold_share


def _folds_text(row: Priced) -> str:
    folds = _folds(row)
    return "" if folds is None else percent(folds, exact_digits=0)


def _shown(row: Priced) -> float | None:
    gain = row.decision.shown_gain
    return None if gain is None or not row.unit else gain / row.unit


def _shown_text(row: Priced) -> str:
    value = _shown(row)
    return "" if value is None else units_text(value)


def _points(row: Priced) -> float:
    return row.decision.equity - row.decision.needed


def points_text(share: float) -> str:
    """Return a difference of shares in percentage points, with its sign."""
    return f"{'−' if share < 0 else '+'}{abs(100 * share):.1f}"


def prices_table(rows: tuple[Priced, ...], *, growing: bool = False) -> TableData[Priced]:
    """Return the table of decisions, the costliest first; ``growing``: more of them are still being priced."""

    def amount(
        title: str,
        of: Callable[[Priced], float | None],
        write: Callable[[float], str],
        tip: str,
        error: Callable[[Priced], float | None],
        step: float,
    ) -> Any:
        """Return a column of amounts; each has its standard error ``error`` if the last digit ``step`` shows it."""

        def text(row: Priced) -> str:
            value = of(row)
            return "" if value is None else with_error(value, error(row), write, step)

        return Column(
            title, text, tip, bold=True, ink=lambda row: _gain_ink(of(row)), sort=_rising(of), sort_down=_falling(of)
        )

    columns: tuple[Column[Priced], ...] = (
        Column(
            "Hand", lambda row: str(row.line.raw.number), "number in the list", sort=lambda row: row.line.raw.number
        ),
        amount("bb", lambda row: row.units, units_text, WORTH_TIP.format("big blinds"),
               lambda row: row.units_stderr, TENTH),
        amount("Chips", _worth, signed_chips, WORTH_TIP.format("chips"),
               lambda row: row.decision.ev_gain_stderr, CENT),
        Column("Street", lambda row: row.street, "street of the bet", number=False, hide_order=1,
               sort=lambda row: row.decision.street),
        Column("Cards", lambda row: row.cards, "hero's cards at this point", number=False, bold=True, wide=True),
        Column("Action", lambda row: DID[row.decision.action], "hero's action", number=False,
               sort=lambda row: row.decision.action),
        Column("Folds", _folds_text, FOLDS_TIP, hide_order=2, sort=_rising(_folds), sort_down=_falling(_folds)),
        Column("To call", lambda row: chips(row.decision.price) if row.decision.price else "",
               "chips to call", hide_order=3,
               sort=lambda row: row.decision.price),
        Column("Pot after call", lambda row: chips(row.decision.pot), CALLED_POT_TIP, hide_order=5,
               sort=lambda row: row.decision.pot),
        Column("Equity", lambda row: percent(row.decision.equity, row.decision.stderr, exact_digits=1), MODEL_TIP,
               sort=lambda row: row.decision.equity),
        Column("Needed", lambda row: percent(row.decision.needed, exact_digits=1) if row.decision.price else "",
               "break-even equity of the call: its pot odds",
               sort=lambda row: row.decision.needed),
        Column("Margin", lambda row: points_text(_points(row)) if row.decision.price else "",
               "equity minus needed equity, in percentage points", hide_order=6, sort=_points),
        Column("v shown", _shown_text, SHOWN_TIP, hide_order=4, sort=_rising(_shown), sort_down=_falling(_shown)),
    )  # fmt: skip
    key = attrgetter("line.raw.number", "decision.moment_index")
    order = WORTH, Qt.SortOrder.AscendingOrder
    return TableData(columns, rows, key=key, tip=_tip, order=order, padding=(14, 24), growing=growing)


def csv_of(rows: Sequence[Priced]) -> Table:
    """Return decisions as header and rows for a file, with numbers in full."""

    def cells(row: Priced) -> tuple[object, ...]:
        """Return the row of a decision, in the order of :data:`CSV_HEADER`; values that it does not have are empty."""
        decision, raised = row.decision, row.decision.raised
        texts = (row.line.raw.name, row.line.date, row.street, row.cards, DID[decision.action])
        call = (decision.price, decision.pot, decision.equity, decision.stderr, decision.needed)
        numbers = (
            row.units,
            decision.ev_gain,
            _folds(row),
            *call,
            None if raised is None else raised.equity_when_called,
        )
        errors = (row.units_stderr, decision.ev_gain_stderr, None if raised is None else raised.equity_stderr)
        written, sampled = (tuple("" if value is None else value for value in part) for part in (numbers, errors))
        against_shown = (decision.against_shown or ("",))[0], "" if decision.shown_gain is None else decision.shown_gain
        return row.line.raw.number, *texts, *written, "assumed", *sampled, *against_shown

    return CSV_HEADER, tuple(map(cells, sorted(rows, key=_rising(lambda row: row.units))))


def _tip(row: Priced) -> str:
    return whole_text(f"{row.line.raw.name}, {row.street}. {MODEL_TIP}.")


class DecisionsView(Guarded, QWidget):
    """Prices decisions while it is visible. A row that is clicked or reached is put on the table.

    ``replay_wanted``: the pane of the hand is to be shown.
    """

    replay_wanted = Signal()

    def __init__(self, hands: HandList, replay: Replay, table: ReplayTable, questions: Questions) -> None:
        super().__init__()
        named(self, "histories.decisions", "EV loss")
        self._hands, self._replay, self._replay_table = hands, replay, table
        self._list: Answers[Prices] = Answers(questions.apart("histories prices"), "list", self)
        self._hand: Answers[Prices] = Answers(questions.apart("histories price"), "hand", self)
        self._known: dict[int, tuple[Priced, ...]] = {}
        """The priced decisions of hands of the list, by number of hand."""
        self._shown: Prices | None = None
        self._outlook = Outlook()
        self.sentence = label(name="histories.decisions.sentence", role="title", wrap=True)
        self.details = label(name="histories.decisions.details", role="", wrap=True)
        scopes = {LIST: "All hands", HAND: "This hand"}
        self.scope = ChoiceBar("histories.decisions.scope", "Decisions", scopes, on=LIST)
        self.table: TableView[Priced] = TableView("histories.decisions.table", "Decisions", self, height=24)
        self._buttons = (
            push_button("Quiz flops", "histories.decisions.quiz", table.quiz_flops, QUIZ_TIP),
            push_button("Replay", "histories.decisions.replay", self.replay_wanted.emit, REPLAY_TIP),
            push_button("Kelly", "histories.decisions.kelly", table.size_bet, KELLY_TIP),
            push_button("Solve", "histories.decisions.betting", table.bet, BETTING_TIP),
        )
        self._ask = push_button("Quiz", "histories.decisions.ask", self._on_ask, DECISIONS_TIP)
        above = filled(QHBoxLayout(), (self.details, 1), self.scope, spacing=8, margins=NO_MARGINS)
        # Leftmost, so that the others stay in their places if a hand of razz hides it.
        buttons = filled(
            QHBoxLayout(), STRETCH, self._buttons[0], self._ask, *self._buttons[1:], spacing=8, margins=NO_MARGINS
        )
        parts = (self.sentence, above, (self.table, 1), buttons)
        filled(QVBoxLayout(self), *parts, spacing=6, margins=(0, 8, 0, 0))
        self._list.changed.connect(self._on_list)
        self._hand.changed.connect(self._render)
        hands.listed.connect(self._on_listed)
        hands.facts_changed.connect(self._follow)
        replay.changed.connect(self._follow)
        self.scope.chosen.connect(self._follow)
        self.table.reached.connect(self._on_reached)
        self.table.entered.connect(self._on_reached)
        self._render()

    @property
    def prices_of_list(self) -> Prices:
        """The prices known so far of the hands of the list."""
        return self._list.latest.value or NO_PRICES

    def csv(self) -> bytes:
        """Return the displayed decisions as CSV, the costliest first.

        Raises:
            ValueError: there are none.
        """
        rows = self.prices.rows
        if not rows:
            raise ValueError("no decisions yet: open EV loss first")
        return table_csv(csv_of(rows))

    @property
    def prices(self) -> Prices:
        """The displayed prices, of the list or of the hand."""
        return self.prices_of_list if self.scope.key == LIST else self._hand.latest.value or NO_PRICES

    @Slot()
    def _on_listed(self) -> None:
        self._list.forget()
        self._hand.forget()
        self._known.clear()
        self._follow()

    @Slot()
    def _on_list(self) -> None:
        self._known.update(self.prices_of_list.by_hand)
        self._render()

    @Slot()
    def _follow(self) -> None:
        """Price the displayed hands, or the hand that is followed, while the pane is visible."""
        if not self.isVisible():
            return
        replay = self._replay
        orders = replay.orders
        if self.scope.key == LIST:
            # The hero of the replay belongs to the hand that is followed; the hands of a list are priced for their own
            # heroes. Under another outlook every price is another one.
            outlook = replace(replay.outlook, hero=None)
            if outlook != self._outlook:
                self._outlook = outlook
                self._known.clear()
            lines = sorted(self._hands.view.rows, key=attrgetter("raw.number"))
            rows = tuple(line for line in lines if line.hero)
            # The thread gets a copy of the known prices, because `_on_list` adds to them while it works.
            self._list.ask((rows, outlook), partial(price_list, rows, dict(self._known), outlook, orders))
        elif replay.hand is not None and replay.selected is not None:
            hand, painted = replay.hand, dict(replay.painted)
            about = (replay.selected.raw, replay.hero, painted, replay.outlook)
            assumptions = replay.outlook.assumptions(hand)
            work = partial(price_followed, replay.selected, hand, replay.hero, painted, assumptions, orders)
            self._hand.ask(about, work)
        self._render()

    @Slot()
    def _render(self) -> None:
        """Show the prices known so far, or the reason why there are none."""
        prices = self.prices
        latest = (self._list if self.scope.key == LIST else self._hand).latest
        done = len(prices.by_hand)
        growing = latest.busy and done < prices.total
        waiting = f"{count(done)} of {number_of(prices.total, 'hand')}" if growing else ""
        if latest.busy and not prices.rows:
            self.sentence.setText("Computing the EV of the decisions …")
        elif self.scope.key == HAND and self._replay.hand is None:
            self.sentence.setText("Select a hand in the list.")
        else:
            self.sentence.setText(prices_sentence(prices))
        self.details.setText(" · ".join(filter(None, (waiting, totals(prices)))))
        # Progress changes more often than the prices: the table is set for new ones only.
        if prices is not self._shown:
            self._shown = prices
            self.table.show_table(prices_table(prices.rows, growing=growing))
        self._ask.setEnabled(bool(self.prices.rows))
        hand = self._replay.hand
        for button in self._buttons:
            button.setEnabled(hand is not None)
        self._buttons[0].setVisible(hand is None or not GAMES[hand.game].stud)

    @Slot()
    def _on_ask(self) -> None:
        self._replay_table.quiz_decisions(all_hands=self.scope.key == LIST)

    @Slot(object)
    def _on_reached(self, row: Priced) -> None:
        self._replay_table.open_at(row.line, row.decision.moment_index)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._follow()
