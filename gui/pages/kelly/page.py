"""The Kelly page of the window, with two views: the advice on a bet, and the hand tracker."""

import json
from functools import partial

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QColor, QGuiApplication, QHideEvent, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from engine.kelly.to_simulate import can_be_simulated, simulation_of
from gui.export.files import AskPath, BuiltPage, ExportItem, FileActions, ask_path
from gui.look.scale import unscaled
from gui.look.theme import current_theme
from gui.pages.kelly.advice_view import AdviceView
from gui.pages.kelly.model import Bankroll, KellyModel, PinnedBets
from gui.pages.kelly.tracker_model import TrackerModel
from gui.pages.kelly.tracker_page import TrackerPage
from gui.parts.build import STRETCH, ShownWidget, filled, named, stacked, tab_in_order
from gui.parts.chip_button import chip_button
from gui.parts.choice_bar import ChoiceBar
from gui.parts.help import help_chip
from gui.parts.page_scroll import PageScroll
from gui.state.context import PageContext, Run

TAKE_OVER_TIP = "Copy this decision to Advice"
COPY_TIP = "Copy this decision as a request for `steelwheel kelly -`"
SIMULATE_TIP = (
    "Kelly on simulated outcomes: play your actions to the end of the hand on the Simulate page, with any number of "
    "players, and see which of them grows the bankroll most"
)
BEST_TIP = "Open the current pot, stacks and ranges on the Betting page (two players, from the flop on)"
LOW, VERY_LOW = 560, 470
"""Heights of the page below which the chart takes all of it, and below which the advice scrolls as a whole."""
GAP, LOW_GAP = 10, 5
SIDE, LOW_SIDE = 12, 8
"""The margins between the parts of the page and at its sides, on a normal and on a low page."""
HELP_TIP = "About Kelly and its assumptions"


class KellyPage(ShownWidget):
    """Advice and tracker. ``growth``, ``bars`` and ``played`` are the charts of the ``model``."""

    run_changed = Signal()

    def __init__(self, context: PageContext, ask: AskPath = ask_path) -> None:
        super().__init__()
        named(self, "kelly", "Kelly")
        document, session, settings = context.document, context.session, context.settings
        self._message, questions = context.message, context.questions.apart("kelly")
        self._page_requested = context.page_requested
        bankroll = Bankroll(document, settings, self)
        self.model = KellyModel(document, session, questions, bankroll, context.players, self)
        files = FileActions("tracker.export", settings, self, ask)
        files.message.connect(context.message)
        pinned = PinnedBets(self.model, questions.apart("kelly pinned"), self)
        self._advice = AdviceView(self.model, pinned, self)
        self.growth, self.bars, self.played = self._advice.growth, self._advice.bars, self._advice.played
        tracker = TrackerModel(document, session, questions, context.journal, bankroll, context.players, self)
        tracker.message.connect(context.message)
        tracker.page_wanted.connect(context.page_requested)
        self.tracker = TrackerPage(tracker, settings, files, self)
        self._view = ChoiceBar("kelly.view", "View", {"advice": "Advice", "tracker": "Hand tracker"})
        self._view.chosen.connect(self.show_view)
        chip, over = partial(chip_button, parent=self), self._on_take_over
        self._copy = chip("copy as JSON", "kelly.copy", self._on_copy, "Copy as json", COPY_TIP)
        self._take_over = chip("curve and numbers", "kelly.takeOver", over, "Curve and numbers", TAKE_OVER_TIP)
        self._best = chip("solve", "kelly.bestPlay", self.tracker.model.bet, "Solve", BEST_TIP)
        self._simulate = chip("simulate", "kelly.simulate", self._on_simulate, "Simulate", SIMULATE_TIP)
        explain = help_chip("kelly", HELP_TIP, "how it works", self)
        head = filled(
            QHBoxLayout(),
            self._view,
            STRETCH,
            self._copy,
            self._simulate,
            self._best,
            self._take_over,
            explain,
            spacing=4,
        )
        advice = PageScroll(self._advice, "kelly.advice.scroll", "Advice")
        self._pages = stacked(advice, PageScroll(self.tracker, "kelly.tracker.scroll", "Hand tracker"))
        self._all = filled(QVBoxLayout(self), head, (self._pages, 1), spacing=GAP, margins=(SIDE, GAP, SIDE, GAP))
        tab_in_order(*self._view.chips.values(), self._copy, self._simulate, self._best, self._take_over, explain)
        self.show_view("advice")
        for model in (self.model, self.tracker.model):
            model.changed.connect(self._on_changed)
        self.model.changed.connect(self.run_changed)

    @property
    def own_run(self) -> Run | None:
        """The hands that are played for simulated outcomes; None while the page shows the result of the table."""
        panel = self.model.panel
        played = self._view.key == "advice" and panel.simulated and not panel.typed
        return self.model.played if played else None

    @Slot(str)
    def show_view(self, key: str) -> None:
        """Show the advice or the tracker."""
        self._view.show_choice(key)
        self._pages.setCurrentIndex(0 if key == "advice" else 1)
        self._copy.setVisible(key == "advice")
        self._take_over.setVisible(key == "tracker")
        self._best.setVisible(key == "tracker")
        if self.isVisible():
            self.model.played.watch(on=key == "advice")
        self._render_simulate()
        self.run_changed.emit()

    def show_tracker(self) -> None:
        """Show the tracker and give it the keyboard."""
        self.show_view("tracker")
        self.tracker.take_focus()

    def _render(self) -> None:
        question = self.model.question
        self._advice.render_question()
        self._copy.setEnabled(question.request is not None or (question.simulated and question.values is not None))
        tracked = self.tracker.model.question
        self._take_over.setEnabled(tracked is not None and tracked.request is not None)
        self._best.setEnabled(self.tracker.model.tracked is not None)
        self._render_simulate()

    def _render_simulate(self) -> None:
        """Offer to simulate the decision of the displayed view."""
        tracks = self._view.key == "tracker"
        scenario = self.model.bankroll.scenario
        self._simulate.setEnabled(self.tracker.model.can_simulate if tracks else can_be_simulated(scenario))

    @Slot()
    def _on_copy(self) -> None:
        values = self.model.question.values
        if values is not None:
            QGuiApplication.clipboard().setText(json.dumps(values, indent=2) + "\n")
            self._message.emit("Request copied: paste it to `steelwheel kelly -`", False)

    @Slot()
    def _on_simulate(self) -> None:
        if self._view.key == "tracker":
            self.tracker.model.simulate()
            return
        simulation = simulation_of(self.model.bankroll.scenario)
        self.model.document.edit("Simulate the decision", simulation=simulation)
        self._page_requested.emit("Simulate")

    @Slot()
    def _on_take_over(self) -> None:
        self.tracker.model.take_over()
        self.show_view("advice")

    def showEvent(self, event: QShowEvent) -> None:
        self.model.played.watch(on=self._view.key == "advice")
        super().showEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.model.played.watch(on=False)

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), QColor(current_theme().surface))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        height = unscaled(self.height())
        low = height < LOW
        gap, side = (LOW_GAP, LOW_SIDE) if low else (GAP, SIDE)
        self._all.setContentsMargins(side, gap, side, gap)
        self._all.setSpacing(gap)
        self._advice.set_low(low, very=height < VERY_LOW)
        self.tracker.set_low(low)


def kelly_page(context: PageContext) -> BuiltPage:
    """Return the page, and its charts that can be exported."""
    page = KellyPage(context)
    return page, (
        ExportItem("growth", "Growth", page, page.growth, own="kelly.export"),
        ExportItem("actions", "Actions", page, page.bars, own="kelly.actions.export"),
        ExportItem("playedGrowth", "Growth by action", page, page.played, own="kelly.played.export"),
    )
