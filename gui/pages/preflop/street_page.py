"""The base of the pages *Pre-flop* and *Third street*: views, the example, the verdict, the copied question."""

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QGuiApplication, QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from gui.pages.preflop.model import Ask, StreetModel, StreetTexts
from gui.parts.answer_card import VerdictCard
from gui.parts.build import ShownWidget, named, page_ground, tab_in_order
from gui.parts.chip_button import ChipFlow, chip_button
from gui.parts.choice_bar import ChoiceBar
from gui.parts.help import help_chip
from gui.state.context import PageContext, Run
from gui.state.latest import Questions

SIMULATE_TIP = "Play your actions to the end of the hand on the Simulate page, with betting on all streets"
HELP_TIP = "About this page and its assumptions"


class HeadChip(NamedTuple):
    """A chip at the top of the page: the end of its object name, its text, its tool tip, and its slot."""

    name: str
    text: str
    tip: str
    on_clicked: Callable[[], None]


class StreetPage(ShownWidget):
    """A page about the first street of a game; its views ask their questions while they are visible."""

    run_changed = Signal()

    def __init__(
        self,
        context: PageContext,
        texts: StreetTexts[Any],
        questions: Questions,
        views: Mapping[str, str],
        own_chips: tuple[HeadChip, ...] = (),
        parent: QWidget | None = None,
    ) -> None:
        """``views``: titles by key; ``own_chips``: between the chips for the example and for the question."""
        super().__init__(parent)
        named(self, texts.name, texts.title)
        page_ground(self)
        self._context, self._document, self._texts = context, context.document, texts
        self.model = StreetModel[Any](context, texts, questions, self)
        self.verdict = VerdictCard(texts.name, texts.heading, texts.verdict_tip, texts.left_out, self)
        self.view = next(iter(views))
        """The key of the displayed view."""
        self._view = ChoiceBar(f"{texts.name}.view", "View", views)
        self._view.chosen.connect(self.show_view)
        verb = f"`steelwheel {texts.name} -`"
        chips = (
            HeadChip("example", "use it", "Put this example on the table", self._on_take),
            *own_chips,
            HeadChip("simulate", "simulate", SIMULATE_TIP, self._on_simulate),
            HeadChip("copy", "copy", f"Copy this situation as a request for {verb}", self._on_copy),
        )
        self._chips = {
            chip.name: chip_button(
                chip.text, f"{texts.name}.{chip.name}", chip.on_clicked, chip.text.capitalize(), chip.tip, parent=self
            )
            for chip in chips
        }
        self._help = help_chip(texts.name, HELP_TIP, parent=self)
        self._head = ChipFlow((self._view, *self._chips.values(), self._help), self)

    def _begin(self) -> None:
        """Show the first view; to be called when the page is built."""
        tab_in_order(*self._view.chips.values(), *self._chips.values(), self._help)
        self.show_view(self.view)
        self.model.changed.connect(self._on_changed)
        self.model.changed.connect(self.run_changed)

    @property
    def own_run(self) -> Run | None:
        """What the page computes or has stopped to compute; None while all is known: then it is the table's run."""
        return self.model if self.model.can_run else None

    def _display(self, key: str) -> None:
        """Show the widgets of a view and hide those of the others."""
        raise NotImplementedError

    def _asks(self) -> tuple[Ask, ...]:
        """Return the functions that make the questions of the displayed view."""
        raise NotImplementedError

    def _verdict_texts(self, value: Any) -> tuple[str, str, str]:
        """Return the best action, the rest of its line, and its reason, from the answer of kind ``decision``."""
        raise NotImplementedError

    @Slot(str)
    def show_view(self, key: str) -> None:
        """Show a view by its key."""
        self.view = key
        self._view.show_choice(key)
        self._display(key)
        self._on_wanted()
        self._render()

    @Slot()
    def _on_wanted(self) -> None:
        """Ask the questions of the displayed view; none while the page is hidden or of another game."""
        active = self.isVisible() and self._texts.fits(self._document.scenario)
        self.model.want(*(self._asks() if active else ()))

    def _render_verdict(self) -> None:
        """Show the best action, or the reason why none is known."""
        situation, result = self.model.situation, self.model.answer("decision")
        if result.value is None or situation.obstacle or self.model.failure("decision"):
            text = situation.obstacle or self.model.why_absent(self._texts.looking, "decision")
            self.verdict.show_verdict("", text, "", stale=True)
        else:
            self.verdict.show_verdict(*self._verdict_texts(result.value), stale=result.stale)

    @Slot()
    def _on_take(self) -> None:
        edited = self._texts.street.with_example(self._document.scenario)
        self._document.replace(f"Example {self._texts.street_name}", edited)

    @Slot()
    def _on_simulate(self) -> None:
        edited = self._texts.street.simulated(self.model.base())
        self._document.replace(f"{self._texts.title}: simulate", edited)
        self._context.page_requested.emit("Simulate")

    @Slot()
    def _on_copy(self) -> None:
        request = self.model.situation.request
        if request is not None:
            QGuiApplication.clipboard().setText(json.dumps(request.to_json(), indent=2) + "\n")
            self._context.message.emit(f"Request copied: paste it to `steelwheel {self._texts.name} -`", False)

    def showEvent(self, event: QShowEvent) -> None:
        # Before the base class, which renders: it then finds the work begun.
        self._on_wanted()
        super().showEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.model.want()
