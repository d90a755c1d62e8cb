"""A card that can be pressed: in the deck, and the base of every slot on the table."""

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QContextMenuEvent, QEnterEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from gui.look.theme import Look
from gui.parts.card_face import RING, CardFace, paint_card


class CardButton(QAbstractButton):
    """Paints a :class:`CardFace` as large as it is made; ``put_back`` is emitted on a right click."""

    put_back = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._face = CardFace()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        look.changed.connect(self._on_look_changed)

    @property
    def face(self) -> CardFace:
        """What is shown."""
        return self._face

    def set_face(self, face: CardFace) -> None:
        """Show ``face``."""
        if face != self._face:
            self._face = face
            self.update()

    def set_card_size(self, width: int, height: int) -> None:
        """Make the card ``width`` x ``height`` pixels, without the space for its ring."""
        self.setFixedSize(width + 2 * RING, height + 2 * RING)

    def card_rect(self) -> QRectF:
        """Return where the card is painted."""
        return QRectF(self.rect()).adjusted(RING, RING, -RING, -RING)

    def ringed(self) -> bool:
        """Say whether the ring is shown."""
        return self.hasFocus()

    @Slot()
    def _on_look_changed(self) -> None:
        self.update()

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.update()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.accept()
        self.put_back.emit()

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        hovered = self.underMouse() and self.isEnabled()
        paint_card(painter, self.card_rect(), self._face, self._look, hovered=hovered, focused=self.ringed())
