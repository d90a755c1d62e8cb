"""The bars at the top of the window: a file changed by others, unsaved tables to restore, the pinned result."""

from datetime import datetime

from PySide6.QtCore import QDateTime, QEvent, QLocale, QObject, QPoint, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QMenuBar, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from engine import Snapshot
from engine.cards import whole_text
from engine.table.one_line import format_line
from gui.look.guard import Guarded
from gui.look.scale import at_least, fix, px, scaled_size, text_font
from gui.look.theme import current_theme
from gui.parts.build import NO_MARGINS, MenuButton, filled, literal, named, release_focus, restyle
from gui.shell.commands import Commands
from gui.state.autosave import Recovery
from gui.storage.autosave_file import Autosaved
from gui.words.captions import brief, how_exact

BUTTON_HEIGHT = 24
MIN_TEXT_WIDTH = 90
"""Minimum width in pixels of a question next to its buttons."""
SPACE = 12
STRIP_WIDTH = 4
"""Width in pixels of the coloured strip at the left end."""
ANSWERS = (
    ("replace", "Overwrite", "Replace the version in the file by your table"),
    ("saveAs", "Save as…", "Save your table under another name"),
    ("look", "Show", "Open the version in the file; undo to return to your table"),
    ("dismiss", "Not now", "Change neither the file nor your unsaved table"),
)
MAX_NAME_LENGTH = 40
MAX_ENTRY_LENGTH = 80
MENUS_CHANGED = (QEvent.Type.Resize, QEvent.Type.LayoutRequest, QEvent.Type.ActionAdded, QEvent.Type.Show)


class NoticeBar(Guarded, QWidget):
    """A question and buttons called ``<name>.<answer>`` in one line; hidden if there is no question.

    ``asking_changed`` is emitted when a question appears or disappears.
    """

    asking_changed = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.asking = False
        self.hide()
        self.setObjectName(name)
        self._text = _Question(f"{name}.text", self)
        at_least(self._text, width=MIN_TEXT_WIDTH)
        self._layout = filled(QHBoxLayout(self), (self._text, 1), spacing=8, margins=(SPACE + STRIP_WIDTH, 0, SPACE, 0))

    def add_button(self, name: str, text: str, meaning: str) -> QPushButton:
        """Add a button for an answer at the right end; ``meaning`` is its tool tip."""
        button = named(QPushButton(text, self), f"{self.objectName()}.{name}", f"{text}: {meaning}", meaning)
        button.setAutoDefault(True)  # takes Enter
        self.add_part(button)
        return button

    def add_part(self, part: QWidget) -> None:
        """Add a widget at the right end with the low height of the bar."""
        restyle(part, "low", value=True)
        fix(part, height=BUTTON_HEIGHT)
        self._layout.addWidget(part)

    def show_words(self, question: str, more: str) -> None:
        """Show ``question``, with ``more`` about it in a muted colour, or hide the bar if ``question`` is empty."""
        if question:
            self._text.show_words(question, more)
            self.setAccessibleName(f"{question} {more}")
        else:
            release_focus(self)  # otherwise Qt moves it to a seat, which gets the next card
        if self.asking != bool(question):  # a new text alone must not show a bar that is waiting
            self.asking = bool(question)
            self.setVisible(self.asking)
            self.asking_changed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = current_theme(), QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.raised))
        painter.fillRect(0, 0, px(STRIP_WIDTH), self.height(), QColor(theme.accent))
        painter.fillRect(0, self.height() - 1, self.width(), 1, QColor(theme.line))


class _Question(Guarded, QWidget):
    """The question and its muted subject, which are elided if they do not fit."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._question = self._more = ""
        self.setObjectName(name)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_words(self, question: str, more: str) -> None:
        self._question, self._more = question, more
        self.setAccessibleName(f"{question} {more}")
        self.setToolTip(more)
        self.update()

    def sizeHint(self) -> QSize:
        return scaled_size(200, 24)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = current_theme(), QPainter(self)
        painter.setFont(text_font())
        metrics, align = painter.fontMetrics(), Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        right = Qt.TextElideMode.ElideRight
        painter.setPen(QColor(theme.text))
        painter.drawText(self.rect(), align, metrics.elidedText(self._question, right, self.width()))
        used = metrics.horizontalAdvance(self._question) + SPACE
        painter.setPen(QColor(theme.muted))
        rest = self.rect().adjusted(used, 0, 0, 0)
        if rest.width() > 0:
            painter.drawText(rest, align, metrics.elidedText(self._more, right, rest.width()))


class NoticePlace(Guarded, QWidget):
    """Shows the first of ``bars`` that has a question, over the empty end of the menu bar, so that nothing moves.

    If the desktop shows the menu bar, as on macOS, this widget is a separate line, which stays when it is empty.
    """

    def __init__(self, menus: QMenuBar, *bars: NoticeBar, parent: QWidget) -> None:
        super().__init__(parent)
        self._menus, self._bars = menus, bars
        filled(QVBoxLayout(self), *bars, spacing=0, margins=NO_MARGINS)
        named(self, "notices", "Questions and notices")
        for bar in bars:
            bar.asking_changed.connect(self._show_first)
        menus.installEventFilter(self)
        self._show_first()

    @Slot()
    def _show_first(self) -> None:
        """Show only the first bar that has a question."""
        first = next((bar for bar in self._bars if bar.asking), None)
        for bar in self._bars:
            if bar is not first:
                release_focus(bar)
            bar.setVisible(bar is first)
        self.setVisible(first is not None or self._menus.isNativeMenuBar())
        self._fit_menu_bar()

    def _fit_menu_bar(self) -> None:
        """Cover the menu bar to the right of its menus, and the last menus as well if a question needs more room."""
        if self._menus.isNativeMenuBar():
            return
        visible = [action for action in self._menus.actions() if action.isVisible()]
        used = self._menus.actionGeometry(visible[-1]).right() + px(SPACE) if visible else 0
        left = max(0, min(used, self._menus.width() - self.minimumSizeHint().width()))
        at = self._menus.mapTo(self._menus.window(), QPoint(left, 0))
        self.setGeometry(QRect(at, QSize(self._menus.width() - left, self._menus.height())))
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._menus and event.type() in MENUS_CHANGED:
            self._fit_menu_bar()
        return super().eventFilter(watched, event)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit_menu_bar()
        return super().event(event)


class OverwriteBar(NoticeBar):
    """Asks for a decision on a :class:`SaveConflict`."""

    def __init__(self, commands: Commands, parent: QWidget | None = None) -> None:
        super().__init__("overwrite", parent)
        self._commands = commands
        handlers = (commands.overwrite, commands.save_as, commands.look, commands.dismiss)
        for (name, text, meaning), handler in zip(ANSWERS, handlers, strict=True):
            self.add_button(name, text, meaning).clicked.connect(handler)
        commands.conflict_changed.connect(self.render_conflict)
        self.render_conflict()

    @Slot()
    def render_conflict(self) -> None:
        conflict = self._commands.conflict
        self.show_words(conflict.statement if conflict else "", conflict.differences if conflict else "")


class RecoveryBar(NoticeBar):
    """Offers to restore unsaved tables: buttons ``recovery.restore``, ``.discard``, ``.discardAll``, and the list
    ``recovery.choose`` if there are several tables.
    """

    def __init__(self, recovery: Recovery, parent: QWidget | None = None) -> None:
        super().__init__("recovery", parent)
        self._recovery = recovery
        restore = self.add_button("restore", "Restore", "Restore the unsaved table; undo to get this one back")
        restore.setProperty("role", "primary")
        restore.clicked.connect(recovery.restore)
        self._menu = QMenu(self)
        self._menu.setObjectName("recovery.choose.menu")
        self._menu.aboutToShow.connect(self._fill_menu)
        self._menu.triggered.connect(self._on_chosen)
        self._choose = MenuButton(None, "Choose", self._menu)
        named(self._choose, "recovery.choose", "All tables that can be restored")
        self.add_part(self._choose)
        self.add_button("discard", "Discard", "Delete the unsaved table").clicked.connect(recovery.discard)
        self._all = self.add_button("discardAll", "Discard all", "Delete all unsaved tables in the list")
        self._all.clicked.connect(recovery.discard_all)
        recovery.changed.connect(self.render_offer)
        self.render_offer()

    @Slot()
    def render_offer(self) -> None:
        offer, more = self._recovery.offer, self._recovery.more
        self._all.setVisible(more > 0)
        self._choose.setVisible(more > 0)
        self.show_words(question_of(offer, more) if offer else "", brief(offer.scenario) if offer else "")

    @Slot()
    def _fill_menu(self) -> None:
        self._menu.clear()
        now = datetime.now()
        for index, offer in enumerate(self._recovery.offers):
            self._menu.addAction(_entry(offer, now)).setData(index)

    @Slot(QAction)
    def _on_chosen(self, action: QAction) -> None:
        self._recovery.restore_one(int(action.data()))


def _entry(offer: Autosaved, now: datetime) -> str:
    name = f"“{_short(whole_text(offer.path.name))}”: " if offer.path else ""
    text = brief(offer.scenario)
    text = text if len(text) <= MAX_ENTRY_LENGTH else f"{text[:MAX_ENTRY_LENGTH]}…"
    return literal(f"{moment(offer.time, now)}   {name}{text}")


def question_of(offer: Autosaved, more: int, now: datetime | None = None) -> str:
    """Return the question whether to restore ``offer``; ``more`` is the number of further offers."""
    name = f"“{_short(whole_text(offer.path.name))}”" if offer.path else "the unsaved table"
    rest = f" ({more} more)" if more else ""
    when = moment(offer.time, now or datetime.now())
    return f"A window was closed before this was saved. Restore {name} from {when}?{rest}"


def _short(name: str) -> str:
    half = MAX_NAME_LENGTH // 2
    return name if len(name) <= MAX_NAME_LENGTH else f"{name[:half]}…{name[-half:]}"


def moment(time: datetime, now: datetime) -> str:
    """Return the time of day as the system writes it, with the date in English unless it is today."""
    moment = QDateTime.fromSecsSinceEpoch(int(time.timestamp()))
    clock = QLocale().toString(moment.time(), QLocale.FormatType.ShortFormat)
    return clock if time.date() == now.date() else f"{QLocale.c().toString(moment.date(), 'd MMMM')}, {clock}"


HERE = "Result pinned"
PINNED_HINT = "Change the table to see the differences next to the equities."
COMPARED = "Compared with the pinned result"
OTHER_GAME = "The pinned table is of the other game"
EDIT = "Edit table {}"
EXCHANGE = "Swaps this table and the pinned one; undo to swap back"


class ComparisonBar(NoticeBar):
    """Names the pinned table. Its buttons are ``comparison.show``, ``comparison.editOther``, ``comparison.unpin``."""

    def __init__(self, commands: Commands, parent: QWidget | None = None) -> None:
        super().__init__("comparison", parent)
        self._session, self._document = commands.session, commands.document
        self.add_button("show", "Side by side", "Show both tables next to each other").clicked.connect(commands.compare)
        self._other = self.add_button("editOther", EDIT.format("A"), EXCHANGE)
        self._other.clicked.connect(commands.edit_other)
        self.add_button("unpin", "Unpin", "End the comparison").clicked.connect(self._session.unpin)
        self._session.changed.connect(self.render_pinned)
        self.render_pinned()

    @Slot()
    def render_pinned(self) -> None:
        """Say which table is pinned, and how the displayed one compares with it; hidden if none is pinned."""
        pinned, comparison = self._session.pinned, self._session.comparison
        if pinned is None:
            self.show_words("", "")
            return
        edit = EDIT.format(pinned.letter)
        self._other.setText(edit)
        self._other.setAccessibleName(f"{edit}: {EXCHANGE}")
        self._other.setEnabled(self._session.can_exchange)
        if self._session.on_pinned:
            note = f" ({method_and_error(pinned.snapshot)})" if pinned.snapshot is not None else ""
            self.show_words(f"{HERE}{note}.", PINNED_HINT)
            return
        other = self._document.scenario.game != pinned.scenario.game
        note = f" ({comparison.words})" if comparison is not None and comparison.words and not other else ""
        self.show_words(f"{OTHER_GAME if other else COMPARED} {pinned.letter}{note}:", format_line(pinned.scenario))


def method_and_error(snapshot: Snapshot) -> str:
    """Return "exact", or "sampled" with the number of deals and the widest interval."""
    return f"{'' if snapshot.method == 'exact' else 'sampled, '}{how_exact(snapshot)}"
