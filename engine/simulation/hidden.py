"""The hidden cards of a table, in the form in which the kernels deal them.

There are three kinds: hands of ranges, drawn from their joint distribution; unknown cards, which can be any card left
in the deck; and the cards to come. Razz texts have no suits, so each known rank gets the first suit that is still in
the deck.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import NamedTuple

import numpy as np

from engine.arrays import F64, I8, I64, Bools
from engine.cards import COMBO_MASKS, COMBOS, DECK_SIZE, RAZZ_RANKS, card_mask
from engine.equity.holdem.joint import HandList, joint_lists
from engine.equity.holdem.prepare import read_holdem
from engine.equity.razz.setup import prepare_razz
from engine.games import GAMES
from engine.kernels.players.playing import HAND_SIZE
from engine.kernels.simulation.trials import IN_DECK, ON_BOARD, Deal
from engine.ranges.orders import find_order
from engine.ranges.razz import Pattern, deciding_item, pattern_rows
from engine.ranges.razz_products import ALL_PAIRS
from engine.ranges.razz_text import effective_items, parse_razz, parse_razz_cards
from engine.scenario import GameTable, Problem, Scenario, ScenarioError, seat_field
from engine.table.first_to_act import board_key

MAX_DRAWN = 3
"""The most hidden cards of a hand: in razz two down cards and the last one."""
MAX_ENTRIES = 32_767
DOWN, RIVER = (0, 1), HAND_SIZE - 1
UP_CARDS = slice(2, RIVER)
SEEN_BY_SEAT = RIVER - 2
MAX_RAZZ_SEATS = 8


class Hand(NamedTuple):
    """The hidden hands of a seat: ``cards`` int8[n, MAX_DRAWN], padded with -1, with ``weights`` float64[n].

    ``slots``: the index in the seat's cards of each card of a hand. Without hands (n = 0) the seat's cards are either
    all known or can be any.
    """

    cards: I8
    weights: F64
    slots: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Hidden:
    """The known and the hidden cards when hero acts, for the m seats that take part in a simulation.

    ``seats``: the index in the table of each seat, or -1 for an extra seat that only shows dead cards. ``street``: the
    index of the street; ``first``: the seat that acts first on it. ``cards`` int64[m, 7] and ``board`` int64[5]: the
    known cards, by slot. ``seen`` int64[m]: as in ``HandState``. ``deal``: how the hidden cards are dealt. ``weights``
    float64[m, hands]: the range of each seat.
    """

    seats: tuple[int, ...]
    street: int
    first: int
    cards: I64
    board: I64
    seen: I64
    deal: Deal
    weights: F64


def read_hidden(table: Scenario, button: int) -> Hidden:
    """Return the hidden cards of a table; a folded seat without cards can have had any hand.

    ``button``: the seat with the button.

    Raises:
        ScenarioError: the table cannot be read or dealt; problems name the fields of the table.
    """
    unknown = GAMES[table.game].any_hand
    seats = tuple(replace(seat, cards=unknown) if seat.folded and seat.empty else seat for seat in table.seats)
    return _READERS[table.game](replace(table, seats=seats), button)


def _deal(
    hands: Sequence[Hand], folded: Iterable[HandList], free: list[tuple[int, int]], to_come: list[tuple[int, int]],
    known: int,
) -> Deal:  # fmt: skip
    """Return the arrays for dealing."""
    lists, entries, starts = list(folded), list[I8](), np.zeros(len(hands), np.int64)
    slots, total = np.zeros((len(hands), MAX_DRAWN), np.int64), 0
    two_cards = True
    for seat, hand in enumerate(hands):
        starts[seat] = total
        if not len(hand.cards):
            continue
        if len(hand.cards) > MAX_ENTRIES:
            raise ScenarioError(Problem("seats", f"seat {seat} can hold too many hands of three hidden cards"))
        slots[seat, : len(hand.slots)] = hand.slots
        two_cards = two_cards and len(hand.slots) == len(DOWN)
        bits = np.where(hand.cards >= 0, np.uint64(1) << np.maximum(hand.cards, 0).astype(np.uint64), np.uint64(0))
        masks = np.bitwise_or.reduce(bits, axis=1)
        numbers = np.arange(len(hand.cards), dtype=np.int16)[:, np.newaxis]
        lists.append(HandList((seat,), numbers, masks, masks, hand.weights))
        entries.append(hand.cards)
        total += len(hand.cards)
    return Deal(
        joint=joint_lists(lists, chains=two_cards).arrays,
        entries=np.concatenate(entries) if entries else np.zeros((0, MAX_DRAWN), np.int8),
        entry_starts=starts,
        slots=slots,
        free=np.array(free, np.int64).reshape(-1, 2),
        to_come=np.array(to_come, np.int64).reshape(-1, 2),
        known=np.array([known], np.uint64),
    )


NO_HAND = Hand(np.zeros((0, MAX_DRAWN), np.int8), np.zeros(0), ())


def _holdem(table: Scenario, button: int) -> Hidden:
    """Return the hidden cards of a hold'em table. All of its seats take part, since positions count folded ones."""
    setup, _ = read_holdem(table, find_order(table.order))
    if len(setup.board) in (1, 2):
        raise ScenarioError(Problem("board", "expected no board, a flop, a turn or a river"))
    active = [i for i, seat in enumerate(table.seats) if not seat.folded]
    cards, weights = np.zeros((len(table.seats), HAND_SIZE), np.int64), dict(zip(active, setup.weights, strict=True))
    known, mask = dict[int, int](), card_mask((*setup.board, *setup.dead))
    # The cards of a seat with a single possible combo are known, and removing them may leave another seat only one.
    while found := {i: int(np.argmax(w)) for i, w in weights.items() if i not in known and np.count_nonzero(w) == 1}:
        known |= found
        mask |= card_mask(int(card) for combo in found.values() for card in COMBOS[combo])
        clear = (COMBO_MASKS & np.uint64(mask)) == 0
        weights = {i: w if i in known else np.where(clear, w, 0.0) for i, w in weights.items()}
    hands, free = [NO_HAND] * len(table.seats), list[tuple[int, int]]()
    for seat in active:
        held = np.flatnonzero(weights[seat])
        if seat in known:
            cards[seat, :2] = COMBOS[known[seat]]
        elif len(held) == np.count_nonzero(clear_of(mask)) and np.ptp(weights[seat][held]) == 0.0:
            free += [(seat, place) for place in DOWN]
        else:
            drawn = np.full((len(held), MAX_DRAWN), -1, np.int8)
            drawn[:, :2] = COMBOS[held]
            hands[seat] = Hand(drawn, weights[seat][held], DOWN)
    folded = [HandList.of_range(np.where(clear_of(mask), w, 0.0), None) for w in setup.folded]
    board = np.zeros(GAMES[table.game].board_cards, np.int64)
    board[: len(setup.board)] = setup.board
    to_come = [(ON_BOARD, place) for place in range(len(setup.board), len(board))]
    street = max(len(setup.board) - 2, 0)
    by_seat = np.zeros((len(table.seats), len(COMBOS)))
    for seat in active:
        by_seat[seat] = weights[seat] / weights[seat].max()
    # Before the flop the seat after the big blind acts first, heads-up the button; later the one after the button.
    first = button + 1 if street else button + (3 if len(table.seats) > len(DOWN) else 0)
    return Hidden(
        tuple(range(len(table.seats))), street, first % len(table.seats), cards, board,
        np.full(len(table.seats), 3, np.int64), _deal(hands, folded, free, to_come, mask), by_seat,
    )  # fmt: skip


def clear_of(mask: int) -> Bools:
    """Return whether each combo avoids the cards of a mask, bool[1326]."""
    return np.asarray((COMBO_MASKS & np.uint64(mask)) == 0)


class _RazzText(NamedTuple):
    """The text of a razz seat, ranks by slot.

    ``known``: the ranks that all hands of the text have in common, -1 elsewhere. ``rows``: the ranks of each hand in
    the other slots, -1 in known ones, with ``weights``. ``is_set``: the order of the two down cards does not matter.
    ``length``: the number of cards in the longest item of the text.
    """

    known: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]
    weights: tuple[float, ...]
    is_set: bool
    length: int


def _read_razz(text: str, folded: bool, order: str | None) -> _RazzText:
    """Read the text of a seat, which ``prepare_razz`` has checked."""
    parsed = parse_razz(text, order=order)
    items = tuple(parsed.items[i] for i in effective_items(parsed))
    pattern = Pattern(items, folded)
    weights = dict[tuple[int, ...], float]()
    for ranks, alive, _ in pattern_rows(pattern):
        weight = items[deciding_item(alive)].weight
        if weight > 0.0:
            weights[ranks] = weight
    rows = np.array(list(weights))
    known = tuple(int(rows[0, place]) if np.ptp(rows[:, place]) == 0 else -1 for place in range(HAND_SIZE))
    choices = tuple(tuple(-1 if known[p] >= 0 else int(rank) for p, rank in enumerate(row)) for row in rows)
    return _RazzText(known, choices, tuple(weights.values()), pattern.pair, max(len(item.slots) for item in items))


def _razz(table: Scenario, button: int) -> Hidden:
    """Return the hidden cards of a razz table. Folded seats only contribute their up cards, which everybody sees."""
    prepare_razz(table)  # checks the texts, and that a deal exists
    texts = [_read_razz(seat.cards, seat.folded, table.order) for seat in table.seats]
    active = [i for i, seat in enumerate(table.seats) if not seat.folded]
    up = _up_cards_each(texts, active)
    on_seventh = up == SEEN_BY_SEAT and any(texts[i].length == HAND_SIZE for i in active)
    street = up if on_seventh else up - 1
    deck = _Deck()
    # Dead cards and the up cards of folded players become the up cards of extra seats that have folded, so that
    # everybody sees them, as long as the table has room for such seats.
    exposed = _exposed_cards(table, texts, deck)
    extra = [exposed[at : at + up] for at in range(0, len(exposed), up)][: _room_for_extra_seats(len(active))]
    seats = (*active, *[-1] * len(extra))
    cards, seen = np.zeros((len(seats), HAND_SIZE), np.int64), np.zeros(len(seats), np.int64)
    for i, seat in enumerate(active):
        seen[i] = min(street + 3, RIVER)
        for slot, rank in enumerate(texts[seat].known):
            cards[i, slot] = deck.take(rank) if rank >= 0 else 0
    for i, row in enumerate(extra, len(active)):
        cards[i, 2 : 2 + len(row)] = row
        seen[i] = 2 + len(row)
    hands, free = [NO_HAND] * len(seats), list[tuple[int, int]]()
    weights = np.zeros((len(seats), len(ALL_PAIRS)))
    for i, seat in enumerate(active):
        unknown = [slot for slot in (*DOWN, *([RIVER] if on_seventh else [])) if texts[seat].known[slot] < 0]
        choice = tuple(slot for slot in unknown if any(row[slot] >= 0 for row in texts[seat].rows))
        free += [(i, slot) for slot in unknown if slot not in choice]
        if choice:
            hands[i] = _razz_hand(texts[seat], choice, deck)
        weights[i] = _pair_weights(texts[seat], hands[i], choice)
    folded = [_folded_hand(texts[i], deck) for i, seat in enumerate(table.seats) if seat.folded and texts[i].rows]
    to_come = _razz_to_come(street, len(active), len(seats))
    needed = len(free) + len(to_come) + sum(len(hand.slots) for hand in hands)
    if needed + len(deck.taken) > DECK_SIZE:
        raise ScenarioError(Problem("dead", "too few cards are left in the deck to play the hand to its end"))
    # The lowest board acts first; of equal ones that of the first seat left of the button.
    first = min(
        active, key=lambda i: (board_key(list(texts[i].known[2 : 2 + up])), (i - button - 1) % len(table.seats))
    )
    return Hidden(
        seats, street, first, cards, np.zeros(5, np.int64), seen,
        _deal(hands, [one for one in folded if one is not None], free, to_come, deck.mask), weights,
    )  # fmt: skip


def _up_cards_each(texts: Sequence[_RazzText], active: Sequence[int]) -> int:
    """Return how many up cards each active seat has.

    Raises:
        ScenarioError: a seat lacks up cards that others have, or its first one has no rank.
    """
    counts = [sum(rank >= 0 for rank in texts[i].known[UP_CARDS]) for i in active]
    count = max(1, *counts)
    expected = f"expected {count} up card{'s' if count > 1 else ''}: everybody sees the up cards"
    problems = [
        Problem(seat_field(i), expected)
        for i, own in zip(active, counts, strict=True)
        if own < count or texts[i].known[UP_CARDS][0] < 0
    ]
    if problems:
        raise ScenarioError(*problems)
    return count


def _exposed_cards(table: Scenario, texts: Sequence[_RazzText], deck: "_Deck") -> list[int]:
    """Take the known cards of folded seats and the dead cards out of the deck, and return them."""
    ranks = [rank for seat, text in zip(table.seats, texts, strict=True) if seat.folded for rank in text.known]
    ranks += [card.rank for card in parse_razz_cards(table.dead)]
    return [deck.take(rank) for rank in ranks if rank >= 0]


def _room_for_extra_seats(active: int) -> int:
    """Return how many seats can join ``active`` ones, such that the deck has a last card for each active player.

    With eight seats 48 cards may be dealt before seventh street, which leaves a last card for four players at most.
    """
    return max(MAX_RAZZ_SEATS - active - int(active > DECK_SIZE - RIVER * MAX_RAZZ_SEATS), 0)


def _razz_to_come(street: int, active: int, seats: int) -> list[tuple[int, int]]:
    """Return the (seat, slot) of each card that will be dealt; last cards are (``IN_DECK``, index in the deck).

    If the deck has too few cards for all last cards, one community card is dealt.
    """
    to_come = [(seat, slot) for slot in range(street + 3, RIVER) for seat in range(active)]
    if street < SEEN_BY_SEAT:
        first = RIVER * seats
        last_cards = active if DECK_SIZE - first >= len(DOWN) else 1
        last_cards = min(last_cards, DECK_SIZE - min(first, DECK_SIZE - 1))
        to_come += [(IN_DECK, min(first + k, DECK_SIZE - 1)) for k in range(last_cards)]
    return to_come


class _Deck:
    """A deck from which razz cards are taken by rank; each gets the first suit that is left."""

    def __init__(self) -> None:
        self.taken: list[int] = []

    @property
    def mask(self) -> int:
        """The mask of the cards taken so far."""
        return card_mask(self.taken)

    def suits(self, rank: int) -> list[int]:
        """Return the cards of a rank (0: ace) that are left."""
        first = 4 * ((rank + len(RAZZ_RANKS) - 1) % len(RAZZ_RANKS))
        return [card for card in range(first, first + 4) if card not in self.taken]

    def take(self, rank: int) -> int:
        """Take a card of a rank out of the deck; the caller has checked that one is left."""
        card = self.suits(rank)[0]
        self.taken.append(card)
        return card


def _razz_hand(text: _RazzText, choice: tuple[int, ...], deck: _Deck) -> Hand:
    """Return the hands of a text as cards with suits, for the slots ``choice``.

    If the order of the two down cards does not matter, each pair of cards is returned once.
    """
    is_set = text.is_set and set(DOWN) <= set(choice)
    cards, weights = list[tuple[int, ...]](), list[float]()
    for row, weight in zip(text.rows, text.weights, strict=True):
        suits = [deck.suits(row[place]) for place in choice]
        for drawn in product(*suits):
            twice = len(set(drawn)) < len(drawn)
            if not twice and not (is_set and row[0] == row[1] and drawn[0] > drawn[1]):
                cards.append((*drawn, *[-1] * (MAX_DRAWN - len(drawn))))
                weights.append(weight)
    return Hand(np.array(cards, np.int8).reshape(-1, MAX_DRAWN), np.array(weights), choice)


def _folded_hand(text: _RazzText, deck: _Deck) -> HandList | None:
    """Return the hands with which a seat can have folded, or None if its hidden cards can be any."""
    choice = tuple(p for p in range(HAND_SIZE) if any(row[p] >= 0 for row in text.rows))
    if not choice:
        return None
    hand = _razz_hand(text, choice[:MAX_DRAWN], deck)
    bits = np.where(hand.cards >= 0, np.uint64(1) << np.maximum(hand.cards, 0).astype(np.uint64), np.uint64(0))
    masks = np.bitwise_or.reduce(bits, axis=1)
    return HandList((), np.zeros((len(masks), 0), np.int16), masks, masks, hand.weights)


def _pair_weights(text: _RazzText, hand: Hand, choice: tuple[int, ...]) -> F64:
    """Return the weight of each pair of down cards of a seat, float64[91], scaled so that the largest is 1."""
    result, rows = np.zeros(len(ALL_PAIRS)), text.rows or ((-1,) * HAND_SIZE,)
    weights = text.weights or (1.0,)
    for row, weight in zip(rows, weights, strict=True):
        low, high = (text.known[place] if text.known[place] >= 0 else row[place] for place in DOWN)
        for k, pair in enumerate(ALL_PAIRS):
            fits = any(
                one in (-1, a) and other in (-1, b) for a, b in (pair, pair[::-1]) for one, other in [(low, high)]
            )
            result[k] = max(result[k], weight if fits else 0.0)
    return np.asarray(result / result.max())


_READERS: GameTable[Callable[[Scenario, int], Hidden]] = GameTable("hidden cards", {"holdem": _holdem, "razz": _razz})
