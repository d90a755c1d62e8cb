"""The page *Betting*: both players' best play from a street on, and a walk through its tree."""

from PySide6.QtCore import Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from gui.export.files import ExportItem
from gui.look.guard import Guarded
from gui.pages.betting.model import BettingModel
from gui.pages.betting.node_display import NodeDisplay
from gui.parts.build import STRETCH, filled, label, named, paragraph, push_button
from gui.state.context import PageContext


class BettingPage(Guarded, QWidget):
    """Shows the state of a :class:`BettingModel`."""

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        named(self, "betting", "Betting")
        self.model = BettingModel(context.document, context.questions, self)
        self.line = label(name="betting.line", role="title", wrap=True)
        self.reason = paragraph("betting.reason")
        self.display = NodeDisplay(context, self)
        self._run = push_button("Run", "betting.run", self.model.run_or_pause)
        self._stop = push_button("Stop", "betting.stop", self.model.stop)
        head = filled(QHBoxLayout(), STRETCH, self._run, self._stop, spacing=4)
        filled(QVBoxLayout(self), head, self.line, self.reason, (self.display, 1), margins=(12, 10, 12, 10))
        self.model.changed.connect(self._on_changed)
        self._on_changed()

    @Slot()
    def _on_changed(self) -> None:
        model = self.model
        self._run.setText({"idle": "Run", "running": "Pause", "paused": "Continue"}[model.state])
        self._run.setEnabled(model.can_run)
        self._stop.setEnabled(model.state != "idle")
        self.reason.setText(model.situation.missing or "; ".join(problem.message for problem in model.problems))
        view = model.view
        shares = view.node.actions if view is not None else ()
        self.line.setText(", ".join(f"{x.name} {100 * (x.frequency or 0):.0f} %" for x in shares))
        self.display.show_view(view, stale=model.stale)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.model.watch(on=True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.model.watch(on=False)


def betting_exports(page: BettingPage, context: PageContext) -> tuple[ExportItem, ...]:
    """Return what of the page can be exported."""
    return page.display.exports(page)
