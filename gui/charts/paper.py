"""A chart that is drawn for files only: what the window shows is a widget of another kind, as a matrix is."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from engine import Snapshot
from gui.charts.figure import DetailFigure, Figure, Table
from gui.charts.picture import Pictures
from gui.look.captions import file_stem, inputs, provenance
from gui.look.theme import Look, Theme

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PaperChart(Pictures, Generic[T]):
    """Made anew for every file (``gui.export.formats.Exportable``).

    ``content`` returns what to draw and the result that it belongs to, None where there is nothing to draw;
    ``draws`` makes the figure. ``titled`` and ``tabled`` are functions of the content alone: a figure that no page
    takes must not be made (PySide 6.11 crashes where its parts are collected).
    """

    name: str
    look: Look
    content: Callable[[], tuple[T, Snapshot] | None]
    draws: Callable[[Theme], DetailFigure[T]]
    titled: Callable[[T], str]
    tabled: Callable[[T], Table]

    @property
    def ready(self) -> bool:
        """Whether there is something to export."""
        return self.content() is not None

    def _present(self) -> tuple[T, Snapshot]:
        present = self.content()
        if present is None:
            raise ValueError("there is nothing to export yet")
        return present

    @property
    def snapshot(self) -> Snapshot | None:
        """The result that it belongs to."""
        present = self.content()
        return None if present is None else present[1]

    @property
    def title(self) -> str:
        """What is drawn."""
        return self.titled(self._present()[0])

    def stem(self) -> str:
        """Return a name for a file, without suffix."""
        return file_stem(self._present()[1].scenario, self.name)

    def table(self) -> Table:
        """Return the data as header and rows."""
        return self.tabled(self._present()[0])

    def _paper(self) -> tuple[Figure, str, str]:
        content, snapshot = self._present()
        figure = self.draws(self.look.theme)
        figure.show_content(content, snapshot)
        return figure, self.titled(content), ". ".join((*inputs(snapshot.scenario), provenance(snapshot)))
