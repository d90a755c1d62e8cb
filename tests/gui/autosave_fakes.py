"""Windows that are autosaved, and how they end."""

from engine import Scenario, Seat
from engine.scenario.kelly import read_panel
from gui.state.autosave import Autosave
from gui.state.document import NEW, Document

TABLE = Scenario(
    "holdem", (Seat("Hero", "AhAd"), Seat("Villain", "KK, QQ:0.5")), kelly=read_panel({"advice": {"bankroll": 500}})
)
RAZZ = Scenario("razz", (Seat("Hero", "A29"), Seat("Villain", "647")), dead="7 7")


class Window:
    """A document that is autosaved, as in one running window."""

    def __init__(self, folder):
        self.document = Document(NEW["holdem"])
        self.autosave = Autosave(self.document, folder)
        self.told = []
        self.autosave.failed.connect(lambda text, bad: self.told.append(text))

    def put(self, scenario):
        assert self.document.replace("Put", scenario) == ()

    @property
    def due(self):
        return self.autosave.timer.isActive()


def crash(window):
    """Let go of the lock as the system does when the process ends."""
    for file in window.autosave.files.values():
        file.release()
    window.autosave.files.clear()


def files(folder):
    return sorted(path.suffix for path in folder.iterdir()) if folder.exists() else []
