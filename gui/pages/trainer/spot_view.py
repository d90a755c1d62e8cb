"""A spot as it is seen at a table: cards of both seats, ranges as matrix or triangle, board, doors that have folded."""

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
from gui.look.scale import at_least, fix, keep_lines, scaled_size
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
LONGEST_TEXT = 90
"""Characters of a range that are displayed; the tool tip has all."""
LOWEST_GRID, LOWEST_BOX, TEXT_LINES = 200, 214, 2
SEATS = 2


class CardLine(Spoken):
    """Paints cards side by side."""

    def __init__(self, name: str, title: str, size: QSize = CARD) -> None:
        super().__init__()
        named(self, name, title)
        self.faces: tuple[CardFace, ...] = ()
        self._size = size
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        fix(self, height=size.height())

    def show_faces(self, faces: Sequence[CardFace], words: str) -> None:
        """Show cards; ``words`` say to screen readers what they are."""
        self.faces = tuple(faces)
        self.setAccessibleDescription(words)
        self.setVisible(bool(faces))
        self.update()

    def sizeHint(self) -> QSize:
        return scaled_size(5 * (self._size.width() + GAP), self._size.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        for i, face in enumerate(self.faces):
            area = QRectF(i * (self._size.width() + GAP), 0, self._size.width(), self._size.height())
            paint_card(painter, area, face, current_look())


class RangeBox(Guarded, QWidget):
    """The range of a seat as matrix or triangle, with its text where its name says something else; a hand that is
    pointed at is read out in place of the last of them."""

    def __init__(self, seat: int) -> None:
        super().__init__()
        named(self, f"trainer.seat{seat}.range", f"Range of seat {seat + 1}")
        self._seat = seat
        self._words = "", ""
        self.name = label(name=f"trainer.seat{seat}.name", role="", weight=QFont.Weight.DemiBold, wrap=True)
        self.grid = named(CellGrid(SIZE, SIZE, picks=True), f"trainer.seat{seat}.grid", f"Hands of seat {seat + 1}")
        self.text = label(name=f"trainer.seat{seat}.text", weight=QFont.Weight.Normal, wrap=True)
        keep_lines(self.text, TEXT_LINES)
        self.text.setAlignment(Qt.AlignmentFlag.AlignTop)
        frame = SquareFrame(self.grid, (self.text,), SIZE)
        at_least(frame, width=LOWEST_GRID, height=LOWEST_BOX)
        filled(QVBoxLayout(self), self.name, (frame, 1), spacing=4, margins=NO_MARGINS)
        self.grid.hovered.connect(self._on_hovered)

    def show_spot(self, spot: Scenario, snapshot: Snapshot | None, orders: Sequence[Order]) -> None:
        """Show the range of a spot; with a ``snapshot`` hands have the colours of their equities."""
        seat, text = self._seat, spot.seats[self._seat].cards
        stud = GAMES[spot.game].stud
        self._words = spot.seats[seat].name, text if len(text) <= LONGEST_TEXT else f"{text[: LONGEST_TEXT - 1]}…"
        self.text.setVisible(not self._words[0].endswith(text))
        for part, words in zip((self.name, self.text), self._words, strict=True):
            part.setText(words)
            part.setToolTip(text)
        self.grid.setAccessibleDescription(text)
        self.grid.model_.show_heads(tuple(RAZZ_RANKS) if stud else ())
        self.grid.set_color(current_theme().seat(seat))
        self.grid.show_cells(_triangle(spot, seat, snapshot) if stud else _matrix(spot, seat, snapshot, orders))

    @Slot(object)
    def _on_hovered(self, place: Pair | None) -> None:
        part, words = (self.text, self._words[1]) if not self.text.isHidden() else (self.name, self._words[0])
        part.setText(self.grid.model_.speech_at(place) or words)


class SpotView(Guarded, QWidget):
    """Shows the cards of a spot of two seats; ``ranges`` are the boxes of their ranges, which stand elsewhere."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "trainer.spot", "Spot")
        self._shown: tuple[Scenario, Snapshot | None, Sequence[Order]] | None = None
        self.ranges = [RangeBox(seat) for seat in range(SEATS)]
        self.names = [label(name=f"trainer.seat{seat}.holder", role="muted", wrap=True) for seat in range(SEATS)]
        self.cards = [CardLine(f"trainer.seat{seat}.cards", f"Cards of seat {seat + 1}") for seat in range(SEATS)]
        self.board_title = label("Board", name="trainer.boardTitle")
        self.board = CardLine("trainer.board", "Board")
        self.dead_title = label("Folded or dead", name="trainer.deadTitle")
        self.dead = CardLine("trainer.dead", "Cards out of play", SMALL_CARD)
        seats = [part for pair in zip(self.names, self.cards, strict=True) for part in pair]
        rest = self.board_title, self.board, self.dead_title, self.dead
        filled(QVBoxLayout(self), *seats, *rest, spacing=4, margins=NO_MARGINS)

    def show_spot(self, spot: Scenario | None, snapshot: Snapshot | None, orders: Sequence[Order]) -> None:
        """Show a spot, with the equities of its hands where there is a ``snapshot``; None: nothing."""
        self._shown = None if spot is None else (spot, snapshot, orders)
        self.setVisible(spot is not None)
        for seat, box in enumerate(self.ranges):
            tokens = () if spot is None else _seen(spot, seat)
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
        if self._shown is not None:
            self.show_spot(*self._shown)


def _seen(spot: Scenario, seat: int) -> tuple[str, ...]:
    """Return the cards of a seat as they are dealt, ``UNKNOWN`` for those face down; none for a range of hold'em."""
    if not GAMES[spot.game].stud:
        return tuple(card_text(card) for card in seat_cards(spot, seat) or ())
    items = parse_razz(spot.seats[seat].cards).items
    texts = []
    for at in range(min(len(item.slots) for item in items)):
        ranks = {item.slots[at].rank if item.slots[at].particular else None for item in items}
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
    """Return the 169 cells of the range of a seat, row by row."""
    weights = read_seat(spot, seat, orders).weights
    blocked = blocked_combos(known_mask(spot, seat) | card_mask(plain_cards(spot.board) or ()))
    means = class_sums(weights) / class_sizes()
    left = class_sums(~blocked) / class_sizes()
    here = class_sums(np.where(blocked, 0.0, weights))
    equities = _equities(snapshot, seat)
    return tuple(
        _heated(
            Cell(
                class_name(place),
                float(means[i]),
                blocked=1.0 if means[i] and not here[i] else float(1 - left[i]),
                strong=place[0] == place[1],
                speech=f"{class_name(place)}: {percent(float(means[i]), exact_digits=0) if means[i] else 'not here'}",
            ),
            equities[i] if equities is not None and here[i] > 0 else None,
            hot=equities is not None and here[i] > 0,
        )
        for i, place in enumerate(ALL_CELLS)
    )


def _equities(snapshot: Snapshot | None, seat: int) -> F64 | None:
    """Return the equity of each class of a seat's hands, float64[169], NaN where it holds none."""
    matrix = snapshot.details.get("matrix") if snapshot is not None else None
    if not isinstance(matrix, Matrix):
        return None
    row = matrix.seats.index(seat)
    share, equity = (numbers[row, : len(COMBOS)] for numbers in (matrix.share, matrix.equity))
    total = class_sums(np.where(share > 0, share * equity, 0.0))
    shares = class_sums(share)
    result: F64 = np.divide(total, shares, out=np.full(SIZE * SIZE, np.nan), where=shares > 0)
    return result


def _triangle(spot: Scenario, seat: int, snapshot: Snapshot | None) -> tuple[Cell | None, ...]:
    """Return the cells of the down cards of a seat, row by row, None below the diagonal."""
    weights = pair_weights(spot.seats[seat].cards, spot.order)
    live = {rank: 4 - len(slots) for rank, slots in rank_slots(spot).items()}
    equities: dict[Pair, float] = {}
    pairs = snapshot.details.get("down_cards") if snapshot is not None else None
    if isinstance(pairs, DownPairs):
        for own in pairs.seats:
            if own.seat == seat:
                held = zip(own.pairs.tolist(), own.equity.tolist(), own.probability.tolist(), strict=True)
                equities = {(low, high): equity for (low, high), equity, chance in held if chance > 0}
    cells: dict[Pair, Cell] = {}
    for pair in ALL_PAIRS:
        name, weight = RAZZ_RANKS[pair[0]] + RAZZ_RANKS[pair[1]], weights.get(pair, 0.0)
        full = PAIRED_WAYS if pair[0] == pair[1] else UNPAIRED_WAYS
        gone = 1 - max(ways(pair, live), 0) / full
        speech = f"{name}: {percent(weight, exact_digits=0) if weight else 'not here'}"
        cell = Cell(name, weight, blocked=gone if weight else 0.0, strong=pair[0] == pair[1], speech=speech)
        cells[pair] = _heated(cell, equities.get(pair), hot=bool(equities) and weight > 0)
    return tuple(cells.get((row, column)) for row in range(SIZE) for column in range(SIZE))


def pair_weights(text: str, order: str | None = None) -> dict[Pair, float]:
    """Return the largest weight of each pair of down cards in a razz text; any two where none are written."""
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
    """Return a cell in the colour of its equity."""
    if not hot:
        return cell
    if equity is None or np.isnan(equity):
        return replace(cell, hot=True)
    words = f"{cell.speech}, equity {percent(float(equity), exact_digits=1)}"
    tone = equity_scale(SEATS).tone(float(equity))
    return replace(cell, hot=True, tone=tone, note=f"{100 * equity:.0f}", speech=words)
