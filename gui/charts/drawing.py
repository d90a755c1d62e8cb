"""What charts have in common that draw a situation of their page, not a result of the table."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Generic, Protocol, TypeVar

from PySide6.QtCore import QPointF, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from engine import Snapshot
from gui.charts.chart import Chart
from gui.charts.figure import STALE_OPACITY, Figure, Table, table_words
from gui.charts.overlays import Reading
from gui.charts.picture import Drawing, Exportable
from gui.charts.text import SMALL_FONT, TITLE_FONT, Line
from gui.look.captions import dashed
from gui.look.theme import Look, Theme
from gui.state.session import Session

NOTHING = "there is nothing to export yet"


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands round a drawing: its ``title``; ``brief``, the situation on a line for the screen, and ``short``, how
    to read the drawing, before it; ``about`` and ``remarks``: both for paper; ``origin``: how the numbers came about;
    ``stem`` begins the names of files.
    """

    title: str
    short: str
    brief: str
    about: tuple[str, ...]
    remarks: tuple[str, ...]
    origin: str
    stem: str


class Drawable(Protocol):
    """Something that can be drawn."""

    @property
    def heading(self) -> Heading:
        """What stands round it."""

    def table(self) -> Table:
        """Return its data as header and rows."""


T = TypeVar("T", bound=Drawable)


class DrawingFigure(Figure, Generic[T]):
    """A figure of a :class:`Drawable`; methods that take a snapshot draw what was shown last."""

    hides_seats = False
    titled = True
    """Whether the title and the situation stand on the screen too."""

    def __init__(self, theme: Theme, *, on_paper: bool = False) -> None:
        super().__init__(theme, on_paper=on_paper)
        self.content: T | None = None
        self.sheet.view_box.setMouseEnabled(x=False, y=False)

    def show_content(self, content: T | None, *, stale: bool = False) -> None:
        """Draw something else; None: say what will be here."""
        self.content, self.stale = content, stale
        self.redraw()

    def redraw(self) -> None:
        """Draw everything anew."""
        content = self.content
        self.sheet.setOpacity(STALE_OPACITY if self.stale and content is not None else 1.0)
        self.axes.setVisible(content is not None)
        self.sheet.view_box.setVisible(content is not None)
        if content is None:
            self._show_empty()
        else:
            self.sheet.message.set_lines((), wrap=True)
            self._write(content.heading)
            self.draw_content(content)
        self.read_out.set_reading(None)
        self.sheet.arrange()
        for layer in self.sheet.childItems():
            layer.update()

    def _write(self, heading: Heading) -> None:
        title = Line(heading.title, TITLE_FONT, "text")
        notes: tuple[str, ...] = ()
        if self._on_paper:
            about = (Line(text, SMALL_FONT, "text") for text in heading.about)
            self.sheet.title.set_lines((title, *about), wrap=True)
            notes = (*heading.remarks, heading.origin)
        else:  # low charts stand beside a sentence: one line is enough
            brief = Line(" · ".join((heading.short, heading.brief)), SMALL_FONT, "muted")
            self.sheet.title.set_lines((title, brief) if self.titled else (), wrap=False)
        self.sheet.notes.set_lines(tuple(Line(text, SMALL_FONT, "muted") for text in notes), wrap=True)

    @abstractmethod
    def draw_content(self, content: T) -> None:
        """Draw the plot."""

    def title(self, snapshot: Snapshot | None = None) -> str:
        """Return what is drawn."""
        return self.empty_title if self.content is None else self.content.heading.title

    def remarks(self, snapshot: Snapshot | None = None) -> tuple[str, ...]:
        """Return what has to be known to read the chart."""
        return () if self.content is None else self.content.heading.remarks

    def draw(self, snapshot: Snapshot) -> None:
        """Draw what is on show."""
        self.redraw()

    def table(self, snapshot: Snapshot | None = None) -> Table:
        """Return the data on show.

        Raises:
            ValueError: there is nothing on show.
        """
        if self.content is None:
            raise ValueError(NOTHING)
        return self.content.table()

    def words(self) -> str:
        """Return in words what is drawn."""
        if self.content is None:
            return " ".join((f"{self.empty_title}.", *self.empty_lines))
        heading = self.content.heading
        return f"{heading.title}, {heading.brief}. {table_words(self.table())}"

    def reading_at(self, position: QPointF) -> Reading | None:
        """Return nothing: there is nothing to read out unless a figure says so."""
        return None

    def stops(self) -> Sequence[QPointF]:
        """Return no place."""
        return ()

    def seat_at(self, position: QPointF) -> int | None:
        """Return no seat: seats are not hidden here."""
        return None


class DrawingChart(Chart, Generic[T]):
    """The widget round a :class:`DrawingFigure`: shows what :meth:`show_content` was given last.

    ``extra``: further entries of its menu.
    """

    def __init__(
        self, name: str, title: str, figure: DrawingFigure[T], session: Session, look: Look, parent: QWidget | None
    ) -> None:
        self._drawing = figure
        self.extra: list[QAction] = []
        super().__init__(name, title, figure, session, look, parent)
        self._menu_button.setToolTip("Export")
        self._menu_button.setAccessibleName(f"{title}: export")

    def show_content(self, content: T | None, *, stale: bool) -> None:
        """Draw something else; None: nothing."""
        self._drawing.show_content(content, stale=stale)
        if self._reading_position is not None:
            self.read_at(self._reading_position)

    def view_actions(self) -> list[QAction]:
        """Return the further entries."""
        return self.extra

    @property
    def ready(self) -> bool:
        """Whether there is something to export."""
        return self._drawing.content is not None

    @property
    def snapshot(self) -> Snapshot | None:
        """No result of the table: the situation is another question."""
        return None

    def page(self) -> DrawingFigure[T]:
        """Return a copy of the figure for paper."""
        return type(self._drawing)(self._look.theme, on_paper=True)

    def drawing(self) -> Drawing:
        """Return what there is to draw now."""
        return drawing_of(self.name, self._drawing.content, self.page)

    @Slot()
    def _on_session_changed(self) -> None:
        """Leave it to the page: the result of the table is another question."""

    def _refresh(self) -> None:
        """Nothing waits: what there is was drawn when it came."""


def drawing_of(name: str, content: T | None, page: Callable[[], DrawingFigure[T]]) -> Drawing:
    """Return what there is to draw on paper.

    Raises:
        ValueError: there is nothing.
    """
    if content is None:
        raise ValueError(NOTHING)
    heading = content.heading

    def figure() -> Figure:
        made = page()
        made.show_content(content)
        return made

    about = ". ".join((*heading.about, heading.origin))
    return Drawing(heading.title, about, f"{heading.stem}-{dashed(name)}", content.table, figure)


class LateChart(Exportable):
    """A chart of a view that is built when it is first shown: there is nothing to export before."""

    def __init__(self) -> None:
        self._chart: Exportable | None = None
        self._actions: list[QAction] = []

    def take(self, chart: Exportable) -> None:
        """Stand for ``chart`` from now on."""
        self._chart = chart
        chart.set_export(self._actions)

    def set_export(self, actions: list[QAction]) -> None:
        """Take the actions for the menu that the chart will have."""
        self._actions = actions
        if self._chart is not None:
            self._chart.set_export(actions)

    @property
    def ready(self) -> bool:
        """Whether there is something to export."""
        return self._chart is not None and self._chart.ready

    def drawing(self) -> Drawing:
        """Return what there is to draw now."""
        if self._chart is None:
            raise ValueError(NOTHING)
        return self._chart.drawing()


@dataclass(frozen=True, slots=True)
class PaperDrawing(Exportable, Generic[T]):
    """A drawing for files only: what the window shows is a widget of another kind, as a map of hands is."""

    name: str
    look: Look
    content: Callable[[], T | None]
    draws: Callable[[Theme], DrawingFigure[T]]

    @property
    def ready(self) -> bool:
        """Whether there is something to export."""
        return self.content() is not None

    def drawing(self) -> Drawing:
        """Return what there is to draw now."""
        return drawing_of(self.name, self.content(), partial(self.draws, self.look.theme))
