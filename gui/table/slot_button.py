"""A slot on the table: shows the card that lies there, takes the focus, and is a place to drag from and drop to."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QDragEnterEvent, QDropEvent, QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QWidget

from engine.table.slots import Slot
from gui.look.theme import Look
from gui.parts.card_face import CardFace
from gui.table.card_button import CARD_MIME, SLOT_MIME, CardButton


def slot_data(slot: Slot) -> bytes:
    """Return a slot as drag data."""
    return f"{slot.area} {slot.seat} {slot.index}".encode()


def slot_from(data: bytes) -> Slot | None:
    """Return the slot in drag data."""
    words = data.decode().split()
    if len(words) != 3 or words[0] not in ("seat", "board", "dead"):
        return None
    area = words[0]
    return Slot("board" if area == "board" else "dead" if area == "dead" else "seat", int(words[1]), int(words[2]))


class SlotButton(CardButton):
    """The view of one :class:`Slot`.

    ``chosen``: it was clicked or got the keyboard focus; ``put_back``: its card shall be taken away;
    ``dropped`` carries the drag data that was dropped on it.
    """

    chosen = Signal(object)
    dropped = Signal(object, object)

    def __init__(self, slot: Slot, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self.slot = slot
        self._ring = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click gives it the keyboard once it has marked the slot
        self.setAcceptDrops(True)
        self.clicked.connect(self._on_clicked)

    def show_slot(self, face: CardFace, *, ring: bool, name: str) -> None:
        """Show ``face``, with the ring if the next card goes here."""
        self.set_face(face)
        self.setAccessibleName(name)
        self.setToolTip(name[:1].upper() + name[1:])
        if ring != self._ring:
            self._ring = ring
            self.update()

    def ringed(self) -> bool:
        return self._ring

    def _on_clicked(self) -> None:
        """A click on the card that has the ring already takes it away."""
        if self._ring and self._face.kind in ("card", "choice"):
            self.put_back.emit()
        else:
            self.chosen.emit(self.slot)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self.chosen.emit(self.slot)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete:
            self.put_back.emit()
            return
        super().keyPressEvent(event)

    def drag_data(self) -> tuple[str, bytes] | None:
        return (SLOT_MIME, slot_data(self.slot)) if self._face.kind in ("card", "choice") else None

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.ignore()  # the table has a menu for all places

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasFormat(SLOT_MIME) or event.mimeData().hasFormat(CARD_MIME):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        self.dropped.emit(self.slot, event.mimeData())
