"""The remaining cards of the deck: dealing random hands and boards onto the table, and the live cards of a draw."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from engine.cards import COMBO_MASKS, COMBOS, DECK_SIZE, RAZZ_RANKS, card_mask, card_text, combo_text
from engine.games import GAMES
from engine.ranges.bases import with_base
from engine.ranges.orders import Order
from engine.scenario import Scenario
from engine.table.hand_texts import UNKNOWN
from engine.table.seat_ranges import known_mask, read_seat
from engine.table.slots import (
    DOOR,
    Slot,
    card_slots,
    holds_range,
    rank_of_token,
    rank_slots,
    seat_slot_texts,
    with_rank,
    with_seat_text,
)

EIGHT = RAZZ_RANKS.index("8")
OF_A_RANK = 4
LOW_RANKS = 5
"""The number of different ranks in a low."""


@dataclass(frozen=True, slots=True)
class LiveCards:
    """The low that a hand draws to, and the cards that would help.

    ``high``: the low's highest rank (0 ace to 12 king). ``made``: the hand has five ranks up to ``high`` already.
    Helpful are the cards of the ranks up to ``high`` that the hand lacks: ``live`` of ``all`` are in the deck, and
    ``gone`` is the number of missing cards of each such rank, without ranks of which all four are in the deck.
    """

    high: int
    made: bool
    live: int
    all: int
    gone: Mapping[int, int]


def live_cards(scenario: Scenario, seat: int, high: int = EIGHT) -> LiveCards | None:
    """Return the low that the particular cards of a seat draw to.

    Return None if it has no such cards or several hands, if it has folded, or if too few cards are to come.
    """
    tokens = seat_slot_texts(scenario, seat) or ()
    known = [rank for token in tokens if (rank := rank_of_token(token)) is not None]
    held_ranks = set(known)
    low = sum(rank <= high for rank in held_ranks)
    if not held_ranks or scenario.seats[seat].folded or low + len(tokens) - len(known) < LOW_RANKS:
        return None
    taken = rank_slots(scenario)
    missing_ranks = [rank for rank in range(high + 1) if rank not in held_ranks]
    gone = {rank: min(len(taken[rank]), OF_A_RANK) for rank in missing_ranks if taken[rank]}
    made = low >= LOW_RANKS
    total = OF_A_RANK * len(missing_ranks)
    return LiveCards(high, made, total - sum(gone.values()), total, gone)


FLOP = 3
SUITS_OF_A_RANK = 4
NOTHING_LEFT = "there are not enough cards left"


class NothingLeftError(ValueError):
    """Too few cards remain in the deck, or in a range."""

    def __init__(self) -> None:
        super().__init__(NOTHING_LEFT)


def random_hand(
    scenario: Scenario, seat: int, generator: np.random.Generator, orders: tuple[Order, ...] = ()
) -> Scenario:
    """Return the table with a random hand for ``seat``: from its range by weight if it has one, else from all hands.

    In a stud game the missing ones of its down cards and its door are dealt; if none is missing, all three are
    replaced.

    Raises:
        NothingLeftError: no hand remains.
    """
    deal = _random_start if GAMES[scenario.game].stud else _random_combo
    return deal(scenario, seat, generator, orders)


def _random_combo(scenario: Scenario, seat: int, generator: np.random.Generator, orders: tuple[Order, ...]) -> Scenario:
    """Give a hold'em seat a random hand that the known cards leave: from its range by weight, or from all hands.

    Raises:
        NothingLeftError: no hand remains.
    """
    text = scenario.seats[seat].cards
    weights = read_seat(scenario, seat, orders).weights if holds_range(scenario, seat) else np.ones(len(COMBOS))
    weights = np.where(COMBO_MASKS & np.uint64(known_mask(scenario, seat)), 0.0, weights)
    if not weights.any():
        raise NothingLeftError
    hand = combo_text(int(generator.choice(len(COMBOS), p=weights / weights.sum())))
    return with_seat_text(scenario, seat, with_base(text, hand) if holds_range(scenario, seat) else hand)


def _random_start(scenario: Scenario, seat: int, generator: np.random.Generator, _: tuple[Order, ...]) -> Scenario:
    """Deal the missing ones of a razz seat's first three cards, or all three if none is missing.

    Raises:
        NothingLeftError: the deck has no card left.
    """
    texts = seat_slot_texts(scenario, seat)
    if texts is None:
        scenario, texts = with_seat_text(scenario, seat, ""), ()
    missing = [i for i in range(DOOR + 1) if i >= len(texts) or texts[i] == UNKNOWN]
    for index in missing or range(DOOR + 1):
        # Ranks are drawn in proportion to their cards in the deck, one card after another, as in a real deal.
        taken = rank_slots(scenario)
        slot = Slot("seat", seat, index)
        remaining = [SUITS_OF_A_RANK - sum(other != slot for other in taken[rank]) for rank in range(len(taken))]
        weights = np.maximum(np.array(remaining, float), 0.0)
        if not weights.any():
            raise NothingLeftError
        scenario = with_rank(scenario, slot, int(generator.choice(len(weights), p=weights / weights.sum())))
    return scenario


def random_flop(scenario: Scenario, generator: np.random.Generator) -> Scenario:
    """Return the table with a random flop, and no turn and river.

    Raises:
        NothingLeftError: fewer than three cards remain.
    """
    return random_board(scenario, FLOP, generator)


def random_board(scenario: Scenario, count: int, generator: np.random.Generator) -> Scenario:
    """Return the table with a random board of ``count`` cards.

    Raises:
        NothingLeftError: fewer cards remain.
    """
    taken = card_mask(card for card, slot in card_slots(scenario).items() if slot.area != "board")
    deck = [card for card in range(DECK_SIZE) if not taken >> card & 1]
    if len(deck) < count:
        raise NothingLeftError
    cards = generator.choice(deck, count, replace=False)
    return replace(scenario, board=" ".join(card_text(int(card)) for card in cards))
