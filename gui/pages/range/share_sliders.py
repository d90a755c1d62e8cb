"""Two sliders for the best x % of all hands without the best y %, and the order that they go by."""

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import QGridLayout, QLabel, QSlider, QWidget

from gui.look.theme import Look
from gui.pages.range.order_box import OrderBox
from gui.state.order_store import OrderStore
from gui.state.settings import Settings

STEPS = 1000
STEP = 5
"""Half a percent."""


class ShareSliders(QWidget):
    """``moved`` carries both shares (start and end, 0 to 1) and a number that joins the moves of one drag into one undo
    step; ``order_chosen`` the name of an order.
    """

    moved = Signal(float, float, int)
    order_chosen = Signal(str)

    def __init__(self, shelf: OrderStore, settings: Settings, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._round = 0
        self._top = self._slider("range.top", "Best share of all hands")
        self._minus = self._slider("range.minus", "Best share that is left out")
        self._values = [QLabel(self) for _ in range(2)]
        self._order = OrderBox(shelf, settings, look, self)
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        for row, (title, slider) in enumerate((("Top", self._top), ("Minus top", self._minus))):
            label, value = QLabel(title), self._values[row]
            label.setProperty("role", "muted")
            label.setBuddy(slider)
            value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            value.setMinimumWidth(48)
            for column, widget in enumerate((label, slider, value)):
                layout.addWidget(widget, row, column)
        layout.addWidget(self._order, 2, 0, 1, 3)
        layout.setColumnStretch(1, 1)
        self._order.chosen.connect(self.order_chosen)

    def _slider(self, name: str, title: str) -> QSlider:
        slider = QSlider(Qt.Orientation.Horizontal, self)
        slider.setRange(0, STEPS)
        slider.setSingleStep(STEP)
        slider.setPageStep(10 * STEP)
        slider.setObjectName(name)
        slider.setAccessibleName(title)
        slider.valueChanged.connect(self._on_moved)
        slider.sliderPressed.connect(self._new_round)
        slider.installEventFilter(self)
        return slider

    def show_shares(self, start: float, end: float, order: str | None) -> None:
        """Show the shares in force; a slider that is being dragged stays where it is."""
        for slider, share in ((self._top, end), (self._minus, start)):
            if not slider.isSliderDown():
                with QSignalBlocker(slider):
                    slider.setValue(round(share * STEPS))
        self._write()
        self._order.show_order(order)

    def _write(self) -> None:
        for label, slider in zip(self._values, (self._top, self._minus), strict=True):
            label.setText(f"{100 * slider.value() / STEPS:.1f}\u00a0%")

    @Slot()
    def _on_moved(self) -> None:
        """Keep the band open: the slider that is moved pushes the other one along."""
        moved, other = (self._top, self._minus) if self.sender() is self._top else (self._minus, self._top)
        if self._minus.value() >= self._top.value():
            with QSignalBlocker(other):
                other.setValue(max(0, moved.value() - STEP) if other is self._minus else moved.value() + STEP)
        self._write()
        self.moved.emit(self._minus.value() / STEPS, self._top.value() / STEPS, self._round)

    @Slot()
    def _new_round(self) -> None:
        self._round += 1

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """Steps by keyboard or wheel are one undo step from getting the focus to losing it."""
        if event.type() == QEvent.Type.FocusIn:
            self._new_round()
        return False
