"""The decks: hold'em's 52 cards, razz's 13 ranks; cards are tinted by the equity after them, and clicked or dragged."""

from collections.abc import Iterable
from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from engine import GAMES, Scenario
from engine.cards import RANKS, RAZZ_RANKS, card_text
from engine.equity.budget import estimated_seconds
from engine.equity.details.next_cards import NextCards, NextRanks, NextTable, board_table, judging_index, next_tables
from engine.table.random_cards import LiveCards, live_cards
from engine.table.slots import Slot as TableSlot
from engine.table.slots import card_slots, rank_slots
from gui.look.guard import Guarded, Keyed
from gui.look.painting import card_words, heat_color, smooth_painter, write
from gui.look.scale import at_least, px, scaled_size, unscaled, unscaled_point, unscaled_rect, zoom
from gui.look.theme import TEXT_LARGE, TEXT_SMALL, current_theme, font, mixed
from gui.parts.build import NO_MARGINS, STRETCH, filled, named
from gui.parts.caption import Caption
from gui.parts.card_face import RING, CardFace
from gui.state.context import DeckOffer, TableContext, Tint
from gui.state.document import Document
from gui.state.latest import LatestDetail, same_sources
from gui.state.session import Session
from gui.table.card_button import CARD_MIME, CardButton, DragButton
from gui.words.captions import board_size
from gui.words.formatting import CARDS, change_text, percent, table_scale

DETAIL = "next_card"
QUICK_S = 0.5
"""In razz the exact tints take about as long as the equities: they are requested if these took fewer seconds."""
STREETS = (3, 4)
"""Numbers of board cards after which another card is dealt."""


class DeckTints(QObject):
    """The tints of the undealt cards, none while they are being computed; ``changed`` is emitted with new tints."""

    changed = Signal()

    def __init__(
        self, document: Document, session: Session, parent: QObject | None = None, *, offer: DeckOffer | None = None
    ) -> None:
        super().__init__(parent)
        self._document, self._session = document, session
        self.offer = offer or DeckOffer(self)
        """The cards that a page offers; they replace the tints of the table."""
        self.offer.changed.connect(self.changed)
        self._enabled = False
        self._sources: tuple[object, ...] = ()
        """The values from which the current tints were made."""
        self._tints: dict[int, Tint] = {}
        self._quick = False
        """Whether the result of the last table without a board was fast to compute."""
        document.changed.connect(self._refresh)
        document.cursor_changed.connect(self._refresh)
        session.changed.connect(self._refresh)

    def set_enabled(self, enabled: bool) -> None:
        """Turn the tints on or off."""
        self._enabled = enabled
        self._refresh()

    def of(self, card: int) -> Tint | None:
        """Return the tint of a card (0-51), or in razz of a rank (0 ace .. 12 king); None if it has none."""
        if self.offer.cards and _has_board(self._document.scenario):
            return self.offer.cards.get(card_text(card))
        return self._tints.get(card)

    @property
    def seat(self) -> int:
        """The seat whose equity tints the deck: the selected seat, or the first that plays if that one does not."""
        scenario = self._document.scenario
        selected = min(self._document.cursor.dealt_seat, len(scenario.seats) - 1)
        playing = [index for index, seat in enumerate(scenario.seats) if seat.plays]
        return selected if selected in playing or not playing else playing[0]

    @Slot()
    def _refresh(self) -> None:
        """Request the next cards if that is fast enough, and tint the deck by those of the current table."""
        # Without a board (razz) the time for the tints depends on the table: its last result must have been fast.
        snapshot = self._session.snapshot
        if snapshot is not None and snapshot.final and not _has_board(snapshot.scenario) and not self._session.stale:
            operations = snapshot.exact_operations
            fast = operations is not None and estimated_seconds(operations) < QUICK_S
            self._quick = snapshot.method == "sampled" or fast
        scenario = self._document.scenario
        spec = GAMES[scenario.game].details.get(DETAIL)
        quick = board_size(scenario) in STREETS if _has_board(scenario) else self._quick
        requested = self._enabled and spec is not None and quick
        self._session.request_details("deck", {DETAIL} if requested else ())
        result: LatestDetail[NextCards | NextRanks] | None = None
        if requested and spec is not None:
            result = self._session.detail(DETAIL, spec.load_value())
            result = None if result is None or result.stale else result
        seat = self.seat
        sources = (result.value, result.snapshot.seats, seat) if result is not None else ()
        if same_sources(sources, self._sources):
            return
        self._sources = sources
        table = _table(result, seat) if result is not None else None
        self._tints = {}
        if table is not None and len(table.seats) > 1:
            scale, name = table_scale(table), table.names[table.judge]
            for entry, seen in table.judged:
                words = (
                    f"{name} {percent(seen.equity, seen.stderr)} if it comes ({change_text(seen.change, seen.noise)})"
                )
                number = CARDS[entry.name] if entry.name in CARDS else RAZZ_RANKS.index(entry.name)
                self._tints[number] = Tint(scale.tone(seen.equity), words)
        self.changed.emit()


def _has_board(scenario: Scenario) -> bool:
    return GAMES[scenario.game].has_board


def _table(detail: LatestDetail[NextCards | NextRanks], seat: int) -> NextTable | None:
    """Return the next cards as ``seat`` sees them, or None if another seat draws next in razz."""
    if isinstance(detail.value, NextCards):
        return board_table(detail.value, detail.snapshot, seat)
    for table in next_tables(detail.value, detail.snapshot):
        judge = judging_index(table.seats, seat)
        if table.seat in (None, table.seats[judge]):
            return replace(table, judge=judge)
    return None


class GameDeck(Guarded, QWidget):
    """The cards of one game, tinted by their effect if dealt next. ``used``: a card was dealt or taken back."""

    used = Signal()

    def __init__(self, context: TableContext, tints: DeckTints, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._input = context.document, context.input
        self._tints, self.compact = tints, False

    def _fill(self, buttons: Iterable[DragButton]) -> None:
        """Connect these buttons and show the table."""
        for button in buttons:
            button.clicked.connect(Keyed(button, self._on_clicked, button).plain)
            button.put_back.connect(Keyed(button, self._on_put_back, button).plain)
        self.render_scenario()
        self._tints.changed.connect(self.render_scenario)

    def customEvent(self, event: QEvent) -> None:
        self.render_scenario()

    def set_compact(self, compact: bool) -> None:
        """Use the low form if the deck has one: the window is low."""
        self.compact = compact
        self.updateGeometry()

    @Slot()
    def render_scenario(self) -> None:
        """Show which cards are dealt, and to whom."""
        raise NotImplementedError

    def _put(self, button: QObject) -> bool:
        """Deal the card of ``button``; return whether it had one."""
        raise NotImplementedError

    def _take(self, button: QObject) -> bool:
        """Take back the card of ``button``; return whether it was dealt."""
        raise NotImplementedError

    def _on_clicked(self, button: DragButton) -> None:
        if self._put(button):
            self.used.emit()

    def _on_put_back(self, button: DragButton) -> None:
        if self._take(button):
            self.used.emit()


MAX_CARD, MIN_CARD = (40, 52), (23, 30)
GAP = 4
MAX_GAP = 10


class DeckCard(CardButton):
    """A card of the deck."""

    def __init__(self, card: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.card = card
        self.setObjectName(f"deck.{card_text(card)}")

    def drag_data(self) -> tuple[str, bytes]:
        return CARD_MIME, card_text(self.card).encode()


class HoldemDeck(GameDeck):
    """Four rows of thirteen, ace to deuce."""

    def __init__(self, context: TableContext, tints: DeckTints, parent: QWidget | None = None) -> None:
        super().__init__(context, tints, parent)
        self._cards = {card: DeckCard(card, self) for card in self._in_order()}
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._fill(self._cards.values())

    @staticmethod
    def _in_order() -> list[int]:
        return [4 * rank + suit for suit in range(4) for rank in range(12, -1, -1)]

    def set_compact(self, compact: bool) -> None:
        super().set_compact(compact)
        self._place()

    def _card_size(self, width: int) -> tuple[int, int]:
        """Return the width and height of a card at 100 % when the deck is ``width`` pixels wide."""
        wide = min(max((int(unscaled(width)) - 12 * GAP - 2 * RING) // 13, MIN_CARD[0]), MAX_CARD[0])
        tall = round(wide * (1.14 if self.compact else 1.28))
        return wide, min(max(tall, MIN_CARD[1]), MAX_CARD[1])

    def _place(self) -> None:
        """Place the cards in four rows over the width; they keep their largest size and get gaps in a wide window."""
        wide, tall = self._card_size(self.width())
        step = min((unscaled(self.width()) - 2 * RING - wide) / 12, wide + MAX_GAP)
        for i, card in enumerate(self._in_order()):
            row, column = divmod(i, 13)
            button = self._cards[card]
            button.set_card_size(wide, tall)
            # Rounded down, so that no card extends beyond the deck.
            button.move(int(column * step * zoom()), int(row * (tall + GAP) * zoom()))

    def customEvent(self, event: QEvent) -> None:
        self._place()
        super().customEvent(event)

    @Slot()
    def render_scenario(self) -> None:
        """Show the position of each dealt card (a seat, the board, dead), and the tint of the other cards."""
        scenario = self._document.scenario
        taken = {} if GAMES[scenario.game].ranks_only else card_slots(scenario)
        for card, button in self._cards.items():
            slot = taken.get(card)
            button.set_face(self._face(card, scenario, slot))
            name = card_words(card)
            tint = self._tints.of(card) if slot is None else None
            where = tint.words if tint is not None else _owner_name(scenario, slot)
            button.setAccessibleName(f"{name}, {where}" if where else name)
            button.setToolTip(f"{name}: {where}" if where else "")

    def _face(self, card: int, scenario: Scenario, slot: TableSlot | None) -> CardFace:
        """Return the picture of a card: tinted in the deck, with its owner's colour if dealt, struck out if dead."""
        rank, suit = RANKS[card >> 2], card & 3
        if slot is None:
            tint = self._tints.of(card)
            return CardFace("card", rank, suit, deck=True, tone=tint.tone if tint is not None else None)
        if slot.area == "seat":
            owner = current_theme().seat(slot.seat).name()
            return CardFace("card", rank, suit, deck=True, owner=owner, struck=scenario.seats[slot.seat].folded)
        owner = current_theme().outline if slot.area == "board" else ""
        return CardFace("card", rank, suit, deck=True, owner=owner, struck=slot.area == "dead")

    def _put(self, button: QObject) -> bool:
        if isinstance(button, DeckCard) and not self._tints.offer.take(card_text(button.card)):
            self._input.click_card(button.card)
        return isinstance(button, DeckCard)

    def _take(self, button: QObject) -> bool:
        return isinstance(button, DeckCard) and button.card in card_slots(self._document.scenario) and self._put(button)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return scaled_size(0, 4 * self._card_size(width)[1] + 3 * GAP + 2 * RING).height()

    def sizeHint(self) -> QSize:
        return QSize(px(13 * 34 + 12 * GAP), self.heightForWidth(max(self.width(), px(400))))

    def minimumSizeHint(self) -> QSize:
        width = px(13 * MIN_CARD[0] + 12 * GAP + 2 * RING)
        return QSize(width, self.heightForWidth(width))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()


def _owner_name(scenario: Scenario, slot: TableSlot | None) -> str:
    if slot is None:
        return ""
    return {"board": "on the board", "dead": "dead", "seat": f"in {scenario.seats[slot.seat].name}'s hand"}[slot.area]


PIPS = 4
LIVE_HEIGHT = 16
BEHIND_PIPS = 0.3
"""The largest share of the tint behind a rank, whose pips have their own colours."""
RANK_WORDS = {"A": "ace", "T": "ten", "J": "jack", "Q": "queen", "K": "king"}


class RankButton(DragButton):
    """A rank, its four pips and the number of live cards; a click on a dealt pip takes that card back."""

    def __init__(self, rank: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rank = rank
        self._taken: tuple[tuple[str, bool], ...] = ()
        self._tint: Tint | None = None
        self.setObjectName(f"deck.rank.{RAZZ_RANKS[rank]}")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def live(self) -> int:
        """The number of cards of this rank that are neither dealt nor dead."""
        return max(0, PIPS - len(self._taken))

    def show_taken(self, taken: tuple[tuple[str, bool], ...], name: str, tint: Tint | None = None) -> None:
        """Show the dealt cards as (colour of the owner, whether dead), and the tint if this rank is dealt next."""
        self._taken, self._tint = taken, tint
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.update()

    def pip_center(self, index: int) -> QPointF:
        """Return the centre of pip ``index`` at 100 %; dealt pips come first."""
        return QPointF(unscaled_rect(self).width() / 2 + (index % 2 - 0.5) * 11.0, 35.0 + (index // 2) * 11.0)

    def pip_at(self, point: QPointF) -> int | None:
        """Return the index of the pip at ``point`` (coordinates at 100 %), or None."""
        # The nearest pip counts, within six pixels: pips are too small to be hit exactly.
        near = ((self.pip_center(i) - point).manhattanLength() for i in range(PIPS))
        distance, index = min((distance, i) for i, distance in enumerate(near))
        return index if distance <= 6 else None

    def drag_data(self) -> tuple[str, bytes] | None:
        return (CARD_MIME, RAZZ_RANKS[self.rank].encode()) if self.live else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take back the dealt card under the mouse, or press the button."""
        left = event.button() == Qt.MouseButton.LeftButton
        pip = self.pip_at(unscaled_point(event.position())) if left else None
        # No drag may start from a dealt pip: it would deal another card of the rank.
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
        """Paint the card in the colours of its state: rank, tint, number of live cards, and a pip for each card."""
        theme = current_theme()
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
        theme = current_theme()
        ink = theme.muted if self._tint is None else theme.text
        ink = ink if self.live else mixed(theme.muted, ground, 0.3).name()
        write(painter, QRectF(0, 53, unscaled_rect(self).width(), 14), f"{self.live}", ink, font(TEXT_SMALL))

    def _paint_tone(self, painter: QPainter, tone: float) -> None:
        """Draw a bar from the centre, to the right for good cards and to the left for bad ones.

        The direction has the same meaning as the colour, for players who cannot distinguish the colours.
        """
        theme = current_theme()
        area = unscaled_rect(self)
        half = area.width() / 2
        bar = QRectF(half, area.height() - 4.0, tone * (half - 5.0), 2.0).normalized()
        painter.fillRect(bar, QColor(theme.heat_high if tone > 0 else theme.heat_low))

    def _paint_pip(self, painter: QPainter, index: int, ground: QColor) -> None:
        """Paint one of the four pips: a ring for a live card, a disc for a dealt one, a cross for a dead one."""
        theme = current_theme()
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
    """Return the texts of a draw, longest first: ``Hero's draw to an 8: 21 of 24 outs live, dead: 7 7 3``."""
    high = RAZZ_RANKS[cards.high]
    if cards.made:
        return (f"{name} has an {high} or better",)
    brief = f"{cards.live} of {cards.all} outs live"
    dead = " ".join(RAZZ_RANKS[rank] for rank, n in sorted(cards.gone.items(), reverse=True) for _ in range(n))
    draw = f"{name}'s draw to an {high}: {brief}"
    return (*((f"{draw}, dead: {dead}",) if dead else ()), draw, brief)


class RazzDeck(GameDeck):
    """The 13 ranks from ace to king in one row."""

    def __init__(self, context: TableContext, tints: DeckTints, parent: QWidget | None = None) -> None:
        super().__init__(context, tints, parent)
        self._ranks = [RankButton(rank, self) for rank in range(13)]
        self._live = named(Caption(self), "deck.live")
        words = QWidget(self)
        filled(QHBoxLayout(words), self._live, STRETCH, margins=NO_MARGINS)
        at_least(words, height=LIVE_HEIGHT)  # also without a text, so that the deck keeps its height
        ranks = filled(QHBoxLayout(), *self._ranks, spacing=3)
        filled(QVBoxLayout(self), words, ranks, spacing=2, margins=(3, 0, 3, 3))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._fill(self._ranks)
        self._document.cursor_changed.connect(self._show_live)

    @Slot()
    def render_scenario(self) -> None:
        """Show for each rank which of its cards are on the table, and its tint."""
        scenario = self._document.scenario
        if not GAMES[scenario.game].ranks_only:
            return
        for rank, slots in rank_slots(scenario).items():
            taken = tuple(self._pip(slot) for slot in slots[:PIPS])
            word = RANK_WORDS.get(RAZZ_RANKS[rank], RAZZ_RANKS[rank])
            name, tint = f"{word}: {max(0, PIPS - len(slots))} live", self._tints.of(rank)
            self._ranks[rank].show_taken(taken, name if tint is None else f"{name}; {tint.words}", tint)
        self._show_live()

    @Slot()
    def _show_live(self) -> None:
        """Show the draw of the seat that tints the deck and its missing cards, or nothing if it has no draw."""
        scenario = self._document.scenario
        if not GAMES[scenario.game].ranks_only:
            return
        seat = self._tints.seat
        cards = live_cards(scenario, seat)
        self._live.show_forms(*(() if cards is None else live_words(scenario.seats[seat].name, cards)))

    def _pip(self, slot: TableSlot) -> tuple[str, bool]:
        if slot.area == "dead":
            return "", True
        color = current_theme().seat(slot.seat).name()
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
