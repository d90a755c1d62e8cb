"""What the decks of all games share: cards tinted by what they do if they come, put down and taken back by a click."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from engine import GAMES, Scenario
from engine.cards import RAZZ_RANKS
from engine.details.next_cards import NextCards, NextRanks
from engine.details.next_tables import NextTable, board_table, judging_place, next_tables
from engine.jobs.budget import estimated_seconds
from gui.look.captions import board_size
from gui.look.formatting import percent
from gui.look.guard import Guarded
from gui.state.context import TableContext
from gui.state.details import CARDS, LatestDetail, change_text, same_sources, table_scale
from gui.state.document import Document
from gui.state.session import Session
from gui.table.card_button import DragButton

DETAIL = "next_card"
QUICK_S = 0.5
"""An exact table of next cards costs about as much as the numbers in razz: it is requested where these take less."""
STREETS = (3, 4)
"""Cards on the board when another one is to come."""


@dataclass(frozen=True, slots=True)
class Tint:
    """``tone``: -1 (the worst there is for the seat) to 1; ``words`` say what the card does."""

    tone: float
    words: str


class DeckTints(QObject):
    """The tints of the undealt cards, none while another table is being computed; ``changed``: there are others."""

    changed = Signal()

    def __init__(self, document: Document, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document, self._session = document, session
        self._enabled = False
        self._shown: tuple[object, ...] = ()
        self._tints: dict[int, Tint] = {}
        self._quick = False
        """Whether the numbers of the last table without a board were quick."""
        document.changed.connect(self._refresh)
        document.mark_changed.connect(self._refresh)
        session.changed.connect(self._refresh)

    def set_enabled(self, enabled: bool) -> None:
        """Tint the deck, or leave it as it is."""
        self._enabled = enabled
        self._refresh()

    def of(self, card: int) -> Tint | None:
        """Return the tint of a card (0-51), in razz of a rank (0 ace .. 12 king)."""
        return self._tints.get(card)

    def _note_cost(self) -> None:
        """Note whether the numbers of a table without a board were quick: those of the next one will be so too."""
        snapshot = self._session.snapshot
        if snapshot is not None and snapshot.final and not _has_board(snapshot.scenario) and not self._session.stale:
            operations = snapshot.exact_operations
            at_once = operations is not None and estimated_seconds(operations) < QUICK_S
            self._quick = snapshot.method == "sampled" or at_once

    def _is_to_come(self) -> bool:
        """Return whether another card is to come and what it does is quickly known."""
        scenario = self._document.scenario
        return board_size(scenario) in STREETS if _has_board(scenario) else self._quick

    def _found(self) -> LatestDetail[NextCards | NextRanks] | None:
        """Return the next cards of the table as it is now."""
        found: LatestDetail[NextCards | NextRanks] | None = self._session.detail(
            DETAIL, NextCards if _has_board(self._document.scenario) else NextRanks
        )
        return None if found is None or found.stale else found

    @property
    def seat(self) -> int:
        """The seat that the deck speaks of: that of the marked slot, or where it does not play the first that does."""
        scenario = self._document.scenario
        marked = min(self._document.mark.dealt_seat, len(scenario.seats) - 1)
        playing = [place for place, seat in enumerate(scenario.seats) if seat.plays]
        return marked if marked in playing or not playing else playing[0]

    @Slot()
    def _refresh(self) -> None:
        self._note_cost()
        wanted = self._enabled and self._is_to_come()
        self._session.request_details("deck", {DETAIL} if wanted else ())
        found = self._found() if wanted else None
        seat = self.seat
        shown = (found.value, found.snapshot.seats, seat) if found is not None else ()
        if same_sources(shown, self._shown):
            return
        self._shown = shown
        table = _table(found, seat) if found is not None else None
        self._tints = {}
        if table is not None and len(table.places) > 1:
            scale, name = table_scale(table), table.names[table.judge]
            for entry, seen in table.judged:
                words = f"{name} {percent(seen.equity, seen.stderr)} after it ({change_text(seen.change, seen.noise)})"
                self._tints[_number(entry.name)] = Tint(scale.tone(seen.equity), words)
        self.changed.emit()


def _has_board(scenario: Scenario) -> bool:
    return GAMES[scenario.game].board_cards > 0


def _table(found: LatestDetail[NextCards | NextRanks], seat: int) -> NextTable | None:
    """Return what can come to ``seat``, or where it does not play to the first seat that does; None in razz where that
    waits for others to draw.
    """
    if isinstance(found.value, NextCards):
        return board_table(found.value, found.snapshot, seat)
    for table in next_tables(found.value, found.snapshot):
        place = judging_place(table.places, seat)
        if table.seat in (None, table.places[place]):
            return replace(table, judge=place)
    return None


def _number(card: str) -> int:
    """Return the number of a card, in razz of a rank."""
    return CARDS[card] if card in CARDS else RAZZ_RANKS.index(card)


class GameDeck(Guarded, QWidget):
    """The cards of one game, tinted by what they do if they come. ``used``: one was put down or taken back."""

    used = Signal()

    def __init__(self, context: TableContext, tints: DeckTints, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._input, self._look = context.document, context.input, context.look
        self._tints = tints

    def _fill(self, buttons: Iterable[DragButton]) -> None:
        """Follow these buttons and show what is on the table."""
        for button in buttons:
            button.clicked.connect(self._on_clicked)
            button.put_back.connect(self._on_put_back)
        self.render_scenario()
        self._look.changed.connect(self._on_look_changed)
        self._tints.changed.connect(self.render_scenario)

    @Slot()
    def _on_look_changed(self) -> None:
        self.render_scenario()

    def set_compact(self, compact: bool) -> None:
        """Take less height where the window is low; a deck of one height stays as it is."""

    @Slot()
    def render_scenario(self) -> None:
        """Show which cards are taken, and by whom."""
        raise NotImplementedError

    def _put(self, button: QObject) -> bool:
        """Put the card of ``button`` on the table; return whether there was one to put."""
        raise NotImplementedError

    def _take(self, button: QObject) -> bool:
        """Take the card of ``button`` back; return whether there was one to take."""
        raise NotImplementedError

    @Slot()
    def _on_clicked(self) -> None:
        if self._put(self.sender()):
            self.used.emit()

    @Slot()
    def _on_put_back(self) -> None:
        if self._take(self.sender()):
            self.used.emit()
