"""The cards left in the deck: hands and flops dealt at random onto the table, and in a game in which ranks alone count
the live cards that a hand still draws to."""

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
"""Different ranks in a low."""


@dataclass(frozen=True, slots=True)
class LiveCards:
    """The low that a hand draws to: the ranks up to ``high`` (0 ace .. 12 king) that it has not.

    ``made``: it has five ranks up to ``high`` and draws to nothing; ``live`` of ``all`` cards of these ranks are left,
    ``gone`` says how many of each are not, none where all are.
    """

    high: int
    made: bool
    live: int
    all: int
    gone: Mapping[int, int]


def live_cards(scenario: Scenario, seat: int, high: int = EIGHT) -> LiveCards | None:
    """Return the low that the particular cards of a seat draw to.

    None where it has none, or several hands, where it has folded, and where the cards to come are too few to get there.
    """
    tokens = seat_slot_texts(scenario, seat) or ()
    known = [rank for token in tokens if (rank := rank_of_token(token)) is not None]
    held = set(known)
    low = sum(rank <= high for rank in held)
    if not held or scenario.seats[seat].folded or low + len(tokens) - len(known) < LOW_RANKS:
        return None
    taken = rank_slots(scenario)
    wanted = [rank for rank in range(high + 1) if rank not in held]
    gone = {rank: min(len(taken[rank]), OF_A_RANK) for rank in wanted if taken[rank]}
    made = low >= LOW_RANKS
    every = OF_A_RANK * len(wanted)
    return LiveCards(high, made, every - sum(gone.values()), every, gone)


FLOP = 3
SUITS_OF_A_RANK = 4
NOTHING_LEFT = "there are not enough cards left"


class NothingLeftError(ValueError):
    """There are too few cards left in the deck, or in a range."""

    def __init__(self) -> None:
        super().__init__(NOTHING_LEFT)


def random_hand(
    scenario: Scenario, seat: int, generator: np.random.Generator, orders: tuple[Order, ...] = ()
) -> Scenario:
    """Return the table with a hand dealt to ``seat``: one of its range, by its weights, where it holds one, else any.

    In a stud game these are its down cards and its door, those that are missing; where none is, all three anew.

    Raises:
        NothingLeftError: no hand is left.
    """
    deal = _random_start if GAMES[scenario.game].stud else _random_combo
    return deal(scenario, seat, generator, orders)


def _random_combo(scenario: Scenario, seat: int, generator: np.random.Generator, orders: tuple[Order, ...]) -> Scenario:
    text = scenario.seats[seat].cards
    weights = read_seat(scenario, seat, orders).weights if holds_range(scenario, seat) else np.ones(len(COMBOS))
    weights = np.where(COMBO_MASKS & np.uint64(known_mask(scenario, seat)), 0.0, weights)
    if not weights.any():
        raise NothingLeftError
    hand = combo_text(int(generator.choice(len(COMBOS), p=weights / weights.sum())))
    return with_seat_text(scenario, seat, with_base(text, hand) if holds_range(scenario, seat) else hand)


def _random_start(scenario: Scenario, seat: int, generator: np.random.Generator, _: tuple[Order, ...]) -> Scenario:
    texts = seat_slot_texts(scenario, seat)
    if texts is None:
        scenario, texts = with_seat_text(scenario, seat, ""), ()
    missing = [i for i in range(DOOR + 1) if i >= len(texts) or texts[i] == UNKNOWN]
    for index in missing or range(DOOR + 1):
        taken = rank_slots(scenario)
        own = Slot("seat", seat, index)
        left = [SUITS_OF_A_RANK - sum(slot != own for slot in taken[rank]) for rank in range(len(taken))]
        shares = np.maximum(np.array(left, float), 0.0)
        if not shares.any():
            raise NothingLeftError
        scenario = with_rank(scenario, own, int(generator.choice(len(shares), p=shares / shares.sum())))
    return scenario


def random_flop(scenario: Scenario, generator: np.random.Generator) -> Scenario:
    """Return the table with another flop, no turn and no river.

    Raises:
        NothingLeftError: fewer than three cards are left.
    """
    return random_board(scenario, FLOP, generator)


def random_board(scenario: Scenario, count: int, generator: np.random.Generator) -> Scenario:
    """Return the table with another board of ``count`` cards.

    Raises:
        NothingLeftError: fewer cards are left.
    """
    taken = card_mask(card for card, slot in card_slots(scenario).items() if slot.area != "board")
    deck = [card for card in range(DECK_SIZE) if not taken >> card & 1]
    if len(deck) < count:
        raise NothingLeftError
    cards = generator.choice(deck, count, replace=False)
    return replace(scenario, board=" ".join(card_text(int(card)) for card in cards))
