"""The spot as cards: the board, and below it each seat with its name, its cards or its range."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Slot
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from engine import GAMES, Scenario
from engine.cards import card_text
from engine.table.hand_texts import UNKNOWN, plain_cards
from engine.table.slots import card_of_token, rank_of_token, seat_cards, seat_slot_texts
from gui.look.painting import smooth_painter
from gui.look.scale import fix, scaled_size
from gui.look.theme import Look
from gui.parts.build import NO_MARGINS, filled, label, named
from gui.parts.card_face import CardFace, paint_card
from gui.parts.spoken import Spoken

CARD = QSize(40, 54)
GAP = 5
LONGEST_TEXT = 160
"""Characters of a range on show; the tool tip has all."""


class CardLine(Spoken):
    """Paints cards side by side."""

    def __init__(self, name: str, title: str, look: Look) -> None:
        super().__init__()
        named(self, name, title)
        self._look = look
        self.faces: tuple[CardFace, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        fix(self, height=CARD.height())
        look.changed.connect(self.update)

    def show_faces(self, faces: Sequence[CardFace], words: str) -> None:
        """Show cards; ``words`` say to screen readers what they are."""
        self.faces = tuple(faces)
        self.setAccessibleDescription(words)
        self.setVisible(bool(faces))
        self.update()

    def sizeHint(self) -> QSize:
        return scaled_size(7 * (CARD.width() + GAP), CARD.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        for i, face in enumerate(self.faces):
            paint_card(painter, QRectF(i * (CARD.width() + GAP), 0, CARD.width(), CARD.height()), face, self._look)


class SpotView(QWidget):
    """Shows a spot of two seats."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "trainer.spot", "Spot")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self._look = look
        self._spot: Scenario | None = None
        self.board_title = label("Board", name="trainer.boardTitle")
        self.board = CardLine("trainer.board", "Board", look)
        self.names = [label(name=f"trainer.seat{i}.name", role="title", wrap=True) for i in range(2)]
        self.cards = [CardLine(f"trainer.seat{i}.cards", f"Cards of seat {i + 1}", look) for i in range(2)]
        self.texts = [label(name=f"trainer.seat{i}.text", role="", wrap=True) for i in range(2)]
        seats = [part for row in zip(self.names, self.cards, self.texts, strict=True) for part in row]
        filled(QVBoxLayout(self), *seats, self.board_title, self.board, spacing=4, margins=NO_MARGINS)
        look.changed.connect(self._on_look_changed)

    def show_spot(self, spot: Scenario | None) -> None:
        """Show a spot; None: nothing."""
        self._spot = spot
        self.setVisible(spot is not None)
        if spot is None:
            return
        for seat in range(2):
            self._show_seat(spot, seat)
        cards = plain_cards(spot.board) or ()
        self.board_title.setVisible(bool(cards))
        self.board.show_faces([_face(card_text(card)) for card in cards], spot.board)

    def _show_seat(self, spot: Scenario, seat: int) -> None:
        text, tint = spot.seats[seat].cards, self._look.theme.seat(seat).name()
        tokens = _tokens(spot, seat)
        faces = [_face(token, tint) for token in tokens]
        by_choice = any(face.kind == "choice" for face in faces)  # parentheses are in the text alone
        self.names[seat].setText(f"{spot.seats[seat].name}: {text}" if by_choice else spot.seats[seat].name)
        self.cards[seat].show_faces(faces, text)
        self.texts[seat].setText(text if len(text) <= LONGEST_TEXT else f"{text[: LONGEST_TEXT - 1]}…")
        self.texts[seat].setToolTip(text)
        self.texts[seat].setVisible(not tokens)

    @Slot()
    def _on_look_changed(self) -> None:
        self.show_spot(self._spot)


def _tokens(spot: Scenario, seat: int) -> tuple[str, ...]:
    """Return the cards of a seat one by one, none where it holds a range of hands."""
    if GAMES[spot.game].stud:
        texts = seat_slot_texts(spot, seat) or ()
        known = [i for i, text in enumerate(texts) if text != UNKNOWN]
        return tuple(texts[: known[-1] + 1]) if known else ()
    return tuple(card_text(card) for card in seat_cards(spot, seat) or ())


def _face(token: str, tint: str = "") -> CardFace:
    if token == UNKNOWN:
        return CardFace("down")
    if rank_of_token(token) is None and plain_cards(token) is None:
        return CardFace("choice", token.strip("[]"), tint=tint)
    rank, suit = card_of_token(token)
    return CardFace("card", rank, suit, tint=tint)
