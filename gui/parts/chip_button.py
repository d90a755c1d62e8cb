"""Small buttons of the table: a word in a pill (a chip) or a drawn sign; and a layout of chips in lines."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Literal

from PySide6.QtCore import QEvent, QSize, Qt, SignalInstance
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainterPath, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from gui.look.guard import Guarded, Keyed
from gui.look.painting import draw_ring, fill_box, smooth_painter, write
from gui.look.scale import fix, px, scaled_size, unscaled_rect
from gui.look.theme import TEXT_SMALL, current_theme, font, mixed
from gui.parts.build import named

Sign = Literal["close", "chevron", "left", "plus", "list"]
GAP = 4


class ChipButton(Guarded, QAbstractButton):
    """A word in a pill; filled when checked."""

    def __init__(self, text: str, parent: QWidget | None = None, *, size: int = TEXT_SMALL) -> None:
        super().__init__(parent)
        self._size = size
        self.setText(text)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the focus on the cards
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return scaled_size(*_pill_size(self.text(), self._size))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the pill in the colours of its state, then its word."""
        theme = current_theme()
        painter = smooth_painter(self)
        area = unscaled_rect(self)
        rect = area.adjusted(0.5, 0.5, -0.5, -0.5)
        ground, edge, ink = theme.raised, theme.line, theme.muted
        if self.isChecked():
            ground, edge, ink = theme.selection, theme.accent, theme.text
        if not self.isEnabled():
            ink = mixed(theme.muted, theme.surface, 0.45).name()
        elif self.isDown():
            ground = mixed(ground, theme.text, 0.12).name()
        elif self.underMouse():
            ground, ink = mixed(ground, theme.text, 0.06).name(), theme.text
        painter.setPen(QPen(QColor(theme.accent if self.hasFocus() else edge), 1.5 if self.hasFocus() else 1.0))
        painter.setBrush(QColor(ground))
        painter.drawRoundedRect(rect, rect.height() / 2, rect.height() / 2)
        write(painter, area, self.text(), ink, font(self._size, QFont.Weight.Medium))


def chip_button(
    text: str,
    name: str,
    handler: Callable[..., object] | SignalInstance,
    title: str = "",
    tip: str = "",
    *,
    parent: QWidget | None = None,
    key: object = None,
    checkable: bool = False,
) -> ChipButton:
    """Return a chip that calls ``handler``, with ``key`` if it is given, to distinguish several chips."""
    chip = named(ChipButton(text, parent), name, title, tip)
    chip.setCheckable(checkable)
    chip.clicked.connect(handler if key is None else Keyed(chip, handler, key).plain)  # type: ignore[arg-type]
    return chip


@lru_cache(maxsize=256)
def _pill_size(text: str, size: int) -> tuple[int, int]:
    """Return width and height of a chip; cached, because layouts ask for them a hundred times per edit."""
    metrics = QFontMetricsF(font(size, QFont.Weight.Medium))
    return round(metrics.horizontalAdvance(text)) + 16, round(metrics.height()) + 6


class SignButton(Guarded, QAbstractButton):
    """A button with a cross, a plus, the lines of a list, or a chevron: to the left, or down when checked."""

    def __init__(self, sign: Sign, parent: QWidget | None = None, *, size: int = 20) -> None:
        super().__init__(parent)
        self._sign, self._size = sign, size
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the focus on the cards
        fix(self, width=size, height=size)

    def _shape(self) -> QPainterPath:
        """Return the lines of the sign around the origin."""
        path = QPainterPath()
        arm = 3.5
        lines: tuple[tuple[float, float, float, float], ...]
        if self._sign == "close":
            lines = ((-arm, -arm, arm, arm), (-arm, arm, arm, -arm))
        elif self._sign == "plus":
            lines = ((-arm - 1, 0, arm + 1, 0), (0, -arm - 1, 0, arm + 1))
        elif self._sign == "list":
            lines = tuple((-arm - 0.5, y, arm + 0.5, y) for y in (-arm, 0.0, arm))
        elif self._sign == "left":
            lines = ((arm / 2, -arm, -arm / 2, 0), (-arm / 2, 0, arm / 2, arm))
        elif self.isChecked():
            lines = ((-arm, -arm / 2, 0, arm / 2), (0, arm / 2, arm, -arm / 2))
        else:
            lines = ((-arm / 2, -arm, arm / 2, 0), (arm / 2, 0, -arm / 2, arm))
        for x1, y1, x2, y2 in lines:
            path.moveTo(x1, y1)
            path.lineTo(x2, y2)
        return path

    def sizeHint(self) -> QSize:
        return scaled_size(self._size, self._size)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint background and focus ring as the state demands, then the sign."""
        theme = current_theme()
        painter = smooth_painter(self)
        area = unscaled_rect(self)
        hot = self.underMouse() and self.isEnabled()
        if hot or self.isDown():
            fill_box(painter, area, mixed(theme.surface, theme.text, 0.16 if self.isDown() else 0.08), 4)
        if self.hasFocus():
            draw_ring(painter, area.adjusted(1, 1, -1, -1), theme.accent, 1.5, 4)
        ink = QColor(theme.text if hot else theme.muted)
        if not self.isEnabled():
            ink = mixed(theme.muted, theme.surface, 0.6)
        pen = QPen(ink, 1.5)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.translate(area.center())
        painter.drawPath(self._shape())


class ChipFlow(Guarded, QWidget):
    """Chips side by side, in as many lines as the width requires; hidden chips take no room."""

    def __init__(self, chips: Sequence[QWidget], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chips = chips
        for chip in chips:
            chip.setParent(self)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def set_chips(self, chips: Sequence[QWidget]) -> None:
        """Show other chips, and delete those that are not among them."""
        for chip in self._chips:
            if chip not in chips:
                chip.hide()
                chip.deleteLater()
        self._chips = chips
        for chip in chips:
            chip.setParent(self)
            chip.show()
        self.refresh()

    def refresh(self) -> None:
        """Place the chips again."""
        self._place(self.width(), move=True)
        self.updateGeometry()

    def _place(self, width: int, *, move: bool) -> int:
        """Return the height at ``width``; with ``move`` place the chips, too."""
        # A line is as high as its highest chip; a chip wider than the flow still gets a line.
        x = y = height = 0
        for chip in self._chips:
            if chip.isHidden():
                continue
            size = chip.sizeHint()
            if x and x + size.width() > width:
                x, y, height = 0, y + height + px(GAP), 0
            if move:
                chip.setGeometry(x, y, size.width(), size.height())
            x, height = x + size.width() + px(GAP), max(height, size.height())
        return y + height

    def event(self, event: QEvent) -> bool:
        """Place the chips again when one of them or the flow itself is shown or hidden."""
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Show):
            self.refresh()
        return super().event(event)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._place(width, move=False)

    def sizeHint(self) -> QSize:
        width = max(self.width(), px(160))
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        # Only chips may be cut off; other widgets, such as bars, stay visible.
        bars = (chip.sizeHint().width() for chip in self._chips if not isinstance(chip, ChipButton))
        width = max(px(80), *bars, 0)
        return QSize(width, self.heightForWidth(max(self.width(), width)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place(self.width(), move=True)
