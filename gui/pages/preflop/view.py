"""The base of the views of the page *Pre-flop*, and a bar that gives a computed range to a seat."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSizePolicy, QWidget

from engine import Scenario
from engine.preflop.panel import PREFLOP
from engine.ranges.bases import with_base
from engine.scenario.fields import FieldSpec
from engine.scenario.preflop import BY_KEY
from engine.table.slots import with_seat_text
from gui.look.guard import Guarded
from gui.pages.preflop.model import PreflopModel
from gui.parts.build import NO_MARGINS, ShownWidget, combo_box, filled, level_slider, named
from gui.parts.chip_button import chip_button
from gui.parts.choice_bar import SeatChoice
from gui.parts.form import PanelForm
from gui.parts.number_field import small
from gui.state.context import PageContext
from gui.state.latest import same_sources

USUAL_PLAYERS = {"players": 10, "jam_players": 2}
"""The default numbers of players in the seat tables and in jam or fold, by key of the panel."""
SLIDER_STEPS = 10
"""Steps of a slider of stacks per big blind, which is its lower end."""


class PreflopView(ShownWidget):
    """A view of the page, which renders the answers of the model while it is visible."""

    def __init__(self, context: PageContext, model: PreflopModel, parent: QWidget | None) -> None:
        super().__init__(parent)
        self._document, self._model, self._message = context.document, model, context.message
        self.edit = model.edit
        self._sources: tuple[object, ...] = ()
        model.changed.connect(self._on_changed)

    def _is_new(self, *sources: object) -> bool:
        """Return whether the displayed values have other sources than at the previous call."""
        before, self._sources = self._sources, sources
        return not same_sources(sources, before)

    def _scenario(self) -> Scenario:
        return self._document.scenario

    def number_fields(self, prefix: str, keys: Sequence[str], columns: int, **layout: int) -> QWidget:
        """Return a widget with fields for values of the panel, which are those of the form ``numbers``.

        ``layout``: arguments of :meth:`PanelForm.columns`.
        """
        self.numbers = PanelForm(prefix, self._on_number)
        return self.numbers.columns([BY_KEY[key] for key in keys], columns, self, **layout)

    def _on_number(self, spec: FieldSpec, value: object, merge: str) -> None:
        self.edit(spec.label.lower(), PREFLOP.with_number(self._scenario(), spec.key, value), merge)

    def players_box(self, name: str, title: str, key: str, texts: Sequence[str]) -> QComboBox:
        """Return a box for the number of players that the panel has at ``key``; the default number is not saved.

        ``texts`` are the items of the box, from 2 players on.
        """
        box = combo_box(name, title, lambda place: self._on_players(key, box.itemData(place)))
        for count, text in enumerate(texts, 2):
            box.addItem(text, count)
        return box

    def _on_players(self, key: str, count: int) -> None:
        usual = USUAL_PLAYERS[key]
        self.edit(f"{count} players", PREFLOP.with_number(self._scenario(), key, count if count != usual else None))


class SliderView(PreflopView):
    """A view with a slider for a stack in big blinds: name, title and upper end.

    ``wanted_changed``: the view has another question.
    """

    wanted_changed = Signal()

    def __init__(
        self, context: PageContext, model: PreflopModel, slider: tuple[str, str, int], parent: QWidget | None
    ) -> None:
        super().__init__(context, model, parent)
        self._drags = 0
        name, title, most = slider
        self.slider = level_slider(name, title, SLIDER_STEPS, most * SLIDER_STEPS, SLIDER_STEPS)
        self.slider.valueChanged.connect(self._on_slid)
        self.slider.sliderPressed.connect(self._on_pressed)

    def put_stack(self, stack: float, merge: str) -> None:
        """Set the stack to this many chips; edits with the same ``merge`` are one undo step."""
        raise NotImplementedError

    @Slot()
    def _on_pressed(self) -> None:
        self._drags += 1

    @Slot(int)
    def _on_slid(self, value: int) -> None:
        big_blind = PREFLOP.panel(self._scenario()).big_blind or 1.0
        self.put_stack(round(value / SLIDER_STEPS * big_blind, 6), f"{self.slider.objectName()} {self._drags}")

    def customEvent(self, event: QEvent) -> None:
        self._on_changed()


class GiveBar(Guarded, QWidget):
    """Gives a computed range to a seat: the range, a choice of the seat, and the button ``<name>.give``."""

    def __init__(self, name: str, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._message = context.document, context.message
        self._what = self._text = ""
        self._seat = 0
        named(self, name)
        self._label = small(name=f"{name}.what")
        self._label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._choice = SeatChoice(f"{name}.seat", "Seat for the range", self)
        self._choice.chosen.connect(self._on_seat)
        self._give = chip_button("copy to", f"{name}.give", self._on_give)
        parts = (self._label, 1), self._give, self._choice
        self._row = filled(QHBoxLayout(self), *parts, spacing=6, margins=NO_MARGINS)
        self._document.changed.connect(self._show_seats)
        self._show_seats()

    def show_range(self, what: str, text: str) -> None:
        """Offer the range ``text`` with the name ``what``; "": there is no range to give."""
        self._what, self._text = what, text
        self._shorten()
        self._label.setToolTip(text)
        named(self._give, self._give.objectName(), f"Copy {what} to the seat")
        self._give.setToolTip(f"Set the range of the seat to {text[:80]}" if text else "")
        self._give.setEnabled(bool(text))

    def _shorten(self) -> None:
        words = f"{self._what}: {self._text}" if self._text else self._what
        room = self._label.width()
        self._label.setText(self._label.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, room))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # Qt lays out the row after this event, but the text is cut to the width that the label is about to get.
        self._row.activate()
        self._shorten()

    @Slot()
    def _show_seats(self) -> None:
        seats = self._document.scenario.seats
        self._seat = min(self._seat, len(seats) - 1)
        self._choice.show_seats(range(len(seats)), [seat.name for seat in seats], self._seat)

    @Slot(int)
    def _on_seat(self, seat: int) -> None:
        self._seat = seat

    @Slot()
    def _on_give(self) -> None:
        scenario = self._document.scenario
        name, held = scenario.seats[self._seat].name, scenario.seats[self._seat].cards
        after = with_seat_text(scenario, self._seat, with_base(held, self._text))
        problems = self._document.replace(f"{self._what} for {name}", after)
        self._message.emit(problems[0].message if problems else f"{name} now has {self._what}", bool(problems))
