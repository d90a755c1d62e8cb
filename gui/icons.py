"""Icons drawn in the colours of the theme from the SVG files in ``resources/icons``."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from gui.paths import ICONS
from gui.theme import Look

SIZES = (16, 20, 24)
SCALES = (1.0, 1.5, 2.0, 3.0)
DISABLED_ALPHA = 110


def icon(name: str, look: Look, *, color: str | None = None) -> QIcon:
    """Return the icon ``resources/icons/<name>.svg`` in ``color`` (default: text), dimmed when disabled.

    Shapes count, colours in the file do not.

    Raises:
        FileNotFoundError: there is no such icon.
    """
    path = ICONS / f"{name}.svg"
    if not path.is_file():
        raise FileNotFoundError(path)
    renderer = QSvgRenderer(str(path))
    normal = QColor(color or look.theme.text)
    disabled = QColor(look.theme.muted)
    disabled.setAlpha(DISABLED_ALPHA)
    result = QIcon()
    for mode, tint in ((QIcon.Mode.Normal, normal), (QIcon.Mode.Disabled, disabled)):
        for size in SIZES:
            for scale in SCALES:
                result.addPixmap(_tinted(renderer, size, scale, tint), mode)
    return result


def _tinted(renderer: QSvgRenderer, size: int, scale: float, tint: QColor) -> QPixmap:
    pixmap = QPixmap(QSize(round(size * scale), round(size * scale)))
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    renderer.render(painter, QRectF(pixmap.rect()))
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    painter.fillRect(pixmap.rect(), tint)
    painter.end()
    pixmap.setDevicePixelRatio(scale)
    return pixmap
