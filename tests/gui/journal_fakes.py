"""A bankroll journal without threads: what is to be written or read is done at once."""

from PySide6.QtCore import QObject, Signal

from engine import CancelToken
from gui.state.journal import Journal


class DirectRuns(QObject):
    """Stands in for ``gui.state.runner.LatestWins``."""

    yielded = Signal(object)
    failed = Signal(object)
    ended = Signal()

    def __init__(self, name, parent):
        super().__init__(parent)

    def start(self, work):
        try:
            for result in work(CancelToken()):
                self.yielded.emit(result)
        except Exception as error:
            self.failed.emit(error)
        else:
            self.ended.emit()

    def shut_down(self):
        pass


def direct_journal(folder, settings, parent):
    return Journal(folder / "journal", settings, parent, DirectRuns)
