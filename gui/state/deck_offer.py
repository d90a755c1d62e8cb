"""Cards that a page offers on the deck of the table: a click takes one of them for the page, not for the table."""

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal


@dataclass(frozen=True, slots=True)
class Tint:
    """``tone``: -1 (the worst there is for the seat) to 1; ``words`` say what the card does."""

    tone: float
    words: str


class DeckOffer(QObject):
    """The cards that are offered, none as a rule. ``changed``: there are others; ``taken`` carries the one clicked."""

    changed = Signal()
    taken = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.cards: Mapping[str, Tint] = {}
        """The tints of the cards by their texts, as in ``7s``."""

    def show(self, cards: Mapping[str, Tint]) -> None:
        """Offer these cards; none: the deck is the table's."""
        if cards != self.cards:
            self.cards = cards
            self.changed.emit()

    def take(self, card: str) -> bool:
        """Take a card for the page that offers cards; return whether one does."""
        if card in self.cards:
            self.taken.emit(card)
        return bool(self.cards)
