"""The command palette: its window, and texts that it answers itself (a hand, a range, a table as one line)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
    Slot,
)
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QHideEvent,
    QKeyEvent,
    QPainter,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from engine import (
    GAMES,
    CancelToken,
    Game,
    Problem,
    RunOptions,
    Scenario,
    ScenarioError,
    Seat,
    Snapshot,
    run,
    seat_field,
)
from engine.cards import TextError, spelled_cards
from engine.questions.answer import event_notices
from engine.questions.calculations import Calculation
from engine.questions.one_text import question_of_text
from engine.questions.readings import AskView, answer_with_readings
from engine.questions.typed import OPENING, calculation_of_typed, read_typed
from engine.ranges.bases import with_base
from engine.ranges.notices import READ_AS, notices_to_show
from engine.ranges.orders import Order
from engine.scenario.ask import AskPanel
from engine.table.folding import dealt_in
from engine.table.hand_texts import HANDS
from engine.table.named_hands import with_names
from engine.table.one_line import format_line, is_line, line_notices
from engine.table.slots import with_seat_text
from engine.table.text_notices import table_notices
from gui.look.guard import Guarded
from gui.look.painting import RIGHT, fill_box
from gui.look.scale import enlarge, fix, px, set_text
from gui.look.theme import CORNER, TEXT, TEXT_LARGE, TEXT_SMALL, current_theme, font
from gui.parts.build import ShownCells, announce, filled, label, named
from gui.shell.palette_sources import BEGINS, NOWHERE, Match, Names, PaletteItem, Source
from gui.state.document import NEW, Document
from gui.state.latest import Answers, Questions
from gui.state.table_input import TableInput
from gui.storage.scenario_files import checked, read_line
from gui.words.answers import short_answer
from gui.words.captions import cards_line, combo_counts
from gui.words.formatting import NO_BREAK, as_combos, count, describe_problem, interval, percent

PAUSE_MS = 120
"""Delay between the last key and the computation of an answer."""
MIN_QUESTION_WORDS = 3
QUESTION_STARTS = frozenset(
    [
        "what",
        "whats",
        "what's",
        "which",
        "who",
        "how",
        "hows",
        "does",
        "do",
        "am",
        "is",
        "are",
        "will",
        "my",
        "equity",
        "pot",
        "mdf",
        "minimum",
        "set",
        "if",
        "when",
        "he",
        "i",
        "combos",
    ]
)
"""The first words of questions that do not begin with *how often*."""
MIN_HAND_LENGTH = 2
"""Characters that a hand needs to be answered: a single one is the beginning of a word."""
PUT, GIVE, ASKS = "puts it on the table", "gives it to", "shows it on the page Ask"
MORE = {
    "hand": "Also: more hands after v; a board after |; fold before a hand; the name of a range; a question",
    "table": 'Also: | dead Ks2d; fold or a name ("Hero":) before a hand; a weight (@50) after it; a question',
    "question": "Also: and, or, not, parentheses; a condition after given; a breakdown after by, e.g. by 1 river hand",
}
"""Hints what else can be typed after a text that is understood."""
LONG_PROBLEM = 80
"""A problem with more characters than this does not fit into a row, and is shown below as well."""
HOW_TO_ASK = "continue the question, e.g. how often do I win"
NO_HANDS = "this question is about the table: give a seat cards or a range first"


@dataclass(frozen=True, slots=True)
class QuickQuestion:
    """A typed text that asks for the equities of ``scenario``; ``hand``: the text if it is only a hand or a range.

    ``elsewhere``: it belongs to another game than the table. ``spelled``: notices about numbers read as ranks.
    """

    scenario: Scenario
    hand: str = ""
    elsewhere: bool = False
    spelled: tuple[Problem, ...] = ()


def quick_question(text: str, table: Scenario, orders: Sequence[Order] = ()) -> QuickQuestion | None:
    """Return the question that ``text`` asks, or None if it is not a hand, a range or a table.

    A hand or a range asks for its equity against one random hand. The game of ``table`` is tried first, then others.

    Raises:
        ScenarioError: ``text`` is meant as a table and cannot be parsed.
    """
    text = " ".join(text.split())
    if is_line(text):
        scenario = read_line(text, table.game, orders, table.names)
        return QuickQuestion(scenario, elsewhere=scenario.game != table.game, spelled=line_notices(text))
    if len(text) < MIN_HAND_LENGTH:
        return None
    games = sorted(GAMES, key=lambda game: game != table.game)
    return next((question for game in games if (question := _about_hand(text, game, table, orders)) is not None), None)


def _about_hand(text: str, game: Game, table: Scenario, orders: Sequence[Order]) -> QuickQuestion | None:
    """Return the question of the equity of a hand or range against a random hand, or None if ``text`` is neither."""
    same_game = game == table.game
    base = table if same_game else NEW[game]
    try:
        hand = HANDS[game].checked(text, base, orders)
        seats = Seat("Seat 1", hand), Seat("Seat 2", GAMES[game].any_hand)
        scenario = Scenario(game, seats, dialect=base.dialect, order=base.order, names=base.names)
        spelled = tuple(Problem(seat_field(0), notice) for notice in spelled_cards(text)[1])
        return QuickQuestion(checked(with_names(scenario, ()), orders), hand, not same_game, spelled)
    except (TextError, ScenarioError):
        return None


def _equities(scenario: Scenario, orders: Sequence[Order], cancel: CancelToken) -> Iterator[Snapshot]:
    return (snapshot for snapshot in run(scenario, cancel=cancel, orders=orders) if snapshot.seats)


def answer_text(question: QuickQuestion, snapshot: Snapshot | None) -> str:
    """Return a question with its answer, as in ``AKs v 22+: 49.9 %``; from three seats on with all equities.

    A sampled answer ends with the widest 95 % interval; an answer for another game begins with the name of the game.
    """
    scenario = question.scenario
    game = f"{scenario.game} | " if question.elsewhere else ""
    hands = game + " v ".join(f"{'fold ' if seat.folded else ''}{seat.cards.strip()}" for seat in scenario.seats)
    line = " · ".join(filter(None, (hands, cards_line(scenario))))
    if snapshot is None:
        return line
    estimates = [seat.estimate for seat in snapshot.seats if seat.estimate is not None]
    named = estimates if len(estimates) > 2 else estimates[:1]
    equities = [percent(e.equity, e.stderr, exact_digits=1).removesuffix(f"{NO_BREAK}%") for e in named]
    error = interval(max(e.stderr for e in named))
    return " ".join(filter(None, (f"{line}: {' / '.join(equities)}{NO_BREAK}%", error)))


class QuickAnswers(QObject):
    """Answers the text that was typed last: a hand, a range, a table or a question about the table.

    ``changed`` is emitted when ``items`` changes; ``page_requested`` carries the title of a page to show.
    """

    changed = Signal()
    page_requested = Signal(str)

    def __init__(
        self, document: Document, table_input: TableInput, questions: Questions, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._document, self._input = document, table_input
        self._question: QuickQuestion | None = None
        self._problem = ""
        self._answers = Answers[Snapshot](questions, "palette", self)
        self._answers.changed.connect(self._on_answered)
        self._asked = ""
        """The question about the table, without *how often*."""
        self._said = False
        """Whether the question is a sentence of a player, whose answer is one, too."""
        self._calculation: Calculation | None = None
        """The result of a question that needs no deals, as pot odds do."""
        self._event_notices: list[str] = []
        """The notices about the ranges in that question."""
        self._events = Answers[AskView](questions.apart("palette question"), "palette question", self)
        self._events.changed.connect(self._on_answered)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._ask)

    @property
    def is_table_or_question(self) -> bool:
        """Whether the text is meant as a complete table or a question, so that no item can be named like that."""
        named = self._question is None or bool(self._question.hand)
        return bool(self._problem) or bool(self._asked) or not named

    @property
    def more(self) -> str:
        """A hint what else can be typed, or "" if the text is not understood."""
        if self._problem or not (self._asked or self._question):
            return ""
        return MORE["question" if self._asked else "table" if self.is_table_or_question else "hand"]

    @property
    def read_as(self) -> str:
        """Notices about how the text is read if that may be a surprise; or a long problem of a table."""
        if len(self._problem) > LONG_PROBLEM:
            return self._problem
        return "; ".join(self._notices)

    @property
    def names_something(self) -> bool:
        """Whether words of the text are abbreviations: then items whose names contain them come before the answer."""
        return any(READ_AS in notice for notice in self._notices)

    @property
    def _notices(self) -> list[str]:
        """Notices about abbreviations and ambiguous words of the text, each once."""
        if self._question is None:
            return self._event_notices
        problems = (*self._question.spelled, *table_notices(self._question.scenario, self._document.orders))
        return list(notices_to_show(problem.message for problem in problems))

    def why_not(self, text: str) -> str:
        """Return why ``text``, which matches no item, is not a hand either, with the position; "" if it is one."""
        scenario = self._document.named
        try:
            HANDS[scenario.game].checked(" ".join(text.split()), scenario, self._document.orders)
        except TextError as error:
            return describe_problem(Problem.from_text("line", error))
        return ""

    def ask(self, text: str) -> None:
        """Answer ``text`` instead of the previous one; ``changed`` follows when the answer has been computed."""
        self.stop()
        # Questions come first, as "mdf against a 75% pot bet" would be a line of two hands, too.
        if OPENING.match(text) or self._is_question(text):
            self._begin_asking(text)
            return
        try:
            self._question = quick_question(text, self._document.named, self._document.orders)
        except ScenarioError as error:
            self._problem = describe_problem(error.problems[0])
        if self._question is not None and len(self._question.scenario.active_seats) > 1:
            self._pause.start()

    def stop(self) -> None:
        """Drop the question and stop its computation."""
        self._pause.stop()
        self._answers.forget()
        self._events.forget()
        self._question, self._problem, self._asked, self._event_notices = None, "", "", []
        self._calculation, self._said = None, False

    def items(self) -> list[PaletteItem]:
        """Return the items for the text: its answer, which puts a table on the table, and for a hand to use it."""
        question = self._question
        if self._asked and not self._problem:
            return [PaletteItem(self._answer_line(), ASKS, partial(self._show_question, self._asked))]
        if question is None:
            return [PaletteItem(self._problem, "not read", self.stop)] if self._problem else []
        put = partial(self._input.paste_line, format_line(question.scenario))
        items = [PaletteItem(answer_text(question, self._answers.latest.value), PUT, put)]
        if question.hand and not question.elsewhere:
            name = self._document.scenario.seats[self._document.cursor.seat].name
            counts = combo_counts(question.scenario, 0, self._document.orders)
            size = f"{as_combos(count(counts[0]))} · " if counts else ""
            items.append(PaletteItem(question.hand, f"{size}{GIVE} {name}", partial(self._give, question.hand)))
        return items

    def _give(self, hand: str) -> None:
        scenario, seat = self._document.scenario, self._document.cursor.seat
        after = with_seat_text(scenario, seat, with_base(scenario.seats[seat].cards, hand))
        self._input.write(after, f"{hand} for {after.seats[seat].name}")

    def _is_question(self, text: str) -> bool:
        """Return True if a text without *how often* is understood as a question, such as *what beats me*.

        It must begin as questions do: other texts are the names of commands and ranges.
        """
        words = text.lower().split()
        if len(words) < MIN_QUESTION_WORDS or words[0] not in QUESTION_STARTS:
            return False
        try:
            read_typed(self._table, text, self._document.orders, self._document.selected_seat)
        except ScenarioError:
            return False
        return True

    def _begin_asking(self, text: str) -> None:
        """Parse a question about the table (*how often ...*), and ask it after a pause."""
        self._calculation = calculation_of_typed(
            self._table, text, self._document.orders, self._document.selected_seat
        )  # fmt: skip
        if self._calculation is not None:
            self._asked = self._calculation.text
            return
        if not OPENING.sub("", text, count=1).strip():
            self._problem = HOW_TO_ASK
            return
        try:
            asked = read_typed(self._table, text, self._document.orders, self._document.selected_seat)
            self._asked = OPENING.sub("", asked, count=1).strip()
            self._said = self._asked != OPENING.sub("", text, count=1).strip()
            if not self._table.active_seats:
                self._problem = NO_HANDS
                return
            question = question_of_text(self._table, self._asked, self._document.orders)
        except ScenarioError as error:
            self._problem = describe_problem(error.problems[0])
            return
        problems = event_notices(question, self._document.orders)
        self._event_notices = list(notices_to_show(problem.message for problem in problems))
        self._pause.start()

    @property
    def _table(self) -> Scenario:
        return dealt_in(self._document.scenario).without_panels

    def _answer_line(self) -> str:
        """Return the question about the table, followed by the probability once it has been computed."""
        if self._calculation is not None:
            return f"{self._calculation.headline} {self._calculation.note}: {self._calculation.sentence}"
        view = self._events.latest.value
        answer = view.step.answer if view is not None else None
        if view is not None and answer is not None and self._said:
            return " ".join(filter(None, (short_answer(view), interval(answer.stderr))))
        if answer is None:
            return f"how often {self._asked}"
        probability = percent(answer.probability, answer.stderr, exact_digits=1)
        return " ".join(filter(None, (f"how often {self._asked}: {probability}", interval(answer.stderr))))

    def _show_question(self, text: str) -> None:
        self._document.edit("Ask", ask=AskPanel(question=text))
        self.page_requested.emit("Ask")

    @Slot()
    def _ask(self) -> None:
        """Start to compute the answer, once no key has been pressed for a moment."""
        if self._asked and self._calculation is None:
            work = partial(answer_with_readings, self._table, self._asked, self._document.orders)
            self._events.ask((self._table, self._asked), work)
        if self._question is not None:
            table = self._question.scenario
            # Default limits: those of the table's run may be far too slow for an answer while typing.
            scenario = replace(table, run=RunOptions(seed=table.run.seed))
            self._answers.ask(scenario, partial(_equities, scenario, self._document.orders))

    @Slot()
    def _on_answered(self) -> None:
        error = self._answers.latest.error or self._events.latest.error
        if isinstance(error, ScenarioError):
            self._question, self._problem = None, describe_problem(error.problems[0])
        self.changed.emit()


WIDTH, ROW, ROWS, TOP, EDGE = 680, 32, 11, 56, 48
"""Width of the palette, height of a row, number of visible rows, distances from the top and the sides of the window."""
OTHER_HEIGHT = 144
"""Height in pixels of everything except the rows."""
PAGE = ROWS - 1
PROMPT = "Find a command, page, seat, range or file, or ask: AKs v 22+, how often 1 wins"
KEYS = "↑ ↓ to choose · Enter to run · Esc to close"
NOTHING = "No match. You can also type a hand, a range or a table such as AKs v 22+."
Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
Role = Qt.ItemDataRole


class PaletteModel(Guarded, QAbstractListModel):
    """The model of the list of matches."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: list[Match] = []

    def show_rows(self, rows: list[Match]) -> None:
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        """Return the title, the tool tip or the spoken text of an item."""
        if not index.isValid():
            return None
        item = self.rows[index.row()].item
        if role == Role.DisplayRole:
            return item.title
        if role == Role.ToolTipRole:
            return f"{item.title}\n{item.detail}"
        return spoken_item(item) if role == Role.AccessibleTextRole else None


def spoken_item(item: PaletteItem) -> str:
    """Return the text of a row for screen readers."""
    return ", ".join(filter(None, (item.title, item.detail, item.keys)))


class MatchList(ShownCells, QListView):
    """The list of the matches."""


class MatchDelegate(Guarded, QStyledItemDelegate):
    """Paints a row: the title with the typed letters in bold, the detail, and the shortcut on the right."""

    PAD, GAP, KEYS_WIDTH, DETAIL_SHARE = 12, 14, 92, 0.5

    def __init__(self, model: PaletteModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._title, self._small = font(TEXT), font(TEXT_SMALL)
        self._typed = QTextCharFormat()
        self._typed.setFontWeight(QFont.Weight.Bold)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, px(ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the background of the selected row, the shortcut, the detail, and the title in the remaining room."""
        theme, result = current_theme(), self._model.rows[index.row()]
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = enlarge(painter, option.rect)
        if option.state & QStyle.StateFlag.State_Selected:
            fill_box(painter, box.adjusted(4, 1, -4, -1), theme.selection, CORNER)
        area = box.adjusted(self.PAD, 0, -self.PAD, 0)
        painter.setFont(self._small)
        painter.setPen(QColor(theme.muted))
        painter.drawText(area, RIGHT, result.item.keys)
        area.setRight(area.right() - (self.KEYS_WIDTH if result.item.keys else 0))
        # The title comes first; the detail is elided to the rest, but keeps a minimum. 1.08: bold letters are wider.
        metrics = QFontMetricsF(self._small)
        title = QFontMetricsF(self._title).horizontalAdvance(result.item.title) * 1.08
        room = max(area.width() - title - self.GAP, min(self.DETAIL_SHARE * area.width(), 160))
        detail = metrics.elidedText(result.item.detail, Qt.TextElideMode.ElideRight, min(room, 0.62 * area.width()))
        painter.drawText(area, RIGHT, detail)
        area.setRight(area.right() - metrics.horizontalAdvance(detail) - self.GAP)
        self._paint_title(painter, area, result)
        painter.restore()

    def _paint_title(self, painter: QPainter, area: QRectF, result: Match) -> None:
        """Draw the title with the typed letters in bold, in one layout: only it knows the widths of both weights."""
        text = QFontMetricsF(self._title).elidedText(result.item.title, Qt.TextElideMode.ElideRight, area.width())
        layout = QTextLayout(text, self._title)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.NoWrap)
        layout.setTextOption(option)
        formats = []
        for position in (position for position in result.letters if position < len(text)):
            letter = QTextLayout.FormatRange()
            letter.start, letter.length, letter.format = position, 1, self._typed
            formats.append(letter)
        layout.setFormats(formats)
        layout.beginLayout()
        line = layout.createLine()
        layout.endLayout()
        painter.setPen(QColor(current_theme().text))
        painter.setClipRect(area)
        layout.draw(painter, QPoint(round(area.x()), round(area.center().y() - line.height() / 2)).toPointF())


class Palette(Guarded, QFrame):
    """The pop-up over ``window`` (Ctrl+K); closing it deletes it."""

    def __init__(self, sources: Sequence[Source], answers: QuickAnswers, window: QWidget) -> None:
        super().__init__(window, Qt.WindowType.Popup)
        self._window = window
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        named(self, "palette", "Find anything")
        self._names = Names(item for source in sources for item in source())
        # Naming 20,000 ranges takes too long for the first paint, so the rest is gathered while the window is idle.
        self._gathering = QTimer(self, interval=0)
        self._gathering.timeout.connect(self._gather)
        self._answers = answers
        self.entry = named(QLineEdit(self), "palette.entry", "Find anything")
        self.entry.setPlaceholderText(PROMPT)
        set_text(self.entry, TEXT_LARGE)
        fix(self.entry, height=38)
        self.entry.installEventFilter(self)
        self._model = PaletteModel(self)
        self.list = named(MatchList(self), "palette.list", "Match")
        self.list.setModel(self._model)
        self.list.setItemDelegate(MatchDelegate(self._model, self.list))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setUniformItemSizes(True)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._hint = label(KEYS, self, name="palette.hint", wrap=True)
        set_text(self._hint, TEXT_SMALL)
        self._rows = filled(QVBoxLayout(self), self.entry, self.list, self._hint, spacing=6, margins=(8, 8, 8, 8))
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.entry.textChanged.connect(self._on_typed)
        self.list.clicked.connect(self._on_clicked)
        answers.changed.connect(self._show_found)
        self._on_typed("")

    def open(self) -> None:
        """Open near the upper edge of the window, with the keyboard focus in the field."""
        self.setFixedWidth(min(px(WIDTH), self._window.width() - 2 * EDGE))
        self._fit()
        self.move(self._window.mapToGlobal(QPoint((self._window.width() - self.width()) // 2, TOP)))
        self.show()
        self.entry.setFocus(Qt.FocusReason.PopupFocusReason)
        self._gathering.start()

    @Slot()
    def _gather(self) -> None:
        """Take one more block of items from the sources while the window is idle."""
        if not self._names.gather():
            self._gathering.stop()

    @Slot(str)
    def _on_typed(self, text: str) -> None:
        self._answers.ask(text)
        self._show_found()
        self._choose(0)

    @Slot()
    def _show_found(self) -> None:
        """Show the matches and keep the selected row. The answer comes first, but after items named like the text."""
        row = self.list.currentIndex().row()
        matches = [] if self._answers.is_table_or_question else self._names.find(self.entry.text())
        answers = [Match(item) for item in self._answers.items()]
        typed = len("".join(self.entry.text().split()))
        # Titles that begin with the text come before the answer; and if the text contains an abbreviation, such as
        # the name of a range, so do titles that contain all typed letters.
        min_letters = typed if self._answers.names_something else NOWHERE
        named_so = takewhile(lambda found: found.distance == BEGINS or len(found.letters) >= min_letters, matches)
        split = len(list(named_so)) if answers and typed else 0
        self._model.show_rows([*matches[:split], *answers, *matches[split:]])
        quick = self._answers
        hints = (KEYS, quick.read_as, quick.more) if self._model.rows else (quick.why_not(self.entry.text()), NOTHING)
        self._hint.setText("\n".join(filter(None, hints)))
        max_rows = max(min(ROWS, (self._window.height() - TOP - px(OTHER_HEIGHT)) // px(ROW)), 1)
        self.list.setFixedHeight(px(ROW) * min(len(self._model.rows), max_rows))
        self._fit()
        self._choose(max(row, 0))

    def _fit(self) -> None:
        """Set the height that the wrapped hint needs at this width; ``adjustSize`` would wrap it at another width."""
        self._rows.activate()
        self.resize(self.width(), self._rows.totalHeightForWidth(self.width()))

    def _choose(self, row: int) -> None:
        """Select ``row``, or the last or first one if there is no such row, and announce it to screen readers."""
        index = self._model.index(max(0, min(row, len(self._model.rows) - 1)))
        self.list.setCurrentIndex(index)
        self.list.scrollTo(index)
        text = str(index.data(Role.AccessibleTextRole) or NOTHING)
        if text != self.entry.accessibleDescription():
            self.entry.setAccessibleDescription(text)
            announce(self.entry, text)

    @Slot(QModelIndex)
    def _on_clicked(self, index: QModelIndex) -> None:
        self._run(index.row())

    def _run(self, row: int) -> None:
        """Close, then run the action of a row: it may use the keyboard focus, which has returned by then."""
        if 0 <= row < len(self._model.rows):
            item = self._model.rows[row].item
            self.close()
            item.run()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Apply the keys that move, confirm or close to the list, while the field has the focus."""
        if not isinstance(event, QKeyEvent) or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return super().eventFilter(watched, event)
        row, last = self.list.currentIndex().row(), len(self._model.rows) - 1
        steps = {
            Qt.Key.Key_Down: 0 if row == last else row + 1,
            Qt.Key.Key_Up: last if row <= 0 else row - 1,
            Qt.Key.Key_PageDown: row + PAGE,
            Qt.Key.Key_PageUp: row - PAGE,
        }
        key = Qt.Key(event.key())
        ends = key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape)
        if not ends and key not in steps:
            return super().eventFilter(watched, event)
        # Accepted as an override, the key arrives as an ordinary key press and triggers no shortcut of the window.
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
        elif event.type() == QEvent.Type.KeyPress and key in steps:
            self._choose(steps[key])
        elif event.type() == QEvent.Type.KeyPress:
            self.close() if key == Qt.Key.Key_Escape else self._run(row)
        return True

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._answers.stop()
