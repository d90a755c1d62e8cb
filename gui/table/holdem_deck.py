"""The 52 cards of hold'em in four rows: which are left, which seat has the others, which are dead."""

from PySide6.QtCore import QObject, QSize, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine import GAMES, Scenario
from engine.cards import RANKS, card_text
from engine.table.slots import Slot as TableSlot
from engine.table.slots import owners
from gui.look.painting import card_words
from gui.look.scale import px, scaled_size, unscaled, zoom
from gui.look.theme import Look
from gui.parts.card_face import RING, CardFace
from gui.state.context import TableContext
from gui.table.card_button import CARD_MIME, CardButton
from gui.table.deck import DeckTints, GameDeck

LARGEST, SMALLEST = (40, 52), (23, 30)
GAP = 4
WIDEST_GAP = 10


class DeckCard(CardButton):
    """A card of the deck."""

    def __init__(self, card: int, look: Look, parent: QWidget) -> None:
        super().__init__(look, parent)
        self.card = card
        self.setObjectName(f"deck.{card_text(card)}")

    def drag_data(self) -> tuple[str, bytes]:
        return CARD_MIME, card_text(self.card).encode()


class HoldemDeck(GameDeck):
    """Four rows of thirteen, ace to deuce."""

    def __init__(self, context: TableContext, tints: DeckTints, parent: QWidget | None = None) -> None:
        super().__init__(context, tints, parent)
        self._cards = {card: DeckCard(card, context.look, self) for card in self._in_order()}
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._compact = False
        self._fill(self._cards.values())

    @staticmethod
    def _in_order() -> list[int]:
        return [4 * rank + suit for suit in range(4) for rank in range(12, -1, -1)]

    def set_compact(self, compact: bool) -> None:
        if compact != self._compact:
            self._compact = compact
            self.updateGeometry()
            self._place()

    def _card_size(self, width: int) -> tuple[int, int]:
        """Return the size at 100 % of a card where the deck is ``width`` pixels wide."""
        wide = min(max((int(unscaled(width)) - 12 * GAP - 2 * RING) // 13, SMALLEST[0]), LARGEST[0])
        tall = round(wide * (1.14 if self._compact else 1.28))
        return wide, min(max(tall, SMALLEST[1]), LARGEST[1])

    def _place(self) -> None:
        wide, tall = self._card_size(self.width())
        step = min((unscaled(self.width()) - 2 * RING - wide) / 12, wide + WIDEST_GAP)
        for i, card in enumerate(self._in_order()):
            row, column = divmod(i, 13)
            button = self._cards[card]
            button.set_card_size(wide, tall)
            button.move(int(column * step * zoom()), int(row * (tall + GAP) * zoom()))  # none hangs out

    @Slot()
    def _on_look_changed(self) -> None:
        self._place()
        super()._on_look_changed()

    @Slot()
    def render_scenario(self) -> None:
        scenario = self._document.scenario
        taken = {} if GAMES[scenario.game].ranks_only else owners(scenario)
        for card, button in self._cards.items():
            slot = taken.get(card)
            button.set_face(self._face(card, scenario, slot))
            name = card_words(card)
            tint = self._tints.of(card) if slot is None else None
            where = tint.words if tint is not None else _owner_name(scenario, slot)
            button.setAccessibleName(f"{name}, {where}" if where else name)
            button.setToolTip(f"{name}: {where}" if where else "")

    def _face(self, card: int, scenario: Scenario, slot: TableSlot | None) -> CardFace:
        rank, suit = RANKS[card >> 2], card & 3
        if slot is None:
            tint = self._tints.of(card)
            return CardFace("card", rank, suit, deck=True, tone=tint.tone if tint is not None else None)
        if slot.area == "seat":
            owner = self._look.theme.seat(slot.seat).name()
            return CardFace("card", rank, suit, deck=True, owner=owner, struck=scenario.seats[slot.seat].folded)
        owner = self._look.theme.outline if slot.area == "board" else ""
        return CardFace("card", rank, suit, deck=True, owner=owner, struck=slot.area == "dead")

    def _put(self, button: QObject) -> bool:
        if isinstance(button, DeckCard):
            self._input.click_card(button.card)
        return isinstance(button, DeckCard)

    def _take(self, button: QObject) -> bool:
        return isinstance(button, DeckCard) and button.card in owners(self._document.scenario) and self._put(button)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return scaled_size(0, 4 * self._card_size(width)[1] + 3 * GAP + 2 * RING).height()

    def sizeHint(self) -> QSize:
        return QSize(px(13 * 34 + 12 * GAP), self.heightForWidth(max(self.width(), px(400))))

    def minimumSizeHint(self) -> QSize:
        width = px(13 * SMALLEST[0] + 12 * GAP + 2 * RING)
        return QSize(width, self.heightForWidth(width))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()


def _owner_name(scenario: Scenario, slot: TableSlot | None) -> str:
    if slot is None:
        return ""
    return {"board": "on the board", "dead": "dead", "seat": f"with {scenario.seats[slot.seat].name}"}[slot.area]
