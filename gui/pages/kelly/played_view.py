"""The widgets of simulated outcomes: how far the hands have been played, and as whom everybody plays on."""

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from engine import Scenario
from engine.kelly.panel import advised_seat, live_rows
from gui.look.guard import Guarded
from gui.look.scale import at_least, fix, px
from gui.look.styling import set_rich_tip
from gui.pages.kelly.played import PlayedAdvice
from gui.parts.build import NO_MARGINS, combo_box, drop, filled, label
from gui.parts.chip_button import chip_button
from gui.parts.number_field import heading
from gui.parts.played import offer_players
from gui.parts.progress_line import ProgressLine
from gui.words.formatting import time_left

NAME_WIDTH, CHIP_WIDTH = 78, 56
RUN_TIP = "Stop or continue the simulation; after its end: four times as many hands, for half the error"
PLAYER_TIP = (
    "<b>Plays as</b>: how this player acts from now on. <i>tight</i>, <i>neutral</i> and <i>loose</i> are types of "
    "players, <i>honest</i> bets and calls when it pays and never bluffs, <i>caller</i> always calls. The page "
    "Simulate has the same choice."
)


class PlayedBar(QWidget):
    """The progress of the run, the time left, and the chip ``kelly.played.run`` that stops and continues it."""

    def __init__(self, played: PlayedAdvice, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._played = played
        self.progress = ProgressLine("kelly.played.progress", "kelly.played.timeLeft", "Hands played", self)
        run = played.run_or_stop
        self.run = chip_button("stop", "kelly.played.run", run, "Stop or continue", RUN_TIP, parent=self)
        at_least(self.run, width=CHIP_WIDTH)
        filled(QHBoxLayout(self), (self.progress, 1), self.run, spacing=8, margins=NO_MARGINS)

    def render_run(self) -> None:
        """Show the run."""
        played = self._played
        done, left = played.progress
        self.progress.show_state(done, time_left(left) if left is not None else "")
        text = "stop" if done is not None else "refine" if played.has_ended else "run"
        self.run.setText(text)
        self.run.setAccessibleName(f"{text.capitalize()} the simulation")


class PlayersRow(QWidget):
    """Name of a seat and as whom it plays on: ``kelly.player<seat>``."""

    def __init__(self, played: PlayedAdvice, seat: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._played, self.seat = played, seat
        self._name = label("", self, role="")
        fix(self._name, width=NAME_WIDTH)
        self._kind = combo_box(f"kelly.player{seat}", "Plays as", self._on_kind)
        for part in (self._name, self._kind):
            set_rich_tip(part, PLAYER_TIP)
        filled(QHBoxLayout(self), self._name, (self._kind, 1), spacing=6, margins=NO_MARGINS)

    def show_seat(self, name: str) -> None:
        """Show the seat, which is called ``name``."""
        self._name.setText(self._name.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, px(NAME_WIDTH)))
        self._name.setToolTip(name)
        offer_players(self._kind, self._played.choices, self._played.player_of(self.seat))
        self._kind.setAccessibleName(f"{name} plays as")

    @Slot(int)
    def _on_kind(self, _index: int) -> None:
        self._played.set_player(self.seat, self._kind.currentText())


class KellyPlayers(Guarded, QWidget):
    """A heading and a row for hero and each opponent who is still in."""

    def __init__(self, played: PlayedAdvice, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._played = played
        self._rows: list[PlayersRow] = []
        head = filled(QHBoxLayout(), (heading("To the end of the hand"), 1), margins=(0, 8, 0, 0))
        self._column = filled(QVBoxLayout(self), head, spacing=4, margins=NO_MARGINS)

    def render_scenario(self, scenario: Scenario) -> None:
        """Show the players who are still in."""
        seats = sorted((advised_seat(scenario), *live_rows(scenario)))
        if [row.seat for row in self._rows] != seats:
            drop(self._column, *self._rows)
            self._rows = [PlayersRow(self._played, seat, self) for seat in seats]
            for row in self._rows:
                self._column.addWidget(row)
        for row in self._rows:
            row.show_seat(scenario.seats[row.seat].name)
