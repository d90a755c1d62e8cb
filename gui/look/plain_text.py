"""The player's texts are shown literally, angle brackets included.

Qt takes any text that looks like HTML for HTML: a seat called ``<img src=...>`` in a shared file would show a file of
this machine. So labels and tool tips are plain unless their code marks them as rich. Both are handled where all of
them pass (``gui.application``), not where each is written.
"""

from html import escape

from PySide6.QtCore import QEvent, QObject, QPoint
from PySide6.QtGui import QHelpEvent, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QLabel, QToolTip, QWidget

RICH = "richToolTip"
"""Property of a widget whose tool tip is markup of ours."""
TIP_OF_QT = "QTipLabel"
"""Qt's own label that shows a tool tip: the text has been looked at before it gets there."""


def set_rich_tip(widget: QWidget, tip: str) -> None:
    """Give a widget a tool tip with markup; texts of the player's in it have to be escaped."""
    widget.setProperty(RICH, True)
    widget.setToolTip(tip)


def plain_label(watched: QObject, event: QEvent) -> bool:
    """Make a label plain before it is first seen, unless it says what it is."""
    auto = isinstance(watched, QLabel) and watched.textFormat() == Qt.TextFormat.AutoText
    if isinstance(watched, QLabel) and auto and watched.metaObject().className() != TIP_OF_QT:
        watched.setTextFormat(Qt.TextFormat.PlainText)
    return False


def plain_tip(watched: QObject, event: QEvent) -> bool:
    """Show a tool tip in which Qt would see markup that is not ours; return whether it was one."""
    if not isinstance(watched, QWidget) or not isinstance(event, QHelpEvent) or watched.property(RICH):
        return False
    tip = _tip_at(watched, event.pos())
    if not Qt.mightBeRichText(tip):
        return False
    QToolTip.showText(event.globalPos(), f"<qt>{escape(tip).replace(chr(10), '<br>')}</qt>", watched)
    return True


def _tip_at(widget: QWidget, place: QPoint) -> str:
    """Return the tool tip of a widget, or of the cell of a table at ``place``."""
    view = widget.parent()
    role = Qt.ItemDataRole.ToolTipRole
    tip: object = ""
    if isinstance(view, QHeaderView) and widget is view.viewport():
        tip = view.model().headerData(view.logicalIndexAt(place), view.orientation(), role)
    elif isinstance(view, QAbstractItemView) and widget is view.viewport():
        tip = view.indexAt(place).data(role)
    return tip if isinstance(tip, str) and tip else widget.toolTip()
