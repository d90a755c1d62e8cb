"""Quick questions: a hand, a range or a table as one line is answered while it is typed, on a thread of its own."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from engine import GAMES, CancelToken, Game, RunOptions, Scenario, ScenarioError, Seat, Snapshot, run
from engine.cards import TextError
from engine.formats.one_line import format_line, is_line
from engine.ranges.bases import with_base
from engine.ranges.orders import Order
from engine.table.hand_texts import HANDS
from engine.table.slots import with_seat_text
from gui.look.captions import cards_line, combo_counts
from gui.look.formatting import NO_BREAK, count, describe_problem, percent
from gui.shell.palette.finding import PaletteItem
from gui.state.document import NEW, Document
from gui.state.lines import read_line
from gui.state.questions import Questions
from gui.state.scenario_files import checked
from gui.state.table_input import TableInput

PAUSE_MS = 120
"""So long nothing is typed before a question is asked."""
SHORTEST = 2
"""Letters of a hand that is answered: one alone is the beginning of a word."""
PUT, GIVE = "puts it on the table", "gives it to"
_VERSUS = re.compile(r"\s+vs\.?\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class QuickQuestion:
    """What a text asks: the equities of ``scenario``; ``hand``: the text is no whole table but a hand or a range.

    ``elsewhere``: it is of another game than the table.
    """

    scenario: Scenario
    hand: str = ""
    elsewhere: bool = False


def quick_question(text: str, table: Scenario, orders: Sequence[Order] = ()) -> QuickQuestion | None:
    """Return what ``text`` asks at a table of its game; None where it is no hand, range or table.

    A hand or a range asks for its equity against one hand that may be anything. What is none of the table's game may be
    one of another game.

    Raises:
        ScenarioError: it is meant as a table and cannot be read.
    """
    text = _VERSUS.sub(" v ", " ".join(text.split()))
    if is_line(text):
        scenario = read_line(text, table.game, orders)
        return QuickQuestion(scenario, elsewhere=scenario.game != table.game)
    if len(text) < SHORTEST:
        return None
    games = sorted(GAMES, key=lambda game: game != table.game)
    return next((asked for game in games if (asked := _about_hand(text, game, table, orders)) is not None), None)


def _about_hand(text: str, game: Game, table: Scenario, orders: Sequence[Order]) -> QuickQuestion | None:
    """Return what ``text`` asks as a hand or a range of a game; None where it is none."""
    own = game == table.game
    base = table if own else NEW[game]
    try:
        hand = HANDS[game].checked(text, base, orders)
        seats = Seat("Seat 1", hand), Seat("Seat 2", GAMES[game].any_hand)
        asked = Scenario(game, seats, dialect=base.dialect, order=base.order)
        return QuickQuestion(checked(asked, orders), hand, elsewhere=not own)
    except (TextError, ScenarioError):
        return None


def _equities(scenario: Scenario, orders: Sequence[Order], cancel: CancelToken) -> Iterator[Snapshot]:
    yield from run(scenario, cancel=cancel, orders=orders)


def answer_text(question: QuickQuestion, snapshot: Snapshot | None) -> str:
    """Return a question with its answer, as in ``AKs v 22+: 49.9 %``; of three seats or more the equities of all. That
    of another game than the table's begins with its name."""
    scenario = question.scenario
    game = f"{scenario.game} | " if question.elsewhere else ""
    hands = game + " v ".join(f"{'fold ' if seat.folded else ''}{seat.cards.strip()}" for seat in scenario.seats)
    asked = " · ".join(filter(None, (hands, cards_line(scenario))))
    if snapshot is None:
        return asked
    found = [seat.estimate for seat in snapshot.seats if seat.estimate is not None]
    told = found if len(found) > 2 else found[:1]
    equities = [percent(e.equity, e.stderr, exact_digits=1).removesuffix(f"{NO_BREAK}%") for e in told]
    return f"{asked}: {' / '.join(equities)}{NO_BREAK}%"


class Answers(QObject):
    """Answers what was typed last; ``changed``: ``items`` are others."""

    changed = Signal()

    def __init__(
        self, document: Document, table_input: TableInput, questions: Questions, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._document, self._input, self._questions = document, table_input, questions
        self._asked: QuickQuestion | None = None
        self._snapshot: Snapshot | None = None
        self._wrong = ""
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._ask)
        questions.answered.connect(self._on_answered)
        questions.failed.connect(self._on_failed)

    @property
    def whole_table(self) -> bool:
        """Whether what was typed is, or is meant as, a whole table: it is the name of nothing."""
        return bool(self._wrong) or (self._asked is not None and not self._asked.hand)

    def ask(self, text: str) -> None:
        """Answer ``text`` in place of what was asked before."""
        self.stop()
        try:
            self._asked = quick_question(text, self._document.scenario, self._document.orders)
        except ScenarioError as error:
            self._wrong = describe_problem(error.problems[0])
        if self._asked is not None and len(self._asked.scenario.active_seats) > 1:
            self._pause.start()

    def stop(self) -> None:
        """Forget the question."""
        self._pause.stop()
        self._questions.stop()
        self._asked, self._snapshot, self._wrong = None, None, ""

    def items(self) -> list[PaletteItem]:
        """Return the answer and what can be done with what was typed."""
        if self._asked is None:
            return [PaletteItem(self._wrong, "not read", self.stop)] if self._wrong else []
        scenario, hand = self._asked.scenario, self._asked.hand
        line = format_line(scenario)
        found = [PaletteItem(answer_text(self._asked, self._snapshot), PUT, partial(self._input.paste_line, line))]
        if hand and not self._asked.elsewhere:
            name = self._document.scenario.seats[self._document.mark.seat].name
            combos = combo_counts(scenario, 0, self._document.orders)
            size = f"{count(combos[0])} combos · " if combos else ""
            found.append(PaletteItem(hand, f"{size}{GIVE} {name}", partial(self._give, hand)))
        return found

    def _give(self, hand: str) -> None:
        scenario, seat = self._document.scenario, self._document.mark.seat
        after = with_seat_text(scenario, seat, with_base(scenario.seats[seat].cards, hand))
        self._input.write(after, f"{hand} for {after.seats[seat].name}")

    @Slot()
    def _ask(self) -> None:
        if self._asked is not None:
            scenario = replace(self._asked.scenario, run=RunOptions())
            self._questions.ask(scenario, partial(_equities, scenario, self._document.orders))

    @Slot(object, object)
    def _on_answered(self, _: object, snapshot: Snapshot) -> None:
        if snapshot.seats:
            self._snapshot = snapshot
            self.changed.emit()

    @Slot(object, object)
    def _on_failed(self, _: object, error: Exception) -> None:
        if isinstance(error, ScenarioError):
            self._asked, self._wrong = None, describe_problem(error.problems[0])
            self.changed.emit()
