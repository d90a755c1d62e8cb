"""Charts of a detail of a result: what they draw is given to them, not read from the session."""

from typing import Generic, TypeVar

from engine import Snapshot
from gui.charts.figure import Figure

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
