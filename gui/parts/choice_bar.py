"""Widgets to select one of several texts, a seat, or an assumption about the cards of folded players."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSizePolicy, QStackedWidget, QWidget

from engine.equity.details.next_cards import Z95
from engine.kelly.responses.fold_shift import FoldShift
from gui.look.guard import Keyed
from gui.look.scale import scaled_size, set_icon_size, zoom
from gui.look.theme import current_theme
from gui.parts.build import NO_MARGINS, filled, keep_room, label, named
from gui.parts.chip_button import ChipButton, ChipFlow

CHOICES = {"folds": "folding range", "any": "any cards"}
TIP = (
    "Cards of players who folded. Folding range: before the flop the hands that their position folds in this "
    "situation, on later streets the part of their range that would not have called. Any cards: a fold says "
    "nothing about the hand"
)


class FoldSwitch(QWidget):
    """Two chips for the cards of folded players, and the effect on the equity; ``chosen`` carries True for any cards.

    They are called ``<name>.folds``, ``<name>.any`` and ``<name>.shift``.
    """

    chosen = Signal(bool)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bar = ChoiceBar(name, "Folded hands", CHOICES, self)
        self._bar.setToolTip(TIP)
        self._shift = label(name=f"{name}.shift", role="", wrap=True)
        parts = label("Folded hands"), self._bar, (self._shift, 1)
        filled(QHBoxLayout(self), *parts, spacing=6, margins=NO_MARGINS)
        keep_room(self)
        self._bar.chosen.connect(self._on_chosen)

    def show_choice(self, any_cards: bool, shift: FoldShift | None, who: str, *, busy: bool = False) -> None:
        """Show the selection, and how much folding ranges move the equity of ``who``; ``busy``: being computed."""
        self._bar.show_choice("any" if any_cards else "folds")
        self._shift.setText(shift_words(shift, who, any_cards=any_cards) if shift is not None else "…" if busy else "")

    @Slot(str)
    def _on_chosen(self, key: str) -> None:
        self.chosen.emit(key == "any")


def shift_words(shift: FoldShift, who: str, *, any_cards: bool) -> str:
    """Return the text of a shift: ``changes Hero's equity by -0.42 ± 0.05 points``."""
    error = f" ± {100 * Z95 * shift.stderr:.2f}" if shift.stderr else ""
    return f"{'would change' if any_cards else 'changes'} {who}'s equity by {100 * shift.shift:+.2f}{error} points"


ICON_SIZE, SWATCH_SIZE = 16, 12


class ChoiceBar(QWidget):
    """Chips ``<name>.<key>``, of which one is selected; ``chosen`` carries the key that was clicked.

    The owner then calls :meth:`show_choice`. With ``on``, the key selected at first, the bar selects the clicked chip
    itself, and shows the one of ``views`` with the same index. ``wraps``: in a narrow place the chips take more lines.
    """

    chosen = Signal(str)

    def __init__(
        self,
        name: str,
        title: str,
        choices: Mapping[str, str],
        parent: QWidget | None = None,
        *,
        on: str = "",
        views: QStackedWidget | None = None,
        wraps: bool = False,
    ) -> None:
        super().__init__(parent)
        named(self, name, title)
        self.chips: dict[str, ChipButton] = {}
        for key, text in choices.items():
            chip = ChipButton(text, self)
            chip.setCheckable(True)
            named(chip, f"{name}.{key}", f"{title}: {text}")
            chip.clicked.connect(Keyed(chip, self._on_clicked, key).plain)
            self.chips[key] = chip
        if wraps:
            filled(QHBoxLayout(self), (ChipFlow(tuple(self.chips.values()), self), 1), margins=NO_MARGINS)
        else:
            filled(QHBoxLayout(self), *self.chips.values(), spacing=4, margins=NO_MARGINS)
            self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._by_itself, self._views = bool(on), views
        self.show_choice(on)

    def show_choice(self, key: str) -> None:
        """Select the chip with this key, or none if there is no such key."""
        self.key = key
        """The selected key."""
        for index, (name, chip) in enumerate(self.chips.items()):
            chip.setChecked(name == key)
            if name == key and self._views is not None:
                self._views.setCurrentIndex(index)

    def _on_clicked(self, requested: str) -> None:
        previous = self.key
        self.show_choice(requested if self._by_itself else previous)  # the click has changed the chip already
        if requested != previous:
            self.chosen.emit(requested)


class SeatChoice(QComboBox):
    """A combo box with the seats in their colours; ``chosen`` carries the index of the seat that was selected.

    The owner shows the selection. With ``nobody``, the text of a further entry, -1 can be selected.
    """

    chosen = Signal(int)

    def __init__(self, name: str, title: str, parent: QWidget | None = None, *, nobody: str = "") -> None:
        super().__init__(parent)
        named(self, name, title)
        self._nobody = nobody
        set_icon_size(self, ICON_SIZE)
        self._listed: tuple[object, ...] = ()
        self.activated.connect(self._on_activated)

    def show_seats(self, seats: Sequence[int], names: Sequence[str], on: int) -> None:
        """Offer the seats with the indices ``seats``, and select the seat ``on``."""
        listed = (tuple(seats), tuple(names), current_theme().name, zoom())
        with QSignalBlocker(self):
            if listed != self._listed:
                self._listed = listed
                self.clear()
                for seat, name in zip(seats, names, strict=True):
                    self.addItem(seat_swatch(current_theme().seat(seat)), name, seat)
                if self._nobody:
                    self.addItem(self._nobody, -1)
            self.setCurrentIndex(self.findData(on))

    @Slot(int)
    def _on_activated(self, index: int) -> None:
        self.chosen.emit(self.itemData(index))


def seat_swatch(color: QColor) -> QIcon:
    """Return an icon with a disc in the colour of a seat; Qt would change the colour in a selected row."""
    pixmap = QPixmap(scaled_size(2 * SWATCH_SIZE, 2 * SWATCH_SIZE))
    pixmap.setDevicePixelRatio(2.0)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.scale(zoom(), zoom())
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawEllipse(1, 1, 10, 10)
    painter.end()
    icon = QIcon(pixmap)
    icon.addPixmap(pixmap, QIcon.Mode.Selected)
    return icon
