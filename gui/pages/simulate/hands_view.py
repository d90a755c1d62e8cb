"""Sample hands of a simulation: a list with their results, and a view that steps through the selected one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from engine import GAMES, Scenario
from engine.scenario.played import SimulationPanel
from engine.simulation.hands import SimulatedHand
from gui.pages.simulate.model import SimulateModel
from gui.parts.build import NO_MARGINS, STRETCH, ShownWidget, combo_box, filled, offer, tab_in_order
from gui.parts.chip_button import chip_button
from gui.parts.number_field import heading, small
from gui.parts.played import phhs_text
from gui.parts.table import Column, TableData, TableView
from gui.words.formatting import chips, number_of, signed_chips

ROW_HEIGHT, ACTION_WIDTH = 24, 120
REPLAY_TIP = "Follow this hand on the page Histories, moment by moment, with the equities of all players"
NO_REPLAY_TIP = "No betting sequence leads to these bets, so this hand cannot be replayed on the page Histories"
SAVE_TIP = "Save these hands as a hand history (PHH)"


@dataclass(frozen=True, slots=True)
class HandRow:
    """A hand of the list, with its number there."""

    number: int
    hand: SimulatedHand


@dataclass(frozen=True, slots=True)
class StepRow:
    """A line of a hand: the heading of a street (``seat`` -1), or the action of a seat and the pot after it."""

    number: int
    seat: int
    who: str
    text: str = ""
    pot: str = ""


def winners_text(hand: SimulatedHand, names: Sequence[str], verb: str = "") -> str:
    """Return who wins a hand, and how many chips, with a verb between the two."""
    pairs = zip(names, hand.won, strict=True)
    return ", ".join(f"{name} {verb}{chips(round(won, 2))}" for name, won in pairs if won > 0.005)


def sample_hands_table(
    hands: Sequence[SimulatedHand], table: Scenario, hero: int, *, stale: bool
) -> TableData[HandRow]:
    """Return the list of hands: hero's result, who wins, the board and the cards of those who were in."""
    names = [seat.name for seat in table.seats]
    live = [seat for seat in range(len(names)) if not table.seats[seat].folded]
    columns: list[Column[HandRow]] = [
        Column("Hand", lambda row: str(row.number), sort=lambda row: row.number, hide_order=3),
        Column(
            "Result", lambda row: signed_chips(round(row.hand.result, 2)), "hero's chips won or lost from here on",
            bold=True, ink=lambda row: "good" if row.hand.result > 0 else "bad" if row.hand.result < 0 else "text",
            sort=lambda row: row.hand.result, descending=True,
        ),
        Column("Won by", lambda row: winners_text(row.hand, names), "who gets the pot", number=False, max_width=170),
    ]  # fmt: skip
    if GAMES[table.game].has_board:
        columns.append(Column("Board", lambda row: row.hand.board, number=False, hide_order=2))
    columns += [
        Column(
            names[seat], partial(_cards, seat=seat), f"the cards of {names[seat]}", number=False,
            hide_order=1 if seat == hero else 4 + k, max_width=120,
        )
        for k, seat in enumerate(live)
    ]  # fmt: skip
    rows = tuple(HandRow(number, hand) for number, hand in enumerate(hands, start=1))
    return TableData(tuple(columns), rows, stale=stale, key=lambda row: row.number, keep_names=True)


def _cards(row: HandRow, seat: int) -> str:
    return row.hand.cards[seat]


def steps_of(hand: SimulatedHand, table: Scenario, pot: float) -> Iterator[StepRow]:
    """Yield the lines of a hand from hero's action on; ``pot``: the chips in the middle before it."""
    names, street, number = [seat.name for seat in table.seats], "", 0
    has_board = GAMES[table.game].has_board
    first = hand.actions[0].street if hand.actions else ""
    cards = _board_by_street(hand.board) if has_board else {}
    for action in hand.actions:
        if action.street != street:
            street, number = action.street, number + 1
            title = f"{street[:1].upper()}{street[1:]}" + ("" if has_board else " street")
            dealt = hand.board[: len(table.board)] if street == first and has_board else cards.get(street, "")
            yield StepRow(number, -1, f"{title} {dealt}".strip())
        number, pot = number + 1, pot + action.chips
        yield StepRow(number, action.seat, names[action.seat], action.action, chips(round(pot, 2)))
    end = "Showdown" if hand.showdown else "No showdown"
    yield StepRow(number + 1, -1, f"{end}: {winners_text(hand, names, 'wins ')}")


def _board_by_street(board: str) -> dict[str, str]:
    return {"flop": board[:6], "turn": board[6:8], "river": board[8:10]}


def steps_table(rows: Sequence[StepRow], *, stale: bool) -> TableData[StepRow]:
    """Return the table of the lines of a hand."""
    columns: tuple[Column[StepRow], ...] = (
        Column("Player", lambda row: row.who, number=False, swatch=lambda row: row.seat if row.seat >= 0 else None),
        Column("Action", lambda row: row.text, number=False),
        Column("Pot", lambda row: row.pot, "chips in the pot after the action"),
    )
    return TableData(columns, tuple(rows), stale=stale, key=lambda row: row.number, heading=lambda row: row.seat < 0)


def _panel(table: Scenario) -> SimulationPanel:
    return table.simulation or SimulationPanel()


class SampleHandsView(ShownWidget):
    """The hands after an action, and the selected one step by step.

    ``replay_requested`` carries the hands that can be replayed as one text, the index of the selected one, and the
    moment of hero's turn; ``save_requested`` carries that text.
    """

    replay_requested = Signal(str, int, int)
    save_requested = Signal(str)

    def __init__(self, model: SimulateModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._row: HandRow | None = None
        self.action = combo_box("simulate.handsAction", "Hands after this action", self._on_action, width=ACTION_WIDTH)
        self.replay = chip_button(
            "replay", "simulate.replay", self._on_replay, "Replay this hand", REPLAY_TIP, parent=self
        )
        self.save = chip_button("save hands", "simulate.saveHands", self._on_save, "Save hands", SAVE_TIP, parent=self)
        self.list: TableView[HandRow] = TableView("simulate.hands", "Hands of the simulation", self, height=ROW_HEIGHT)
        self.steps: TableView[StepRow] = TableView("simulate.steps", "The hand step by step", self, height=ROW_HEIGHT)
        self._title = heading("")
        head = filled(
            QHBoxLayout(), small("After"), self.action, self.replay, self.save, STRETCH, spacing=6, margins=NO_MARGINS
        )
        filled(QVBoxLayout(self), head, (self.list, 3), self._title, (self.steps, 2), spacing=6, margins=NO_MARGINS)
        tab_in_order(self.action, self.replay, self.save, self.list, self.steps)
        self.list.reached.connect(self._on_reached)
        model.changed.connect(self._on_changed)

    @property
    def _shown(self) -> tuple[SimulatedHand, ...]:
        """The hands after the selected action."""
        by_action = self._model.hands
        return by_action[self.action.currentIndex()] if 0 <= self.action.currentIndex() < len(by_action) else ()

    def _render(self) -> None:
        model = self._model
        model.ask_hands()
        answer = model.latest.answer if model.latest is not None else None
        texts = [one.action for one in answer.actions] if answer is not None else []
        if texts != [self.action.itemText(i) for i in range(self.action.count())]:
            self._row = None
            offer(self.action, texts)
            if answer is not None:
                self.action.setCurrentIndex(texts.index(answer.best))
        about, stale = model.hands_about, model.hands_stale
        if about is None:
            self.list.show_table(TableData())
        else:
            self.list.show_table(
                sample_hands_table(self._shown, about, _panel(about).hero_seat(len(about.seats)), stale=stale)
            )
        self._show_row()

    def _show_row(self) -> None:
        """Show the selected hand, or else the first one, step by step."""
        rows, about = self.list.rows, self._model.hands_about
        kept = next((row for row in rows if self._row is not None and row.number == self._row.number), None)
        row = self._row = kept or (rows[0] if rows else None)
        self.replay.setEnabled(row is not None and bool(row.hand.phh) and not self._model.hands_stale)
        self.replay.setToolTip(REPLAY_TIP if row is None or row.hand.phh else NO_REPLAY_TIP)
        self.save.setEnabled(any(one.hand.phh for one in rows))
        if row is None or about is None:
            folds = about is not None and self.action.currentText() == "fold"
            self._title.setText("A fold ends the hand for hero." if folds else "")
            self.steps.show_table(TableData())
            return
        self.list.choose(row.number)
        self._title.setText(f"Hand {row.number}: {number_of(len(row.hand.actions), 'action')} from hero's turn on")
        pot = _panel(about).pot_before(len(about.seats))
        self.steps.show_table(steps_table(tuple(steps_of(row.hand, about, pot)), stale=self._model.hands_stale))

    @Slot(int)
    def _on_action(self, _index: int) -> None:
        self._row = None
        self._render()

    @Slot(object)
    def _on_reached(self, row: HandRow) -> None:
        self._row = row
        self._show_row()

    def _written(self) -> list[SimulatedHand]:
        return [hand for hand in self._shown if hand.phh]

    def _text(self) -> str:
        return phhs_text([hand.phh for hand in self._written()])

    @Slot()
    def _on_replay(self) -> None:
        if self._row is not None:
            hand = self._row.hand
            self.replay_requested.emit(self._text(), self._written().index(hand), hand.turn)

    @Slot()
    def _on_save(self) -> None:
        self.save_requested.emit(self._text())
