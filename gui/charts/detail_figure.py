"""Charts of a detail of a result: what they draw is given to them, not read from the session."""

from collections.abc import Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import QPointF

from engine import Snapshot
from gui.charts.figure import Figure
from gui.charts.read_out import Reading
from gui.look.theme import Theme

T = TypeVar("T")


class DetailFigure(Figure, Generic[T]):
    """A figure of ``content``; without any it is empty."""

    content: T | None = None

    def show_content(self, content: T | None, snapshot: Snapshot | None, *, stale: bool = False) -> None:
        """Draw other content, which belongs to ``snapshot``."""
        self.content = content
        self.show_result(snapshot if content is not None else None, stale=stale)

    @property
    def present(self) -> T:
        """The content; there is some wherever something is drawn."""
        assert self.content is not None
        return self.content


class PaperFigure(DetailFigure[T]):
    """A figure for files only: nobody points at it."""

    empty_lines = ("There is nothing to draw yet.",)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, on_paper=True)

    def reading_at(self, position: QPointF) -> Reading | None:
        """Return nothing."""
        return None

    def stops(self) -> Sequence[QPointF]:
        """Return no place."""
        return ()

    def seat_at(self, position: QPointF) -> int | None:
        """Return no seat."""
        return None
