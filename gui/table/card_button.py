"""Buttons with a card or a rank, in the deck and in the slots of the table: clicked, dragged and taken back."""

import re

from PySide6.QtCore import QMimeData, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDrag,
    QDragEnterEvent,
    QDropEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPaintEvent,
    QPixmap,
)
from PySide6.QtWidgets import QAbstractButton, QApplication, QSizePolicy, QWidget

from engine.table.slots import Slot
from gui.look.guard import Guarded
from gui.look.painting import scaled_painter
from gui.look.scale import fix, unscaled_rect
from gui.look.theme import current_look
from gui.parts.card_face import RING, CardFace, paint_card

SLOT_MIME = "application/x-steelwheel-slot"
CARD_MIME = "application/x-steelwheel-card"


class DragButton(Guarded, QAbstractButton):
    """A button that can be clicked or dragged; ``put_back`` is emitted on a right click."""

    put_back = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pressed_at: QPoint | None = None
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def drag_data(self) -> tuple[str, bytes] | None:
        """Return the MIME type and the data of a drag that starts here, or None if there is no card."""
        return None

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.accept()
        self.put_back.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed_at = event.position().toPoint() if event.button() == Qt.MouseButton.LeftButton else None
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Start a drag once the mouse has moved far enough from the press; after it, the release is no click."""
        start, here = self._pressed_at, event.position().toPoint()
        far = start is not None and (here - start).manhattanLength() >= QApplication.startDragDistance()
        data = self.drag_data() if far and event.buttons() & Qt.MouseButton.LeftButton else None
        if data is None:
            super().mouseMoveEvent(event)
            return
        self._pressed_at = None
        self.setDown(False)
        _drag(self, *data)


class CardButton(DragButton):
    """A button that paints a :class:`CardFace`, whose size the owner sets."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.face = CardFace()
        self._card_size = (0, 0)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_face(self, face: CardFace) -> None:
        """Show ``face``."""
        if face != self.face:
            self.face = face
            self.update()

    def set_card_size(self, width: int, height: int) -> None:
        """Make the card ``width`` x ``height`` pixels at 100 %, without the space for its ring."""
        if (width, height) != self._card_size:
            self._card_size = width, height
            fix(self, width=width + 2 * RING, height=height + 2 * RING)

    def card_rect(self) -> QRectF:
        """Return the rectangle of the card at 100 %, inside the ring."""
        return unscaled_rect(self).adjusted(RING, RING, -RING, -RING)

    def ringed(self) -> bool:
        """Return whether the ring is painted."""
        return self.hasFocus()

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = scaled_painter(self)
        hovered = self.underMouse() and self.isEnabled()
        paint_card(painter, self.card_rect(), self.face, current_look(), hovered=hovered, focused=self.ringed())


def _drag(source: QWidget, mime: str, data: bytes) -> None:
    """Drag a picture of ``source`` until it is dropped."""
    mime_data = QMimeData()
    mime_data.setData(mime, data)
    picture = QPixmap(source.size() * source.devicePixelRatioF())
    picture.setDevicePixelRatio(source.devicePixelRatioF())
    picture.fill(Qt.GlobalColor.transparent)
    source.render(picture, QPoint(), renderFlags=QWidget.RenderFlag.DrawChildren)
    drag = QDrag(source)
    drag.setMimeData(mime_data)
    drag.setPixmap(picture)
    drag.setHotSpot(QPoint(source.width() // 2, source.height() // 2))
    drag.exec(Qt.DropAction.MoveAction)


def slot_data(slot: Slot) -> bytes:
    """Return a slot as drag data."""
    return f"{slot.area} {slot.seat} {slot.index}".encode()


def slot_from(data: bytes) -> Slot | None:
    """Return the slot of drag data, or None if the data come from another program."""
    match = re.fullmatch(r"(seat|board|dead) ([0-9]{1,2}) ([0-9]{1,2})", data.decode("ascii", errors="replace"))
    if match is None:
        return None
    area = match[1]
    # Spelled out for the type checker.
    return Slot("board" if area == "board" else "dead" if area == "dead" else "seat", int(match[2]), int(match[3]))


class SlotButton(CardButton):
    """The view of one :class:`Slot`.

    ``chosen`` is emitted when it is clicked or gets the keyboard focus, ``put_back`` when its card is to be removed;
    ``dropped`` carries the data that were dropped on it.
    """

    chosen = Signal(object)
    dropped = Signal(object, object)

    def __init__(self, slot: Slot, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.slot = slot
        self._ring = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click selects the slot, and that moves the focus here
        self.setAcceptDrops(True)
        self.clicked.connect(self._on_clicked)

    def show_slot(self, face: CardFace, *, ring: bool, name: str) -> None:
        """Show ``face``, with a ring if the next card goes to this slot; ``name`` is for screen readers."""
        self.set_face(face)
        self.setAccessibleName(name)
        self.setToolTip(name[:1].upper() + name[1:])
        if ring != self._ring:
            self._ring = ring
            self.update()

    def ringed(self) -> bool:
        return self._ring

    def _on_clicked(self) -> None:
        """Select the slot, or remove its card if it is selected already."""
        if self._ring and self.face.kind in ("card", "choice"):
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
        return (SLOT_MIME, slot_data(self.slot)) if self.face.kind in ("card", "choice") else None

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.ignore()  # the table has one menu for all slots

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasFormat(SLOT_MIME) or event.mimeData().hasFormat(CARD_MIME):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        self.dropped.emit(self.slot, event.mimeData())
