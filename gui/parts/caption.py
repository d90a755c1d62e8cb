"""A small muted text in the longest of several forms that fits, or a badge in a pill."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QFont, QFontMetricsF, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.look.painting import fill_box, smooth_painter, write
from gui.look.scale import scaled_size, unscaled_rect
from gui.look.theme import TEXT_SMALL, current_theme, font
from gui.parts.build import Spoken


class Caption(Spoken):
    """A small text with ever shorter forms, of which the longest that fits is painted; with ``badge`` in a pill."""

    def __init__(self, parent: QWidget | None = None, *, badge: bool = False) -> None:
        super().__init__(parent)
        self._badge = badge
        self._forms: tuple[str, ...] = ()
        self._allowed = True
        policy = QSizePolicy.Policy.Fixed if badge else QSizePolicy.Policy.Maximum
        self.setSizePolicy(policy, QSizePolicy.Policy.Fixed)
        self.hide()

    @property
    def text(self) -> str:
        """The longest form, or "" if there is none."""
        return self._forms[0] if self._forms else ""

    def show_forms(self, *forms: str, meaning: str = "") -> None:
        """Show the longest of ``forms`` that fits, or hide without any; ``meaning``: the tool tip, else forms[0]."""
        meaning = meaning or (forms[0] if forms else "")
        if (forms, meaning) != (self._forms, self.toolTip()):
            self._forms = forms
            self.setAccessibleName(meaning)
            self.setToolTip(meaning)
            self._show()
            self.updateGeometry()
            self.update()

    def allow(self, allowed: bool) -> None:
        """Set whether it is visible while it has a text."""
        self._allowed = allowed
        self._show()

    def _show(self) -> None:
        """Set the visibility by a single call: shown and hidden again, it would stay visible outside the layout."""
        self.setVisible(self._allowed and bool(self._forms))

    def _width(self, text: str) -> int:
        weight = QFont.Weight.Medium if self._badge else QFont.Weight.Normal
        return round(QFontMetricsF(font(TEXT_SMALL, weight)).horizontalAdvance(text)) + (12 if self._badge else 2)

    def sizeHint(self) -> QSize:
        return scaled_size(self._width(self._forms[0]) if self._forms else 0, 18 if self._badge else 16)

    def minimumSizeHint(self) -> QSize:
        width = self._width(self._forms[-1]) if self._forms else 0
        return QSize(scaled_size(width, 0).width(), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = smooth_painter(self)
        area = unscaled_rect(self)
        fitting = (form for form in self._forms if self._width(form) <= area.width())
        text = next(fitting, self._forms[-1] if self._forms else "")
        if self._badge:
            fill_box(painter, area, theme.selection, area.height() / 2)
        face = font(TEXT_SMALL, QFont.Weight.Medium if self._badge else QFont.Weight.Normal)
        write(painter, area, text, theme.text if self._badge else theme.muted, face)
