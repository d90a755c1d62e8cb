"""The deck of the game that is on: 52 cards in hold'em, 13 ranks in razz."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gui.look.theme import Look
from gui.state.document import Document
from gui.state.table_input import TableInput
from gui.table.deck_tints import DeckTints
from gui.table.game_deck import GameDeck
from gui.table.holdem_deck import HoldemDeck
from gui.table.razz_deck import RazzDeck

DECKS: dict[str, type[GameDeck]] = {"holdem": HoldemDeck, "razz": RazzDeck}


class Deck(QWidget):
    """Shows the deck of one game. ``used`` is emitted after every click on a card."""

    used = Signal()

    def __init__(
        self,
        document: Document,
        table_input: TableInput,
        tints: DeckTints,
        look: Look,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self.setObjectName("deck")
        self.setAccessibleName("Deck")
        self._decks = {game: kind(document, table_input, tints, look, self) for game, kind in DECKS.items()}
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for deck in self._decks.values():
            layout.addWidget(deck)
            deck.used.connect(self.used)
        self.render_scenario()

    def set_compact(self, compact: bool) -> None:
        """Take less height where the window is low."""
        for deck in self._decks.values():
            deck.set_compact(compact)

    def render_scenario(self) -> None:
        """Show the cards of the document."""
        game = self._document.scenario.game
        for name, deck in self._decks.items():
            deck.setVisible(name == game)
        self._decks[game].render_scenario()
