"""The deck as a chart: what every card that can come would do to the first seat's equity."""

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal, Slot

from gui.captions import board_size
from gui.document import Document
from gui.formatting import percent
from gui.next_cards import CARDS, board_table, change_text
from gui.session import Session

DETAIL = "next_card"
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
        document.changed.connect(self._refresh)
        session.changed.connect(self._refresh)

    def set_enabled(self, enabled: bool) -> None:
        """Tint the deck, or leave it as it is."""
        self._enabled = enabled
        self._refresh()

    def of(self, card: int) -> Tint | None:
        """Return the tint of a card (0-51)."""
        return self._tints.get(card)

    @Slot()
    def _refresh(self) -> None:
        wanted = self._enabled and board_size(self._document.scenario) in STREETS
        self._session.want("deck", {DETAIL} if wanted else ())
        found = self._session.detail(DETAIL) if wanted else None
        shown = (found.value, found.snapshot.seats) if found is not None and not found.stale else ()
        if len(shown) == len(self._shown) and all(a is b for a, b in zip(shown, self._shown, strict=True)):
            return
        self._shown = shown
        table = board_table(found.value, found.snapshot, None) if found is not None and shown else None
        self._tints = {}
        if table is not None and len(table.places) > 1:
            scale, name = table.scale, table.names[table.judge]
            for entry, seen in table.judged:
                words = f"{name} {percent(seen.equity, seen.stderr)} after it ({change_text(seen.change, seen.noise)})"
                self._tints[CARDS[entry.name]] = Tint(scale.tone(seen.equity), words)
        self.changed.emit()
