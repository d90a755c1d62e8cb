"""A hold'em table with all texts read: card arrays and weights, ready to compute with; the cards left in the deck."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from engine.arrays import F64, Bools, Places
from engine.cards import COMBO_MASKS, COMBOS, DECK_SIZE, card_mask
from engine.games import GAMES
from engine.ranges.weight_text import scale_of, scaled_by, scaled_up


@dataclass(frozen=True, eq=False)
class HoldemSetup:
    """The input of the hold'em methods.

    ``weights`` float64[active seats, 1326]: the weight of each combo (``cards.combo_index``) of each active seat, 0
    where it is not in the range or touches a known card (board, dead, a folded seat's known cards). ``folded``
    float64[folded ranges, 1326]: the same for the folded seats whose range takes cards out of the deck; folded seats
    whose cards are wholly unknown change nothing and are left out, those with one known combo are in ``dead``.
    ``board`` holds 0 to 5 cards; ``dead`` every other card that is known to be out of play. ``seed`` and ``detail`` are
    those of the run. ``scales``: the exponents of the powers of two by which the weights of the active seats were
    multiplied (``scaled_up``); none: they are as they were. There is at least one possible deal.
    """

    weights: F64
    folded: F64
    board: tuple[int, ...]
    dead: tuple[int, ...]
    seed: int
    detail: tuple[str, ...] = ()
    scales: tuple[int, ...] = ()

    @cached_property
    def combos(self) -> tuple[Places, ...]:
        """The combos with weight of each hand that takes cards, int64[n]: active seats, then folded ones."""
        return tuple(hand.nonzero()[0] for hand in (*self.weights, *self.folded))


@dataclass(frozen=True, slots=True, eq=False)
class TableHands:
    """The hands of the seats of a table by their texts, in order.

    ``weights`` float64[1326] each, before removal; ``folded``: whether a seat has folded; ``known``: the cards of the
    seats that hold one particular combo, by seat; ``board`` and ``dead`` are cards.
    """

    weights: tuple[F64, ...]
    folded: tuple[bool, ...]
    known: Mapping[int, tuple[int, int]]
    board: tuple[int, ...]
    dead: tuple[int, ...]

    def setup(self, seed: int = 1, detail: tuple[str, ...] = ()) -> HoldemSetup:
        """Return the setup of the hold'em methods; there may be no possible deal."""
        dead = (*self.dead, *(c for seat, cards in self.known.items() if self.folded[seat] for c in cards))
        mask = card_mask((*self.board, *dead))
        unknown = (COMBO_MASKS & np.uint64(mask)) == 0
        left = [
            weights if seat in self.known else np.where(unknown, weights, 0.0)  # nobody else holds a known hand's cards
            for seat, weights in enumerate(self.weights)
        ]
        active = [hand for hand, folded in zip(left, self.folded, strict=True) if not folded]
        ranges = [scaled_up(hand) for seat, hand in enumerate(left) if self.folded[seat] and seat not in self.known]
        scales = tuple(scale_of(hand) for hand in active)
        return HoldemSetup(
            weights=_stack(scaled_by(hand, exponent) for hand, exponent in zip(active, scales, strict=True)),
            folded=_stack(hand for hand in ranges if np.any(hand[unknown] != hand[unknown][0])),  # else any two cards
            board=self.board,
            dead=dead,
            seed=seed,
            detail=detail,
            scales=scales,
        )


def _stack(rows: Iterable[F64]) -> F64:
    listed = list(rows)
    return np.concatenate(listed).reshape(-1, len(COMBOS)) if listed else np.zeros((0, len(COMBOS)))


def two_before_flop(setup: HoldemSetup) -> bool:
    """Return whether there is nothing but two active seats: no board, dead cards or folded ranges."""
    return len(setup.weights) == 2 and not len(setup.folded) and not setup.board and not setup.dead


def to_come(setup: HoldemSetup) -> int:
    """Return how many board cards are still to come."""
    return GAMES["holdem"].board_cards - len(setup.board)


def available(setup: HoldemSetup) -> Bools:
    """Return bool[52]: the cards that are neither on the board nor dead."""
    free = np.ones(DECK_SIZE, dtype=bool)
    free[list(setup.board + setup.dead)] = False
    return free


def hands(setup: HoldemSetup) -> F64:
    """Return the weights of all hands that take cards, float64[hands, 1326]: active seats, then folded ones."""
    return np.concatenate([setup.weights, setup.folded]) if len(setup.folded) else setup.weights
