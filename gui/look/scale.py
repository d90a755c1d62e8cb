"""The size of text in the window: lengths, fonts of widgets and painted parts follow it.

All lengths in the code are pixels at 100 %. The current size is that of the application's font
(:func:`gui.look.theme.text_scale`). Three ways lead from the one to the other:

* the style sheet is scaled as a whole when it is made;
* :func:`set_text_scale` repeats the calls of :func:`set_text`, :func:`fix`, :func:`at_least`, :func:`at_most` and the
  like for each widget; other lengths from :func:`px` are computed again when a widget is resized or gets
  :data:`gui.look.theme.LOOK_CHANGED`;
* painted parts are laid out at 100 % in a rectangle of that scale (:func:`unscaled_rect`), with the fonts of
  :func:`gui.look.theme.font`, and the painter enlarges them (``gui.look.painting``). Charts do so as a whole.
"""

import math
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QApplication, QHeaderView, QWidget

from gui.look.theme import FONT_FAMILY, TEXT, WHOLE, font, send_look_changed, text_scale

UNBOUND = 16_777_215
"""The largest length of Qt: no limit."""
EPSILON = 1e-6
"""Of a pixel, for errors of rounding."""
_PREFIX = "scaled."
_FONT = f"{_PREFIX}font"


def zoom() -> float:
    """Return how much larger than at 100 % everything is."""
    return text_scale() / WHOLE


def px(length: float) -> int:
    """Return a length at 100 % in pixels of the screen, rounded up."""
    return UNBOUND if length == UNBOUND else math.ceil(length * zoom() - EPSILON)


def scaled_size(width: float, height: float) -> QSize:
    """Return a size at 100 % in pixels of the screen."""
    return QSize(px(width), px(height))


def unscaled(length: float) -> float:
    """Return a length on the screen converted to 100 % text size."""
    return length / zoom()


def unscaled_rect(widget: QWidget) -> QRectF:
    """Return the rectangle of a widget converted to 100 % text size: painters use these units."""
    return unscaled_area(widget.rect())


def unscaled_area(area: QRect) -> QRectF:
    """Return a rectangle within a widget converted to 100 % text size."""
    scale = zoom()
    return QRectF(area.x() / scale, area.y() / scale, area.width() / scale, area.height() / scale)


def unscaled_point(place: QPoint | QPointF) -> QPointF:
    """Return the position of the mouse in a widget converted to 100 % text size."""
    return QPointF(place) / zoom()


def enlarge(painter: QPainter, area: QRect) -> QRectF:
    """Scale ``painter`` by the text size; return ``area`` of the screen converted to 100 % text size."""
    painter.scale(zoom(), zoom())
    return unscaled_area(area)


def text_font(size: int = TEXT, weight: QFont.Weight = QFont.Weight.Normal, *, family: str = FONT_FAMILY) -> QFont:
    """Return the text face as widgets of Qt write with it; ``size`` is that at 100 %."""
    return font(round(size * zoom()), weight, family=family)


def set_text(widget: QWidget, size: int = TEXT, weight: QFont.Weight = QFont.Weight.Normal) -> None:
    """Set the font size of a widget, which then follows the text size of the window."""
    widget.setProperty(_FONT, [size, int(weight)])
    widget.setFont(text_font(size, weight))


def _set_lines(widget: QWidget, lines: int) -> None:
    widget.setMinimumHeight(lines * widget.fontMetrics().lineSpacing() + px(4))


def _set_row_height(widget: QWidget, height: int) -> None:
    if isinstance(widget, QHeaderView):
        widget.setMinimumSectionSize(px(height))  # by itself it is never less than its own font asks for
        widget.setDefaultSectionSize(px(height))


_RULES: dict[str, Callable[[Any, int], None]] = {
    "minimumWidth": lambda widget, length: widget.setMinimumWidth(px(length)),
    "minimumHeight": lambda widget, length: widget.setMinimumHeight(px(length)),
    "maximumWidth": lambda widget, length: widget.setMaximumWidth(px(length)),
    "maximumHeight": lambda widget, length: widget.setMaximumHeight(px(length)),
    "iconSize": lambda widget, length: widget.setIconSize(scaled_size(length, length)),
    "rowHeight": _set_row_height,
    "lines": _set_lines,
}
"""Lengths that a widget keeps at 100 %, and how each is applied in the current size of text."""


def _keep(widget: QWidget, rule: str, length: int) -> None:
    # The property keeps the length at 100 %, from which ``_follow`` computes it again in another size of text.
    widget.setProperty(f"{_PREFIX}{rule}", length)
    _RULES[rule](widget, length)


def at_least(widget: QWidget, *, width: int | None = None, height: int | None = None) -> None:
    """Set the minimum width or height of a widget, in pixels at 100 %."""
    for rule, length in (("minimumWidth", width), ("minimumHeight", height)):
        if length is not None:
            _keep(widget, rule, length)


def raise_height(widget: QWidget, height: float) -> None:
    """Set the minimum height of a widget for now, but not below that of :func:`at_least`."""
    widget.setMinimumHeight(max(px(height), px(widget.property(f"{_PREFIX}minimumHeight") or 0)))


def at_most(widget: QWidget, *, width: int | None = None, height: int | None = None) -> None:
    """Set the maximum width or height of a widget, in pixels at 100 %; :data:`UNBOUND`: no limit."""
    for rule, length in (("maximumWidth", width), ("maximumHeight", height)):
        if length is not None:
            _keep(widget, rule, length)


def fix(widget: QWidget, *, width: int | None = None, height: int | None = None) -> None:
    """Set a width or height, in pixels at 100 %, that layouts do not change."""
    at_least(widget, width=width, height=height)
    at_most(widget, width=width, height=height)


def keep_lines(widget: QWidget, lines: int) -> None:
    """Set the minimum height of a widget to a number of lines of text."""
    _keep(widget, "lines", lines)


def set_row_height(header: QHeaderView, height: int) -> None:
    """Give the rows of a table their height."""
    _keep(header, "rowHeight", height)


def set_icon_size(widget: QWidget, size: int) -> None:
    """Give the icons of a button or a tool bar their size."""
    _keep(widget, "iconSize", size)


def set_text_scale(percent: int) -> None:
    """Set the size of text in percent, one of :data:`gui.look.theme.TEXT_SCALES`: all widgets follow."""
    if percent != text_scale():
        QApplication.setFont(font(round(TEXT * percent / WHOLE)))
        for widget in QApplication.allWidgets():
            _follow(widget)
        send_look_changed(sizes=True)


def _follow(widget: QWidget) -> None:
    """Apply the font and the lengths of a widget again."""
    names = [bytes(name.data()).decode() for name in widget.dynamicPropertyNames()]
    if _FONT in names:  # the font first: the heights of lines depend on it
        size, weight = widget.property(_FONT)
        widget.setFont(text_font(size, QFont.Weight(weight)))
    for name in names:
        rule = _RULES.get(name.removeprefix(_PREFIX)) if name.startswith(_PREFIX) else None
        if rule is not None:
            rule(widget, widget.property(name))
