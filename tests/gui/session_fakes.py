"""A runner that computes nothing: tests say what comes of a run."""

from PySide6.QtCore import QObject, Signal


class FakeRunner(QObject):
    snapshot_ready = Signal(object)
    failed = Signal(object)
    ended = Signal()

    def __init__(self):
        super().__init__()
        self.started, self.completed = [], []
        self.running = self.paused = self.compiling = False
        self.speed = 2e9

    def run(self, scenario, after=None):
        self.started.append((scenario, after))
        self.running = True

    def complete(self, result, details):
        self.completed.append((result, details))
        self.running = True

    def stop(self):
        self.running = self.paused = False

    def pause(self):
        self.paused = True

    def go_on(self):
        self.paused = False

    def finish(self, snapshot):
        self.snapshot_ready.emit(snapshot)
        self.running = False
        self.ended.emit()
