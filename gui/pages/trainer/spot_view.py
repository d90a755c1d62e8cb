"""A spot as seen at a table: cards and ranges of both seats, board, folded up cards."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Slot
from PySide6.QtGui import QFont, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from engine import GAMES, Scenario, Snapshot
from engine.cards import COMBOS, RAZZ_RANKS, TextError, card_mask, card_text
from engine.equity.details.matrix import Matrix
from engine.equity.details.starting_hands import DownPairs
from engine.ranges.holdem_matrix import ALL_CELLS, SIZE, blocked_combos, class_name, class_sizes, class_sums
from engine.ranges.orders import Order
from engine.ranges.razz_pairs import PAIRED_WAYS, UNPAIRED_WAYS, read_branches, ways
from engine.ranges.razz_products import ALL_PAIRS, Pair
from engine.ranges.razz_text import parse_razz
from engine.table.hand_texts import UNKNOWN, plain_cards
from engine.table.seat_ranges import known_mask, read_seat
from engine.table.slots import card_of_token, rank_slots, seat_cards
from gui.look.guard import Guarded
from gui.look.painting import equity_scale, smooth_painter
from gui.look.scale import fix, keep_lines, scaled_size, unscaled
from gui.look.theme import current_look, current_theme
from gui.parts.build import NO_MARGINS, Spoken, filled, label, named
from gui.parts.card_face import CardFace, paint_card
from gui.parts.cell_grid import CellGrid, SquareFrame
from gui.parts.cells import Cell
from gui.words.formatting import percent

F64 = NDArray[np.float64]
CARD = QSize(40, 54)
SMALL_CARD = QSize(24, 32)
GAP = 5
MAX_TEXT_LENGTH = 90
"""Characters of a range that are displayed; the tool tip has all."""
TEXT_LINES = 2
FILLED = "Filled: hands in the range; after your answer, your equity"
HEAT = "Numbers: your equity {whose} each hand, in %. Orange: below 50 %, blue: above"
WHOSE = "with", "against"
"""By seat: the first seat's equity with each hand of its own range, and against each hand of the opponent's."""
SEATS = 2


class CardLine(Spoken):
    """A row of painted cards, which are smaller if the row is too narrow for all of them."""

    def __init__(self, name: str, title: str, size: QSize = CARD) -> None:
        super().__init__()
        named(self, name, title)
        self.faces: tuple[CardFace, ...] = ()
        self._size = size
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        fix(self, height=size.height())

    def show_faces(self, faces: Sequence[CardFace], description: str) -> None:
        """Display cards with a ``description`` for screen readers, or hide without cards."""
        self.faces = tuple(faces)
        self.setAccessibleDescription(description)
        self.setVisible(bool(faces))
        self.update()

    def sizeHint(self) -> QSize:
        return scaled_size(5 * (self._size.width() + GAP), self._size.height())

    def areas(self) -> list[QRectF]:
        """Return the rectangles of the cards at 100 %."""
        count, full = len(self.faces), self._size.width()
        width = max(min(full, (unscaled(self.width()) + GAP) / max(count, 1) - GAP), 1.0)
        height = self._size.height() * width / full
        return [QRectF(i * (width + GAP), 0, width, height) for i in range(count)]

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        for area, face in zip(self.areas(), self.faces, strict=True):
            paint_card(painter, area, face, current_look())


class RangeBox(Guarded, QWidget):
    """The range of a seat as a matrix or triangle, with its name, and its text unless the name ends with it.

    After the answer the cells show the first seat's equity, and a legend says so. The hand at the mouse is described
    instead of the text (or of the name).
    """

    def __init__(self, seat: int) -> None:
        super().__init__()
        named(self, f"trainer.seat{seat}.range", f"Range of seat {seat + 1}")
        self._seat = seat
        self._texts = "", ""
        self.name = label(name=f"trainer.seat{seat}.name", role="", weight=QFont.Weight.DemiBold, wrap=True)
        self.grid = named(CellGrid(SIZE, SIZE, picks=True), f"trainer.seat{seat}.grid", f"Hands of seat {seat + 1}")
        self.text = label(name=f"trainer.seat{seat}.text", weight=QFont.Weight.Normal, wrap=True)
        keep_lines(self.text, TEXT_LINES)
        self.text.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.legend = label(name=f"trainer.seat{seat}.legend", role="muted", wrap=True)
        keep_lines(self.legend, TEXT_LINES)
        self.legend.setAlignment(Qt.AlignmentFlag.AlignTop)
        frame = SquareFrame(self.grid, (self.legend, self.text), SIZE)
        filled(QVBoxLayout(self), self.name, (frame, 1), spacing=4, margins=NO_MARGINS)
        self.grid.hovered.connect(self._on_hovered)

    def show_spot(self, spot: Scenario, snapshot: Snapshot | None, orders: Sequence[Order]) -> None:
        """Display the range of the seat in a spot; with a ``snapshot``, hands have colours of equity."""
        seat, text = self._seat, spot.seats[self._seat].cards
        stud = GAMES[spot.game].stud
        self._texts = spot.seats[seat].name, text if len(text) <= MAX_TEXT_LENGTH else f"{text[: MAX_TEXT_LENGTH - 1]}…"
        self.text.setVisible(not self._texts[0].endswith(text))
        for target, content in zip((self.name, self.text), self._texts, strict=True):
            target.setText(content)
            target.setToolTip(text)
        self.grid.setAccessibleDescription(text)
        self.legend.setText(FILLED if snapshot is None else HEAT.format(whose=WHOSE[seat]))
        self.grid.model_.show_heads(tuple(RAZZ_RANKS) if stud else ())
        self.grid.set_color(current_theme().seat(seat))
        self.grid.show_cells(_triangle(spot, seat, snapshot) if stud else _matrix(spot, seat, snapshot, orders))

    @Slot(object)
    def _on_hovered(self, cell: Pair | None) -> None:
        target, text = (self.text, self._texts[1]) if not self.text.isHidden() else (self.name, self._texts[0])
        target.setText(self.grid.model_.speech_at(cell) or text)


class SpotView(Guarded, QWidget):
    """The cards of a spot of two seats. The boxes :attr:`ranges` of their ranges are laid out by the page."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "trainer.spot", "Spot")
        self._displayed: tuple[Scenario, Snapshot | None, Sequence[Order]] | None = None
        self.ranges = [RangeBox(seat) for seat in range(SEATS)]
        self.names = [label(name=f"trainer.seat{seat}.holder", role="muted", wrap=True) for seat in range(SEATS)]
        self.cards = [CardLine(f"trainer.seat{seat}.cards", f"Cards of seat {seat + 1}") for seat in range(SEATS)]
        self.board_title = label("Board", name="trainer.boardTitle")
        self.board = CardLine("trainer.board", "Board")
        self.dead_title = label("Dead cards", name="trainer.deadTitle")
        self.dead = CardLine("trainer.dead", "Dead cards", SMALL_CARD)
        seats = [widget for pair in zip(self.names, self.cards, strict=True) for widget in pair]
        rest = self.board_title, self.board, self.dead_title, self.dead
        filled(QVBoxLayout(self), *seats, *rest, spacing=4, margins=NO_MARGINS)

    def show_spot(self, spot: Scenario | None, snapshot: Snapshot | None, orders: Sequence[Order]) -> None:
        """Display a spot, with the equities of its hands if there is a ``snapshot``; hide if ``spot`` is None."""
        self._displayed = None if spot is None else (spot, snapshot, orders)
        self.setVisible(spot is not None)
        for seat, box in enumerate(self.ranges):
            tokens = () if spot is None else _visible_cards(spot, seat)
            box.setVisible(spot is not None and (not tokens or UNKNOWN in tokens))
            if spot is None:
                continue
            if not box.isHidden():
                box.show_spot(spot, snapshot, orders)
            tint = current_theme().seat(seat).name()
            self.cards[seat].show_faces([_face(token, tint) for token in tokens], spot.seats[seat].cards)
            self.names[seat].setText(spot.seats[seat].name)
            self.names[seat].setVisible(bool(tokens))
        if spot is None:
            return
        board = [_face(card_text(card)) for card in plain_cards(spot.board) or ()]
        self.board.show_faces(board, spot.board)
        self.board_title.setVisible(bool(board))
        dead = [_face(token) for token in _dead(spot)]
        self.dead.show_faces(dead, spot.dead)
        self.dead_title.setVisible(bool(dead))

    def customEvent(self, event: QEvent) -> None:
        if self._displayed is not None:
            self.show_spot(*self._displayed)


def _visible_cards(spot: Scenario, seat: int) -> tuple[str, ...]:
    """Return the cards of a seat in the order of the deal, ``UNKNOWN`` for down cards; () for a range of hold'em."""
    if not GAMES[spot.game].stud:
        return tuple(card_text(card) for card in seat_cards(spot, seat) or ())
    # A range of razz is a list of alternatives. A card is known if it has the same rank in all of them.
    items = parse_razz(spot.seats[seat].cards).items
    texts = []
    for slot in range(min(len(item.slots) for item in items)):
        ranks = {item.slots[slot].rank if item.slots[slot].particular else None for item in items}
        rank = ranks.pop() if len(ranks) == 1 else None
        texts.append(UNKNOWN if rank is None else RAZZ_RANKS[rank])
    return tuple(texts)


def _dead(spot: Scenario) -> tuple[str, ...]:
    if not GAMES[spot.game].ranks_only:
        return tuple(card_text(card) for card in plain_cards(spot.dead) or ())
    owners = rank_slots(spot).items()
    return tuple(RAZZ_RANKS[rank] for rank, slots in owners for slot in slots if slot.area == "dead")


def _face(token: str, tint: str = "") -> CardFace:
    if token == UNKNOWN:
        return CardFace("down", tint=tint)
    rank, suit = card_of_token(token)
    return CardFace("card", rank, suit, tint=tint)


def _matrix(spot: Scenario, seat: int, snapshot: Snapshot | None, orders: Sequence[Order]) -> tuple[Cell, ...]:
    """Return the 169 cells of the range of a seat, row by row, with their blocked parts."""
    weights = read_seat(spot, seat, orders).weights
    blocked = blocked_combos(known_mask(spot, seat) | card_mask(plain_cards(spot.board) or ()))
    means = class_sums(weights) / class_sizes()
    unblocked = class_sums(~blocked) / class_sizes()
    possible = class_sums(np.where(blocked, 0.0, weights))
    equities = _equities(snapshot, seat)
    return tuple(
        _heated(
            Cell(
                class_name(place),
                float(means[i]),
                blocked=1.0 if means[i] and not possible[i] else float(1 - unblocked[i]),
                strong=place[0] == place[1],
                speech=f"{class_name(place)}: {_weight_text(float(means[i]))}",
            ),
            equities[i] if equities is not None and possible[i] > 0 else None,
            hot=equities is not None and possible[i] > 0,
        )
        for i, place in enumerate(ALL_CELLS)
    )


def _weight_text(weight: float) -> str:
    """Return how often a hand is in a range."""
    return percent(weight, exact_digits=0) if weight else "not in the range"


def _equities(snapshot: Snapshot | None, seat: int) -> F64 | None:
    """Return the mean equity of the first seat by each of the 169 hands of a seat, float64[169], NaN for hands that the
    seat cannot have."""
    matrix = snapshot.details.get("matrix") if snapshot is not None else None
    if not isinstance(matrix, Matrix):
        return None
    row = matrix.seats.index(seat)
    share, equity = (numbers[row, : len(COMBOS)] for numbers in (matrix.share, matrix.equity))
    total = class_sums(np.where(share > 0, share * equity, 0.0))
    shares = class_sums(share)
    result: F64 = np.divide(total, shares, out=np.full(SIZE * SIZE, np.nan), where=shares > 0)
    return _first_seat(result, seat)


def _first_seat(equity: F64, seat: int) -> F64:
    """Return the equity of the first of two seats, given that of ``seat``: like the question and the table of the
    answer, the matrix is about the player's equity."""
    return equity if seat == 0 else 1.0 - equity


def _triangle(spot: Scenario, seat: int, snapshot: Snapshot | None) -> tuple[Cell | None, ...]:
    """Return the 13 x 13 cells of the down cards of a seat, row by row, None below the diagonal."""
    weights = pair_weights(spot.seats[seat].cards, spot.order)
    live = {rank: 4 - len(slots) for rank, slots in rank_slots(spot).items()}
    equities: dict[Pair, float] = {}
    pairs = snapshot.details.get("down_cards") if snapshot is not None else None
    if isinstance(pairs, DownPairs):
        for detail in pairs.seats:
            if detail.seat == seat:
                own = _first_seat(detail.equity, seat)
                hands = zip(detail.pairs.tolist(), own.tolist(), detail.probability.tolist(), strict=True)
                equities = {(low, high): equity for (low, high), equity, chance in hands if chance > 0}
    cells: dict[Pair, Cell] = {}
    for pair in ALL_PAIRS:
        name, weight = RAZZ_RANKS[pair[0]] + RAZZ_RANKS[pair[1]], weights.get(pair, 0.0)
        full = PAIRED_WAYS if pair[0] == pair[1] else UNPAIRED_WAYS
        # The blocked part of a cell is the share of its combinations whose cards are dead or visible.
        blocked = 1 - max(ways(pair, live), 0) / full
        speech = f"{name}: {_weight_text(weight)}"
        cell = Cell(name, weight, blocked=blocked if weight else 0.0, strong=pair[0] == pair[1], speech=speech)
        cells[pair] = _heated(cell, equities.get(pair), hot=bool(equities) and weight > 0)
    return tuple(cells.get((row, column)) for row in range(SIZE) for column in range(SIZE))


def pair_weights(text: str, order: str | None = None) -> dict[Pair, float]:
    """Return the largest weight of each pair of down cards in a razz text; without down cards, every pair has weight 1.

    A text that is not valid gives an empty dictionary.
    """
    try:
        branches = read_branches(text, order) or ()
    except TextError:
        return {}
    result: dict[Pair, float] = {}
    for branch in branches:
        for pair, weight in (branch.weights or dict.fromkeys(ALL_PAIRS, 1.0)).items():
            if pair not in branch.excluded:
                result[pair] = max(weight, result.get(pair, 0.0))
    return result


def _heated(cell: Cell, equity: float | None, *, hot: bool) -> Cell:
    """Return the cell with its equity as colour, number and text, or the cell itself if not ``hot``."""
    if not hot:
        return cell
    if equity is None or np.isnan(equity):
        return replace(cell, hot=True)
    speech = f"{cell.speech}, your equity {percent(float(equity), exact_digits=1)}"
    tone = equity_scale(SEATS).tone(float(equity))
    return replace(cell, hot=True, tone=tone, note=f"{100 * equity:.0f}", speech=speech)
