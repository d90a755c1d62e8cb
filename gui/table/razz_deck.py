"""The thirteen ranks of razz, each with its four cards as pips: live, taken by a seat, dead. Suits do not matter."""

from PySide6.QtCore import QObject, QPointF, QRectF, QSize, Qt, Slot
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from engine import GAMES
from engine.cards import RAZZ_RANKS
from engine.table.live_cards import LiveCards, live_cards
from engine.table.slots import Slot as TableSlot
from engine.table.slots import rank_owners
from gui.look.heat import heat_color
from gui.look.painting import smooth_painter, write
from gui.look.scale import at_least, scaled_size, unscaled_point, unscaled_rect
from gui.look.theme import TEXT_LARGE, TEXT_SMALL, Look, font, mixed
from gui.parts.build import NO_MARGINS, STRETCH, filled, named
from gui.parts.caption import Caption
from gui.state.context import TableContext
from gui.table.card_button import CARD_MIME, DragButton
from gui.table.deck import DeckTints, GameDeck, Tint

PIPS = 4
LIVE_HEIGHT = 16
BEHIND_PIPS = 0.3
"""The largest share of colour behind a rank: its pips have colours of their own."""
NUMBERS = {2: "two", 3: "three", 4: "all four"}
RANK_WORDS = {"A": "ace", "T": "ten", "J": "jack", "Q": "queen", "K": "king"}


class RankButton(DragButton):
    """A rank, its four pips and the number of live cards; a click on a taken pip puts it back, too."""

    def __init__(self, rank: int, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self.rank = rank
        self._taken: tuple[tuple[str, bool], ...] = ()
        self._tint: Tint | None = None
        self.setObjectName(f"deck.rank.{RAZZ_RANKS[rank]}")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def live(self) -> int:
        """How many cards of this rank nobody has and that are not dead."""
        return max(0, PIPS - len(self._taken))

    def show_taken(self, taken: tuple[tuple[str, bool], ...], name: str, tint: Tint | None = None) -> None:
        """Show the cards that are gone: the owner's colour and whether they are dead; and what the next one does."""
        self._taken, self._tint = taken, tint
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.update()

    def pip_center(self, index: int) -> QPointF:
        """Return the middle of pip ``index`` at 100 %; taken ones come first."""
        return QPointF(unscaled_rect(self).width() / 2 + (index % 2 - 0.5) * 11.0, 35.0 + (index // 2) * 11.0)

    def pip_at(self, point: QPointF) -> int | None:
        """Return the pip under ``point``, which is that at 100 %."""
        near = ((self.pip_center(i) - point).manhattanLength() for i in range(PIPS))
        distance, index = min((distance, i) for i, distance in enumerate(near))
        return index if distance <= 6 else None

    def drag_data(self) -> tuple[str, bytes] | None:
        return (CARD_MIME, RAZZ_RANKS[self.rank].encode()) if self.live else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        left = event.button() == Qt.MouseButton.LeftButton
        pip = self.pip_at(unscaled_point(event.position())) if left else None
        if pip is not None and pip < len(self._taken):
            self._pressed_at = None
            self.put_back.emit()
        elif self.live or not left:
            super().mousePressEvent(event)

    def sizeHint(self) -> QSize:
        return scaled_size(38, 70)

    def minimumSizeHint(self) -> QSize:
        return scaled_size(24, 70)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._look.theme
        painter = smooth_painter(self)
        hovered = self.underMouse() and self.live > 0
        ground = QColor(theme.deck_card)
        if self._tint is not None and self.live:
            ground = heat_color(theme, self._tint.tone, strength=BEHIND_PIPS)
        if not self.live:
            ground = mixed(ground, theme.background, 0.7)
        elif hovered:
            ground = mixed(ground, theme.accent, 0.16)
        edge = theme.accent if hovered else theme.card_edge if theme.name == "light" else theme.line
        painter.setPen(QPen(QColor(edge), 1.0))
        painter.setBrush(ground)
        painter.drawRoundedRect(unscaled_rect(self).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
        ink = QColor(theme.deck_suits[0])
        if not self.live:
            ink = mixed(ink, ground, 0.55)
        letters = font(TEXT_LARGE + 2, QFont.Weight.DemiBold)
        painter.setFont(letters)
        painter.setPen(ink)
        cap = QFontMetricsF(letters).capHeight()
        sign = RAZZ_RANKS[self.rank]
        x = (unscaled_rect(self).width() - QFontMetricsF(letters).horizontalAdvance(sign)) / 2
        painter.drawText(QPointF(x, round(9 + cap)), sign)
        if self._tint is not None and self.live:
            self._paint_tone(painter, self._tint.tone)
        self._paint_live(painter, ground)
        for i in range(PIPS):
            self._paint_pip(painter, i, ground)

    def _paint_live(self, painter: QPainter, ground: QColor) -> None:
        theme = self._look.theme
        ink = theme.muted if self._tint is None else theme.text
        ink = ink if self.live else mixed(theme.muted, ground, 0.3).name()
        write(painter, QRectF(0, 53, unscaled_rect(self).width(), 14), f"{self.live}", ink, font(TEXT_SMALL))

    def _paint_tone(self, painter: QPainter, tone: float) -> None:
        """Draw a bar from the middle to the side of the tone: colour is not the only sign."""
        theme = self._look.theme
        area = unscaled_rect(self)
        half = area.width() / 2
        bar = QRectF(half, area.height() - 4.0, tone * (half - 5.0), 2.0).normalized()
        painter.fillRect(bar, QColor(theme.heat_high if tone > 0 else theme.heat_low))

    def _paint_pip(self, painter: QPainter, index: int, ground: QColor) -> None:
        theme = self._look.theme
        center = self.pip_center(index)
        if index >= len(self._taken):
            painter.setPen(QPen(QColor(theme.outline), 1.2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(center, 3.2, 3.2)
            return
        color, dead = self._taken[index]
        if dead:
            pen = QPen(QColor(color or theme.bad), 1.6)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            for sign in (-1, 1):
                painter.drawLine(center + QPointF(-2.6, -2.6 * sign), center + QPointF(2.6, 2.6 * sign))
        else:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(color))
            painter.drawEllipse(center, 4.0, 4.0)


def live_words(name: str, cards: LiveCards) -> tuple[str, ...]:
    """Return what a hand draws to, the longest form first: ``Hero draws to an 8: 21 of 24 cards live, gone two 7s``."""
    high = RAZZ_RANKS[cards.high]
    if cards.made:
        return (f"{name} has made an {high} or better",)
    brief = f"{cards.live} of {cards.all} cards live"
    gone = ", ".join(_gone(rank, number) for rank, number in sorted(cards.gone.items(), reverse=True))
    whole = f"{name} draws to an {high}: {brief}"
    return (*((f"{whole}, gone {gone}",) if gone else ()), whole, brief)


def _gone(rank: int, number: int) -> str:
    sign = RAZZ_RANKS[rank]
    word = RANK_WORDS.get(sign, sign)
    one = "an" if sign in "A8" else "a"
    return f"{one} {word}" if number == 1 else f"{NUMBERS[number]} {word}s"


class RazzDeck(GameDeck):
    """Ace to king in a strip."""

    def __init__(self, context: TableContext, tints: DeckTints, parent: QWidget | None = None) -> None:
        super().__init__(context, tints, parent)
        self._ranks = [RankButton(rank, context.look, self) for rank in range(13)]
        self._live = named(Caption(context.look, self), "deck.live")
        words = QWidget(self)
        filled(QHBoxLayout(words), self._live, STRETCH, margins=NO_MARGINS)
        at_least(words, height=LIVE_HEIGHT)  # the deck is as high without words
        ranks = filled(QHBoxLayout(), *self._ranks, spacing=3)
        filled(QVBoxLayout(self), words, ranks, spacing=2, margins=(3, 0, 3, 3))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._fill(self._ranks)
        self._document.mark_changed.connect(self._show_live)

    @Slot()
    def render_scenario(self) -> None:
        scenario = self._document.scenario
        if not GAMES[scenario.game].ranks_only:
            return
        for rank, places in rank_owners(scenario).items():
            taken = tuple(self._pip(slot) for slot in places[:PIPS])
            word = RANK_WORDS.get(RAZZ_RANKS[rank], RAZZ_RANKS[rank])
            name, tint = f"{word}: {max(0, PIPS - len(places))} live", self._tints.of(rank)
            self._ranks[rank].show_taken(taken, name if tint is None else f"{name}; {tint.words}", tint)

        self._show_live()

    @Slot()
    def _show_live(self) -> None:
        """Say what the seat of the tints draws to and what of it is gone, nothing where it does not draw."""
        scenario = self._document.scenario
        if not GAMES[scenario.game].ranks_only:
            return
        seat = self._tints.seat
        cards = live_cards(scenario, seat)
        self._live.show_forms(*(() if cards is None else live_words(scenario.seats[seat].name, cards)))

    def _pip(self, slot: TableSlot) -> tuple[str, bool]:
        if slot.area == "dead":
            return "", True
        color = self._look.theme.seat(slot.seat).name()
        return color, self._document.scenario.seats[slot.seat].folded

    def _put(self, button: QObject) -> bool:
        if not isinstance(button, RankButton) or not button.live:
            return False
        self._input.put_rank(button.rank)
        return True

    def _take(self, button: QObject) -> bool:
        if isinstance(button, RankButton):
            self._input.take_rank(button.rank)
        return isinstance(button, RankButton)
