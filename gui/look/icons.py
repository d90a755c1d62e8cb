"""Icons drawn in the colours of the theme from the SVG files in ``resources/icons``, and mouse pointers."""

from pathlib import Path
from typing import Literal

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QCursor, QIcon, QIconEngine, QPainter, QPen, QPixmap, QPolygonF
from PySide6.QtSvg import QSvgRenderer

from gui.look.guard import Guarded
from gui.look.theme import ICONS, current_theme

DISABLED_ALPHA = 110
Direction = Literal["up-left", "left", "up"]
ANGLES: dict[Direction, float] = {"up-left": 45.0, "left": 0.0, "up": 90.0}
POINTER_SIZE = 24
LEFT_ARROW = ((-9.0, 0.0), (-1.0, -7.0), (-1.0, -2.5), (9.0, -2.5), (9.0, 2.5), (-1.0, 2.5), (-1.0, 7.0))


def icon(name: str) -> QIcon:
    """Return the icon ``resources/icons/<name>.svg`` in the colour of text, dimmed when disabled.

    It is drawn when it is needed, in the current theme. The colours in the file do not matter.

    Raises:
        FileNotFoundError: the icon does not exist.
    """
    path = ICONS / f"{name}.svg"
    if not path.is_file():
        raise FileNotFoundError(path)
    return QIcon(_Engine(path))


class _Engine(Guarded, QIconEngine):
    """Draws a picture, and stores the pixmaps of the current theme."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self._renderer = QSvgRenderer(str(path))
        self._drawn: dict[tuple[int, int, bool], QPixmap] = {}
        self._theme = current_theme()

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        if self._theme is not current_theme():
            self._theme = current_theme()
            self._drawn.clear()
        key = size.width(), size.height(), mode == QIcon.Mode.Disabled
        if key not in self._drawn:
            self._drawn[key] = self._tinted(size, disabled=key[2])
        return self._drawn[key]

    def _tinted(self, size: QSize, *, disabled: bool) -> QPixmap:
        tint = QColor(self._theme.muted if disabled else self._theme.text)
        if disabled:
            tint.setAlpha(DISABLED_ALPHA)
        pixmap = QPixmap(size)
        if pixmap.isNull():  # a button that is squeezed to nothing
            return pixmap
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        self._renderer.render(painter, QRectF(pixmap.rect()))
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
        painter.fillRect(pixmap.rect(), tint)
        painter.end()
        return pixmap

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        scale = painter.device().devicePixelRatio()
        pixmap = self.pixmap(rect.size() * scale, mode, state)
        painter.drawPixmap(QRectF(rect), pixmap, QRectF(pixmap.rect()))

    def clone(self) -> QIconEngine:
        return _Engine(self._path)


def arrow_cursor(direction: Direction) -> QCursor:
    """Return an arrow with its hot spot in the middle: black with a white edge, to be seen on any ground."""
    pixmap = QPixmap(POINTER_SIZE, POINTER_SIZE)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(POINTER_SIZE / 2, POINTER_SIZE / 2)
    painter.rotate(ANGLES[direction])
    painter.setPen(QPen(QColor("white"), 1.5))
    painter.setBrush(QColor("black"))
    painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in LEFT_ARROW]))
    painter.end()
    return QCursor(pixmap, POINTER_SIZE // 2, POINTER_SIZE // 2)
