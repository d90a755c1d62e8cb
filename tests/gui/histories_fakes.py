"""Parts of tests of the page *Histories*."""

from PySide6.QtCore import QObject, Signal


class Told(QObject):
    """The two signals of a context."""

    message = Signal(str, bool)
    menu_requested = Signal(object)
    table_pasted = Signal(str)
    tracker_requested = Signal()
    page_requested = Signal(str)
