"""The state of the page: the hands of a file, the one that is followed, where in it, and the table that belongs to it.

The table follows the moment. All moments of a hand are one step of undo, as long as nothing else is changed between
them. Ranges that the player has painted over the assumed ones stay for the rest of the hand.
"""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from engine import GAMES, Scenario
from engine.cards import whole_text
from engine.histories.hand import Moment, PlayedHand
from engine.histories.listing import HandLine
from engine.histories.path import HandPath
from engine.histories.scenarios import assumed_at, scenario_at
from engine.histories.tracking import tracker_values
from engine.kelly.fields import SET_BY_HAND, Panel
from engine.kelly.panel import panel_of
from gui.look.formatting import describe_problem
from gui.pages.histories.work import Broken, Checked, Listed, check, follow, list_file, list_text
from gui.state.document import Document, TableFile
from gui.state.latest import Questions

PASTED = "Pasted hands"
OF_A_HAND = (*SET_BY_HAND, "tracker", "kept", "away", "answers", "bankroll")
"""What the panel holds about one hand; the rest is the player's."""
NOT_TRACKED = "The tracker cannot follow this hand: a stack is not known, or a bet is not as its rules have it"


class HistoriesModel(QObject):
    """Lists, checks and follows hands in the background.

    ``listed``, ``checked``: another list, more known of it. ``followed``: another hand, or none. ``moved``: another
    moment. ``computed``: more equities are known. ``message`` is for the status line.
    """

    listed = Signal()
    checked = Signal()
    followed = Signal()
    moved = Signal()
    computed = Signal()
    message = Signal(str, bool)
    tracked = Signal()

    def __init__(self, document: Document, questions: Questions, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.title = ""
        self.lines: tuple[HandLine, ...] = ()
        self.check = Checked(0)
        self.chosen: HandLine | None = None
        """The hand that is followed, or is to be."""
        self.problem = ""
        """Why there is no list, or the chosen hand cannot be followed."""
        self.path: HandPath | None = None
        self.place = 0
        """The moment on show."""
        self.hero = 0
        self._painted: dict[int, str] = {}
        self._bankroll: float | None = None
        """What the player has typed for this hand."""
        self._put: Scenario | None = None
        """The table as the moment on show has put it."""
        self._file: TableFile | None = None
        self._number = 0
        self._lists, self._paths = questions.apart("histories list"), questions.apart("histories path")
        self._lists.answered.connect(self._on_listed)
        self._lists.ended.connect(self._on_lists_ended)
        self._paths.answered.connect(self._on_followed)
        self._paths.failed.connect(self._on_failed)
        self._lists.failed.connect(self._on_failed)

    @property
    def hand(self) -> PlayedHand | None:
        """The hand that is followed."""
        return None if self.path is None else self.path.hand

    @property
    def moment(self) -> Moment | None:
        """The moment on show."""
        return None if self.path is None else self.path.hand.moments[self.place]

    @property
    def assumed(self) -> tuple[str, ...]:
        """How the ranges of hands that were not shown came about, a line for each player and street."""
        hand, moment = self.hand, self.moment
        if hand is None or moment is None:
            return ()
        first = GAMES[hand.game].streets[0]
        lines = []
        for player, found in enumerate(assumed_at(hand, moment)):
            painted = self._painted.get(player)
            told = (f"as you painted it: {painted}",) if painted else found.lines(first) if found else ()
            lines += [whole_text(f"{hand.names[player]}, {line}") for line in told if found]
        return tuple(lines)

    @property
    def busy(self) -> bool:
        """Whether a file is being read."""
        return self._lists.key is not None and not self.lines and not self.problem

    @property
    def on_table(self) -> bool:
        """Whether the table still is that of the hand."""
        return self._file is not None and self._document.file is self._file

    def open_file(self, path: Path) -> None:
        """List the hands of a file."""
        self._list(partial(list_file, path))

    def open_text(self, text: str) -> None:
        """List the hands of a pasted text."""
        self._list(partial(list_text, text, PASTED))

    def _list(self, work: Any) -> None:
        self._paths.stop()
        self.title, self.lines, self.check, self.problem = "", (), Checked(0), ""
        self.chosen, self.path, self._file = None, None, None
        self._number += 1
        self._lists.ask(("list", self._number), work)
        self.listed.emit()
        self.followed.emit()

    def choose(self, line: HandLine) -> None:
        """Follow a hand from its first moment on."""
        self.chosen, self.path, self.problem = line, None, ""
        self._painted, self._bankroll, self._file, self._put = {}, None, None, None
        self._ask_path()
        self.followed.emit()

    def _ask_path(self) -> None:
        if self.chosen is not None:
            self._number += 1
            work = partial(follow, self.chosen.raw, dict(self._painted), self._document.orders)
            self._paths.ask(("path", self._number), work)

    @Slot(object, object)
    def _on_listed(self, key: object, answer: object) -> None:
        if isinstance(answer, Listed):
            self.title, self.lines, self.problem = answer.title, answer.lines, answer.problem
            if answer.problem:
                self.message.emit(answer.problem, True)
            self.listed.emit()
        elif isinstance(answer, Checked):
            self.check = answer
            self.checked.emit()

    @Slot(object)
    def _on_lists_ended(self, key: object) -> None:
        """Follow the only hand, or check them all."""
        if not self.lines or self.check.done:
            return
        if len(self.lines) == 1:
            self.choose(self.lines[0])
        self._lists.ask(("check", self._number), partial(check, self.lines))

    @Slot(object, object)
    def _on_followed(self, key: object, answer: object) -> None:
        if isinstance(answer, Broken):
            self.problem = f"{answer.raw.name}, {answer.message}"
            self.followed.emit()
        elif isinstance(answer, HandPath):
            first = self.path is None
            self.path = answer
            if first:
                self.place, self.hero = 0, answer.hand.hero
                self.followed.emit()
                self._set_table()
            self.computed.emit()

    @Slot(object, object)
    def _on_failed(self, key: object, error: Exception) -> None:
        self.problem = f"This cannot be worked out: {error}"
        self.message.emit(self.problem, True)
        self.followed.emit()

    def go_to(self, place: int) -> None:
        """Show another moment, on the table too."""
        if self.path is None:
            return
        place = min(max(place, 0), len(self.path.hand.moments) - 1)
        if place != self.place:
            repainted = self._keep_painting()
            self.place = place
            self._set_table()
            if repainted:
                self._ask_path()

    def show_on_table(self) -> None:
        """Put the moment on the table again, where another table has taken its place."""
        self._set_table()

    def set_hero(self, player: int) -> None:
        """Let the Kelly page advise another player."""
        if self.path is not None and player != self.hero:
            self._keep_painting()
            self.hero = player
            self._set_table()

    def street(self, step: int) -> None:
        """Go to the beginning of this street or the one before (-1), or of the next (+1)."""
        hand = self.hand
        if hand is None:
            return
        starts = [i for i, moment in enumerate(hand.moments) if moment.actor is None]
        if step > 0:
            self.go_to(next((i for i in starts if i > self.place), len(hand.moments) - 1))
        else:
            self.go_to(next((i for i in reversed(starts) if i < self.place), 0))

    def _keep_painting(self) -> bool:
        """Keep what the player has made of assumed ranges; return whether there is anything new."""
        hand, moment, put = self.hand, self.moment, self._put
        if hand is None or moment is None or put is None or not self.on_table:
            return False
        before, now = dict(self._painted), self._document.scenario
        if len(now.seats) == len(put.seats):
            for i, assumed in enumerate(assumed_at(hand, moment)):
                if assumed is None or now.seats[i].folded:
                    continue
                if now.seats[i].cards != put.seats[i].cards:
                    self._painted[i] = now.seats[i].cards
                elif self._painted.get(i) != now.seats[i].cards:  # undone
                    self._painted.pop(i, None)
        return before != self._painted

    def take_painting(self) -> None:
        """Let the lines and the equities of the hand follow what the player has painted at the moment on show."""
        put, now = self._put, self._document.scenario
        if put is None or _of_the_hand(now) != _of_the_hand(put) or panel_of(now).entered("tracker") is not None:
            return
        if self._keep_painting():
            self._ask_path()
            self.moved.emit()

    def _set_table(self) -> None:
        """Put the moment on the table; without the painted ranges where the cards leave nothing of them."""
        hand, moment = self.hand, self.moment
        if hand is None or moment is None:
            return
        wrong = self._place(scenario_at(hand, moment, self.hero, painted=self._painted, tracked=False))
        if wrong and self._painted:
            wrong = self._place(scenario_at(hand, moment, self.hero, tracked=False))
        if wrong:
            self.message.emit(wrong, True)
        self.moved.emit()

    def _place(self, scenario: Scenario) -> str:
        """Put a table in force; return what is wrong with it."""
        document, step = self._document, f"hand {self._number_of_hand} of {self.title}"
        kelly = self._with_own(panel_of(scenario))
        scenario = replace(scenario, run=document.scenario.run, kelly=kelly)
        text = f"Hand {self._number_of_hand}"
        self._put = scenario
        if self.on_table:
            untouched = not document.file.took_work(document.scenario)
            wrong = document.replace(text, scenario, merge=step)
            if not wrong and untouched:
                document.came()
            return describe_problem(wrong[0], [seat.name for seat in scenario.seats]) if wrong else ""
        self._file = TableFile(None, None, begun=scenario)
        document.change_table(text, scenario, self._file, merge=step)
        return ""

    @property
    def _number_of_hand(self) -> int:
        return 0 if self.chosen is None else self.chosen.raw.number

    def _with_own(self, panel: Panel) -> Panel:
        """Return the panel of a moment with the player's own: rake, multiplier, a bankroll that was typed."""
        before = panel_of(self._document.scenario)
        put = Panel() if self._put is None else panel_of(self._put)
        if self.on_table and before.bankroll != put.bankroll:
            self._bankroll = before.bankroll
        of_hand = {key: panel.entered(key) for key in OF_A_HAND}
        return before.with_entries({**of_hand, "bankroll": self._bankroll})  # a stack is no bankroll

    def track(self) -> None:
        """Give the hand, up to the moment on show, to the hand tracker."""
        hand, moment = self.hand, self.moment
        if hand is None or moment is None:
            return
        if not self.on_table:
            self._set_table()
        values = tracker_values(hand, moment, self.hero)
        if values is None:
            self.message.emit(NOT_TRACKED, True)
            return
        kelly = panel_of(self._document.scenario).with_entry("tracker", values)
        wrong = self._document.edit(f"Track hand {self._number_of_hand}", kelly=kelly)
        told = describe_problem(wrong[0]) if wrong else "The hand tracker has this hand"
        self.message.emit(told, bool(wrong))
        if not wrong:
            self.tracked.emit()


def _of_the_hand(scenario: Scenario) -> tuple[object, ...]:
    """Return what tells the moment that a table shows, whatever the ranges are."""
    panel = panel_of(scenario)
    folded = tuple(seat.folded for seat in scenario.seats)
    return scenario.board, scenario.dead, folded, tuple(panel.entered(key) for key in SET_BY_HAND)
