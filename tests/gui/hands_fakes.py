"""Pages built with a context, on results that the engine has computed."""

from types import SimpleNamespace

from PySide6.QtCore import QObject, QPoint, Signal

from engine.ranges.library import Folder
from gui.look.theme import LIGHT, set_theme
from gui.state.document import Document
from gui.storage.library import Library
from tests.gui.chart_fakes import FakeSession


class Signals(QObject):
    """What the pages of a window emit."""

    message = Signal(str, bool)
    menu_requested = Signal(QPoint)
    table_pasted = Signal(str)
    tracker_requested = Signal()
    page_requested = Signal(str)


def context(snapshot, tmp_path, theme=LIGHT):
    """Return what a page is built on, with ``told``: the messages so far."""
    set_theme(theme.name)
    signals, message = Signals(), []
    signals.message.connect(lambda text, wrong: message.append((text, wrong)))
    document = Document(snapshot.scenario)
    library = Library(tmp_path / "library.json", Folder("Presets"), document)
    return SimpleNamespace(
        document=document, session=FakeSession(snapshot), library=library, message=signals.message,
        signals=signals, told=message,
    )  # fmt: skip
